//! The arithmetic of matches.

use engine::arena::{Pairs, Sprt, Verdict, wilson};
use rand::Rng as _;

use crate::positions::dice;

const SPRT: Sprt = Sprt { lower: 0.0, upper: 30.0 };

/// Plays pairs of games in which the first player takes a point with a fixed chance, until the test ends.
fn run(seed: u64, normalised_elo: f64) -> Verdict {
    let mut dice = dice(seed);
    // A game without ties has a deviation of about one half.
    let chance = 0.5 + normalised_elo * std::f64::consts::LN_10 / 800.0 * 0.5;
    let mut pairs = Pairs::default();
    loop {
        let half_points = (0..2).map(|_| 2 * usize::from(dice.random_bool(chance))).sum();
        pairs.add(half_points);
        match pairs.verdict(SPRT) {
            Verdict::Open => {}
            verdict => return verdict,
        }
    }
}

#[test]
fn sequential_test_errs_rarely() {
    let wrong = |elo: f64, wrong: Verdict| (0..400).filter(|&seed| run(seed, elo) == wrong).count();
    // 6 % of 400.
    assert!(wrong(SPRT.lower, Verdict::Accepted) <= 24);
    assert!(wrong(SPRT.upper, Verdict::Rejected) <= 24);
}

#[test]
fn shares_and_elo_agree() {
    let pairs = Pairs { counts: [0, 0, 100, 0, 100] };
    let share = pairs.share();
    assert!((share.mean - 0.75).abs() < 1e-9 && share.margin < 0.04);
    let (elo, low, high) = share.elo();
    assert!((elo - 190.8).abs() < 0.1 && low < elo && elo < high);
}

#[test]
fn wilson_stays_below_the_share() {
    assert!((wilson(1.0, 400) - 0.9905).abs() < 1e-3);
    assert!((wilson(0.99, 400) - 0.975).abs() < 2e-3);
    assert!(wilson(0.0, 10) < 1e-9);
}
