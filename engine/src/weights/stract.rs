//! How machines play Stract.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[5, 8, 30, 15, 6, 4, 25, 12, 4, 3, 30, 15, 6, 4, 10, 15, 6, -8, -20, 0, 0, -15, 6, 6],
    minimax: 0,
    noise: 40,
    later: 0,
    apex: 1_000_000,
};
