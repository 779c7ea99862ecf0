//! The handle, its connections and its threads.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use meters::Meters;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};
use tokio::sync::mpsc;

use crate::{
    error::{StoreError, Unwritable},
    identity,
    job::{Failed, Fate, Job, Work},
    migrate::{check_version, migrate},
    tx::Tx,
};

#[cfg(test)]
mod tests;

/// The most waiting writes that share one commit.
const MOST_IN_A_COMMIT: usize = 64;
/// The most reads or writes that wait. A further one waits for a place in the queue.
const QUEUE: usize = 1024;
/// The cache of the connection that writes, as SQLite counts it: 8 MiB.
pub(crate) const CACHE: i64 = -8 * 1024;
/// How long a command-line tool waits for another process to release the file.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the store waits for the same. Discord wants a response to an interaction within three seconds.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long the check at the start may take for a file that was closed properly. That is enough for about a gigabyte.
const CHECKING: Duration = Duration::from_secs(5);

/// A handle to the database. Clones are cheap and share it. The file is closed when the last clone is dropped and all earlier
/// work is done.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// // A clone is another handle to the same file.
/// let clone = store.clone();
/// clone.write(|tx| tx.set_dm(3.into(), 5.into())).await?;
/// let person = store.read(|tx| tx.person(3.into())).await?;
/// assert_eq!(person.dm, Some(5.into()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<Box<dyn Job>>,
    reader: mpsc::Sender<Box<dyn Job>>,
}

impl Store {
    /// Opens the file and brings its schema up to date. A missing file is created, readable by its owner only.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::TooNew`], [`StoreError::Damaged`] or [`StoreError::LogAlone`] if the file is not
    /// a sound database that this program knows; [`StoreError::NoWal`], [`StoreError::SetUp`] or [`StoreError::Sqlite`] if it
    /// cannot be opened. The file is unchanged then.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_measured(path, Meters::default()).await
    }

    /// Opens the file like [`Store::open`], and records every commit in these meters.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub async fn open_measured(path: &Path, meters: Meters) -> Result<Store, StoreError> {
        Store::open_patiently(path, PATIENCE, meters).await
    }

    async fn open_patiently(path: &Path, patience: Duration, meters: Meters) -> Result<Store, StoreError> {
        let path = path.to_owned();
        let opened = tokio::task::spawn_blocking(move || -> Result<_, StoreError> {
            if path.exists() {
                examine(&path, patience)?;
            } else {
                create(&path)?;
                tracing::info!("made a new database at {}", path.display());
            }
            let mut writing = connect(&path, patience)?;
            migrate(&mut writing)?;
            // A step of the boards' daily work touches about 1,500 pages, more than the 2 MiB of SQLite's own limit hold.
            writing.pragma_update(None, "cache_size", CACHE)?;
            // SQLite keeps a copy of the pages that a statement changes, to be able to undo it. In memory they cost no write to a file.
            writing.pragma_update(None, "temp_store", "MEMORY")?;
            let reading = connect(&path, patience)?;
            reading.pragma_update(None, "query_only", true)?;
            Ok((writing, reading))
        });
        let (writing, reading) = opened.await.map_err(|_| StoreError::Panicked)??;
        let (writer, writes) = mpsc::channel(QUEUE);
        let (reader, reads) = mpsc::channel(QUEUE);
        spawn("store-write", move || write_all(writing, writes, patience, &meters))?;
        spawn("store-read", move || read_all(reading, reads))?;
        Ok(Store { writer, reader })
    }

    /// Runs a transaction and returns when it is on disk. After an error, nothing of it is kept. Once the work is in the queue
    /// it runs, even if the caller stops waiting.
    ///
    /// The closure must return the store's errors to its caller: after some of them, such as a full disk, SQLite has rolled the
    /// transaction back.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, _) = world().await?;
    /// use data::StoreError;
    ///
    /// let failed = store.write(|tx| {
    ///     tx.set_dm(3.into(), 5.into())?;
    ///     Err::<(), _>(StoreError::Busy)
    /// }).await;
    /// assert!(failed.is_err());
    /// // Nothing of the failed transaction is kept.
    /// assert_eq!(store.read(|tx| tx.person(3.into())).await?.dm, None);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The closure's error; [`StoreError::NotCommitted`] if the commit failed; [`StoreError::Panicked`] if the closure
    /// panicked; [`StoreError::Closed`].
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        run(&self.writer, work).await
    }

    /// Runs a read on the state of the last commit, which includes every acknowledged write.
    ///
    /// # Errors
    /// The closure's error; [`StoreError::Panicked`] if the closure panicked; [`StoreError::Closed`].
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        run(&self.reader, work).await
    }
}

async fn run<T, E>(
    queue: &mpsc::Sender<Box<dyn Job>>,
    work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let (job, answer) = Work::new(work);
    queue.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
    answer.await.map_err(|_| StoreError::Closed)?
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
fn create(path: &Path) -> Result<(), StoreError> {
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

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map_err(StoreError::SetUp)?;
    Ok(())
}

fn write_all(
    mut connection: Connection,
    mut jobs: mpsc::Receiver<Box<dyn Job>>,
    patience: Duration,
    meters: &Meters,
) {
    while let Some(first) = jobs.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MOST_IN_A_COMMIT
            && let Ok(next) = jobs.try_recv()
        {
            batch.push(next);
        }
        let begun = Instant::now();
        let committed = commit(&mut connection, &mut batch);
        match &committed {
            Ok(()) => meters.committed(begun.elapsed()),
            Err(_) => meters.commit_failed(),
        }
        // If another process holds the file for long, later writes fail at once instead of waiting as well.
        let locked = committed.as_ref().is_err_and(|failed| failed.unwritable == Some(Unwritable::Locked));
        if let Err(error) = connection.busy_timeout(if locked { Duration::ZERO } else { patience }) {
            tracing::error!("failed to set the busy timeout: {error}");
        }
        if let Err(Failed { why, .. }) = &committed {
            tracing::error!(transactions = batch.len(), "commit failed: {why}");
        }
        for (index, job) in batch.into_iter().enumerate() {
            job.answer(match &committed {
                Ok(()) => Fate::Settled,
                Err(failed) if failed.under == Some(index) => Fate::Undone(failed),
                Err(failed) => Fate::Lost(failed),
            });
        }
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
    let keep = job.run(&Tx { sql });
    // After a full disk or an I/O error the transaction can be gone. Further statements would then commit one by one.
    if sql.is_autocommit() {
        let why = "SQLite undid the transaction, as for a full disk".to_owned();
        return Err(Failed { why, unwritable: Some(Unwritable::Disk), under: Some(index) });
    }
    Ok(keep)
}

fn read_all(mut connection: Connection, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(mut job) = jobs.blocking_recv() {
        // One read transaction, so that several queries see the same state.
        match Transaction::new(&mut connection, TransactionBehavior::Deferred) {
            Ok(begun) => {
                job.run(&Tx { sql: &begun });
                drop(begun);
                job.answer(Fate::Settled);
            }
            Err(error) => job.answer(Fate::Lost(&error.into())),
        }
    }
}
