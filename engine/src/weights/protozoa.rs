//! How machines play Protozoa.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[57, 52, 11, 12, 20, 26, 44, -14, 0, -2, -3, -1, -20, 8, -11, 40],
    apex_weights: None,
    duel_weights: None,
    deep_weights: None,
    minimax: 30,
    noise: [45, 22, 0, 0, 0],
    later: 0,
    deepens: None,
    lines: None,
    apex: 1_000_000,
};
