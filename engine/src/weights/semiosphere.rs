//! How machines play Semiosphere.

use super::Profile;
use crate::{
    levels::Level,
    lines::{Breadth, Width},
};

pub(crate) const PROFILE: Profile = Profile {
    weights: &[
        278, 22, 64, -78, 199, -12, -14, 9, 16, -17, -23, 0, 46, 117, 22, -1, 0, 0, 0, 0, 0, 17, -87, 21, 6,
        4, -1, 7, -28, 0,
    ],
    apex_weights: Some(&[
        120, 10, 25, -40, 24, 0, 0, 2, 2, 0, -12, 0, 18, 47, 10, 0, 4, 0, 0, 0, 0, 7, -7, 6, 0, -2, 0, 4,
        -11, -2,
    ]),
    duel_weights: Some(&[
        120, 10, 20, -40, 24, 0, 0, 2, 2, 0, -12, 0, 18, 47, 10, 0, 8, 200, -40, 4, 4, 7, -7, 6, 0, -2, 0, 4,
        -11, -2,
    ]),
    deep_weights: None,
    minimax: 30,
    noise: [170, 85, 60, 25, 0],
    later: 0,
    deepens: Some(Level::Apex),
    // A trap for a piece often takes a turn whose first moves look bad, so the search looks widely where this costs little.
    lines: Some(Breadth {
        widths: [
            Width { beam: 256, turns: 60 },
            Width { beam: 24, turns: 16 },
            Width { beam: 16, turns: 10 },
        ],
        shared: 2_000,
        doubtful: None,
        longer: 5,
    }),
    apex: 1_000_000,
};
