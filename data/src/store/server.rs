//! The store's connections to a PostgreSQL server.
//!
//! The closures were written for one writer at a time, so stores that share a database write one after the other: each holds a lock
//! while it writes. A store that stops in a transaction loses its connection, and so the lock. A transaction sees one state of the
//! database (`REPEATABLE READ`). If another program has changed a row that it changes, too, PostgreSQL undoes it, and it runs again.
//! Serializable transactions would add nothing to the lock. PostgreSQL also undoes some that run alone while a long one runs, even
//! in another database of the same server.
//!
//! If a connection breaks during a commit, nobody knows whether the commit was made. Every transaction therefore begins with a change
//! of the writer's own row in `receipt`, and a new connection looks there.
//!
//! A store is alone at its database, or shares it with others. Those that share it divide the servers into slices: each slice belongs
//! to one store at a time, and a store does the due work of its own. All of this is held by advisory locks of the connection that
//! writes, so a store that dies has lost them the same moment, and one that has sent nothing for [`SILENCE`] loses its connection. A store
//! that has lost its place commits nothing more. Before a store takes slices, it voids the receipts of those that are not connected: one
//! of them may come back when the slices are free again, and knows nothing of what was done in them.

mod facts;
mod locks;
mod tls;

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use meters::Meters;
use tokio_postgres::{
    Config,
    error::{DbError, SqlState},
};
use tokio_postgres_rustls::MakeRustlsConnect;

pub use self::facts::{HostState, ServerFacts};
pub(super) use self::facts::{look, look_at_hosts};
use self::{
    facts::{check, wrong_clock},
    locks::{
        Look, PLACE, REACHABLE, VOID, divide_starts, end_silent, fair_share, give_slices, look_around,
        process, show_writer, take_slices, takes, takes_place, void_absent,
    },
};

use super::{BETWEEN_SESSIONS, Place, Reader, Rhythm, Writer};
use crate::{
    error::StoreError,
    job::{Failed, Job},
    migrate,
    slices::Slices,
    sql::{
        self, Sql,
        session::{Failure, Session},
    },
    tx::Tx,
};

/// How often a transaction that meets others is tried in all.
const MOST_TRIES: u32 = 9;
/// The pause before the second try. Each later one is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
/// The pause between two attempts to connect.
const BETWEEN_CONNECTS: Duration = Duration::from_millis(50);
/// How long a connection waits for the locks of another one, such as that of a transaction whose fate is not decided yet.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a command-line tool waits for a server.
const CONNECTING: Duration = Duration::from_secs(10);
/// How often a store looks for slices that it should take or give.
const TEND: Duration = Duration::from_millis(250);
/// After how many looks a store commits, to show that it is alive.
const LOOKS: u32 = 20;
/// How often a store compares the clocks.
const BEAT: Duration = Duration::from_secs(5);
/// A clock that runs apart from the monotonic one by more than this was set. The system only slows or hastens a clock that is nearly right.
const MOST_SET: Duration = Duration::from_secs(1);
/// How long a store leaves the slices of others alone after it had to connect again, unless all are back sooner. A new server knows
/// nothing of their locks, and they need a moment to take them again.
const GRACE: Duration = Duration::from_secs(3);
/// The same if it already waits when its connection breaks again, and for another store whose connection ends soon after its own.
const FURTHER_GRACE: Duration = Duration::from_secs(1);
/// How long a store leaves the slices of another one alone whose connection has ended. If only the connection broke, the other store
/// takes them again when it next looks.
const SHORT_GRACE: Duration = TEND.saturating_mul(2);
/// After so long without a statement, a store loses its place to one that waits.
const SILENCE: Duration = Duration::from_secs(8);
/// After so long without a statement in a transaction, a store loses its connection.
const IDLE_TIMEOUT: &str = "5s";
/// How long the server's process of a broken connection may take to end.
const OLD_PROCESS: Duration = Duration::from_secs(1);
/// How often a store that waits for a place looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Where a database is, and how to reach it.
#[derive(Clone)]
pub(super) struct Server {
    config: Config,
    tls: MakeRustlsConnect,
    /// How long a broken connection may take to come back before those who wait for it get an error.
    patience: Duration,
    /// After how long without a statement this store takes the place of another one.
    silence: Duration,
    /// How long a connection waits for a lock.
    lock_timeout: Duration,
    /// Whether a commit did not wait for a standby, because an operator cancelled the wait.
    unsure: Arc<AtomicBool>,
    /// The clock of this machine.
    now: fn() -> Timestamp,
}

