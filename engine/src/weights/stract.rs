//! How machines play Stract.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[
        11, 8, 9, 25, 6, 8, 8, 7, 0, 3, 69, 63, 18, 11, -41, 55, -13, -29, -25, 5, 28, -12, 14, 51, 0, 0,
    ],
    apex_weights: Some(&[
        35, 4, 3, -2, 10, 19, 13, 0, -12, -31, 45, 115, 8, 40, -3, 19, -14, -52, -30, -2, 4, -44, 10, 41, 25,
        0,
    ]),
    duel_weights: Some(&[
        35, 4, 30, 15, 10, 19, 50, 20, 5, -10, 60, 60, 20, 30, -3, 60, -14, -52, -30, -2, 4, -30, 10, 41, 25,
        90,
    ]),
    deep_weights: None,
    minimax: 0,
    noise: [36, 18, 0, 0, 0],
    later: 0,
    deepens: None,
    lines: None,
    apex: 1_000_000,
};
