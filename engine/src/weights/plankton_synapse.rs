//! How machines play Plankton Synapse.

use super::Profile;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[10, 10, 25, 25, 60, 25, 30, 45, 40, 250, -50, -20, 1, 3, 10, 30, 200, 10, 1],
    minimax: 30,
    noise: 100,
    later: 10,
    apex: 1_000_000,
};
