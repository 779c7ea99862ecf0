//! Moves and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::piece::Size;

/// A move, which `"p@e3".parse::<Move>()` reads. Its square may lie off the board; the game refuses such a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `p@e3`: places a piece from the stash on an empty square.
    Place {
        /// The size of the piece.
        size: Size,
        /// The square of the piece.
        at: Square,
    },
    /// `e3+`: the piece there becomes one size bigger.
    Promote(Square),
    /// `e3-`: the piece there becomes one size smaller.
    Demote(Square),
    /// `pass`: does nothing, if no other move is possible.
    Pass,
}

impl Move {
    /// Returns the square of the piece that the move places or changes.
    pub(super) const fn at(self) -> Option<Square> {
        match self {
            Move::Place { at, .. } | Move::Promote(at) | Move::Demote(at) => Some(at),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { size, at } => write!(f, "{}@{at}", size.letter()),
            Move::Promote(at) => write!(f, "{at}+"),
            Move::Demote(at) => write!(f, "{at}-"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = || {
            if text == "pass" {
                return Some(Move::Pass);
            }
            if let Some((size, at)) = text.split_once('@') {
                return Some(Move::Place { size: Size::from_letter(size)?, at: at.parse().ok()? });
            }
            match Square::read_prefix(text)? {
                (at, "+") => Some(Move::Promote(at)),
                (at, "-") => Some(Move::Demote(at)),
                _ => None,
            }
        };
        read().ok_or_else(|| {
            ParseError::new(format!(
                "`{}` isn't a move: write `p@e3`, `d@e3` or `q@e3` to place, `e3+` to promote, `e3-` to demote",
                excerpt(text)
            ))
        })
    }
}
