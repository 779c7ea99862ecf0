//! The result of a game: who came where, and why.

use crate::seat::{Seat, SeatSet};

/// The reason of a game that ended because only one side was left, if the last seat to leave had resigned. Other seats may have
/// left for other reasons or may have been eliminated.
pub const RESIGNED: &str = "resigned";

/// The reason of a game that ended because only one side was left, if the last seat to leave had run out of time.
pub const TIMED_OUT: &str = "timeout";

/// The reason of a game that ended in a draw by agreement.
pub const AGREED: &str = "agreed";

/// The reason of a game that ended in a draw because the time of all sides was up at once.
pub const LATE: &str = "late";

/// The reason of a game that was called off. Its ranking is empty.
pub const ABORTED: &str = "aborted";

/// Describes why a game is over, for a reason of the table.
pub(crate) fn ending(reason: &str) -> Option<&'static str> {
    Some(match reason {
        RESIGNED => "by resignation",
        TIMED_OUT => "time ran out",
        AGREED => "the players agreed on it",
        LATE => "everybody ran out of time",
        ABORTED => "it was called off",
        _ => return None,
    })
}

/// The places at the end of a game, best first. Seats that share a place form one group.
///
/// Ratings and statistics need nothing else: `[{2}, {1, 3}]` means that seat 2 won and that seats 1 and 3 share second place. A
/// ranking without groups means that the game has no result.
///
/// # Examples
///
/// ```
/// use rules::{Ranking, SeatSet};
///
/// let points = [3, 9, 3];
/// let ranking = Ranking::by_key(SeatSet::all(3).iter(), |seat| -points[seat.index()]);
/// let places: Vec<_> = SeatSet::all(3).iter().map(|seat| ranking.place(seat)).collect();
/// assert_eq!(places, [Some(2), Some(1), Some(2)]);
/// assert_eq!(ranking.groups().len(), 2);
/// assert!(!ranking.is_draw());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking(Vec<SeatSet>);

impl Ranking {
    /// Returns a ranking of these groups, best first. It leaves empty groups out.
    pub fn new(groups: impl IntoIterator<Item = SeatSet>) -> Ranking {
        Ranking(groups.into_iter().filter(|group| !group.is_empty()).collect())
    }

    /// Ranks `seats` by `key`, smallest key first. Seats with equal keys share a place.
    pub fn by_key<K: Ord>(seats: impl IntoIterator<Item = Seat>, key: impl Fn(Seat) -> K) -> Ranking {
        let mut keyed: Vec<(K, Seat)> = seats.into_iter().map(|seat| (key(seat), seat)).collect();
        keyed.sort();
        let groups =
            keyed.chunk_by(|a, b| a.0 == b.0).map(|chunk| chunk.iter().map(|&(_, seat)| seat).collect());
        Ranking::new(groups)
    }

    /// Returns the groups, best first. None of them is empty.
    pub fn groups(&self) -> &[SeatSet] {
        &self.0
    }

    /// Whether all seats share one place.
    pub fn is_draw(&self) -> bool {
        self.0.len() == 1
    }

    /// Returns the place of a seat, 1 for the best, or `None` if the ranking does not name it. Shared places count as in
    /// sports: 1, 2, 2, 4.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let mut place = 1;
        for group in &self.0 {
            if group.contains(seat) {
                return Some(place);
            }
            place += group.len();
        }
        None
    }
}

/// The result of a finished game: the places, and the word for the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The places of all seats.
    pub ranking: Ranking,
    /// The word for the reason: one of the game's rules, such as `organism` or `limit`, or one of the table, such as
    /// [`RESIGNED`].
    pub reason: &'static str,
}

impl Outcome {
    /// Whether nobody has won: either all seats share one place, or the game was drawn at the table.
    pub fn is_draw(&self) -> bool {
        self.ranking.is_draw() || self.reason == AGREED || self.reason == LATE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_a_place() {
        let seats: Vec<Seat> = SeatSet::all(4).iter().collect();
        let scores = [3, 9, 3, 1];
        let ranking = Ranking::by_key(seats.clone(), |seat| -scores[seat.index()]);
        let places: Vec<_> = seats.iter().map(|&seat| ranking.place(seat)).collect();
        assert_eq!(places, [Some(2), Some(1), Some(2), Some(4)]);
        assert!(!ranking.is_draw());
        assert!(Ranking::new([SeatSet::all(2), SeatSet::EMPTY]).is_draw());
    }
}
