//! Listing: the people whom a leaderboard shows, until which day, and after how many more games.

use crate::{
    model::{MOST_PEOPLE, MOST_SIDES, Member, RateError, Side, rate},
    rating::{DRIFT_PER_DAY, POINTS_PER_UNIT, Rating},
};

/// The largest standard deviation in points with which a person is listed.
pub const LISTED_PLUS_MINUS: i32 = 200;

/// How many different opponents a person must have met to count as an opponent of another person: that person and one more.
/// Otherwise accounts that only lose to one person would lift this person onto a leaderboard.
pub const KNOWN_OPPONENTS: u32 = 2;

/// The days between two games in a prediction of how many more it takes: the pace of people who often play.
const DAYS_BETWEEN_GAMES: u32 = 3;
/// The most games that a prediction looks ahead. Large teams may need more.
const MOST_GAMES_AHEAD: u32 = 50;

/// The people among whom a leaderboard ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// The members of one server.
    Server,
    /// The players of all servers.
    World,
}

impl Scope {
    /// Returns how many different opponents a person must have met to be listed.
    pub const fn opponents(self) -> u32 {
        match self {
            Scope::Server => 2,
            Scope::World => 3,
        }
    }
}

/// A person's entry in a pool. Days are any count of days in UTC, such as those since 1970.
///
/// ```
/// use ratings::{Entry, Rating, Scope};
///
/// let rating = Rating::new(25_000_000, 2_035_217)?; // 1500 ± 60
/// let entry = Entry { rating, day: 20_000, opponents: 3, scope: Scope::World };
/// assert_eq!(entry.due(), 20_000 + 1563);
/// assert!(entry.is_listed(21_562) && !entry.is_listed(21_563));
/// # Ok::<(), ratings::RatingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The rating after the last rated game.
    pub rating: Rating,
    /// The day of that game.
    pub day: i64,
    /// The number of different opponents so far, or of those who count ([`KNOWN_OPPONENTS`]).
    pub opponents: u32,
    /// The scope of the pool.
    pub scope: Scope,
}

impl Entry {
    /// Returns the day on which the person leaves the leaderboard without another game: the first day whose standard deviation
    /// is above 200 points. If the standard deviation is above that already, the day is not after the last game.
    pub fn due(&self) -> i64 {
        let limit = f64::from(LISTED_PLUS_MINUS * LISTED_PLUS_MINUS);
        let variance = self.rating.variance() * POINTS_PER_UNIT * POINTS_PER_UNIT;
        let days = ((limit - variance) / DRIFT_PER_DAY).floor() as i64;
        self.day.saturating_add(days).saturating_add(1)
    }

    /// Returns whether the person is listed on this day.
    pub fn is_listed(&self, today: i64) -> bool {
        self.missing() == 0 && today < self.due()
    }

    /// Returns the rating with the uncertainty of this day. A day before the last game counts as its day.
    pub fn rating_on(&self, today: i64) -> Rating {
        self.rating.after_days(self.days_until(today))
    }

    fn days_until(&self, today: i64) -> u32 {
        let days = today.saturating_sub(self.day).max(0);
        u32::try_from(days).unwrap_or(u32::MAX)
    }

    /// Returns how many more opponents the person has to meet.
    fn missing(&self) -> u32 {
        self.scope.opponents().saturating_sub(self.opponents)
    }
}

/// The sides of a game: 2 of size 1 for a duel, more for a table, 2 of a larger size for teams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lineup {
    /// The number of sides.
    pub sides: usize,
    /// The number of people on each side.
    pub size: usize,
}

impl Lineup {
    /// One person against another.
    pub const DUEL: Lineup = Lineup { sides: 2, size: 1 };

    /// Returns an error if no rated game can have these sides, before anything is allocated for them.
    fn check(self) -> Result<(), RateError> {
        match self {
            Lineup { sides, .. } if !(2..=MOST_SIDES).contains(&sides) => Err(RateError::Sides(sides)),
            Lineup { size: 0, .. } => Err(RateError::Empty(0)),
            Lineup { sides, size } if size > MOST_PEOPLE / sides => {
                Err(RateError::People(sides.saturating_mul(size)))
            }
            Lineup { .. } => Ok(()),
        }
    }
}

/// Returns about how many more games the person has to play until they are listed: 0 if they are listed today, `None` if 50
/// games are not enough.
///
/// The prediction plays ties against people with the same rating whom the person has not met, one every three days. The result
/// of a game does not influence the uncertainty, so ties do as well as any other result.
///
/// # Errors
///
/// The errors of [`rate`] if a game cannot have these sides.
///
/// ```
/// use ratings::{Entry, Lineup, Rating, Scope, games_until_listed};
///
/// let new = Entry { rating: Rating::START, day: 0, opponents: 0, scope: Scope::Server };
/// assert_eq!(games_until_listed(&new, Lineup::DUEL, 0)?, Some(8));
/// assert_eq!(games_until_listed(&new, Lineup { sides: 4, size: 1 }, 0)?, Some(5));
/// # Ok::<(), ratings::RateError>(())
/// ```
pub fn games_until_listed(entry: &Entry, lineup: Lineup, today: i64) -> Result<Option<u32>, RateError> {
    lineup.check()?;
    if entry.is_listed(today) {
        return Ok(Some(0));
    }
    let met = u32::try_from((lineup.sides - 1) * lineup.size).unwrap_or(u32::MAX);
    // Only the days between games matter, so each game of the prediction is on day 0.
    let mut at = *entry;
    let mut days = entry.days_until(today);
    for games in 1..=MOST_GAMES_AHEAD {
        let side = Side { place: 1, members: vec![Member { days, ..Member::new(at.rating) }; lineup.size] };
        let changes = rate(&vec![side; lineup.sides])?;
        if let Some(change) = changes.first().and_then(|members| members.first()) {
            at.rating = change.after;
        }
        at = Entry { day: 0, opponents: at.opponents.saturating_add(met), ..at };
        if at.is_listed(0) {
            return Ok(Some(games));
        }
        days = DAYS_BETWEEN_GAMES;
    }
    Ok(None)
}
