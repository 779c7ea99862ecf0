//! The rules of Parasites for players.

use crate::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
A queen settles on an empty board and brings forth parasites, which bring forth more. They never move, and a square once \
taken is never empty again: the board fills up. Where your newcomers touch others, they eat them.

**You win** by owning the most squares when everybody passes, or by being the last one who has a queen.

Everything lies open and there is no luck. A game of two on the usual board of 10 by 10 squares takes 10 to 25 turns each, \
and fewer if somebody goes hunting for the queen.

**Beginning.** In turn, everybody places a queen: `c3=q`. She must stand near one of the four borders: on 10 by 10 squares \
in one of the outermost three lines, on other boards in the outermost third, on more than 30 by 30 anywhere. And she must be \
at least **6 steps** from every other queen. Steps go along rows and columns: from c3 to i3 there are six. Placing is the \
whole turn.",
    },
    Page {
        title: "The parasites",
        text: "\
Every parasite has an *attack*, a *defence*, and *creation points* that it can spend in a turn.

- **Queen** `q`: attack 3, defence 8, 10 points. Creates on all squares up to three steps away. Lose her and you are out.
- **Attacker** `a`: attack 4, defence 5, 2 points, costs 3. Creates on the four squares beside it.
- **Defender** `d`: attack 2, defence 8, 4 points, costs 2. Creates one or two squares away, straight up, down, left or right.
- **Builder** `b`: attack 1, defence 3, 6 points, costs 2. Creates one or two squares away in all eight directions.
- **Colony** `c`: attack 2, no attack can beat it, 6 points. Creates on the eight squares around it.

Only attackers, defenders and builders can be created. Colonies come from what you eat, or from changing one of your own. \
The square for a new parasite must be empty; what stands in between is no obstacle.

An attacker has 2 points: it can create a defender or a builder, never another attacker.",
    },
    Page {
        title: "Your turn",
        text: "\
You have **2 development points**. Using a parasite for the first time in a turn costs **one**, using the queen **both**. So \
you use two parasites, or the queen alone.

A parasite in use creates as often as its creation points allow: `e5+e7=a` lets the parasite on e5 create an attacker on e7. \
More creations by the same one cost no more development points, and the two may take turns. What you have created or won in \
this turn can be used at once.

After each creation the fights are settled. When you have had enough, write `end`; when nothing more can be created, the turn \
ends by itself. Points left over are lost, and next turn everybody has all points again.

Instead of creating you may

- **make a colony**: `c3=c` changes one of your attackers, defenders or builders into a colony. It takes the whole turn and \
starts no fight.
- **pass**: `pass`, if you have done nothing in this turn.

You can write a whole turn at once: `e5+e7=a e5+g7=a end`.",
    },
    Page {
        title: "Fights",
        text: "\
Only the player whose turn it is eats, and only with newcomers. *Beside* means sharing a side.

When you create a parasite, look at every enemy beside it. Add up the attack of **all** your parasites beside that enemy, old \
and new. If that is its defence or more, it is eaten and becomes **your colony** on the same square. Other players’ parasites \
do not help you.

*Example.* A defender (8) stands between two of your defenders. You create an attacker on a third side: 4 + 2 + 2 = 8, and it \
is yours.

**Colonies** of one colour that touch, corners included, form a *group*. No attack beats them. You eat a whole group when \
every square beside it that is not part of it is yours. One empty square, one other parasite of its owner or one of somebody \
else saves it all. The border of the board needs nobody.

**Waves.** Squares you have just won count as newcomers, so their enemies are judged next, and so on until nothing more is \
eaten. Within a wave everything happens together.

**A queen eaten:** her owner is out. All that player’s other parasites become yours as they are, and they count as newcomers, \
too.

Nobody strikes back in your turn, so a weak newcomer beside a strong enemy survives it. But the answer comes in their turn. \
Enemies beside you who get no newcomer do nothing.",
    },
    Page {
        title: "How the game ends",
        text: "\
The game is over

- at once when only **one** player has a queen: that player has won;
- when all players who are left **pass in a row**. A turn with a creation or a new colony breaks the row, also if it was ended \
with `end`.

Then the squares are counted. You own the squares with your parasites, and the empty squares you *claim*: for each one the \
nearest parasites are looked at, by steps along rows and columns, and the player whose nearest ones have the most attack \
together claims it. If two are equally strong, nobody does. The tint of the empty squares on the board shows who would own \
them now.

The most squares rank first; equal numbers share a place. Behind them come those who lost their queens, the later the better.

If somebody resigns, the parasites stay and can be eaten; the turns are passed. Whoever resigned ranks behind those who \
stayed. Of two players the other one wins.",
    },
    Page {
        title: "Options and hints",
        text: "\
**Options**

- `size`: the side of the board, 8 to 40. If not given it is 10 for two players and 2 more for each further one. Small \
boards have no room for many queens: 8 and 9 take three players, 10 to 12 four, 13 and 14 five, 15 six, 16 seven.
- `first`: the seat that begins.

Good sizes for a channel are those that come by themselves; 8 by 8 makes a quick duel. Above 20 by 20 the board gets crowded \
and the game long.

**Hints**

- Before you pass, look whether the others have passed: it may end the game.
- Builders reach far and fall easily. Keep them two squares from anything that can get an attacker beside them.
- A queen falls to attackers on two sides. Surround her with defenders, or stay away: an enemy needs an empty square beside \
her, or a chain.
- Chains are the best turns: a builder eaten becomes a colony of attack 2 in the right place.
- Colonies in a group have more sides to hold. A single empty square inside the group keeps it safe.
- Owning empty squares costs nothing. Stand nearest, and with the stronger attack.",
    },
];
