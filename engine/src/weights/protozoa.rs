//! How machines play Protozoa.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[20, 10, 5, 40, 30, 20, 5, -10, 2, 0, 2, 2, 5, 0, 0],
    minimax: 30,
    noise: 100,
    later: 0,
    apex: 1_000_000,
};
