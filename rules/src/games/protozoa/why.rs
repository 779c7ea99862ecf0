//! Why a move is refused.

use crate::grid::Square;

use super::Size;

/// A reason to refuse a move of Protozoa.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// A piece stands on the square to place on.
    #[error("there is a piece on {0} already")]
    Occupied(Square),
    /// Nothing stands on the square to mutate.
    #[error("there is no piece on {0}")]
    Empty(Square),
    /// The piece belongs to somebody whose pieces the seat may not mutate.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// The seat has none left to place.
    #[error("you have no {} left to place", .0.name())]
    NoneLeft(Size),
    /// A mutation swaps with the owner's stash, and it holds no such piece (R5).
    #[error("there is no {} in the stash to swap in", .0.name())]
    NothingToSwap(Size),
    /// Queens grow no further.
    #[error("a queen cannot be promoted")]
    Biggest,
    /// Pawns shrink no further.
    #[error("a pawn cannot be demoted")]
    Smallest,
    /// Another move is possible (R9).
    #[error("you can only pass when no other move is possible")]
    MustMove,
}
