//! The pieces as sets of squares, one bit each. A whole cull is a few dozen operations on 128-bit words.

use std::ops::{BitAnd, BitOr};

use crate::{Seat, grid::Square};

use super::piece::{Piece, Size};

/// The number of bits from one row to the next. The widest board has 10 columns, and the eleventh one stays empty, so that
/// neighbours never wrap around the edge.
const STRIDE: u8 = 11;

/// A set of squares of a board of up to 10 × 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Squares(u128);

impl Squares {
    pub(super) const NONE: Squares = Squares(0);

    /// Returns the set of one square, which must be on the board.
    pub(super) const fn one(at: Square) -> Squares {
        Squares(1 << at.index(STRIDE))
    }

    /// Returns all squares of a board with sides of this length.
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

    /// Returns these squares and all that touch them. The result may contain bits off the board.
    pub(super) const fn with_neighbours(self) -> Squares {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        Squares(row | row << STRIDE | row >> STRIDE)
    }

    /// Returns how many of the squares touch a square of the board.
    pub(super) fn neighbours(self, at: Square) -> u8 {
        let one = Squares::one(at);
        (one.with_neighbours().without(one) & self).len() as u8
    }

    /// Returns the squares row by row from below, and from left to right within a row.
    pub fn iter(self) -> impl Iterator<Item = Square> + use<> {
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

/// Pieces on squares, at most one on each. The set holds either all pieces of a board or those that died in a turn.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::protozoa::{Event, Protozoa}};
///
/// let mut game: Protozoa = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1".parse()?;
/// let mut dead = None;
/// game.play(Seat::FIRST, &"d4+".parse()?, &mut |event| {
///     if let Event::Died { pieces, .. } = event {
///         dead = Some(pieces);
///     }
/// })?;
/// let dead = dead.ok_or("a queen with three neighbours dies")?;
/// assert!(!dead.is_empty() && dead.len() == 1);
/// assert!(dead.iter().all(|(at, piece)| at.to_string() == "d4" && piece.owner == Seat::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    sizes: [Squares; 3],
    owners: [Squares; 4],
}

impl Pieces {
    /// Returns the pieces with their squares, row by row from below and from left to right within a row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let pieces = *self;
        pieces.all().iter().filter_map(move |at| Some((at, pieces.get(at)?)))
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.all().len() as usize
    }

    /// Returns the piece on a square of the board.
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

    pub(super) fn of_size(&self, size: Size) -> Squares {
        self.sizes[size.index()]
    }

    /// Returns all words of both kinds of sets, for a hash.
    pub(super) fn words(&self) -> impl Iterator<Item = u128> {
        self.sizes.iter().chain(&self.owners).map(|squares| squares.0)
    }

    /// Returns how many pieces of this size a seat has here.
    pub(super) fn count(&self, seat: Seat, size: Size) -> u32 {
        (self.of(seat) & self.sizes[size.index()]).len()
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, at: Square, piece: Piece) {
        let one = Squares::one(at);
        self.sizes[piece.size.index()] = self.sizes[piece.size.index()] | one;
        self.owners[piece.owner.index()] = self.owners[piece.owner.index()] | one;
    }

    /// Removes the pieces on these squares and returns them.
    pub(super) fn take(&mut self, squares: Squares) -> Pieces {
        let taken =
            Pieces { sizes: self.sizes.map(|s| s & squares), owners: self.owners.map(|s| s & squares) };
        self.sizes = self.sizes.map(|s| s.without(squares));
        self.owners = self.owners.map(|s| s.without(squares));
        taken
    }

    /// Returns how many pieces touch a square of the board.
    pub(super) fn neighbours(&self, at: Square) -> u8 {
        self.all().neighbours(at)
    }

    /// Returns the squares whose pieces have too few or too many neighbours, counted while all pieces are still there (section
    /// 6, R7).
    pub(super) fn doomed(&self) -> Squares {
        let [pawns, drones, queens] = self.livable();
        let [p, d, q] = self.sizes;
        p.without(pawns) | d.without(drones) | q.without(queens)
    }

    /// Returns, for each size, the squares with as many neighbours as a piece of this size lives with. They may be empty or off
    /// the board.
    pub(super) fn livable(&self) -> [Squares; 3] {
        // This counts the neighbours of all squares at once, in four binary digits `n3 n2 n1 n0`. It first adds the squares to
        // the left and right, then includes the square itself for the rows above and below, and then adds the three sums of two
        // digits.
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

        // A pawn lives with 1, 2 or 3 neighbours, a drone with 3, 4 or 5, a queen with 5, 6 or 7.
        let pawns = !n3 & !n2 & (n1 | n0);
        let drones = (!n2 & n1 & n0) | (n2 & !n1);
        let queens = n2 & (n1 | n0);
        [pawns, drones, queens].map(Squares)
    }

    /// Returns what the pieces on these squares are worth together.
    pub(super) fn value(&self, squares: Squares) -> u32 {
        Size::ALL.iter().map(|size| size.points() * (self.sizes[size.index()] & squares).len()).sum()
    }

    /// Returns all squares of `group` that are connected with `start`, which is part of the group.
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

    /// Returns the most valuable connected part of `group` and its value. An empty group gives no squares and 0.
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
