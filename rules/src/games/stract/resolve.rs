//! How a turn is carried out (section 6 of the rules).
//!
//! Only tiles that an order begins or ends on can change. The pieces on them are lifted off the board, and what becomes of them
//! follows from the orders alone; so the last turn can be told again without keeping the board as it was.

use crate::{Seat, grid::Square};

use super::{Element, Event, GOAL_POINTS, Heap, Move, PIECE_POINTS, Piece, Team, orders::Orders};

/// The most pieces in a turn: every order can lift one from each of its two tiles, or spawn one.
const MOST: usize = 2 * Seat::MAX as usize;

#[derive(Clone, Copy, Debug)]
struct Mover {
    piece: Piece,
    /// Where it stood when the turn began; `None` if it is spawned.
    start: Option<Square>,
    /// Where it is.
    at: Square,
    /// Whether it has left the board: destroyed, or back in the pool.
    gone: bool,
}

/// In the places of movers that there are not.
const NOBODY: Mover = Mover {
    piece: Piece::new(Team::North, Element::Water, false),
    start: None,
    at: Square::new(0, 0),
    gone: false,
};

/// All that a turn depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    orders: Orders,
    /// What stood where each order begins and ends. Orders that share a tile have its piece but once.
    lifted: [[Option<Piece>; 2]; Seat::MAX as usize],
}

impl Plan {
    /// The plan of these orders; `lift` takes the piece off a tile.
    pub(super) fn new(orders: Orders, mut lift: impl FnMut(Square) -> Option<Piece>) -> Plan {
        let mut plan = Plan { orders, lifted: [[None; 2]; Seat::MAX as usize] };
        for (&(_, order), lifted) in orders.as_slice().iter().zip(&mut plan.lifted) {
            *lifted = [order.from(), order.to()].map(|at| at.and_then(&mut lift));
        }
        plan
    }

    /// Carries the turn out on a board of so many rows and tells what happens.
    pub(super) fn carry_out(&self, rows: u8, tell: &mut dyn FnMut(Event)) -> Aftermath {
        let mut after =
            Aftermath { movers: [NOBODY; MOST], len: 0, points: [0; 2], fallen: [0; 2], scored: [[0; 3]; 2] };
        for (&(_, order), lifted) in self.orders.as_slice().iter().zip(self.lifted) {
            for (at, piece) in [order.from(), order.to()].into_iter().zip(lifted) {
                if let (Some(at), Some(piece)) = (at, piece) {
                    after.add(Mover { piece, start: Some(at), at, gone: false });
                }
            }
        }
        let orders = self.orders.as_slice();
        let mut order_by_tile = [0, 1, 2, 3, 4, 5, 6, 7];
        let by_tile = &mut order_by_tile[..orders.len()];
        by_tile.sort_unstable_by_key(|&n| orders[n].1.from().or(orders[n].1.to()));
        let by_tile = by_tile.iter().map(|&n| orders[n]);
        after.spawn(by_tile.clone(), tell);
        after.go(by_tile, tell);
        after.switch(orders, tell);
        after.clash(tell);
        after.score(rows, tell);
        after
    }
}

/// What becomes of the pieces in a turn.
pub(super) struct Aftermath {
    movers: [Mover; MOST],
    len: usize,
    /// What North and South got.
    pub(super) points: [i32; 2],
    /// How many pieces of North and South were destroyed.
    pub(super) fallen: [u8; 2],
    /// What went back to their pools.
    pub(super) scored: [[u8; 3]; 2],
}

impl Aftermath {
    /// The pieces that stand on the board after the turn.
    pub(super) fn standing(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.movers[..self.len].iter().filter(|mover| !mover.gone).map(|mover| (mover.at, mover.piece))
    }

    fn movers(&mut self) -> &mut [Mover] {
        &mut self.movers[..self.len]
    }

    fn add(&mut self, mover: Mover) {
        self.movers[self.len] = mover;
        self.len += 1;
    }

