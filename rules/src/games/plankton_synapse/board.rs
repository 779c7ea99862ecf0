//! The cells on the board, and their marks (section 4.2 of the rules).

use crate::{Seat, grid::Square};

use super::squares::{SIDE, Squares, first_on_lines, lines};

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellKind {
    /// The base cell.
    Neatom,
    /// Pushes.
    Picophyte,
    /// Pulls, and is a trap.
    Picozoa,
    /// Fills four squares.
    Tetraphyte,
    /// A wall.
    Tetrazoa,
    /// Swaps.
    Pentaphyte,
    /// Jumps.
    Pentazoa,
    /// Sends rays.
    Phytorb,
    /// Whoever has none has lost.
    Zoorb,
}

impl CellKind {
    /// All kinds.
    pub const ALL: [CellKind; 9] = [
        CellKind::Neatom,
        CellKind::Picophyte,
        CellKind::Picozoa,
        CellKind::Tetraphyte,
        CellKind::Tetrazoa,
        CellKind::Pentaphyte,
        CellKind::Pentazoa,
        CellKind::Phytorb,
        CellKind::Zoorb,
    ];

    /// What two neatoms can become.
    pub const MINOR: [CellKind; 2] = [CellKind::Picophyte, CellKind::Picozoa];

    /// What four neatoms can become.
    pub const MAJOR: [CellKind; 6] = [
        CellKind::Tetraphyte,
        CellKind::Tetrazoa,
        CellKind::Pentaphyte,
        CellKind::Pentazoa,
        CellKind::Phytorb,
        CellKind::Zoorb,
    ];

    /// The letter in notations, such as `n`; in position texts it is a capital for seat 1.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            CellKind::Neatom => 'n',
            CellKind::Picophyte => 'p',
            CellKind::Picozoa => 'a',
            CellKind::Tetraphyte => 't',
            CellKind::Tetrazoa => 'w',
            CellKind::Pentaphyte => 's',
            CellKind::Pentazoa => 'j',
            CellKind::Phytorb => 'r',
            CellKind::Zoorb => 'z',
        }
    }

    /// The name in words, such as `neatom`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CellKind::Neatom => "neatom",
            CellKind::Picophyte => "picophyte",
            CellKind::Picozoa => "picozoa",
            CellKind::Tetraphyte => "tetraphyte",
            CellKind::Tetrazoa => "tetrazoa",
            CellKind::Pentaphyte => "pentaphyte",
            CellKind::Pentazoa => "pentazoa",
            CellKind::Phytorb => "phytorb",
            CellKind::Zoorb => "zoorb",
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<CellKind> {
        CellKind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A cell on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub kind: CellKind,
    /// Its square; of a tetraphyte the lower left one of its four, its anchor.
    pub at: Square,
}

impl Cell {
    /// The squares it fills: one, or four for a tetraphyte.
    #[must_use]
    pub fn body(&self) -> Squares {
        self.body_at(Squares::one(self.at))
    }

    /// The squares it would fill on `at`, the set of one square.
    pub(super) fn body_at(&self, at: Squares) -> Squares {
        if self.kind == CellKind::Tetraphyte { at.block() } else { at }
    }
}

/// Both seats.
pub(super) const SEATS: [Seat; 2] = [Seat::FIRST, Seat::FIRST.next(2)];

/// The cells: for each kind and seat the squares they fill.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Board {
    kinds: [Squares; 9],
    seats: [Squares; 2],
    /// Where tetraphytes are named: the lower left squares.
    anchors: Squares,
}

impl Board {
    pub(super) fn filled(&self) -> Squares {
        self.seats[0] | self.seats[1]
    }

    pub(super) fn free(&self) -> Squares {
        !self.filled()
    }

    /// The squares a seat fills.
    pub(super) fn of(&self, seat: Seat) -> Squares {
        self.seats[seat.index() % 2]
    }

    /// The squares all cells of a kind fill.
    pub(super) fn kind(&self, kind: CellKind) -> Squares {
        self.kinds[kind as usize]
    }

    /// The squares of a seat's cells of a kind.
    pub(super) fn own(&self, seat: Seat, kind: CellKind) -> Squares {
        self.kind(kind) & self.of(seat)
    }

    pub(super) fn anchors(&self) -> Squares {
        self.anchors
    }

    /// A square for each cell: its own, or its anchor.
    pub(super) fn names(&self) -> Squares {
        self.names_in(self.filled())
    }

    /// The names of the cells that have a square in `squares`.
    pub(super) fn names_in(&self, squares: Squares) -> Squares {
        let tetraphytes = squares & self.kind(CellKind::Tetraphyte);
        let singles = (squares & self.filled()).without(tetraphytes);
        singles | (tetraphytes.anchors() & self.anchors)
    }

