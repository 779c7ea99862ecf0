//! The rules of Parasites for players.

use crate::{
    Diagram,
    Focus::{Goal, Here},
    Page,
};

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Your queen settles on an empty board and creates parasites, which create more. They never move, and a taken square never \
becomes empty again, so the board fills up. Your newcomers eat the enemies they touch.

**You win** by owning the most squares when everybody passes, or by being the last one who has a queen.

Everything is open, and there's no luck. A game of two on the usual board of 10 by 10 squares (option `size`) takes 20 to 50 \
turns in all, and fewer if you hunt the queen.",
        board: Some(Diagram::new(
            "9,Q2/2,D2,6,B2/1,C2,C2,4,B2,2/2,A2,5,D2,1/5,D1,4/4,C1,A2,2,A2,1/2,D2,1,D1,B1,4/3,B1,6/1,D1,A1,7/Q1,9 2 1 2 - 0 -",
            "In the middle of a game. The numbers on a parasite are its attack and its defence. The tint of the empty squares shows who \
             would own them if the game ended now.",
        )),
    },
    Page {
        title: "The beginning",
        text: "\
In turn, everybody places a queen: `c3=q`. Placing is the whole turn.

- She must be near one of the four borders: on 10 by 10 squares in one of the outermost three lines, on other boards in the \
outermost third, on more than 30 by 30 anywhere.
- She must be at least **6 steps** from every other queen. Steps go along rows and columns: from c3 to i3 there are six.

Once all queens are placed, the first player has the first turn.",
        board: Some(
            Diagram::new(
                "10/10/10/10/10/10/10/10/10/10 2 1 2 - 0 -",
                "Blue's queen is on c3. On the barred squares Orange can't place a queen: the middle is too far from the borders, and \
                 squares within five steps are too near to c3.",
            )
            .after(&[(1, "c3=q")]),
        ),
    },
    Page {
        title: "The queen",
        text: "\
Every parasite has an *attack*, a *defence*, and *creation points* that it can spend in a turn.

**Queen** `q`: attack 3, defence 8, **10 creation points**. She creates on all empty squares up to three steps away, along rows \
and columns. Anything in between is no obstacle.

She can make three attackers at once, or five others. But using her takes your whole turn, and **if you lose her you are out**.",
        board: Some(
            Diagram::new(
                "10/10/10/10/10/10/10/4,Q1,5/10/9,Q2 2 1 2 - 0 -",
                "Where the queen on e3 can create: on every square up to three steps away.",
            )
            .with(&[(Here, "e3"), (Goal, "e6 d5 e5 f5 c4 d4 e4 f4 g4 b3 c3 d3 f3 g3 h3 c2 d2 e2 f2 g2 d1 e1 f1")]),
        ),
    },
    Page {
        title: "The other parasites",
        text: "\
- **Attacker** `a`: attack 4, defence 5, 2 points, costs 3. Creates on the four squares beside it.
- **Defender** `d`: attack 2, defence 8, 4 points, costs 2. Creates one or two squares away, straight up, down, left or right.
- **Builder** `b`: attack 1, defence 3, 6 points, costs 2. Creates one or two squares away in all eight directions.
- **Colony** `c`: attack 2, no attack can beat it, 6 points. Creates on the eight squares around it.

Only attackers, defenders and builders can be created. Colonies come from what you eat, or from changing one of your own. \
The square for a new parasite must be empty; anything in between is no obstacle.

An attacker has 2 points: it can create a defender or a builder, never another attacker.",
        board: Some(
            Diagram::new(
                "9,Q2/10/2,B1,4,D1,2/10/10/10/10/3,A1,3,C1,2/10/Q1,9 2 1 2 - 0 -",
                "Where they can create: the builder on c8, the defender on h8, the attacker on d3, the colony on h3.",
            )
            .with(&[
                (Here, "c8 h8 d3 h3"),
                (Goal, "a10 c10 e10 b9 c9 d9 a8 b8 d8 e8 b7 c7 d7 a6 c6 e6"),
                (Goal, "h10 h9 f8 g8 i8 j8 h7 h6 d4 c3 e3 d2"),
                (Goal, "g4 h4 i4 g3 i3 g2 h2 i2"),
            ]),
        ),
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

You can write a whole turn at once: `e5+e7=a e5+g7=d end`.",
        board: Some(
            Diagram::new(
                "9,Q2/10/10/10/10/4,B1,5/10/3,D1,6/10/Q1,9 2 1 2 - 0 -",
                "The builder on e5 has created an attacker on e7 and a defender on g7: 5 of its 6 points. Blue has one development point \
                 left, for one more parasite, and this may be one of the new ones.",
            )
            .after(&[(1, "e5+e7=a"), (1, "e5+g7=d")]),
        ),
    },
    Page {
        title: "Fights",
        text: "\
Only the player whose turn it is eats, and only with newcomers. *Beside* means sharing a side.

When you create a parasite, look at every enemy beside it. Add up the attack of **all** your parasites beside that enemy, old \
and new. If that is its defence or more, it is eaten and becomes **your colony** on the same square. Other players' parasites \
do not help you.

**Waves.** Squares you have just won count as newcomers, so their enemies are judged next, and so on until nothing more is \
eaten. Within a wave everything happens together.

Nobody strikes back in your turn, so a weak newcomer beside a strong enemy survives it. But the answer comes in their turn. \
An enemy is safe while no newcomer of yours is beside it, \
however strong the others there are.",
        board: Some(
            Diagram::new(
                "7,Q2/8/3,B1,4/8/2,D1,D2,D1,3/8/8/Q1,7 2 1 2 - 0 -",
                "Orange's defender on d4 (defence 8) stood between two defenders of Blue. The builder on d6 has created an attacker on d5: \
                 4 + 2 + 2 = 8, and d4 is now Blue's colony.",
            )
            .after(&[(1, "d6+d5=a")]),
        ),
    },
    Page {
        title: "Colonies and queens are eaten",
        text: "\
**Colonies** of one colour that touch, corners included, form a *group*. No attack beats them. You eat a whole group when \
every square beside it that is not part of it is yours. One empty square, or one parasite there that isn't yours, \
saves it all. The border of the board needs nobody.

**A queen eaten:** her owner is out. All that player's other parasites become yours as they are, and they count as newcomers, \
too. It takes an attack of 8: two attackers beside her are enough.",
        board: Some(
            Diagram::new(
                "7,Q2/3,A1,4/2,D1,C2,D1,3/2,A1,C2,C2,Q1,2/3,D1,4/8/4,D1,3/8 2 1 2 - 0 -",
                "Orange had a group of three colonies, on d5, e5 and d6. The builder that Blue has created on e4 took the last open square \
                 beside it: all three are Blue's now.",
            )
            .after(&[(1, "e2+e4=b")]),
        ),
    },
    Page {
        title: "How the game ends",
        text: "\
The game is over

- at once when only **one** player has a queen: that player has won;
- when all players who are left **pass in a row**. A turn with a creation or a new colony breaks the row, even if you end it \
with `end`.

Then the squares are counted. You own the squares with your parasites, and the empty squares you *claim*: for each one, look \
at the nearest parasites, by steps along rows and columns. The player whose nearest ones have the most attack \
together claims it. If two are equally strong, nobody does. The tint of the empty squares on the board shows who would own \
them now.

The most squares rank first; equal numbers share a place. Behind them come those who lost their queens, the later the better.

If you resign, your parasites stay and can be eaten, and your turns are passed. You rank behind everybody who stayed. \
With two players, the other one wins.",
        board: Some(
            Diagram::new(
                "1,B2,1,D2,1,D2,1,Q2/D2,1,A2,1,B2,1,D2,1/1,D2,1,C1,1,A2,1,B2/D1,1,D1,1,A1,1,D2,1/1,B1,1,C1,1,C2,1,D2/A1,1,D1,1,D1,3/1,D1,1,D1,1,A1,1,D1/Q1,1,B1,1,D1,1,D1,1 2 1 2 - 0 -",
                "Both have passed. Each player owns the squares of the own colour; those without a tint are nobody's.",
            )
            .after(&[(1, "pass"), (2, "pass")]),
        ),
    },
    Page {
        title: "Hints",
        text: "\
- Before you pass, look whether the others have passed: it may end the game.
- Builders reach far and fall easily. Keep them two squares from anything that can get an attacker beside them.
- Two attackers beside a queen eat her, and one turn is enough: a builder creates a builder nearer to her, and that one the two \
attackers. Leave at most one square beside your queen empty. On the border she has three sides, in a corner two.
- Chains are the best turns: a builder eaten becomes a colony of attack 2 in the right place.
- Colonies in a group have more sides to hold. A single empty square inside the group keeps it safe.
- Owning empty squares costs nothing. Stand nearest, and with the stronger attack.",
        board: Some(
            Diagram::new(
                "7,Q2/8/8/4,D1,3/3,B2,A2,3/4,B1,3/8/Q1,7 2 1 2 - 0 -",
                "A chain: the new attacker on d5 ate the builder on d4. The colony there, with attack 2, then helped the defender and the \
                 builder to beat the attacker on e4: 2 + 2 + 1 = 5.",
            )
            .after(&[(1, "e5+d5=a")]),
        ),
    },
    Page {
        title: "Options",
        text: "\
You can set these options before a game. The usual value is bold:

- `size`: the side of the board, 8 to 40. Usually **10** for two players and 2 more for each further one. Small boards have no \
room for many queens: 8 and 9 take three players, 10 to 12 four, 13 and 14 five, 15 six, 16 seven.
- `first`: the seat that begins; **1**. Seats are given by lot unless the host chooses otherwise.

The usual sizes suit a channel well; 8 by 8 makes a quick duel. Above 20 by 20 the board gets crowded \
and the game long.",
        board: None,
    },
];
