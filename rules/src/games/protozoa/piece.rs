//! Sizes and pieces (section 2 of the rules).

use std::ops::RangeInclusive;

use crate::Seat;

/// The number of pieces of each size that a seat owns.
pub(super) const PIECES_OF_A_SIZE: u32 = 5;

/// The size of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Size {
    /// Worth 1 point; lives with 1, 2 or 3 neighbours.
    Pawn,
    /// Worth 2 points; lives with 3, 4 or 5 neighbours.
    Drone,
    /// Worth 3 points; lives with 5, 6 or 7 neighbours.
    Queen,
}

impl Size {
    /// All sizes, smallest first.
    pub const ALL: [Size; 3] = [Size::Pawn, Size::Drone, Size::Queen];

    /// Returns the letter in notations: `Size::Drone.letter()` is `d`.
    pub const fn letter(self) -> char {
        match self {
            Size::Pawn => 'p',
            Size::Drone => 'd',
            Size::Queen => 'q',
        }
    }

    /// Returns the name in words: `Size::Drone.name()` is `drone`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the value in points, 1 to 3: `Size::Queen.points()` is 3.
    pub const fn points(self) -> u32 {
        self as u32 + 1
    }

    /// Returns the numbers of neighbours with which it lives: `Size::Drone.lives_with()` is `3..=5`.
    pub const fn lives_with(self) -> RangeInclusive<u8> {
        let least = 2 * self as u8 + 1;
        least..=least + 2
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) fn from_letter(letter: &str) -> Option<Size> {
        match letter {
            "p" => Some(Size::Pawn),
            "d" => Some(Size::Drone),
            "q" => Some(Size::Queen),
            _ => None,
        }
    }

    pub(super) const fn bigger(self) -> Option<Size> {
        match self {
            Size::Pawn => Some(Size::Drone),
            Size::Drone => Some(Size::Queen),
            Size::Queen => None,
        }
    }

    pub(super) const fn smaller(self) -> Option<Size> {
        match self {
            Size::Pawn => None,
            Size::Drone => Some(Size::Pawn),
            Size::Queen => Some(Size::Drone),
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat that owns it.
    pub owner: Seat,
    /// The size of the piece.
    pub size: Size,
}
