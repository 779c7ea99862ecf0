//! Actions and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::board::CellKind;

/// An action, which `"d3-d4".parse::<Move>()` reads. Its squares may lie off the board; the game refuses such an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `d3-d4`: moves a cell. A tetraphyte is named by its anchor.
    Go {
        /// The square of the cell.
        from: Square,
        /// The square that it moves to.
        to: Square,
    },
    /// `d3+d4`: a neatom or zoorb makes a neatom.
    Split {
        /// The square of the parent.
        from: Square,
        /// The square of the new neatom.
        to: Square,
    },
    /// `d3&e3=p`, `d3&e4=t`: two neatoms side by side or four in a square become another cell.
    Fuse {
        /// The neatom that acts. The new cell is on its square.
        at: Square,
        /// The other neatom, or the one in the opposite corner of four.
        with: Square,
        /// The kind of the new cell, never a neatom.
        into: CellKind,
    },
    /// `c1/f6`, `c3/g6@c3`: a pentaphyte changes places with a friend.
    Swap {
        /// The square of the pentaphyte.
        from: Square,
        /// The square that it reaches: the friend's square, or any square of a tetraphyte.
        to: Square,
        /// The new anchor, if the friend is a tetraphyte.
        anchor: Option<Square>,
    },
    /// `xd3`: removes a cell (apoptosis).
    Die(Square),
    /// `pass`: does no free action.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { from, to } => write!(f, "{from}-{to}"),
            Move::Split { from, to } => write!(f, "{from}+{to}"),
            Move::Fuse { at, with, into } => write!(f, "{at}&{with}={}", into.letter()),
            Move::Swap { from, to, anchor: None } => write!(f, "{from}/{to}"),
            Move::Swap { from, to, anchor: Some(anchor) } => write!(f, "{from}/{to}@{anchor}"),
            Move::Die(at) => write!(f, "x{at}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text).ok_or_else(|| {
            ParseError::new(format!(
                "`{}` isn't an action: write `d3-d4`, `d3+d4`, `d3&e3=p`, `c1/f6`, `xd3` or `pass`",
                excerpt(text)
            ))
        })
    }
}

fn read(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::Pass);
    }
    if let Some(at) = text.strip_prefix('x').and_then(|name| name.parse().ok()) {
        return Some(Move::Die(at));
    }
    let (from, rest) = Square::read_prefix(text)?;
    let sign = rest.chars().next()?;
    let (to, rest) = Square::read_prefix(rest.strip_prefix(sign)?)?;
    match (sign, rest) {
        ('-', "") => Some(Move::Go { from, to }),
        ('+', "") => Some(Move::Split { from, to }),
        ('/', "") => Some(Move::Swap { from, to, anchor: None }),
        ('/', _) => Some(Move::Swap { from, to, anchor: Some(rest.strip_prefix('@')?.parse().ok()?) }),
        ('&', _) => {
            let mut letters = rest.strip_prefix('=')?.chars();
            let into = CellKind::from_letter(letters.next()?).filter(|&kind| kind != CellKind::Neatom)?;
            letters.next().is_none().then_some(Move::Fuse { at: from, with: to, into })
        }
        _ => None,
    }
}
