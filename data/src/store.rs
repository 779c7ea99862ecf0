//! The handle and its threads.

mod place;
mod server;
mod sqlite;
mod starts;

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use meters::Meters;
use tokio::sync::{mpsc, watch};

pub(crate) use self::place::Place;
use self::server::Server;
pub(crate) use self::{
    server::session,
    sqlite::{CACHE, create},
};
pub use self::{
    server::{HostState, ServerFacts},
    starts::{BETWEEN_SESSIONS, SessionStart},
};
use crate::{
    error::StoreError,
    job::{Failed, Fate, Job, Work},
    slices::{Held, Slices},
    tx::Tx,
};

#[cfg(test)]
mod tests;

/// The most waiting writes that share one commit.
const MOST_IN_A_COMMIT: usize = 64;
/// The most reads or writes that wait. A further one waits for a place in the queue.
const QUEUE: usize = 1024;
/// How long a command-line tool waits for another process to release the file.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the store waits for the same. Discord wants a response to an interaction within three seconds.
const PATIENCE: Duration = Duration::from_millis(1500);

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
    writer: mpsc::Sender<Order>,
    reader: mpsc::Sender<Box<dyn Job>>,
    place: Place,
}

/// An order to the thread that writes.
enum Order {
    /// Run this, and commit what it wrote.
    Run(Box<dyn Job>),
    /// Look after the place at the database.
    Tend,
}

