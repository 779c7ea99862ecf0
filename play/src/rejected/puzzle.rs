//! Why a puzzle was not shown or answered.

/// Why a puzzle was not shown or answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleRejected {
    /// There is no such puzzle any more, or it belongs to another server.
    Gone,
    /// The turn on the board is not complete.
    Incomplete,
}
