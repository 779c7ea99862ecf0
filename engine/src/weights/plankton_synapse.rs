//! How machines play Plankton Synapse.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[12, 18, 2, 18, 35, -7, 23, 6, -2, 30, 18, 8, 0, -1, 1, 49, 51, 25, 1],
    apex_weights: None,
    minimax: 30,
    noise: 13,
    grazer_noise: 0,
    hunter_noise: 0,
    later: 10,
    deepens: true,
    apex: 1_000_000,
};
