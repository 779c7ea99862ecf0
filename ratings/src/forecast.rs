//! Forecasts: the scores that ratings predict, and sums that show how well the predictions came true.

use std::ops::AddAssign;

use skillratings::weng_lin::{WengLinRating, expected_score_two_teams};

use crate::model::{CONFIG, RateError, Side, check};

/// The number of bins of the reliability table. Each covers a twentieth of the range from ½ to 1.
pub const BINS: usize = 10;

const MILLION: f64 = 1_000_000.0;
/// The least chance that a forecast gives to any result, so that the log loss stays finite.
const LEAST_CHANCE: f64 = 0.000_001;

/// Returns the score that the model expects of the first side against the second: 1 for a win, ½ for a tie.
///
/// Places and factors have no influence.
///
/// # Errors
///
/// The errors of [`rate`](crate::rate) for a game of these two sides.
///
/// ```
/// use ratings::{Member, Rating, Side, expected_score};
///
/// let strong = Side::one(1, Member::new(Rating::new(28_392_001, 2_035_217)?)); // 1600 ± 60
/// let weak = Side::one(1, Member::new(Rating::new(25_000_000, 2_035_217)?)); // 1500 ± 60
/// assert_eq!((100.0 * expected_score(&strong, &weak)?).round(), 63.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expected_score(first: &Side, second: &Side) -> Result<f64, RateError> {
    check(&[first.clone(), second.clone()])?;
    Ok(expected(&first.priors(), &second.priors()))
}

fn expected(first: &[WengLinRating], second: &[WengLinRating]) -> f64 {
    expected_score_two_teams(first, second, &CONFIG).0
}

/// Returns each side's chance to finish first. The chances add up to 1.
///
/// For two sides they are the expected scores. For more sides each chance is in proportion to the exponential of strength, with
/// twice the mean of the sides' variances in place of the two variances of a pair. The library's own function adds the variances
/// of all sides, which makes the chances of eight sides too equal.
///
/// # Errors
///
/// The errors of [`rate`](crate::rate).
///
/// ```
/// use ratings::{Member, Rating, Side, win_chances};
///
/// let strong = Side::one(1, Member::new(Rating::new(35_000_000, 2_000_000)?));
/// let other = Side::one(1, Member::new(Rating::new(25_000_000, 2_000_000)?));
/// let chances = win_chances(&[strong, other.clone(), other])?;
/// let percent: Vec<f64> = chances.iter().map(|chance| (100.0 * chance).round()).collect();
/// assert_eq!(percent, [70.0, 15.0, 15.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn win_chances(sides: &[Side]) -> Result<Vec<f64>, RateError> {
    check(sides)?;
    let priors: Vec<Vec<WengLinRating>> = sides.iter().map(Side::priors).collect();
    let variance: f64 = priors.iter().flatten().map(|prior| prior.uncertainty * prior.uncertainty).sum();
    let c = (2.0 * CONFIG.beta * CONFIG.beta + 2.0 / sides.len() as f64 * variance).sqrt();
    let strengths: Vec<f64> = priors.iter().map(|team| strength(team)).collect();
    let best = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = strengths.iter().map(|strength| ((strength - best) / c).exp()).collect();
    let whole: f64 = parts.iter().sum();
    Ok(parts.into_iter().map(|part| part / whole).collect())
}

fn strength(team: &[WengLinRating]) -> f64 {
    team.iter().map(|prior| prior.rating).sum()
}

/// A sum over games of a number of each game and of its square, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// The sum of the numbers.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
}

/// The sums of one bin of the reliability table, over pairs of sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BinSums {
    /// The number of pairs whose favourite's expected score is in the bin.
    pub pairs: i64,
    /// The sum of these expected scores, in millionths.
    pub expected: i64,
    /// The sum of the scores that the favourites reached, in millionths.
    pub scored: i64,
    /// The sum over games of the square of scored minus expected, in millionths.
    pub squares: i64,
}