impl Server {
    /// Reads a connection string.
    pub(super) fn at(url: &str, patience: Duration) -> Result<Server, StoreError> {
        let (mut config, tls) = tls::read(url)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(patience);
        }
        if config.get_application_name().is_none() {
            config.application_name("petri");
        }
        let unsure = Arc::new(AtomicBool::new(false));
        let (silence, lock_timeout) = (SILENCE, LOCK_TIMEOUT);
        Ok(Server { config, tls, patience, silence, lock_timeout, unsure, now: Timestamp::now })
    }

    fn connect(&self) -> sql::Result<Session> {
        let unsure = Arc::clone(&self.unsure);
        let hears = move |notice: &DbError| {
            // The server then says that the commit was made, though no standby has it.
            if *notice.code() == SqlState::WARNING && notice.message().contains("synchronous replication") {
                unsure.store(true, Ordering::Release);
            }
            // An attempt that failed early has no transaction to undo.
            if *notice.code() != SqlState::NO_ACTIVE_SQL_TRANSACTION {
                tracing::warn!("PostgreSQL: {}", notice.message());
            }
        };
        let mut session = Session::connect(&self.config, self.tls.clone(), hears)?;
        // Every query has an index. Plans are kept, and some are made while a table is empty and reading all of it looks cheap. Making
        // a plan for each execution can take longer than the execution, and so can compiling one that looks expensive.
        let timeout = self.lock_timeout.as_millis();
        session.batch(&format!(
            "SET lock_timeout = {timeout}; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off"
        ))?;
        Ok(session)
    }

    /// Connects again and again until `limit`.
    fn connect_until(&self, limit: Instant) -> sql::Result<Session> {
        loop {
            match self.connect() {
                Err(_) if Instant::now() + BETWEEN_CONNECTS < limit => thread::sleep(BETWEEN_CONNECTS),
                connected => return connected,
            }
        }
    }
}

/// Connects to a database, and brings it up to date. Calls `waits` if another store uses it alone, or this one is to be alone.
pub(super) fn open(
    server: &Server,
    place: &Place,
    meters: Meters,
    waits: impl FnOnce(),
) -> Result<(Writing, Reading), StoreError> {
    let mut session = server.connect()?;
    check(&mut session)?;
    if !takes_place(&mut session, place)? {
        tracing::info!("the database is in use; waiting for a place");
        waits();
        session = wait_for_place(server, session, place);
        tracing::info!("got a place at the database");
    }
    migrate::server(&mut session)?;
    let writer = session.number("INSERT INTO receipt (number, at) VALUES (0, now()) RETURNING writer")?;
    show_writer(&mut session, writer)?;
    limit_idle(&mut session)?;
    session.batch("DELETE FROM receipt WHERE at < now() - INTERVAL '7 days'")?;
    let session_of_reads = Some(RefCell::new(server.connect()?));
    let reading = Reading { session: session_of_reads, server: server.clone(), place: place.clone() };
    let mut writing = Writing {
        process: process(&mut session)?,
        session: Some(RefCell::new(session)),
        server: server.clone(),
        place: place.clone(),
        is_reachable: false,
        writer,
        number: 0,
        has_place: true,
        compared: (Instant::now(), (server.now)()),
        places: 0,
        leaves_others_until: None,
        awaited: 0,
        reconnected: None,
        begins_none_until: None,
        taken_starts: 0,
        meters,
    };
    writing.divide()?;
    Ok((writing, reading))
}

/// Lets the server end the connection of a store that stops in a transaction.
fn limit_idle(session: &mut Session) -> sql::Result<()> {
    session.batch(&format!("SET idle_in_transaction_session_timeout = '{IDLE_TIMEOUT}'"))
}

