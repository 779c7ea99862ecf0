//! What can go wrong in the store.

use std::path::PathBuf;

use rusqlite::{ErrorCode, ffi::SQLITE_CONSTRAINT_UNIQUE};

use crate::GameId;

/// Why nothing can be written to the file at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// The disk is full, or fails.
    Disk,
    /// Another program holds the file.
    Locked,
    /// The file, or its folder, must not be written to.
    ReadOnly,
}

impl Unwritable {
    pub(crate) fn of(error: &rusqlite::Error) -> Option<Unwritable> {
        match error.sqlite_error_code()? {
            ErrorCode::DiskFull | ErrorCode::SystemIoFailure => Some(Unwritable::Disk),
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(Unwritable::Locked),
            ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
                Some(Unwritable::ReadOnly)
            }
            _ => None,
        }
    }
}

/// Why a read or a transaction failed; of a failed transaction nothing stays.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such game, or it is not in the state that was asked for.
    #[error("there is no such game or lobby ({0})")]
    NoSuchGame(GameId),
    /// The game is there, but no lobby any more.
    #[error("the lobby of game {0} was closed, or its game has begun")]
    LobbyClosed(GameId),
    /// Another lobby or running game has the channel.
    #[error("the channel has a game already")]
    ChannelTaken,
    /// The stored record does not come out by the rules of this program as it was played.
    #[error("the record of game {game} breaks off at ply {ply}: {why}")]
    BrokenRecord {
        /// The game.
        game: GameId,
        /// The first entry that was refused, or the last one if it leads elsewhere; 0 for the setup.
        ply: u32,
        /// What is wrong with it.
        why: String,
    },
    /// A later version of the program has written the file.
    #[error(
        "the database is of version {found}, but this program knows versions up to {known} only; use a newer program"
    )]
    TooNew {
        /// The version of the file.
        found: usize,
        /// The newest version known here.
        known: usize,
    },
    /// The file was written by an earlier version of the program and has not been brought up to date.
    #[error(
        "the database is of version {found}, and this program works with version {known}; start the bot once, which brings it up to date"
    )]
    TooOld {
        /// The version of the file.
        found: usize,
        /// The version known here.
        known: usize,
    },
    /// There is no such file.
    #[error("there is no database at {}", .0.display())]
    NotThere(PathBuf),
    /// The file is there and is no database of this program.
    #[error("{} is not Petri's database: {why}", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// Its actual content.
        why: String,
    },
    /// The file is gone, but its write-ahead log is there: a new database would take that for its own.
    #[error("{} is gone, but the log beside it is still there", .0.display())]
    LogAlone(PathBuf),
    /// The file is not sound.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Somebody else uses the file.
    #[error("the database is in use")]
    Busy,
    /// A stored text is not what this program writes.
    #[error("a stored {0} cannot be read")]
    Unreadable(&'static str),
    /// SQLite refused: disk full, file locked, and the like.
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The migrations failed.
    #[error("the database could not be brought up to date")]
    Migration(#[source] rusqlite_migration::Error),
    /// The file's disk cannot do write-ahead logging, as shared folders of a network cannot.
    #[error("the database stays in journal mode {0}, but must be able to use WAL; put it on a local disk")]
    NoWal(String),
    /// A copy could not be written.
    #[error("no copy could be made at {}", path.display())]
    Copy {
        /// Where it was to be.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The file could not be created, or the machine gives no thread.
    #[error("the store could not be set up")]
    SetUp(#[source] std::io::Error),
    /// The transaction, or another one in the same commit, could not be put on disk; it can be tried again.
    #[error("the transaction was not committed: {why}")]
    NotCommitted {
        /// In SQLite's words.
        why: String,
        /// The kind of reason, if it is one that keeps everything from being written.
        unwritable: Option<Unwritable>,
    },
    /// The closure panicked; the panic has been reported where it happened.
    #[error("the transaction panicked")]
    Panicked,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Why a game could not be given its channel: the index `game_channel` is the only one that this can violate.
    pub(crate) fn of_channel(error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::SqliteFailure(failure, _)
                if failure.extended_code == SQLITE_CONSTRAINT_UNIQUE =>
            {
                StoreError::ChannelTaken
            }
            error => error.into(),
        }
    }

    /// Whether nothing is wrong with the transaction itself: the same one may succeed later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::NotCommitted { .. } | StoreError::Busy) || self.unwritable().is_some()
    }

    /// Why nothing can be written to the file at present, if that is what this error says.
    #[must_use]
    pub fn unwritable(&self) -> Option<Unwritable> {
        match self {
            StoreError::Sqlite(error) => Unwritable::of(error),
            StoreError::NotCommitted { unwritable, .. } => *unwritable,
            _ => None,
        }
    }

    /// Whether it is the record of a game that is at fault: that game stands still, and nothing else does.
    #[must_use]
    pub const fn is_broken_record(&self) -> bool {
        matches!(self, StoreError::BrokenRecord { .. })
    }

    /// Whether the file itself is damaged, or is no database.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged(_) => true,
            StoreError::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ),
            _ => false,
        }
    }
}
