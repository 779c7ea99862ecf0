//! The events of a game of Parasites.

use crate::{Seat, grid::Square};

use super::caste::Caste;

/// Something that happens in a game of Parasites.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A seat placed its queen.
    Placed {
        /// The owner of the queen.
        seat: Seat,
        /// The square of the queen.
        at: Square,
    },
    /// A parasite created another one.
    Created {
        /// The seat that created it.
        seat: Seat,
        /// The square of the creator.
        from: Square,
        /// The square of the new parasite.
        to: Square,
        /// The caste of the new parasite.
        caste: Caste,
    },
    /// Parasites of one owner were beaten in one wave of a fight and are now colonies of another seat.
    Eaten {
        /// The owner of the new colonies.
        seat: Seat,
        /// The owner before the fight.
        owner: Seat,
        /// The number of the wave in its fight, from 1.
        wave: u16,
        /// The squares and the former castes, row by row from below; at least one.
        parasites: Vec<(Square, Caste)>,
    },
    /// A seat lost its queen and is eliminated. Its remaining parasites changed hands.
    Fallen {
        /// The seat that lost its queen.
        seat: Seat,
        /// The seat that ate the queen.
        army: Seat,
        /// The parasites that changed hands, unchanged in caste, row by row from below.
        parasites: Vec<(Square, Caste)>,
    },
    /// A parasite became a colony.
    Transformed {
        /// The owner of the parasite.
        seat: Seat,
        /// The square of the parasite.
        at: Square,
        /// Its caste before.
        caste: Caste,
    },
    /// A seat passed its turn.
    Passed {
        /// The seat that passed.
        seat: Seat,
        /// The number of turns passed in a row, including this one.
        passes: u8,
        /// The number of passes in a row that ends the game.
        seats: u8,
    },
    /// A turn with creations ended.
    TurnEnded {
        /// The seat whose turn it was.
        seat: Seat,
        /// Whether the turn ended by itself because nothing more could be created.
        exhausted: bool,
    },
    /// The turn of a seat that has left was skipped.
    Skipped {
        /// The seat that has left.
        seat: Seat,
    },
}
