//! The marks of all seats, as one set of bits per row and seat.

use crate::{Seat, grid::Square};

/// The largest number of rows of a board.
pub(super) const MAX_ROWS: usize = 15;

/// The largest number of seats of a game.
pub(super) const MAX_SEATS: usize = 4;

/// All marks on the board, at most one on each square. A seat can have a mark on every square (R15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// The columns of marks as bits: `rows[row][seat]`.
    rows: [[u16; MAX_SEATS]; MAX_ROWS],
}

impl Marks {
    /// Returns the owner of the mark on a square of the board.
    pub(super) fn on(&self, at: Square) -> Option<Seat> {
        let bit = 1 << at.col;
        self.rows[usize::from(at.row)].iter().position(|marks| marks & bit != 0).and_then(Seat::from_index)
    }

    /// Returns the columns of a row with marks of any seat, as bits.
    pub(super) fn in_row(&self, row: u8) -> u16 {
        self.rows[usize::from(row)].iter().fold(0, |all, marks| all | marks)
    }

    /// Returns the columns of a row with marks of this seat, as bits.
    pub(super) fn of(&self, seat: Seat, row: u8) -> u16 {
        self.rows[usize::from(row)][seat.index()]
    }

    /// Returns the marks of a row in one number, different for any two rows that differ.
    pub(super) fn word(&self, row: u8) -> u64 {
        self.rows[usize::from(row)].iter().fold(0, |word, &marks| word << 16 | u64::from(marks))
    }

    pub(super) fn put(&mut self, at: Square, seat: Seat) {
        self.rows[usize::from(at.row)][seat.index()] |= 1 << at.col;
    }

    pub(super) fn erase(&mut self, at: Square) {
        for marks in &mut self.rows[usize::from(at.row)] {
            *marks &= !(1 << at.col);
        }
    }

    pub(super) fn clear_row(&mut self, row: u8) {
        self.rows[usize::from(row)] = [0; MAX_SEATS];
    }

    /// Returns all marks, row by row from below and from left to right within a row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Square, Seat)> + use<> {
        let marks = *self;
        (0..MAX_ROWS as u8)
            .flat_map(move |row| columns(marks.in_row(row)).map(move |col| Square::new(col, row)))
            .filter_map(move |at| Some((at, marks.on(at)?)))
    }
}

/// Returns the numbers of the set bits in rising order.
pub(super) fn columns(mut bits: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let col = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(col)
    })
}
