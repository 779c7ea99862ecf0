//! The handle, the connections and the threads behind it.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    thread,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::mpsc;

use crate::{
    StoreError, Unwritable, identity,
    job::{Fate, Job, Work},
    migrate::{check_version, migrate},
};

#[cfg(test)]
mod tests;

/// How many waiting writes share one commit at the most.
const MOST_IN_A_COMMIT: usize = 64;
/// How many reads or writes may wait; a further one waits for a place.
const QUEUE: usize = 1024;
/// How long a tool waits for another process to let go of the file.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the store waits for that. Discord has an interaction answered within three seconds.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long a file that was closed properly is checked when it is opened. A gigabyte takes about as long.
const CHECKING: Duration = Duration::from_secs(5);

/// One transaction or one consistent read; its methods are the queries.
pub struct Tx<'c> {
    pub(crate) sql: &'c Connection,
}

/// A handle on the database; clones are cheap and share it. The file is closed when the last one is gone and what was
/// asked for before is done.
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<Box<dyn Job>>,
    reader: mpsc::Sender<Box<dyn Job>>,
}

impl Store {
    /// Opens the file, creating it (for the eyes of its owner only) if there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database of this program, was written by a later one, or is damaged. Nothing is
    /// changed then.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_patiently(path, PATIENCE).await
    }

    async fn open_patiently(path: &Path, patience: Duration) -> Result<Store, StoreError> {
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
            let reading = connect(&path, patience)?;
            reading.pragma_update(None, "query_only", true)?;
            Ok((writing, reading))
        });
        let (writing, reading) = opened.await.map_err(|_| StoreError::Panicked)??;
        let (writer, writes) = mpsc::channel(QUEUE);
        let (reader, reads) = mpsc::channel(QUEUE);
        spawn("store-write", move || write_all(writing, writes, patience))?;
        spawn("store-read", move || read_all(reading, reads))?;
        Ok(Store { writer, reader })
    }

    /// Runs a transaction. The answer comes when it is on disk; an error means that nothing of it stays. Once it waits in
    /// the queue it runs, also when the caller stops waiting.
    ///
    /// The closure must hand on the errors of the store: after some, such as a full disk, SQLite has undone the transaction.
    ///
    /// # Errors
    /// What the closure returns; [`StoreError::NotCommitted`] when the commit failed; [`StoreError::Panicked`].
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

    /// Runs a read on the state of the last commit, which holds whatever has been acknowledged before.
    ///
    /// # Errors
    /// What the closure returns; [`StoreError::Panicked`].
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

/// Makes sure that a file is a database of this program, of a version known here, and sound.
fn examine(path: &Path, patience: Duration) -> Result<(), StoreError> {
    // After a crash there is something in the log. The file may be damaged then, so it is checked to the end, however long that takes.
    let closed_properly = !identity::has_log(path);
    let sql = identity::open(path, patience)?;
    check_version(&sql)?;
    if !identity::quick_check(&sql, closed_properly.then_some(CHECKING))? {
        tracing::info!("a part of the database was checked in {CHECKING:?}; petri verify checks all of it");
    }
    Ok(())
}

/// Creates a database that only its owner may read; SQLite gives its side files the same mode. It gets its name when it is
/// complete, so that no crash leaves an empty file, which would be refused.
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
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map_err(StoreError::SetUp)?;
    Ok(())
}

fn write_all(mut connection: Connection, mut jobs: mpsc::Receiver<Box<dyn Job>>, patience: Duration) {
    while let Some(first) = jobs.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MOST_IN_A_COMMIT
            && let Ok(next) = jobs.try_recv()
        {
            batch.push(next);
        }
        let committed = commit(&mut connection, &mut batch);
        // Whoever comes while another process holds the file for long does not wait for it as well, but is told at once.
        let locked = committed.as_ref().is_err_and(|failed| failed.unwritable == Some(Unwritable::Locked));
        if let Err(error) = connection.busy_timeout(if locked { Duration::ZERO } else { patience }) {
            tracing::error!(%error, "how long to wait for other programs cannot be set");
        }
        if let Err(Failed { why, .. }) = &committed {
            tracing::error!(why, "a commit of {} transactions failed: {why}", batch.len());
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

/// Why none of a batch is on disk.
#[derive(Debug)]
pub(crate) struct Failed {
    why: String,
    unwritable: Option<Unwritable>,
    /// The job whose statement made SQLite undo everything, if one did.
    under: Option<usize>,
}

impl Failed {
    /// What those are told whose own work was good.
    pub(crate) fn error(&self) -> StoreError {
        StoreError::NotCommitted { why: self.why.clone(), unwritable: self.unwritable }
    }
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Self {
        Failed { why: error.to_string(), unwritable: Unwritable::of(&error), under: None }
    }
}

/// Runs the jobs in one transaction, each in a savepoint of its own, so that one that fails takes nothing with it.
fn commit(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> Result<(), Failed> {
    let mut begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (index, job) in batch.iter_mut().enumerate() {
        let savepoint = begun.savepoint()?;
        let keep = job.run(&Tx { sql: &savepoint });
        // After a full disk or an I/O error the transaction can be gone: further statements would each be their own.
        if savepoint.is_autocommit() {
            let why = "SQLite undid the transaction, as for a full disk".to_owned();
            return Err(Failed { why, unwritable: Some(Unwritable::Disk), under: Some(index) });
        }
        if keep {
            savepoint.commit()?;
        } else {
            savepoint.finish()?;
        }
    }
    Ok(begun.commit()?)
}

fn read_all(mut connection: Connection, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(mut job) = jobs.blocking_recv() {
        // A read transaction, so that several queries see the same state.
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
