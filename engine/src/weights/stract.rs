//! How machines play Stract.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[10, 9, 0, 31, 20, 6, 13, 16, 0, 3, 49, 160, 22, 6, -38, 73, -14, -28, -20, 5, 59, -20, 11, 53],
    minimax: 0,
    noise: 40,
    later: 0,
    apex: 1_000_000,
};
