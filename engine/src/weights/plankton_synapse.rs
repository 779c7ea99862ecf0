//! How machines play Plankton Synapse.

use super::Profile;
use crate::levels::Level;

pub(crate) const PROFILE: Profile = Profile {
    weights: &[18, 21, 4, -2, 18, -22, 18, -2, -4, 72, 40, -10, 4, 3, 2, 72, 57, 48, 3],
    apex_weights: None,
    duel_weights: None,
    deep_weights: None,
    minimax: 30,
    noise: [32, 24, 0, 0, 0],
    later: 10,
    deepens: Some(Level::Hunter),
    lines: None,
    apex: 1_000_000,
};
