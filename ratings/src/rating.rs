//! A rating: a mean and its uncertainty, as the store keeps them and as people read them.

use skillratings::weng_lin::WengLinRating;

/// The number of points in a unit of the model: 400 / (ln 10 · √2 · β). With it, a lead of 400 points means odds of 10 to 1.
pub const POINTS_PER_UNIT: f64 = 29.480_887_025_826_014;

/// The mean of a new player, in units of the model and in points.
const START: (f64, f64) = (25.0, 1500.0);
/// The variance of a new player, which no drift exceeds: σ₀² with σ₀ = 25/3.
const START_VARIANCE: f64 = 25.0 * 25.0 / 9.0;
/// The variance that each rated game adds: τ² with τ = σ₀ / 25.
const DRIFT_PER_GAME: f64 = START_VARIANCE / (25.0 * 25.0);
/// The variance in points that each day without a rated game adds.
pub(crate) const DRIFT_PER_DAY: f64 = 23.3;
/// The lowest number that is shown.
const LEAST_SHOWN: f64 = 400.0;

const MILLION: f64 = 1_000_000.0;
/// How far a mean can be from zero, in millionths. No series of games leads there, and every sum within these limits is finite.
const MOST_MU: i64 = 500_000_000;
/// The σ of a new player, in millionths.
const MOST_SIGMA: i64 = 8_333_333;

/// A belief about a player's strength: a normal distribution with the mean μ and the standard deviation σ.
///
/// Both are whole millionths, so that a stored rating is the same on every machine. People read points:
/// [`shown`](Rating::shown) is the mean and [`plus_minus`](Rating::plus_minus) is the standard deviation.
///
/// ```
/// use ratings::Rating;
///
/// let rating = Rating::new(28_392_001, 4_070_434)?;
/// assert_eq!((rating.shown(), rating.plus_minus()), (1600, 120));
/// assert_eq!((Rating::START.shown(), Rating::START.plus_minus()), (1500, 246));
/// # Ok::<(), ratings::RatingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating {
    mu: i64,
    sigma: i64,
}

/// Why two numbers are not a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RatingError {
    /// The mean is out of range.
    #[error("a mean is between -500000000 and 500000000 millionths, not {0}")]
    Mu(i64),
    /// The standard deviation is out of range.
    #[error("a standard deviation is between 1 and 8333333 millionths, not {0}")]
    Sigma(i64),
}

impl Rating {
    /// The rating of a player without rated games: 1500 ± 246 points.
    pub const START: Rating = Rating { mu: 25_000_000, sigma: MOST_SIGMA };

    /// Returns the rating with this mean and this standard deviation, both in millionths of a unit of the model.
    ///
    /// # Errors
    ///
    /// [`RatingError::Mu`] if the mean is further than 500 units from zero, and [`RatingError::Sigma`] if the standard
    /// deviation is not positive or larger than that of a new player.
    pub const fn new(mu: i64, sigma: i64) -> Result<Rating, RatingError> {
        if mu < -MOST_MU || mu > MOST_MU {
            Err(RatingError::Mu(mu))
        } else if sigma < 1 || sigma > MOST_SIGMA {
            Err(RatingError::Sigma(sigma))
        } else {
            Ok(Rating { mu, sigma })
        }
    }

    /// Returns the mean in millionths.
    pub const fn mu(self) -> i64 {
        self.mu
    }

    /// Returns the standard deviation in millionths.
    pub const fn sigma(self) -> i64 {
        self.sigma
    }

    /// Returns the mean in points, at least 400.
    pub fn shown(self) -> i32 {
        let points = START.1 + POINTS_PER_UNIT * (self.mean() - START.0);
        (points + 0.5).floor().max(LEAST_SHOWN) as i32
    }

    /// Returns the standard deviation in points.
    pub fn plus_minus(self) -> i32 {
        (POINTS_PER_UNIT * self.sigma as f64 / MILLION + 0.5).floor() as i32
    }

    /// Returns the rating after this number of days without a rated game. The mean stays; the standard deviation grows, at most
    /// to that of a new player.
    ///
    /// ```
    /// use ratings::Rating;
    ///
    /// let rating = Rating::new(25_000_000, 2_035_217)?;
    /// assert_eq!((rating.plus_minus(), rating.after_days(365).plus_minus()), (60, 110));
    /// # Ok::<(), ratings::RatingError>(())
    /// ```
    #[must_use]
    pub fn after_days(self, days: u32) -> Rating {
        Rating::from_variance(self.mu, self.variance() + drift(days))
    }

    /// Returns the mean in units of the model.
    pub(crate) fn mean(self) -> f64 {
        self.mu as f64 / MILLION
    }

    /// Returns the square of the standard deviation in units of the model.
    pub(crate) fn variance(self) -> f64 {
        let sigma = self.sigma as f64 / MILLION;
        sigma * sigma
    }

    /// Returns the variance with which a player enters a game, this many days after the last one.
    pub(crate) fn drifted(self, days: u32) -> f64 {
        (self.variance() + DRIFT_PER_GAME + drift(days)).min(START_VARIANCE)
    }

    /// Returns the rating with this mean and variance, both rounded half away from zero and kept within the limits.
    pub(crate) fn rounded(mean: f64, variance: f64) -> Rating {
        Rating::from_variance((mean * MILLION).round() as i64, variance)
    }

    /// Returns the rating with this mean in millionths and this variance, both kept within the limits.
    pub(crate) fn from_variance(mu: i64, variance: f64) -> Rating {
        let sigma = (variance.sqrt() * MILLION).round() as i64;
        Rating { mu: mu.clamp(-MOST_MU, MOST_MU), sigma: sigma.clamp(1, MOST_SIGMA) }
    }
}

/// Returns the variance that this number of days without a rated game adds.
fn drift(days: u32) -> f64 {
    f64::from(days) * DRIFT_PER_DAY / (POINTS_PER_UNIT * POINTS_PER_UNIT)
}

/// Returns a rating in the type of the library.
pub(crate) fn library(mean: f64, variance: f64) -> WengLinRating {
    WengLinRating { rating: mean, uncertainty: variance.sqrt() }
}
