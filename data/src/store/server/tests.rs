//! Tests of stores on a server. Without a server for the tests, they do nothing.

use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
};

use meters::{Meters, Reading};
use postgres::{Client, NoTls, config::Host};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use rusqlite::params;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, UnixStream},
    sync::Notify,
};

use super::facts::MOST_SKEW;
use super::*;
use crate::{InteractionId, Store, fixture, sql::Statement};

mod sharing;

/// How many writes meet connections that break.
const WRITES: u32 = 400;

/// A new database.
struct World {
    url: String,
}

impl World {
    /// Makes a database, or returns `None` if the tests have no server.
    async fn new() -> Option<World> {
        Some(World { url: fixture::database().await? })
    }

    async fn store(&self) -> Store {
        Store::connect(&self.url, Meters::default()).await.unwrap()
    }

    /// Runs something with a connection that is not a store's.
    async fn beside<T: Send + 'static>(&self, work: impl FnOnce(&mut Client) -> T + Send + 'static) -> T {
        let url = self.url.clone();
        let work = move || work(&mut Client::connect(&url, NoTls).unwrap());
        tokio::task::spawn_blocking(work).await.unwrap()
    }
}

/// Breaks the connections of all stores of a database.
fn break_connections(client: &mut Client) {
    let break_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND application_name = 'petri'";
    client.execute(break_all, &[]).unwrap();
}

/// Counts one more turn of a person, and notes the interaction.
fn count(tx: &Tx<'_>, nth: u32) -> Result<(), StoreError> {
    tx.sql
        .prepare_cached("INSERT INTO done (interaction, game, ply, at) VALUES (?, 0, 0, 0)")?
        .execute(params![nth])?;
    tx.sql
        .prepare_cached(
            "INSERT INTO vacation (game, person, days, until) VALUES (1, 3, 1, 0)
             ON CONFLICT (game, person) DO UPDATE SET days = vacation.days + 1",
        )?
        .execute([])?;
    Ok(())
}

/// In each write the connections break shortly before its commit, during it, or shortly after it.
#[tokio::test(flavor = "multi_thread")]
async fn writes_are_made_once_though_connections_break() {
    let Some(world) = World::new().await else { return };
    let meters = Meters::default();
    let server = Server::at(&world.url, Duration::from_secs(60)).unwrap();
    let measuring = meters.clone();
    let opened = tokio::task::spawn_blocking(move || open(&server, &Place::alone(), measuring, || {}))
        .await
        .unwrap()
        .unwrap();
    let store = Store::begin(opened.0, opened.1, meters.clone(), Place::alone()).unwrap();
    let game = "INSERT INTO game (id, kind, options, rules_version, state, guild, channel, host, created)
                VALUES (1, 'protozoa', '{}', 1, 'ended', 1, 1, 1, 0)";
    fixture::change(&store, game).await;
    let (go, goes) = mpsc::channel::<Duration>();
    let url = world.url.clone();
    let breaking = thread::spawn(move || {
        let mut client = Client::connect(&url, NoTls).unwrap();
        for pause in goes {
            let begun = Instant::now();
            while begun.elapsed() < pause {}
            break_connections(&mut client);
        }
    });
    let mut random = StdRng::seed_from_u64(1);
    for nth in 1..=WRITES {
        let first = Mutex::new(Some((go.clone(), Duration::from_micros(random.random_range(0..900)))));
        let work = move |tx: &Tx<'_>| {
            count(tx, nth)?;
            if let Some((go, pause)) = first.lock().unwrap().take() {
                go.send(pause).unwrap();
            }
            Ok::<_, StoreError>(())
        };
        store.write(work).await.unwrap();
    }
    drop(go);
    breaking.join().unwrap();
    let rows = fixture::rows(&store, "SELECT count(*), (SELECT days FROM vacation) FROM done").await;
    assert_eq!(rows, [[WRITES.to_string(), WRITES.to_string()]]);
    let text = meters.text(&Reading::default()).unwrap();
    let outcomes = |result: &str| {
        let series = format!("petri_unknown_outcomes_total{{result=\"{result}\"}} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&*series));
        line.map_or(0, |count| count.parse::<u32>().unwrap())
    };
    let (committed, repeated) = (outcomes("committed"), outcomes("repeated"));
    println!(
        "{WRITES} writes; of those with a broken connection {committed} were made and {repeated} repeated"
    );
    assert!(committed + repeated > 0, "no connection broke in a write");
}