/// Connects to a database to copy it. If `alone`, no other store may use it.
///
/// # Errors
/// [`StoreError::Busy`] if one does.
pub(crate) fn session(address: &str, alone: bool) -> Result<Session, StoreError> {
    let mut session = Server::at(address, CONNECTING)?.connect()?;
    check(&mut session)?;
    if alone && !takes_place(&mut session, &Place::alone())? { Err(StoreError::Busy) } else { Ok(session) }
}

/// Connects to a database that another store may use, to read it.
pub(super) fn observe(server: &Server) -> Result<Reading, StoreError> {
    let mut session = server.connect()?;
    check(&mut session)?;
    migrate::check_server(&mut session)?;
    Ok(Reading { session: Some(RefCell::new(session)), server: server.clone(), place: Place::alone() })
}

/// Waits for a place, for as long as it takes.
fn wait_for_place(server: &Server, mut session: Session, place: &Place) -> Session {
    loop {
        thread::sleep(BETWEEN_LOOKS);
        let looked = takes_place(&mut session, place).and_then(|taken| match taken {
            true => Ok(true),
            false => end_silent(&mut session, server.silence).map(|()| false),
        });
        match looked {
            Ok(true) => return session,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!("looking for a place failed: {error}");
                if let Ok(new) = server.connect_until(Instant::now() + server.patience) {
                    session = new;
                }
            }
        }
    }
}

/// The connection that writes.
pub(super) struct Writing {
    /// `None` while the connection is broken.
    session: Option<RefCell<Session>>,
    /// A condition on `pg_stat_activity` that finds the server's process for the newest connection.
    process: String,
    server: Server,
    place: Place,
    /// Whether others know that people can reach the bot of this store.
    is_reachable: bool,
    /// The writer's row in `receipt`.
    writer: i64,
    /// The number that the newest transaction has written there.
    number: i64,
    /// Whether the database is still this store's to use.
    has_place: bool,
    /// When the clocks were last compared, and the time on this machine's clock then.
    compared: (Instant, Timestamp),
    /// How many stores had a place when this one last looked.
    places: i64,
    /// Until when this store takes no slice that others may have held.
    leaves_others_until: Option<Instant>,
    /// How many stores had a place before, if it waits for them to come back.
    awaited: i64,
    /// When it last had to connect again.
    reconnected: Option<Instant>,
    /// Until when its bot begins no further session, because another one may have begun one.
    begins_none_until: Option<Instant>,
    /// The buckets whose session start it has taken, as bits.
    taken_starts: u64,
    meters: Meters,
}

