//! How a game ended.

use crate::{AGREED, LATE, Seat, SeatSet};

/// The places at the end of a game, best first; seats that share a place are one group.
///
/// Ratings and statistics need nothing else: `[{2}, {1, 3}]` says that seat 2 won and seats 1 and 3 shared second place. No
/// group at all: the game has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking(Vec<SeatSet>);

impl Ranking {
    /// A ranking of these groups, best first. Empty groups are left out.
    #[must_use]
    pub fn new(groups: impl IntoIterator<Item = SeatSet>) -> Ranking {
        Ranking(groups.into_iter().filter(|group| !group.is_empty()).collect())
    }

    /// Ranks `seats` by `key`, the smallest key first; equal keys share a place.
    #[must_use]
    pub fn by_key<K: Ord>(seats: impl IntoIterator<Item = Seat>, key: impl Fn(Seat) -> K) -> Ranking {
        let mut keyed: Vec<(K, Seat)> = seats.into_iter().map(|seat| (key(seat), seat)).collect();
        keyed.sort();
        let groups =
            keyed.chunk_by(|a, b| a.0 == b.0).map(|chunk| chunk.iter().map(|&(_, seat)| seat).collect());
        Ranking::new(groups)
    }

    /// The groups, best first; none is empty.
    #[must_use]
    pub fn groups(&self) -> &[SeatSet] {
        &self.0
    }

    /// Whether all seats share one place.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.0.len() == 1
    }

    /// The place of a seat, 1 for the best; shared places count like in sports (1, 2, 2, 4).
    #[must_use]
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

/// A finished game: who came where, and the word for why it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The places.
    pub ranking: Ranking,
    /// The reason word of the game's rules (`organism`, `limit`, …), or one of the table's such as [`crate::RESIGNED`].
    pub reason: &'static str,
}

impl Outcome {
    /// Whether nobody has won: all share one place, or those who were still at the table do.
    #[must_use]
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
