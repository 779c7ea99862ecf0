//! Measures how long people's moves take while machines have much to think about (`cargo bench -p petri --bench machines`).
//!
//! A thousand games wait for a Hunter at once, one thinker works through them, and people move in other games, 50 times a second.
//! The bench prints how long those moves took, with an idle thinker and with a busy one, and how fast the queue went down.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench that cannot go on has failed, and prints what it measures"
)]

#[path = "petri/world.rs"]
mod world;

use std::time::{Duration, Instant};

use bot::thinking::Thinking;
use data::{GameId, Machine, PersonId};
use engine::Level;
use play::service::Caller;
use rules::{Kind, Options, Seat};
use tokio_util::sync::CancellationToken;
use world::World;

/// The games that wait for a machine.
const WAITING: u64 = 1_000;
/// The games between two people.
const BETWEEN_PEOPLE: u64 = 100;
/// The moves that people make in each of two runs.
const MOVES: u64 = 1_000;
/// The time between two moves of people.
const PACE: Duration = Duration::from_millis(20);
/// The players of the first game between people are this and the next number.
const FIRST_PERSON: u64 = 1_000_000;

fn main() {
    let world = World::new();
    let people = begin_between_people(&world);
    let idle = moves_of_people(&world, &people, 0);
    let machines = begin_with_machines(&world);
    let (stop, started) = (CancellationToken::new(), Instant::now());
    let thinkers =
        world.runtime.spawn(bot::thinkers::run(world.service.clone(), Thinking::new(1), 1, stop.clone()));
    let busy = moves_of_people(&world, &people, MOVES);
    let waiting = |world: &World| world.write(|tx| tx.next_thought()).is_some();
    let still_busy = waiting(&world);
    while waiting(&world) {
        std::thread::sleep(PACE);
    }
    let drained = started.elapsed();
    stop.cancel();
    world.runtime.block_on(thinkers).unwrap();
    let moved = machines.iter().filter(|&&id| world.write(move |tx| tx.open(id)).record.len() == 1).count();

    println!("{:<24} {:>10} {:>10} {:>10}", "moves of people", "median", "p99", "slowest");
    for (name, times) in [("thinker idle", &idle), ("thinker busy", &busy)] {
        let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
        println!("{name:<24} {:>10.2?} {:>10.2?} {:>10.2?}", at(50), at(99), at(100));
    }
    let ratio = busy[busy.len() * 99 / 100].as_secs_f64() / idle[idle.len() * 99 / 100].as_secs_f64();
    println!("p99 busy / idle: {ratio:.2}; thoughts were waiting until the last move: {still_busy}");
    let per_second = WAITING as f64 / drained.as_secs_f64();
    println!("{moved} of {WAITING} machines moved once, {per_second:.0} a second");
}

fn begin_between_people(world: &World) -> Vec<GameId> {
    let at = world.service.now();
    world.write(move |tx| {
        (0..BETWEEN_PEOPLE)
            .map(|number| {
                let people = [0, 1].map(|side| PersonId::from(FIRST_PERSON + 2 * number + side));
                let options = Options::new().with("size", 10);
                world::begin(tx, Kind::Protozoa, &options, &people, FIRST_PERSON + number, at)
            })
            .collect()
    })
}

/// Begins games in which a Hunter is to move, in all games by turns.
fn begin_with_machines(world: &World) -> Vec<GameId> {
    let at = world.service.now();
    let hunter = Machine::new(Level::Hunter, 1).unwrap().person();
    world.write(move |tx| {
        (1..=WAITING)
            .map(|number| {
                let kind = Kind::ALL[number as usize % Kind::ALL.len()];
                let people = [hunter, PersonId::from(1_000 + number)];
                let game = world::begin(tx, kind, &Options::new(), &people, number, at)?;
                tx.seat_machine(game, Seat::FIRST)?;
                tx.set_thought(game, Seat::FIRST, 0, at)?;
                Ok(game)
            })
            .collect()
    })
}

/// Lets people move in their games by turns. Returns how long each move took, the shortest first.
fn moves_of_people(world: &World, games: &[GameId], first_interaction: u64) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in 0..MOVES {
        let id = games[number as usize % games.len()];
        let game = world.write(move |tx| tx.open(id));
        let Some(seat) = game.table.to_act().first() else { continue };
        let caller = Caller {
            person: game.person_in(seat).unwrap(),
            guild: Some(1.into()),
            channel: game.channel,
            interaction: (first_interaction + number + 1).into(),
            pressed: None,
            at: world.service.now(),
        };
        let mv = game.table.legal(seat).last().unwrap().clone();
        let started = Instant::now();
        world.runtime.block_on(world.service.play_typed(&caller, mv)).unwrap();
        times.push(started.elapsed());
        std::thread::sleep(PACE);
    }
    times.sort_unstable();
    times
}
