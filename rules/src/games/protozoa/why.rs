//! The reasons to refuse a move.

use crate::grid::Square;

use super::piece::Size;

/// A reason to refuse a move of Protozoa. `Display` writes a clause for the player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// The square to place on is not empty.
    #[error("there's already a piece on {0}")]
    Occupied(Square),
    /// There is no piece to promote or demote on the square.
    #[error("there's no piece on {0}")]
    Empty(Square),
    /// The piece belongs to a seat whose pieces this one may not promote or demote.
    #[error("the piece on {0} isn't yours")]
    NotYours(Square),
    /// The seat has no piece of this size left to place.
    #[error("you have no {} left to place", .0.name())]
    NoneLeft(Size),
    /// A promotion or demotion swaps with the owner's stash, and it holds no such piece (R5).
    #[error("there's no {} in the stash to swap in", .0.name())]
    NothingToSwap(Size),
    /// Queens cannot be promoted any further.
    #[error("you can't promote a queen")]
    Biggest,
    /// Pawns cannot be demoted any further.
    #[error("you can't demote a pawn")]
    Smallest,
    /// A seat can pass only if no other move is possible (R9).
    #[error("you can only pass when no other move is possible")]
    MustMove,
}
