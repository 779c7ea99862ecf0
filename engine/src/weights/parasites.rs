//! How machines play Parasites.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[300, 13, 21, 20, 18, 0, -2, -7, -13, -4, 16, 2, -26, -11, 6, 20, 0],
    minimax: 0,
    noise: 28,
    later: 50,
    apex: 500_000,
};
