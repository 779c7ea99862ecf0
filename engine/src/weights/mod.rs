//! How machines play each game: the weights of its features, and what a search of it needs.

use rules::{Feature, Kind, Searchable, games};

use crate::{levels::Level, lines::Breadth};

mod file;
mod parasites;
mod plankton_synapse;
mod protozoa;
mod semiosphere;
mod stract;

pub use file::{Weights, WeightsError};

/// How machines play one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Profile {
    /// The worth of each feature in hundredths of a point, in the order of [`Searchable::FEATURES`]. A side that is one point
    /// ahead can expect 73 %.
    pub(crate) weights: &'static [i32],
    /// Other weights for [`Level::Apex`], where it would beat [`Level::Hunter`] by too little with the same.
    pub(crate) apex_weights: Option<&'static [i32]>,
    /// Other weights for [`Level::Apex`] in games of two sides with one seat each, where those for teams would be weaker.
    pub(crate) duel_weights: Option<&'static [i32]>,
    /// Other weights for alpha-beta. It compares positions before the turn of one side with those before the turn of the other, so what a
    /// turn is worth must be among its weights.
    pub(crate) deep_weights: Option<&'static [i32]>,
    /// The part of the minimax value in the value of a position, in percent. The mean of the positions that follow makes up the
    /// rest.
    pub(crate) minimax: u32,
    /// By how many hundredths each level typically misjudges the score of a side, from [`Level::Spore`] to [`Level::Apex`]. Two levels
    /// need different noise where more nodes alone hardly win, as in games that often end in a tie.
    pub(crate) noise: [i32; 5],
    /// The part of the nodes, in percent, that a search keeps for the later moves of the same turn.
    pub(crate) later: u32,
    /// The lowest level that searches by alpha-beta where two sides play, if one does.
    pub(crate) deepens: Option<Level>,
    /// How alpha-beta looks at whole turns. Without this it looks at moves.
    pub(crate) lines: Option<Breadth>,
    /// The number of nodes of [`Level::Apex`].
    pub(crate) apex: u32,
}

impl Profile {
    /// Returns the weights with which a level plays. In a duel each of two sides has one seat. `deepens` is true for alpha-beta.
    pub(crate) fn weights(&self, level: Level, is_duel: bool, deepens: bool) -> &'static [i32] {
        if let Some(weights) = self.deep_weights.filter(|_| deepens) {
            return weights;
        }
        let for_apex = self.duel_weights.filter(|_| is_duel).or(self.apex_weights);
        for_apex.filter(|_| level == Level::Apex).unwrap_or(self.weights)
    }

    /// Returns the number of nodes of a level in this game.
    pub(crate) const fn nodes(&self, level: Level) -> u32 {
        match level {
            Level::Apex => self.apex,
            _ => level.nodes(),
        }
    }

    /// Returns by how many hundredths a level typically misjudges the score of a side.
    pub(crate) const fn noise(&self, level: Level) -> i32 {
        self.noise[level as usize]
    }
}

/// A game for which there is a profile.
pub(crate) trait Profiled: Searchable {
    const PROFILE: Profile;
}

macro_rules! profiles {
    ($($name:ident, $module:ident;)+) => {
        $(
            impl Profiled for games::$module::$name {
                const PROFILE: Profile = {
                    assert!($module::PROFILE.weights.len() == Self::FEATURES.len());
                    if let Some(weights) = $module::PROFILE.apex_weights {
                        assert!(weights.len() == Self::FEATURES.len());
                    }
                    if let Some(weights) = $module::PROFILE.duel_weights {
                        assert!(weights.len() == Self::FEATURES.len());
                    }
                    if let Some(weights) = $module::PROFILE.deep_weights {
                        assert!(weights.len() == Self::FEATURES.len());
                    }
                    $module::PROFILE
                };
            }
        )+

        /// Returns how machines play a game, if they can.
        pub(crate) fn profile(kind: Kind) -> Option<Profile> {
            $(if kind == Kind::$name {
                return Some($module::PROFILE);
            })+
            None
        }

        /// Returns the features of a game. A game that machines cannot play has none.
        pub(crate) fn features(kind: Kind) -> &'static [Feature] {
            $(if kind == Kind::$name {
                return <games::$module::$name as Searchable>::FEATURES;
            })+
            &[]
        }
    };
}

rules::for_each_searchable_game!(profiles);
