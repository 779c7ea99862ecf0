//! The reasons to refuse an action.

use crate::grid::Square;

use super::{board::CellKind, position::Free, words::legal_move};

/// A reason to refuse an action of Plankton Synapse. `Display` writes a clause for the player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// There is no cell on the square.
    #[error("there's no cell on {0}")]
    Empty(Square),
    /// The cell belongs to the other seat.
    #[error("the cell on {0} isn't yours")]
    NotYours(Square),
    /// The square is not the anchor, by which tetraphytes are named.
    #[error("a tetraphyte is named by its lower left square, here {0}")]
    NotAnchor(Square),
    /// Cells of this kind never do such a thing.
    #[error("a {} can't {what}; {}", .kind.name(), hint(*.kind))]
    Unable {
        /// The kind of the cell.
        kind: CellKind,
        /// The action that it cannot do, such as `move`.
        what: &'static str,
    },
    /// The cell cannot get to the square.
    #[error("the {} on {from} can't get to {to}; {}", .kind.name(), hint(*.kind))]
    Unreachable {
        /// The kind of the cell.
        kind: CellKind,
        /// The square of the cell.
        from: Square,
        /// The square that it should move to.
        to: Square,
    },
    /// A cell of the same owner is there, and no cell eats a friend.
    #[error("there's a cell of your own on {0}")]
    Friend(Square),
    /// The zoorb is shielded, so it cannot be eaten (R7).
    #[error("the zoorb on {0} is shielded this turn and can't be eaten")]
    Shielded(Square),
    /// Only marked tetrazoas can eat a tetrazoa (R31).
    #[error("only a glowing tetrazoa can eat the tetrazoa on {0}")]
    Wall(Square),
    /// This cell eats nothing where it ends (R30, R32, R35).
    #[error("a {} can only end on a free square, and there's a cell on {at}", .kind.name())]
    NotFree {
        /// The kind of the cell.
        kind: CellKind,
        /// The square that is not free.
        at: Square,
    },
    /// The new neatom would not be beside its parent (R10).
    #[error("{to} is not one of the eight squares around {from}")]
    NotAround {
        /// The square of the parent.
        from: Square,
        /// The square for the neatom.
        to: Square,
    },
    /// The square for the new neatom is not free.
    #[error("there's already a cell on {0}")]
    Taken(Square),
    /// No neatom can appear beside a marked enemy picozoa (R27).
    #[error("{0} is beside a glowing picozoa of the other side, where you can make no neatom")]
    Barren(Square),
    /// A neatom for the fusion is missing.
    #[error("there's no neatom of yours on {0}")]
    NoNeatom(Square),
    /// Two neatoms fuse only side by side (R11).
    #[error("a {} comes from two neatoms side by side, and {with} does not touch a side of {at}", .into.name())]
    NotBeside {
        /// The neatom that acts.
        at: Square,
        /// The square of its partner.
        with: Square,
        /// The kind that they should become.
        into: CellKind,
    },
    /// Four neatoms fuse only in a square (R12).
    #[error("a {} comes from four neatoms in a square: name two opposite corners", .into.name())]
    NotCorners {
        /// The kind that they should become.
        into: CellKind,
    },
    /// Pentaphytes cannot swap with pentaphytes.
    #[error("two pentaphytes can't swap")]
    TwoPentaphytes,
    /// A marked picozoa holds the cell (R27).
    #[error("the cell on {0} is held by a glowing picozoa beside it")]
    Held(Square),
    /// The neatom is the price of the free swap (R17).
    #[error("the neatom on {0} is the price of this free swap")]
    Price(Square),
    /// The new square of the tetraphyte is missing.
    #[error("say where the tetraphyte goes: its new lower left square after an `@`")]
    NoAnchor,
    /// Only swaps with tetraphytes name a new square.
    #[error("only a swap with a tetraphyte has an `@`")]
    NeedlessAnchor,
    /// The new squares of the tetraphyte do not include that of the pentaphyte (R19).
    #[error("the four squares at {anchor} don't include {from}, which the pentaphyte leaves")]
    BlockElsewhere {
        /// The new anchor of the tetraphyte.
        anchor: Square,
        /// The square of the pentaphyte.
        from: Square,
    },
    /// The new squares of the tetraphyte are not all free (R19).
    #[error("the four squares at {0} aren't all free for the tetraphyte")]
    BlockTaken(Square),
    /// Zoorbs cannot be removed (R16).
    #[error("you can't remove a zoorb")]
    NoZoorb,
    /// This free turn allows only other actions.
    #[error("this is a free action: {}, or pass", legal_move(*.0))]
    FreeTurn(Free),
    /// Only free turns can be passed.
    #[error("you can only pass a free action; this is your normal one")]
    NoPass,
}

/// Describes briefly what cells of a kind do.
fn hint(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Neatom => "it splits (`d3+d4`) or fuses (`d3&e3=p`)",
        CellKind::Picophyte => "it steps straight to the next square, glowing any distance",
        CellKind::Picozoa => "it goes one or two squares up or down",
        CellKind::Tetraphyte => "it moves by one square and needs all four to be free or eatable",
        CellKind::Tetrazoa => "it goes two squares straight or one slanted, glowing any distance",
        CellKind::Pentaphyte => "it swaps with friends (`c1/f6`)",
        CellKind::Pentazoa => {
            "it goes an even distance in a line and may jump at the end; glowing, it goes and jumps as it likes"
        }
        CellKind::Phytorb => "it slides slanted as far as it can, one square or more, then steps once",
        CellKind::Zoorb => "it jumps over a neighbour (`a1-c3`) or makes a neatom (`a1+a2`)",
    }
}
