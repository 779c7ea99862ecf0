//! Moves and their notations (section 5 of the rules).

use std::{fmt, str::FromStr};

use crate::{ParseError, grid::Square, text::excerpt};

use super::Caste;

/// One move. Squares may lie off the board: then the move is refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// `c3=q`: the queen is placed there.
    Place(Square),
    /// `c3+d4=a`: the parasite on the first square creates one on the second.
    Create {
        /// Where the one that creates stands.
        from: Square,
        /// Where the new one will stand.
        to: Square,
        /// What the new one is.
        caste: Caste,
    },
    /// `c3=c`: the parasite there becomes a colony.
    Transform(Square),
    /// `pass`: nothing is done in this turn.
    Pass,
    /// `end`: a turn in which something was created is over.
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
                "`{}` is no move: write `c3+d4=a` (or `=d`, `=b`) to create, `c3=c` for a colony, `c3=q` to place \
                 the queen, `pass` or `end`",
                excerpt(text)
            ))
        })
    }
}