impl Store {
    /// Opens the file and brings its schema up to date. A missing file is created, readable by its owner only.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::TooNew`], [`StoreError::Damaged`] or [`StoreError::LogAlone`] if the file is not
    /// a sound database that this program knows; [`StoreError::NoWal`], [`StoreError::SetUp`] or [`StoreError::Database`] if it
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
        let opened = tokio::task::spawn_blocking(move || sqlite::open(&path, patience));
        let (writing, reading) = opened.await.map_err(|_| StoreError::Panicked)??;
        Store::begin(writing, reading, meters, Place::alone())
    }

    /// Connects to a PostgreSQL database and makes its tables. This store is then alone: if others use the database, it waits until they
    /// are gone, for as long as it takes. `url` is a connection string of libpq, such
    /// as `postgres://petri@/petri?host=/run/postgresql`. It may name several hosts: with `target_session_attrs=read-write` the store
    /// finds the one that accepts writes, at the start and whenever a connection breaks.
    ///
    /// # Errors
    /// [`StoreError::Address`] if the string cannot be read; [`StoreError::TooNew`] or [`StoreError::Unfit`] if this program cannot
    /// use the database; [`StoreError::Database`] if it cannot be reached.
    pub async fn connect(url: &str, meters: Meters) -> Result<Store, StoreError> {
        Store::take(Server::at(url, PATIENCE)?, Place::alone(), meters, || {}).await
    }

    /// Connects like [`Store::connect`], but shares the database with others that do the same. [`Store::held`] says what each of them
    /// does. If a store that is alone uses the database, this calls `waits`, and waits until it is gone.
    ///
    /// # Errors
    /// As for [`Store::connect`].
    pub async fn share(
        url: &str,
        meters: Meters,
        waits: impl FnOnce() + Send + 'static,
    ) -> Result<Store, StoreError> {
        Store::take(Server::at(url, PATIENCE)?, Place::shared(), meters, waits).await
    }

    async fn take(
        server: Server,
        place: Place,
        meters: Meters,
        waits: impl FnOnce() + Send + 'static,
    ) -> Result<Store, StoreError> {
        // A connection must not be dropped here, which would block. If the caller stops waiting, the store ends on its own threads.
        let open = move || {
            let (writing, reading) = server::open(&server, &place, meters.clone(), waits)?;
            Store::begin(writing, reading, meters, place)
        };
        tokio::task::spawn_blocking(open).await.map_err(|_| StoreError::Panicked)?
    }

    /// Connects to a PostgreSQL database only to read it, even while another store uses it.
    ///
    /// # Errors
    /// As for [`Store::connect`]; [`StoreError::TooOld`] if a store of this version has not used the database yet.
    pub async fn observe(url: &str) -> Result<Store, StoreError> {
        Store::observe_patiently(url, PATIENCE).await
    }

    /// Checks whether this program can work with a PostgreSQL database, and returns facts about its server.
    ///
    /// # Errors
    /// As for [`Store::connect`].
    pub async fn look_at_server(url: &str) -> Result<ServerFacts, StoreError> {
        let server = Server::at(url, PATIENCE)?;
        tokio::task::spawn_blocking(move || server::look(&server)).await.map_err(|_| StoreError::Panicked)?
    }

    /// Returns the hosts that the address of a PostgreSQL database names, with what each of them does.
    ///
    /// # Errors
    /// [`StoreError::Address`], [`StoreError::Certificates`] or [`StoreError::Unfit`] if the address cannot be used.
    pub async fn look_at_hosts(url: &str) -> Result<Vec<(String, HostState)>, StoreError> {
        let server = Server::at(url, PATIENCE)?;
        tokio::task::spawn_blocking(move || server::look_at_hosts(&server))
            .await
            .map_err(|_| StoreError::Panicked)
    }

    pub(crate) async fn observe_patiently(url: &str, patience: Duration) -> Result<Store, StoreError> {
        let server = Server::at(url, patience)?;
        let open = move || {
            let reading = server::observe(&server)?;
            // Nobody takes writes from this queue.
            let (writer, _) = mpsc::channel(1);
            let (reader, reads) = mpsc::channel(QUEUE);
            spawn("store-read", move || read_all(reading, reads))?;
            Ok(Store { writer, reader, place: Place::alone() })
        };
        tokio::task::spawn_blocking(open).await.map_err(|_| StoreError::Panicked)?
    }

    /// Starts the two threads.
    fn begin(
        writing: impl Writer + 'static,
        reading: impl Reader + 'static,
        meters: Meters,
        place: Place,
    ) -> Result<Store, StoreError> {
        let (writer, writes) = mpsc::channel(QUEUE);
        let (reader, reads) = mpsc::channel(QUEUE);
        if let Some(rhythm) = writing.rhythm() {
            let writer = writer.downgrade();
            spawn("store-beat", move || keep_place(&writer, rhythm))?;
        }
        spawn("store-write", move || write_all(writing, writes, &meters))?;
        spawn("store-read", move || read_all(reading, reads))?;
        Ok(Store { writer, reader, place })
    }

    /// Returns the slices of servers whose work this store's bot does, now and later. A store that is alone holds all of them.
    #[must_use]
    pub fn held(&self) -> watch::Receiver<Held> {
        self.place.watch()
    }

    /// Returns whether other stores may use the database, too.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.place.is_shared()
    }

    /// Says whether people can reach the bot of this store. A bot that nobody can reach hands its slices to others.
    pub fn set_reachable(&self, is_reachable: bool) {
        self.place.set_reachable(is_reachable);
    }

    /// Waits until the bot may begin a session in a bucket of Discord, as far as this process and other bots on the database are concerned.
    /// They wait in turn until the result is dropped.
    pub async fn session_start(&self, bucket: u32) -> SessionStart {
        SessionStart::next(self.place.clone(), bucket, &self.writer).await
    }

    /// Lets go of slices that another store waits for, because nothing of their work is under way here.
    pub fn let_go(&self, slices: Slices) {
        self.place.let_go(slices);
    }

    /// Runs a transaction and returns when it is on disk. After an error, nothing of it is kept. Once the work is in the queue
    /// it runs, even if the caller stops waiting.
    ///
    /// The closure must return the store's errors to its caller: after some of them, such as a full disk, the database has rolled the
    /// transaction back. It can run several times, if the transaction met another one of the same server; only the last run counts.
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
    pub async fn write<T, E>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, answer) = Work::new(work);
        self.writer.send(Order::Run(Box::new(job))).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns when the store can commit nothing more, because another program has taken over the database. A store on a file
    /// never gets there.
    pub async fn closed(&self) {
        self.writer.closed().await;
    }

    /// Returns whether [`closed`](Store::closed) would return at once.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.writer.is_closed()
    }

    /// Runs a read on the state of the last commit, which includes every acknowledged write.
    ///
    /// # Errors
    /// The closure's error; [`StoreError::Panicked`] if the closure panicked; [`StoreError::Closed`].
    pub async fn read<T, E>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (job, answer) = Work::new(work);
        self.reader.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The connection that writes.
