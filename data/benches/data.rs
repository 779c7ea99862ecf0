//! The cost of a durable move, compared with the cost of the disk alone (`cargo bench -p data`).
//!
//! `TMPDIR` selects the disk. Compare medians of one run: a disk's speed changes from hour to hour.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]
#![allow(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::{
    fs::File,
    os::unix::fs::FileExt as _,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use data::{GameId, GuestStatus, NewGame, Payload, Store, StoreError, Tx};
use divan::{Bencher, black_box, counter::ItemsCount};
use jiff::Timestamp;
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
    let bench = &*BENCH;
    println!("{:.1} bytes a row of a record", bench.bytes_a_move());
    divan::main();
}

static BENCH: LazyLock<Bench> = LazyLock::new(Bench::new);

struct Bench {
    runtime: Runtime,
    store: Store,
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
    fn new() -> Bench {
        let runtime = Runtime::new().unwrap();
        let dir = tempfile::tempdir().unwrap();
        let store = runtime.block_on(Store::open(&dir.path().join("petri.sqlite"))).unwrap();
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
        Bench { runtime, store, dir, record, games, played, next: AtomicU64::new(0) }
    }

    /// Plays the next move of the next game: everything from the look at the record to the outbox.
    fn act(&self) -> impl Future<Output = u32> + use<> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        let id = self.games[(nth % GAMES) as usize];
        let entry = self.record[(nth / GAMES) as usize].clone();
        let store = self.store.clone();
        async move {
            let act = move |tx: &Tx<'_>| {
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

/// The floor of a durable move: 4 KiB over existing bytes, and one `fdatasync`.
#[divan::bench(sample_count = 500, sample_size = 1)]
fn overwrite_and_sync(bencher: Bencher<'_, '_>) {
    let file = file_of(BENCH.dir.path());
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

/// One player moves and waits for the result.
#[divan::bench(sample_count = 500, sample_size = 1)]
fn one_writer(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(1_u64)).bench_local(|| BENCH.runtime.block_on(BENCH.act()));
}

/// Many players move at once, and all of them wait.
#[divan::bench(sample_count = 100, sample_size = 1)]
fn many_writers(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(MANY)).bench_local(|| {
        let acts: Vec<_> = (0..MANY).map(|_| BENCH.runtime.spawn(BENCH.act())).collect();
        BENCH.runtime.block_on(async {
            for act in acts {
                act.await.unwrap();
            }
        });
    });
}

/// Reads the rows of a record of [`PLIES`] entries.
#[divan::bench]
fn rows_of_a_game(bencher: Bencher<'_, '_>) {
    let id = BENCH.played;
    read_many(bencher, move |tx| tx.record(id).unwrap().len());
}

/// Opens the same game: its rows, its players, and the table after [`PLIES`] entries.
#[divan::bench]
fn open_a_game(bencher: Bencher<'_, '_>) {
    let id = BENCH.played;
    read_many(bencher, move |tx| tx.open(id).unwrap().record.len());
}

/// Does many reads in one closure, so that the way to the reading thread and back does not count.
fn read_many(bencher: Bencher<'_, '_>, read: impl Fn(&Tx<'_>) -> usize + Copy + Send + 'static) {
    bencher.counter(ItemsCount::new(MANY)).bench_local(|| {
        let reads = move |tx: &Tx<'_>| Ok::<usize, StoreError>((0..MANY).map(|_| read(tx)).sum());
        BENCH.runtime.block_on(BENCH.store.read(reads)).unwrap()
    });
}
