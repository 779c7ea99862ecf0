//! Why an action is refused.

use crate::grid::Square;

use super::{CellKind, Free, words::legal_move};

/// A reason to refuse an action of Plankton Synapse.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The square does not exist.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// Nothing stands there.
    #[error("there is no cell on {0}")]
    Empty(Square),
    /// The cell belongs to the other seat.
    #[error("the cell on {0} is not yours")]
    NotYours(Square),
    /// Tetraphytes are named by their anchor.
    #[error("a tetraphyte is named by its lower left square, here {0}")]
    NotAnchor(Square),
    /// The kind does not do such a thing.
    #[error("a {} cannot {what}; {}", .kind.name(), hint(*.kind))]
    Unable {
        /// The kind.
        kind: CellKind,
        /// What was asked of it, such as `move`.
        what: &'static str,
    },
    /// The cell does not get there.
    #[error("the {} on {from} cannot get to {to}; {}", .kind.name(), hint(*.kind))]
    Unreachable {
        /// The cell.
        kind: CellKind,
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// No cell eats a friend.
    #[error("on {0} is a cell of your own")]
    Friend(Square),
    /// Shielded zoorbs cannot be eaten (R7).
    #[error("the zoorb on {0} is shielded this turn and cannot be eaten")]
    Shielded(Square),
    /// Only marked tetrazoa eat tetrazoa (R31).
    #[error("the tetrazoa on {0} can only be eaten by a glowing tetrazoa")]
    Wall(Square),
    /// New neatoms need a free square beside their parent (R10).
    #[error("{to} is not one of the eight squares around {from}")]
    NotAround {
        /// Where the parent stands.
        from: Square,
        /// Where the neatom should appear.
        to: Square,
    },
    /// New neatoms need a free square.
    #[error("there is a cell on {0} already")]
    Taken(Square),
    /// No neatom appears beside a marked enemy picozoa (R27).
    #[error("{0} is beside a glowing picozoa of the other side, where you can make no neatom")]
    Barren(Square),
    /// Fusions need neatoms.
    #[error("there is no neatom of yours on {0}")]
    NoNeatom(Square),
    /// Two neatoms fuse side by side (R11).
    #[error("a {} comes from two neatoms side by side, and {with} does not touch a side of {at}", .into.name())]
    NotBeside {
        /// The neatom that performs.
        at: Square,
        /// Its partner.
        with: Square,
        /// What they should become.
        into: CellKind,
    },
    /// Four neatoms fuse in a square (R12).
    #[error("a {} comes from four neatoms in a square: name two opposite corners", .into.name())]
    NotCorners {
        /// What they should become.
        into: CellKind,
    },
    /// Pentaphytes do not swap with pentaphytes.
    #[error("two pentaphytes do not swap")]
    TwoPentaphytes,
    /// A marked picozoa holds the cell (R27).
    #[error("the cell on {0} is held by a glowing picozoa beside it")]
    Held(Square),
    /// The neatom is the price of the free swap (R17).
    #[error("the neatom on {0} is the price of this free swap")]
    Price(Square),
    /// The place of the tetraphyte is missing.
    #[error("say where the tetraphyte goes: its new lower left square after an `@`")]
    NoAnchor,
    /// Only tetraphytes need a place.
    #[error("only a swap with a tetraphyte has an `@`")]
    NeedlessAnchor,
    /// The new squares of the tetraphyte must hold that of the pentaphyte (R19).
    #[error("the four squares at {anchor} do not hold {from}, which the pentaphyte leaves")]
    BlockElsewhere {
        /// The new anchor.
        anchor: Square,
        /// Where the pentaphyte stands.
        from: Square,
    },
    /// The new squares of the tetraphyte must be free (R19).
    #[error("the four squares at {0} are not all free for the tetraphyte")]
    BlockTaken(Square),
    /// A zoorb does not die so (R16).
    #[error("a zoorb cannot be removed")]
    NoZoorb,
    /// In a free turn only some actions are possible.
    #[error("this is a free action: {}, or pass", legal_move(*.0))]
    FreeTurn(Free),
    /// Only free turns can be passed.
    #[error("you can only pass a free action; this is your normal one")]
    NoPass,
}

/// What the cells of a kind do, in short.
fn hint(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Neatom => "it splits (`d3+d4`) or fuses (`d3&e3=p`)",
        CellKind::Picophyte => "it steps straight to the next square, glowing any distance",
        CellKind::Picozoa => "it goes one or two squares up or down",
        CellKind::Tetraphyte => "it moves by one square and needs all four to be free or eatable",
        CellKind::Tetrazoa => "it goes two squares straight or one slanted, glowing any distance",
        CellKind::Pentaphyte => "it swaps with friends (`c1/f6`)",
        CellKind::Pentazoa => "it goes even distances in a line and may end with a jump, glowing any",
        CellKind::Phytorb => "it slides slanted as far as it can, then steps once",
        CellKind::Zoorb => "it jumps over a neighbour (`a1-c3`) or makes a neatom (`a1+a2`)",
    }
}
