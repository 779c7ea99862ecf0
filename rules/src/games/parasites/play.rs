//! Legal moves, and what a turn does (sections 4 and 5 of the rules).

use crate::{Seat, SeatSet, Turn, danger::Danger, grid::Square};

use super::{
    board::{Cell, Parasite, Spot},
    caste::{CHEAPEST, Caste},
    event::Event,
    moves::Move,
    position::{DEVELOPMENT, Parasites, QUEENS_APART, Used},
    why::Why,
};

/// The largest board with a restriction. On larger boards, queens may be placed anywhere (R3).
const LARGEST_WITH_STRIP: u8 = 30;

impl Parasites {
    /// Adds all legal moves of the seat to act.
    pub(super) fn add_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        if self.queens[seat.index()].is_none() {
            let squares = self.squares().filter(|&at| self.check_place(at).is_ok());
            return moves.extend(squares.map(Move::Place));
        }
        for at in self.board.of(seat) {
            let Some(Parasite { caste: creator, .. }) = self.board.parasite(at) else { continue };
            let from = self.board.square(at);
            if !self.has_begun() && creator.is_transformable() {
                moves.push(Move::Transform(from));
            }
            let points = self.points_to_spend(at, creator);
            if points < CHEAPEST {
                continue;
            }
            for to in self.board.targets(from, creator) {
                let affordable = Caste::CREATABLE
                    .into_iter()
                    .filter(|caste| caste.cost().is_some_and(|cost| cost <= points));
                moves.extend(affordable.rev().map(|caste| Move::Create { from, to, caste }));
            }
        }
        moves.push(if self.has_begun() { Move::End } else { Move::Pass });
    }

    /// Plays one move of the seat to act. A refused move changes nothing.
    pub(super) fn take_step(
        &mut self,
        seat: Seat,
        mv: Move,
        report: &mut dyn FnMut(Event),
    ) -> Result<Turn, Why> {
        let placing = self.queens[seat.index()].is_none();
        match mv {
            Move::Place(_) if !placing => return Err(Why::Placed),
            Move::Place(at) => {
                self.check_place(at)?;
                self.place(seat, at, report);
            }
            _ if placing => return Err(Why::Placing),
            Move::Create { from, to, caste } => {
                let creation = self.check_create(seat, from, to, caste)?;
                return Ok(self.create(seat, creation, report));
            }
            Move::Transform(at) => {
                let caste = self.check_transform(seat, at)?;
                self.board.set(self.board.spot(at), Cell::new(seat, Caste::Colony));
                self.passes = 0;
                report(Event::Transformed { seat, at, caste });
                self.pass_on(seat);
            }
            Move::Pass if self.has_begun() => return Err(Why::Begun),
            Move::Pass => {
                let (passes, seats) = (self.passes + 1, self.living().len() as u8);
                report(Event::Passed { seat, passes, seats });
                self.pass(seat);
            }
            Move::End if !self.has_begun() => return Err(Why::NothingDone),
            Move::End => {
                report(Event::TurnEnded { seat, exhausted: false });
                self.pass_on(seat);
            }
        }
        Ok(Turn::Ended)
    }

    /// Acts for a seat that has left (R35). Its turn is passed or ended, and a queen goes to the first square in byte order.
    pub(super) fn move_on(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) {
        if self.queens[seat.index()].is_none() {
            let free = self.squares().filter(|&at| self.check_place(at).is_ok());
            if let Some(at) = free.min_by_key(|&at| Move::Place(at).to_string()) {
                self.place(seat, at, report);
            }
            return;
        }
        report(Event::Skipped { seat });
        if self.has_begun() { self.pass_on(seat) } else { self.pass(seat) }
    }

    /// Checks whether a queen may be placed there (R3, R4).
    pub(super) fn check_place(&self, at: Square) -> Result<(), Why> {
        if !self.board.has(at) {
            return Err(Why::OffBoard(at));
        }
        if !self.board.get(self.board.spot(at)).is_empty() {
            return Err(Why::Occupied(at));
        }
        if !self.is_in_strip(at) {
            return Err(Why::TooCentral { at, strip: self.board.size() / 3 });
        }
        match self.queens.into_iter().flatten().find(|queen| steps_apart(*queen, at) < QUEENS_APART) {
            Some(queen) => Err(Why::TooNear { at, queen }),
            None => Ok(()),
        }
    }

    /// Whether a square is near enough to a border for a queen (R3).
    pub(super) fn is_in_strip(&self, at: Square) -> bool {
        let size = self.board.size();
        let line = |n: u8| n.min(size - 1 - n);
        size > LARGEST_WITH_STRIP || line(at.col).min(line(at.row)) < size / 3
    }

    fn check_create(&self, seat: Seat, from: Square, to: Square, caste: Caste) -> Result<Creation, Why> {
        let cost = caste.cost().ok_or(Why::NotCreatable(caste))?;
        let creator = self.own(seat, from)?;
        if !self.board.has(to) {
            return Err(Why::OffBoard(to));
        }
        if !self.board.get(self.board.spot(to)).is_empty() {
            return Err(Why::Occupied(to));
        }
        let away = |from: u8, to: u8| to as i8 - from as i8;
        if !creator.reaches(away(from.col, to.col), away(from.row, to.row)) {
            return Err(Why::OutOfScope { from, to, caste: creator });
        }
        let spot = self.board.spot(from);
        let points = self.points_left(spot, creator);
        if self.uses(spot).is_none() && self.development < creator.use_cost() {
            return Err(if self.development == 0 { Why::NoDevelopment } else { Why::QueenNeedsBoth });
        }
        if cost > points {
            return Err(Why::TooDear { from, cost, points });
        }
        Ok(Creation { from, to, creator, caste, cost })
    }

    fn check_transform(&self, seat: Seat, at: Square) -> Result<Caste, Why> {
        let caste = self.own(seat, at)?;
        if !caste.is_transformable() {
            Err(Why::CannotTransform(caste))
        } else if self.has_begun() {
            Err(Why::Begun)
        } else {
            Ok(caste)
        }
    }

    /// Returns the caste of the seat's own parasite on a square.
    fn own(&self, seat: Seat, at: Square) -> Result<Caste, Why> {
        if !self.board.has(at) {
            return Err(Why::OffBoard(at));
        }
        match self.board.parasite(self.board.spot(at)) {
            None => Err(Why::Empty(at)),
            Some(parasite) if parasite.owner != seat => Err(Why::NotYours(at)),
            Some(parasite) => Ok(parasite.caste),
        }
    }

    fn place(&mut self, seat: Seat, at: Square, report: &mut dyn FnMut(Event)) {
        self.board.set(self.board.spot(at), Cell::new(seat, Caste::Queen));
        self.queens[seat.index()] = Some(at);
        report(Event::Placed { seat, at });
        self.pass_on(seat);
    }

    fn create(&mut self, seat: Seat, creation: Creation, report: &mut dyn FnMut(Event)) -> Turn {
        let Creation { from, to, caste, .. } = creation;
        let newest = self.board.spot(to);
        self.pay(creation);
        self.board.set(newest, Cell::new(seat, caste));
        self.passes = 0;
        report(Event::Created { seat, from, to, caste });
        if self.fight(seat, newest, report) && self.living().len() == 1 {
            self.finish();
        } else if self.can_go_on(seat, newest) {
            return Turn::Open;
        } else {
            report(Event::TurnEnded { seat, exhausted: true });
            self.pass_on(seat);
        }
        Turn::Ended
    }

    /// Returns what the opponents of a seat could create next, and what that would win.
    pub(super) fn dangers(&self, seat: Seat) -> Danger {
        let mut danger = Danger::default();
        if self
            .queens
            .iter()
            .zip(&self.fallen)
            .take(self.seats.into())
            .any(|(queen, &fallen)| queen.is_none() && fallen == 0)
        {
            return danger;
        }
        for opponent in self.living().without(SeatSet::one(seat)).iter() {
            let position = Parasites {
                to_act: Some(opponent),
                development: DEVELOPMENT,
                used: [None; 2],
                ..self.clone()
            };
            let reached = |mv: &Move| match *mv {
                Move::Create { to, .. } => Some(to),
                _ => None,
            };
            danger.look_at(&position, opponent, reached, |event, danger| match event {
                Event::Eaten { owner, parasites, .. } if *owner == seat => {
                    parasites.iter().for_each(|&(at, _)| danger.threaten(at));
                }
                Event::Fallen { seat: owner, parasites, .. } if *owner == seat => {
                    parasites.iter().for_each(|&(at, _)| danger.threaten(at));
                }
                _ => {}
            });
        }
        danger
    }

    fn pay(&mut self, creation: Creation) {
        let Creation { creator, cost, .. } = creation;
        let from = self.board.spot(creation.from);
        if let Some(used) = self.used.iter_mut().flatten().find(|used| used.at == from) {
            used.points -= cost;
            return;
        }
        self.development -= creator.use_cost();
        let new = Some(Used { at: from, points: creator.points() - cost });
        // Position texts list the used parasites by square, so the entries stay sorted.
        self.used = match self.used {
            [Some(other), _] if other.at < from => [Some(other), new],
            [other, _] => [new, other],
        };
    }

    /// Whether anything can still be created in a turn that has begun (R28). The search starts at `newest`, because a new
    /// parasite most often has room to create.
    pub(super) fn can_go_on(&self, seat: Seat, newest: Spot) -> bool {
        let creates = |at: Spot| {
            let own = self.board.parasite(at).filter(|parasite| parasite.owner == seat);
            own.is_some_and(|parasite| self.creates(at, parasite.caste))
        };
        self.used.iter().flatten().any(|used| used.points >= CHEAPEST && creates(used.at))
            || self.development > 0 && (creates(newest) || self.board.of(seat).any(creates))
    }

    /// Whether a parasite of the seat to act can create anything now.
    pub(super) fn creates(&self, at: Spot, caste: Caste) -> bool {
        self.points_to_spend(at, caste) >= CHEAPEST && self.board.has_target(at, caste)
    }

    /// Passes the turn. The game ends once all have passed in a row. Every other move fills a square or changes a parasite for
    /// good, so the game cannot last forever (R32).
    fn pass(&mut self, seat: Seat) {
        self.passes += 1;
        if usize::from(self.passes) >= self.living().len() { self.finish() } else { self.pass_on(seat) }
    }

    /// Begins the turn of the next seat that is not eliminated, with all creation points (R10).
    fn pass_on(&mut self, seat: Seat) {
        let mut next = seat.next(self.seats);
        while self.fallen[next.index()] > 0 {
            next = next.next(self.seats);
        }
        self.to_act = Some(next);
        self.development = DEVELOPMENT;
        self.used = [None; 2];
    }

    fn finish(&mut self) {
        self.to_act = None;
        self.development = 0;
        self.used = [None; 2];
    }

    /// Whether something has been created in this turn, so that it can only be ended.
    pub fn has_begun(&self) -> bool {
        self.used[0].is_some()
    }

    pub(super) fn uses(&self, at: Spot) -> Option<Used> {
        self.used.into_iter().flatten().find(|used| used.at == at)
    }

    /// Returns the creation points that a parasite has left in this turn, whether it has been used or not.
    pub(super) fn points_left(&self, at: Spot, caste: Caste) -> u8 {
        self.uses(at).map_or(caste.points(), |used| used.points)
    }

    /// Returns the creation points that a parasite of the seat to act can spend, or 0 if the development points do not suffice
    /// to use it.
    pub(super) fn points_to_spend(&self, at: Spot, caste: Caste) -> u8 {
        match self.uses(at) {
            Some(used) => used.points,
            None if self.development >= caste.use_cost() => caste.points(),
            None => 0,
        }
    }
}

/// A creation that has passed all checks.
#[derive(Clone, Copy)]
struct Creation {
    from: Square,
    to: Square,
    creator: Caste,
    caste: Caste,
    cost: u8,
}

/// Returns the number of steps along rows and columns from one square to another.
pub(super) fn steps_apart(a: Square, b: Square) -> u8 {
    a.col.abs_diff(b.col) + a.row.abs_diff(b.row)
}
