//! How much better some seats do than the ratings predict.

use crate::{
    forecast::{Estimate, expected_score},
    model::{RateError, Side},
};

/// Sums over games of one class that compare the results of a seat with what the ratings predicted.
///
/// ```
/// use ratings::{Member, Rating, SeatSums, Side};
///
/// // The first seat wins two games of three between equal people, and both ratings are exact.
/// let equal = Member::new(Rating::new(25_000_000, 1)?);
/// let mut first = SeatSums::default();
/// for places in [[1, 2], [1, 2], [2, 1]] {
///     first.add(&places.map(|place| Side::one(place, equal)), 0)?;
/// }
/// // A lead of 116 points wins two games of three: the seat is worth 58, and the other one as much less.
/// let advantage = first.advantage().ok_or("too few games")?;
/// assert!((50.0..70.0).contains(&advantage.mean));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatSums {
    /// The number of games.
    games: u64,
    /// The sum of the scores against the other sides, minus what was expected.
    lead: f64,
    /// The sum of the squares of these numbers.
    squares: f64,
    /// How much the expected scores would rise, in all games together, with each point that the seat is worth.
    slope: f64,
}

/// The part of its own difference in points by which an even expected score rises: ln 10 / 400.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

impl SeatSums {
    /// Adds a game in which the seat belongs to the side with this index.
    ///
    /// # Errors
    ///
    /// The errors of [`rate`](crate::rate). A side that does not exist adds nothing.
    pub fn add(&mut self, sides: &[Side], own: usize) -> Result<(), RateError> {
        let Some(side) = sides.get(own) else { return Ok(()) };
        let (mut lead, mut slope) = (0.0, 0.0);
        for (_, other) in sides.iter().enumerate().filter(|(index, _)| *index != own) {
            let expected = expected_score(side, other)?;
            let scored = match side.place.cmp(&other.place) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            lead += scored - expected;
            slope += SLOPE * expected * (1.0 - expected);
        }
        // The advantages of all seats add up to 0, so the others are worth less by as much together.
        let others = sides.len() as f64 - 1.0;
        self.games += 1;
        self.lead += lead / others;
        self.squares += (lead / others) * (lead / others);
        self.slope += slope / others * (others + 1.0) / others;
        Ok(())
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns by how many points the seat is stronger than the average seat, or `None` for fewer than two games.
    pub fn advantage(&self) -> Option<Estimate> {
        if self.games < 2 {
            return None;
        }
        let games = self.games as f64;
        let (mean, slope) = (self.lead / games, self.slope / games);
        let variance = (self.squares / games - mean * mean).max(0.0);
        Some(Estimate { mean: mean / slope, error: (variance / (games - 1.0)).sqrt() / slope })
    }
}
