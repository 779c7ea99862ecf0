//! Actions and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::CellKind;

/// One action. Squares may lie off the board: then the action is refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `d3-d4`: the cell goes there; a tetraphyte by its anchor.
    Go {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// `d3+d4`: a neatom or zoorb makes a neatom.
    Split {
        /// Where the parent stands.
        from: Square,
        /// Where the neatom appears.
        to: Square,
    },
    /// `d3&e3=p`, `d3&e4=t`: two neatoms side by side or four in a square become another cell.
    Fuse {
        /// The neatom that performs, where the new cell stands.
        at: Square,
        /// The other neatom, or the one in the opposite corner of four.
        with: Square,
        /// What they become, never a neatom.
        into: CellKind,
    },
    /// `c1/f6`, `c3/g6@c3`: a pentaphyte changes places with a friend.
    Swap {
        /// Where the pentaphyte stands.
        from: Square,
        /// Where it arrives: the friend's square, or any of a tetraphyte's.
        to: Square,
        /// The new anchor of a tetraphyte.
        anchor: Option<Square>,
    },
    /// `xd3`: apoptosis, the cell is removed.
    Die(Square),
    /// `pass`: no free action.
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
                "`{}` is no action: write `d3-d4`, `d3+d4`, `d3&e3=p`, `c1/f6`, `xd3` or `pass`",
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
