//! Sets of squares on the board of 8 by 8, one bit each, and the lines on it.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use strum::VariantArray as _;

use crate::grid::Square;

/// The number of columns and of rows of the board.
pub const SIDE: u8 = 8;

/// The squares of column a.
const COLUMN: u64 = 0x0101_0101_0101_0101;
const ROW: u64 = 0xff;

/// A set of squares of the board.
///
/// # Examples
///
/// ```
/// use rules::{games::plankton_synapse::Squares, grid::Square};
///
/// let corner: Squares = [Square::new(0, 0), Square::new(1, 0)].into_iter().collect();
/// assert!(corner.contains(Square::new(1, 0)) && !corner.contains(Square::new(1, 1)));
/// assert_eq!(corner.len(), 2);
/// assert_eq!((!corner | corner).len(), 64);
/// assert!((!corner & corner).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Squares(u64);

impl Squares {
    /// The set without any square.
    pub const NONE: Squares = Squares(0);

    /// Returns the set of one square, which must be on the board.
    pub(super) const fn one(at: Square) -> Squares {
        Squares(1 << at.index(SIDE))
    }

    /// Returns the four squares of which the only square of this set is the lower left one. At the upper and right edges there
    /// are fewer.
    pub(super) fn block(self) -> Squares {
        let row = self | self.step(Direction::East);
        row | row.step(Direction::North)
    }

    /// Returns the anchors whose block of four squares contains one of these squares.
    pub(super) const fn anchors(self) -> Squares {
        Squares(self.0 | self.0 >> 1 | self.0 >> 8 | self.0 >> 9)
    }

    /// Returns the set as bits, the lowest for a1, the next for b1.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Whether `at` is in the set. Squares off the board never are.
    pub const fn contains(self, at: Square) -> bool {
        at.col < SIDE && at.row < SIDE && self.0 & (1 << at.index(SIDE)) != 0
    }

    /// Whether the set has no squares.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the two sets have a square in common.
    pub(super) const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// Moves all squares by one in a direction, and drops those that would leave the board.
    pub(super) const fn step(self, to: Direction) -> Squares {
        let (turn, wrapped) = STEPS[to as usize];
        Squares(self.0.rotate_left(turn) & !wrapped)
    }

    /// Returns these squares and all those that rows of `open` squares join to them in one direction.
    pub(super) const fn spread(self, to: Direction, open: Squares) -> Squares {
        let (turn, wrapped) = STEPS[to as usize];
        // Each step doubles the length of the rows, up to seven squares.
        let mut open = open.0 & !wrapped;
        let mut all = self.0;
        all |= all.rotate_left(turn) & open;
        open &= open.rotate_left(turn);
        all |= all.rotate_left(2 * turn) & open;
        open &= open.rotate_left(2 * turn);
        Squares(all | all.rotate_left(4 * turn) & open)
    }

    /// Returns the squares that share a side with one of these.
    pub(super) fn beside(self) -> Squares {
        Direction::STRAIGHT.iter().fold(Squares::NONE, |all, &to| all | self.step(to))
    }

    /// Returns the squares that share a side or a corner with one of these. The squares themselves can be among them.
    pub(super) fn around(self) -> Squares {
        let row = self | self.step(Direction::East) | self.step(Direction::West);
        row | row.step(Direction::North) | row.step(Direction::South)
    }

    /// Returns the first square in board order.
    pub(super) fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square::at(self.0.trailing_zeros() as usize, SIDE))
    }

    /// Returns the squares row by row from below, and from left to right within a row.
    pub fn iter(self) -> impl Iterator<Item = Square> + use<> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let at = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(at)
        })
    }
}

impl FromIterator<Square> for Squares {
    /// Squares off the board are left out.
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let on_board = squares.into_iter().filter(|at| at.col < SIDE && at.row < SIDE);
        on_board.fold(Squares::NONE, |all, at| all | Squares::one(at))
    }
}

macro_rules! operators {
    ($($trait:ident, $function:ident, $assign:ident, $in_place:ident, $operator:tt;)+) => {
        $(
            impl $trait for Squares {
                type Output = Squares;

                fn $function(self, other: Squares) -> Squares {
                    Squares(self.0 $operator other.0)
                }
            }

            impl $assign for Squares {
                fn $in_place(&mut self, other: Squares) {
                    *self = *self $operator other;
                }
            }
        )+
    };
}

operators! {
    BitAnd, bitand, BitAndAssign, bitand_assign, &;
    BitOr, bitor, BitOrAssign, bitor_assign, |;
    BitXor, bitxor, BitXorAssign, bitxor_assign, ^;
}

impl Not for Squares {
    type Output = Squares;

    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

/// One of the eight directions. Along the first four, squares rise in board order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray)]
pub(super) enum Direction {
    East,
    NorthEast,
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
}

impl Direction {
    pub(super) const ALL: &[Direction] = Direction::VARIANTS;
    pub(super) const STRAIGHT: [Direction; 4] =
        [Direction::East, Direction::North, Direction::West, Direction::South];
    pub(super) const SLANTED: [Direction; 4] =
        [Direction::NorthEast, Direction::NorthWest, Direction::SouthWest, Direction::SouthEast];

