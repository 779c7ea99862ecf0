//! Seats of a game, sets of seats, and viewers of a game.

use std::fmt;

/// A player's place at the table, numbered from 1 to [`Seat::MAX`].
///
/// # Examples
///
/// ```
/// use rules::Seat;
///
/// let second = Seat::new(2).ok_or("seats are 1 to 8")?;
/// assert_eq!((second.number(), second.index()), (2, 1));
/// assert_eq!(second.next(2), Seat::FIRST);
/// assert_eq!(Seat::new(0), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The highest seat number of any game.
    pub const MAX: u8 = 8;
    /// Seat 1, which every game has.
    pub const FIRST: Seat = Seat(1);

    /// Returns the seat with this number, or `None` if it is not 1 to [`Seat::MAX`].
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number <= Seat::MAX { Some(Seat(number)) } else { None }
    }

    /// Returns the seat at an index of [`Seat::index`], or `None` if it is not 0 to 7.
    pub const fn from_index(index: usize) -> Option<Seat> {
        if index < Seat::MAX as usize { Some(Seat(index as u8 + 1)) } else { None }
    }

    /// Returns the number of the seat, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number less one, as an index of arrays.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the seat after this one in a game of `count` seats. Seat 1 follows the last one.
    pub const fn next(self, count: u8) -> Seat {
        if self.0 >= count { Seat(1) } else { Seat(self.0 + 1) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A set of seats. It iterates in rising order.
///
/// # Examples
///
/// ```
/// use rules::{Seat, SeatSet};
///
/// let all = SeatSet::all(3);
/// let others = all.without(SeatSet::one(Seat::FIRST));
/// assert_eq!(others.iter().map(Seat::number).collect::<Vec<_>>(), [2, 3]);
/// assert_eq!(others.union(SeatSet::one(Seat::FIRST)), all);
/// assert!(!others.contains(Seat::FIRST) && others.len() == 2);
/// assert_eq!(SeatSet::EMPTY.first(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set without any seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Returns seats 1 to `count`. A `count` above 8 counts as 8.
    pub const fn all(count: u8) -> SeatSet {
        if count >= 8 { SeatSet(0xff) } else { SeatSet((1 << count) - 1) }
    }

    /// Returns the set of this one seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Adds `seat` to the set.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Removes `seat` from the set.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Returns the seats that are in either set.
    #[must_use]
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Returns the seats of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Returns the number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seats.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seat with the lowest number.
    pub const fn first(self) -> Option<Seat> {
        Seat::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns the seats in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self;
        std::iter::from_fn(move || left.first().inspect(|&seat| left.remove(seat)))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

/// The colour that identifies a seat, in sentences and in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, strum::IntoStaticStr)]
pub enum Colour {
    /// The colour of seat 1 in most games.
    Blue,
    /// The colour of seat 2 in most games.
    Orange,
    /// The colour of seat 3 in most games.
    Green,
    /// The colour of seat 4 in most games.
    Purple,
    /// The colour of seat 5 in most games.
    Red,
    /// The colour of seat 6 in most games.
    Yellow,
    /// The colour of seat 7 in most games.
    Teal,
    /// The colour of seat 8 in most games.
    Pink,
    /// The colour of seat 2 in Plankton Synapse.
    Grey,
}

impl Colour {
    /// The colours of seats 1 to 8 in games that choose no others.
    pub const SEATS: [Colour; 8] = [
        Colour::Blue,
        Colour::Orange,
        Colour::Green,
        Colour::Purple,
        Colour::Red,
        Colour::Yellow,
        Colour::Teal,
        Colour::Pink,
    ];

    /// Returns the name with a capital: `Colour::Teal.name()` is `Teal`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The person who looks at a game. It decides what the game shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// A spectator, such as the readers of a channel.
    Public,
    /// The player in this seat.
    Seat(Seat),
    /// Any viewer of a finished game, from whom nothing is hidden. [`Table::viewer`](crate::Table::viewer) decides when.
    Open,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_the_inserted_seats() {
        let mut set = SeatSet::all(3);
        set.remove(Seat(2));
        set.insert(Seat(8));
        assert_eq!(set.iter().map(Seat::number).collect::<Vec<_>>(), [1, 3, 8]);
        assert_eq!(set.first(), Seat::new(1));
        assert_eq!(SeatSet::EMPTY.first(), None);
        assert_eq!(SeatSet::all(8).len(), 8);
        assert_eq!(set.without(SeatSet::one(Seat(1))).len(), 2);
    }

    #[test]
    fn next_wraps_to_the_first_seat() {
        assert_eq!(Seat(3).next(3), Seat(1));
        assert_eq!(Seat(2).next(3), Seat(3));
        assert_eq!(Seat::new(0), None);
        assert_eq!(Seat::new(9), None);
    }
}
