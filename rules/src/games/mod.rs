//! The games, one folder each, and the only lists of them in the workspace.
//!
//! To add a game, add a folder here, a file in `render/src/games` and a line in [`for_each_game`].

pub mod parasites;
pub mod plankton_synapse;
pub mod protozoa;
pub mod semiosphere;
pub mod stract;

/// Calls the macro `$then` with all games, one line `Type, module;` each.
///
/// The type is in `rules::games::<module>`, and its scene is `render::games::<module>::scene`.
///
/// # Examples
///
/// ```
/// macro_rules! modules {
///     ($($name:ident, $module:ident;)+) => { [$(stringify!($module)),+] };
/// }
/// let modules = rules::for_each_game!(modules);
/// assert_eq!(modules.len(), rules::Kind::ALL.len());
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($then:ident) => {
        $then! {
            Parasites, parasites;
            PlanktonSynapse, plankton_synapse;
            Protozoa, protozoa;
            Semiosphere, semiosphere;
            Stract, stract;
        }
    };
}

/// Calls the macro `$then` with the games that machines can play, as [`for_each_game`] does with all games. Their types implement
/// [`Searchable`](crate::Searchable).
#[macro_export]
macro_rules! for_each_searchable_game {
    ($then:ident) => {
        $then! {
            Parasites, parasites;
            PlanktonSynapse, plankton_synapse;
            Protozoa, protozoa;
            Semiosphere, semiosphere;
            Stract, stract;
        }
    };
}

pub(crate) use for_each_game;
pub(crate) use for_each_searchable_game;
