//! The events of a game of Plankton Synapse.

use crate::{Seat, grid::Square};

use super::{board::CellKind, position::Free};

/// Something that happens in a game of Plankton Synapse. A tetraphyte's square is always its anchor.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A cell moved by itself. The events of what it ate, its end in a trap, and what it pushed or pulled follow.
    Moved {
        /// The owner of the cell.
        seat: Seat,
        /// The kind of the cell.
        kind: CellKind,
        /// The square it left.
        from: Square,
        /// The square it reached.
        to: Square,
    },
    /// A cell was eaten.
    Eaten {
        /// The seat that ate it.
        by: Seat,
        /// The owner of the eaten cell.
        owner: Seat,
        /// The kind of the eaten cell.
        kind: CellKind,
        /// The square of the eaten cell.
        at: Square,
    },
    /// A cell that ate a picozoa was destroyed.
    Trapped {
        /// The owner of the destroyed cell.
        seat: Seat,
        /// The kind of the destroyed cell.
        kind: CellKind,
        /// The square that it had moved to.
        at: Square,
        /// The square of the neatom that took its place, or `None` on a barren square.
        neatom: Option<Square>,
    },
    /// A picophyte pushed a cell.
    Pushed {
        /// The owner of the pushed cell.
        owner: Seat,
        /// The kind of the pushed cell.
        kind: CellKind,
        /// The square it left.
        from: Square,
        /// The square it reached.
        to: Square,
    },
    /// A picozoa pulled a cell.
    Pulled {
        /// The owner of the pulled cell.
        owner: Seat,
        /// The kind of the pulled cell.
        kind: CellKind,
        /// The square it left.
        from: Square,
        /// The square it reached.
        to: Square,
    },
    /// A new neatom appeared beside its parent.
    Split {
        /// The owner of both cells.
        seat: Seat,
        /// The kind of the parent: a neatom or a zoorb.
        parent: CellKind,
        /// The square of the parent.
        from: Square,
        /// The square of the neatom.
        to: Square,
    },
    /// Two or four neatoms fused into another cell.
    Fused {
        /// The owner of the cells.
        seat: Seat,
        /// The square of the neatom that acted.
        at: Square,
        /// The square of the other neatom, or of the one in the opposite corner of four.
        with: Square,
        /// The kind of the new cell. It is at `at`; a tetraphyte fills all four squares.
        into: CellKind,
    },
    /// A neatom died as the price of a second swap.
    Sacrificed {
        /// The owner of the neatom.
        seat: Seat,
        /// The square of the neatom.
        at: Square,
    },
    /// A pentaphyte changed places with a friend.
    Swapped {
        /// The owner of both cells.
        seat: Seat,
        /// The square that the pentaphyte left.
        from: Square,
        /// The square that the pentaphyte reached.
        to: Square,
        /// The kind of the friend.
        kind: CellKind,
        /// The square that the friend left.
        friend_from: Square,
        /// The square that the friend reached.
        friend_to: Square,
    },
    /// A cell was removed by its owner (apoptosis).
    Died {
        /// The owner of the cell.
        seat: Seat,
        /// The kind of the cell.
        kind: CellKind,
        /// The square of the cell.
        at: Square,
    },
    /// A free turn opened, in which the seat may act again or pass.
    Freed {
        /// The seat that may act again.
        seat: Seat,
        /// The action that it may do.
        free: Free,
    },
    /// The seat passed its free turn.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// The seat has lost, because it has no zoorb left or, with option `loss` `first`, because it lost one.
    Fallen {
        /// The seat that has lost.
        seat: Seat,
        /// The number of zoorbs it has left.
        left: usize,
    },
}
