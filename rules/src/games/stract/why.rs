//! Why an order is refused. Nothing here depends on what is hidden from the seat that gave it.

use crate::grid::Square;

use super::Element;

/// A reason to refuse an order of Stract.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The team has nothing left to order (R51).
    #[error("your team has no pieces left, neither on the board nor in the pool")]
    Spent,
    /// The tile does not exist.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Pieces are spawned in the own home row.
    #[error("{at} is not in row {row}, where your team spawns")]
    NotHome {
        /// The tile.
        at: Square,
        /// The number of the home row.
        row: u8,
    },
    /// The pool has no such piece left, those counted that teammates are about to spawn (R13).
    #[error("your pool has no {} left", .0.name())]
    PoolEmpty(Element),
    /// A teammate has ordered a spawn there (R12).
    #[error("a teammate spawns on {0} this turn")]
    MateSpawns(Square),
    /// Only own pieces can be ordered (R14).
    #[error("no piece of your team stands on {0}")]
    NotYours(Square),
    /// A teammate has ordered the piece (R14).
    #[error("a teammate has ordered the piece on {0} this turn")]
    MateOrders(Square),
    /// The element does not move so.
    #[error("{to} is out of reach from {from}: {} moves {}", .element.name(), gait(*.element))]
    OutOfReach {
        /// What should go.
        element: Element,
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// Only earth switches (R21).
    #[error("only earth can switch, and {} stands on {from}", .element.name())]
    NotEarth {
        /// What stands there.
        element: Element,
        /// Where.
        from: Square,
    },
    /// A switch reaches two steps (R20).
    #[error("{to} is out of reach from {from}: a switch reaches tiles one or two steps away")]
    SwitchTooFar {
        /// Where the earth stands.
        from: Square,
        /// The tile it should trade places with.
        to: Square,
    },
}

/// How far an element moves, in words.
fn gait(element: Element) -> &'static str {
    match element {
        Element::Water => "one tile in any direction",
        Element::Fire => "one or two tiles straight up, down, left or right",
        Element::Earth => "one tile up, down, left or right",
    }
}