    /// Returns the columns to the right and the rows up of one step.
    const fn offset(self) -> (i8, i8) {
        match self {
            Direction::East => (1, 0),
            Direction::NorthEast => (1, 1),
            Direction::North => (0, 1),
            Direction::NorthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::SouthWest => (-1, -1),
            Direction::South => (0, -1),
            Direction::SouthEast => (1, -1),
        }
    }

    pub(super) const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Returns the direction in which `to` lies from `from`, or `None` if they are on no common line.
    pub(super) fn between(from: Square, to: Square) -> Option<Direction> {
        let cols = to.col as i8 - from.col as i8;
        let rows = to.row as i8 - from.row as i8;
        let in_line = cols == 0 || rows == 0 || cols.abs() == rows.abs();
        let towards = (cols.signum(), rows.signum());
        Direction::ALL.iter().copied().find(|direction| in_line && direction.offset() == towards)
    }
}

/// For each direction, the number of bits to rotate by for one step, and the squares that only wrapped squares reach.
const STEPS: [(u32, u64); 8] = {
    let mut steps = [(0, 0); 8];
    let mut n = 0;
    while n < 8 {
        let (cols, rows) = Direction::ALL[n].offset();
        let columns = match cols {
            1 => COLUMN,
            -1 => COLUMN << 7,
            _ => 0,
        };
        let rows_lost = match rows {
            1 => ROW,
            -1 => ROW << 56,
            _ => 0,
        };
        steps[n] = ((rows as i32 * 8 + cols as i32).rem_euclid(64) as u32, columns | rows_lost);
        n += 1;
    }
    steps
};

/// The ray from each square in each direction, without the square itself.
static RAYS: [[Squares; 8]; 64] = {
    let mut rays = [[Squares::NONE; 8]; 64];
    let mut at = 0;
    while at < 64 {
        let mut n = 0;
        while n < 8 {
            let mut next = Squares(1 << at).step(Direction::ALL[n]);
            while !next.is_empty() {
                rays[at][n].0 |= next.0;
                next = next.step(Direction::ALL[n]);
            }
            n += 1;
        }
        at += 1;
    }
    rays
};

/// Returns all squares on the eight lines from a square.
pub(super) fn lines(from: Square) -> Squares {
    RAYS[from.index(SIDE)].iter().fold(Squares::NONE, |all, &ray| all | ray)
}

/// Returns the first square of `occupied` on each of the eight lines from a square.
pub(super) fn first_on_lines(from: Square, occupied: Squares) -> Squares {
    let rays = &RAYS[from.index(SIDE)];
    let (rising, falling) = rays.split_at(4);
    let mut first = 0;
    // On a rising ray the nearest occupied square is the lowest bit, on a falling ray the highest.
    for ray in rising {
        let on_ray = ray.0 & occupied.0;
        first |= on_ray & on_ray.wrapping_neg();
    }
    for ray in falling {
        let on_ray = ray.0 & occupied.0;
        // Setting the lowest bit makes sure that there is a highest bit to find; the mask drops it again for an empty ray.
        first |= (1 << 63 >> (on_ray | 1).leading_zeros()) & on_ray;
    }
    Squares(first)
}

/// Returns the squares strictly between two squares on a line.
pub(super) fn between(from: Square, to: Square) -> Squares {
    match Direction::between(from, to) {
        Some(towards) => {
            let back = towards.opposite() as usize;
            RAYS[from.index(SIDE)][towards as usize] & RAYS[to.index(SIDE)][back]
        }
        None => Squares::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &str) -> Squares {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[track_caller]
    fn check(found: Squares, expected: &str) {
        assert_eq!(found, squares(expected), "{:?}", found.iter().collect::<Vec<_>>());
    }

    #[test]
    fn steps_stop_at_the_edge() {
        for &to in Direction::ALL {
            for at in (!Squares::NONE).iter() {
                let (cols, rows) = to.offset();
                let expected = at.offset(cols, rows, SIDE, SIDE).into_iter().collect();
                assert_eq!(Squares::one(at).step(to), expected, "{at} {to:?}");
            }
        }
        check(squares("a1 h8").beside(), "a2 b1 h7 g8");
        check(squares("a1").around().without(squares("a1")), "a2 b1 b2");
        check(squares("d1").block(), "d1 e1 d2 e2");
        check(squares("h8").block(), "h8");
    }

    #[test]
    fn rows_of_open_squares_join() {
        let open = squares("b1 c1 e1 b2 c3 d4 e5 f6 g7 h8 a2 a3 g1 f1 h1 h2");
        for &to in Direction::ALL {
            for from in [squares("a1"), squares("h8 d1"), squares("g1 c3 d8"), !open] {
                let mut all = from;
                for _ in 0..8 {
                    all |= all.step(to) & open;
                }
                assert_eq!(from.spread(to, open), all, "{to:?}");
            }
        }
    }

    #[test]
    fn lines_end_at_the_first_occupied_square() {
        let from = "d4".parse().unwrap();
        check(first_on_lines(from, squares("a1 b2 d8 d7 h4 g4 c5 a4 f2")), "b2 d7 g4 c5 a4 f2");
        check(first_on_lines(from, squares("d4 e6")), "");
        assert_eq!(lines(from).len(), 27);
        check(between(from, "h8".parse().unwrap()), "e5 f6 g7");
        check(between(from, "d1".parse().unwrap()), "d3 d2");
        check(between(from, "e6".parse().unwrap()), "");
    }
}
