//! The rules of Plankton Synapse for players.

use crate::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Two colonies of plankton drift towards each other on a board of 8 by 8. Blue sets up below and begins, Grey above. There are \
nine kinds of cells, and each kind can do more while it *glows*. Whether it glows hangs on how many zoorbs its side has and on \
which phytorbs look at it, so a single move can switch half the board on or off.

**You win** by destroying all **zoorbs** of the other side. Each side begins with two and can make more.

On your turn you do **one** action: move a cell, split a neatom, fuse neatoms into something bigger, swap two cells, or remove \
one of your own. Some actions of glowing cells bring a *free action* on top.

**The cells**, with the letters you see in notations, and how many you begin with:

- `N` **neatom**, the base cell: 10
- `P` **picophyte**, pushes; `A` **picozoa**, pulls and is a trap: none yet
- `T` **tetraphyte**, fills four squares: 1
- `W` **tetrazoa**, a wall: 2
- `S` **pentaphyte**, swaps: 2
- `J` **pentazoa**, jumps: 2
- `R` **phytorb**, sends rays: 2
- `Z` **zoorb**, the king: 2

*Straight* means along rows and columns, *slanted* along diagonals. A tetraphyte is named by its lower left square. Everything \
lies open and there is no luck.",
    },
    Page {
        title: "Glow",
        text: "\
What glows is worked out **at the start of every turn** for the cells of both sides, and stays so for the whole turn, free \
action included: the glow goes along with a cell that moves, and a cell born in this turn has none yet.

**Zoorbs** switch all cells of their own side. With an even number of them (such as two) your cells are dark, with an odd \
number (one, three) they glow, unless phytorbs change that. So losing one of two zoorbs makes your whole side strong.

**Phytorbs** look along eight lines, straight and slanted, each up to the first cell there. They switch every cell they see, \
of either side, from dark to glowing or back. Two phytorbs that see the same cell cancel each other out; one phytorb counts \
once for a cell, even if it sees two squares of a tetraphyte. A **glowing phytorb** looks through obstacles and reaches every \
cell on its lines, except other phytorbs: among themselves only open lines count.

**Zoorbs never glow; they are shielded.** A zoorb that any phytorb reaches, yours or theirs, cannot be eaten this turn. It can \
still be pushed, pulled, swapped or jumped over.

The powers of *both* sides count in every turn: a glowing enemy picozoa hinders you in your turn.",
    },
    Page {
        title: "Small cells: neatom, picophyte, picozoa, tetraphyte",
        text: "\
**Neatom** `N`. It never moves or eats.
- *Split* `d3+d4`: a new neatom on any free square around it.
- *Small fusion* `d3&e3=p` or `=a`: two of your neatoms side by side become a picophyte or picozoa on the first square named.
- *Big fusion* `d3&e4=z`: four of your neatoms in a square become a `t`, `w`, `s`, `j`, `r` or `z`. Name two opposite corners; \
the new cell stands on the first, a tetraphyte on all four.
- *Glowing*: after its split or fusion you may split or fuse any neatom as a **free action**.

**Picophyte** `P`. It steps one square straight and may eat. Then it **pushes** the cells on its four sides, of both colours, \
one square away if there is room. The squares at its sides are **sticky**: whoever *walks* onto one must stop there. Jumps, \
swaps and shifts do not care.
- *Glowing*: it walks any distance, but eats only on the next square.

**Picozoa** `A`. It goes one or two squares up or down its column and may eat at the end. Then it **pulls** the cells exactly \
two squares away, straight, by one square, if the square between is free. It is a **trap**: whoever eats it is destroyed and \
becomes a neatom of its own side, even a zoorb!
- *Glowing*: the cells on its four sides cannot be pushed, pulled or swapped by anybody, and the other side can make no \
neatom there.

**Tetraphyte** `T`. It fills two by two squares and moves by one square in any of eight directions: `d1-d2`. Every square it \
enters must be free or hold an enemy it can eat, and it eats all of them. It is eaten whole if one of its squares is taken. If it eats a picozoa, its neatom is left \
where that stood.
- *Glowing*: after a move it may move again as a **free action**.",
    },
    Page {
        title: "Big cells: tetrazoa, pentaphyte, pentazoa, phytorb, zoorb",
        text: "\
**Tetrazoa** `W`. It walks up to two squares straight or one slanted, and eats nothing. Nobody but a glowing tetrazoa can eat \
it, and it is never pushed or pulled.
- *Glowing*: it walks any distance in all eight directions and eats tetrazoas.

**Pentaphyte** `S`. It changes places with any friend anywhere, except another pentaphyte: `c1/f6`. With a tetraphyte, it \
arrives on any of its four squares, and you say which four squares around the pentaphyte’s old one the tetraphyte takes by \
their lower left one: `c3/g6@c3`. They must be free once both cells are lifted.
- *Glowing*: after a swap with a **neatom** it may swap again as a **free action**, and that neatom dies for it.

**Pentazoa** `J`. It moves in a straight or slanted line by an even distance, walking over free squares. At the end it may \
jump: over one square, whatever is on it, to the free square behind. It eats an enemy it jumps over. It may stop at an odd \
distance only where it is sticky.
- *Glowing*: any distance and any number of jumps in the line. It cannot pass two occupied squares in a row.

**Phytorb** `R`. It slides slanted as far as it can, then it must step to any free square around, though not back to where it \
began. On a sticky square it stops without that step. It never eats. Its rays are on the page about glow.

**Zoorb** `Z`. It jumps over any cell beside it, in eight directions, to the square behind: `a1-a3`. There it may eat; the cell \
jumped over is unharmed. Or it makes a neatom beside it: `a1+b1`, which never brings a free action.

**Removing** `xd3`. Instead of anything else you may remove any cell of yours except a zoorb.",
    },
    Page {
        title: "Turns and the end",
        text: "\
**A turn** is one action. If a glowing cell did something that brings a free action, you have that too, or say `pass`. A free \
action never brings another one, and if there is none you could do, the turn is over at once. You can write both at once: \
`a2&a3=p b3+a3`.

**Eating.** Nobody eats a friend. Shielded zoorbs and tetrazoas are safe, as said. Only a cell that moves by itself eats; cells \
that are pushed, pulled or swapped eat nothing and bring nothing. What is pushed or pulled moves all at once and only onto free \
squares.

**The game is over**

- when a side has **no zoorb left**: it has lost, at once. Mind the traps: your own zoorb may be the one that eats a picozoa;
- in a draw when the **same position** with the same side to move stands for the **third time** at the start of a turn;
- when the **turns are used up**, 300 if nothing else was agreed: a draw, unless the counts decide;
- in a draw when the side to move can do **nothing at all**.

Whoever resigns loses.",
    },
    Page {
        title: "Options and hints",
        text: "\
**For slow play** choose the preset `correspondence`: after 120 turns the side with **more zoorbs** wins, and if they are equal \
the one that **fills more squares**, a tetraphyte counting four. Most games end by that count, so making zoorbs pays. Take a \
`turn_limit` of 60 for a game half as long.

- `turn_limit`: the number of turns of both sides together, 20 to 1000.
- `tiebreak`: `cells` for that count at the end, `none` for a draw.
- `loss`: with `first` you have lost as soon as **any** zoorb of yours leaves the board, eaten or trapped. Sharper and shorter; \
a new zoorb is one more to guard.

An option you set wins over the preset.

**Hints**

- Count zoorbs before you eat one. Taking one of two makes the whole other side glow.
- A phytorb beside the action is worth two moves: it makes your cells glow, darkens theirs and shields zoorbs. Blocking its \
line or luring it away switches everything back.
- Four neatoms make anything, even a zoorb; but a third zoorb changes the glow of your whole side.
- Put a picozoa where a capture would be tempting. Whoever takes it pays with the taker.
- Sticky squares stop tetrazoas and phytorbs in their tracks; pentazoas can hop over them.
- Zoorbs need neighbours to jump over: a lonely zoorb is slow, but it can make its own neighbour.",
    },
];
