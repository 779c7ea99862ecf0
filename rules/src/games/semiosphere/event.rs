//! What happens in a game of Semiosphere.

use crate::{Seat, grid::Square};

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A piece was placed before the first round.
    Placed {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Square,
    },
    /// A piece went to the next square.
    Stepped {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        from: Square,
        /// Where it stands.
        to: Square,
    },
    /// A piece left the Semiosphere.
    Left {
        /// Whose.
        seat: Seat,
        /// Where it stands.
        to: Square,
    },
    /// A planet is carried again.
    Recovered {
        /// Whose.
        seat: Seat,
        /// Where it lay.
        at: Square,
    },
    /// A mark was placed.
    Marked {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Square,
    },
    /// A mark was erased.
    Erased {
        /// Who did it.
        seat: Seat,
        /// Whose mark it was.
        owner: Seat,
        /// Where it lay.
        at: Square,
    },
    /// A planet was dropped.
    DroppedPlanet {
        /// Whose.
        seat: Seat,
        /// Where it lies.
        at: Square,
    },
    /// A piece entered the Semiosphere.
    Entered {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        from: Square,
        /// Whether it carries its planet, which wins.
        with_planet: bool,
    },
    /// A turn is over.
    TurnEnded {
        /// Whose.
        seat: Seat,
        /// The points that are lost.
        unused: u8,
    },
    /// The void takes a row; what it takes with it follows.
    RowTaken {
        /// The row, 0 for the lowest as in [`Square::row`].
        row: u8,
    },
    /// A mark went with its row and pays its owner, who is alive. [`Event::Earned`] says it in words.
    MarkPaid {
        /// Whose.
        seat: Seat,
        /// Where it lay.
        at: Square,
    },
    /// The marks of a seat in the taken row together.
    Earned {
        /// Whose.
        seat: Seat,
        /// How many there were, a point for each; at least one.
        marks: u8,
    },
    /// The void took a piece: the seat is out, and a planet it carried is gone.
    PieceTaken {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        at: Square,
    },
    /// The void took a planet that lay on the board.
    PlanetTaken {
        /// Whose.
        seat: Seat,
        /// Where it lay.
        at: Square,
    },
    /// A round begins.
    RoundBegan {
        /// The number of the round, 1 for the first.
        round: u8,
        /// The seat whose turn is first.
        first: Seat,
    },
    /// A seat left the game; its piece is gone as if taken by the void.
    Retired {
        /// Which seat.
        seat: Seat,
    },
}
