//! The reasons to refuse an order. None of them depends on anything hidden from the seat that orders.

use crate::grid::Square;

use super::piece::Element;

/// A reason to refuse an order of Stract. `Display` writes a clause for the player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The team has no pieces left to order (R51).
    #[error("your team has no pieces left, neither on the board nor in the pool")]
    Spent,
    /// The tile does not exist on this board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Pieces are spawned only in the team's own home row.
    #[error("{at} is not in row {row}, where your team spawns")]
    NotHome {
        /// The tile for the piece.
        at: Square,
        /// The number of the home row.
        row: u8,
    },
    /// The pool has no such piece left after the teammates' pending spawns (R13).
    #[error("your pool has no {} left", .0.name())]
    PoolEmpty(Element),
    /// A teammate has ordered a spawn there (R12).
    #[error("a teammate spawns on {0} this turn")]
    MateSpawns(Square),
    /// There is no piece of the seat's team on the tile (R14).
    #[error("there's no piece of your team on {0}")]
    NotYours(Square),
    /// A teammate has already ordered the piece (R14).
    #[error("a teammate has ordered the piece on {0} this turn")]
    MateOrders(Square),
    /// The element does not move that far or that way.
    #[error("{to} is out of reach from {from}: {} moves {}", .element.name(), gait(*.element))]
    OutOfReach {
        /// The element of the piece.
        element: Element,
        /// The tile of the piece.
        from: Square,
        /// The tile that it should move to.
        to: Square,
    },
    /// Only earth can switch (R21).
    #[error("only earth can switch, and there's {} on {from}", .element.name())]
    NotEarth {
        /// The element of the piece.
        element: Element,
        /// The tile of the piece.
        from: Square,
    },
    /// A switch reaches only two steps (R20).
    #[error("{to} is out of reach from {from}: a switch reaches tiles one or two steps away")]
    SwitchTooFar {
        /// The tile of the earth.
        from: Square,
        /// The tile that it should trade places with.
        to: Square,
    },
}

/// Describes how an element moves.
fn gait(element: Element) -> &'static str {
    match element {
        Element::Water => "one tile in any direction",
        Element::Fire => "one or two tiles straight up, down, left or right",
        Element::Earth => "one tile up, down, left or right",
    }
}