/// Sums over games that compare what the ratings predicted with what happened. They contain no person and no single game.
///
/// All sums are whole millionths, so the order of games changes nothing, and months add up exactly. A pair of sides is always
/// seen from its favourite, the side with the higher expected score.
///
/// ```
/// use ratings::{Forecast, Member, Rating, Side};
///
/// let strong = Member::new(Rating::new(28_392_001, 2_035_217)?);
/// let weak = Member::new(Rating::new(25_000_000, 2_035_217)?);
/// let mut forecast = Forecast::default();
/// for strong_wins in [true, true, false] {
///     let place = if strong_wins { 2 } else { 1 };
///     forecast.add(&[Side::one(3 - place, strong), Side::one(place, weak)])?;
/// }
/// let report = forecast.report().ok_or("too few games")?;
/// assert_eq!((report.games, (100.0 * report.ordered.mean).round()), (3, 67.0));
/// assert!(report.log_loss.mean < std::f64::consts::LN_2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// The number of games.
    pub games: i64,
    /// The sum of 1 / sides: the winners that a blind guess picks, in millionths.
    pub chance: i64,
    /// Whether the predicted winner won, minus 1 / sides. A shared first place counts in part.
    pub lead: Sums,
    /// The share of pairs whose favourite finished first. A tie counts half.
    pub ordered: Sums,
    /// The mean log loss of the game's pairs. A forecast of ½ for each pair loses ln 2.
    pub log_loss: Sums,
    /// The mean Brier score of the game's pairs. A forecast of ½ for each pair that does not tie loses ¼.
    pub brier: Sums,
    /// The reliability table, from even games to certain ones.
    pub bins: [BinSums; BINS],
}

impl Sums {
    fn add(&mut self, number: f64) {
        *self += Sums { sum: millionths(number), squares: millionths(number * number) };
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }
}

impl AddAssign for BinSums {
    fn add_assign(&mut self, other: BinSums) {
        self.pairs = self.pairs.saturating_add(other.pairs);
        self.expected = self.expected.saturating_add(other.expected);
        self.scored = self.scored.saturating_add(other.scored);
        self.squares = self.squares.saturating_add(other.squares);
    }
}

impl AddAssign<&Forecast> for Forecast {
    fn add_assign(&mut self, other: &Forecast) {
        self.games = self.games.saturating_add(other.games);
        self.chance = self.chance.saturating_add(other.chance);
        self.lead += other.lead;
        self.ordered += other.ordered;
        self.log_loss += other.log_loss;
        self.brier += other.brier;
        for (bin, more) in self.bins.iter_mut().zip(other.bins) {
            *bin += more;
        }
    }
}

impl Forecast {
    /// Adds a finished game, with the same sides that [`rate`](crate::rate) gets: their ratings are those before the game.
    ///
    /// # Errors
    ///
    /// The errors of [`rate`](crate::rate). The sums then stay as they are.
    pub fn add(&mut self, sides: &[Side]) -> Result<(), RateError> {
        check(sides)?;
        let priors: Vec<Vec<WengLinRating>> = sides.iter().map(Side::priors).collect();
        let chance = 1.0 / sides.len() as f64;
        self.games = self.games.saturating_add(1);
        self.chance = self.chance.saturating_add(millionths(chance));
        self.lead.add(picked(sides, &priors) - chance);

        let pairs: Vec<Pair> = (0..sides.len())
            .flat_map(|first| (first + 1..sides.len()).map(move |second| (first, second)))
            .map(|(first, second)| {
                Pair::new((&sides[first], &priors[first]), (&sides[second], &priors[second]))
            })
            .collect();
        let mean = |number: fn(&Pair) -> f64| pairs.iter().map(number).sum::<f64>() / pairs.len() as f64;
        self.ordered.add(mean(Pair::favourite));
        self.log_loss.add(mean(Pair::log_loss));
        self.brier.add(mean(Pair::brier));

        let mut bins = [BinSums::default(); BINS];
        for pair in &pairs {
            bins[pair.bin()] += BinSums {
                pairs: 1,
                expected: millionths(pair.expected),
                scored: millionths(pair.favourite()),
                squares: 0,
            };
        }
        for (bin, sums) in self.bins.iter_mut().zip(bins) {
            // The pairs of one game depend on each other, so the game is the unit of the error.
            let residual = (sums.scored - sums.expected) as f64 / MILLION;
            *bin += BinSums { squares: millionths(residual * residual), ..sums };
        }
        Ok(())
    }

    /// Returns the means and their errors, or `None` for fewer than two games, which have no error.
    pub fn report(&self) -> Option<Report> {
        let games = u64::try_from(self.games).ok().filter(|games| *games >= 2)?;
        let chance = self.chance as f64 / MILLION / games as f64;
        Some(Report {
            games,
            chance,
            picked: chance + Estimate::of(self.lead, games).mean,
            lead: Estimate::of(self.lead, games),
            ordered: Estimate::of(self.ordered, games),
            log_loss: Estimate::of(self.log_loss, games),
            brier: Estimate::of(self.brier, games),
            bins: std::array::from_fn(|index| Bin::of(index, self.bins[index])),
        })
    }
}

