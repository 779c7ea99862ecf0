//! Checks whether a file is a sound database of this program. It changes nothing, but undoes what a power loss cut short in such a file.

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::StoreError;

/// The application id of Petri's databases: "Ptri". Migration 6 writes it.
const APPLICATION_ID: u32 = 0x5074_7269;
/// The same of a database whose content was moved to another one: "Ptrm".
const MOVED: u32 = 0x5074_726d;
/// Tables that every database of Petri has. The first versions had no application id.
const TABLES: &str = "'game', 'guest', 'seat', 'move', 'outbox'";
/// The number of SQLite's steps between two looks at the time.
const STEPS: i32 = 1000;

/// Opens a file for reading and checks that it is a database of this program.
///
/// # Errors
/// [`StoreError::NotOurs`] if it is not; [`StoreError::MovedAway`] if its content is elsewhere; [`StoreError::Database`] if it cannot be read.
pub(crate) fn open(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let not_ours = |why: String| StoreError::NotOurs { path: path.to_owned(), why };
    // SQLite treats an empty file as an empty database.
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0) {
        return Err(not_ours("it is empty".to_owned()));
    }
    if beside(path, "-journal").exists() && names_petri(path) {
        roll_back(path, patience)?;
    }
    // Read-only: a connection that can write would complete what another program left half done in a file of its own.
    let sql = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    sql.busy_timeout(patience)?;
    let id: u32 = match sql.pragma_query_value(None, "application_id", |row| row.get::<_, i32>(0)) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(not_ours("it is no SQLite database".to_owned()));
        }
        id => id?.cast_unsigned(),
    };
    match id {
        APPLICATION_ID => return Ok(sql),
        0 => {}
        MOVED => return Err(StoreError::MovedAway(path.to_owned())),
        other => return Err(not_ours(format!("it belongs to another program (application id {other:#x})"))),
    }
    let tables = format!("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ({TABLES})");
    let found = sql.query_row(&tables, [], |row| row.get::<_, u32>(0))?;
    if found as usize == TABLES.split(',').count() {
        Ok(sql)
    } else {
        Err(not_ours("it is an SQLite database, but not one of Petri".to_owned()))
    }
}

/// Makes every program reject a file from now on, because its content is elsewhere.
pub(crate) fn mark_as_moved(sql: &Connection) -> rusqlite::Result<()> {
    sql.pragma_update(None, "application_id", MOVED)
}

/// Returns whether the header of a file names this program, which can be read while the rest waits to be rolled back.
fn names_petri(path: &Path) -> bool {
    /// The place of the application id in the header of SQLite's files.
    const PLACE: u64 = 68;
    let mut id = [0; 4];
    let read = File::open(path).and_then(|file| file.read_exact_at(&mut id, PLACE));
    read.is_ok() && u32::from_be_bytes(id) == APPLICATION_ID
}

/// Undoes a change that a power loss cut short, if its journal is complete. SQLite uses a journal while a file has no write-ahead log
/// yet, and a connection that only reads rejects the file until it is rolled back.
fn roll_back(path: &Path, patience: Duration) -> Result<(), StoreError> {
    let sql = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    sql.busy_timeout(patience)?;
    sql.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(())
}

/// Checks the structure of a file for about as long as `limit`. Returns whether the check was complete.
///
/// # Errors
/// [`StoreError::Damaged`] with the first fault; [`StoreError::Database`] if the file cannot be read.
pub(crate) fn quick_check(sql: &Connection, limit: Option<Duration>) -> Result<bool, StoreError> {
    let begun = Instant::now();
    sql.progress_handler(STEPS, limit.map(|limit| move || begun.elapsed() > limit))?;
    let checked = sql.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match checked {
        Ok(verdict) if verdict == "ok" => Ok(true),
        Ok(damage) => Err(StoreError::Damaged(damage)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns whether the write-ahead log of a database has content, as it has during use and after a crash.
pub(crate) fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Returns the path of a side file, whose name has an ending added.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_stops_at_its_time_limit() {
        let sql = Connection::open_in_memory().unwrap();
        let rows = "CREATE TABLE t (x TEXT);
                    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000)
                    INSERT INTO t SELECT n FROM n";
        sql.execute_batch(rows).unwrap();
        assert!(!quick_check(&sql, Some(Duration::ZERO)).unwrap());
        assert!(quick_check(&sql, None).unwrap());
        assert!(quick_check(&sql, Some(Duration::MAX)).unwrap());
    }
}
