//! Turns, what the void takes, and the points of the next round (sections 4 and 6 of the rules).

use crate::{Seat, SeatSet, Turn, grid::Square};

use super::{
    event::Event,
    marks::{MAX_SEATS, columns},
    moves::Move,
    position::{PLANET_BONUS, Planet, Semiosphere, Whereabouts},
};

impl Semiosphere {
    /// Carries out one action that [`Semiosphere::check`] has accepted, and what follows from it.
    pub(super) fn carry_out(&mut self, seat: Seat, mv: Move, report: &mut dyn FnMut(Event)) -> Turn {
        let placing = self.players[seat.index()].piece == Whereabouts::Unplaced;
        self.act(seat, mv, report);
        if self.ended().is_some() {
            self.finish();
            return Turn::Ended;
        }
        let unused = self.players[seat.index()].points;
        if placing {
            self.pass_placing(seat, report);
        } else if mv == Move::End || unused == 0 {
            report(Event::TurnEnded { seat, unused });
            self.pass_turn(seat, report);
        } else {
            return Turn::Open;
        }
        Turn::Ended
    }

    /// Removes a seat that leaves (R31). Its piece counts as taken with the lowest row that is left.
    pub(super) fn leave_game(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Turn {
        if !self.is_alive(seat) {
            return Turn::Open;
        }
        let placing = self.is_placing();
        self.take_piece(seat, self.taken);
        report(Event::Retired { seat });
        if self.ended().is_some() {
            self.finish();
            Turn::Ended
        } else if self.to_act != Some(seat) {
            Turn::Open
        } else {
            if placing {
                self.pass_placing(seat, report)
            } else {
                self.pass_turn(seat, report)
            }
            Turn::Ended
        }
    }

    /// Lets the next seat place its piece, or begins round 1.
    fn pass_placing(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) {
        let unplaced = |seat: &Seat| self.players[seat.index()].piece == Whereabouts::Unplaced;
        self.to_act = self.from(seat).find(unplaced);
        if self.to_act.is_none() {
            self.begin_round(report);
        }
    }

    /// Lets the next seat of the round act. After the last one, the void comes.
    pub(super) fn pass_turn(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) {
        self.players[seat.index()].points = 0;
        self.touched = false;
        // Eliminated seats have no points, so this skips them.
        let mut later = self.from(self.lead).skip_while(|&other| other != seat).skip(1);
        if let Some(next) = later.find(|&other| self.points(other) > 0) {
            self.to_act = Some(next);
            return;
        }
        self.take_row(report);
        if self.ended().is_some() {
            return self.finish();
        }
        // The lead passes on by number, even to an eliminated seat, which `order` then skips.
        if self.rules.rotate {
            self.lead = self.lead.next(self.seats);
        }
        self.begin_round(report);
    }

    fn begin_round(&mut self, report: &mut dyn FnMut(Event)) {
        let first = self.order().next();
        self.to_act = first;
        if let Some(first) = first {
            report(Event::RoundBegan { round: self.taken + 1, first });
        }
    }

    /// Lets the void take the lowest row that is left, and gives new points to everybody alive.
    fn take_row(&mut self, report: &mut dyn FnMut(Event)) {
        let row = self.taken;
        report(Event::RowTaken { row });
        // Marks pay before the void takes anything, so everything is judged on the row as it was.
        let mut earned = [0; MAX_SEATS];
        for seat in SeatSet::all(self.seats).iter() {
            // Eliminated seats earn nothing. A seat taken with this very row is skipped, too, because it has no next turn.
            let marks = self.marks.of(seat, row);
            if marks == 0 || !self.is_alive(seat) || self.is_on_row(seat, row) {
                continue;
            }
            earned[seat.index()] = marks.count_ones() as u8;
            for col in columns(marks) {
                report(Event::MarkPaid { seat, at: Square::new(col, row) });
            }
            report(Event::Earned { seat, marks: earned[seat.index()] });
        }
        self.marks.clear_row(row);
        for seat in SeatSet::all(self.seats).iter() {
            let player = self.players[seat.index()];
            if let Planet::On(at) = player.planet
                && at.row == row
            {
                self.players[seat.index()].planet = Planet::Taken;
                report(Event::PlanetTaken { seat, at });
            }
            if let Whereabouts::On(at) = player.piece
                && at.row == row
            {
                self.take_piece(seat, row);
                report(Event::PieceTaken { seat, at });
            }
        }
        self.taken += 1;
        for seat in SeatSet::all(self.seats).iter() {
            if !self.is_alive(seat) {
                continue;
            }
            let bonus = match self.planet(seat) {
                Planet::Carried => 0,
                Planet::On(_) => PLANET_BONUS,
                Planet::Taken => self.rules.lost_bonus,
            };
            self.players[seat.index()].points = self.rules.points + earned[seat.index()] + bonus;
        }
    }

    pub(super) fn is_on_row(&self, seat: Seat, row: u8) -> bool {
        matches!(self.whereabouts(seat), Whereabouts::On(at) if at.row == row)
    }

    fn take_piece(&mut self, seat: Seat, row: u8) {
        let player = &mut self.players[seat.index()];
        player.piece = Whereabouts::Out { row };
        player.points = 0;
        if player.planet == Planet::Carried {
            player.planet = Planet::Taken;
        }
    }

    fn finish(&mut self) {
        self.to_act = None;
        self.touched = false;
        for player in &mut self.players {
            player.points = 0;
        }
    }
}
