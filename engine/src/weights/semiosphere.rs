//! How machines play Semiosphere.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[10, 40],
    minimax: 30,
    noise: 100,
    later: 0,
    apex: 1_000_000,
};