trait Writer: Send {
    /// Runs jobs and commits what they wrote. A failing job undoes only its own work.
    fn commit(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Failed>;

    /// Returns whether the database is still this store's to use. If not, the store closes.
    fn has_place(&self) -> bool {
        true
    }

    /// Returns how often the connection must do something to keep its place.
    fn rhythm(&self) -> Option<Rhythm> {
        None
    }

    /// Takes and gives parts of the place.
    fn tend(&mut self) {}
}

/// How often a connection does something to keep its place.
#[derive(Clone, Copy)]
struct Rhythm {
    /// The time between two looks after the place.
    tend: Duration,
    /// After how many looks it commits.
    beat: u32,
}

/// The connection that reads.
trait Reader: Send {
    /// Runs a job whose queries all see the same state.
    fn read(&mut self, job: &mut dyn Job) -> Result<(), Failed>;
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map_err(StoreError::SetUp)?;
    Ok(())
}

fn write_all(mut connection: impl Writer, mut orders: mpsc::Receiver<Order>, meters: &Meters) {
    while let Some(first) = orders.blocking_recv() {
        let mut batch = Vec::new();
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                Order::Run(job) => batch.push(job),
                Order::Tend => connection.tend(),
            }
            next = if batch.len() < MOST_IN_A_COMMIT { orders.try_recv().ok() } else { None };
        }
        let committed = if batch.is_empty() { Ok(()) } else { commit(&mut connection, &mut batch, meters) };
        let has_place = connection.has_place();
        if !has_place {
            // The store says that it is closed before its callers read of the failure.
            orders.close();
        }
        for (index, job) in batch.into_iter().enumerate() {
            job.answer(match &committed {
                Ok(()) => Fate::Settled,
                Err(failed) if failed.under == Some(index) => Fate::Undone(failed),
                Err(failed) => Fate::Lost(failed),
            });
        }
        if !has_place {
            return;
        }
    }
}

/// Commits the work of a batch, and records it.
fn commit(connection: &mut impl Writer, batch: &mut [Box<dyn Job>], meters: &Meters) -> Result<(), Failed> {
    let begun = Instant::now();
    let committed = connection.commit(batch);
    match &committed {
        Ok(()) => meters.committed(begun.elapsed()),
        Err(Failed { why, .. }) => {
            meters.commit_failed();
            tracing::error!(transactions = batch.len(), "commit failed: {why}");
        }
    }
    committed
}

/// Looks after the place again and again, as long as the store is in use.
fn keep_place(writer: &mpsc::WeakSender<Order>, rhythm: Rhythm) {
    for look in 1_u32.. {
        thread::sleep(rhythm.tend);
        let Some(writer) = writer.upgrade() else { return };
        let order = if look % rhythm.beat == 0 {
            let (job, _) = Work::new(|_: &Tx<'_>| Ok::<_, StoreError>(()));
            Order::Run(Box::new(job))
        } else {
            Order::Tend
        };
        if writer.blocking_send(order).is_err() {
            return;
        }
    }
}

fn read_all(mut connection: impl Reader, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(mut job) = jobs.blocking_recv() {
        match connection.read(job.as_mut()) {
            Ok(()) => job.answer(Fate::Settled),
            Err(failed) => job.answer(Fate::Lost(&failed)),
        }
    }
}
