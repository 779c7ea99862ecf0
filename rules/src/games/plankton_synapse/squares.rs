//! Sets of squares of the board of 8 by 8, one bit each, and the lines on it.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::grid::Square;

/// The side of the board in squares.
pub const SIDE: u8 = 8;

/// The squares of column a, those of row 1.
const COLUMN: u64 = 0x0101_0101_0101_0101;
const ROW: u64 = 0xff;

/// A set of squares of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);

    /// The set of one square, which must lie on the board.
    pub(super) const fn one(at: Square) -> Squares {
        Squares(1 << at.index(SIDE))
    }

    /// The square of four whose lower left one is the only square of this set; less than four at the upper and right edge.
    pub(super) fn block(self) -> Squares {
        let row = self | self.step(Direction::East);
        row | row.step(Direction::North)
    }

    /// Where an anchor must stand for its square of four to hold one of these.
    pub(super) const fn anchors(self) -> Squares {
        Squares(self.0 | self.0 >> 1 | self.0 >> 8 | self.0 >> 9)
    }

    /// The set as bits, a1 the lowest, then b1.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Whether `at` is one of these squares; `false` off the board.
    #[must_use]
    pub const fn contains(self, at: Square) -> bool {
        at.col < SIDE && at.row < SIDE && self.0 & (1 << at.index(SIDE)) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
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

    /// All squares moved by one in a direction; those that would leave the board are dropped.
    pub(super) const fn step(self, to: Direction) -> Squares {
        let (turn, wrapped) = STEPS[to as usize];
        Squares(self.0.rotate_left(turn) & !wrapped)
    }

    /// The squares that share a side with one of these.
    pub(super) fn beside(self) -> Squares {
        Direction::STRAIGHT.iter().fold(Squares::NONE, |all, &to| all | self.step(to))
    }

    /// The squares that share a side or a corner with one of these.
    pub(super) fn around(self) -> Squares {
        let row = self | self.step(Direction::East) | self.step(Direction::West);
        row | row.step(Direction::North) | row.step(Direction::South)
    }

    /// The first square in board order.
    pub(super) fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square::at(self.0.trailing_zeros() as usize, SIDE))
    }

    /// The squares row by row from below, in a row from left to right.
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

/// One of the eight directions. In the first four the squares rise in board order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    pub(super) const ALL: [Direction; 8] = [
        Direction::East,
        Direction::NorthEast,
        Direction::North,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::South,
        Direction::SouthEast,
    ];
    pub(super) const STRAIGHT: [Direction; 4] =
        [Direction::East, Direction::North, Direction::West, Direction::South];
    pub(super) const SLANTED: [Direction; 4] =
        [Direction::NorthEast, Direction::NorthWest, Direction::SouthWest, Direction::SouthEast];

    /// Columns to the right and rows up.
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

    /// The direction in which `to` lies from `from`, if they are on one of its lines.
    pub(super) fn between(from: Square, to: Square) -> Option<Direction> {
        let cols = to.col as i8 - from.col as i8;
        let rows = to.row as i8 - from.row as i8;
        let in_line = cols == 0 || rows == 0 || cols.abs() == rows.abs();
        let towards = (cols.signum(), rows.signum());
        Direction::ALL.into_iter().find(|direction| in_line && direction.offset() == towards)
    }
}

/// For each direction how far bits turn for a step, and the squares to which only what left the board comes.
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

/// All squares of the eight lines from a square.
pub(super) fn lines(from: Square) -> Squares {
    RAYS[from.index(SIDE)].iter().fold(Squares::NONE, |all, &ray| all | ray)
}

/// The first square of `occupied` on each of the eight lines from a square.
pub(super) fn first_on_lines(from: Square, occupied: Squares) -> Squares {
    let rays = &RAYS[from.index(SIDE)];
    let (rising, falling) = rays.split_at(4);
    let mut first = 0;
    for ray in rising {
        let on_ray = ray.0 & occupied.0;
        first |= on_ray & on_ray.wrapping_neg();
    }
    for ray in falling {
        let on_ray = ray.0 & occupied.0;
        // The highest bit alone: with the lowest bit of an empty ray set, there is always one to find.
        first |= (1 << 63 >> (on_ray | 1).leading_zeros()) & on_ray;
    }
    Squares(first)
}

/// The squares strictly between two squares on a line.
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
        for to in Direction::ALL {
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
