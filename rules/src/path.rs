//! The choices that lead to a move, one step at a time, for players who choose by buttons and menus.

use std::fmt;

use crate::grid::Square;

/// One choice on the way to a move. [`Game::path`](crate::Game::path) lists all steps of a move.
///
/// `Display` writes the word for the step in short texts, such as the id of a button. Among the choices that can
/// follow the same steps, no two have the same word.
///
/// # Examples
///
/// ```
/// use rules::{Step, Word};
///
/// let pawn = Word { letter: 'p', name: "place a pawn" };
/// assert_eq!(Step::Kind(pawn).to_string(), "=p");
/// assert_eq!(Step::To("e4".parse()?).to_string(), "e4");
/// # Ok::<(), rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The piece on this square acts.
    From(Square),
    /// The move leads to this square, or something appears or changes there.
    To(Square),
    /// One of several kinds of the same move, such as the size of a new piece.
    Kind(Word),
    /// A move of its own, such as a pass.
    Do(Word),
}

/// The name of a choice that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    /// The letter or sign for the choice in short texts.
    pub letter: char,
    /// The choice in words, such as `place a pawn`.
    pub name: &'static str,
}

/// The pass in every game that has one.
pub(crate) const PASS_WORD: Word = Word { letter: 'p', name: "pass" };

/// The end of a turn in every game whose turns take several moves.
pub(crate) const END_WORD: Word = Word { letter: 'e', name: "end the turn" };

/// A step with the label of its button or menu line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The step itself.
    pub step: Step,
    /// The label, as from [`Game::label`](crate::Game::label).
    pub label: String,
}

impl Step {
    /// Returns the square of the step, if it is one.
    pub const fn square(self) -> Option<Square> {
        match self {
            Step::From(at) | Step::To(at) => Some(at),
            Step::Kind(_) | Step::Do(_) => None,
        }
    }

    /// Returns the label of a step about which a game has nothing more to say: the square, or the name with a capital letter.
    pub(crate) fn plain_label(self) -> String {
        match self {
            Step::From(at) | Step::To(at) => at.to_string(),
            Step::Kind(word) | Step::Do(word) => capital(word.name),
        }
    }
}

/// Returns the text with a capital letter at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::From(at) | Step::To(at) => at.fmt(f),
            Step::Kind(word) => write!(f, "={}", word.letter),
            Step::Do(word) => write!(f, "!{}", word.letter),
        }
    }
}
