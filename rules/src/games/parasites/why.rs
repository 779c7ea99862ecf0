//! The reasons to refuse a move.

use crate::grid::Square;

use super::{caste::Caste, position::QUEENS_APART};

/// A reason to refuse a move of Parasites. `Display` writes a clause for the player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// The seat must place its queen first (R5).
    #[error("first place your queen, such as `c3=q`")]
    Placing,
    /// The seat has its one queen already.
    #[error("your queen is already on the board")]
    Placed,
    /// The square is too far from every border (R3).
    #[error("{at} is too far from the border: queens are placed in the outermost {strip} lines")]
    TooCentral {
        /// The square for the queen.
        at: Square,
        /// The number of lines along the border that are allowed.
        strip: u8,
    },
    /// Another queen is too near (R4).
    #[error("{at} is too near to the queen on {queen}: queens are at least {QUEENS_APART} steps apart")]
    TooNear {
        /// The square for the queen.
        at: Square,
        /// The square of the other queen.
        queen: Square,
    },
    /// The square for the new parasite is not empty.
    #[error("there's already a parasite on {0}")]
    Occupied(Square),
    /// The square of the parasite to use is empty.
    #[error("there's no parasite on {0}")]
    Empty(Square),
    /// The parasite to use belongs to another seat.
    #[error("the parasite on {0} isn't yours")]
    NotYours(Square),
    /// This caste cannot be created; only attackers, defenders and builders can (R8).
    #[error("you can't create a {}, only attackers, defenders and builders", .0.name())]
    NotCreatable(Caste),
    /// The square is not in the parasite's scope (R7).
    #[error("the {} on {from} can't reach {to}", caste.name())]
    OutOfScope {
        /// The square of the creator.
        from: Square,
        /// The square for the new parasite.
        to: Square,
        /// The caste of the creator.
        caste: Caste,
    },
    /// Two parasites or the queen have been used already (R9).
    #[error("you have no development point left: only parasites used in this turn can create more")]
    NoDevelopment,
    /// Using the queen takes both development points, and one is spent (R9).
    #[error("your queen needs both development points, and you've spent one")]
    QueenNeedsBoth,
    /// The parasite has too few creation points left.
    #[error("that costs {cost} creation points, and {from} has {points} left")]
    TooDear {
        /// The square of the creator.
        from: Square,
        /// The price of the new parasite.
        cost: u8,
        /// The creation points left.
        points: u8,
    },
    /// Queens and colonies cannot become colonies (R21).
    #[error("a {} can't become a colony", .0.name())]
    CannotTransform(Caste),
    /// Changing a parasite and passing take whole turns, and this turn has begun (R21, R27).
    #[error("you've created something this turn, so you can only create more or `end`")]
    Begun,
    /// A turn in which nothing was done is passed, not ended (R27).
    #[error("you haven't done anything this turn; write `pass` if you don't want to")]
    NothingDone,
}
