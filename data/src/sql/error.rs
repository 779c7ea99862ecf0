//! Errors of statements, with what the rest of the store asks about them.

use std::{error::Error as _, io};

use rusqlite::{ErrorCode, ffi::SQLITE_CONSTRAINT_UNIQUE};
use tokio_postgres::error::SqlState;

use super::session::words;
use crate::error::Unwritable;

/// Why a statement failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite failed, or a value has another type than expected. The second is an error of rusqlite with either engine.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL failed.
    #[error("{}", words(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// The system could not give what a connection needs.
    #[error("no connection could be made")]
    NoRuntime(#[source] io::Error),
}

impl Error {
    /// Returns SQLite's code, if SQLite failed.
    pub fn sqlite_error_code(&self) -> Option<ErrorCode> {
        match self {
            Error::Sqlite(error) => error.sqlite_error_code(),
            Error::Postgres(_) | Error::NoRuntime(_) => None,
        }
    }

    /// Returns whether a row with the same unique values exists.
    pub(crate) fn is_duplicate(&self) -> bool {
        match self {
            Error::Sqlite(rusqlite::Error::SqliteFailure(failure, _)) => {
                failure.extended_code == SQLITE_CONSTRAINT_UNIQUE
            }
            Error::Sqlite(_) | Error::NoRuntime(_) => false,
            Error::Postgres(error) => error.code() == Some(&SqlState::UNIQUE_VIOLATION),
        }
    }

    /// Returns why nothing can be written at present, if this error says so.
    pub(crate) fn unwritable(&self) -> Option<Unwritable> {
        match self {
            Error::Sqlite(error) => match error.sqlite_error_code()? {
                ErrorCode::DiskFull | ErrorCode::SystemIoFailure => Some(Unwritable::Disk),
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(Unwritable::Locked),
                ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
                    Some(Unwritable::ReadOnly)
                }
                _ => None,
            },
            Error::Postgres(error) => match error.code() {
                // The connection broke, or there was none.
                None => {
                    let of_network = error.source().is_some_and(|source| source.is::<io::Error>());
                    (of_network || error.is_closed()).then_some(Unwritable::Unreachable)
                }
                Some(state) if *state == SqlState::DISK_FULL => Some(Unwritable::Disk),
                // A transaction that waits for a standby keeps its locks.
                Some(state) if *state == SqlState::LOCK_NOT_AVAILABLE => Some(Unwritable::Locked),
                Some(state) if *state == SqlState::READ_ONLY_SQL_TRANSACTION => Some(Unwritable::ReadOnly),
                // Connection exceptions, and a server that shuts down or starts.
                Some(state) if ["08", "57P"].iter().any(|class| state.code().starts_with(class)) => {
                    Some(Unwritable::Unreachable)
                }
                // The server gave up on a store that was stopped in a transaction.
                Some(state) if *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => {
                    Some(Unwritable::Unreachable)
                }
                Some(_) => None,
            },
            Error::NoRuntime(_) => None,
        }
    }

    /// Returns whether the database is damaged.
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            Error::NoRuntime(_) => false,
            Error::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ),
            Error::Postgres(error) => error
                .code()
                .is_some_and(|state| [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(state)),
        }
    }

    /// Returns whether the server refuses the user or the password.
    pub(crate) fn is_refused_login(&self) -> bool {
        matches!(self, Error::Postgres(error) if error.code().is_some_and(|state| state.code().starts_with("28")))
    }

    /// Returns whether PostgreSQL undid the transaction because of others at the same time, so that it can be tried again.
    pub(crate) fn is_conflict(&self) -> bool {
        match self {
            Error::Sqlite(_) | Error::NoRuntime(_) => false,
            Error::Postgres(error) => error.code().is_some_and(|state| {
                [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(state)
            }),
        }
    }
}