impl Writing {
    /// Runs the jobs in one transaction, while no other store writes.
    fn attempt(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Attempt> {
        let Some(session) = &self.session else { return Err(Attempt::Broken) };
        let done = self.run(session, batch);
        if matches!(done, Err(Attempt::Broken)) {
            return Err(Attempt::Broken);
        }
        // If the clock was set meanwhile, the store compares the clocks, and then runs the jobs again.
        let is_timely = !self.clock_was_set();
        let end = if matches!(done, Ok(true)) && is_timely { "COMMIT" } else { "ROLLBACK" };
        // After a failed statement, a commit undoes the transaction. The error is that of the statement.
        let ended = session.borrow_mut().batch(end);
        done?;
        ended?;
        if is_timely { Ok(()) } else { Err(Attempt::Conflict) }
    }

    /// Runs the jobs in a transaction that has yet to end. Returns whether there is something to keep.
    fn run(&self, session: &RefCell<Session>, batch: &mut [Box<dyn Job>]) -> Result<bool, Attempt> {
        let send = |text: &str| session.borrow_mut().send_batch(text.to_owned());
        // Only one store at a time writes. `LOCK TABLE` takes no snapshot, so a transaction that has waited sees what the others wrote. The
        // query that takes an advisory lock takes one before it waits. Jobs don't write this table, and a reader doesn't need the lock.
        send(&format!(
            "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE version IN EXCLUSIVE MODE;
             UPDATE receipt SET number = {}, at = now() WHERE writer = {}",
            self.number, self.writer
        ))?;
        let alone = batch.len() == 1;
        if !alone {
            // Otherwise the first job would have the only error that says why none of them can begin.
            session.borrow_mut().settle()?;
        }
        for (job, number) in batch.iter_mut().zip(1..) {
            // Each savepoint has a name of its own: after a failure, nothing but the job itself can be undone.
            let savepoint = format!("job{number}");
            if !alone {
                send(&format!("SAVEPOINT {savepoint}"))?;
            }
            session.borrow_mut().forget_failure();
            let mut keep = job.run(&Tx { sql: Sql::Postgres(session), slices: self.place.served() });
            // The commit of a job that is alone waits for all of its statements.
            let settled = if keep && alone { Ok(()) } else { session.borrow_mut().settle() };
            match session.borrow().failure() {
                Some(Failure::Broken) => return Err(Attempt::Broken),
                Some(Failure::Conflict) => return Err(Attempt::Conflict),
                Some(Failure::Blocked) => return Err(Attempt::Blocked),
                // After a failed statement PostgreSQL runs no other one, so there is nothing to keep.
                Some(Failure::Other) if keep => {
                    job.fail(settled.err().map_or_else(|| Failed::of_swallowed().error(), StoreError::from));
                    keep = false;
                }
                Some(Failure::Other) | None => {}
            }
            match (keep, alone) {
                (_, true) => return Ok(keep),
                (true, false) => send(&format!("RELEASE SAVEPOINT {savepoint}"))?,
                (false, false) => {
                    send(&format!("ROLLBACK TO SAVEPOINT {savepoint}; RELEASE SAVEPOINT {savepoint}"))?;
                }
            }
        }
        Ok(true)
    }

    /// Compares the clocks now and then, and when this machine's was set. A store whose machine has a wrong clock gives up its place,
    /// before it takes time from players.
    fn compare_clocks(&mut self) -> Result<(), Attempt> {
        let Some(session) = &self.session else { return Err(Attempt::Broken) };
        if self.compared.0.elapsed() >= BEAT || self.clock_was_set() {
            if let Some(why) = wrong_clock(&mut session.borrow_mut(), self.server.now)? {
                self.has_place = false;
                return Err(Attempt::Failed(Failed::of_wrong_clock(why)));
            }
            self.compared = (Instant::now(), (self.server.now)());
        }
        Ok(())
    }

    /// Returns whether this machine's clock was set since the clocks were compared.
    fn clock_was_set(&self) -> bool {
        let (at, then) = self.compared;
        let passed = (self.server.now)().as_millisecond() - then.as_millisecond();
        let expected = i64::try_from(at.elapsed().as_millis()).unwrap_or(i64::MAX);
        Duration::from_millis(passed.abs_diff(expected)) > MOST_SET
    }

    /// Takes and gives slices, so that all stores that can be reached hold about as many.
    fn divide(&mut self) -> sql::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        if !self.place.is_shared() {
            return Ok(());
        }
        let mut session = session.borrow_mut();
        end_silent(&mut session, self.server.silence)?;
        if self.is_reachable != self.place.is_reachable() {
            let change =
                if self.is_reachable { "pg_advisory_unlock_shared" } else { "pg_try_advisory_lock_shared" };
            takes(&mut session, &format!("{change}({PLACE}, {REACHABLE})"))?;
            self.is_reachable = !self.is_reachable;
        }
        let mut held = self.place.held();
        let go = self.place.take_let_go().among(held.leaving);
        give_slices(&mut session, go)?;
        (held.slices, held.leaving) = (held.slices.without(go), held.leaving.without(go));
        let Look { places, reachable, taken } = look_around(&mut session)?;
        let now = Instant::now();
        if places < self.places {
            // All connections may break one after the other, while much else happens.
            let is_shaken = self.reconnected.is_some_and(|at| at + GRACE > now);
            let grace = if is_shaken { FURTHER_GRACE } else { SHORT_GRACE };
            self.leaves_others_until = self.leaves_others_until.max(Some(now + grace));
            self.awaited = self.awaited.max(self.places);
            // The bot that is gone may just have begun a session.
            self.begins_none_until = Some(now + BETWEEN_SESSIONS);
        }
        self.places = places;
        if places >= self.awaited || self.leaves_others_until.is_none_or(|until| until <= now) {
            (self.leaves_others_until, self.awaited) = (None, 0);
        }
        held.sharers = reachable;
        let (fair, served) = (fair_share(self.is_reachable, reachable), held.served());
        // The connections of all stores may have broken. The others take nothing until this one does, so it gives nothing away.
        let waits = self.leaves_others_until.is_some();
        if served.len() > fair && !waits {
            held.leaving = held.leaving.with(served.last(served.len() - fair));
        } else if served.len() <= fair {
            held.leaving = held.leaving.without(held.leaving.last(fair - served.len()));
            let most = fair - held.served().len();
            let free = Slices::ALL.without(taken).last(most);
            if !free.is_empty() && !waits {
                void_absent(&mut session)?;
                held.slices = held.slices.with(take_slices(&mut session, free)?);
            }
        }
        self.place.set_held(held);
        let starts = self.place.starts();
        let wanted = match self.begins_none_until {
            Some(until) if until > now => starts.held() & starts.wanted(),
            _ => starts.wanted(),
        };
        let taken_before = self.taken_starts;
        self.taken_starts = divide_starts(&mut session, wanted, taken_before)?;
        // A start that was free a moment ago may be that of a bot that dies. Whether one did, only the next look shows for certain.
        starts.set_held(self.taken_starts & taken_before);
        Ok(())
    }

