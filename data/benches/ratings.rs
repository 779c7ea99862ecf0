//! The queries of ratings in a pool of a million people, compared with one rating by its key (`cargo bench -p data --bench ratings`).
//!
//! `PETRI_PEOPLE` chooses another number of people. Compare the ratios, not the times.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]
#![allow(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::{
    path::Path,
    time::{Duration, Instant},
};

use data::{PersonId, PoolId, Shape, Store, StoreError, Tx};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use ratings::Rating;
use rules::Kind;
use tokio::runtime::Runtime;

/// How often each query is run. The median counts.
const TIMES: usize = 501;
/// The pool, and the day on which everybody played last.
const POOL: i64 = 1;
const DAY: i64 = 20_000;

fn main() {
    // `cargo test` runs benches without this argument, only to see that they work.
    let usual = if std::env::args().any(|arg| arg == "--bench") { 1_000_000 } else { 1_000 };
    let people = std::env::var("PETRI_PEOPLE").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("petri.sqlite");
    let runtime = Runtime::new().unwrap();
    drop(runtime.block_on(Store::open(&path)).unwrap());
    fill(&path, people);
    let store = runtime.block_on(Store::open(&path)).unwrap();
    println!("{people} people in one pool; median of {TIMES}; the floor is one rating by its key");
    runtime.block_on(store.read(move |tx| measure(tx, people))).unwrap();
    let unlist = |tx: &Tx<'_>| {
        // A sixth of the people is due.
        let begun = Instant::now();
        tx.ratings().unlist(DAY + 100, 500)?;
        Ok::<_, StoreError>(begun.elapsed())
    };
    let mut steps: Vec<Duration> = (0..31).map(|_| runtime.block_on(store.write(unlist)).unwrap()).collect();
    steps.sort();
    println!("{:<40} {:>10.1} µs (at most 5,000)", "daily job, 500 rows", micros(steps[steps.len() / 2]));
}

/// Writes ratings around 1500 and meetings of the first two people.
fn fill(path: &Path, people: u64) {
    let mut sql = rusqlite::Connection::open(path).unwrap();
    sql.pragma_update(None, "synchronous", "OFF").unwrap();
    let begun = sql.transaction().unwrap();
    begun
        .execute("INSERT INTO pool (id, guild, kind, shape, week) VALUES (1, 50, 'protozoa', 'duel', 0)", [])
        .unwrap();
    let mut random = StdRng::seed_from_u64(1);
    let mut insert = begun
        .prepare(
            "INSERT INTO rating (pool, person, mu, sigma, shown, games, opponents, day, due, listed)
             VALUES (1, ?, ?, 3000000, ?, 20, 10, 20000, ?, 1)",
        )
        .unwrap();
    for person in 1..=people {
        // The sum of four dice is almost a normal distribution.
        let spread: i64 = (0..4).map(|_| random.random_range(-6_000_000..=6_000_000)).sum();
        let rating = Rating::new(25_000_000 + spread, 3_000_000).unwrap();
        let due = DAY + if person % 6 == 0 { 50 } else { 1_000 };
        insert.execute((person.cast_signed(), rating.mu(), rating.shown(), due)).unwrap();
    }
    drop(insert);
    begun
        .execute_batch(
            "INSERT INTO rank_bucket (pool, bucket, people) SELECT pool, shown >> 3, count(*) FROM rating GROUP BY 1, 2;
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
             INSERT INTO meeting (person, opponent, seq, kind, shape, guild, world, day, rated, score)
             SELECT 1, 2 + n / 10, n, 'protozoa', 'duel', 50, 0, 19000 + n, 1, n % 3 FROM number;",
        )
        .unwrap();
    begun.commit().unwrap();
}

fn measure(tx: &Tx<'_>, people: u64) -> Result<(), StoreError> {
    let (pool, ratings) = (PoolId::from(POOL), tx.ratings());
    let mut random = StdRng::seed_from_u64(2);
    let mut anyone = move || PersonId::from(random.random_range(1..=people));
    let floor = median(|| ratings.standing(pool, anyone()).map(drop))?;
    println!("{:<40} {:>10.1} µs", "one rating", micros(floor));
    let report = |name: &str, took: Duration, bar: f64| {
        let ratio = took.as_secs_f64() / floor.as_secs_f64();
        println!("{name:<40} {:>10.1} µs, {ratio:>6.1} × the floor (at most {bar} ×)", micros(took));
    };
    report("first ten", median(|| ratings.board(pool, 0, 10).map(drop))?, 3.0);
    report("page 100", median(|| ratings.board(pool, 990, 10).map(drop))?, 20.0);
    let (kind, shape) = (Kind::Protozoa, Shape::Duel);
    let (one, other) = (PersonId::from(1), PersonId::from(40));
    report("head to head", median(|| ratings.head_to_head(one, other, None).map(drop))?, 3.0);
    report(
        "meetings of a pair in 30 days",
        median(|| ratings.meetings_since(one, other, (kind, shape), 19_370).map(drop))?,
        3.0,
    );
    let place = median(|| {
        let shown = ratings.standing(pool, anyone())?.map_or(0, |standing| standing.rating.shown());
        ratings.place(pool, shown).map(drop)
    })?;
    println!("{:<40} {:>10.1} µs (at most 1,000)", "rating and place", micros(place));
    // The places of the rows take most of the time: two of them, and the people tied with the person.
    let around = median(|| ratings.board_around(pool, anyone(), 4, 5).map(drop))?;
    println!("{:<40} {:>10.1} µs (at most 3,000)", "rows around a person, with places", micros(around));
    Ok(())
}

fn median(mut work: impl FnMut() -> Result<(), StoreError>) -> Result<Duration, StoreError> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        work()?;
        times.push(begun.elapsed());
    }
    times.sort();
    Ok(times[TIMES / 2])
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