#[tokio::test(flavor = "multi_thread")]
async fn transaction_that_meets_another_runs_again() {
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    store.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    let url = world.url.clone();
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let work = move |tx: &Tx<'_>| {
        let seen = tx.person(3.into())?.dm.unwrap().get();
        if counted.fetch_add(1, Ordering::Relaxed) == 0 {
            let mut client = Client::connect(&url, NoTls).unwrap();
            client.execute("UPDATE person SET dm = dm + 10 WHERE person = 3", &[]).unwrap();
        }
        tx.set_dm(3.into(), (seen + 1).into())
    };
    store.write(work).await.unwrap();
    assert_eq!(runs.load(Ordering::Relaxed), 2);
    assert_eq!(store.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(12.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_commit_is_not_blamed_on_the_next_one() {
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
                  CREATE CONSTRAINT TRIGGER refusal AFTER INSERT ON absent DEFERRABLE INITIALLY DEFERRED
                  FOR EACH ROW EXECUTE FUNCTION refuse()";
    world.beside(move |client| client.batch_execute(refuse).unwrap()).await;
    let refused = store.write(|tx| tx.note_absence(5.into(), Timestamp::UNIX_EPOCH)).await;
    assert!(
        matches!(&refused, Err(StoreError::NotCommitted { why, .. }) if why.contains("refused")),
        "{refused:?}"
    );
    store.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn statement_that_was_sent_and_fails_is_reported() {
    /// Sends the same row twice, which the table does not allow.
    fn send_twice(tx: &Tx<'_>) -> Result<(), StoreError> {
        let mut insert =
            tx.sql.prepare_cached("INSERT INTO done (interaction, game, ply, at) VALUES (?, 0, 0, 0)")?;
        insert.send([7])?;
        Ok(insert.send([7])?)
    }
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    let at_the_end = store.write(send_twice).await;
    assert!(
        matches!(&at_the_end, Err(StoreError::NotCommitted { why, .. }) if why.contains("done_pkey")),
        "{at_the_end:?}"
    );
    let at_the_next = store
        .write(|tx| {
            send_twice(tx)?;
            tx.done(7.into())
        })
        .await;
    assert!(
        matches!(&at_the_next, Err(StoreError::Database(error)) if error.to_string().contains("done_pkey")),
        "{at_the_next:?}"
    );
    assert_eq!(store.read(|tx| tx.done(7.into())).await.unwrap(), None);
}

/// Prepares the query for the direct messages of a person.
fn channel_query<'t>(tx: &Tx<'t>) -> Result<Statement<'t>, StoreError> {
    Ok(tx.sql.prepare_cached("SELECT dm FROM person WHERE person = ?")?)
}

#[tokio::test(flavor = "multi_thread")]
async fn expected_rows_are_those_of_the_query() {
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    let work = |tx: &Tx<'_>| {
        let channel = |person: i64| -> Result<i64, StoreError> {
            Ok(channel_query(tx)?.query_row([person], |row| row.get(0))?)
        };
        tx.set_dm(3.into(), 1.into())?;
        tx.set_dm(4.into(), 2.into())?;
        for person in [3, 4] {
            channel_query(tx)?.expect([person])?;
        }
        let in_another_order = [channel(4)?, channel(3)?];
        channel_query(tx)?.expect([3])?;
        let at = Timestamp::now();
        tx.add_outage(crate::Outage { since: at, until: at })?;
        let again = [channel(3)?, channel(3)?];
        tx.set_dm(3.into(), 7.into())?;
        Ok::<_, StoreError>((in_another_order, again, channel(3)?))
    };
    assert_eq!(store.write(work).await.unwrap(), ([2, 1], [1, 1], 7));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_expected_before_an_error_fail_the_write() {
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    let work = |tx: &Tx<'_>| {
        tx.set_dm(3.into(), 1.into())?;
        tx.sql.prepare_cached("SELECT 1 / CAST(? AS BIGINT)")?.expect([0])?;
        tx.person(3.into())
    };
    let failed = store.write(work).await;
    assert!(
        matches!(&failed, Err(StoreError::Database(error)) if error.to_string().contains("division by zero")),
        "{failed:?}"
    );
    assert_eq!(store.read(|tx| tx.person(3.into())).await.unwrap().dm, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn store_that_lost_its_place_commits_nothing_more() {
    let Some(world) = World::new().await else { return };
    let first = world.store().await;
    first.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    let (taken, release) = (mpsc::channel::<()>(), mpsc::channel::<()>());
    let (url, take) = (world.url.clone(), taken.0);
    let holding = thread::spawn(move || {
        let mut client = Client::connect(&url, NoTls).unwrap();
        break_connections(&mut client);
        client.execute(&format!("SELECT pg_advisory_lock({PLACE})"), &[]).unwrap();
        take.send(()).unwrap();
        let _ = release.1.recv();
    });
    taken.1.recv().unwrap();
    let late = first.write(|tx| tx.set_dm(3.into(), 2.into())).await;
    assert!(matches!(late, Err(StoreError::NotCommitted { .. })), "{late:?}");
    assert!(first.is_closed(), "it says so before its callers read of the failure");
    first.closed().await;
    let closed = first.write(|tx| tx.set_dm(3.into(), 2.into())).await;
    assert!(matches!(closed, Err(StoreError::Closed)), "{closed:?}");
    drop(release.0);
    holding.join().unwrap();
    let second = world.store().await;
    assert_eq!(second.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(1.into()));
    second.write(|tx| tx.set_dm(3.into(), 3.into())).await.unwrap();
}

/// Opens a store alone on a machine with this clock.
async fn open_with_clock(world: &World, now: fn() -> Timestamp) -> (Writing, super::Reading) {
    let server = Server { now, ..Server::at(&world.url, Duration::from_secs(5)).unwrap() };
    let opened =
        tokio::task::spawn_blocking(move || open(&server, &Place::alone(), Meters::default(), || {}));
    opened.await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn store_with_a_wrong_clock_gives_up_its_place() {
    fn now() -> Timestamp {
        Timestamp::now() + MOST_SKEW * 2
    }
    let Some(world) = World::new().await else { return };
    let (mut writing, reading) = open_with_clock(&world, now).await;
    writing.compared = (Instant::now().checked_sub(BEAT).unwrap(), now() - BEAT);
    let first = Store::begin(writing, reading, Meters::default(), Place::alone()).unwrap();
    let wrong = first.write(|tx| tx.set_dm(3.into(), 1.into())).await;
    assert!(wrong.is_err(), "{wrong:?}");
    first.closed().await;
    let second = world.store().await;
    second.write(|tx| tx.set_dm(3.into(), 2.into())).await.unwrap();
}

/// Somebody sets the clock of the machine in the middle of a transaction.
#[tokio::test(flavor = "multi_thread")]
async fn store_whose_clock_was_set_commits_nothing_more() {
    static IS_WRONG: AtomicBool = AtomicBool::new(false);
    fn now() -> Timestamp {
        let ahead = if IS_WRONG.load(Ordering::Relaxed) { MOST_SKEW * 2 } else { Duration::ZERO };
        Timestamp::now() + ahead
    }
    let Some(world) = World::new().await else { return };
    let (writing, reading) = open_with_clock(&world, now).await;
    let first = Store::begin(writing, reading, Meters::default(), Place::alone()).unwrap();
    first.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    let wrong = first.write(|tx| {
        IS_WRONG.store(true, Ordering::Relaxed);
        tx.set_dm(3.into(), 2.into())
    });
    let wrong = wrong.await;
    assert!(wrong.is_err(), "{wrong:?}");
    first.closed().await;
    let second = world.store().await;
    assert_eq!(second.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(1.into()));
    second.write(|tx| tx.set_dm(3.into(), 2.into())).await.unwrap();
}

/// The clock of the machine is put right by some seconds, as after a pause of the machine.
#[tokio::test(flavor = "multi_thread")]
async fn store_goes_on_after_its_clock_was_put_right() {
    static WAS_SLOW: AtomicBool = AtomicBool::new(true);
    fn now() -> Timestamp {
        let behind = if WAS_SLOW.load(Ordering::Relaxed) { MOST_SKEW / 2 } else { Duration::ZERO };
        Timestamp::now() - behind
    }
    let Some(world) = World::new().await else { return };
    let (writing, reading) = open_with_clock(&world, now).await;
    let store = Store::begin(writing, reading, Meters::default(), Place::alone()).unwrap();
    let write = store.write(|tx| {
        WAS_SLOW.store(false, Ordering::Relaxed);
        tx.set_dm(3.into(), 1.into())
    });
    write.await.unwrap();
    assert_eq!(store.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(1.into()));
}

/// The server does not learn that the client is gone, and its process still holds the place.
#[tokio::test(flavor = "multi_thread")]
async fn store_keeps_its_place_when_the_network_breaks() {
    let Some(world) = World::new().await else { return };
    let network = Network::to(&world.url).await;
    let store = Store::connect(&network.url, Meters::default()).await.unwrap();
    store.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    for dm in 2..5_u64 {
        network.cut.notify_waiters();
        store.write(move |tx| tx.set_dm(3.into(), dm.into())).await.unwrap();
        assert_eq!(store.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(dm.into()));
    }
}

/// Returns the socket of a database, and the rest of its address.
fn behind(url: &str) -> (PathBuf, String) {
    let config: Config = url.parse().unwrap();
    let Host::Unix(folder) = &config.get_hosts()[0] else {
        panic!("the tests reach their server by a socket")
    };
    let (user, name) = (config.get_user().unwrap(), config.get_dbname().unwrap());
    (folder.join(".s.PGSQL.5432"), format!("user={user} dbname={name}"))
}

/// A way to the server that can break.
struct Network {
    /// The address of the database by this way.
    url: String,
    /// Breaks all connections. The server's ends stay open.
    cut: Arc<Notify>,
}

impl Network {
    async fn to(url: &str) -> Network {
        let (socket, rest) = behind(url);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = Arc::new(Notify::new());
        let cutting = Arc::clone(&cut);
        tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let (mut server, cut) = (UnixStream::connect(&socket).await.unwrap(), Arc::clone(&cutting));
                open.push(tokio::spawn(async move {
                    let broken = tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => false,
                        () = cut.notified() => true,
                    };
                    drop(client);
                    if broken {
                        std::future::pending::<()>().await;
                    }
                    drop(server);
                }));
            }
        });
        Network { url: format!("host=127.0.0.1 port={port} {rest}"), cut }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_store_loses_its_place() {
    let Some(world) = World::new().await else { return };
    let first = world.store().await;
    first.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    let (held, holds) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let ends = Mutex::new(Some((held, wait)));
    let silent = {
        let first = first.clone();
        tokio::spawn(async move {
            let work = move |tx: &Tx<'_>| {
                if let Some((held, wait)) = ends.lock().unwrap().take() {
                    held.send(()).unwrap();
                    let _ = wait.recv();
                }
                tx.set_dm(3.into(), 2.into())
            };
            first.write(work).await
        })
    };
    holds.recv().unwrap();
    let hasty = Server {
        silence: Duration::from_millis(100),
        ..Server::at(&world.url, Duration::from_secs(5)).unwrap()
    };
    let opened = tokio::task::spawn_blocking(move || open(&hasty, &Place::alone(), Meters::default(), || {}))
        .await
        .unwrap()
        .unwrap();
    go.send(()).unwrap();
    let late = silent.await.unwrap();
    assert!(matches!(late, Err(StoreError::NotCommitted { .. })), "{late:?}");
    first.closed().await;
    let second = Store::begin(opened.0, opened.1, Meters::default(), Place::alone()).unwrap();
    assert_eq!(second.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(1.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn observer_reads_beside_the_store_in_use() {
    let Some(world) = World::new().await else { return };
    let early = Store::observe(&world.url).await.err().unwrap();
    assert!(matches!(early, StoreError::TooOld { found: 0, .. }), "{early}");
    assert_eq!(Store::look_at_server(&world.url).await.unwrap().bots, 0);
    let store = world.store().await;
    assert_eq!(Store::look_at_server(&world.url).await.unwrap().bots, 1);
    let observer = Store::observe(&world.url).await.unwrap();
    store.write(|tx| tx.set_dm(3.into(), 1.into())).await.unwrap();
    assert_eq!(observer.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(1.into()));
    let written = observer.write(|tx| tx.set_dm(3.into(), 2.into())).await;
    assert!(matches!(written, Err(StoreError::Closed)), "{written:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn write_that_waits_too_long_says_so() {
    let Some(world) = World::new().await else { return };
    let server = Server::at(&world.url, Duration::from_secs(60)).unwrap();
    let server = Server { lock_timeout: Duration::from_millis(100), ..server };
    let opened =
        tokio::task::spawn_blocking(move || open(&server, &Place::alone(), Meters::default(), || {}))
            .await
            .unwrap()
            .unwrap();
    let store = Store::begin(opened.0, opened.1, Meters::default(), Place::alone()).unwrap();
    // From now on the statement is prepared, so nothing in the second write waits before the commit.
    store.write(|tx| tx.set_dm(3.into(), 0.into())).await.unwrap();
    let ((locked, locks), (end, ends)) = (mpsc::channel(), mpsc::channel::<()>());
    let url = world.url.clone();
    let other = thread::spawn(move || {
        let mut client = Client::connect(&url, NoTls).unwrap();
        client.batch_execute("BEGIN; LOCK TABLE version IN EXCLUSIVE MODE").unwrap();
        locked.send(()).unwrap();
        let _ = ends.recv();
        client.batch_execute("ROLLBACK").unwrap();
    });
    locks.recv().unwrap();
    for reads in [true, false] {
        let write = move |tx: &Tx<'_>| {
            if reads {
                tx.person(3.into())?;
            }
            tx.set_dm(3.into(), 1.into())
        };
        match store.write(write).await {
            Err(StoreError::NotCommitted { why, unwritable: Some(crate::Unwritable::Locked) }) => {
                assert_eq!(why, "another transaction held a lock for too long");
            }
            other => panic!("{other:?}"),
        }
    }
    drop(end);
    other.join().unwrap();
    store.write(|tx| tx.set_dm(3.into(), 2.into())).await.unwrap();
    assert_eq!(store.read(|tx| tx.person(3.into())).await.unwrap().dm, Some(2.into()));
}

/// A statement that fails after the job that sent it undoes this job only.
#[tokio::test(flavor = "multi_thread")]
async fn late_failure_undoes_its_own_job_only() {
    let Some(world) = World::new().await else { return };
    let store = world.store().await;
    // The first job keeps the writer busy until the others are there, so these share a transaction.
    let (go, goes) = mpsc::channel::<()>();
    let goes = Mutex::new(goes);
    let wait = move |_: &Tx<'_>| {
        goes.lock().unwrap().recv().unwrap();
        Ok::<_, StoreError>(())
    };
    let write = |id: u64| {
        store.write(move |tx| tx.set_done(InteractionId::from(id), 1.into(), 1, Timestamp::UNIX_EPOCH))
    };
    let (busy, first, again, other, ()) =
        tokio::join!(store.write(wait), write(1), write(1), write(2), async { go.send(()).unwrap() });
    busy.unwrap();
    let results = [first, again, other];
    let good: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true], "{results:?}");
    for id in [1, 2] {
        assert!(store.read(move |tx| tx.done(InteractionId::from(id))).await.unwrap().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn held_locks_are_no_fault_of_the_bot() {
    let Some(world) = World::new().await else { return };
    drop(world.store().await);
    let (url, lock) = (world.url.clone(), "BEGIN; LOCK TABLE receipt");
    let refused = world
        .beside(move |holder| {
            holder.batch_execute(lock).unwrap();
            let mut other = Client::connect(&url, NoTls).unwrap();
            other.batch_execute("SET lock_timeout = 1").unwrap();
            other.batch_execute(lock).unwrap_err()
        })
        .await;
    assert_eq!(crate::sql::Error::from(refused).unwritable(), Some(crate::Unwritable::Locked));
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_are_looked_at_one_by_one() {
    let Some(world) = World::new().await else { return };
    let hosts = Store::look_at_hosts(&format!("host=/nowhere {}", world.url)).await.unwrap();
    let states: Vec<_> = hosts.iter().map(|(_, state)| state).collect();
    assert!(matches!(states[..], [HostState::Unusable(_), HostState::Primary]), "{hosts:?}");
    assert_eq!(hosts[0].0, "/nowhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn unfit_databases_are_refused() {
    let Some(world) = World::new().await else { return };
    world
        .beside(|client| {
            client
                .batch_execute(
                    "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'",
                )
                .unwrap_or(())
        })
        .await;
    let latin = format!("{} dbname=latin", world.url);
    let refused = Store::connect(&latin, Meters::default()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Unfit(why) if why.contains("LATIN1")), "{refused}");
    for value in ["off", "local", "remote_write"] {
        let hasty = format!("{} options='-c synchronous_commit={value}'", world.url);
        let refused = Store::connect(&hasty, Meters::default()).await.err().unwrap();
        assert!(matches!(&refused, StoreError::Unfit(why) if why.contains(value)), "{refused}");
    }
    let store = world.store().await;
    fixture::change(&store, "UPDATE version SET number = number + 1").await;
    drop(store);
    let refused = Store::observe(&world.url).await.err().unwrap();
    assert!(matches!(refused, StoreError::TooNew { found, known } if found == known + 1), "{refused}");
    let nowhere =
        Store::connect("host=/nowhere user=petri password=secret", Meters::default()).await.err().unwrap();
    assert_eq!(nowhere.unwritable(), Some(crate::Unwritable::Unreachable), "{nowhere}");
    let stranger = Store::observe(&format!("{} user=stranger", world.url)).await.err().unwrap();
    assert!(stranger.is_refused_login(), "{stranger}");
    assert!(!format!("{nowhere:?} {nowhere}").contains("secret"));
    let unread = Store::connect("postgres://petri:secret@[/", Meters::default()).await.err().unwrap();
    assert!(!format!("{unread:?} {unread}").contains("secret"), "{unread:?}");
}

/// A way to a database that is encrypted, with a certificate for `localhost` of an authority that nobody knows but the tests.
struct Encrypted {
    /// The address without settings of TLS.
    url: String,
    /// The certificate of the authority, in PEM format.
    authority: String,
}

impl Encrypted {
    async fn new(world: &World) -> Encrypted {
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate =
            rcgen::CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key.into())
            .unwrap();
        let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (socket, rest) = behind(&world.url);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (acceptor, socket) = (acceptor.clone(), socket.clone());
                tokio::spawn(async move {
                    let mut request = [0; 8];
                    client.read_exact(&mut request).await.unwrap();
                    assert_eq!(request, *b"\0\0\0\x08\x04\xd2\x16\x2f", "a client asks for TLS first");
                    client.write_all(b"S").await.unwrap();
                    // A client that does not trust the certificate leaves.
                    let Ok(mut client) = acceptor.accept(client).await else { return };
                    let mut server = UnixStream::connect(&socket).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Encrypted { url: format!("port={port} {rest}"), authority: certificate.pem() }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_is_checked_if_the_address_says_so() {
    let Some(world) = World::new().await else { return };
    let encrypted = Encrypted::new(&world).await;
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (folder.path().join("ours.pem"), folder.path().join("other.pem"));
    std::fs::write(&ours, &encrypted.authority).unwrap();
    let stranger = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(&other, stranger.cert.pem()).unwrap();
    let (ours, other) = (ours.display(), other.display());
    let cases = [
        ("host=localhost".to_owned(), None),
        ("host=127.0.0.1 sslmode=require".to_owned(), None),
        (format!("host=localhost sslmode=verify-full sslrootcert={ours}"), None),
        (format!("host=localhost sslrootcert={other}"), Some("invalid peer certificate")),
        (format!("host=127.0.0.1 sslrootcert={ours}"), Some("not valid for name")),
    ];
    for (settings, refusal) in cases {
        let looked = Store::look_at_server(&format!("{} {settings}", encrypted.url)).await;
        match refusal {
            None => assert!(looked.is_ok(), "{settings}: {looked:?}"),
            Some(why) => {
                let refused = looked.unwrap_err().to_string();
                assert!(refused.contains(why), "{settings}: {refused}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_connection_is_refused_if_tls_is_required() {
    let Some(world) = World::new().await else { return };
    let network = Network::to(&world.url).await;
    assert_eq!(Store::look_at_server(&network.url).await.unwrap().tls, None);
    let refused = Store::look_at_server(&format!("{} sslmode=require", network.url)).await.unwrap_err();
    assert!(refused.to_string().contains("TLS"), "{refused}");
}
