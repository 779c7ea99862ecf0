//! Why a move is refused.

use crate::grid::Square;

use super::{Caste, QUEENS_APART};

/// A reason to refuse a move of Parasites.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// The queen comes first (R5).
    #[error("first place your queen, such as `c3=q`")]
    Placing,
    /// A seat has one queen.
    #[error("your queen is on the board already")]
    Placed,
    /// The square is too far from every border (R3).
    #[error("{at} is too far from the border: queens are placed in the outermost {strip} lines")]
    TooCentral {
        /// The square.
        at: Square,
        /// How many lines are allowed.
        strip: u8,
    },
    /// Another queen is too near (R4).
    #[error("{at} is too near to the queen on {queen}: queens are at least {QUEENS_APART} steps apart")]
    TooNear {
        /// The square.
        at: Square,
        /// Where the other queen stands.
        queen: Square,
    },
    /// New parasites need an empty square.
    #[error("there is a parasite on {0} already")]
    Occupied(Square),
    /// Nothing stands on the square to use.
    #[error("there is no parasite on {0}")]
    Empty(Square),
    /// The parasite to use is another seat's.
    #[error("the parasite on {0} is not yours")]
    NotYours(Square),
    /// Only attackers, defenders and builders are created (R8).
    #[error("a {} cannot be created, only attackers, defenders and builders", .0.name())]
    NotCreatable(Caste),
    /// The square is not in the parasite's scope (R7).
    #[error("the {} on {from} cannot create as far away as {to}", caste.name())]
    OutOfScope {
        /// Where the one to create stands.
        from: Square,
        /// Where it should create.
        to: Square,
        /// What it is.
        caste: Caste,
    },
    /// Two parasites or the queen have been used (R9).
    #[error("no development point is left: only parasites used in this turn can go on")]
    NoDevelopment,
    /// Using the queen takes both development points (R9).
    #[error("the queen needs both development points, and one is spent")]
    QueenNeedsBoth,
    /// The creation points of the parasite do not suffice.
    #[error("that costs {cost} creation points, and {from} has {points} left")]
    TooDear {
        /// The parasite.
        from: Square,
        /// What the new one costs.
        cost: u8,
        /// What is left.
        points: u8,
    },
    /// Queens and colonies do not become colonies (R21).
    #[error("a {} cannot become a colony", .0.name())]
    CannotTransform(Caste),
    /// Transforming and passing are whole turns (R21, R27).
    #[error("you have created in this turn, so only more creations or `end` are possible")]
    Begun,
    /// A turn in which nothing was done is passed (R27).
    #[error("you have done nothing in this turn; write `pass` if you want to do nothing")]
    NothingDone,
}