/// Returns how much of the first place the predicted winner got: 1 alone, less if several sides share the place or if the
/// ratings predict several winners.
fn picked(sides: &[Side], priors: &[Vec<WengLinRating>]) -> f64 {
    let strengths: Vec<f64> = priors.iter().map(|team| strength(team)).collect();
    let best = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let place = sides.iter().map(|side| side.place).min();
    let is_winner = |side: &&Side| Some(side.place) == place;
    let winners = sides.iter().filter(is_winner).count() as f64;
    let predicted: Vec<&Side> = sides
        .iter()
        .zip(&strengths)
        .filter(|(_, strength)| **strength >= best)
        .map(|(side, _)| side)
        .collect();
    let right = predicted.iter().copied().filter(is_winner).count() as f64;
    right / predicted.len() as f64 / winners
}

/// Two sides of a game, seen from the favourite, or from the first one if neither is.
struct Pair {
    /// The side's expected score, from ½ to almost 1.
    expected: f64,
    /// The score that this side reached.
    scored: f64,
}

impl Pair {
    fn new(first: (&Side, &Vec<WengLinRating>), second: (&Side, &Vec<WengLinRating>)) -> Pair {
        let expected = expected(first.1, second.1).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let scored = match first.0.place.cmp(&second.0.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        if expected < 0.5 {
            Pair { expected: 1.0 - expected, scored: 1.0 - scored }
        } else {
            Pair { expected, scored }
        }
    }

    /// Returns the score of the favourite, or ½ if the pair is even: either side could then count as the favourite.
    fn favourite(&self) -> f64 {
        if self.expected > 0.5 { self.scored } else { 0.5 }
    }

    fn log_loss(&self) -> f64 {
        -self.scored * self.expected.ln() - (1.0 - self.scored) * (1.0 - self.expected).ln()
    }

    fn brier(&self) -> f64 {
        (self.expected - self.scored) * (self.expected - self.scored)
    }

    fn bin(&self) -> usize {
        let bin = (2.0 * (self.expected - 0.5) * BINS as f64) as usize;
        bin.min(BINS - 1)
    }
}

/// A mean over games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    fn of(sums: Sums, games: u64) -> Estimate {
        let games = games as f64;
        let mean = sums.sum as f64 / MILLION / games;
        let variance = (sums.squares as f64 / MILLION / games - mean * mean).max(0.0);
        Estimate { mean, error: (variance / (games - 1.0)).sqrt() }
    }

    /// Returns by how many standard errors the mean is above a number. The result is negative if the mean is below it.
    ///
    /// ```
    /// use ratings::Estimate;
    ///
    /// let log_loss = Estimate { mean: 0.6, error: 0.03 };
    /// assert!(log_loss.errors_above(std::f64::consts::LN_2) < -3.0);
    /// ```
    pub fn errors_above(&self, number: f64) -> f64 {
        (self.mean - number) / self.error
    }
}

/// One bin of the reliability table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The lowest expected score of the bin.
    pub from: f64,
    /// The upper end of the bin.
    pub to: f64,
    /// The number of pairs in the bin.
    pub pairs: i64,
    /// The mean score that the ratings expected of the favourites, or 0 without pairs.
    pub expected: f64,
    /// The mean score that they reached, or 0 without pairs. Its error counts pairs of one game as dependent.
    pub scored: Estimate,
}

impl Bin {
    fn of(index: usize, sums: BinSums) -> Bin {
        let pairs = sums.pairs.max(1) as f64;
        let edge = |index: usize| 0.5 + index as f64 / (2.0 * BINS as f64);
        Bin {
            from: edge(index),
            to: edge(index + 1),
            pairs: sums.pairs,
            expected: sums.expected as f64 / MILLION / pairs,
            scored: Estimate {
                mean: sums.scored as f64 / MILLION / pairs,
                error: (sums.squares as f64 / MILLION).sqrt() / pairs,
            },
        }
    }
}

/// How well the ratings predicted games. A blind guess picks the winner with [`chance`](Report::chance), orders half of the
/// pairs, and loses ln 2 (log loss) or ¼ (Brier score).
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The number of games.
    pub games: u64,
    /// The mean of 1 / sides.
    pub chance: f64,
    /// The share of games whose winner was predicted.
    pub picked: f64,
    /// How much `picked` is above `chance`.
    pub lead: Estimate,
    /// The share of pairs that were predicted in the right order.
    pub ordered: Estimate,
    /// The log loss of pairs.
    pub log_loss: Estimate,
    /// The Brier score of pairs.
    pub brier: Estimate,
    /// The reliability table: in a bin from 0.70 to 0.75, favourites should score about 0.72.
    pub bins: [Bin; BINS],
}

fn millionths(number: f64) -> i64 {
    (number * MILLION).round() as i64
}
