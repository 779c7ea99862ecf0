//! Setup, turns, and the end of the game (sections 3, 4 and 7 of the rules).

use crate::{Options, Seat, SeatSet, SetupError, danger::Danger};

use super::{
    about::ABOUT,
    board::{Board, Cell, CellKind, SEATS},
    event::Event,
    moves::Move,
    past::Past,
    position::{End, Free, PlanktonSynapse, Rules},
    squares::Squares,
};

/// The number of times that a position must occur at the start of a turn to draw the game (R38).
const REPETITIONS: usize = 3;

/// The board at the start, as position texts write it (R2).
const START: &str = "zrsttsrz/nwjttjwn/nnnnnnnn/8/8/NNNNNNNN/NWJTTJWN/ZRSTTSRZ";

impl PlanktonSynapse {
    pub(super) fn set_up(options: &Options) -> Result<PlanktonSynapse, SetupError> {
        let rules = Rules {
            // About::check has checked the range.
            limit: ABOUT.int(options, "turn_limit") as u16,
            counts: ABOUT.text(options, "tiebreak") == "cells",
            first_loss: ABOUT.text(options, "loss") == "first",
        };
        // The cells in the lower rows belong to seat 1, which moves first (R3).
        let board = Board::read(START).map_err(|error| SetupError::Clash(error.to_string()))?;
        Ok(PlanktonSynapse::at_start_of_turn(board, rules, 1, Seat::FIRST, SeatSet::EMPTY))
    }

    /// Returns a position without a past.
    pub(super) fn at_start_of_turn(
        board: Board,
        rules: Rules,
        turn: u16,
        next: Seat,
        fallen: SeatSet,
    ) -> PlanktonSynapse {
        let marks = Squares::NONE;
        let mut game = PlanktonSynapse {
            board,
            marks,
            rules,
            turn,
            next,
            free: None,
            fallen,
            over: None,
            past: Past::default(),
        };
        game.begin_turn();
        game
    }

    /// Turns this into a position in the middle of a turn whose beginning is unknown.
    pub(super) fn resume(&mut self, free: Free, marks: Squares) {
        self.free = Some(free);
        self.marks = marks;
        self.over = None;
        self.past = Past::default();
    }

    /// Forgets all earlier positions.
    pub(super) fn forget(&mut self) {
        self.past = Past::default();
        if self.free.is_none() {
            self.begin_turn();
        }
    }

    /// Marks the cells and checks whether the game is over, in the order of section 7.
    fn begin_turn(&mut self) {
        self.marks = self.board.marks();
        // The same board counts as another position if the other seat is to move.
        let repeated = self.past.add(self.board.fingerprint() ^ u64::from(self.next.number()));
        self.over = if !self.fallen.is_empty() {
            Some(End::Zoorbs)
        } else if repeated >= REPETITIONS {
            Some(End::Repetition)
        } else if self.turn > self.rules.limit {
            Some(End::Limit)
        } else if !self.can_act() {
            Some(End::NoMove)
        } else {
            None
        };
    }

    /// Ends the turn and begins that of the other seat.
    pub(super) fn end_turn(&mut self) {
        self.free = None;
        self.next = self.next.next(2);
        self.turn += 1;
        self.begin_turn();
    }

    /// Returns where the cells of the other seat could go next, and what they would eat.
    pub(super) fn dangers(&self, seat: Seat) -> Danger {
        let opponent = seat.next(2);
        let mut position = PlanktonSynapse { next: opponent, free: None, ..self.clone() };
        position.forget();
        let reached = |mv: &Move| match *mv {
            Move::Go { to, .. } | Move::Split { to, .. } => Some(to),
            _ => None,
        };
        let mut danger = Danger::default();
        danger.look_at(&position, opponent, reached, |event, danger| {
            if let Event::Eaten { owner, at, .. } = *event
                && owner == seat
            {
                danger.threaten(at);
            }
        });
        danger
    }

    /// Opens a free turn if the seat has a free action. Returns whether it did.
    pub(super) fn try_free_turn(&mut self, free: Free, report: &mut dyn FnMut(Event)) -> bool {
        self.free = Some(free);
        let opened = self.has_free_action(free);
        if opened {
            report(Event::Freed { seat: self.next, free });
        }
        opened
    }

    /// Finds the seats that lost by an action (section 7.1). `before` holds their numbers of zoorbs before the action.
    pub(super) fn judge(&mut self, before: [usize; 2], report: &mut dyn FnMut(Event)) {
        for (seat, before) in SEATS.into_iter().zip(before) {
            let left = self.zoorbs(seat);
            if left == 0 || self.rules.first_loss && left < before {
                self.fallen.insert(seat);
                report(Event::Fallen { seat, left });
            }
        }
    }

    /// Whether the seat to act has any normal action. Every cell except a zoorb can at least be removed.
    fn can_act(&self) -> bool {
        let own = self.board.of(self.next);
        let zoorbs = own & self.board.kind(CellKind::Zoorb);
        own != zoorbs
            || zoorbs.iter().any(|at| {
                let zoorb = Cell { owner: self.next, kind: CellKind::Zoorb, at };
                !(self.births(zoorb) | self.reach(zoorb)).is_empty()
            })
    }

    /// Whether the seat can do anything except pass in this free turn.
    fn has_free_action(&self, free: Free) -> bool {
        match free {
            Free::Neatom => {
                let neatoms = self.board.own(self.next, CellKind::Neatom);
                let births = (neatoms.around() & self.board.free()).without(self.barren(self.next));
                !births.is_empty() || neatoms.meets(neatoms.beside())
            }
            Free::Tetraphyte(at) => !self.destinations(at).is_empty(),
            Free::Pentaphyte { at, .. } => {
                let mut found = false;
                self.each_swap(at, &mut |_| found = true);
                found
            }
        }
    }
}
