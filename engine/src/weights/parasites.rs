//! How machines play Parasites.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[300, 21, 23, 23, 15, 2, -5, -7, -11, -17, 4, -1, 4, -13, 7, 20, -7],
    apex_weights: None,
    minimax: 60,
    noise: 5,
    grazer_noise: 0,
    hunter_noise: 0,
    later: 80,
    deepens: false,
    apex: 500_000,
};
