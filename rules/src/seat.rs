//! Seats of a game, sets of seats, and who looks at a game.

use std::fmt;

/// A place at the table, numbered from 1 to [`Seat::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The highest seat number of any game.
    pub const MAX: u8 = 8;
    /// Seat 1, which every game has.
    pub const FIRST: Seat = Seat(1);

    /// The seat with this number; `None` outside 1 to [`Seat::MAX`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number <= Seat::MAX { Some(Seat(number)) } else { None }
    }

    /// The seat at a 0-based index, as [`Seat::index`] gives it; `None` outside 0 to 7.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Seat> {
        if index < Seat::MAX as usize { Some(Seat(index as u8 + 1)) } else { None }
    }

    /// The number, 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number less one, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The seat after this one in a game of `count` seats; after the last comes seat 1.
    #[must_use]
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

/// A set of seats; iterates in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats 1 to `count`; `count` above 8 counts as 8.
    #[must_use]
    pub const fn all(count: u8) -> SeatSet {
        if count >= 8 { SeatSet(0xff) } else { SeatSet((1 << count) - 1) }
    }

    /// This one seat.
    #[must_use]
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Adds `seat`.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes `seat` away.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// All seats of either set.
    #[must_use]
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat with the lowest number.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        Seat::from_index(self.0.trailing_zeros() as usize)
    }

    /// The seats in rising order.
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

/// The colour by which people tell a seat, in words as in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Colour {
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Purple.
    Purple,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Teal.
    Teal,
    /// Pink.
    Pink,
    /// Grey.
    Grey,
}

impl Colour {
    /// The colours of seats 1 to 8 where a game does not ask for others.
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

    /// The colour's name with a capital, such as `Blue`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Blue => "Blue",
            Colour::Orange => "Orange",
            Colour::Green => "Green",
            Colour::Purple => "Purple",
            Colour::Red => "Red",
            Colour::Yellow => "Yellow",
            Colour::Teal => "Teal",
            Colour::Pink => "Pink",
            Colour::Grey => "Grey",
        }
    }
}

/// Who looks at a game, and so what may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// A spectator: the channel.
    Public,
    /// The person in this seat.
    Seat(Seat),
    /// Anybody who looks at a game that is over: nothing is hidden. [`Table::viewer`](crate::Table::viewer) decides when.
    Open,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
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
    fn seats_go_round() {
        assert_eq!(Seat(3).next(3), Seat(1));
        assert_eq!(Seat(2).next(3), Seat(3));
        assert_eq!(Seat::new(0), None);
        assert_eq!(Seat::new(9), None);
    }
}
