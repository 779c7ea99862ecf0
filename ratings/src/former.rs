//! Players whom a substitute replaced.

use crate::model::{Change, Member, RateError, Side, check, rate};

/// How a player came to be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replaced {
    /// The player asked for a substitute.
    HandedOver {
        /// The turns that the player played in the seat.
        own: u32,
        /// The turns that were played in the seat, by anyone.
        all: u32,
    },
    /// The other players opened the seat, because its player ran out of time or left the server.
    Opened,
}

/// Computes what a game changes for a player who did not finish it, or `None` if it changes nothing.
///
/// `sides` is the game with the people who finished it. `seat` is the side and the member, counted from 0, that `former` held.
/// A player who handed the seat over gets the seat's place, weighted with the share of turns that the player made, and only if
/// that lowers the rating. A player whose seat was opened is rated as last with full weight, so that being replaced is never
/// cheaper than resigning.
///
/// The people who finished the game are rated by [`rate`]. The caller drops the change of the substitute, whose rating stays.
///
/// # Errors
///
/// The errors of [`rate`], [`RateError::NoSeat`] if the game has no such seat, and [`RateError::Turns`] if `own` is larger than
/// `all` or `all` is 0.
///
/// ```
/// use ratings::{Member, Rating, Replaced, Side, rate_former};
///
/// let sides = [1, 2].map(|place| Side::one(place, Member::new(Rating::START)));
/// let former = Member::new(Rating::START);
/// let half = Replaced::HandedOver { own: 5, all: 10 };
/// // The substitute won, which the first player gains nothing from.
/// assert_eq!(rate_former(&sides, (0, 0), former, half)?, None);
/// // The substitute lost, and the first player bears half of it.
/// let change = rate_former(&sides, (1, 0), former, half)?.ok_or("no change")?;
/// assert_eq!((change.after.shown(), change.weight), (1461, 500_000));
/// // A player who was replaced against their will has lost, even if the substitute won.
/// let change = rate_former(&sides, (0, 0), former, Replaced::Opened)?.ok_or("no change")?;
/// assert_eq!(change.after.shown(), 1422);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate_former(
    sides: &[Side],
    (side, member): (usize, usize),
    former: Member,
    replaced: Replaced,
) -> Result<Option<Change>, RateError> {
    check(sides)?;
    let mut sides = sides.to_vec();
    let last = sides.iter().map(|side| side.place).max().unwrap_or(0);
    let held = sides.get_mut(side).ok_or(RateError::NoSeat { side, member })?;
    let seat = held.members.get_mut(member).ok_or(RateError::NoSeat { side, member })?;
    *seat = former;
    match replaced {
        Replaced::HandedOver { own, all } if own > all || all == 0 => {
            return Err(RateError::Turns { own, all });
        }
        Replaced::HandedOver { own, all } => seat.factor = former.factor.share(own, all),
        Replaced::Opened => held.place = last.saturating_add(1),
    }
    let changes = rate(&sides)?;
    let change = changes.get(side).and_then(|members| members.get(member)).copied();
    Ok(change.filter(|change| replaced == Replaced::Opened || change.after.mu() < change.before.mu()))
}
