//! The cells on the board, and their marks (section 4.2 of the rules).

use strum::VariantArray as _;

use crate::{Seat, grid::Square};

use super::squares::{SIDE, Squares, first_on_lines, lines};

/// The type of a cell.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum CellKind {
    /// The base cell. Neatoms fuse into cells of all other kinds.
    Neatom,
    /// Pushes the cells beside it after a move.
    Picophyte,
    /// Pulls cells towards it, and is a trap for any cell that eats it.
    Picozoa,
    /// Fills a square of two by two.
    Tetraphyte,
    /// A wall, which only marked tetrazoas can eat.
    Tetrazoa,
    /// Changes places with a friend anywhere.
    Pentaphyte,
    /// Moves even distances and jumps.
    Pentazoa,
    /// Switches the glow of cells along its rays.
    Phytorb,
    /// The cell to guard: a seat without zoorbs has lost.
    Zoorb,
}

impl CellKind {
    /// All kinds of cells.
    pub const ALL: &[CellKind] = CellKind::VARIANTS;

    /// The kinds that two neatoms can become.
    pub const MINOR: [CellKind; 2] = [CellKind::Picophyte, CellKind::Picozoa];

    /// The kinds that four neatoms can become.
    pub const MAJOR: [CellKind; 6] = [
        CellKind::Tetraphyte,
        CellKind::Tetrazoa,
        CellKind::Pentaphyte,
        CellKind::Pentazoa,
        CellKind::Phytorb,
        CellKind::Zoorb,
    ];

    /// Returns the letter in notations: `CellKind::Zoorb.letter()` is `z`. Position texts use the capital for cells of seat 1.
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

    /// Returns the name in words: `CellKind::Neatom.name()` is `neatom`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(super) fn from_letter(letter: char) -> Option<CellKind> {
        CellKind::ALL.iter().copied().find(|kind| kind.letter() == letter)
    }
}

/// A cell on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The seat that owns it.
    pub owner: Seat,
    /// The kind of the cell.
    pub kind: CellKind,
    /// Its square. A tetraphyte is at the lower left one of its four squares, its anchor.
    pub at: Square,
}

impl Cell {
    /// Returns the squares that it fills: one, or four for a tetraphyte.
    pub fn body(&self) -> Squares {
        self.body_at(Squares::one(self.at))
    }

    /// Returns the squares that it would fill at `at`, which is the set of one square.
    pub(super) fn body_at(&self, at: Squares) -> Squares {
        if self.kind == CellKind::Tetraphyte { at.block() } else { at }
    }
}

/// Both seats, the first one first.
pub(super) const SEATS: [Seat; 2] = [Seat::FIRST, Seat::FIRST.next(2)];

/// The cells of the board, as the sets of squares that each kind and each seat fills.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Board {
    kinds: [Squares; 9],
    seats: [Squares; 2],
    /// The anchors of all tetraphytes, which are their lower left squares.
    anchors: Squares,
}

impl Board {
    pub(super) fn filled(&self) -> Squares {
        self.seats[0] | self.seats[1]
    }

    pub(super) fn free(&self) -> Squares {
        !self.filled()
    }

    /// Returns the squares that a seat fills.
    pub(super) fn of(&self, seat: Seat) -> Squares {
        self.seats[seat.index() % 2]
    }

    /// Returns the squares that all cells of a kind fill.
    pub(super) fn kind(&self, kind: CellKind) -> Squares {
        self.kinds[kind as usize]
    }

    /// Returns the squares of a seat's cells of a kind.
    pub(super) fn own(&self, seat: Seat, kind: CellKind) -> Squares {
        self.kind(kind) & self.of(seat)
    }

    pub(super) fn anchors(&self) -> Squares {
        self.anchors
    }

    /// Returns one square for each cell: its own, or its anchor.
    pub(super) fn names(&self) -> Squares {
        self.names_in(self.filled())
    }

    /// Returns the names, as in [`Board::names`], of the cells that have a square in `squares`.
    pub(super) fn names_in(&self, squares: Squares) -> Squares {
        let tetraphytes = squares & self.kind(CellKind::Tetraphyte);
        let singles = (squares & self.filled()).without(tetraphytes);
        singles | (tetraphytes.anchors() & self.anchors)
    }

    /// Returns the cell that fills a square of the board, found by any of its squares.
    pub(super) fn cell(&self, at: Square) -> Option<Cell> {
        let one = Squares::one(at);
        let owner = SEATS.into_iter().find(|&seat| self.of(seat).meets(one))?;
        let kind = CellKind::ALL.iter().copied().find(|&kind| self.kind(kind).meets(one))?;
        let at = if kind == CellKind::Tetraphyte { (one.anchors() & self.anchors).first()? } else { at };
        Some(Cell { owner, kind, at })
    }

    /// Returns all cells, in board order of their names.
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

    /// Removes a cell that is on the board.
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

    /// Returns the occupied squares that a phytorb reaches: the first on each of its lines, or all on them if it is marked
    /// (R5).
    pub(super) fn rays(&self, phytorb: Square, marked: bool) -> Squares {
        if marked { lines(phytorb) & self.filled() } else { first_on_lines(phytorb, self.filled()) }
    }

    /// Returns the names of all marked cells, which follow from the board alone. A seat with an odd number of zoorbs has its
    /// cells marked (R4), and phytorbs change that. The marks of phytorbs themselves come first (R6). The cells of both seats
    /// are marked, whoever is to act (R9).
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

    /// Returns a number that differs for different boards, except with a chance of one in 2^64.
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
        // Each pair of words is mixed with two keys by a wide multiplication and folded into 64 bits.
        let mut fingerprint = 0;
        for (word, key) in words.chunks_exact(2).zip(KEYS.chunks_exact(2)) {
            let product = u128::from(word[0] ^ key[0]) * u128::from(word[1] ^ key[1]);
            fingerprint ^= product as u64 ^ (product >> 64) as u64;
        }
        fingerprint
    }

    /// Returns the squares beside picophytes other than `mover`, on which a walking cell must stop.
    pub(super) fn sticky(&self, mover: Squares) -> Squares {
        self.kind(CellKind::Picophyte).without(mover).beside()
    }
}

/// Whether a square is on the board.
pub(super) const fn on_board(at: Square) -> bool {
    at.col < SIDE && at.row < SIDE
}
