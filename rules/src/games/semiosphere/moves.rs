//! Actions and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

/// An action, which `"+e6".parse::<Move>()` reads. Its squares may lie off the board; the game refuses such an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `d5`: the piece goes there. It is placed, makes a step or leaves the Semiosphere.
    Go(Square),
    /// `+e6`: places a mark.
    Mark(Square),
    /// `-e6`: erases a mark of another seat.
    Erase(Square),
    /// `drop`: leaves the planet on the square behind the piece.
    Drop,
    /// `enter`: enters the Semiosphere.
    Enter,
    /// `end`: ends the turn.
    End,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go(to) => to.fmt(f),
            Move::Mark(at) => write!(f, "+{at}"),
            Move::Erase(at) => write!(f, "-{at}"),
            Move::Drop => f.write_str("drop"),
            Move::Enter => f.write_str("enter"),
            Move::End => f.write_str("end"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let square = |name: &str| name.parse::<Square>().ok();
        let mv = match text {
            "drop" => Some(Move::Drop),
            "enter" => Some(Move::Enter),
            "end" => Some(Move::End),
            _ => match text.as_bytes().first() {
                Some(b'+') => square(&text[1..]).map(Move::Mark),
                Some(b'-') => square(&text[1..]).map(Move::Erase),
                _ => square(text).map(Move::Go),
            },
        };
        mv.ok_or_else(|| {
            ParseError::new(format!(
                "`{}` isn't an action: write `d5` to go there, `+e6` or `-e6` to mark or erase, `drop`, `enter` or `end`",
                excerpt(text)
            ))
        })
    }
}
