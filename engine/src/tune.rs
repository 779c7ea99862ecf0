//! Weights from self-play: a logistic regression of results on the features of positions.

use rules::{Any, Kind, MOST_FEATURES, Options, Searchable as _, Seat, SetupError, Table};

use crate::{
    Level, Mind, Weights,
    arena::{
        Player,
        openings::{Openings, enter},
    },
    evaluate::mix,
    weights::features,
};

/// How many turns in a hundred are left to a careless player, so that games differ.
const CARELESS_TURNS: u64 = 6;

/// By how many hundredths that player misjudges the score of a side.
const CARELESS: i32 = 200;

/// The strength with which weights are pulled to 0, in samples.
const PULL: f64 = 20.0;

/// The steps of Newton's method. It is exact to a hundredth long before.
const STEPS: usize = 12;

/// The games from which `tune` learns.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// The game.
    pub kind: Kind,
    /// The options of every game.
    pub options: Options,
    /// The number of games.
    pub games: u32,
    /// The nodes of a turn.
    pub nodes: u32,
    /// The seed of everything.
    pub seed: u64,
    /// The weights to play with, instead of those of the game.
    pub weights: Option<Weights>,
}

/// Weights, and how well they predict results.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The weights that predict the results best.
    pub weights: Weights,
    /// The number of comparisons of two sides that they were learnt from.
    pub samples: usize,
    /// The mean loss of the weights before, on a tenth of the games that was not learnt from. A coin has 0.693.
    pub before: f64,
    /// The mean loss of the new weights on the same games.
    pub after: f64,
}

/// Two sides in a position: the difference of their features, and the share of the first one in the end.
struct Sample {
    difference: [f64; MOST_FEATURES],
    share: f64,
}

impl Lessons {
    /// Plays games and learns from them. `report` gets the number of games played so far.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the game cannot be set up with these options.
    pub fn learn(&self, report: &mut dyn FnMut(u32)) -> Result<Lesson, SetupError> {
        let mut openings = Openings::new(self.kind, &self.options, self.seed, true)?;
        let (mut taught, mut held_out) = (Vec::new(), Vec::new());
        for number in 0..self.games {
            let Some(opening) = openings.next() else { break };
            let samples = if number % 10 == 9 { &mut held_out } else { &mut taught };
            self.play(opening.table, opening.record, number, samples);
            report(number + 1);
        }
        let old = self.weights.clone().unwrap_or_else(|| Weights::of(self.kind));
        let count = features(self.kind).len();
        let learnt = fit(&taught, count);
        let values = learnt[..count].iter().map(|weight| (weight * 100.0).round() as i32).collect();
        let weights = Weights::new(self.kind, values).unwrap_or_else(|| old.clone());
        Ok(Lesson {
            samples: taught.len(),
            before: loss(&held_out, old.values()),
            after: loss(&held_out, weights.values()),
            weights,
        })
    }

    fn play(&self, mut table: Table, mut record: Vec<rules::Played>, number: u32, samples: &mut Vec<Sample>) {
        let mind =
            Mind { nodes: Some(self.nodes), weights: self.weights.clone(), ..Mind::from(Level::Hunter) };
        let players =
            [Player::Machine(mind), Player::Greedy { weights: self.weights.clone(), noise: CARELESS }];
        let mut positions = Vec::new();
        while let Some(seat) = table.to_act().first() {
            let seed = mix(self.seed ^ mix(u64::from(number) << 32 | u64::from(table.ply())));
            let player = &players[usize::from(seed % 100 < CARELESS_TURNS)];
            let Some(answer) = player.answer(&table, &record, seat, seed) else { return };
            if !answer.turn.iter().all(|notation| enter(&mut table, &mut record, seat, notation)) {
                return;
            }
            if seed >> 32 & 1 == 0 {
                positions.push(rows(table.game()));
            }
        }
        let Some(outcome) = table.outcome() else { return };
        let sides = table.game().sides();
        let place = |side: usize| sides[side].first().and_then(|seat: Seat| outcome.ranking.place(seat));
        for rows in &positions {
            for a in 0..sides.len() {
                for b in a + 1..sides.len() {
                    let share = match place(a).cmp(&place(b)) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    let difference = std::array::from_fn(|n| f64::from(rows[a][n]) - f64::from(rows[b][n]));
                    samples.push(Sample { difference, share });
                }
            }
        }
    }
}

macro_rules! dispatch {
    ($($name:ident, $module:ident;)+) => {
        /// Returns the features of every side.
        #[allow(unreachable_patterns)]
        fn rows(game: &Any) -> [rules::FeatureRow; 8] {
            let mut rows = [[0; MOST_FEATURES]; 8];
            match game {
                $(Any::$name(game) => game.features(&mut rows),)+
                _ => {}
            }
            rows
        }
    };
}

rules::for_each_searchable_game!(dispatch);

fn logistic(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// Returns the mean loss of weights in hundredths.
fn loss(samples: &[Sample], weights: &[i32]) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let score: f64 =
                sample.difference.iter().zip(weights).map(|(x, &w)| x * f64::from(w) / 100.0).sum();
            let expected = logistic(score).clamp(1e-9, 1.0 - 1e-9);
            -(sample.share * expected.ln() + (1.0 - sample.share) * (1.0 - expected).ln())
        })
        .sum();
    total / samples.len().max(1) as f64
}

/// Returns the weights in points with which the samples are most likely.
fn fit(samples: &[Sample], count: usize) -> [f64; MOST_FEATURES] {
    let mut weights = [0.0; MOST_FEATURES];
    for _ in 0..STEPS {
        let mut slope = [0.0; MOST_FEATURES];
        let mut curve = [[0.0; MOST_FEATURES]; MOST_FEATURES];
        for sample in samples {
            let x = &sample.difference;
            let expected = logistic(x.iter().zip(&weights).map(|(x, w)| x * w).sum());
            let spread = (expected * (1.0 - expected)).max(1e-4);
            for i in (0..count).filter(|&i| x[i] != 0.0) {
                slope[i] += (sample.share - expected) * x[i];
                for j in 0..count {
                    curve[i][j] += spread * x[i] * x[j];
                }
            }
        }
        for i in 0..count {
            slope[i] -= PULL * weights[i];
            curve[i][i] += PULL;
        }
        let step = solve(curve, slope, count);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves a system of linear equations with a positive definite matrix.
fn solve(
    mut matrix: [[f64; MOST_FEATURES]; MOST_FEATURES],
    mut right: [f64; MOST_FEATURES],
    count: usize,
) -> [f64; MOST_FEATURES] {
    for i in 0..count {
        let pivot = matrix[i][i];
        for j in i + 1..count {
            let factor = matrix[j][i] / pivot;
            let row = matrix[i];
            matrix[j][i..count].iter_mut().zip(&row[i..]).for_each(|(entry, above)| *entry -= factor * above);
            right[j] -= factor * right[i];
        }
    }
    let mut solution = [0.0; MOST_FEATURES];
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|k| matrix[i][k] * solution[k]).sum();
        solution[i] = (right[i] - known) / matrix[i][i];
    }
    solution
}
