//! The pieces of Stract, explained to players.

use crate::PieceInfo;

pub(super) const PIECES: &[PieceInfo] = &[
    PieceInfo {
        name: "water",
        text: "\
Moves one tile in any of the eight directions. It beats fire and loses to earth. Like every piece, it scores 10 points when it \
reaches the enemy's home row.",
    },
    PieceInfo {
        name: "fire",
        text: "\
Moves one or two tiles straight, over anything in between. It beats earth and loses to water. Like every piece, it scores \
10 points when it reaches the enemy's home row, and gets there fastest.",
    },
    PieceInfo {
        name: "earth",
        text: "\
Moves one tile straight, or changes places with all that is on a tile up to two steps away. It beats water and \
loses to fire. Like every piece, it scores 10 points when it reaches the enemy's home row, also by changing places with a piece there.",
    },
    PieceInfo {
        name: "unknown piece",
        text: "\
Only its own team knows what it is. Everybody learns it when it meets a piece of the other team.",
    },
    PieceInfo {
        name: "home row",
        text: "\
A team's pieces appear in its own home row. An enemy piece that reaches it scores 10 points and goes back to its \
pool.",
    },
    PieceInfo {
        name: "pool",
        text: "\
The pieces a team can still bring in. Those that fell never return to it; those that scored do.",
    },
];
