//! Maps each event to the changes that a step of a turn shows.

use rules::{Game, Kind, Seat, grid::Square};

use crate::{
    change::Change,
    scene::{Art, Owner, Piece, Scene, State},
};

/// The position before an event, as its viewer saw it.
pub(crate) struct Before<'a, G: Game> {
    pub(crate) kind: Kind,
    pub(crate) view: &'a G::View,
    /// The scene with everything that happened before the event in the same entry of the record.
    pub(crate) scene: &'a Scene,
}

impl<G: Game> Before<'_, G> {
    pub(crate) fn owner(&self, seat: Seat) -> Owner {
        Owner::of(self.kind, seat)
    }

    /// Returns the pieces on a square, without ghosts.
    pub(crate) fn on(&self, square: Square) -> impl Iterator<Item = Piece> {
        self.scene
            .pieces
            .iter()
            .copied()
            .filter(move |piece| piece.on == square && piece.state != State::Ghost)
    }

    /// Returns a piece of a seat on a square.
    pub(crate) fn piece(&self, square: Square, art: Art, seat: Seat) -> Option<Piece> {
        let owner = self.owner(seat);
        self.on(square).find(|piece| (piece.art, piece.owner) == (art, owner))
    }
}

/// The changes of one event.
pub(crate) struct Beat {
    /// Events in a row with the same number above 0 make one step.
    pub(crate) group: u8,
    /// Whether something was captured or lost.
    pub(crate) takes: bool,
    pub(crate) changes: Vec<Change>,
}

impl Beat {
    /// Returns a beat in which nothing is lost.
    pub(crate) fn new(group: u8, changes: impl IntoIterator<Item = Change>) -> Option<Beat> {
        Some(Beat { group, takes: false, changes: changes.into_iter().collect() })
    }

    /// Returns a beat in which something is lost.
    pub(crate) fn taking(group: u8, changes: impl IntoIterator<Item = Change>) -> Option<Beat> {
        Some(Beat { group, takes: true, changes: changes.into_iter().collect() })
    }
}
