//! The handle and the threads behind it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use crate::{StoreError, migrate::migrate};

/// How many waiting writes share one commit at the most.
const MOST_IN_A_COMMIT: usize = 64;
/// How many reads or writes may wait; a further one waits for a place.
const QUEUE: usize = 1024;
/// How long SQLite waits for another process, such as a backup, to let go of the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// One transaction or one consistent read; its methods are the queries.
pub struct Tx<'c> {
    pub(crate) sql: &'c Connection,
}

/// A unit of work: runs inside a transaction, says whether it is to stay, and hands over the answer once that is settled.
type Job = Box<dyn FnOnce(&Tx<'_>) -> Settled + Send>;

struct Settled {
    keep: bool,
    answer: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

/// A handle on the database; clones are cheap and share it. The file is closed when the last one is gone.
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<Job>,
    reader: mpsc::Sender<Job>,
}

impl Store {
    /// Opens the file, creating it if there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or was written by a later program.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        let path = path.to_owned();
        let opened = tokio::task::spawn_blocking(move || -> Result<_, StoreError> {
            let mut writing =
                connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
            migrate(&mut writing)?;
            let reading = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            reading.pragma_update(None, "query_only", true)?;
            Ok((writing, reading))
        });
        let (writing, reading) = opened.await.map_err(|_| StoreError::Closed)??;
        let (writer, writes) = mpsc::channel(QUEUE);
        let (reader, reads) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("store-write".into())
            .spawn(move || write_all(writing, writes))
            .and_then(|_| {
                std::thread::Builder::new().name("store-read".into()).spawn(move || read_all(reading, reads))
            })
            .map_err(|_| StoreError::Closed)?;
        Ok(Store { writer, reader })
    }

    /// Runs a transaction. The answer comes when it is on disk; an error means that nothing of it stays.
    ///
    /// # Errors
    /// What the closure returns, or that the commit failed.
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

    /// Runs a read on the state of the last commit.
    ///
    /// # Errors
    /// What the closure returns.
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
    queue: &mpsc::Sender<Job>,
    work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let job: Job = Box::new(move |tx| {
        let result = work(tx);
        Settled {
            keep: result.is_ok(),
            // Nobody waiting any more is no reason to undo what was committed.
            answer: Box::new(move |settled| {
                let _ = reply.send(result.and_then(|value| settled.map(|()| value).map_err(E::from)));
            }),
        }
    });
    queue.send(job).await.map_err(|_| E::from(StoreError::Closed))?;
    answer.await.map_err(|_| E::from(StoreError::NotCommitted("it was given up".to_owned())))?
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

fn write_all(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MOST_IN_A_COMMIT
            && let Ok(next) = jobs.try_recv()
        {
            batch.push(next);
        }
        let mut settled = Vec::with_capacity(batch.len());
        let committed = commit(&mut connection, batch, &mut settled).map_err(|error| error.to_string());
        if let Err(error) = &committed {
            tracing::error!(error, "a commit failed");
        }
        for Settled { answer, .. } in settled {
            answer(committed.clone().map_err(StoreError::NotCommitted));
        }
    }
}

/// Runs the jobs in one transaction, each in a savepoint of its own, so that one that fails takes nothing with it.
fn commit(connection: &mut Connection, batch: Vec<Job>, settled: &mut Vec<Settled>) -> rusqlite::Result<()> {
    let mut begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in batch {
        let savepoint = begun.savepoint()?;
        // A panic in one job must end neither the thread nor the transactions of the others.
        let Ok(outcome) = catch_unwind(AssertUnwindSafe(|| job(&Tx { sql: &savepoint }))) else {
            savepoint.finish()?;
            continue;
        };
        let keep = outcome.keep;
        settled.push(outcome);
        if keep {
            savepoint.commit()?;
        } else {
            savepoint.finish()?;
        }
    }
    begun.commit()
}

fn read_all(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(job) = jobs.blocking_recv() {
        // A read transaction, so that several queries see the same state.
        match Transaction::new(&mut connection, TransactionBehavior::Deferred) {
            Ok(begun) => {
                if let Ok(Settled { answer, .. }) =
                    catch_unwind(AssertUnwindSafe(|| job(&Tx { sql: &begun })))
                {
                    drop(begun);
                    answer(Ok(()));
                }
            }
            Err(error) => tracing::error!(%error, "a read could not begin"),
        }
    }
}
