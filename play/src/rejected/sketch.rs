//! Why a try-out board was not opened or changed.

use rules::{Kind, ParseError};

/// Why a try-out board was not opened or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SketchRejected {
    /// The running game has hidden information, so it opens when it is over.
    StillSecret {
        /// The kind of game.
        kind: Kind,
    },
    /// The game has no such turn.
    NoSuchTurn {
        /// The number of the last turn.
        last: u32,
    },
    /// A turn was named, and a position text or a new game has none.
    TurnOfPosition,
    /// The text is no position.
    BadPosition {
        /// The game whose position it should be, or `None` for any.
        kind: Option<Kind>,
        /// The error of that game's reader.
        error: Option<ParseError>,
    },
    /// The board was closed or not used for long.
    Gone,
    /// The board belongs to another person, or was posted and stays as it is.
    NotYours,
    /// The board has no room for another move.
    Full {
        /// The most moves of a board.
        most: usize,
    },
}
