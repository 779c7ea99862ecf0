//! The squares of the board as one byte each, surrounded by walls. Steps need no range check because of the walls, and a copy
//! of the board is one short run of bytes.

use crate::{Seat, grid::Square};

use super::caste::{Caste, FARTHEST};

/// A parasite on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parasite {
    /// The seat that owns it.
    pub owner: Seat,
    /// The caste of the parasite.
    pub caste: Caste,
}

/// The thickness of the walls below and above the board, and to the right of each row. The wall right of a row is also the wall
/// left of the next one, so no step can leave the board.
const BORDER: usize = FARTHEST as usize;

/// The content of a square. The low three bits hold the number of the caste plus one, and the bits above hold the number of the
/// owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(u8);

/// The caste for each value of a cell's low three bits.
const CASTES: [Option<Caste>; 8] = {
    let mut castes = [None; 8];
    let mut n = 0;
    while n < Caste::ALL.len() {
        castes[n + 1] = Some(Caste::ALL[n]);
        n += 1;
    }
    castes
};

/// The attack for each value of a cell's low three bits.
const ATTACK: [u8; 8] = {
    let mut attack = [0; 8];
    let mut n = 0;
    while n < Caste::ALL.len() {
        attack[n + 1] = Caste::ALL[n].attack();
        n += 1;
    }
    attack
};

impl Cell {
    pub(super) const EMPTY: Cell = Cell(0);
    /// A wall, which has no owner and is neither a caste nor empty.
    const WALL: Cell = Cell(0x7f);
    /// The bit that marks a parasite as beaten in the wave that is being judged.
    const BEATEN: u8 = 0x80;

    pub(super) const fn new(owner: Seat, caste: Caste) -> Cell {
        Cell(owner.number() << 3 | (caste as u8 + 1))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn belongs_to(self, seat: Seat) -> bool {
        (self.0 & !Cell::BEATEN) >> 3 == seat.number()
    }

    pub(super) fn parasite(self) -> Option<Parasite> {
        let caste = CASTES[usize::from(self.0 & 7)]?;
        let owner = Seat::new((self.0 & !Cell::BEATEN) >> 3)?;
        Some(Parasite { owner, caste })
    }

    /// Whether it is a parasite that `army` can beat and has not yet beaten in this wave.
    pub(super) const fn is_target_of(self, army: Seat) -> bool {
        !self.is_empty() && self.0 < Cell::WALL.0 && !self.belongs_to(army)
    }

    const fn is_beaten(self) -> bool {
        self.0 & Cell::BEATEN != 0
    }

    const fn attack(self) -> u8 {
        ATTACK[(self.0 & 7) as usize]
    }
}

/// The index of a square among the cells, with the walls counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Spot(u16);

impl Spot {
    pub(super) fn number(self) -> u16 {
        self.0
    }
}

/// The squares of a board, which has as many columns as rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    cells: Box<[Cell]>,
    size: u8,
}

impl Board {
    /// Returns an empty board with sides of this length.
    pub(super) fn new(size: u8) -> Board {
        let side = usize::from(size);
        let stride = side + BORDER;
        let mut cells = vec![Cell::WALL; (side + 2 * BORDER) * stride];
        for row in cells.chunks_mut(stride).skip(BORDER).take(side) {
            row[..side].fill(Cell::EMPTY);
        }
        Board { cells: cells.into_boxed_slice(), size }
    }

    pub(super) fn size(&self) -> u8 {
        self.size
    }

    pub(super) fn has(&self, at: Square) -> bool {
        at.col < self.size && at.row < self.size
    }

    /// Returns the index of a square of the board.
    pub(super) fn spot(&self, at: Square) -> Spot {
        let row = usize::from(at.row) + BORDER;
        Spot((row * self.stride() + usize::from(at.col)) as u16)
    }

    pub(super) fn square(&self, at: Spot) -> Square {
        let stride = self.stride();
        let index = usize::from(at.0);
        Square::new((index % stride) as u8, (index / stride - BORDER) as u8)
    }

    pub(super) fn get(&self, at: Spot) -> Cell {
        self.cells[usize::from(at.0)]
    }

    pub(super) fn set(&mut self, at: Spot, cell: Cell) {
        self.cells[usize::from(at.0)] = cell;
    }

    pub(super) fn parasite(&self, at: Spot) -> Option<Parasite> {
        self.get(at).parasite()
    }

