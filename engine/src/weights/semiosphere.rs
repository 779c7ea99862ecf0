//! How machines play Semiosphere.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[400, 60, 30, -60, 60, 35, 6, 14, 9, 3, -12, 12, 15, 40, 5, 5],
    minimax: 30,
    noise: 100,
    grazer_noise: 36,
    later: 0,
    deepens: false,
    apex: 1_000_000,
};
