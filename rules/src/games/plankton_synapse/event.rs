//! What happens in a game of Plankton Synapse.

use crate::{Seat, grid::Square};

use super::{CellKind, Free};

/// Something that happened. A tetraphyte's square is always its anchor.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A cell moved by itself. What it ate, its end in a trap, and what it pushed or pulled follow.
    Moved {
        /// Whose.
        seat: Seat,
        /// What it is.
        kind: CellKind,
        /// Where it stood.
        from: Square,
        /// Where it went.
        to: Square,
    },
    /// A cell was eaten.
    Eaten {
        /// Who ate it.
        by: Seat,
        /// Whose it was.
        owner: Seat,
        /// What it was.
        kind: CellKind,
        /// Where it stood.
        at: Square,
    },
    /// A cell that ate a picozoa was destroyed.
    Trapped {
        /// Whose.
        seat: Seat,
        /// What it was.
        kind: CellKind,
        /// Where it had gone.
        at: Square,
        /// Where a neatom took its place; `None` on a barren square.
        neatom: Option<Square>,
    },
    /// A picophyte pushed a cell.
    Pushed {
        /// Whose the cell is.
        owner: Seat,
        /// What it is.
        kind: CellKind,
        /// Where it stood.
        from: Square,
        /// Where it stands.
        to: Square,
    },
    /// A picozoa pulled a cell.
    Pulled {
        /// Whose the cell is.
        owner: Seat,
        /// What it is.
        kind: CellKind,
        /// Where it stood.
        from: Square,
        /// Where it stands.
        to: Square,
    },
    /// A neatom appeared beside its parent.
    Split {
        /// Whose.
        seat: Seat,
        /// What the parent is: a neatom or a zoorb.
        parent: CellKind,
        /// Where the parent stands.
        from: Square,
        /// Where the neatom stands.
        to: Square,
    },
    /// Two or four neatoms became another cell.
    Fused {
        /// Whose.
        seat: Seat,
        /// Where the neatom stood that performed.
        at: Square,
        /// Where the other one stood, or the one in the opposite corner of four.
        with: Square,
        /// What they became; it stands on `at`, a tetraphyte on all four squares.
        into: CellKind,
    },
    /// A neatom died so that the pentaphyte could swap again.
    Sacrificed {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        at: Square,
    },
    /// A pentaphyte changed places with a friend.
    Swapped {
        /// Whose.
        seat: Seat,
        /// Where the pentaphyte stood.
        from: Square,
        /// Where it stands.
        to: Square,
        /// What the friend is.
        kind: CellKind,
        /// Where the friend stood.
        friend_from: Square,
        /// Where it stands.
        friend_to: Square,
    },
    /// A cell died by apoptosis.
    Died {
        /// Whose.
        seat: Seat,
        /// What it was.
        kind: CellKind,
        /// Where it stood.
        at: Square,
    },
    /// The seat may act once more, or pass.
    Freed {
        /// Which seat.
        seat: Seat,
        /// What it may do.
        free: Free,
    },
    /// The seat passed its free turn.
    Passed {
        /// Which seat.
        seat: Seat,
    },
    /// The seat has lost: it has no zoorb left, or one less with `loss` `first`.
    Fallen {
        /// Which seat.
        seat: Seat,
        /// How many zoorbs it has left.
        left: usize,
    },
}
