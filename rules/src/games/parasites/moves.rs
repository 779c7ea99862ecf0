//! Moves and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::caste::Caste;

/// A move, which `"c3+d4=a".parse::<Move>()` reads. Its squares may lie off the board; the game refuses such a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `c3=q`: places the queen on this square.
    Place(Square),
    /// `c3+d4=a`: the parasite on the first square creates one on the second.
    Create {
        /// The square of the creator.
        from: Square,
        /// The square of the new parasite.
        to: Square,
        /// The caste of the new parasite.
        caste: Caste,
    },
    /// `c3=c`: the parasite on this square becomes a colony.
    Transform(Square),
    /// `pass`: skips a turn in which nothing has been done.
    Pass,
    /// `end`: ends a turn in which something was created.
    End,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(at) => write!(f, "{at}=q"),
            Move::Create { from, to, caste } => write!(f, "{from}+{to}={}", caste.letter()),
            Move::Transform(at) => write!(f, "{at}=c"),
            Move::Pass => f.write_str("pass"),
            Move::End => f.write_str("end"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = || {
            match text {
                "pass" => return Some(Move::Pass),
                "end" => return Some(Move::End),
                _ => {}
            }
            let (at, rest) = Square::read_prefix(text)?;
            match rest {
                "=q" => return Some(Move::Place(at)),
                "=c" => return Some(Move::Transform(at)),
                _ => {}
            }
            let (to, caste) = Square::read_prefix(rest.strip_prefix('+')?)?;
            Some(Move::Create { from: at, to, caste: Caste::from_letter(caste.strip_prefix('=')?)? })
        };
        read().ok_or_else(|| {
            ParseError::new(format!(
                "`{}` isn't a move: write `c3+d4=a` (or `=d`, `=b`) to create, `c3=c` for a colony, `c3=q` to place \
                 the queen, `pass` or `end`",
                excerpt(text)
            ))
        })
    }
}
