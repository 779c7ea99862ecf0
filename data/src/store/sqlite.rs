//! The store's connections to an SQLite file.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};

use super::{Reader, Writer};
use crate::{
    error::{StoreError, Unwritable},
    identity,
    job::{Failed, Job},
    migrate::{check_version, migrate},
    slices::Slices,
    sql::Sql,
    tx::Tx,
};

/// The cache of the connection that writes, as SQLite counts it: 8 MiB.
pub(crate) const CACHE: i64 = -8 * 1024;
/// How long the check at the start may take for a file that was closed properly. That is enough for about a gigabyte.
const CHECKING: Duration = Duration::from_secs(5);

/// The connection that writes.
pub(super) struct Writing {
    connection: Connection,
    /// How long it waits for another process to release the file.
    patience: Duration,
}

/// The connection that reads.
pub(super) struct Reading {
    connection: Connection,
}

/// Opens or creates a file, and brings it up to date.
pub(super) fn open(path: &Path, patience: Duration) -> Result<(Writing, Reading), StoreError> {
    if path.exists() {
        examine(path, patience)?;
    } else {
        create(path)?;
        tracing::info!("made a new database at {}", path.display());
    }
    let mut writing = connect(path, patience)?;
    migrate(&mut writing)?;
    // A step of the boards' daily work touches about 1,500 pages, more than the 2 MiB of SQLite's own limit hold.
    writing.pragma_update(None, "cache_size", CACHE)?;
    // SQLite keeps a copy of the pages that a statement changes, to be able to undo it. In memory they cost no write to a file.
    writing.pragma_update(None, "temp_store", "MEMORY")?;
    let reading = connect(path, patience)?;
    reading.pragma_update(None, "query_only", true)?;
    Ok((Writing { connection: writing, patience }, Reading { connection: reading }))
}

/// Checks that a file is a database of this program, of a known version, and sound.
fn examine(path: &Path, patience: Duration) -> Result<(), StoreError> {
    // A log with content means a crash. The file may be damaged, so the check is not cut short.
    let closed_properly = !identity::has_log(path);
    let sql = identity::open(path, patience)?;
    check_version(&sql)?;
    if !identity::quick_check(&sql, closed_properly.then_some(CHECKING))? {
        tracing::info!("checked a part of the database in {CHECKING:?}; run `petri verify` for a full check");
    }
    Ok(())
}

/// Creates a database that only its owner can read. SQLite gives its side files the same mode. The file gets its name when it
/// is complete, so a crash never leaves an empty file, which would be rejected.
pub(crate) fn create(path: &Path) -> Result<(), StoreError> {
    if identity::has_log(path) {
        return Err(StoreError::LogAlone(path.to_owned()));
    }
    let new = identity::beside(path, ".new");
    for end in ["", "-journal"] {
        match fs::remove_file(identity::beside(&new, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(StoreError::SetUp(error)),
            _ => {}
        }
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new).map_err(StoreError::SetUp)?;
    migrate(&mut Connection::open(&new)?)?;
    fs::rename(&new, path).map_err(StoreError::SetUp)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(StoreError::SetUp)
}

fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    check_version(&connection)?;
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::NoWal(mode));
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Otherwise SQLite prepares a statement with `LIMIT ?` again each time it gets a number.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

impl Writer for Writing {
    fn commit(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Failed> {
        let committed = commit(&mut self.connection, batch);
        // If another process holds the file for long, later writes fail at once instead of waiting as well.
        let locked = committed.as_ref().is_err_and(|failed| failed.unwritable == Some(Unwritable::Locked));
        if let Err(error) = self.connection.busy_timeout(if locked { Duration::ZERO } else { self.patience })
        {
            tracing::error!("failed to set the busy timeout: {error}");
        }
        committed
    }
}

impl Reader for Reading {
    fn read(&mut self, job: &mut dyn Job) -> Result<(), Failed> {
        // One read transaction, so that several queries see the same state.
        let begun = Transaction::new(&mut self.connection, TransactionBehavior::Deferred)?;
        job.run(&Tx { sql: Sql::Sqlite(&begun), slices: Slices::ALL });
        Ok(())
    }
}

/// Runs the jobs in one transaction. Each of several jobs has its own savepoint, so that a failing job undoes only its own work. A
/// lone job needs none: within a savepoint SQLite copies every page before it changes it.
fn commit(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> Result<(), Failed> {
    let mut begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let [job] = batch {
        let keep = run_job(job.as_mut(), &begun, 0)?;
        if keep {
            begun.commit()?;
        } else {
            begun.rollback()?;
        }
        return Ok(());
    }
    for (index, job) in batch.iter_mut().enumerate() {
        let savepoint = begun.savepoint()?;
        if run_job(job.as_mut(), &savepoint, index)? {
            savepoint.commit()?;
        } else {
            savepoint.finish()?;
        }
    }
    Ok(begun.commit()?)
}

/// Runs one job of a transaction and returns whether its writes should be kept.
fn run_job(job: &mut dyn Job, sql: &Connection, index: usize) -> Result<bool, Failed> {
    let keep = job.run(&Tx { sql: Sql::Sqlite(sql), slices: Slices::ALL });
    // After a full disk or an I/O error the transaction can be gone. Further statements would then commit one by one.
    if sql.is_autocommit() {
        let why = "SQLite undid the transaction, as for a full disk".to_owned();
        return Err(Failed { why, unwritable: Some(Unwritable::Disk), under: Some(index) });
    }
    Ok(keep)
}