    /// Returns the rows from below, each from left to right.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Cell]> {
        let side = usize::from(self.size);
        self.cells.chunks_exact(self.stride()).skip(BORDER).take(side).map(move |row| &row[..side])
    }

    /// Returns all cells, eight in a word.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.cells.chunks(8).map(|cells| {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(cells).for_each(|(byte, cell)| *byte = cell.0);
            u64::from_le_bytes(bytes)
        })
    }

    /// Returns the squares of a seat's parasites, row by row from below and from left to right within a row.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = Spot> {
        let own = self.cells.iter().enumerate().filter(move |(_, cell)| cell.belongs_to(seat));
        own.map(|(index, _)| Spot(index as u16))
    }

    /// Returns all parasites, row by row from below and from left to right within a row.
    pub(super) fn parasites(&self) -> impl Iterator<Item = (Spot, Parasite)> {
        let parasite = |(index, cell): (usize, &Cell)| Some((Spot(index as u16), cell.parasite()?));
        self.cells.iter().enumerate().filter_map(parasite)
    }

    /// Returns the empty squares that a parasite of this caste reaches from here.
    pub(super) fn targets(&self, from: Square, caste: Caste) -> impl Iterator<Item = Square> {
        let spot = self.spot(from);
        let free = caste
            .scope()
            .iter()
            .filter(move |&&(cols, rows)| self.get(self.step(spot, cols, rows)).is_empty());
        // The filter has let through only empty squares, and walls are not empty, so the target is on the board.
        free.map(move |&(cols, rows)| {
            Square::new(from.col.wrapping_add_signed(cols), from.row.wrapping_add_signed(rows))
        })
    }

    /// Whether a parasite of this caste reaches any empty square.
    pub(super) fn has_target(&self, from: Spot, caste: Caste) -> bool {
        caste.scope().iter().any(|&(cols, rows)| self.get(self.step(from, cols, rows)).is_empty())
    }

    /// Returns the four squares that share a side with this one. Some may be walls.
    pub(super) fn beside(&self, at: Spot) -> [Spot; 4] {
        let stride = self.stride() as u16;
        [Spot(at.0 - stride), Spot(at.0 - 1), Spot(at.0 + 1), Spot(at.0 + stride)]
    }

    /// Returns the eight squares that touch this one, by a side or by a corner. Some may be walls.
    pub(super) fn around(&self, at: Spot) -> [Spot; 8] {
        let [below, left, right, above] = self.beside(at).map(|beside| beside.0);
        [below - 1, below, below + 1, left, right, above - 1, above, above + 1].map(Spot)
    }

    /// Returns the total attack of the parasites that `army` has beside a square.
    pub(super) fn attack_on(&self, at: Spot, army: Seat) -> u8 {
        let own = self.beside(at).map(|beside| self.get(beside)).into_iter().filter(|c| c.belongs_to(army));
        own.map(Cell::attack).sum()
    }

    /// Whether every square beside a colony holds a parasite of `army` or a colony of its own group (R18).
    pub(super) fn is_hemmed_in(&self, at: Spot, owner: Seat, army: Seat) -> bool {
        self.beside(at).into_iter().all(|beside| {
            let cell = self.get(beside);
            cell == Cell::WALL || cell.belongs_to(army) || self.is_colony(beside, owner)
        })
    }

    pub(super) fn is_colony(&self, at: Spot, owner: Seat) -> bool {
        self.get(at).0 & !Cell::BEATEN == Cell::new(owner, Caste::Colony).0
    }

    /// Marks the parasite there as beaten in this wave. The mark lasts until another cell is set.
    pub(super) fn beat(&mut self, at: Spot) {
        self.cells[usize::from(at.0)].0 |= Cell::BEATEN;
    }

    /// Undoes [`Board::beat`].
    pub(super) fn spare(&mut self, at: Spot) {
        self.cells[usize::from(at.0)].0 &= !Cell::BEATEN;
    }

    pub(super) fn is_beaten(&self, at: Spot) -> bool {
        self.get(at).is_beaten()
    }

    fn stride(&self) -> usize {
        usize::from(self.size) + BORDER
    }

    fn step(&self, from: Spot, cols: i8, rows: i8) -> Spot {
        let by = i16::from(rows) * self.stride() as i16 + i16::from(cols);
        Spot(from.0.wrapping_add_signed(by))
    }
}
