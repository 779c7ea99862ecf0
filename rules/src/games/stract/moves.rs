//! Orders and their notations (section 5 of the rules); tiles are named as in chess (R60).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::Element;

/// One order. Squares may lie off the board: then the order is refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pass`: does nothing.
    Pass,
    /// `w+c1`: brings a piece from the pool to a tile.
    Spawn {
        /// What it is.
        element: Element,
        /// Where.
        at: Square,
    },
    /// `c3-c4`: a piece goes there.
    Go {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// `c3=c4`: an earth trades places with what is there.
    Switch {
        /// Where the earth stands.
        from: Square,
        /// The tile it trades places with.
        to: Square,
    },
}

impl Move {
    /// Where the piece stands that is ordered, if one is.
    pub(super) const fn from(self) -> Option<Square> {
        match self {
            Move::Go { from, .. } | Move::Switch { from, .. } => Some(from),
            Move::Pass | Move::Spawn { .. } => None,
        }
    }

    /// The tile it leads to, if there is one.
    pub(super) const fn to(self) -> Option<Square> {
        match self {
            Move::Spawn { at: to, .. } | Move::Go { to, .. } | Move::Switch { to, .. } => Some(to),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Spawn { element, at } => write!(f, "{}+{at}", element.letter()),
            Move::Go { from, to } => write!(f, "{from}-{to}"),
            Move::Switch { from, to } => write!(f, "{from}={to}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text).ok_or_else(|| {
            ParseError::new(format!(
                "`{}` is no order: write `w+c1` to spawn (w, f or e), `c3-c4` to move, `c3=c4` to switch, or `pass`",
                excerpt(text)
            ))
        })
    }
}

fn read(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::Pass);
    }
    if let Some((element, at)) = text.split_once('+') {
        return Some(Move::Spawn { element: Element::from_letter(element)?, at: at.parse().ok()? });
    }
    let (from, rest) = Square::read_prefix(text)?;
    let to = |name: &str| name.parse().ok();
    match rest.strip_prefix('-') {
        Some(name) => Some(Move::Go { from, to: to(name)? }),
        None => Some(Move::Switch { from, to: to(rest.strip_prefix('=')?)? }),
    }
}