    /// Makes a commit that a standby has. It comes after all earlier ones, so the standby has these, too.
    fn barrier(&mut self) -> sql::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        loop {
            self.server.unsure.store(false, Ordering::Release);
            let touch = format!("UPDATE receipt SET at = now() WHERE writer = {}", self.writer);
            session.borrow_mut().batch(&touch)?;
            if !self.server.unsure.load(Ordering::Acquire) {
                return Ok(());
            }
        }
    }

    /// Connects again, and returns whether the newest transaction was committed.
    fn recover(&mut self, limit: Instant) -> sql::Result<bool> {
        self.session = None;
        let mut session = self.server.connect_until(limit)?;
        // If the network broke, the server does not know it, and its old process still holds the place.
        session.number(&format!(
            "SELECT count(pg_terminate_backend(pid, {})) FROM pg_stat_activity WHERE {}",
            OLD_PROCESS.as_millis(),
            self.process
        ))?;
        self.process = process(&mut session)?;
        let held = self.place.held().slices;
        let has_place = takes_place(&mut session, &self.place)?
            && (!self.place.is_shared() || take_slices(&mut session, held)? == held);
        if !has_place {
            self.has_place = false;
            return Ok(false);
        }
        self.is_reachable = false;
        self.taken_starts = 0;
        self.place.starts().set_held(0);
        let now = Instant::now();
        self.leaves_others_until = match self.leaves_others_until {
            Some(until) if until > now => Some(until.max(now + FURTHER_GRACE)),
            _ => Some(now + GRACE),
        };
        self.awaited = self.awaited.max(self.places);
        self.reconnected = Some(now);
        show_writer(&mut session, self.writer)?;
        limit_idle(&mut session)?;
        // The lock of a transaction that is not decided yet makes this wait.
        let stored = session
            .number(&format!("SELECT number FROM receipt WHERE writer = {} FOR UPDATE", self.writer))?;
        if stored == VOID {
            self.has_place = false;
            return Ok(false);
        }
        self.session = Some(RefCell::new(session));
        self.barrier()?;
        tracing::info!("connected to the database again");
        Ok(stored == self.number)
    }

    /// Returns the failure of a transaction that waited too long for another store. A commit that waits for a standby keeps its lock.
    fn blocked(&self) -> Failed {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        let count = |session: &RefCell<Session>| session.borrow_mut().number(waiting);
        let by_standby =
            self.session.as_ref().map(count).is_some_and(|count| count.is_ok_and(|count| count > 0));
        Failed::of_lock(by_standby)
    }
}

/// Why a transaction was not committed, or may not have been.
enum Attempt {
    /// Another transaction came between. This one can run again.
    Conflict,
    /// The connection is broken.
    Broken,
    /// Another transaction held a lock for too long.
    Blocked,
    /// The transaction cannot be committed.
    Failed(Failed),
}

impl From<sql::Error> for Attempt {
    fn from(error: sql::Error) -> Attempt {
        match Failure::of(&error) {
            Failure::Broken => Attempt::Broken,
            Failure::Conflict => Attempt::Conflict,
            Failure::Blocked => Attempt::Blocked,
            Failure::Other => Attempt::Failed(error.into()),
        }
    }
}

