//! Statistics of a match: shares, Elo, and how sure they are.

/// The results of a match between two sides, counted by pairs of games from one opening with seats changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// The pairs from which the first player took 0, ½, 1, 1½ and 2 points.
    pub counts: [u32; 5],
}

/// A mean with the half width of its range of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The half width of the range that holds the true mean with 95 %.
    pub margin: f64,
}

/// The question of a sequential test: is the first player stronger by `upper`, or only by `lower`? Both are in normalised Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The strength of the hypothesis that the test may reject.
    pub lower: f64,
    /// The strength of the hypothesis that it may accept.
    pub upper: f64,
}

/// The verdict of a sequential test so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More pairs are needed.
    Open,
    /// The first player is not stronger by so much.
    Rejected,
    /// The first player is stronger.
    Accepted,
}

/// Pairs that every outcome starts with, so that a few equal results do not look certain.
const DOUBT: f64 = 0.2;

/// The log-likelihood ratio at which a test with an error rate of 5 % ends.
const BOUND: f64 = 2.944_438_979;

/// One normalised Elo in standard deviations of one game.
const NORMALISED: f64 = std::f64::consts::LN_10 / 800.0;

impl Pairs {
    /// Adds a pair from which the first player took so many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the share of points of the first player, from 0 to 1.
    pub fn share(&self) -> Estimate {
        let shares =
            self.counts.iter().zip(0..).flat_map(|(&count, n)| (0..count).map(move |_| f64::from(n) / 4.0));
        Estimate::of(shares)
    }

    /// Returns the log-likelihood ratio of the two hypotheses, for results whose spread is not known beforehand.
    pub fn log_likelihood_ratio(&self, sprt: Sprt) -> f64 {
        let counts = self.counts.map(|count| f64::from(count) + DOUBT);
        let all: f64 = counts.iter().sum();
        let points = |n: usize| n as f64 / 4.0;
        let mean: f64 = counts.iter().enumerate().map(|(n, count)| count * points(n)).sum::<f64>() / all;
        let variance: f64 =
            counts.iter().enumerate().map(|(n, count)| count * (points(n) - mean).powi(2)).sum::<f64>() / all;
        let effect = (mean - 0.5) / variance.sqrt();
        // The mean of a pair spreads less than a game, by the root of two.
        let expected = |elo: f64| elo * NORMALISED * std::f64::consts::SQRT_2;
        let misfit = |elo: f64| 1.0 + (effect - expected(elo)).powi(2);
        f64::from(self.len()) / 2.0 * (misfit(sprt.lower) / misfit(sprt.upper)).ln()
    }

    /// Returns what the test says after these pairs.
    pub fn verdict(&self, sprt: Sprt) -> Verdict {
        let ratio = self.log_likelihood_ratio(sprt);
        if ratio >= BOUND {
            Verdict::Accepted
        } else if ratio <= -BOUND {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

impl Estimate {
    /// Returns the mean of numbers, with the range that their spread allows.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Estimate {
        let count = numbers.clone().count() as f64;
        if count == 0.0 {
            return Estimate { mean: 0.0, margin: f64::INFINITY };
        }
        let mean = numbers.clone().sum::<f64>() / count;
        let variance = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Estimate { mean, margin: 1.96 * (variance / count).sqrt() }
    }

    /// Returns the difference in Elo that gives this share, with the ends of its range.
    pub fn elo(self) -> (f64, f64, f64) {
        let elo = |share: f64| {
            let share = share.clamp(0.0005, 0.9995);
            -400.0 * (1.0 / share - 1.0).log10()
        };
        (elo(self.mean), elo(self.mean - self.margin), elo(self.mean + self.margin))
    }
}

/// Returns the lower end of Wilson's range of 95 % for a share of `count` games.
pub fn wilson(share: f64, count: u32) -> f64 {
    let (n, z) = (f64::from(count).max(1.0), 1.96);
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - spread) / (1.0 + z * z / n)).max(0.0)
}