    /// The cell that fills a square of the board, by any of its squares.
    pub(super) fn cell(&self, at: Square) -> Option<Cell> {
        let one = Squares::one(at);
        let owner = SEATS.into_iter().find(|&seat| self.of(seat).meets(one))?;
        let kind = CellKind::ALL.into_iter().find(|&kind| self.kind(kind).meets(one))?;
        let at = if kind == CellKind::Tetraphyte { (one.anchors() & self.anchors).first()? } else { at };
        Some(Cell { owner, kind, at })
    }

    /// All cells, by their names in board order.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.names().iter().filter_map(|at| self.cell(at))
    }

    /// Puts a cell on free squares.
    pub(super) fn put(&mut self, cell: Cell) {
        let body = cell.body();
        self.kinds[cell.kind as usize] |= body;
        self.seats[cell.owner.index() % 2] |= body;
        if cell.kind == CellKind::Tetraphyte {
            self.anchors |= Squares::one(cell.at);
        }
    }

    /// Takes a cell away that is there.
    pub(super) fn take(&mut self, cell: Cell) {
        let body = cell.body();
        self.kinds[cell.kind as usize] ^= body;
        self.seats[cell.owner.index() % 2] ^= body;
        if cell.kind == CellKind::Tetraphyte {
            self.anchors ^= Squares::one(cell.at);
        }
    }

    pub(super) fn zoorbs(&self, seat: Seat) -> usize {
        self.own(seat, CellKind::Zoorb).len()
    }

    /// The occupied squares that a phytorb reaches: the first on each of its lines, or all on them if it is marked (R5).
    pub(super) fn rays(&self, phytorb: Square, marked: bool) -> Squares {
        if marked { lines(phytorb) & self.filled() } else { first_on_lines(phytorb, self.filled()) }
    }

    /// The names of all marked cells, computed from the board alone: those of a seat with an odd number of zoorbs (R4), and what
    /// phytorbs change, whose own marks come first (R6). Cells of the seat that is not to act are marked, too (R9).
    pub(super) fn marks(&self) -> Squares {
        let phytorbs = self.kind(CellKind::Phytorb);
        let zoorbs = self.kind(CellKind::Zoorb);
        let odd = SEATS.iter().filter(|&&seat| self.zoorbs(seat) % 2 == 1);
        let odd = odd.fold(Squares::NONE, |all, &seat| all | self.of(seat));

        let mut flips = Squares::NONE;
        for at in phytorbs.iter().filter(|&at| lines(at).meets(phytorbs)) {
            flips ^= self.rays(at, false) & phytorbs;
        }
        let marked_phytorbs = (odd ^ flips) & phytorbs;

        let mut flips = Squares::NONE;
        let mut shields = Squares::NONE;
        for at in phytorbs.iter() {
            let reach = self.rays(at, marked_phytorbs.contains(at));
            flips ^= self.names_in(reach);
            shields |= reach & zoorbs;
        }
        let others = self.names().without(phytorbs | zoorbs);
        ((odd ^ flips) & others) | marked_phytorbs | shields
    }

    /// A number that differs for different boards, with a chance of one in 2^64 that it does not.
    pub(super) fn fingerprint(&self) -> u64 {
        const KEYS: [u64; 10] = [
            0x9e37_79b9_7f4a_7c15,
            0xbf58_476d_1ce4_e5b9,
            0x94d0_49bb_1331_11eb,
            0xd6e8_feb8_6659_fd93,
            0xa076_1d64_78bd_642f,
            0xe703_7ed1_a0b4_28db,
            0x8ebc_6af0_9c88_c6e3,
            0x5899_65cc_7537_4cc3,
            0x1d8e_4e27_c47d_124f,
            0xeb44_acca_b455_d165,
        ];
        let [n, p, a, t, w, s, j, r, z] = self.kinds.map(Squares::bits);
        let words = [n, p, a, t, w, s, j, r, z, self.seats[0].bits()];
        let mut fingerprint = 0;
        for (word, key) in words.chunks_exact(2).zip(KEYS.chunks_exact(2)) {
            let product = u128::from(word[0] ^ key[0]) * u128::from(word[1] ^ key[1]);
            fingerprint ^= product as u64 ^ (product >> 64) as u64;
        }
        fingerprint
    }

    /// The squares beside picophytes, where walking `mover` must stop: all but its own.
    pub(super) fn sticky(&self, mover: Squares) -> Squares {
        self.kind(CellKind::Picophyte).without(mover).beside()
    }
}

/// Whether a square lies on the board.
pub(super) const fn on_board(at: Square) -> bool {
    at.col < SIDE && at.row < SIDE
}
