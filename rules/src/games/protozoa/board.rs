//! The pieces as sets of squares, one bit each: a whole cull is a few dozen operations on 128-bit words.

use std::ops::{BitAnd, BitOr};

use crate::{Seat, grid::Square};

use super::{Piece, Size};

/// Bits from one row to the next. The widest board has 10 columns; the column left over keeps neighbours from wrapping round.
const STRIDE: u8 = 11;

/// A set of squares of a board up to 10 × 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Squares(u128);

impl Squares {
    pub(super) const NONE: Squares = Squares(0);

    /// The set of one square, which must lie on a board.
    pub(super) const fn one(at: Square) -> Squares {
        Squares(1 << at.index(STRIDE))
    }

    /// All squares of a board of this side.
    pub(super) const fn board(side: u8) -> Squares {
        let row = (1u128 << side) - 1;
        let mut all = 0;
        let mut n = 0;
        while n < side {
            all |= row << (n * STRIDE);
            n += 1;
        }
        Squares(all)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// These squares and all that touch them; may contain bits off the board.
    const fn with_neighbours(self) -> Squares {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        Squares(row | row << STRIDE | row >> STRIDE)
    }

    /// The squares row by row from below, in a row from left to right.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> + use<> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(Square::at(index as usize, STRIDE))
        })
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;

    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

/// Pieces on squares, at most one on each: all of a board, or those that died.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    sizes: [Squares; 3],
    owners: [Squares; 4],
}

impl Pieces {
    /// The pieces with their squares, row by row from below, in a row from left to right.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let pieces = *self;
        pieces.all().iter().filter_map(move |at| Some((at, pieces.get(at)?)))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all().len() as usize
    }

    /// The piece on a square of the board.
    pub(super) fn get(&self, at: Square) -> Option<Piece> {
        let on = |squares: &Squares| !(*squares & Squares::one(at)).is_empty();
        let size = Size::ALL[self.sizes.iter().position(on)?];
        let owner = Seat::from_index(self.owners.iter().position(on)?)?;
        Some(Piece { owner, size })
    }

    pub(super) fn all(&self) -> Squares {
        self.sizes[0] | self.sizes[1] | self.sizes[2]
    }

    pub(super) fn of(&self, seat: Seat) -> Squares {
        self.owners[seat.index()]
    }

    /// How many pieces of this size a seat has here.
    pub(super) fn count(&self, seat: Seat, size: Size) -> u32 {
        (self.of(seat) & self.sizes[size.index()]).len()
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, at: Square, piece: Piece) {
        let one = Squares::one(at);
        self.sizes[piece.size.index()] = self.sizes[piece.size.index()] | one;
        self.owners[piece.owner.index()] = self.owners[piece.owner.index()] | one;
    }

    /// Removes the pieces on these squares and gives them.
    pub(super) fn take(&mut self, squares: Squares) -> Pieces {
        let taken =
            Pieces { sizes: self.sizes.map(|s| s & squares), owners: self.owners.map(|s| s & squares) };
        self.sizes = self.sizes.map(|s| s.without(squares));
        self.owners = self.owners.map(|s| s.without(squares));
        taken
    }

    /// How many pieces touch a square of the board.
    pub(super) fn neighbours(&self, at: Square) -> u8 {
        let one = Squares::one(at);
        (one.with_neighbours().without(one) & self.all()).len() as u8
    }

    /// The squares whose pieces have too few or too many neighbours, all pieces still standing (section 6, R7).
    pub(super) fn doomed(&self) -> Squares {
        // For every square at once, the number of neighbours in four binary digits: `n3 n2 n1 n0`. First the squares left and
        // right of it, then those with the square itself for the rows above and below, then the three sums of two digits.
        let all = self.all().0;
        let (left, right) = (all << 1, all >> 1);
        let (h0, h1) = (left ^ right, left & right);
        let (row0, row1) = (h0 ^ all, h1 | (h0 & all));
        let (a0, a1, b0, b1) = (row0 << STRIDE, row1 << STRIDE, row0 >> STRIDE, row1 >> STRIDE);
        let n0 = a0 ^ b0 ^ h0;
        let carry = (a0 & b0) | (a0 & h0) | (b0 & h0);
        let (x, y) = (a1 ^ b1, h1 ^ carry);
        let (fours_x, fours_y, fours_z) = (a1 & b1, h1 & carry, x & y);
        let n1 = x ^ y;
        let n2 = fours_x ^ fours_y ^ fours_z;
        let n3 = fours_x & fours_y;

        let pawns_live = !n3 & !n2 & (n1 | n0); // 1, 2, 3
        let drones_live = (!n2 & n1 & n0) | (n2 & !n1); // 3, 4, 5
        let queens_live = n2 & (n1 | n0); // 5, 6, 7
        let [pawns, drones, queens] = self.sizes;
        Squares((pawns.0 & !pawns_live) | (drones.0 & !drones_live) | (queens.0 & !queens_live))
    }

    /// What the pieces on these squares are worth together.
    pub(super) fn value(&self, squares: Squares) -> u32 {
        Size::ALL.iter().map(|size| size.points() * (self.sizes[size.index()] & squares).len()).sum()
    }

    /// All squares of `group` that hang together with `start`, which is in it.
    pub(super) fn connected(start: Squares, group: Squares) -> Squares {
        let mut found = start;
        loop {
            let next = found.with_neighbours() & group;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// A greatest connected part of `group` and its value; nothing, worth 0, if the group is empty.
    pub(super) fn largest(&self, group: Squares) -> (Squares, u32) {
        let mut rest = group;
        let mut largest = (Squares::NONE, 0);
        while let Some(start) = rest.iter().next() {
            let organism = Pieces::connected(Squares::one(start), group);
            rest = rest.without(organism);
            let value = self.value(organism);
            if value > largest.1 {
                largest = (organism, value);
            }
        }
        largest
    }
}
