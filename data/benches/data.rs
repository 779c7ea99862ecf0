//! The cost of a durable move, compared with the least that an engine and the disk need (`cargo bench -p data`).
//!
//! `TMPDIR` selects the disk. With `PETRI_TEST_DATABASE` (see `data::fixture`) the same is measured on that server. Compare medians of one
//! run: a disk's speed changes from hour to hour.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]
#![allow(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::{
    fmt,
    fs::File,
    os::unix::fs::FileExt as _,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use data::{GameId, GuestStatus, NewGame, Payload, Store, StoreError, Tx, fixture};
use divan::{Bencher, black_box, counter::ItemsCount};
use jiff::Timestamp;
use meters::Meters;
use postgres::{Client, NoTls};
use rand::{SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use rules::{Kind, Options, Seat, Table};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The number of games that wait for a move. Each measured move belongs to the next game.
const GAMES: u64 = 1000;
/// The number of entries in a game that is played to its end.
const PLIES: usize = 50;
/// The number of concurrent writers, and of reads in one closure.
const MANY: u64 = 64;

fn main() {
    println!("{:.1} bytes a row of a record", SQLITE.bytes_a_move());
    divan::main();
}

static SQLITE: LazyLock<Bench> = LazyLock::new(|| Bench::new(None));
static SERVER: LazyLock<Bench> = LazyLock::new(|| Bench::new(fixture::server()));

/// The database engine that a bench measures.
#[derive(Clone, Copy)]
enum Engine {
    Sqlite,
    Server,
}

impl Engine {
    /// Returns the engines that can be measured here.
    fn all() -> Vec<Engine> {
        let server = fixture::server().map(|_| Engine::Server);
        [Engine::Sqlite].into_iter().chain(server).collect()
    }

    fn bench(self) -> &'static Bench {
        match self {
            Engine::Sqlite => &SQLITE,
            Engine::Server => &SERVER,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Sqlite => "SQLite",
            Engine::Server => "PostgreSQL",
        })
    }
}

struct Bench {
    runtime: Runtime,
    store: Store,
    /// The connection string of the database, if it is on a server.
    url: Option<String>,
    dir: TempDir,
    /// A record of [`PLIES`] entries, which every game follows.
    record: Vec<(Seat, String)>,
    /// The games, none of which has a move yet.
    games: Vec<GameId>,
    /// A game with the whole record.
    played: GameId,
    next: AtomicU64,
}

impl Bench {
    /// Begins the games in a file, or in a new database of a server.
    fn new(server: Option<String>) -> Bench {
        let runtime = Runtime::new().unwrap();
        let dir = tempfile::tempdir().unwrap();
        let url = server.map(|server| runtime.block_on(fixture::database_on(server)));
        let store = match &url {
            Some(url) => runtime.block_on(Store::connect(url, Meters::default())).unwrap(),
            None => runtime.block_on(Store::open(&dir.path().join("petri.sqlite"))).unwrap(),
        };
        let record = record();
        let played = record.clone();
        let (games, played) = runtime
            .block_on(store.write(move |tx| {
                let games = (1..=GAMES).map(|channel| start(tx, channel)).collect::<Result<_, _>>()?;
                let id = start(tx, GAMES + 1)?;
                for entry in &played {
                    play(tx, id, entry)?;
                }
                Ok::<_, StoreError>((games, id))
            }))
            .unwrap();
        Bench { runtime, store, url, dir, record, games, played, next: AtomicU64::new(0) }
    }

    /// Plays the next move of the next game: everything from the look at the record to the outbox.
    fn act(&self) -> impl Future<Output = u32> + use<> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        let id = self.games[(nth % GAMES) as usize];
        let entry = self.record[(nth / GAMES) as usize].clone();
        let store = self.store.clone();
        async move {
            let act = move |tx: &Tx<'_>| {
                tx.expect_open(id)?;
                assert!(tx.done(nth.into())?.is_none());
                let ply = play(tx, id, &entry)?;
                tx.set_done(nth.into(), id, ply, NOW)?;
                tx.queue(id, &Payload::board(ply), NOW)?;
                Ok::<_, StoreError>(ply)
            };
            store.write(act).await.unwrap()
        }
    }

    /// Returns the size of the table of moves divided by its rows, for games that were played side by side.
    fn bytes_a_move(&self) -> f64 {
        let file = self.dir.path().join("rows.sqlite");
        let store = self.runtime.block_on(Store::open(&file)).unwrap();
        let record = self.record.clone();
        let play_all = move |tx: &Tx<'_>| {
            let games: Vec<GameId> =
                (1..=GAMES).map(|channel| start(tx, channel)).collect::<Result<_, _>>()?;
            for entry in &record {
                for &id in &games {
                    play(tx, id, entry)?;
                }
            }
            Ok::<_, StoreError>(())
        };
        self.runtime.block_on(store.write(play_all)).unwrap();
        let sql = rusqlite::Connection::open(&file).unwrap();
        let size = "SELECT sum(pgsize) * 1.0 / (SELECT count(*) FROM move) FROM dbstat WHERE name = 'move'";
        sql.query_row(size, [], |row| row.get(0)).unwrap()
    }
}

/// A timestamp of the present: a small number would take fewer bytes.
const NOW: Timestamp = Timestamp::constant(1_763_000_000, 0);

