use std::{fmt::Debug, fs, os::unix::fs::PermissionsExt as _, path::PathBuf, sync::Mutex};

use clock::from_millis;
use jiff::Timestamp;
use rules::{Kind, Options};
use rusqlite::{Connection, ErrorCode};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::{sqlite::create, *};
use crate::{GameId, NewGame, Payload, Readiness, Unwritable, identity};

fn file() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("petri.sqlite");
    (dir, path)
}

fn lobby(channel: u64) -> NewGame {
    NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: 3.into(),
        invited: vec![4.into(), 5.into()],
        at: from_millis(0),
    }
}

async fn open_lobby(store: &Store, channel: u64) -> Result<GameId, StoreError> {
    let new = lobby(channel);
    store.write(move |tx| tx.open_lobby(&new)).await
}

async fn count(store: &Store, sql: &'static str) -> u32 {
    store.read(|tx| Ok::<_, StoreError>(tx.sql.query_row(sql, [], |row| row.get(0))?)).await.unwrap()
}

async fn lobbies(store: &Store) -> u32 {
    count(store, "SELECT count(*) FROM game").await
}

#[track_caller]
fn assert_not_committed<T: Debug>(answer: Result<T, StoreError>, why: &str) {
    match answer {
        Err(StoreError::NotCommitted { why: reason, .. }) => assert!(reason.contains(why), "{reason}"),
        other => panic!("expected no commit because of {why:?}, but got {other:?}"),
    }
}

#[tokio::test]
async fn connections_have_the_right_settings() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let ask = |tx: &Tx<'_>| {
        let number = |name| tx.sql.sqlite().pragma_query_value(None, name, |row| row.get::<_, u32>(0));
        let journal: String = tx.sql.sqlite().pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        Ok::<_, StoreError>((journal, number("synchronous")?, number("foreign_keys")?, number("query_only")?))
    };
    const FULL: u32 = 2;
    assert_eq!(store.write(ask).await.unwrap(), ("wal".to_owned(), FULL, 1, 0));
    assert_eq!(store.read(ask).await.unwrap(), ("wal".to_owned(), FULL, 1, 1));
}

#[tokio::test]
async fn commits_are_counted_whether_they_succeed_or_not() {
    let ((_dir, path), meters) = (file(), Meters::default());
    let store = Store::open_patiently(&path, Duration::from_millis(20), meters.clone()).await.unwrap();
    let counted = |line: &str| {
        let text = meters.text(&meters::Reading::default()).unwrap();
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    };
    assert_eq!(meters.since_commit(), None);
    open_lobby(&store, 1).await.unwrap();
    store.write(|tx| tx.prove_writable()).await.unwrap();
    counted("petri_commit_seconds_count 2");
    counted("petri_commits_failed_total 0");
    assert!(meters.since_commit().is_some());
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    store.write(|tx| tx.prove_writable()).await.unwrap_err();
    counted("petri_commit_seconds_count 2");
    counted("petri_commits_failed_total 1");
}

#[tokio::test]
async fn proof_that_the_store_is_writable_reaches_the_disk() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let log = || std::fs::metadata(identity::beside(&path, "-wal")).unwrap().len();
    let rows = async || count(&store, "SELECT count(*) FROM done").await;
    let before = (log(), rows().await);
    store.write(|tx| tx.prove_writable()).await.unwrap();
    assert!(log() > before.0, "nothing was written");
    assert_eq!(rows().await, before.1);
}

#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    let (dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    open_lobby(&store, 1).await.unwrap();
    let mut seen = 0;
    for entry in dir.path().read_dir().unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.path());
        seen += 1;
    }
    assert_eq!(seen, 3, "there must be the database, its log and the log's index");
}

/// A power loss while a file becomes one with a write-ahead log leaves such a journal.
#[tokio::test]
async fn change_that_a_power_loss_cut_short_is_undone() {
    let (_dir, path) = file();
    create(&path).unwrap();
    let sql = Connection::open(&path).unwrap();
    // With hardly any memory for pages, SQLite writes to the file in the middle of the change.
    sql.execute_batch(
        "PRAGMA cache_size = 1;
         BEGIN;
         CREATE TABLE blob (x);
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
         INSERT INTO blob SELECT randomblob(1000) FROM n;",
    )
    .unwrap();
    let (_other, copy) = file();
    for end in ["", "-journal"] {
        fs::copy(identity::beside(&path, end), identity::beside(&copy, end)).unwrap();
    }
    let store = Store::open(&copy).await.unwrap();
    assert_eq!(count(&store, "SELECT count(*) FROM sqlite_schema WHERE name = 'blob'").await, 0);
    assert_eq!(lobbies(&store).await, 0);
}

