//! Which orders are legal, and the end of the turn (sections 4 to 6 of the rules).

use crate::{Focus, Refused, Seat, Turn, danger::Danger, grid::Square};

use super::{
    event::Event,
    moves::Move,
    piece::{Element, Team},
    position::{MOST_POINTS, Stract},
    queue::Orders,
    resolve::{Past, resolve},
    why::Why,
};

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
    pub(super) fn pool_for(&self, seat: Seat) -> [u8; 3] {
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

    /// Returns what a piece of the seat meets on a tile, as far as its team knows: a piece that a teammate brings there, an enemy or
    /// a friend. Every other tile is just a goal.
    pub(super) fn arrival(&self, seat: Seat, at: Square) -> Focus {
        let brings =
            |order: Move| matches!(order, Move::Go { to, .. } | Move::Spawn { at: to, .. } if to == at);
        match self.piece(at) {
            _ if self.orders.of_mates(seat).any(brings) => Focus::Dies,
            Some(piece) if piece.team() != Team::of(seat) => Focus::Prey,
            Some(_) => Focus::Other,
            None => Focus::Goal,
        }
    }

    /// Returns the tiles that the enemies which a seat sees on the board could move to, and those of its team's pieces among them. A
    /// piece whose element the seat does not know could move like any element.
    pub(super) fn dangers(&self, seat: Seat) -> Danger {
        let (mut danger, team) = (Danger::default(), Team::of(seat));
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.team() != team) {
            let elements = match piece.seen_by(Some(team)).element {
                Some(element) => vec![element],
                None => Element::ALL.to_vec(),
            };
            for element in elements {
                for at in reach(element).targets(from, self.columns, self.rows) {
                    match self.piece(at).filter(|there| there.team() == team) {
                        Some(_) => danger.threaten(at),
                        None => danger.reach(at),
                    }
                }
            }
        }
        danger
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

impl Stract {
    /// Checks whether a seat may give this order now.
    pub(super) fn may_order(&self, seat: Seat, order: Move) -> Result<(), Refused<Why>> {
        if self.is_over() {
            Err(Refused::Over)
        } else if seat.number() > self.seats {
            Err(Refused::NotYourTurn { to_act: self.waiting() })
        } else if self.is_spent(Team::of(seat)) {
            Err(Refused::Illegal(Why::Spent))
        } else {
            self.check(seat, order).map_err(Refused::Illegal)
        }
    }

    /// Puts a legal order into the queue. The last missing order carries the turn out.
    pub(super) fn order(&mut self, seat: Seat, order: Move, report: &mut dyn FnMut(Event)) -> Turn {
        let before = self.orders.of(seat);
        // Giving the same order again keeps its place in the queue (R8).
        if before == Some(order) {
            return Turn::Open;
        }
        self.orders.put(seat, order);
        report(Event::Ordered { seat, order: Some(order), changed: before.is_some() });
        if !self.waiting().is_empty() {
            return Turn::Open;
        }
        self.end_turn(report);
        Turn::Ended
    }

    /// Carries the turn out (section 6).
    pub(super) fn end_turn(&mut self, report: &mut dyn FnMut(Event)) {
        // Spawned pieces leave the pool only now, since the order could still be changed before.
        for &(seat, order) in self.orders.as_slice() {
            if let Move::Spawn { element, .. } = order {
                self.pools[Team::of(seat).index()][element.index()] -= 1;
            }
        }
        self.done += 1;
        report(Event::TurnBegan { turn: self.done });
        let (gains, stood) = resolve(self.orders.as_slice(), &mut self.tiles, self.rows, report);
        let before = self.points;
        for team in Team::BOTH {
            let n = team.index();
            self.points[n] = (self.points[n] + gains.points[n]).clamp(-MOST_POINTS, MOST_POINTS);
            for element in Element::ALL.map(Element::index) {
                self.pools[n][element] += gains.scored[n][element];
                self.alive[n] -= gains.lost[n][element];
                self.lost[n][element] += gains.lost[n][element];
                self.unseen[n][element] += gains.unseen[n][element];
            }
        }
        report(Event::TurnEnded { turn: self.done, before, points: self.points });
        self.last = Some(Past { orders: self.orders, stood });
        self.orders = Orders::NONE;
    }
}
