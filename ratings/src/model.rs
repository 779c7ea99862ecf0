//! The model, which computes what a finished game changes.

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use crate::{
    offsets::MOST_OFFSET,
    pairs::PairFactor,
    rating::{POINTS_PER_UNIT, Rating, library},
};

/// The number of this model. A change of any constant that changes a result raises it, because stored games are rated again
/// with the model that rated them first.
pub const MODEL: u32 = 1;

/// The most sides that a game can have.
pub const MOST_SIDES: usize = 8;

/// The most people that a game can have, over all sides.
pub const MOST_PEOPLE: usize = 8;

/// The library's two constants: the spread of a performance around a strength, and the least share of a variance that a game
/// leaves.
pub(crate) const CONFIG: WengLinConfig = WengLinConfig { beta: 25.0 / 6.0, uncertainty_tolerance: 0.000_001 };

/// One person of a side before the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    /// The rating after the person's last rated game in the pool.
    pub rating: Rating,
    /// The days since that game, or 0 before the first game.
    pub days: u32,
    /// The advantage of the person's seat in points, from [`seat_offset`](crate::seat_offset).
    pub offset: i32,
    /// How much the game counts for this person.
    pub factor: PairFactor,
}

/// The people of a game who win and lose together, and how they finished.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// The place. Lower is better, equal places are a tie, and gaps have no meaning.
    pub place: u32,
    /// The members, at least one.
    pub members: Vec<Member>,
}

/// The effect of a game on one person.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The rating before the game, without drift.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
    /// The weight with which the game counted, in millionths: 2 / sides, times the person's factor.
    pub weight: i64,
}

/// Why a game cannot be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// The number of sides is out of range.
    #[error("a rated game has 2 to 8 sides, not {0}")]
    Sides(usize),
    /// A side has no members. Sides count from 0.
    #[error("side {0} of the game has no members")]
    Empty(usize),
    /// The game has too many people.
    #[error("a rated game has at most 8 people, not {0}")]
    People(usize),
    /// The advantage of a seat is out of range.
    #[error("a seat's advantage is at most 400 points, not {0}")]
    Offset(i32),
    /// The seat of a replaced player does not exist.
    #[error("side {side} of the game has no member {member}")]
    NoSeat {
        /// The side, counted from 0.
        side: usize,
        /// The member within the side, counted from 0.
        member: usize,
    },
    /// A replaced player cannot have played more turns than the seat, and the seat has played at least one.
    #[error("{own} of {all} turns is not a share")]
    Turns {
        /// The turns that the player played.
        own: u32,
        /// The turns that the seat played.
        all: u32,
    },
}

impl Member {
    /// Returns a member whose last game was today, in a seat without advantage, for whom the game counts in full.
    pub const fn new(rating: Rating) -> Member {
        Member { rating, days: 0, offset: 0, factor: PairFactor::FULL }
    }

    /// Returns the distribution with which the member enters the game.
    pub(crate) fn prior(&self) -> WengLinRating {
        let offset = f64::from(self.offset) / POINTS_PER_UNIT;
        library(self.rating.mean() + offset, self.rating.drifted(self.days))
    }

    /// Returns everything about the member that influences the game's other people.
    fn key(&self) -> (Rating, u32, i32) {
        (self.rating, self.days, self.offset)
    }
}

impl Side {
    /// Returns a side of one person.
    pub fn one(place: u32, member: Member) -> Side {
        Side { place, members: vec![member] }
    }

    /// Returns the distributions with which the members enter the game.
    pub(crate) fn priors(&self) -> Vec<WengLinRating> {
        self.members.iter().map(Member::prior).collect()
    }
}

impl Change {
    /// Returns a person's current rating without the effect of this game, which has been voided.
    ///
    /// The mean loses what the game gave. The variance regains what the game took, at most up to that of a new player. Later
    /// games keep their numbers.
    ///
    /// ```
    /// use ratings::{Member, Rating, Side, rate};
    ///
    /// let sides = [1, 2].map(|place| Side::one(place, Member::new(Rating::START)));
    /// let change = rate(&sides)?[0][0];
    /// assert_eq!(change.undo(change.after), Rating::START);
    /// # Ok::<(), ratings::RateError>(())
    /// ```
    #[must_use]
    pub fn undo(&self, now: Rating) -> Rating {
        let lost = self.before.mu() - self.after.mu();
        let taken = self.before.variance() - self.after.variance();
        Rating::from_variance(now.mu() + lost, now.variance() + taken.max(0.0))
    }
}

