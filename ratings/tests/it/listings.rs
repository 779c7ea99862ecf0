//! Tests of who is listed, until when, and after how many games.

use proptest::prelude::*;
use ratings::{Entry, Lineup, RateError, Rating, Scope, games_until_listed};

use crate::{plus_minus, rating};

/// Returns an entry with 1500 points and this ±.
fn entry(points: f64, opponents: u32, scope: Scope) -> Entry {
    let sigma = (points / ratings::POINTS_PER_UNIT * 1e6).round() as i64;
    Entry { rating: rating(25_000_000, sigma), day: 20_000, opponents, scope }
}

#[test]
fn person_is_listed_until_the_day_it_is_due() {
    for (points, days) in [(60.0, 1563), (190.0, 168), (199.9, 2), (216.0, -285)] {
        let entry = entry(points, 3, Scope::World);
        assert_eq!(entry.due(), 20_000 + days, "± {points}");
        assert!(entry.is_listed(entry.due() - 1) && !entry.is_listed(entry.due()), "± {points}");
        assert_eq!(entry.is_listed(20_000), points <= 200.0, "± {points}");
    }
}

#[test]
fn too_few_opponents_are_not_listed() {
    for (scope, opponents, listed) in [
        (Scope::World, 2, false),
        (Scope::World, 3, true),
        (Scope::Server, 1, false),
        (Scope::Server, 2, true),
    ] {
        assert_eq!(entry(100.0, opponents, scope).is_listed(20_000), listed, "{scope:?} {opponents}");
    }
}

#[test]
fn new_player_is_listed_after_a_few_games() {
    let new = Entry { rating: Rating::START, day: 0, opponents: 0, scope: Scope::World };
    for (sides, size, games) in [(2, 1, 8), (4, 1, 5), (8, 1, 4), (2, 2, 13)] {
        let found = games_until_listed(&new, Lineup { sides, size }, 0).unwrap();
        assert_eq!(found, Some(games), "{sides} sides of {size}");
    }
}

#[test]
fn missing_opponents_take_games() {
    let games = |opponents, sides| {
        games_until_listed(&entry(100.0, opponents, Scope::World), Lineup { sides, size: 1 }, 20_000).unwrap()
    };
    assert_eq!([games(0, 2), games(2, 2), games(3, 2)], [Some(3), Some(1), Some(0)]);
    assert_eq!([games(0, 3), games(0, 4)], [Some(2), Some(1)]);
}

#[test]
fn person_who_was_away_needs_few_games() {
    let away = entry(100.0, 5, Scope::Server);
    assert_eq!(games_until_listed(&away, Lineup::DUEL, away.due() - 1).unwrap(), Some(0));
    assert_eq!(games_until_listed(&away, Lineup::DUEL, away.due()).unwrap(), Some(1));
    assert_eq!(games_until_listed(&away, Lineup::DUEL, i64::MAX).unwrap(), Some(8));
}

#[test]
fn impossible_games_are_rejected() {
    let games = |sides, size| {
        games_until_listed(&entry(220.0, 0, Scope::World), Lineup { sides, size }, 20_000).unwrap_err()
    };
    assert_eq!(games(1, 1), RateError::Sides(1));
    assert_eq!(games(usize::MAX, 1), RateError::Sides(usize::MAX));
    assert_eq!(games(2, 0), RateError::Empty(0));
    assert_eq!(games(2, usize::MAX), RateError::People(usize::MAX));
    assert_eq!(games(3, 3), RateError::People(9));
}

proptest! {
    #[test]
    fn listing_follows_the_uncertainty_of_the_day(sigma in 1..=8_333_333i64, away in 0..2000i64) {
        let entry = Entry { rating: rating(25_000_000, sigma), day: 500, opponents: 3, scope: Scope::World };
        let today = plus_minus(entry.rating_on(500 + away));
        // A stored rating is rounded to millionths, which is 0.00003 points.
        prop_assume!((today - 200.0).abs() > 0.0001);
        prop_assert_eq!(entry.is_listed(500 + away), today <= 200.0);
        prop_assert_eq!(entry.rating_on(500 - away), entry.rating);
    }

    #[test]
    fn prediction_never_fails(
        sigma in 1..=8_333_333i64, opponents in 0..5u32, sides in 2..=8usize, size in 1..=4usize, today in any::<i64>()
    ) {
        prop_assume!(sides * size <= 8);
        let entry = Entry { rating: rating(25_000_000, sigma), day: 500, opponents, scope: Scope::World };
        let games = games_until_listed(&entry, Lineup { sides, size }, today).unwrap();
        prop_assert_eq!(games == Some(0), entry.is_listed(today));
        prop_assert!(games.is_some_and(|games| games <= 30));
    }
}
