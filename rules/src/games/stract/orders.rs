//! The orders of the open turn: the queue, and which orders are legal (sections 4 and 5 of the rules).

use crate::{Seat, SeatSet, grid::Square};

use super::{Element, MAX_SEATS, Move, Stract, Team, Why};

/// The pending orders in order of arrival, at most one per seat. An order arrives when it is accepted, whatever a clock shows
/// (R10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Orders {
    /// The orders. Entries from `len` on are [`Orders::NOTHING`].
    queue: [(Seat, Move); MAX_SEATS],
    len: u8,
    /// The seats that have ordered.
    seats: SeatSet,
}

impl Orders {
    const NOTHING: (Seat, Move) = (Seat::FIRST, Move::Pass);

    pub(super) const NONE: Orders =
        Orders { queue: [Orders::NOTHING; MAX_SEATS], len: 0, seats: SeatSet::EMPTY };

    pub(super) fn as_slice(&self) -> &[(Seat, Move)] {
        &self.queue[..usize::from(self.len)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [(Seat, Move)] {
        &mut self.queue[..usize::from(self.len)]
    }

    pub(super) fn of(&self, seat: Seat) -> Option<Move> {
        if !self.seats.contains(seat) {
            return None;
        }
        self.as_slice().iter().find(|order| order.0 == seat).map(|order| order.1)
    }

    /// Returns the seats that have ordered.
    pub(super) fn seats(&self) -> SeatSet {
        self.seats
    }

    /// Puts an order at the end of the queue and removes an earlier one of the seat.
    pub(super) fn put(&mut self, seat: Seat, mv: Move) {
        if self.seats.contains(seat) {
            let at = self.as_slice().iter().take_while(|order| order.0 != seat).count();
            // The old order moves to the end, where the new one overwrites it.
            self.as_mut_slice()[at..].rotate_left(1);
        } else {
            self.len += 1;
            self.seats.insert(seat);
        }
        if let Some(back) = self.as_mut_slice().last_mut() {
            *back = (seat, mv);
        }
    }

    /// Returns the orders of a seat's teammates.
    fn of_mates(&self, seat: Seat) -> impl Iterator<Item = Move> {
        let mate = move |other: Seat| other != seat && Team::of(other) == Team::of(seat);
        self.as_slice().iter().filter(move |order| mate(order.0)).map(|order| order.1)
    }
}

/// A set of steps in columns and rows, at most two each.
struct Steps {
    all: &'static [(i8, i8)],
    /// One bit for each step, in a square with sides of [`Steps::SIDE`].
    set: u32,
}

const BESIDE: Steps = Steps::new(&[(0, 1), (-1, 0), (1, 0), (0, -1)]);

const AROUND: Steps = Steps::new(&[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]);

const STRAIGHT: Steps = Steps::new(&[(0, 2), (0, 1), (-2, 0), (-1, 0), (1, 0), (2, 0), (0, -1), (0, -2)]);

const SWITCH: Steps = Steps::new(&[
    (0, 2),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-2, 0),
    (-1, 0),
    (1, 0),
    (2, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
    (0, -2),
]);

impl Steps {
    const SIDE: i8 = 5;

    const fn new(all: &'static [(i8, i8)]) -> Steps {
        let (mut set, mut n) = (0, 0);
        while n < all.len() {
            set |= Steps::bit(all[n].0, all[n].1);
            n += 1;
        }
        Steps { all, set }
    }

    /// Returns the bit of a step, or 0 for a step that is too long.
    const fn bit(cols: i8, rows: i8) -> u32 {
        let (col, row) = (cols + Steps::SIDE / 2, rows + Steps::SIDE / 2);
        let short = col >= 0 && col < Steps::SIDE && row >= 0 && row < Steps::SIDE;
        if short { 1 << (row * Steps::SIDE + col) } else { 0 }
    }

    /// Whether one of the steps leads from `from` to `to`.
    const fn lead(&self, from: Square, to: Square) -> bool {
        self.set & Steps::bit(to.col as i8 - from.col as i8, to.row as i8 - from.row as i8) != 0
    }

    /// Returns the tiles that the steps lead to on a board of this size.
    fn targets(&self, from: Square, columns: u8, rows: u8) -> impl Iterator<Item = Square> {
        self.all.iter().filter_map(move |&(cols, up)| from.offset(cols, up, columns, rows))
    }
}

/// Returns the steps that an element can make.
const fn reach(element: Element) -> &'static Steps {
    match element {
        Element::Water => &AROUND,
        Element::Fire => &STRAIGHT,
        Element::Earth => &BESIDE,
    }
}

// Legal orders depend on the orders of teammates, but never on hidden pieces or on orders of the other team.
impl Stract {
    /// Returns what a team's pool still holds for a seat after its teammates' pending spawns.
    fn pool_for(&self, seat: Seat) -> [u8; 3] {
        let mut pool = self.pools[Team::of(seat).index()];
        for order in self.orders.of_mates(seat) {
            if let Move::Spawn { element, .. } = order {
                pool[element.index()] = pool[element.index()].saturating_sub(1);
            }
        }
        pool
    }

