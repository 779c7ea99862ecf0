//! How machines play Protozoa.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[21, 26, 2, -7, 26, 19, 16, -4, -4, 6, 1, 1, -10, 5, -38],
    minimax: 30,
    noise: 18,
    later: 0,
    apex: 1_000_000,
};