impl Writer for Writing {
    fn commit(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Failed> {
        let limit = Instant::now() + self.server.patience;
        let mut pause = FIRST_PAUSE;
        let mut tries = 0;
        self.number += 1;
        loop {
            tries += 1;
            let error = match self.compare_clocks().and_then(|()| self.attempt(batch)) {
                Ok(()) if self.server.unsure.load(Ordering::Acquire) => match self.barrier() {
                    Ok(()) => return Ok(()),
                    Err(error) => error.into(),
                },
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            match error {
                Attempt::Broken => match self.recover(limit) {
                    Ok(true) => {
                        self.meters.lost_sight(true);
                        return Ok(());
                    }
                    Ok(false) if !self.has_place => return Err(Failed::of_lost_place()),
                    Ok(false) => self.meters.lost_sight(false),
                    // The new connection broke, too.
                    Err(error) if Failure::of(&error) == Failure::Broken && Instant::now() < limit => {}
                    Err(error) => return Err(error.into()),
                },
                Attempt::Conflict if tries < MOST_TRIES => {
                    self.meters.retried();
                    thread::sleep(pause);
                    pause *= 2;
                }
                Attempt::Conflict => return Err(Failed::of_conflicts(tries)),
                Attempt::Blocked => return Err(self.blocked()),
                // The place belongs to the connection, which ends here.
                Attempt::Failed(failed) if !self.has_place => {
                    self.session = None;
                    return Err(failed);
                }
                Attempt::Failed(failed) => return Err(failed),
            }
        }
    }

    fn has_place(&self) -> bool {
        self.has_place
    }

    fn rhythm(&self) -> Option<Rhythm> {
        Some(Rhythm { tend: TEND, beat: LOOKS })
    }

    fn tend(&mut self) {
        if !self.has_place {
            return;
        }
        let divided = match &self.session {
            Some(_) => self.divide(),
            // Without a transaction under way, there is nothing to find out but whether the place is still this store's.
            None => self.recover(Instant::now()).map(drop),
        };
        match divided {
            Err(error) if Failure::of(&error) == Failure::Broken => self.session = None,
            Err(error) => tracing::warn!("dividing the servers failed: {error}"),
            Ok(()) => {}
        }
    }
}

/// The connection that reads.
pub(super) struct Reading {
    /// `None` while the connection is broken.
    session: Option<RefCell<Session>>,
    server: Server,
    place: Place,
}

impl Reading {
    fn attempt(&self, job: &mut dyn Job) -> Result<(), Attempt> {
        let Some(session) = &self.session else { return Err(Attempt::Broken) };
        session.borrow_mut().send_batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY".to_owned())?;
        session.borrow_mut().forget_failure();
        job.run(&Tx { sql: Sql::Postgres(session), slices: self.place.served() });
        let failure = session.borrow().failure();
        session.borrow_mut().batch("ROLLBACK")?;
        // The closure has the error of a statement, and it is the answer unless the connection broke.
        if failure == Some(Failure::Broken) { Err(Attempt::Broken) } else { Ok(()) }
    }

    /// Connects again.
    fn recover(&mut self, limit: Instant) -> sql::Result<()> {
        self.session = None;
        let mut session = self.server.connect_until(limit)?;
        // This connection may see commits that no standby has yet.
        session.batch("INSERT INTO receipt (number, at) VALUES (0, now())")?;
        self.session = Some(RefCell::new(session));
        Ok(())
    }
}

impl Reader for Reading {
    fn read(&mut self, job: &mut dyn Job) -> Result<(), Failed> {
        let limit = Instant::now() + self.server.patience;
        loop {
            match self.attempt(job) {
                Ok(()) => return Ok(()),
                Err(Attempt::Broken) => match self.recover(limit) {
                    Err(error) if Failure::of(&error) != Failure::Broken || Instant::now() >= limit => {
                        return Err(error.into());
                    }
                    _ => {}
                },
                Err(Attempt::Conflict) => {}
                Err(Attempt::Blocked) => return Err(Failed::of_lock(false)),
                Err(Attempt::Failed(failed)) => return Err(failed),
            }
        }
    }
}

#[cfg(test)]
mod tests;
