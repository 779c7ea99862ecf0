//! The pieces of Plankton Synapse, explained to players.

use crate::PieceInfo;

pub(super) const PIECES: &[PieceInfo] = &[
    PieceInfo {
        name: "neatom",
        text: "\
The simplest cell. It splits onto a free square beside it; two side by side can fuse into a picophyte or a picozoa, \
four in a square into any of the bigger cells. Glowing: once it has acted, another neatom may act, too.",
    },
    PieceInfo {
        name: "picophyte",
        text: "\
Goes one square straight, eats what it lands on, then pushes away the cells on the four squares beside it. Cells \
that walk past must stop next to it. Glowing: it walks as far as it likes, but still eats only what was right \
beside it.",
    },
    PieceInfo {
        name: "picozoa",
        text: "\
Goes one or two squares up or down its column and eats there, then pulls cells that are two squares away towards \
it. Whatever eats it turns into a neatom. Glowing: cells beside it can neither be shifted nor swapped, and no enemy \
neatom comes into being there.",
    },
    PieceInfo {
        name: "tetraphyte",
        text: "\
Four squares large. It moves one square in any direction and eats all it rolls over. Glowing: it may move a second \
time at once.",
    },
    PieceInfo {
        name: "tetrazoa",
        text: "\
A wall: two squares straight or one diagonally, without eating. Nothing ordinary eats it and nothing pushes or \
pulls it, though it can be swapped. Glowing: it moves as far as it likes in all eight directions, and can eat other \
tetrazoa.",
    },
    PieceInfo {
        name: "pentaphyte",
        text: "\
Changes places with any friend that is no pentaphyte. Glowing: after a swap with a neatom, it may give that \
neatom up and swap again.",
    },
    PieceInfo {
        name: "pentazoa",
        text: "\
Moves an even number of squares in a straight line, and may end with a leap over a square, eating the enemy there. \
Glowing: any distance, and any number of leaps.",
    },
    PieceInfo {
        name: "phytorb",
        text: "\
Slides diagonally up to the next obstacle, then goes one step in any direction; it eats nothing. On each of its \
eight lines the first cell has its glow switched, and zoorbs there are shielded. Glowing: its lines pass through \
obstacles.",
    },
    PieceInfo {
        name: "zoorb",
        text: "\
The cell to guard: a side that loses its zoorbs loses the game, and with `loss=first` one is enough. It leaps over \
a cell beside it, eating what it lands on, or makes a neatom. Each switches the glow of all cells of its own side. \
While a phytorb looks at it, nothing can eat it.",
    },
];
