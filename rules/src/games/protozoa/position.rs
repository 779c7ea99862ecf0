//! A position and its getters.

use std::cmp::Reverse;

use crate::{Seat, SeatSet, grid::Square};

use super::{
    board::{Pieces, Squares},
    piece::{PIECES_OF_A_SIZE, Piece, Size},
};

/// The most valuable organism that a side has had, and when (section 7 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The value of the organism.
    pub value: u32,
    /// The turn after which it was there; 0 for the start.
    pub turn: u32,
}

impl Record {
    /// Returns a key that sorts records, the best first: of equal values, the earlier one is better (R16, R19).
    pub(super) fn rank(self) -> (Reverse<u32>, u32) {
        (Reverse(self.value), self.turn)
    }
}

/// The teams of the game (option `teams`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Teams {
    None,
    /// Seats 1 and 3 play against 2 and 4, and an organism has one colour.
    Own,
    /// The same teams, and the pieces of partners grow together.
    Mixed,
}

/// A position of Protozoa.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::protozoa::Protozoa};
///
/// let mut game: Protozoa = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1".parse()?;
/// game.play(Seat::FIRST, &"p@f4".parse()?, &mut |_| {})?;
/// assert_eq!(game.records()[0].value, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protozoa {
    pub(super) pieces: Pieces,
    /// The record of each side. Entries beyond the last side stay empty.
    pub(super) records: [Record; 4],
    pub(super) goal: u32,
    pub(super) played: u32,
    pub(super) limit: u32,
    pub(super) size: u8,
    pub(super) seats: u8,
    pub(super) teams: Teams,
    /// The seat whose turn it is, or `None` when the game is over.
    pub(super) to_act: Option<Seat>,
}

impl Protozoa {
    /// Returns the length of the board's sides in squares: 6, 8 or 10.
    pub fn board_size(&self) -> u8 {
        self.size
    }

    /// Returns the piece on a square. Squares off the board have none.
    pub fn piece(&self, at: Square) -> Option<Piece> {
        self.on_board(at).then(|| self.pieces.get(at)).flatten()
    }

    /// Returns all pieces on the board, row by row from below and from left to right within a row.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        self.pieces.iter()
    }

    /// Returns how many pieces of any owner touch a square, 0 to 8. It is 0 off the board.
    pub fn neighbours(&self, at: Square) -> u8 {
        if self.on_board(at) { self.pieces.neighbours(at) } else { 0 }
    }

    /// Whether a piece on this square dies in the next cull if nothing changes.
    pub fn doomed(&self, at: Square) -> bool {
        self.on_board(at) && !(self.pieces.doomed() & Squares::one(at)).is_empty()
    }

    /// Returns how many pawns, drones and queens a seat has in hand.
    pub fn stash(&self, seat: Seat) -> [u8; 3] {
        if seat.number() > self.seats {
            return [0; 3];
        }
        Size::ALL.map(|size| (PIECES_OF_A_SIZE - self.pieces.count(seat, size)) as u8)
    }

    /// Returns what an organism must be worth to win, 6 to 30.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// Returns how many turns have been played.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Returns the number of turns after which the game ends.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the record of every side, in the order of [`Game::sides`](crate::Game::sides).
    pub fn records(&self) -> &[Record] {
        &self.records[..self.side_count()]
    }

    /// Returns the squares of a side's most valuable organism on the board, or none if it has no pieces. `side` is an index of
    /// [`Game::sides`](crate::Game::sides).
    pub fn organism(&self, side: usize) -> Vec<Square> {
        self.largest_organism(side).0.iter().collect()
    }

    /// Returns what a side's most valuable organism on the board is worth now.
    pub fn organism_value(&self, side: usize) -> u32 {
        self.largest_organism(side).1
    }

    /// Whether partners' pieces grow together into common organisms (option `teams` `mixed`).
    pub fn mixed_teams(&self) -> bool {
        self.teams == Teams::Mixed
    }

    pub(super) fn on_board(&self, at: Square) -> bool {
        at.col < self.size && at.row < self.size
    }

    pub(super) fn side_count(&self) -> usize {
        match self.teams {
            Teams::None => usize::from(self.seats),
            Teams::Own | Teams::Mixed => 2,
        }
    }

    /// Returns the index of a seat's side in [`Game::sides`](crate::Game::sides).
    pub(super) fn side_of(&self, seat: Seat) -> usize {
        match self.teams {
            Teams::None => seat.index(),
            Teams::Own | Teams::Mixed => seat.index() % 2,
        }
    }

    pub(super) fn side(&self, side: usize) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|&seat| self.side_of(seat) == side).collect()
    }

    /// Returns the pieces that can form organisms with those of `owner`.
    pub(super) fn kin(&self, owner: Seat) -> Squares {
        let own = self.pieces.of(owner);
        match self.teams {
            Teams::None | Teams::Own => own,
            Teams::Mixed => own | self.pieces.of(partner(owner)),
        }
    }

    pub(super) fn largest_organism(&self, side: usize) -> (Squares, u32) {
        let mut largest = (Squares::NONE, 0);
        for seat in self.side(side).iter() {
            let organism = self.pieces.largest(self.kin(seat));
            if organism.1 > largest.1 {
                largest = organism;
            }
        }
        largest
    }

    /// Returns the reason why the game is over, if it is.
    pub(super) fn ended(&self) -> Option<&'static str> {
        if self.records().iter().any(|record| record.value >= self.goal) {
            Some("organism")
        } else if self.pieces.is_empty() {
            Some("extinct")
        } else if self.played >= self.limit {
            Some("limit")
        } else {
            None
        }
    }
}

/// Returns the partner of a seat in a game of two teams: 1 and 3, 2 and 4.
pub(super) fn partner(seat: Seat) -> Seat {
    seat.next(4).next(4)
}
