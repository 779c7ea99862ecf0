//! Expected scores, and the sums that compare them with results.

use ratings::{Forecast, Member, Rating, Side, expected_score, win_chances};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, expected_score_multi_team};

use crate::{League, by_the_model, rating};

const STRONG: (i64, i64) = (30_000_000, 3_000_000);
const WEAK: (i64, i64) = (25_000_000, 3_000_000);

fn side(place: u32, (mu, sigma): (i64, i64)) -> Side {
    Side::one(place, Member::new(rating(mu, sigma)))
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-6, "{found} is not {expected}");
}

/// The expected score of the strong player against the weak one, from the formula.
fn formula() -> f64 {
    let variance = 9.0 + 25.0 / 225.0; // σ² and the drift of the game
    let c = (2.0 * (25.0f64 / 6.0).powi(2) + 2.0 * variance).sqrt();
    1.0 / (1.0 + (-5.0 / c).exp())
}

#[test]
fn expected_score_follows_the_model() {
    let (strong, weak) = (side(1, STRONG), side(2, WEAK));
    assert_near(expected_score(&strong, &weak).unwrap(), formula());
    assert_near(expected_score(&weak, &strong).unwrap(), 1.0 - formula());
    assert_near(win_chances(&[strong.clone(), weak.clone()]).unwrap()[0], formula());
    // Being away makes a forecast less certain.
    let away = Side::one(1, Member { days: 400, ..strong.members[0] });
    assert!(expected_score(&away, &weak).unwrap() < formula());
    let ahead = Side::one(1, Member { offset: 30, ..strong.members[0] });
    assert!(expected_score(&ahead, &weak).unwrap() > formula());
}

#[test]
fn chances_add_to_one_and_follow_strength() {
    let sides: Vec<Side> = (0..8).map(|index| side(1, (20_000_000 + index * 1_000_000, 2_000_000))).collect();
    let chances = win_chances(&sides).unwrap();
    assert_near(chances.iter().sum(), 1.0);
    assert!(chances.is_sorted());
    let extreme = [side(1, (500_000_000, 1)), side(1, (-500_000_000, 1))];
    let chances = win_chances(&extreme).unwrap();
    assert!(chances[0] == 1.0 && chances[1] < 1e-70, "{chances:?}");
}

#[test]
fn sums_are_those_of_a_hand_made_example() {
    let mut forecast = Forecast::default();
    forecast.add(&[side(1, STRONG), side(2, WEAK)]).unwrap();
    assert_eq!(forecast.report(), None);
    forecast.add(&[side(1, WEAK), side(2, STRONG)]).unwrap();
    forecast.add(&[side(1, WEAK), side(1, STRONG)]).unwrap();
    forecast.add(&[side(1, WEAK), side(2, WEAK)]).unwrap();
    let p = formula();
    let report = forecast.report().unwrap();
    assert_eq!(report.games, 4);
    assert_near(report.chance, 0.5);
    // Right, wrong, half of a shared place, half of a guess between equals.
    assert_near(report.picked, 0.5);
    assert_near(report.ordered.mean, 0.5);
    let losses = [-p.ln(), -(1.0 - p).ln(), -0.5 * (p * (1.0 - p)).ln(), std::f64::consts::LN_2];
    assert_near(report.log_loss.mean, losses.iter().sum::<f64>() / 4.0);
    let briers = [(1.0 - p).powi(2), p.powi(2), (p - 0.5).powi(2), 0.25];
    assert_near(report.brier.mean, briers.iter().sum::<f64>() / 4.0);
    let spread: f64 = briers.iter().map(|brier| (brier - report.brier.mean).powi(2)).sum();
    assert_near(report.brier.error, (spread / 3.0 / 4.0).sqrt());

    let bin = ((p - 0.5) * 20.0) as usize;
    assert_eq!(report.bins.map(|bin| bin.pairs).iter().sum::<i64>(), 4);
    assert_eq!(
        (report.bins[0].pairs, report.bins[0].scored.mean, report.bins[0].scored.error),
        (1, 0.5, 0.0)
    );
    assert_eq!(report.bins[bin].pairs, 3);
    assert!(report.bins[bin].from <= p && p < report.bins[bin].to);
    assert_near(report.bins[bin].expected, p);
    assert_near(report.bins[bin].scored.mean, 0.5);
    let residuals = (1.0 - p).powi(2) + p.powi(2) + (0.5 - p).powi(2);
    assert_near(report.bins[bin].scored.error, residuals.sqrt() / 3.0);
}

