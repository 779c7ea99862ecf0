//! Measures how fast games are rated: `cargo bench -p ratings`.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]

use divan::Bencher;
use ratings::{Forecast, Member, Rating, Side, rate};

fn main() {
    divan::main();
}

/// Returns a game of this many sides of one person, whose ratings differ.
fn game(sides: u32) -> Vec<Side> {
    (1..=sides)
        .map(|place| {
            let rating = Rating::new(20_000_000 + 1_000_000 * i64::from(place), 3_000_000).unwrap();
            Side::one(place, Member { days: 3, ..Member::new(rating) })
        })
        .collect()
}

#[divan::bench(args = [2, 8])]
fn rate_game(bencher: Bencher<'_, '_>, sides: u32) {
    let game = game(sides);
    bencher.bench_local(|| rate(divan::black_box(&game)).unwrap());
}

#[divan::bench(args = [2, 8])]
fn add_to_forecast(bencher: Bencher<'_, '_>, sides: u32) {
    let game = game(sides);
    let mut forecast = Forecast::default();
    bencher.bench_local(|| forecast.add(divan::black_box(&game)).unwrap());
}
