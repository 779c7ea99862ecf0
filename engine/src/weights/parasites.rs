//! How machines play Parasites.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[367, 61, 66, 14, 54, 6, 6, -23, -6, -28, -5, -21, -2, 3, 17, 1, -8],
    apex_weights: None,
    duel_weights: None,
    minimax: 60,
    noise: 15,
    grazer_noise: 0,
    hunter_noise: 0,
    later: 80,
    deepens: None,
    apex: 500_000,
};
