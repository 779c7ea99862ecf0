//! The pieces of Parasites, explained to players.

use crate::PieceInfo;

pub(super) const PIECES: &[PieceInfo] = &[
    PieceInfo {
        name: "queen",
        text: "\
Attack 3, defence 8. She creates with 10 points as far as three steps away, but using her takes the whole turn. A \
player whose queen is eaten loses everything.",
    },
    PieceInfo {
        name: "attacker",
        text: "\
Attack 4, defence 5: the strongest attack of all. It has 2 creation points and reaches only the squares right beside \
it: enough for one defender or builder.",
    },
    PieceInfo {
        name: "defender",
        text: "\
Attack 2, defence 8: hard to eat. It creates with 4 points, one or two squares straight ahead in four directions.",
    },
    PieceInfo {
        name: "builder",
        text: "\
Attack 1, defence 3: soon eaten. It creates with 6 points over a wide star of squares.",
    },
    PieceInfo {
        name: "colony",
        text: "\
Attack 2, and no attack beats it. Colonies that touch, corners included, fall only together, when a single opponent \
surrounds them all. It creates with 6 points on the eight squares round it. Attackers, defenders and builders can \
become one; that takes the whole turn.",
    },
    PieceInfo {
        name: "empty square",
        text: "\
It counts for the player whose parasites are nearest, judged by their attack. Its tint shows who would own it if \
the game ended now.",
    },
];
