//! Orders and their notations (section 5 of the rules). Tiles have names as in chess (R60).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::piece::Element;

/// An order, which `"w+c1".parse::<Move>()` reads. Its squares may lie off the board; the game refuses such an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pass`: does nothing.
    Pass,
    /// `w+c1`: brings a piece from the pool to a tile.
    Spawn {
        /// The element of the piece.
        element: Element,
        /// The tile it appears on.
        at: Square,
    },
    /// `c3-c4`: moves a piece.
    Go {
        /// The tile of the piece.
        from: Square,
        /// The tile that it moves to.
        to: Square,
    },
    /// `c3=c4`: an earth trades places with everything on another tile.
    Switch {
        /// The tile of the earth.
        from: Square,
        /// The tile that it trades places with.
        to: Square,
    },
}

impl Move {
    /// Returns the tile of the piece that is ordered, if the order is for a piece.
    pub(super) const fn from(self) -> Option<Square> {
        match self {
            Move::Go { from, .. } | Move::Switch { from, .. } => Some(from),
            Move::Pass | Move::Spawn { .. } => None,
        }
    }

    /// Returns the tile that the order leads to, if there is one.
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
                "`{}` isn't an order: write `w+c1` to spawn (w, f or e), `c3-c4` to move, `c3=c4` to switch, or `pass`",
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
