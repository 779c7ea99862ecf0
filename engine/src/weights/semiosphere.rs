//! How machines play Semiosphere.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[
        278, 22, 64, -78, 199, -12, -14, 9, 16, -17, -23, 0, 46, 117, 22, -1, 17, -87, 21, 6, 4, -1, 7, -28,
    ],
    apex_weights: None,
    minimax: 30,
    noise: 170,
    grazer_noise: 42,
    hunter_noise: 25,
    later: 0,
    deepens: false,
    apex: 1_000_000,
};
