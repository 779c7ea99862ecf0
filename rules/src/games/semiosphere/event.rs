//! The events of a game of Semiosphere.

use crate::{Seat, grid::Square};

/// Something that happens in a game of Semiosphere.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A piece was placed before the first round.
    Placed {
        /// The owner of the piece.
        seat: Seat,
        /// The square of the piece.
        at: Square,
    },
    /// A piece moved to a square beside it.
    Stepped {
        /// The owner of the piece.
        seat: Seat,
        /// The square it left.
        from: Square,
        /// The square it reached.
        to: Square,
    },
    /// A piece left the Semiosphere.
    Left {
        /// The owner of the piece.
        seat: Seat,
        /// The square it reached.
        to: Square,
    },
    /// A seat picked its planet up again.
    Recovered {
        /// The owner of the planet.
        seat: Seat,
        /// The square the planet was on.
        at: Square,
    },
    /// A mark was placed.
    Marked {
        /// The owner of the mark.
        seat: Seat,
        /// The square of the mark.
        at: Square,
    },
    /// A mark was erased.
    Erased {
        /// The seat that erased it.
        seat: Seat,
        /// The owner of the mark.
        owner: Seat,
        /// The square of the mark.
        at: Square,
    },
    /// A seat dropped its planet.
    DroppedPlanet {
        /// The owner of the planet.
        seat: Seat,
        /// The square of the planet.
        at: Square,
    },
    /// A piece entered the Semiosphere.
    Entered {
        /// The owner of the piece.
        seat: Seat,
        /// The square it left.
        from: Square,
        /// Whether it carries its planet, which wins the game.
        with_planet: bool,
    },
    /// A turn ended.
    TurnEnded {
        /// The seat whose turn it was.
        seat: Seat,
        /// The unused points, which are lost.
        unused: u8,
    },
    /// The void takes a row. The events of what it takes follow.
    RowTaken {
        /// The row, 0 for the lowest as in [`Square::row`].
        row: u8,
    },
    /// A mark in the taken row pays its owner, who is still alive. [`Event::Earned`] reports this in words.
    MarkPaid {
        /// The owner of the mark.
        seat: Seat,
        /// The square of the mark.
        at: Square,
    },
    /// The sum that a seat's marks in the taken row pay.
    Earned {
        /// The owner of the marks.
        seat: Seat,
        /// The number of marks, each worth a point; at least one.
        marks: u8,
    },
    /// The void took a piece. Its seat is eliminated, and a planet that it carried is gone.
    PieceTaken {
        /// The owner of the piece.
        seat: Seat,
        /// The square of the piece.
        at: Square,
    },
    /// The void took a planet that was on the board.
    PlanetTaken {
        /// The owner of the planet.
        seat: Seat,
        /// The square of the planet.
        at: Square,
    },
    /// A new round begins.
    RoundBegan {
        /// The number of the round, 1 for the first.
        round: u8,
        /// The seat that has the first turn.
        first: Seat,
    },
    /// A seat left the game. Its piece is gone as if the void had taken it.
    Retired {
        /// The seat that left.
        seat: Seat,
    },
}
