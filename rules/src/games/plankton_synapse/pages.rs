//! The rules of Plankton Synapse for players.

use crate::{
    Diagram,
    Focus::{Goal, Here, Other, Prey},
    Page,
};

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Two colonies of plankton drift towards each other on a board of 8 by 8. Blue sets up below and begins, Grey above. There \
are nine kinds of cells, and each kind can do more while it *glows*. Whether it glows depends on how many zoorbs its side \
has and on which phytorbs look at it, so a single move can switch half the board on or off.

**You win** by destroying all **zoorbs** of the other side. Each side begins with two and can make more.

On your turn you do **one** action: move a cell, split a neatom, fuse neatoms into something bigger, swap two cells, or \
remove one of your own. Some actions of glowing cells bring a *free action* on top.

**The cells**, with the letters you see in notations, and how many you begin with:

- `N` **neatom**, the base cell: 10
- `P` **picophyte**, pushes; `A` **picozoa**, pulls, and traps what eats it: none yet
- `T` **tetraphyte**, fills four squares: 1
- `W` **tetrazoa**, a wall: 2
- `S` **pentaphyte**, swaps: 2
- `J` **pentazoa**, jumps: 2
- `R` **phytorb**, sends rays: 2
- `Z` **zoorb**, the king: 2

*Straight* means along rows and columns, *slanted* along diagonals. A tetraphyte is named by its lower left square. \
Everything is open, and there's no luck.",
        board: Some(Diagram::new(
            "zrsttsrz/nwjttjwn/nnnnnnnn/8/8/NNNNNNNN/NWJTTJWN/ZRSTTSRZ 1 - - 1/120",
            "The beginning. A ring round a cell says that it glows, a shield that it can't be eaten in this turn. A dashed line \
             joins a shielded zoorb to each phytorb that shields it.",
        )),
    },
    Page {
        title: "Glow: zoorbs",
        text: "\
The glow is worked out **at the start of every turn** for the cells of both sides, and stays so for the whole turn, free \
action included: the glow goes along with a cell that moves, and a cell born in this turn has none yet.

**Zoorbs** switch all cells of their own side. With an even number of them (such as two) your cells are dark, with an odd \
number (one, three) they glow, unless phytorbs change that (next page). So losing one of two zoorbs makes your whole side \
strong. Zoorbs themselves never glow.

The powers of *both* sides count in every turn: a glowing enemy picozoa hinders you in your turn. The page of each kind of \
cell says what it can do while it glows.",
        board: Some(Diagram::new(
            "z6z/2s1j3/1nn5/4tt2/2n1ttN1/1P1J4/1S1TT3/N2TT2Z 1 - - 41/120",
            "Blue has one zoorb left, an odd number: all its other cells glow. Grey has two, and its cells are dark.",
        )),
    },
    Page {
        title: "Glow: phytorbs",
        text: "\
**Phytorbs** look along eight lines, straight and slanted, each up to the first cell there. They switch every cell they \
see, of either side, from dark to glowing or back. Two phytorbs that see the same cell cancel each other out; one phytorb \
counts once for a cell, even if it sees two squares of a tetraphyte.

A **glowing phytorb** looks through obstacles and reaches every cell on its lines, except other phytorbs: among themselves \
only open lines count.

**Zoorbs are shielded** by them: a zoorb that any phytorb reaches, yours or theirs, can't be eaten this turn. It can still \
be pushed, pulled, swapped or jumped over.",
        board: Some(
            Diagram::new(
                "z2n3z/8/1s1n4/8/n2R2N1/4N3/8/Z2W2Z1 1 - - 21/120",
                "Both sides have two zoorbs, so their cells would be dark. The dots are the lines of the phytorb on d4: it makes the first \
                 cell on each line glow and shields the zoorbs there. It sees nothing behind them, such as d8 and the zoorb g1.",
            )
            .with(&[(Here, "d4"), (Goal, "d5 e5 f6 g7 c5 b4 c4 e4 f4 c3 b2 d3 d2")]),
        ),
    },
    Page {
        title: "Neatom",
        text: "\
**Neatom** `N`. It never moves or eats.

- *Split* `f3+f4`: a new neatom on any free square around it.
- *Small fusion* `b5&c5=p` or `=a`: two of your neatoms side by side become a **picophyte** or **picozoa** on the first \
square named.
- *Big fusion* `b5&c6=z`: four of your neatoms in a square become a `t`, `w`, `s`, `j`, `r` or `z`. Name two opposite \
corners; the new cell is on the first, a tetraphyte on all four.
- *Glowing*: after it has split or fused, you may split or fuse any neatom as a **free action**. In a fusion, the neatom \
you name first must be the glowing one: if only b5 glows, `b5&c6=z` brings a free action and `c6&b5=z` doesn't.",
        board: Some(
            Diagram::new(
                "z6z/8/1NN5/1NN5/8/5Nn1/8/Z6Z 1 - - 11/120",
                "The neatom on f3 can split to the dotted squares. The one on b5 can fuse with b6 or c5 into something small, or all four of \
                 them into something big.",
            )
            .with(&[(Here, "f3 b5"), (Goal, "e4 f4 g4 e3 e2 f2 g2"), (Other, "b6 c6 c5")]),
        ),
    },
    Page {
        title: "Picophyte and picozoa",
        text: "\
**Picophyte** `P`. It steps one square straight and may eat. Then it **pushes** the cells on its four sides, of both \
colours, one square away if there is room. The squares at its sides are **sticky**: a cell that *walks* onto one must stop \
there. A cell that jumps, or is swapped, pushed or pulled, needn't.
- *Glowing*: it walks any distance, but eats only on the next square.

**Picozoa** `A`. It goes one or two squares up or down its column and may eat at the end. Then it **pulls** the cells \
exactly two squares away, straight, by one square, if the square between is free. It eats like the others, and it is also \
a **trap**: a cell that eats it is destroyed and leaves a neatom of its own side where it ended its move. Even a zoorb!
- *Glowing*: the squares on its four sides are **held** (striped). Nobody can push, pull or swap away a cell that stands on \
one, though a pentaphyte can still start a swap from there. The other side can make no neatom there, not even by a trap.

Pushed and pulled cells move all at once and only onto free squares, and they eat nothing.",
        board: Some(
            Diagram::new(
                "z6z/6a1/4N3/2n5/1N1n2N1/2P5/8/Z6Z 1 - - 31/120",
                "Blue's picophyte went from c3 to c4 and pushed three cells away. Then Grey's picozoa went from g7 to g6 and pulled two \
                 towards it. Dots in the corners show sticky squares.",
            )
            .after(&[(1, "c3-c4"), (2, "g7-g6")]),
        ),
    },
    Page {
        title: "Tetraphyte and tetrazoa",
        text: "\
**Tetraphyte** `T`. It fills two by two squares and moves by one square in any of eight directions: `b5-b6`, by its lower \
left squares. Every square it enters must be free or hold an enemy it can eat, and it eats all of them. It is eaten whole \
if one of its squares is taken. If it eats a picozoa, its neatom is left where that stood.
- *Glowing*: after a move it may move again as a **free action**.

**Tetrazoa** `W`. It walks up to two squares straight or one slanted, and eats nothing. Nobody but a glowing tetrazoa can \
eat it, and it is never pushed or pulled.
- *Glowing*: it walks any distance in all eight directions and eats tetrazoas.",
        board: Some(
            Diagram::new(
                "z6z/3n4/1TT5/1TT5/8/8/5W2/Z6Z 1 - - 21/120",
                "The tetraphyte can roll onto the squares around it; with c6 for its lower left square it would eat the neatom on d7. The \
                 other dots are for the tetrazoa on f2.",
            )
            .with(&[
                (Here, "b5 f2"),
                (Goal, "a4 b4 c4 d4 a5 d5 a6 d6 a7 b7 c7"),
                (Prey, "d7"),
                (Goal, "f4 f3 e3 g3 d2 e2 g2 h2 e1 f1 g1"),
            ]),
        ),
    },
    Page {
        title: "Pentaphyte and pentazoa",
        text: "\
**Pentaphyte** `S`. It changes places with any friend anywhere, except another pentaphyte: `c3/b5`. With a tetraphyte, it \
arrives on any of its four squares, and you say which four squares around the pentaphyte's old one the tetraphyte takes by \
their lower left one: `c3/g6@c3`. They must be free once both cells are lifted.
- *Glowing*: after a swap with a **neatom** it may swap again as a **free action**, and that neatom dies for it.

**Pentazoa** `J`. It moves in a straight or slanted line by an even distance, walking over free squares. At the end it may \
jump: over one square, whatever is on it, to the free square behind. It may also jump at once. It eats an enemy it jumps \
over. It may stop at an odd distance only where it is sticky.
- *Glowing*: any distance and any number of jumps in the line. It can't pass two occupied squares in a row.",
        board: Some(
            Diagram::new(
                "8/1z4z1/8/1W6/4n3/2S1J3/6N1/Z6Z 1 - - 21/120",
                "The pentaphyte on c3 can change places with the four friends in yellow rings, and with the pentazoa. The pentazoa on e3 can \
                 go to the dots; on its way to e5 it jumps over e4 and eats the neatom.",
            )
            .with(&[(Here, "c3 e3"), (Other, "b5 g2 a1 h1"), (Goal, "a7 c5 e5 g5 g3 c1 e1 g1"), (Prey, "e4")]),
        ),
    },
    Page {
        title: "Phytorb and zoorb",
        text: "\
**Phytorb** `R`. It slides slanted as far as it can, at least one square, then it must step to any free square around, \
though not back to where it began: `b1-c4`. On a sticky square it stops without that step. It never eats. Its rays are on the page about glow.

**Zoorb** `Z`. It jumps over any cell beside it, in eight directions, to the square behind: `g6-g4`. There it may eat; the \
cell jumped over is unharmed, unless the zoorb lands on another square of the same tetraphyte. Or it makes a neatom beside it: `g6+h6`, which never brings a free action.

**Removing** `xd3`. Instead of anything else you may remove any cell of yours except a zoorb.",
        board: Some(
            Diagram::new(
                "z6z/8/4nnZ1/6N1/4N3/8/8/ZR6 1 - - 21/120",
                "The phytorb on b1 slides to d3 or a2, then steps to a square around: the dots below. The zoorb on g6 can jump over g5 to g4, \
                 or over f6 to e6, where it eats. In the yellow rings it can make a neatom.",
            )
            .with(&[
                (Here, "b1 g6"),
                (Goal, "b2 a3 b3 c4 d4 c3 e3 c2 d2 e2"),
                (Goal, "g4"),
                (Prey, "e6"),
                (Other, "f7 g7 h7 h6 f5 h5"),
            ]),
        ),
    },
    Page {
        title: "Turns and the end",
        text: "\
**A turn** is one action. If a glowing cell did something that brings a free action, you have that too, or say `pass`. A \
free action never brings another one, and if there is none you could do, the turn is over at once. You can write both at \
once: `a2&a3=p b3+a3`.

**Eating.** Nobody eats a friend. Shielded zoorbs and tetrazoas are safe, as said. Only a cell that moves by itself eats; \
cells that are pushed, pulled or swapped eat nothing and bring nothing.

**The game is over**

- when a side has **no zoorb left**: it has lost, at once (option `loss`). Mind the traps: your own zoorb may be the one \
that eats a picozoa;
- in a draw when the **same position** with the same side to move comes up for the **third time** at the start of a turn;
- when the **turns are used up**, usually 120 (option `turn_limit`): the side with **more zoorbs** has won, and if they \
are equal the one that **fills more squares**, a tetraphyte counting four. It's a draw if that is equal, too, and always \
with the option `tiebreak` at `none`;
- in a draw when the side to move can do **nothing at all**.

If you resign, you lose.",
        board: Some(
            Diagram::new(
                "8/6w1/2nn4/4z3/1W1N4/2Z2P2/6N1/Z7 1 - - 87/120",
                "Blue's zoorb jumped from c3 over its own neatom to e5 and ate Grey's last zoorb: Blue has won.",
            )
            .after(&[(1, "c3-e5")]),
        ),
    },
    Page {
        title: "Hints",
        text: "\
- Count zoorbs before you eat one. Taking one of two makes the whole other side glow.
- A phytorb beside the action is worth two moves: it makes your cells glow, darkens theirs and shields zoorbs. Blocking its \
line or luring it away switches everything back.
- Four neatoms make anything, even a zoorb; but a third zoorb changes the glow of your whole side.
- Put a picozoa where a capture would be tempting. A player who takes it loses the taker.
- Sticky squares stop tetrazoas and phytorbs in their tracks; pentazoas can hop over them.
- Zoorbs need neighbours to jump over: a lonely zoorb is slow, but it can make its own neighbour.",
        board: None,
    },
    Page {
        title: "Options",
        text: "\
**Presets.** These pages describe `correspondence`, which `/play` takes unless you choose `standard`. Most games end by \
the count after 120 turns, so making zoorbs pays. In `standard` nothing is counted, and most games between strong players \
are draws.

You can set these options before a game. The value in `correspondence` is bold:

- `preset`: `correspondence`, which is recommended, or `standard`.
- `turn_limit`: the number of turns of both sides together, 20 to 1000; **120** (standard: 300). 60 makes a short game.
- `tiebreak`: what decides when they are used up. **cells** counts them, `none` is a draw (standard: none).
- `loss`: with `first` you have lost as soon as **any** zoorb of yours leaves the board, eaten or trapped; usually **all** \
must be gone. Sharper and shorter, and a new zoorb is one more to guard.

An option you set wins over the preset.",
        board: None,
    },
];
