//! Measures a tick of the scheduler with few games and with many. The times of the two sizes should be about the same.

use std::sync::LazyLock;

use clock::{Clock, Control, Hours, later};
use data::{GameId, SeatClock, StoreError, Timer, TimerKind, Tx};
use divan::Bencher;
use jiff::{SignedDuration, Timestamp};
use play::service::Next;
use rules::{Kind, Options, Seat};

use crate::world::{self, World};

/// The numbers of running games.
const SIZES: [u64; 2] = [1_000, 100_000];
/// The number of timers that a tick handles at once.
const DUE: i64 = 64;

static WORLDS: LazyLock<[Games; 2]> = LazyLock::new(|| SIZES.map(Games::new));

fn games(size: u64) -> &'static Games {
    &WORLDS[SIZES.iter().position(|&known| known == size).unwrap()]
}

struct Games {
    world: World,
    last: GameId,
}

impl Games {
    fn new(games: u64) -> Games {
        /// The number of games per transaction.
        const AT_ONCE: u64 = 1_000;
        let world = World::new();
        let now = world.service.now();
        let mut last = GameId::from(0);
        for first in (0..games).step_by(AT_ONCE as usize) {
            last = world.write(move |tx| {
                (first..first + AT_ONCE).try_fold(last, |_, channel| begin(tx, channel + 1, now))
            });
        }
        Games { world, last }
    }

    fn tick(&self) -> Next {
        self.world.runtime.block_on(self.world.service.tick()).unwrap()
    }

    /// Makes a reminder due in each of the last games.
    fn make_due(&self) {
        let (last, now) = (self.last.get(), self.world.service.now());
        self.world.write(move |tx| {
            for back in 0..DUE {
                let seat = Seat::from_index(0);
                let game = GameId::from(last - back.unsigned_abs());
                tx.set_timer(&Timer { game, seat, kind: TimerKind::Remind, step: 0, due: now })?;
            }
            Ok(())
        });
    }
}

/// Begins a game whose first player was just notified of their turn.
fn begin(tx: &Tx<'_>, channel: u64, at: Timestamp) -> Result<GameId, StoreError> {
    let people = [(2 * channel).into(), (2 * channel + 1).into()];
    let id = world::begin(tx, Kind::Protozoa, &Options::new(), &people, channel, at)?;
    let control = Control::default();
    let mut clock = Clock::new(&control).unwrap();
    clock.start(at, &control);
    let seat = Seat::FIRST;
    tx.set_clock(
        id,
        &SeatClock { seat, clock, turn: Some(0), hours: Hours::default(), overdue: None, late: false },
    )?;
    let due = later(at, SignedDuration::from_hours(72));
    tx.set_timer(&Timer { game: id, seat: Some(seat), kind: TimerKind::Flag, step: 0, due })?;
    Ok(id)
}

#[divan::bench(args = SIZES, sample_count = 200, sample_size = 1)]
fn nothing_is_due(bencher: Bencher<'_, '_>, size: u64) {
    bencher.bench_local(|| games(size).tick());
}

#[divan::bench(args = SIZES, sample_count = 50, sample_size = 1)]
fn much_is_due(bencher: Bencher<'_, '_>, size: u64) {
    bencher.with_inputs(|| games(size).make_due()).bench_local_values(|()| games(size).tick());
}