/// Returns an error if the game is not one that the model can rate.
pub(crate) fn check(sides: &[Side]) -> Result<(), RateError> {
    if !(2..=MOST_SIDES).contains(&sides.len()) {
        return Err(RateError::Sides(sides.len()));
    }
    if let Some(empty) = sides.iter().position(|side| side.members.is_empty()) {
        return Err(RateError::Empty(empty));
    }
    let people = sides.iter().map(|side| side.members.len()).sum();
    if people > MOST_PEOPLE {
        return Err(RateError::People(people));
    }
    let mut offsets = sides.iter().flat_map(|side| &side.members).map(|member| member.offset);
    match offsets.find(|offset| !(-MOST_OFFSET..=MOST_OFFSET).contains(offset)) {
        Some(offset) => Err(RateError::Offset(offset)),
        None => Ok(()),
    }
}

/// Computes what a finished game changes, for each member of each side in the order of the input.
///
/// Each person's variance first grows by a drift for the game and for the days since the last one. Then Weng and Lin's model
/// compares each side with every other. A team's change is shared in proportion to the members' variances. Last, the weight
/// 2 / sides times the person's factor scales the change: in a large game the model counts each pair as if it were a game of
/// its own, and it would become too sure of itself.
///
/// The order of sides and members changes nothing, not even the last digit.
///
/// # Errors
///
/// [`RateError::Sides`], [`RateError::Empty`], [`RateError::People`] or [`RateError::Offset`] for the first rule that the input
/// breaks.
///
/// ```
/// use ratings::{Member, PairFactor, Rating, Side, rate};
///
/// let strong = Member::new(Rating::new(28_392_001, 4_070_434)?);
/// let weak = Member { factor: PairFactor::of_pair(4), ..Member::new(Rating::START) };
/// let changes = rate(&[Side::one(2, strong), Side::one(1, weak)])?;
/// assert_eq!([changes[0][0].weight, changes[1][0].weight], [1_000_000, 500_000]);
/// assert_eq!(changes[0][0].after.shown(), 1574);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(sides: &[Side]) -> Result<Vec<Vec<Change>>, RateError> {
    check(sides)?;
    // Sums of floating-point numbers depend on their order, so the library gets the game in an order of its own.
    let mut ordered: Vec<(usize, Vec<usize>)> = sides.iter().map(order).enumerate().collect();
    ordered.sort_by_key(|(side, members)| keys(&sides[*side], members));
    let priors: Vec<Vec<WengLinRating>> = ordered
        .iter()
        .map(|(side, members)| members.iter().map(|member| sides[*side].members[*member].prior()).collect())
        .collect();
    let game: Vec<(&[WengLinRating], MultiTeamOutcome)> = ordered
        .iter()
        .zip(&priors)
        .map(|((side, _), team)| (&team[..], MultiTeamOutcome::new(sides[*side].place as usize)))
        .collect();
    let posteriors = weng_lin_multi_team(&game, &CONFIG);

    let weight = 2.0 / sides.len() as f64;
    let unrated = |member: &Member| Change { before: member.rating, after: member.rating, weight: 0 };
    let mut changes: Vec<Vec<Change>> =
        sides.iter().map(|side| side.members.iter().map(unrated).collect()).collect();
    for (((side, members), team), results) in ordered.iter().zip(&priors).zip(&posteriors) {
        for ((member, prior), result) in members.iter().zip(team).zip(results) {
            changes[*side][*member] = weigh(&sides[*side].members[*member], prior, result, weight);
        }
    }
    Ok(changes)
}

/// Returns the members of a side in an order that depends only on their values.
fn order(side: &Side) -> Vec<usize> {
    let mut members: Vec<usize> = (0..side.members.len()).collect();
    members.sort_by_key(|member| side.members[*member].key());
    members
}

/// Returns the key by which sides are ordered: all that the library sees of a side.
fn keys(side: &Side, members: &[usize]) -> (u32, Vec<(Rating, u32, i32)>) {
    (side.place, members.iter().map(|member| side.members[*member].key()).collect())
}

/// Scales the change that the library found by the weight.
fn weigh(member: &Member, prior: &WengLinRating, result: &WengLinRating, weight: f64) -> Change {
    let weight = weight * member.factor.value();
    // Both means contain the seat's offset, which therefore cancels out.
    let mean = member.rating.mean() + weight * (result.rating - prior.rating);
    let before = member.rating.drifted(member.days);
    let left = result.uncertainty * result.uncertainty / before;
    let variance = before * (1.0 - weight * (1.0 - left));
    Change {
        before: member.rating,
        after: Rating::rounded(mean, variance),
        weight: (weight * 1_000_000.0).round() as i64,
    }
}