#[tokio::test]
async fn reads_cannot_write() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let id = open_lobby(&store, 1).await.unwrap();
    let refused = store.read(move |tx| tx.set_host_notified(id, Readiness::Enough)).await;
    match refused {
        Err(StoreError::Database(error)) => assert_eq!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly)),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn full_disk_is_reported_and_loses_nothing() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    open_lobby(&store, 0).await.unwrap();
    let limit = |pages: &'static str| {
        move |tx: &Tx<'_>| {
            let sql = format!("PRAGMA max_page_count = {pages}");
            Ok::<u32, StoreError>(tx.sql.query_row(&sql, [], |row| row.get(0))?)
        }
    };
    // A limit below the file's size becomes the file's size.
    store.write(limit("1")).await.unwrap();
    let mut stored = 1;
    let refused = loop {
        match open_lobby(&store, stored.into()).await {
            Ok(_) => stored += 1,
            Err(refused) => break refused,
        }
    };
    match &refused {
        StoreError::Database(error) => assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DiskFull)),
        other => panic!("{other:?}"),
    }
    assert!(refused.to_string().contains("disk is full"), "{refused}");
    assert_eq!(refused.unwritable(), Some(Unwritable::Disk));
    assert_eq!(lobbies(&store).await, stored);

    // Jobs that share the commit fail, too, and none of their work is kept.
    let go = hold(&store).await;
    let before = enqueue(&store, 1, notify_hosts(store.clone())).await;
    let full = enqueue(&store, 2, {
        let store = store.clone();
        // SQLite cannot undo this statement by itself, so the whole transaction goes.
        async move {
            let fill =
                |tx: &Tx<'_>| (0..).try_for_each(|n| tx.set_done(n.into(), 1.into(), 0, from_millis(0)));
            store.write(fill).await
        }
    })
    .await;
    let after = enqueue(&store, 3, notify_hosts(store.clone())).await;
    go.send(()).unwrap();
    assert_not_committed(before.await.unwrap(), "full disk");
    assert!(matches!(full.await.unwrap(), Err(StoreError::Database(_))));
    assert_not_committed(after.await.unwrap(), "full disk");
    assert_eq!(count(&store, "SELECT count(*) FROM game WHERE host_notified").await, 0);
    assert_eq!(lobbies(&store).await, stored);

    // The disk has room again.
    store.write(limit("100000")).await.unwrap();
    open_lobby(&store, stored.into()).await.unwrap();
    assert_eq!(lobbies(&store).await, stored + 1);
}

#[tokio::test]
async fn locked_file_is_an_error_until_it_is_free() {
    let (_dir, path) = file();
    let store = Store::open_patiently(&path, Duration::from_millis(20), Meters::default()).await.unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    for _ in 0..2 {
        let refused = open_lobby(&store, 1).await.unwrap_err();
        assert_eq!(refused.unwritable(), Some(Unwritable::Locked));
        assert_not_committed(Err::<(), _>(refused), "locked");
    }
    assert_eq!(lobbies(&store).await, 0, "reads still work");
    other.execute_batch("COMMIT").unwrap();
    open_lobby(&store, 1).await.unwrap();
    assert_eq!(lobbies(&store).await, 1);
}

#[tokio::test]
async fn failed_commit_fails_every_job_in_it() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    open_lobby(&store, 1).await.unwrap();
    // A reference to a game that does not exist, checked only at the commit.
    let indebted = |tx: &Tx<'_>| {
        tx.sql.execute_batch("PRAGMA defer_foreign_keys = ON")?;
        tx.queue(999.into(), &Payload::board(0), from_millis(0))
    };
    let go = hold(&store).await;
    let good = enqueue(&store, 1, notify_hosts(store.clone())).await;
    let bad = enqueue(&store, 2, {
        let store = store.clone();
        async move { store.write(indebted).await }
    })
    .await;
    // This job fails because of what the first one wrote, which is never committed.
    let refused = enqueue(&store, 3, {
        let store = store.clone();
        let notified = "SELECT count(*) FROM game WHERE host_notified";
        let look = move |tx: &Tx<'_>| match tx.sql.query_row(notified, [], |row| row.get::<u32>(0))? {
            0 => Ok(()),
            _ => Err(StoreError::ChannelTaken),
        };
        async move { store.write(look).await }
    })
    .await;
    go.send(()).unwrap();
    assert_not_committed(good.await.unwrap(), "FOREIGN KEY");
    assert_not_committed(bad.await.unwrap(), "FOREIGN KEY");
    assert_not_committed(refused.await.unwrap(), "FOREIGN KEY");
    assert_eq!(count(&store, "SELECT count(*) FROM game WHERE host_notified").await, 0);
    open_lobby(&store, 2).await.unwrap();
}

#[tokio::test]
async fn failing_job_does_not_affect_the_others() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let mut waiting = Vec::new();
    let go = hold(&store).await;
    for channel in 0..9_u64 {
        let own = store.clone();
        let job = async move {
            own.write(move |tx| {
                let game = tx.open_lobby(&lobby(channel))?;
                match channel % 3 {
                    0 => Ok(channel),
                    1 => Err(StoreError::NoSuchGame(game)),
                    _ => panic!("the test wants a panic"),
                }
            })
            .await
        };
        waiting.push(enqueue(&store, waiting.len() + 1, job).await);
    }
    go.send(()).unwrap();
    for (channel, answer) in (0..).zip(waiting) {
        let answer = answer.await.unwrap();
        match channel % 3 {
            0 => assert_eq!(answer.unwrap(), channel),
            1 => assert!(matches!(answer, Err(StoreError::NoSuchGame(_))), "{answer:?}"),
            _ => assert!(matches!(answer, Err(StoreError::Panicked)), "{answer:?}"),
        }
    }
    assert_eq!(lobbies(&store).await, 3);
    let kept = count(&store, "SELECT sum(channel) FROM game").await;
    assert_eq!(kept, 3 + 6);
}

