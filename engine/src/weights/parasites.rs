//! How machines play Parasites.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[10, 20],
    minimax: 30,
    noise: 100,
    later: 50,
    apex: 1_000_000,
};
