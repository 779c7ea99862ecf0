//! The pieces of Semiosphere, explained to players.

use crate::PieceInfo;

pub(super) const PIECES: &[PieceInfo] = &[
    PieceInfo {
        name: "traveller",
        text: "\
Your piece, one for each player. A step up, left or right costs 1 point; a step back down is free. From the top row \
it can enter the Semiosphere.",
    },
    PieceInfo {
        name: "planet",
        text: "\
Enter the Semiosphere with your planet in hand and you win at once. If you drop it, it gives you 2 more points in \
every turn. Only you can step onto its square to pick it up again, for 2 points and not in the turn of the drop. \
If the void takes it, it's gone, and you can only outlast the others.",
    },
    PieceInfo {
        name: "mark",
        text: "\
It bars its square to all but its owner: the others go round it, or erase it for 2 points. When the void takes its \
row, it brings its owner 1 point.",
    },
    PieceInfo {
        name: "void",
        text: "\
At the end of each round it takes the lowest row that is left, with every traveller, planet and mark there. The row \
in question is shown in a colour of its own.",
    },
    PieceInfo {
        name: "semiosphere",
        text: "\
The band above the board. Entering it from the top row costs 5 points: with your planet you have won, without it \
you are out of the void's reach and can go on hindering the others.",
    },
];
