//! The notes by which a session says what it did, for those who examine its files.

use std::fmt;

use data::{GameId, InteractionId};

/// The environment variable with the path of the database. The torture program plays a session if it is set.
pub(crate) const FILE: &str = "PETRI_POWER_FILE";
/// The environment variable with the number of moves.
pub(crate) const MOVES: &str = "PETRI_POWER_MOVES";
/// The environment variable with the seed of the moves.
pub(crate) const SEED: &str = "PETRI_POWER_SEED";
/// The name of the database in its folder.
pub(crate) const NAME: &str = "petri.sqlite";

/// Something that the store has acknowledged, or that it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Note {
    Began {
        game: u64,
    },
    Moved {
        game: u64,
        ply: u32,
    },
    /// The post is about to be settled, so it may be.
    Sending {
        game: u64,
        ply: u32,
    },
    Sent {
        game: u64,
        ply: u32,
    },
}

impl Note {
    /// Reads a printed note.
    pub(crate) fn read(line: &str) -> Option<Note> {
        let mut words = line.split_whitespace();
        let (word, game, ply) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        match word {
            "began" => Some(Note::Began { game }),
            "moved" => Some(Note::Moved { game, ply }),
            "sending" => Some(Note::Sending { game, ply }),
            "sent" => Some(Note::Sent { game, ply }),
            _ => None,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, game, ply) = match *self {
            Note::Began { game } => ("began", game, 0),
            Note::Moved { game, ply } => ("moved", game, ply),
            Note::Sending { game, ply } => ("sending", game, ply),
            Note::Sent { game, ply } => ("sent", game, ply),
        };
        write!(f, "{word} {game} {ply}")
    }
}

/// Returns the interaction that made a move.
pub(crate) fn interaction(game: GameId, ply: u32) -> InteractionId {
    (game.get() * 1000 + u64::from(ply)).into()
}
