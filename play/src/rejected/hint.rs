//! Why a hint was not given.

use rules::Kind;

/// Why a hint was not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HintRejected {
    /// The players have not agreed on hints, and not all others are machines.
    NotAgreed {
        /// Whether the game is rated.
        rated: bool,
    },
    /// A turn was named, and the game is still running.
    StillRunning,
    /// The game has no such turn.
    NoSuchTurn {
        /// The number of the last turn.
        last: u32,
    },
    /// The game was over after that turn.
    NobodyToMove,
    /// Machines cannot play this kind of game.
    NoMachines {
        /// The kind of game.
        kind: Kind,
    },
    /// The person has had all hints of this day.
    TooMany {
        /// The most hints in a day.
        most: u32,
    },
    /// All machines are busy.
    Busy,
}
