//! How machines play Parasites.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[500, 10, 9, 10, 12, 5, 1, -3, -5, 2, -6, -5, -30, -120, 6, 20, 3],
    minimax: 0,
    noise: 28,
    later: 50,
    apex: 500_000,
};
