//! Simulated leagues: people whose true strength is known play, and the ratings predict the second half of their games.

use std::f64::consts::{LN_2, LN_10};

use ratings::{Forecast, Member, PairFactor, Rating, Side};

use crate::{League, by_the_model, plus_minus, points};

const SEEDS: [u64; 3] = [1, 2, 3];
const PEOPLE: usize = 400;
const GAMES: usize = 60;

/// The figures of a league.
#[derive(Debug)]
struct Figures {
    /// The log loss of the ratings minus that of an oracle, who knows the true strengths.
    above_oracle: f64,
    /// How much of the way from a coin to the oracle the ratings go.
    skill: f64,
    /// The root mean square of the errors at the end, each in its own ±. It is 1 if the ± is right.
    z: f64,
}

/// Returns the mean log loss of an oracle over the game's pairs.
fn oracle_loss(game: &[Side], strengths: &[f64]) -> f64 {
    let mut losses = Vec::new();
    for (first, strength) in game.iter().zip(strengths) {
        for (second, other) in game.iter().zip(strengths) {
            if first.place < second.place {
                losses.push((1.0 + ((other - strength) * LN_10 / 400.0).exp()).ln());
            }
        }
    }
    losses.iter().sum::<f64>() / losses.len() as f64
}

fn play(shape: (usize, usize), seed: u64, rate: fn(&[Side]) -> Vec<Vec<Rating>>) -> Figures {
    let mut league = League::new(PEOPLE, seed);
    let mut forecast = Forecast::default();
    let mut oracle = 0.0;
    for round in 0..GAMES {
        league.round(shape, |game, strengths| {
            if round >= GAMES / 2 {
                forecast.add(game).unwrap();
                oracle += oracle_loss(game, strengths);
            }
            rate(game)
        });
    }
    let report = forecast.report().unwrap();
    let oracle = oracle / report.games as f64;
    let errors = league.people.iter().map(|person| {
        let error = (points(person.rating) - person.strength) / plus_minus(person.rating);
        error * error
    });
    Figures {
        above_oracle: report.log_loss.mean - oracle,
        skill: (LN_2 - report.log_loss.mean) / (LN_2 - oracle),
        z: (errors.sum::<f64>() / PEOPLE as f64).sqrt(),
    }
}

/// Rates with the weight 1 in place of 2 / sides.
fn by_the_library_alone(game: &[Side]) -> Vec<Vec<Rating>> {
    let scale = game.len() as f64 / 2.0;
    let mut idle = game.to_vec();
    let members = idle.iter_mut().flat_map(|side| &mut side.members);
    members.for_each(|member: &mut Member| member.factor = PairFactor::NONE);
    let (rated, drifted) = (by_the_model(game), by_the_model(&idle));
    let variance = |rating: Rating| (rating.sigma() as f64).powi(2);
    let scaled = |(rated, drifted): (&Rating, &Rating)| {
        let mu = drifted.mu() as f64 + scale * (rated.mu() - drifted.mu()) as f64;
        let sigma = variance(*drifted) - scale * (variance(*drifted) - variance(*rated));
        Rating::new(mu.round() as i64, sigma.sqrt().round() as i64).unwrap()
    };
    rated
        .iter()
        .zip(&drifted)
        .map(|(rated, drifted)| rated.iter().zip(drifted).map(scaled).collect())
        .collect()
}

/// Checks the bars: the log loss above the oracle, the skill, and how far the ± may be off.
#[track_caller]
fn assert_bars(name: &str, shape: (usize, usize), most_above: f64, least_skill: f64) {
    for seed in SEEDS {
        let figures = play(shape, seed, by_the_model);
        assert!(figures.above_oracle <= most_above, "{name}, seed {seed}: {figures:?}");
        assert!(figures.skill >= least_skill, "{name}, seed {seed}: {figures:?}");
        assert!((0.85..=1.15).contains(&figures.z), "{name}, seed {seed}: {figures:?}");
    }
}

#[test]
fn duels_are_predicted_well() {
    assert_bars("duels", (2, 1), 0.036, 0.80);
}

#[test]
fn tables_of_four_are_predicted_well() {
    assert_bars("four sides", (4, 1), 0.025, 0.85);
}

#[test]
fn tables_of_eight_are_predicted_well() {
    assert_bars("eight sides", (8, 1), 0.019, 0.89);
}

#[test]
fn teams_of_two_are_predicted_well() {
    assert_bars("two against two", (2, 2), 0.065, 0.75);
}

#[test]
fn full_weight_is_too_sure_at_eight_sides() {
    for seed in SEEDS {
        let figures = play((8, 1), seed, by_the_library_alone);
        assert!(figures.z > 1.15, "seed {seed}: {figures:?}");
    }
}
