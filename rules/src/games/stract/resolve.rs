//! Carries out a turn (section 6 of the rules).
//!
//! Only tiles on which an order begins or ends can change, and the orders alone decide what happens to the pieces there.
//! Therefore [`Past`] can replay the last turn without a copy of the board.

use std::ops::{Index, IndexMut};

use crate::{Seat, grid::Square};

use super::{
    event::Event,
    moves::Move,
    piece::{Element, Heap, Piece, Team},
    queue::{MAX_SEATS, Orders},
};

/// The points for a piece that reaches its goal row.
pub const GOAL_POINTS: i32 = 10;

/// The points for a destroyed piece. The enemy gets them if one was there; otherwise the piece's own team loses them.
pub const PIECE_POINTS: i32 = 2;

/// The largest number of columns and of rows of a board.
pub(super) const MOST_SIDE: u8 = 12;

const TILES: usize = MOST_SIDE as usize * MOST_SIDE as usize;

/// A board with at most one piece on a tile. Tiles beyond its edges are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tiles([Option<Piece>; TILES]);

impl Tiles {
    pub(super) const EMPTY: Tiles = Tiles([None; TILES]);

    /// Returns all pieces, row by row from below and from left to right within a row.
    pub(super) fn pieces(&self, rows: u8) -> impl Iterator<Item = (Square, Piece)> {
        let tiles = self.0[..usize::from(rows) * usize::from(MOST_SIDE)].iter().enumerate();
        tiles.filter_map(|(n, piece)| Some((Square::at(n, MOST_SIDE), (*piece)?)))
    }

    /// Returns the bytes of a row's pieces ([`Piece::byte`]) and zeros for empty tiles: eight tiles in the first word, the lowest byte
    /// first, and the others in the second word.
    pub(super) fn words(&self, row: u8) -> [u64; 2] {
        let tiles = &self.0[Square::new(0, row).index(MOST_SIDE)..][..usize::from(MOST_SIDE)];
        let (low, high) = tiles.split_at(8);
        [low, high].map(|tiles| {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(tiles).for_each(|(byte, tile)| *byte = tile.map_or(0, Piece::byte));
            u64::from_le_bytes(bytes)
        })
    }
}

impl Index<Square> for Tiles {
    type Output = Option<Piece>;

    fn index(&self, at: Square) -> &Option<Piece> {
        &self.0[at.index(MOST_SIDE)]
    }
}

impl IndexMut<Square> for Tiles {
    fn index_mut(&mut self, at: Square) -> &mut Option<Piece> {
        &mut self.0[at.index(MOST_SIDE)]
    }
}

/// A turn that was carried out, with everything that it depended on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Past {
    pub(super) orders: Orders,
    pub(super) stood: Stood,
}

/// The pieces on the first and last tile of each order when the turn began, in the order of the queue. If orders share a tile,
/// at least one of them holds its piece.
pub(super) type Stood = [[Option<Piece>; 2]; MAX_SEATS];

impl Past {
    /// Reports the events of the turn again, on a board with this number of rows.
    pub(super) fn report(&self, rows: u8, report: &mut dyn FnMut(Event)) {
        let mut tiles = Tiles::EMPTY;
        for (&(_, order), stood) in self.orders.as_slice().iter().zip(self.stood) {
            for (at, piece) in [order.from(), order.to()].into_iter().zip(stood) {
                if let (Some(at), Some(piece)) = (at, piece) {
                    tiles[at] = Some(piece);
                }
            }
        }
        resolve(self.orders.as_slice(), &mut tiles, rows, report);
    }
}

/// The points and pieces that a turn brings to North and South.
#[derive(Default)]
pub(super) struct Gains {
    pub(super) points: [i32; 2],
    /// The destroyed pieces by element.
    pub(super) lost: [[u8; 3]; 2],
    /// Those destroyed pieces whose element the other team has never known.
    pub(super) unseen: [[u8; 3]; 2],
    /// The pieces that returned to the pools, by element.
    pub(super) scored: [[u8; 3]; 2],
}

