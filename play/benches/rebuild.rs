//! How fast all ratings are computed again from the ledger and the records of the games, and how long a lobby of eight people with
//! these games takes to say how fast they move (`cargo bench -p play`).
//!
//! `PETRI_RESULTS` chooses another number of results.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]
#![allow(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clock::from_millis;
use data::{NewGame, NewResult, PersonId, Shape, Store, StoreError, Terms, Tx};
use play::{
    service::{Paces, Service},
    time::Clock,
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use ratings::Forecast;
use rules::{Kind, Options, PLAYERS, RESIGN, Table};
use tokio::runtime::Runtime;

/// The number of people who play.
const PEOPLE: u64 = 400;
/// The most moves of a game before its players resign.
const MOVES: u32 = 40;
/// The day of the first game, and the games of a day.
const FIRST_DAY: i64 = 20_000;
const GAMES_A_DAY: u64 = 50;

fn main() {
    // `cargo test` runs benches without this argument, only to see that they work.
    let usual = if std::env::args().any(|arg| arg == "--bench") { 20_000 } else { 100 };
    let results = std::env::var("PETRI_RESULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let dir = tempfile::tempdir().unwrap();
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(Store::open(&dir.path().join("petri.sqlite"))).unwrap();
    let fill = move |tx: &Tx<'_>| {
        let mut random = StdRng::seed_from_u64(1);
        (0..results).try_for_each(|number| play(tx, number, &mut random))
    };
    runtime.block_on(store.write(fill)).unwrap();
    let service = Service::new(store, Arc::default(), Clock::default());
    // The ledger has bare results so far.
    runtime.block_on(service.rebuild_ratings()).unwrap();
    let begun = Instant::now();
    let (rows, difference) = runtime.block_on(service.rebuild_ratings()).unwrap();
    let took = begun.elapsed();
    assert_eq!((rows, difference), (results, None));
    let speed = rows as f64 / took.as_secs_f64();
    println!("{rows} results in {:.2} s: {speed:.0} results a second (at least 5,000)", took.as_secs_f64());
    let (first, later) = runtime.block_on(service.store().write(pace)).unwrap();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "how fast the people of a lobby of eight move: {:.2} ms, at first {:.2} ms",
        millis(later),
        millis(first)
    );
}

/// Returns how long a lobby of the first eight people takes to say how fast they move: the first time, and the median of 101 later
/// times.
fn pace(tx: &Tx<'_>) -> Result<(Duration, Duration), StoreError> {
    let people: Vec<PersonId> = (1..=8).map(PersonId::from).collect();
    let lobby = tx.open_lobby(&NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: 1.into(),
        host: people[0],
        invited: people[1..].to_vec(),
        at: from_millis(0),
    })?;
    let (lobby, paces) = (tx.lobby(lobby)?, Paces::default());
    let measured = || {
        let begun = Instant::now();
        paces.add(tx, lobby.clone()).map(|_| begun.elapsed())
    };
    let first = measured()?;
    let mut times = (0..101).map(|_| measured()).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    Ok((first, times[times.len() / 2]))
}

/// Plays a rated game of Protozoa to its end and adds a bare result to the ledger: three duels for each table of four.
fn play(tx: &Tx<'_>, number: u64, random: &mut StdRng) -> Result<(), StoreError> {
    let seats = if number % 4 == 3 { 4 } else { 2 };
    let day = FIRST_DAY + (number / GAMES_A_DAY) as i64;
    let (kind, options, at) =
        (Kind::Protozoa, Options::new().with(PLAYERS, seats as i64), from_millis(day * 86_400_000));
    let mut people: Vec<PersonId> = Vec::new();
    while people.len() < seats {
        let person = PersonId::from(random.random_range(1..=PEOPLE));
        if !people.contains(&person) {
            people.push(person);
        }
    }
    let guild = random.random_range(1..=3u64).into();
    let game = tx.open_lobby(&NewGame {
        kind,
        options: options.clone(),
        guild,
        channel: (1_000 + number).into(),
        host: people[0],
        invited: Vec::new(),
        at,
    })?;
    let table = Table::new(kind, &options).unwrap();
    tx.start(game, &options, &people, &table, at)?;
    let class = kind.class(&options).map(str::to_owned);
    tx.set_terms(game, &Terms { class, casual: None, world: number.is_multiple_of(2) })?;
    let mut played = tx.open(game)?;
    for _ in 0..random.random_range(seats as u32..=MOVES) {
        let Some(seat) = played.table.to_act().first() else { break };
        let legal = played.table.legal(seat);
        played.enter(seat, &legal[random.random_range(0..legal.len())]).unwrap();
    }
    let mut here: Vec<_> = played.table.here().iter().collect();
    here.shuffle(random);
    for seat in here {
        if played.table.outcome().is_none() {
            played.enter(seat, RESIGN).unwrap();
        }
    }
    tx.append(&mut played, at)?;
    tx.ratings().record(&NewResult {
        game,
        guild,
        kind,
        shape: Shape::of(&played.table),
        day,
        rated: true,
        world: false,
        changes: Vec::new(),
        meetings: Vec::new(),
        forecast: Forecast::default(),
    })
}