#[test]
fn table_counts_as_one_game_of_all_pairs() {
    let mut forecast = Forecast::default();
    forecast.add(&[side(2, STRONG), side(1, WEAK), side(3, WEAK)]).unwrap();
    assert_eq!((forecast.games, forecast.chance), (1, 333_333));
    assert_eq!(forecast.bins.map(|bin| bin.pairs).iter().sum::<i64>(), 3);
    // One pair in order, one out of order, and one even.
    assert_eq!(forecast.ordered.sum, 500_000);
    assert_eq!(forecast.lead.sum, -333_333);
}

#[test]
fn order_of_games_and_months_does_not_matter() {
    let game = |place, mu| [side(place, STRONG), side(2, (mu, 5_000_000))];
    let games: Vec<[Side; 2]> =
        (0..50).map(|index| game(index % 3 + 1, 20_000_000 + i64::from(index) * 300_000)).collect();
    let sum = |games: &[[Side; 2]]| {
        let mut forecast = Forecast::default();
        games.iter().for_each(|game| forecast.add(game).unwrap());
        forecast
    };
    let mut months = sum(&games[20..]);
    months += &sum(&games[..20]);
    assert_eq!(months, sum(&games));
}

#[test]
fn bad_game_leaves_the_sums_alone() {
    let mut forecast = Forecast::default();
    assert!(forecast.add(&[side(1, STRONG)]).is_err());
    assert_eq!(forecast, Forecast::default());
}

/// The log loss of the winner by our chances and by those of the library.
fn winner_losses(sides: usize, seed: u64) -> (f64, f64) {
    let mut league = League::new(400, seed);
    let (mut ours, mut theirs) = (0.0, 0.0);
    for round in 0..60 {
        league.round((sides, 1), |game, _| {
            if round >= 30 {
                let winner = game.iter().position(|side| side.place == 1).unwrap();
                ours -= win_chances(game).unwrap()[winner].ln();
                let teams: Vec<[WengLinRating; 1]> = game
                    .iter()
                    .map(|side| side.members[0].rating.after_days(side.members[0].days))
                    .map(|rating| [(rating.mu() as f64 / 1e6, rating.sigma() as f64 / 1e6).into()])
                    .collect();
                let teams: Vec<&[_]> = teams.iter().map(|team| &team[..]).collect();
                theirs -= expected_score_multi_team(&teams, &WengLinConfig::new())[winner].ln();
            }
            by_the_model(game)
        });
    }
    (ours, theirs)
}

#[test]
fn chances_beat_the_librarys_at_eight_sides() {
    for seed in 1..=3 {
        let (ours, theirs) = winner_losses(8, seed);
        assert!(ours < theirs, "seed {seed}: {ours:.1} instead of {theirs:.1}");
        // At four sides, neither is clearly better.
        let (ours, theirs) = winner_losses(4, seed);
        assert!((ours / theirs - 1.0).abs() < 0.003, "seed {seed}: {ours:.1} instead of {theirs:.1}");
    }
}

#[test]
fn thousand_games_beat_the_coin_and_fit_the_bins() {
    let mut league = League::new(400, 6);
    let mut forecast = Forecast::default();
    for round in 0..40 {
        league.round((2, 1), |game, _| {
            if round >= 35 {
                forecast.add(game).unwrap();
            }
            by_the_model(game)
        });
    }
    let report = forecast.report().unwrap();
    assert_eq!(report.games, 1000);
    assert!(report.log_loss.errors_above(std::f64::consts::LN_2) < -3.0, "{report:?}");
    assert!(report.brier.errors_above(0.25) < -3.0, "{report:?}");
    assert!(report.lead.errors_above(0.0) > 3.0 && report.ordered.errors_above(0.5) > 3.0, "{report:?}");
    for bin in report.bins.iter().filter(|bin| bin.pairs > 20) {
        assert!(bin.scored.errors_above(bin.expected).abs() < 3.5, "{bin:?}");
    }
    assert_eq!(league.people.iter().filter(|person| person.rating == Rating::START).count(), 0);
}
