//! How machines play Parasites.

use super::Profile;
use crate::{
    levels::Level,
    lines::{Breadth, Width},
};

pub(crate) const PROFILE: Profile = Profile {
    weights: &[367, 61, 66, 14, 54, 6, 6, -23, -6, -28, -5, -21, -100, -300, 17, 1, -8],
    apex_weights: None,
    duel_weights: None,
    deep_weights: Some(&[367, 61, 66, 14, 54, 6, 6, -23, -6, -28, -5, -21, -100, -300, 17, 1, 250]),
    minimax: 60,
    noise: [15, 7, 0, 0, 0],
    later: 80,
    deepens: Some(Level::Hunter),
    lines: Some(Breadth {
        widths: [Width { beam: 96, turns: 60 }, Width { beam: 8, turns: 16 }, Width { beam: 4, turns: 10 }],
        shared: 0,
        doubtful: Some(Width { beam: 48, turns: 48 }),
        longer: 2,
    }),
    apex: 500_000,
};
