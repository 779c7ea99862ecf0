//! The reasons to refuse an action.

use crate::grid::Square;

/// A reason to refuse an action of Semiosphere. `Display` writes a clause for the player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The seat must place its piece first.
    #[error("first place your piece on a square of row 1")]
    Placing,
    /// Pieces are placed in row 1 only.
    #[error("{0} is not in row 1, where pieces are placed")]
    NotRowOne(Square),
    /// The square does not exist, or the void has taken it.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// A step goes only one square up, down, left or right.
    #[error("{to} is not beside {from}: a step goes one square up, down, left or right")]
    NotBeside {
        /// The square of the piece.
        from: Square,
        /// The square that it should go to.
        to: Square,
    },
    /// A piece leaves the Semiosphere only by the top row.
    #[error("{0} isn't in the top row, by which you leave the Semiosphere")]
    NotTopRow(Square),
    /// There is a piece on the square.
    #[error("there's a piece on {0}")]
    PieceThere(Square),
    /// There is a planet on the square.
    #[error("there's a planet on {0}")]
    PlanetThere(Square),
    /// There is a mark on the square.
    #[error("there's a mark on {0}")]
    MarkThere(Square),
    /// Another seat's mark blocks the square.
    #[error("there's another player's mark on {0}; go round it, or erase it for 2 points")]
    Blocked(Square),
    /// A planet is dropped or picked up at most once in a turn (R11).
    #[error("you've already dropped or picked up your planet this turn")]
    Touched,
    /// Marks can only be placed near the seat's own piece (R27).
    #[error("{at} is out of reach: marks go at most {reach} squares from your piece")]
    OutOfReach {
        /// The square for the mark.
        at: Square,
        /// The value of option `reach`.
        reach: u8,
    },
    /// There is no mark to erase.
    #[error("there's no mark on {0}")]
    NoMark(Square),
    /// A seat cannot erase its own marks (R14).
    #[error("the mark on {0} is your own")]
    OwnMark(Square),
    /// The piece does not carry its planet.
    #[error("you aren't carrying your planet")]
    NotCarrying,
    /// Only pieces on the board can do this.
    #[error("you're in the Semiosphere")]
    Inside,
    /// There is no square behind the piece for the planet (R10).
    #[error("there's no square behind you to drop the planet on")]
    NothingBehind,
    /// Pieces enter the Semiosphere only from the top row.
    #[error("you can enter the Semiosphere only from the top row")]
    NotOnTop,
    /// The action costs more points than the seat has.
    #[error("that costs {cost} points and you have {points}")]
    TooDear {
        /// The price of the action.
        cost: u8,
        /// The points of the seat.
        points: u8,
    },
}
