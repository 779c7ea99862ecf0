//! The games, one folder each, and the only list of them in the workspace.
//!
//! A further game is a folder here, a file in `render/src/games` and a line in [`for_each_game`](crate::for_each_game).

pub mod parasites;
pub mod plankton_synapse;
pub mod protozoa;
pub mod semiosphere;
pub mod stract;

/// Calls the macro `$then` with all games, a line `Type, module;` each.
///
/// The type lies in `rules::games::<module>`; its scene is `render::games::<module>::scene`.
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