/// Carries a turn out step by step on a board with this number of rows (R23), and passes its events to `report`.
pub(super) fn resolve(
    queue: &[(Seat, Move)],
    tiles: &mut Tiles,
    rows: u8,
    report: &mut dyn FnMut(Event),
) -> (Gains, Stood) {
    let mut stood = [[None; 2]; MAX_SEATS];
    // All moving pieces leave before any of them arrives (R25).
    for (&(_, order), stood) in queue.iter().zip(&mut stood) {
        match order {
            Move::Pass => {}
            Move::Spawn { at, .. } => stood[1] = tiles[at],
            Move::Go { from, to } => *stood = [tiles[from].take(), tiles[to]],
            Move::Switch { from, to } => *stood = [tiles[from], tiles[to]],
        }
    }
    let mut gains = Gains::default();
    let mut crowd = Crowd { tiles, more: [(Square::new(0, 0), NOBODY); MAX_SEATS], len: 0 };
    crowd.spawn_and_go(queue, &stood, report);
    crowd.switch(queue, &stood, report);
    crowd.clash(&mut gains, report);
    crowd.score(queue, rows, &mut gains, report);
    (gains, stood)
}

/// A filler for unused entries of an array of pieces.
const NOBODY: Piece = Piece::new(Team::North, Element::Water, false);

/// The board in the middle of a turn, when any number of pieces can share a tile.
struct Crowd<'a> {
    tiles: &'a mut Tiles,
    /// The pieces on tiles that already hold another one.
    more: [(Square, Piece); MAX_SEATS],
    len: usize,
}