    /// Whether a teammate has ordered a spawn there.
    fn mate_spawns(&self, seat: Seat, at: Square) -> bool {
        let mut orders = self.orders.of_mates(seat);
        orders.any(|order| matches!(order, Move::Spawn { at: other, .. } if other == at))
    }

    /// Adds all orders that a seat may give, as if it had no pending order.
    pub(super) fn add_orders(&self, seat: Seat, moves: &mut Vec<Move>) {
        let team = Team::of(seat);
        moves.push(Move::Pass);
        let pool = self.pool_for(seat);
        let home = team.home_row(self.rows);
        for at in (0..self.columns).map(|col| Square::new(col, home)) {
            if self.mate_spawns(seat, at) {
                continue;
            }
            let in_pool = Element::ALL.into_iter().filter(|element| pool[element.index()] > 0);
            moves.extend(in_pool.map(|element| Move::Spawn { element, at }));
        }
        for (from, piece) in self.pieces() {
            if piece.team() != team || self.orders.of_mates(seat).any(|order| order.from() == Some(from)) {
                continue;
            }
            let targets = |steps: &'static Steps| steps.targets(from, self.columns, self.rows);
            moves.extend(targets(reach(piece.element())).map(|to| Move::Go { from, to }));
            if piece.element() == Element::Earth {
                moves.extend(targets(&SWITCH).map(|to| Move::Switch { from, to }));
            }
        }
    }

    /// Checks whether a seat, whose team still has pieces, may give this order.
    pub(super) fn check(&self, seat: Seat, mv: Move) -> Result<(), Why> {
        match mv {
            Move::Pass => Ok(()),
            Move::Spawn { element, at } => self.check_spawn(seat, element, at),
            Move::Go { from, to } => {
                let element = self.check_piece(seat, from)?;
                if !self.on_board(to) {
                    Err(Why::OffBoard(to))
                } else if !reach(element).lead(from, to) {
                    Err(Why::OutOfReach { element, from, to })
                } else {
                    Ok(())
                }
            }
            Move::Switch { from, to } => {
                let element = self.check_piece(seat, from)?;
                if element != Element::Earth {
                    Err(Why::NotEarth { element, from })
                } else if !self.on_board(to) {
                    Err(Why::OffBoard(to))
                } else if !SWITCH.lead(from, to) {
                    Err(Why::SwitchTooFar { from, to })
                } else {
                    Ok(())
                }
            }
        }
    }

    fn check_spawn(&self, seat: Seat, element: Element, at: Square) -> Result<(), Why> {
        let home = Team::of(seat).home_row(self.rows);
        if !self.on_board(at) {
            Err(Why::OffBoard(at))
        } else if at.row != home {
            Err(Why::NotHome { at, row: home + 1 })
        } else if self.mate_spawns(seat, at) {
            Err(Why::MateSpawns(at))
        } else if self.pool_for(seat)[element.index()] == 0 {
            Err(Why::PoolEmpty(element))
        } else {
            Ok(())
        }
    }

    /// Returns the element of a piece that the seat may order.
    fn check_piece(&self, seat: Seat, from: Square) -> Result<Element, Why> {
        let own =
            self.piece(from).filter(|piece| piece.team() == Team::of(seat)).ok_or(Why::NotYours(from))?;
        if self.orders.of_mates(seat).any(|order| order.from() == Some(from)) {
            return Err(Why::MateOrders(from));
        }
        Ok(own.element())
    }
}
