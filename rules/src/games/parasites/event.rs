//! What happens in a game of Parasites.

use crate::{Seat, grid::Square};

use super::Caste;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A queen was placed.
    Placed {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Square,
    },
    /// A parasite created another one.
    Created {
        /// Who did it.
        seat: Seat,
        /// Where the one stands that created.
        from: Square,
        /// Where the new one stands.
        to: Square,
        /// What the new one is.
        caste: Caste,
    },
    /// Parasites of one owner were beaten in one wave of a fight: they are colonies now.
    Eaten {
        /// Whose colonies they are.
        seat: Seat,
        /// Whose they were.
        owner: Seat,
        /// Where they stand and what they were, row by row from below; at least one.
        parasites: Vec<(Square, Caste)>,
    },
    /// A seat lost its queen and is out; what it had left changed hands.
    Fallen {
        /// Which seat.
        seat: Seat,
        /// Who ate the queen.
        army: Seat,
        /// What changed hands as it is, row by row from below.
        parasites: Vec<(Square, Caste)>,
    },
    /// A parasite became a colony.
    Transformed {
        /// Whose it is.
        seat: Seat,
        /// Where it stands.
        at: Square,
        /// What it was.
        caste: Caste,
    },
    /// A turn was passed.
    Passed {
        /// Whose.
        seat: Seat,
        /// How many turns have been passed in a row, this one included.
        passes: u8,
        /// How many in a row end the game.
        seats: u8,
    },
    /// A turn with creations is over.
    TurnEnded {
        /// Whose.
        seat: Seat,
        /// Whether it ended by itself, as nothing more could be created.
        exhausted: bool,
    },
    /// The turn of a seat that has left went by.
    Skipped {
        /// Which seat.
        seat: Seat,
    },
}