impl Crowd<'_> {
    fn more(&mut self) -> &mut [(Square, Piece)] {
        &mut self.more[..self.len]
    }

    fn put(&mut self, at: Square, piece: Piece) {
        let tile = &mut self.tiles[at];
        if tile.is_none() {
            *tile = Some(piece);
        } else {
            self.more[self.len] = (at, piece);
            self.len += 1;
        }
    }

    /// Carries out spawns by tile, then moves by tile. The order of arrival must not show here.
    fn spawn_and_go(&mut self, queue: &[(Seat, Move)], stood: &Stood, report: &mut dyn FnMut(Event)) {
        // Each entry is a number that sorts by the order of events first and then by the place in the queue.
        let mut by_tile = [0; MAX_SEATS];
        let mut len = 0;
        for (n, &(_, order)) in queue.iter().enumerate() {
            let rank = match order {
                Move::Pass | Move::Switch { .. } => continue,
                Move::Spawn { at, .. } => at.index(MOST_SIDE),
                Move::Go { from, .. } => TILES + from.index(MOST_SIDE),
            };
            by_tile[len] = rank * MAX_SEATS + n;
            len += 1;
        }
        let by_tile = &mut by_tile[..len];
        by_tile.sort_unstable();
        for n in by_tile.iter().map(|key| key % MAX_SEATS) {
            let (seat, order) = queue[n];
            match order {
                Move::Spawn { element, at } => {
                    let piece = Piece::new(Team::of(seat), element, false);
                    self.put(at, piece);
                    report(Event::Spawned { piece: piece.open(), at });
                }
                Move::Go { from, to } => {
                    let Some(piece) = stood[n][0] else { continue };
                    self.put(to, piece);
                    report(Event::Moved { piece: piece.open(), from, to });
                }
                Move::Pass | Move::Switch { .. } => {}
            }
        }
    }

    /// Carries out switches in order of arrival, each on the board that the one before left (R29 to R31).
    fn switch(&mut self, queue: &[(Seat, Move)], stood: &Stood, report: &mut dyn FnMut(Event)) {
        let mut hit = [None; MAX_SEATS];
        for (n, &(_, order)) in queue.iter().enumerate() {
            let Move::Switch { from, to } = order else { continue };
            let Some(earth) = stood[n][0] else { continue };
            let piece = earth.open();
            let carried_off = hit.contains(&Some(from));
            if carried_off || self.tiles[to].is_none() {
                report(Event::Missed { piece, from, to, carried_off });
                continue;
            }
            // Pieces that came to the earth's tile are all in `more`, since the earth itself holds the tile.
            self.tiles[from] = self.tiles[to].replace(earth);
            for (at, _) in self.more().iter_mut().filter(|(at, _)| *at == to) {
                *at = from;
            }
            hit[n] = Some(to);
            report(Event::Switched { piece, from, to });
        }
    }

    /// Destroys pieces, tile by tile (R33 to R40).
    fn clash(&mut self, gains: &mut Gains, report: &mut dyn FnMut(Event)) {
        self.more().sort_unstable_by_key(|&(at, _)| at);
        for met in self.more[..self.len].chunk_by(|a, b| a.0 == b.0) {
            let at = met[0].0;
            if let Some(piece) = self.tiles[at] {
                self.tiles[at] = settle(at, piece, met, gains, report);
            }
        }
    }

    /// Scores goals, tile by tile (R44 to R46).
    fn score(&mut self, queue: &[(Seat, Move)], rows: u8, gains: &mut Gains, report: &mut dyn FnMut(Event)) {
        let mut ends = [Square::new(0, 0); 2 * MAX_SEATS];
        let mut len = 0;
        let mut visit = |at: Square| {
            if at.row == 0 || at.row == rows - 1 {
                ends[len] = at;
                len += 1;
            }
        };
        for &(_, order) in queue {
            match order {
                Move::Pass | Move::Spawn { .. } => {}
                Move::Go { to, .. } => visit(to),
                Move::Switch { from, to } => {
                    visit(from);
                    visit(to);
                }
            }
        }
        let ends = &mut ends[..len];
        ends.sort_unstable();
        for &mut at in ends {
            if let Some(piece) = self.tiles[at].take_if(|piece| piece.team().goal_row(rows) == at.row) {
                gains.points[piece.team().index()] += GOAL_POINTS;
                gains.scored[piece.team().index()][piece.element().index()] += 1;
                report(Event::Scored { piece: piece.open(), at });
            }
        }
    }
}

/// Destroys pieces on a tile with two or more of them. Returns the one that is left.
fn settle(
    at: Square,
    piece: Piece,
    more: &[(Square, Piece)],
    gains: &mut Gains,
    report: &mut dyn FnMut(Event),
) -> Option<Piece> {
    let hostile = more.iter().any(|&(_, other)| other.team() != piece.team());
    let survivor = match *more {
        [(_, other)] if piece.element().beats(other.element()) => Some(piece),
        [(_, other)] if other.element().beats(piece.element()) => Some(other),
        _ => None,
    };
    let shown = |piece: Piece| if hostile { piece.made_known() } else { piece };
    let mut heap = Heap::default();
    let mut points = [0; 2];
    let mut meet = |piece: Piece| {
        let (team, element) = (piece.team(), piece.element());
        heap.add(shown(piece).open(), 1);
        // A survivor has another element than the piece that it destroys, so this comparison finds only the survivor.
        if survivor == Some(piece) {
            return;
        }
        gains.lost[team.index()][element.index()] += 1;
        gains.unseen[team.index()][element.index()] += u8::from(!shown(piece).is_known());
        if hostile {
            points[team.other().index()] += PIECE_POINTS;
        } else {
            points[team.index()] -= PIECE_POINTS;
        }
    };
    meet(piece);
    more.iter().for_each(|&(_, other)| meet(other));
    gains.points[0] += points[0];
    gains.points[1] += points[1];
    let survivor = survivor.map(shown);
    report(Event::Clashed { at, heap, survivor: survivor.map(Piece::open), points });
    survivor
}