#[tokio::test]
async fn failing_job_on_its_own_changes_nothing() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let failed: Result<(), StoreError> = store
        .write(|tx| {
            let game = tx.open_lobby(&lobby(1))?;
            Err(StoreError::NoSuchGame(game))
        })
        .await;
    assert!(matches!(failed, Err(StoreError::NoSuchGame(_))), "{failed:?}");
    let panicked: Result<(), StoreError> = store
        .write(|tx| {
            tx.open_lobby(&lobby(1))?;
            panic!("the test wants a panic")
        })
        .await;
    assert!(matches!(panicked, Err(StoreError::Panicked)), "{panicked:?}");
    assert_eq!(lobbies(&store).await, 0);
    open_lobby(&store, 1).await.unwrap();
    assert_eq!(lobbies(&store).await, 1);
}

#[tokio::test]
async fn caller_who_stops_waiting_changes_nothing() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let go = hold(&store).await;
    let gone = enqueue_lobby(&store).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    go.send(()).unwrap();
    open_lobby(&store, 2).await.unwrap();
    assert_eq!(lobbies(&store).await, 2);
}

#[tokio::test]
async fn queued_work_is_done_before_the_store_closes() {
    let (_dir, path) = file();
    let store = Store::open(&path).await.unwrap();
    let go = hold(&store).await;
    let last = enqueue_lobby(&store).await;
    drop(store);
    go.send(()).unwrap();
    last.await.unwrap().unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(lobbies(&store).await, 1);
}

async fn notify_hosts(store: Store) -> Result<(), StoreError> {
    store.write(|tx| Ok(tx.sql.execute("UPDATE game SET host_notified = 1", []).map(drop)?)).await
}

/// Keeps the writing thread busy in a transaction of its own until a message arrives.
async fn hold(store: &Store) -> std::sync::mpsc::Sender<()> {
    let (go, wait) = std::sync::mpsc::channel();
    let (held, holds) = tokio::sync::oneshot::channel();
    let store = store.clone();
    tokio::spawn(async move {
        let ends = Mutex::new(Some((held, wait)));
        let job = move |_: &Tx<'_>| {
            let (held, wait) = ends.lock().unwrap().take().unwrap();
            held.send(()).unwrap();
            wait.recv().unwrap();
            Ok::<_, StoreError>(())
        };
        store.write(job).await
    });
    holds.await.unwrap();
    go
}

/// Queues a lobby for the writing thread, which is held.
async fn enqueue_lobby(store: &Store) -> JoinHandle<Result<GameId, StoreError>> {
    let own = store.clone();
    enqueue(store, 1, async move { open_lobby(&own, 1).await }).await
}

/// Starts a write and waits until it is the `place`th in the queue of the writing thread, which is held.
async fn enqueue<T: Send + 'static>(
    store: &Store,
    place: usize,
    write: impl Future<Output = T> + Send + 'static,
) -> JoinHandle<T> {
    let started = tokio::spawn(write);
    while store.writer.max_capacity() - store.writer.capacity() < place {
        tokio::task::yield_now().await;
    }
    started
}

#[tokio::test]
async fn reserved_lobby_is_placed_or_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
    open_lobby(&store, 1).await.unwrap();
    let done = store.write(|tx| {
        let new = lobby(1);
        let id = tx.reserve_lobby(&new)?;
        let control = "72h+12h/120h hard".parse().unwrap();
        tx.set_control(id, &control)?;
        let reserved =
            |tx: &Tx<'_>, after: Timestamp| tx.lobbies_of(new.host, new.guild, from_millis(-1), after);
        assert!(reserved(tx, from_millis(-1))?.contains(&id) && !reserved(tx, new.at)?.contains(&id));
        assert!(matches!(tx.lobby(id), Err(StoreError::LobbyClosed(_))));
        assert!(matches!(tx.place_lobby(id, 1.into()), Err(StoreError::ChannelTaken)));
        tx.place_lobby(id, 2.into())?;
        assert_eq!((tx.lobby(id)?.channel, tx.home(id)?), (2.into(), 2.into()));
        assert_eq!(tx.lobby(id)?.control, control, "it keeps the clock of its reservation");
        assert!(matches!(tx.place_lobby(id, 3.into()), Err(StoreError::NoSuchGame(_))));
        tx.forget_reserved(id)?;
        assert_eq!(tx.lobby(id)?.id, id, "an open lobby is not deleted");

        let other = tx.reserve_lobby(&new)?;
        tx.forget_reserved(other)?;
        assert!(tx.place(other)?.is_none());
        Ok::<_, StoreError>(())
    });
    done.await.unwrap();
}
