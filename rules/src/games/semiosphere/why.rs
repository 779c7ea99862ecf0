//! Why an action is refused.

use crate::grid::Square;

/// A reason to refuse an action of Semiosphere.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// Pieces are still being placed.
    #[error("first place your piece on a square of row 1")]
    Placing,
    /// Pieces are placed in row 1.
    #[error("{0} is not in row 1, where pieces are placed")]
    NotRowOne(Square),
    /// The square does not exist, or the void has taken it.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Steps go up, down, left or right by one.
    #[error("{to} is not beside {from}: a step goes one square up, down, left or right")]
    NotBeside {
        /// Where the piece stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// Who is inside leaves by the top row.
    #[error("{0} is not in the top row, by which you leave the Semiosphere")]
    NotTopRow(Square),
    /// A piece stands on the square.
    #[error("a piece stands on {0}")]
    PieceThere(Square),
    /// A planet lies on the square.
    #[error("a planet lies on {0}")]
    PlanetThere(Square),
    /// A mark lies on the square.
    #[error("a mark lies on {0}")]
    MarkThere(Square),
    /// Another seat's mark blocks the square.
    #[error("another player’s mark lies on {0}; go round it, or erase it for 2 points")]
    Blocked(Square),
    /// A planet is dropped or recovered at most once in a turn (R11).
    #[error("your planet has been moved in this turn already")]
    Touched,
    /// Marks can be placed near the own piece only (R27).
    #[error("{at} is out of reach: marks go at most {reach} squares from your piece")]
    OutOfReach {
        /// The square.
        at: Square,
        /// The option `reach`.
        reach: u8,
    },
    /// There is nothing to erase.
    #[error("no mark lies on {0}")]
    NoMark(Square),
    /// Own marks cannot be erased (R14).
    #[error("the mark on {0} is your own")]
    OwnMark(Square),
    /// The planet is not in hand.
    #[error("you do not carry your planet")]
    NotCarrying,
    /// The action is for pieces on the board.
    #[error("you are in the Semiosphere")]
    Inside,
    /// The planet would fall off the board (R10).
    #[error("there is no square behind you to drop the planet on")]
    NothingBehind,
    /// One enters from the top row.
    #[error("you enter the Semiosphere from the top row")]
    NotOnTop,
    /// The action costs more than is left.
    #[error("that costs {cost} points and you have {points}")]
    TooDear {
        /// What it costs.
        cost: u8,
        /// What is left.
        points: u8,
    },
}
