//! The error of everything that reads texts.

/// A text that is neither a position nor a notation of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

impl ParseError {
    /// Returns an error with this description: at most 200 characters, lower case, no final dot, as in
    /// `ParseError::new("a board has 8 rows")`.
    pub fn new(what: impl Into<String>) -> ParseError {
        ParseError(what.into())
    }
}
