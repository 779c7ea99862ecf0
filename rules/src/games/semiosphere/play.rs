//! Legal actions, and what each of them does (section 5 of the rules).

use crate::{Seat, SeatSet, danger::Danger, grid::Square};

use super::{
    event::Event,
    marks::columns,
    moves::Move,
    position::{ENTER_COST, ERASE_COST, PLANET_BONUS, Planet, Semiosphere, Whereabouts},
    text::MOST_POINTS,
    why::Why,
};

impl Semiosphere {
    /// Adds all legal actions of the seat to act.
    pub(super) fn add_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        let player = self.players[seat.index()];
        let on_top = |row| (0..self.rules.columns).map(move |col| Square::new(col, row));
        match player.piece {
            Whereabouts::Unplaced => {
                let free = on_top(0).filter(|&at| self.piece_on(at).is_none());
                return moves.extend(free.map(Move::Go));
            }
            Whereabouts::On(from) => {
                let beside = [(0, 1), (-1, 0), (1, 0), (0, -1)];
                let steps = beside
                    .iter()
                    .filter_map(|&(cols, rows)| from.offset(cols, rows, self.rules.columns, self.rules.rows));
                moves.extend(steps.filter(|&to| self.check_entry(seat, to).is_ok()).map(Move::Go));
                moves
                    .extend([Move::Drop, Move::Enter].into_iter().filter(|&mv| self.check(seat, mv).is_ok()));
            }
            Whereabouts::Inside => {
                let exits = on_top(self.rules.rows - 1).filter(|&to| self.check_entry(seat, to).is_ok());
                moves.extend(exits.map(Move::Go));
            }
            Whereabouts::Out { .. } => return,
        }
        // There is no check of points for marks and steps: a turn ends by itself when no point is left.
        moves.push(Move::End);
        for row in self.taken..self.rules.rows {
            let marked = self.marks.in_row(row);
            let free = self.markable_columns(row, player.piece) & !marked & !self.held_columns(row);
            moves.extend(columns(free).map(|col| Move::Mark(Square::new(col, row))));
            if player.points >= ERASE_COST {
                let foreign = marked & !self.marks.of(seat, row);
                moves.extend(columns(foreign).map(|col| Move::Erase(Square::new(col, row))));
            }
        }
    }

    /// Returns the columns of a row with a piece or planet, as bits.
    pub(super) fn held_columns(&self, row: u8) -> u16 {
        let mut held = 0;
        for player in self.players() {
            if let Whereabouts::On(at) = player.piece
                && at.row == row
            {
                held |= 1 << at.col;
            }
            if let Planet::On(at) = player.planet
                && at.row == row
            {
                held |= 1 << at.col;
            }
        }
        held
    }

    /// Returns the columns of a row within reach, as bits.
    pub(super) fn markable_columns(&self, row: u8, piece: Whereabouts) -> u16 {
        let all = (1 << self.rules.columns) - 1;
        match piece {
            Whereabouts::On(from) if self.rules.reach > 0 => {
                if row.abs_diff(from.row) > self.rules.reach {
                    return 0;
                }
                let low = from.col.saturating_sub(self.rules.reach);
                let high = (from.col + self.rules.reach).min(self.rules.columns - 1);
                all & (u16::MAX << low) & (u16::MAX >> (15 - high))
            }
            _ => all,
        }
    }

    /// Checks whether the seat to act may do this.
    pub(super) fn check(&self, seat: Seat, mv: Move) -> Result<(), Why> {
        let player = &self.players[seat.index()];
        let afford = |cost| {
            let points = player.points;
            if points >= cost { Ok(()) } else { Err(Why::TooDear { cost, points }) }
        };
        if player.piece == Whereabouts::Unplaced {
            let Move::Go(at) = mv else { return Err(Why::Placing) };
            return self.check_placing(at);
        }
        match mv {
            Move::Go(to) => self.check_go(seat, to),
            Move::Mark(at) => self.check_mark(player.piece, at),
            Move::Erase(at) => {
                if !self.on_board(at) {
                    return Err(Why::OffBoard(at));
                }
                match self.marks.on(at) {
                    None => Err(Why::NoMark(at)),
                    Some(owner) if owner == seat => Err(Why::OwnMark(at)),
                    Some(_) => afford(ERASE_COST),
                }
            }
            Move::Drop => self.check_drop(seat),
            Move::Enter => match player.piece {
                Whereabouts::On(at) if at.row == self.rules.rows - 1 => afford(ENTER_COST),
                Whereabouts::On(_) => Err(Why::NotOnTop),
                _ => Err(Why::Inside),
            },
            Move::End => Ok(()),
        }
    }

    fn check_placing(&self, at: Square) -> Result<(), Why> {
        if at.row != 0 {
            Err(Why::NotRowOne(at))
        } else if at.col >= self.rules.columns {
            Err(Why::OffBoard(at))
        } else if self.piece_on(at).is_some() {
            Err(Why::PieceThere(at))
        } else {
            Ok(())
        }
    }

    fn check_go(&self, seat: Seat, to: Square) -> Result<(), Why> {
        match self.players[seat.index()].piece {
            Whereabouts::On(from) => {
                if !self.on_board(to) {
                    return Err(Why::OffBoard(to));
                }
                if from.col.abs_diff(to.col) + from.row.abs_diff(to.row) != 1 {
                    return Err(Why::NotBeside { from, to });
                }
            }
            _ if to.row != self.rules.rows - 1 => return Err(Why::NotTopRow(to)),
            _ => {}
        }
        self.check_entry(seat, to)
    }

    /// Checks whether the piece may enter a square. No piece is pushed off it (R8), and the planet of an eliminated seat still
    /// blocks it (R30).
    fn check_entry(&self, seat: Seat, to: Square) -> Result<(), Why> {
        if !self.on_board(to) {
            return Err(Why::OffBoard(to));
        }
        if self.piece_on(to).is_some() {
            return Err(Why::PieceThere(to));
        }
        if self.marks.on(to).is_some_and(|owner| owner != seat) {
            return Err(Why::Blocked(to));
        }
        match self.planet_on(to) {
            Some(owner) if owner != seat => Err(Why::PlanetThere(to)),
            Some(_) if self.touched => Err(Why::Touched),
            _ => Ok(()),
        }
    }

    fn check_mark(&self, piece: Whereabouts, at: Square) -> Result<(), Why> {
        if !self.on_board(at) {
            Err(Why::OffBoard(at))
        } else if self.piece_on(at).is_some() {
            Err(Why::PieceThere(at))
        } else if self.planet_on(at).is_some() {
            Err(Why::PlanetThere(at))
        } else if self.marks.on(at).is_some() {
            Err(Why::MarkThere(at))
        } else if self.markable_columns(at.row, piece) & (1 << at.col) == 0 {
            Err(Why::OutOfReach { at, reach: self.rules.reach })
        } else {
            Ok(())
        }
    }

    fn check_drop(&self, seat: Seat) -> Result<(), Why> {
        let player = &self.players[seat.index()];
        let Whereabouts::On(from) = player.piece else { return Err(Why::Inside) };
        if player.planet != Planet::Carried {
            return Err(Why::NotCarrying);
        }
        if self.touched {
            return Err(Why::Touched);
        }
        let behind = self.behind(from).ok_or(Why::NothingBehind)?;
        if self.piece_on(behind).is_some() {
            Err(Why::PieceThere(behind))
        } else if self.planet_on(behind).is_some() {
            Err(Why::PlanetThere(behind))
        } else if self.marks.on(behind).is_some_and(|owner| owner != seat) {
            Err(Why::Blocked(behind))
        } else {
            Ok(())
        }
    }

    /// Returns the square one row lower, if it is on the board.
    pub(super) fn behind(&self, at: Square) -> Option<Square> {
        let behind = Square::new(at.col, at.row.checked_sub(1)?);
        self.on_board(behind).then_some(behind)
    }

    /// Returns how many points an action costs a seat whose piece is where it is now: `game.cost(seat, Move::Enter)` is 5. It does
    /// not check whether the action is legal.
    pub fn cost(&self, seat: Seat, mv: Move) -> u8 {
        match mv {
            Move::Go(to) => match self.whereabouts(seat) {
                Whereabouts::On(from) if to.row >= from.row => 1,
                _ => 0,
            },
            Move::Mark(_) | Move::Drop => 1,
            Move::Erase(_) => ERASE_COST,
            Move::Enter => ENTER_COST,
            Move::End => 0,
        }
    }

    /// Returns how many points a legal action leaves the seat.
    pub(super) fn points_left(&self, seat: Seat, mv: Move) -> u8 {
        let left = self.points(seat).saturating_sub(self.cost(seat, mv));
        match mv {
            Move::Drop => left + PLANET_BONUS,
            Move::Go(to) if self.planet(seat) == Planet::On(to) => left.saturating_sub(PLANET_BONUS),
            _ => left,
        }
    }

    /// Whether a legal action ends the turn of the seat.
    pub(super) fn ends_turn(&self, seat: Seat, mv: Move) -> bool {
        mv == Move::End || self.whereabouts(seat) != Whereabouts::Unplaced && self.points_left(seat, mv) == 0
    }

    /// Whether a legal action ends the seat's turn with its piece in the row that the void takes next.
    pub(super) fn is_lost_by(&self, seat: Seat, mv: Move) -> bool {
        let row = match (mv, self.whereabouts(seat)) {
            (Move::Go(to), _) => Some(to.row),
            (Move::Mark(_) | Move::Erase(_) | Move::Drop | Move::End, Whereabouts::On(at)) => Some(at.row),
            _ => None,
        };
        row == Some(self.taken) && self.ends_turn(seat, mv)
    }

    /// Whether a legal action ends the seat's turn with its planet in the row that the void takes next.
    pub(super) fn loses_planet(&self, seat: Seat, mv: Move) -> bool {
        let at = match (mv, self.whereabouts(seat), self.planet(seat)) {
            (Move::Drop, Whereabouts::On(from), _) => self.behind(from),
            (Move::Go(to), _, Planet::On(at)) if to == at => None,
            (_, _, Planet::On(at)) => Some(at),
            _ => None,
        };
        at.is_some_and(|at| at.row == self.taken) && self.ends_turn(seat, mv)
    }

    /// Returns where the pieces of the opponents could step next, and which marks of a seat they could erase.
    pub(super) fn dangers(&self, seat: Seat) -> Danger {
        let mut danger = Danger::default();
        if self.is_placing() || self.to_act.is_none() {
            return danger;
        }
        for opponent in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let mut position = Semiosphere { to_act: Some(opponent), touched: false, ..self.clone() };
            let player = &mut position.players[opponent.index()];
            // A seat that has had its turn in this round has at least the points of every round in the next one.
            player.points = player.points.max(self.rules.points);
            let reached = |mv: &Move| match *mv {
                Move::Go(to) => Some(to),
                _ => None,
            };
            danger.look_at(&position, opponent, reached, |event, danger| {
                if let Event::Erased { owner, at, .. } = *event
                    && owner == seat
                {
                    danger.threaten(at);
                }
            });
        }
        danger
    }

    /// Carries out an action that [`Semiosphere::check`] has accepted.
    pub(super) fn act(&mut self, seat: Seat, mv: Move, report: &mut dyn FnMut(Event)) {
        let cost = self.cost(seat, mv);
        let from = self.players[seat.index()].piece;
        self.players[seat.index()].points -= cost;
        match mv {
            Move::Go(to) => {
                self.players[seat.index()].piece = Whereabouts::On(to);
                report(match from {
                    Whereabouts::On(from) => Event::Stepped { seat, from, to },
                    Whereabouts::Inside => Event::Left { seat, to },
                    Whereabouts::Unplaced | Whereabouts::Out { .. } => Event::Placed { seat, at: to },
                });
                self.recover(seat, to, report);
            }
            Move::Mark(at) => {
                self.marks.put(at, seat);
                report(Event::Marked { seat, at });
            }
            Move::Erase(at) => {
                if let Some(owner) = self.marks.on(at) {
                    self.marks.erase(at);
                    report(Event::Erased { seat, owner, at });
                }
            }
            Move::Drop => {
                if let Whereabouts::On(from) = from
                    && let Some(at) = self.behind(from)
                {
                    let player = &mut self.players[seat.index()];
                    player.planet = Planet::On(at);
                    player.points = (player.points + PLANET_BONUS).min(MOST_POINTS);
                    self.touched = true;
                    report(Event::DroppedPlanet { seat, at });
                }
            }
            Move::Enter => {
                if let Whereabouts::On(from) = from {
                    let player = &mut self.players[seat.index()];
                    player.piece = Whereabouts::Inside;
                    report(Event::Entered { seat, from, with_planet: player.planet == Planet::Carried });
                }
            }
            Move::End => {}
        }
    }

    /// Picks the planet up if it is on the square that the piece has reached (R12).
    fn recover(&mut self, seat: Seat, at: Square, report: &mut dyn FnMut(Event)) {
        let player = &mut self.players[seat.index()];
        if player.planet == Planet::On(at) {
            player.planet = Planet::Carried;
            player.points = player.points.saturating_sub(PLANET_BONUS);
            self.touched = true;
            report(Event::Recovered { seat, at });
        }
    }
}
