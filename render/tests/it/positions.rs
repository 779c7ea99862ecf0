//! The showcases of all games: positions that show many features, with their last turn.

use render::Scene;
use rules::{Kind, Showcase};

use crate::play::Moment;

/// Returns every showcase of every game.
pub(crate) fn all() -> impl Iterator<Item = (Kind, &'static Showcase)> {
    Kind::ALL.iter().flat_map(|&kind| kind.showcase().iter().map(move |showcase| (kind, showcase)))
}

/// Sets up the showcase with this name.
#[track_caller]
pub(crate) fn named(name: &str) -> Moment {
    let (kind, showcase) = all().find(|(_, showcase)| showcase.name == name).expect("a showcase");
    let (table, recent) = showcase.set_up(kind).unwrap();
    Moment { table, recent }
}

/// Returns the scene of a showcase for its viewer.
pub(crate) fn scene(kind: Kind, showcase: &Showcase) -> Scene {
    let (table, recent) = showcase.set_up(kind).unwrap();
    render::scene(&table, showcase.to, &recent)
}