fn record() -> Vec<(Seat, String)> {
    let mut random = StdRng::seed_from_u64(1);
    loop {
        let mut table = Table::new(Kind::Protozoa, &options()).unwrap();
        let mut record = Vec::new();
        while let Some(seat) = table.to_act().first().filter(|_| record.len() < PLIES) {
            let notation = table.legal(seat).choose(&mut random).unwrap().clone();
            table.play(seat, &notation).unwrap();
            record.push((seat, notation));
        }
        if record.len() == PLIES {
            return record;
        }
    }
}

fn options() -> Options {
    Options::new().with("players", 2)
}

fn start(tx: &Tx<'_>, channel: u64) -> Result<GameId, StoreError> {
    let people = [3.into(), 4.into()];
    let lobby = NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: people[0],
        invited: Vec::new(),
        at: NOW,
    };
    let id = tx.open_lobby(&lobby)?;
    tx.set_guest_status(id, people[1], GuestStatus::Joined, NOW)?;
    tx.start(id, &options(), &people, &Table::new(Kind::Protozoa, &options()).unwrap(), NOW)?;
    Ok(id)
}

fn play(tx: &Tx<'_>, id: GameId, (seat, notation): &(Seat, String)) -> Result<u32, StoreError> {
    let mut game = tx.open(id)?;
    game.enter(*seat, notation).unwrap();
    tx.append(&mut game, NOW)?;
    Ok(game.table.ply())
}

/// The least that the disk needs for a durable move: 4 KiB over existing bytes, and one `fdatasync`.
#[divan::bench(sample_count = 500, sample_size = 1)]
fn overwrite_and_sync(bencher: Bencher<'_, '_>) {
    let file = file_of(SQLITE.dir.path());
    bencher.bench_local(|| {
        file.write_all_at(black_box(&[7; 4096]), 4096).unwrap();
        file.sync_data().unwrap();
    });
}

fn file_of(dir: &Path) -> File {
    let file = File::create(dir.join("floor")).unwrap();
    file.write_all_at(&[1; 64 * 1024], 0).unwrap();
    file.sync_all().unwrap();
    file
}

/// The least that an engine needs for a durable move: it inserts one row in a transaction of its own.
#[divan::bench(sample_count = 500, sample_size = 1, args = Engine::all())]
fn insert_and_sync(bencher: Bencher<'_, '_>, engine: Engine) {
    const TABLE: &str = "CREATE TABLE floor (id BIGINT PRIMARY KEY, body TEXT NOT NULL)";
    let (bench, body) = (engine.bench(), "x".repeat(100));
    let mut id = 0_i64;
    match &bench.url {
        Some(url) => {
            let mut client = Client::connect(url, NoTls).unwrap();
            client.batch_execute(&format!("DROP TABLE IF EXISTS floor; {TABLE}")).unwrap();
            let insert = client.prepare("INSERT INTO floor VALUES ($1, $2)").unwrap();
            bencher.bench_local(|| {
                id += 1;
                client.execute(&insert, &[&id, &body]).unwrap()
            });
        }
        None => {
            let sql = rusqlite::Connection::open(bench.dir.path().join("floor.sqlite")).unwrap();
            sql.pragma_update(None, "journal_mode", "WAL").unwrap();
            sql.pragma_update(None, "synchronous", "FULL").unwrap();
            sql.execute_batch(&format!("DROP TABLE IF EXISTS floor; {TABLE}")).unwrap();
            let mut insert = sql.prepare("INSERT INTO floor VALUES (?1, ?2)").unwrap();
            bencher.bench_local(|| {
                id += 1;
                insert.execute((id, &body)).unwrap()
            });
        }
    }
}

/// One player moves and waits for the result.
#[divan::bench(sample_count = 500, sample_size = 1, args = Engine::all())]
fn one_writer(bencher: Bencher<'_, '_>, engine: Engine) {
    let bench = engine.bench();
    bencher.counter(ItemsCount::new(1_u64)).bench_local(|| bench.runtime.block_on(bench.act()));
}

/// Many players move at once, and all of them wait.
#[divan::bench(sample_count = 100, sample_size = 1, args = Engine::all())]
fn many_writers(bencher: Bencher<'_, '_>, engine: Engine) {
    let bench = engine.bench();
    bencher.counter(ItemsCount::new(MANY)).bench_local(|| {
        let acts: Vec<_> = (0..MANY).map(|_| bench.runtime.spawn(bench.act())).collect();
        bench.runtime.block_on(async {
            for act in acts {
                act.await.unwrap();
            }
        });
    });
}

/// Reads the rows of a record of [`PLIES`] entries.
#[divan::bench(args = Engine::all())]
fn rows_of_a_game(bencher: Bencher<'_, '_>, engine: Engine) {
    let id = engine.bench().played;
    read_many(bencher, engine, move |tx| tx.record(id).unwrap().len());
}

/// Opens the same game: its rows, its players, and the table after [`PLIES`] entries.
#[divan::bench(args = Engine::all())]
fn open_a_game(bencher: Bencher<'_, '_>, engine: Engine) {
    let id = engine.bench().played;
    read_many(bencher, engine, move |tx| tx.open(id).unwrap().record.len());
}

/// Does many reads in one closure, so that the way to the reading thread and back does not count.
fn read_many(
    bencher: Bencher<'_, '_>,
    engine: Engine,
    read: impl Fn(&Tx<'_>) -> usize + Copy + Send + 'static,
) {
    let bench = engine.bench();
    bencher.counter(ItemsCount::new(MANY)).bench_local(|| {
        let reads = move |tx: &Tx<'_>| Ok::<usize, StoreError>((0..MANY).map(|_| read(tx)).sum());
        bench.runtime.block_on(bench.store.read(reads)).unwrap()
    });
}
