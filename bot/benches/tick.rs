//! What a look for due work costs with few games and with many (`cargo bench -p bot`): the ratio of a size to the one above it
//! should be about one.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::sync::{Arc, LazyLock};

use bot::{
    pictures::Pictures,
    service::{Next, Service},
    time::Clock,
};
use data::{Answer, GameId, NewGame, SeatClock, Store, StoreError, Time, Timer, TimerKind, Tx};
use divan::Bencher;
use render::{Profile, Theme};
use rules::{Kind, Options, Table};
use tempfile::TempDir;
use tokio::{runtime::Runtime, sync::Notify};

/// How many games are running.
const SIZES: [u64; 2] = [1_000, 100_000];
/// As many timers as a tick takes at once.
const DUE: i64 = 64;

fn main() {
    divan::main();
}

struct World {
    runtime: Runtime,
    service: Service,
    store: Store,
    last: GameId,
    _folder: TempDir,
}

static WORLDS: LazyLock<[World; 2]> = LazyLock::new(|| SIZES.map(World::new));

fn world(size: u64) -> &'static World {
    &WORLDS[SIZES.iter().position(|&known| known == size).unwrap()]
}

impl World {
    fn new(games: u64) -> World {
        /// Games in one transaction.
        const AT_ONCE: u64 = 1_000;
        let runtime = Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let store = runtime.block_on(Store::open(&folder.path().join("petri.sqlite"))).unwrap();
        let clock = Clock::default();
        let now = clock.now();
        let mut last = GameId::from(0);
        for first in (0..games).step_by(AT_ONCE as usize) {
            let begin = move |tx: &Tx<'_>| {
                (first..first + AT_ONCE).try_fold(last, |_, channel| begin(tx, channel + 1, now))
            };
            last = runtime.block_on(store.write(begin)).unwrap();
        }
        let pictures = Pictures::new(Theme::Dark, Profile::Quick);
        let service = Service::new(store.clone(), pictures, Arc::new(Notify::new()), clock);
        World { runtime, service, store, last, _folder: folder }
    }

    fn tick(&self) -> Next {
        self.runtime.block_on(self.service.tick()).unwrap()
    }

    /// Makes a reminder due in each of the last games.
    fn make_due(&self) {
        let (last, now) = (self.last.get(), self.service.now());
        let due = move |tx: &Tx<'_>| {
            for back in 0..DUE {
                let seat = rules::Seat::from_index(0);
                let game = GameId::from(last - back.unsigned_abs());
                tx.set_timer(&Timer { game, seat, kind: TimerKind::Remind, step: 0, due: now })?;
            }
            Ok::<_, StoreError>(())
        };
        self.runtime.block_on(self.store.write(due)).unwrap();
    }
}

/// A game whose first player has just been asked to move.
fn begin(tx: &Tx<'_>, channel: u64, at: Time) -> Result<GameId, StoreError> {
    let people = [(2 * channel).into(), (2 * channel + 1).into()];
    let lobby = NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: people[0],
        invited: Vec::new(),
        at,
    };
    let id = tx.open_lobby(&lobby)?;
    tx.set_answer(id, people[1], Answer::Joined, at)?;
    let control = clock::Control::default();
    tx.set_control(id, &control)?;
    let options = Options::new().with("players", 2);
    let table = Table::new(lobby.kind, &options).unwrap();
    tx.start(id, &options, &people, &table, at)?;
    let mut clock = clock::Clock::new(&control).unwrap();
    clock.start(at.into(), &control);
    let seat = table.to_act().first().unwrap();
    let hours = clock::Hours::default();
    tx.set_clock(id, &SeatClock { seat, clock, turn: Some(0), hours, overdue: None })?;
    let due = at.plus_ms(72 * 3_600_000);
    tx.set_timer(&Timer { game: id, seat: Some(seat), kind: TimerKind::Flag, step: 0, due })?;
    Ok(id)
}

#[divan::bench(args = SIZES, sample_count = 200, sample_size = 1)]
fn nothing_is_due(bencher: Bencher<'_, '_>, games: u64) {
    bencher.bench_local(|| world(games).tick());
}

#[divan::bench(args = SIZES, sample_count = 50, sample_size = 1)]
fn much_is_due(bencher: Bencher<'_, '_>, games: u64) {
    bencher.with_inputs(|| world(games).make_due()).bench_local_values(|()| world(games).tick());
}