    fn spawn(&mut self, orders: impl Iterator<Item = (Seat, Move)>, tell: &mut dyn FnMut(Event)) {
        for (seat, order) in orders {
            if let Move::Spawn { element, at } = order {
                let piece = Piece::new(Team::of(seat), element, false);
                self.add(Mover { piece, start: None, at, gone: false });
                tell(Event::Spawned { piece: piece.open(), at });
            }
        }
    }

    fn go(&mut self, orders: impl Iterator<Item = (Seat, Move)>, tell: &mut dyn FnMut(Event)) {
        for (_, order) in orders {
            if let Move::Go { from, to } = order
                && let Some(mover) = self.movers().iter_mut().find(|mover| mover.start == Some(from))
            {
                mover.at = to;
                tell(Event::Moved { piece: mover.piece.open(), from, to });
            }
        }
    }

    /// In order of arrival, each on the board that the one before left (R29 to R31).
    fn switch(&mut self, orders: &[(Seat, Move)], tell: &mut dyn FnMut(Event)) {
        for &(_, order) in orders {
            let Move::Switch { from, to } = order else { continue };
            let Some(earth) = self.movers().iter().position(|mover| mover.start == Some(from)) else {
                continue;
            };
            let piece = self.movers[earth].piece.open();
            let carried_off = self.movers[earth].at != from;
            if carried_off || self.movers().iter().all(|mover| mover.at != to) {
                tell(Event::Missed { piece, from, to, carried_off });
                continue;
            }
            for mover in self.movers().iter_mut().filter(|mover| mover.at == to) {
                mover.at = from;
            }
            self.movers[earth].at = to;
            tell(Event::Switched { piece, from, to });
        }
    }

    /// Destruction, tile by tile (R33 to R40).
    fn clash(&mut self, tell: &mut dyn FnMut(Event)) {
        self.movers().sort_unstable_by_key(|mover| mover.at);
        for heap in self.movers[..self.len].chunk_by_mut(|a, b| a.at == b.at) {
            if heap.len() > 1 {
                let points = settle(heap, &mut self.fallen, tell);
                for team in Team::BOTH {
                    self.points[team.index()] += points[team.index()];
                }
            }
        }
    }

    fn score(&mut self, rows: u8, tell: &mut dyn FnMut(Event)) {
        for mover in &mut self.movers[..self.len] {
            let Mover { piece, at, gone, .. } = *mover;
            if !gone && at.row == piece.team().goal_row(rows) {
                mover.gone = true;
                self.points[piece.team().index()] += GOAL_POINTS;
                self.scored[piece.team().index()][piece.element().index()] += 1;
                tell(Event::Scored { piece: piece.open(), at });
            }
        }
    }
}

/// Destruction on a tile with two or more pieces; gives the points of both teams.
fn settle(heap: &mut [Mover], fallen: &mut [u8; 2], tell: &mut dyn FnMut(Event)) -> [i32; 2] {
    let at = heap[0].at;
    let hostile = heap.iter().any(|mover| mover.piece.team() != heap[0].piece.team());
    let winner = match heap {
        [a, b] if a.piece.element().beats(b.piece.element()) => Some(0),
        [a, b] if b.piece.element().beats(a.piece.element()) => Some(1),
        _ => None,
    };
    let mut seen = Heap::default();
    let mut survivor = None;
    let mut points = [0; 2];
    for (n, mover) in heap.iter_mut().enumerate() {
        let team = mover.piece.team();
        mover.piece = Piece::new(team, mover.piece.element(), mover.piece.is_known() || hostile);
        seen.add(mover.piece.open(), 1);
        if winner == Some(n) {
            survivor = Some(mover.piece.open());
            continue;
        }
        mover.gone = true;
        fallen[team.index()] += 1;
        if hostile {
            points[team.other().index()] += PIECE_POINTS;
        } else {
            points[team.index()] -= PIECE_POINTS;
        }
    }
    tell(Event::Clashed { at, heap: seen, survivor, points });
    points
}
