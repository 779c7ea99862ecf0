//! Errors of the store.

use std::path::PathBuf;

use crate::{ids::GameId, sql};

/// Why nothing can be written to the database at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// The disk is full or failing.
    Disk,
    /// Another program has locked the file.
    Locked,
    /// The file, its folder or the database server is read-only.
    ReadOnly,
    /// The database server cannot be reached.
    Unreachable,
}

/// Why a read or a transaction failed. A failed transaction leaves nothing behind.
///
/// ```
/// use data::StoreError;
///
/// let busy = StoreError::Busy;
/// assert!(busy.may_pass() && !busy.is_damage() && !busy.is_broken_record());
/// assert!(StoreError::Damaged("page 7 is missing".to_owned()).is_damage());
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The game does not exist, or it is not in the expected state.
    #[error("there is no such game or lobby ({0})")]
    NoSuchGame(GameId),
    /// The lobby was closed, or its game has begun.
    #[error("the lobby of game {0} was closed, or its game has begun")]
    LobbyClosed(GameId),
    /// The channel has another lobby or running game.
    #[error("the channel has a game already")]
    ChannelTaken,
    /// The rules of this program do not replay the stored record as it was played.
    #[error("the record of game {game} breaks off at ply {ply}: {why}")]
    BrokenRecord {
        /// The game with the record.
        game: GameId,
        /// The first refused entry, or the last entry if the final position differs; 0 for the setup.
        ply: u32,
        /// A description of the fault.
        why: String,
    },
    /// A later version of the program wrote the file.
    #[error(
        "the database is of version {found}, but this program knows versions up to {known} only; use a newer program"
    )]
    TooNew {
        /// The schema version of the file.
        found: usize,
        /// The newest schema version that this program knows.
        known: usize,
    },
    /// An earlier version of the program wrote the file, and it has not been brought up to date.
    #[error(
        "the database is of version {found}, and this program works with version {known}; start the bot once, which brings it up to date"
    )]
    TooOld {
        /// The schema version of the file.
        found: usize,
        /// The schema version that this program works with.
        known: usize,
    },
    /// The file does not exist.
    #[error("there is no database at {}", .0.display())]
    NotThere(PathBuf),
    /// The file is not a database of this program.
    #[error("{} is not Petri's database: {why}", path.display())]
    NotOurs {
        /// The path of the file.
        path: PathBuf,
        /// A description of its actual content.
        why: String,
    },
    /// The games of the file were moved to another database.
    #[error("the games of {} were moved to another database", .0.display())]
    MovedAway(PathBuf),
    /// The file is gone but its write-ahead log exists. A new database would use that log as its own.
    #[error("{} is gone, but the log beside it is still there", .0.display())]
    LogAlone(PathBuf),
    /// The file is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Another program uses the file.
    #[error("the database is in use")]
    Busy,
    /// A stored text is not one that this program writes.
    #[error("a stored {0} cannot be read")]
    Unreadable(&'static str),
    /// The database failed: disk full, file locked, connection lost, and the like.
    #[error("the database failed: {0}")]
    Database(#[from] sql::Error),
    /// A migration of the schema failed.
    #[error("the database could not be brought up to date")]
    Migration(#[source] rusqlite_migration::Error),
    /// The address of a database server cannot be read. The error does not quote it, because it can have a password.
    #[error("the address of the database cannot be read")]
    Address(#[source] tokio_postgres::Error),
    /// The certificates that a server is checked with cannot be read.
    #[error("the certificates in {} cannot be read: {why}", path.display())]
    Certificates {
        /// The file that `sslrootcert` names.
        path: PathBuf,
        /// A description of the fault.
        why: String,
    },
    /// The database of a server is not fit for this program.
    #[error("{0}")]
    Unfit(String),
    /// The new database has content already.
    #[error("{0} is not empty")]
    NotEmpty(String),
    /// Something in a copied database differs from the original, or a game in it does not replay.
    #[error("the copy is not the same: {0}")]
    BrokenCopy(String),
    /// The disk of the file cannot do write-ahead logging. Shared network folders cannot.
    #[error("the database stays in journal mode {0}, but must be able to use WAL; put it on a local disk")]
    NoWal(String),
    /// A copy could not be written.
    #[error("no copy could be made at {}", path.display())]
    Copy {
        /// The path of the copy.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file could not be created, or the system could not start a thread.
    #[error("the store could not be set up")]
    SetUp(#[source] std::io::Error),
    /// The transaction, or another one in the same commit, could not be written to disk. It can be tried again.
    #[error("the transaction was not committed: {why}")]
    NotCommitted {
        /// The message of the database.
        why: String,
        /// The kind of failure, if nothing at all can be written at present.
        unwritable: Option<Unwritable>,
    },
    /// The closure panicked. The panic was reported where it happened.
    #[error("the transaction panicked")]
    Panicked,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Converts the error of giving a channel to a game. The only unique index that such a statement can violate is
    /// `game_channel`.
    pub(crate) fn of_channel(error: sql::Error) -> StoreError {
        if error.is_duplicate() { StoreError::ChannelTaken } else { error.into() }
    }

    /// Returns whether the transaction itself is fine, so that the same one may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::NotCommitted { .. } | StoreError::Busy) || self.unwritable().is_some()
    }

    /// Returns why nothing can be written to the database at present, if this error says so.
    pub fn unwritable(&self) -> Option<Unwritable> {
        match self {
            StoreError::Database(error) => error.unwritable(),
            StoreError::NotCommitted { unwritable, .. } => *unwritable,
            _ => None,
        }
    }

    /// Returns whether one game's record is at fault. That game stops, and the others are not affected.
    pub const fn is_broken_record(&self) -> bool {
        matches!(self, StoreError::BrokenRecord { .. })
    }

    /// Returns whether the database server refuses the user or the password.
    pub fn is_refused_login(&self) -> bool {
        matches!(self, StoreError::Database(error) if error.is_refused_login())
    }

    /// Returns whether the file is damaged or not a database.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged(_) => true,
            StoreError::Database(error) => error.is_damage(),
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.into())
    }
}
