//! A position and its getters.

use crate::{Seat, SeatSet, grid::Square};

use super::{
    board::{Board, Parasite, Spot},
    territory,
};

/// The development points of every turn.
pub const DEVELOPMENT: u8 = 2;

/// The smallest number of steps between two queens when they are placed (R4).
pub const QUEENS_APART: u8 = 6;

/// A parasite that has created something in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Used {
    pub(super) at: Spot,
    /// The creation points that it has left.
    pub(super) points: u8,
}

impl Used {
    /// Returns everything in one number, which is not 0.
    pub(super) fn word(self) -> u64 {
        1 << 32 | u64::from(self.at.number()) << 8 | u64::from(self.points)
    }
}

/// A position of Parasites.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::parasites::{Caste, Parasites}};
///
/// let mut game: Parasites = "9,Q2/10/10/4,B1,5/10/3,D1,D2,D1,4/10/10/10/Q1,9 2 1 2 - 0 -".parse()?;
/// game.play(Seat::FIRST, &"e7+e6=a".parse()?, &mut |_| {})?;
/// let eaten = game.parasite("e5".parse()?).ok_or("a colony")?;
/// assert_eq!((eaten.owner, eaten.caste), (Seat::FIRST, Caste::Colony));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parasites {
    pub(super) board: Board,
    pub(super) seats: u8,
    /// The seat whose turn it is, or `None` when the game is over.
    pub(super) to_act: Option<Seat>,
    /// The development points left in this turn.
    pub(super) development: u8,
    /// The number of turns passed in a row.
    pub(super) passes: u8,
    /// The parasites used in this turn, sorted by square. The second entry is filled only after the first.
    pub(super) used: [Option<Used>; 2],
    /// The square of each seat's queen. `None` before she is placed, and for an eliminated seat.
    pub(super) queens: [Option<Square>; Seat::MAX as usize],
    /// For each seat, 0 while it is in the game. Seats that lost their queens together form a group, and this is its number
    /// from 1.
    pub(super) fallen: [u8; Seat::MAX as usize],
}

impl Parasites {
    /// Returns the length of the board's sides in squares, 8 to 40.
    pub fn board_size(&self) -> u8 {
        self.board.size()
    }

    /// Returns the parasite on a square. Squares off the board have none.
    pub fn parasite(&self, at: Square) -> Option<Parasite> {
        self.board.has(at).then(|| self.board.parasite(self.board.spot(at))).flatten()
    }

    /// Returns all parasites, row by row from below and from left to right within a row.
    pub fn parasites(&self) -> impl Iterator<Item = (Square, Parasite)> {
        self.board.parasites().map(|(at, parasite)| (self.board.square(at), parasite))
    }

    /// Whether the seat to act has to place its queen.
    pub fn is_placing(&self) -> bool {
        self.to_act.is_some_and(|seat| self.queens[seat.index()].is_none())
    }

    /// Whether the queen that is to be placed now may go there. `false` if no queen is to be placed.
    pub fn may_place(&self, at: Square) -> bool {
        self.is_placing() && self.check_place(at).is_ok()
    }

    /// Returns the development points left in this turn, 0 to [`DEVELOPMENT`].
    pub fn development(&self) -> u8 {
        self.development
    }

    /// Returns the parasites used in this turn with the creation points they have left, sorted by square.
    pub fn used(&self) -> impl Iterator<Item = (Square, u8)> {
        self.used.iter().flatten().map(|used| (self.board.square(used.at), used.points))
    }

    /// Returns the creation points that the parasite on a square has left in this turn, or 0 if there is no parasite.
    pub(super) fn creation_points(&self, at: Square) -> u8 {
        self.parasite(at).map_or(0, |parasite| self.points_left(self.board.spot(at), parasite.caste))
    }

    /// Whether the seat to act can create with the parasite on this square.
    pub fn can_create(&self, at: Square) -> bool {
        self.parasite(at).is_some_and(|parasite| {
            self.to_act == Some(parasite.owner) && self.creates(self.board.spot(at), parasite.caste)
        })
    }

    /// Returns the owner of every square if the game were counted now, in the order of [`Square::index`]. The owner of an empty
    /// square is the seat that claims it, if one does.
    pub fn territory(&self) -> Vec<Option<Seat>> {
        territory::owners(&self.board)
    }

    /// Returns the number of turns passed in a row. The game ends when it reaches the number of seats still in the game.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Returns the seats that have not been eliminated.
    pub fn living(&self) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == 0).collect()
    }

    /// Returns the eliminated seats in the order in which they lost their queens. Seats that lost them together form one group.
    pub fn fallen(&self) -> Vec<SeatSet> {
        (1..=self.groups_fallen()).map(|group| self.fallen_in(group)).collect()
    }

    pub(super) fn groups_fallen(&self) -> u8 {
        self.fallen.into_iter().max().unwrap_or_default()
    }

    pub(super) fn fallen_in(&self, group: u8) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == group).collect()
    }

    /// Returns all squares, row by row from below and from left to right within a row.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.board.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Square::new(col, row)))
    }
}
