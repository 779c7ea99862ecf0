//! The pieces of Protozoa, explained to players.

use crate::PieceInfo;

pub(super) const PIECES: &[PieceInfo] = &[
    PieceInfo {
        name: "pawn",
        text: "\
Worth 1 point. It stays alive with one to three neighbours of any colour, so it is the one to send ahead: at the \
edge of an organism it is at home.",
    },
    PieceInfo {
        name: "drone",
        text: "\
Worth 2 points. It stays alive with three to five neighbours of any colour.",
    },
    PieceInfo {
        name: "queen",
        text: "\
Worth 3 points. It needs five to seven neighbours of any colour to stay alive, so place her, or let a drone grow \
into her, where it is crowded.",
    },
];
