//! Better weights from matches: weights play against slightly different ones, and move a little towards those that win.
//!
//! This is simultaneous perturbation stochastic approximation (J. C. Spall, 1992). A match judges all weights by what they are for. A
//! regression of results on features predicts results better, and yet its weights lose: it learns from the plans that machines have
//! already.

use std::time::Duration;

use rules::{Kind, Options, SetupError};

use crate::{
    Level, Mind, Weights,
    arena::{Match, Player},
    evaluate::mix,
};

/// A weight that is tried differs at least by this, in hundredths of a point.
const LEAST_STEP: f64 = 4.0;

/// In addition it differs by this part of itself.
const STEP: f64 = 0.2;

/// At first, a weight moves by this part of the difference after an opening that was won from every side.
const RATE: f64 = 0.06;

/// In the end it moves by this part of the first rate.
const LAST_RATE: f64 = 0.15;

/// Matches from which weights are learnt.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// The game.
    pub kind: Kind,
    /// The options of the games. Openings take these in turn.
    pub options: Vec<Options>,
    /// The number of openings. Each is played once from every side.
    pub openings: u32,
    /// The nodes of a turn.
    pub nodes: u32,
    /// The seed of everything.
    pub seed: u64,
    /// The weights to begin with, instead of those of the game.
    pub weights: Option<Weights>,
}

impl Lessons {
    /// Plays the matches and returns the weights that they lead to: the mean of those in the second half. Without options or openings
    /// these are the first ones. `report` gets the number of openings played so far.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if a game cannot be set up with its options.
    pub fn learn(&self, report: &mut dyn FnMut(u32)) -> Result<Weights, SetupError> {
        let first = self.weights.clone().unwrap_or_else(|| Weights::of(self.kind));
        if self.openings == 0 || self.options.is_empty() {
            return Ok(first);
        }
        let mut weights: Vec<f64> = first.values().iter().copied().map(f64::from).collect();
        let steps: Vec<f64> = weights.iter().map(|weight| LEAST_STEP + STEP * weight.abs()).collect();
        let mut sums = vec![0.0; weights.len()];
        let second_half = self.openings / 2..self.openings;
        for (number, options) in (0..self.openings).zip(self.options.iter().cycle()) {
            let seed = mix(self.seed ^ mix(number.into()));
            let tried: Vec<f64> = steps
                .iter()
                .enumerate()
                .map(|(at, step)| if seed >> at & 1 == 0 { *step } else { -step })
                .collect();
            let gain = self.gain(options, &weights, &tried, seed)?;
            let rate = RATE * (1.0 - f64::from(number) / f64::from(self.openings)).max(LAST_RATE);
            weights.iter_mut().zip(tried).for_each(|(weight, step)| *weight += rate * step * gain);
            if second_half.contains(&number) {
                sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight);
            }
            report(number + 1);
        }
        let count = f64::from(second_half.len() as u32);
        let means = sums.into_iter().map(|sum| (sum / count).round() as i32).collect();
        Ok(Weights::new(self.kind, means).unwrap_or(first))
    }

    /// Plays one opening from every side. Returns how well the weights with these steps do against those with the opposite steps, from
    /// -1 for a loss of all games to 1.
    fn gain(&self, options: &Options, weights: &[f64], steps: &[f64], seed: u64) -> Result<f64, SetupError> {
        let player = |sign: f64| {
            let values =
                weights.iter().zip(steps).map(|(weight, step)| (weight + sign * step).round() as i32);
            let weights = Weights::new(self.kind, values.collect());
            Player::Machine(Mind { nodes: Some(self.nodes), weights, ..Mind::from(Level::Hunter) })
        };
        let (options, players) = (options.clone(), [player(1.0), player(-1.0)]);
        let opening = Match { kind: self.kind, options, players, openings: 1, seed, sprt: None };
        let mut shares = Vec::new();
        opening.play(&|| Duration::ZERO, &mut |game| shares.push(game.share))?;
        let mean = shares.iter().sum::<f64>() / (shares.len().max(1) as f64);
        Ok(2.0 * mean - 1.0)
    }
}
