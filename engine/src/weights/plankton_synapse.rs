//! How machines play Plankton Synapse.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[6, 19, 17, 24, 44, -5, 3, -2, 38, 74, 8, 1, 12, -10, 0, 22, 26, 18, 0],
    minimax: 30,
    noise: 11,
    later: 10,
    apex: 1_000_000,
};
