//! How machines play Protozoa.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[31, 35, -2, 2, 25, 22, 15, -8, 0, 0, 0, -1, -14, 1, -15],
    minimax: 30,
    noise: 15,
    grazer_noise: 0,
    later: 0,
    deepens: false,
    apex: 1_000_000,
};
