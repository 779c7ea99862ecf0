//! A position and its getters.

use crate::{Seat, SeatSet, grid::Square};

use super::{
    board::{Board, Cell, CellKind, SEATS, on_board},
    past::Past,
    squares::Squares,
};

/// The action that the seat to act may do in a free turn (section 4.4 of the rules). It may also pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Free {
    /// Any of the seat's neatoms splits or fuses.
    Neatom,
    /// The tetraphyte with this anchor moves again.
    Tetraphyte(Square),
    /// The pentaphyte swaps again, and the neatom dies as the price.
    Pentaphyte {
        /// The square of the pentaphyte.
        at: Square,
        /// The square of the neatom.
        neatom: Square,
    },
}

/// The options that matter after the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    pub(super) limit: u16,
    /// Whether option `tiebreak` is `cells`.
    pub(super) counts: bool,
    /// Whether option `loss` is `first`.
    pub(super) first_loss: bool,
}

/// The reason why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Zoorbs,
    Repetition,
    Limit,
    NoMove,
}

/// A position of Plankton Synapse.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::plankton_synapse::PlanktonSynapse};
///
/// let mut game: PlanktonSynapse = "z6z/8/8/3n4/2n1N1w1/3P4/8/Z6Z 1 - - 1/300".parse()?;
/// game.play(Seat::FIRST, &"d3-d4".parse()?, &mut |_| {})?;
/// assert_eq!(game.to_string(), "z6z/8/3n4/8/1n1P1Nw1/8/8/Z6Z 2 - - 2/300");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanktonSynapse {
    pub(super) board: Board,
    /// The squares of the marked cells, tetraphytes by their anchors. Marks are set at the start of a turn and move with their
    /// cells.
    pub(super) marks: Squares,
    pub(super) rules: Rules,
    pub(super) turn: u16,
    /// The seat that acts, or that would act if the game were not over.
    pub(super) next: Seat,
    pub(super) free: Option<Free>,
    pub(super) fallen: SeatSet,
    pub(super) over: Option<End>,
    pub(super) past: Past,
}

impl PlanktonSynapse {
    /// Returns the cell that fills a square, a tetraphyte by any of its four. Squares off the board have none.
    pub fn cell(&self, at: Square) -> Option<Cell> {
        on_board(at).then(|| self.board.cell(at)).flatten()
    }

    /// Returns all cells in the order of [`Cell::at`], row by row from below.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.cells()
    }

    /// Whether the cell on a square is marked in this turn. A marked cell glows, and a marked zoorb is shielded. `false` if
    /// there is no cell.
    pub fn is_marked(&self, at: Square) -> bool {
        self.cell(at).is_some_and(|cell| self.marks.contains(cell.at))
    }

    /// Returns each phytorb that shields a zoorb, with the square of that zoorb (R7). A free turn gives no pairs, because its
    /// shields are those of the turn's beginning, and the phytorbs may have changed since.
    pub fn shields(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let zoorbs = self.board.kind(CellKind::Zoorb) & self.marks;
        let shielded = if self.free.is_none() { zoorbs } else { Squares::NONE };
        self.board.kind(CellKind::Phytorb).iter().flat_map(move |phytorb| {
            let reach = self.board.rays(phytorb, self.marks.contains(phytorb));
            (reach & shielded).iter().map(move |zoorb| (phytorb, zoorb))
        })
    }

    /// Returns the number of a seat's zoorbs.
    pub fn zoorbs(&self, seat: Seat) -> usize {
        self.board.zoorbs(seat)
    }

    /// Returns the number of squares that a seat's cells fill.
    pub fn filled(&self, seat: Seat) -> usize {
        self.board.of(seat).len()
    }

    /// Returns the number of the turn, 1 for the first. It is the limit plus one when the turns are used up.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Returns the number of turns of both seats together after which the game ends (option `turn_limit`).
    pub fn limit(&self) -> u16 {
        self.rules.limit
    }

    /// Returns the free turn that is open, or `None` in a normal turn.
    pub fn free(&self) -> Option<Free> {
        self.free
    }

    /// Whether counts decide at the turn limit (option `tiebreak` `cells`).
    pub fn counts_decide(&self) -> bool {
        self.rules.counts
    }

    /// Whether a seat loses the game with its first lost zoorb (option `loss` `first`).
    pub fn first_zoorb_decides(&self) -> bool {
        self.rules.first_loss
    }

    /// Returns the seats that have lost all zoorbs or, with [`PlanktonSynapse::first_zoorb_decides`], one. The set is empty
    /// while the game is running.
    pub fn fallen(&self) -> SeatSet {
        self.fallen
    }

    /// Returns the seat that would win if the turns were used up now and counts decided: more zoorbs, then more squares filled
    /// (R46). `None` if both are equal.
    pub fn ahead(&self) -> Option<Seat> {
        let [first, second] = SEATS.map(|seat| (self.zoorbs(seat), self.filled(seat)));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(SEATS[0]),
            std::cmp::Ordering::Less => Some(SEATS[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}
