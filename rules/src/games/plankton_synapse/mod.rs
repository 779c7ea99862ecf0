//! Plankton Synapse: nine kinds of cells, which glow or not by the number of zoorbs and the rays of phytorbs. Destroy all enemy
//! zoorbs.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the implementation of [`Game`] |
//! | `position.rs` | the position and its getters |
//! | `squares.rs`, `board.rs` | sets of squares; the cells as such sets, and their marks |
//! | `reach.rs` | where cells can go, and what stops them |
//! | `legal.rs` | legal actions |
//! | `play.rs` | what actions do |
//! | `turn.rs` | setup, turns, the end of the game |
//! | `past.rs` | earlier positions, to find repetitions |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `path.rs` | the choices that lead to an action |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | events, and sentences for players |
//! | `features.rs` | facts for the evaluations of machines |
//! | `lesson.rs` | the guided first game |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod board;
mod event;
mod features;
mod legal;
mod lesson;
mod moves;
mod pages;
mod past;
mod path;
mod pieces;
mod play;
mod position;
mod reach;
mod showcase;
mod squares;
mod text;
mod turn;
mod why;
mod words;

pub use board::{Cell, CellKind};
pub use event::Event;
pub use moves::Move;
pub use position::{Free, PlanktonSynapse};
pub use squares::{SIDE, Squares};
pub use why::Why;

use board::SEATS;
use position::End;

use crate::{
    About, Focus, Game, Leave, Lesson, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet,
    SetupError, Showcase, Step, Turn, Viewer, game::check_turn, grid::Square,
};

impl Game for PlanktonSynapse {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;
    const LESSON: Lesson = lesson::LESSON;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        PlanktonSynapse::set_up(options)
    }

    /// Each preset is a class.
    fn class(options: &Options) -> Option<&'static str> {
        about::ABOUT.class_of_preset(options, &["standard", "correspondence"])
    }

    fn figures(&self) -> String {
        words::figures(self)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> SeatSet {
        if self.over.is_some() { SeatSet::EMPTY } else { SeatSet::one(self.next) }
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        if self.to_act().contains(seat) {
            self.each_move(&mut |mv| moves.push(mv));
        }
    }

    fn play(&mut self, seat: Seat, mv: &Move, report: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        check_turn(self.over.is_none().then_some(self.next), seat)?;
        self.check(*mv).map_err(Refused::Illegal)?;
        Ok(self.carry_out(*mv, report))
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.over? {
            End::Zoorbs => (SEATS.into_iter().find(|&seat| !self.fallen.contains(seat)), "zoorbs"),
            End::Repetition => (None, "repetition"),
            End::Limit => (self.ahead().filter(|_| self.rules.counts), "limit"),
            End::NoMove => (None, "nomove"),
        };
        let first = winner.map(SeatSet::one).unwrap_or_default();
        Some(Outcome { ranking: Ranking::new([first, SeatSet::all(2).without(first)]), reason })
    }

    fn scores(&self) -> Vec<i32> {
        SEATS.iter().map(|&seat| self.zoorbs(seat) as i32).collect()
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn without_past(&self) -> Self {
        let mut game = self.clone();
        game.forget();
        game
    }

    /// Resigning loses the game, as in chess (R41 of the Plankton Synapse rules).
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        Leave::SideLost
    }

    /// A seat that has left has lost, so this is never needed in a running game. The turn would end without an action.
    fn skip(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Turn {
        self.end_turn();
        Turn::Ended
    }

    /// Every turn is one action, so a turn without one leaves everything else as it is.
    fn can_pass_over(&self) -> bool {
        true
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn path(&self, _: Seat, mv: &Move) -> Vec<Step> {
        path::path(*mv)
    }

    fn label(&self, _: Seat, step: Step) -> String {
        path::label(self, step)
    }

    fn route(&self, seat: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Go { from, to } => {
                let eats =
                    self.cell(from).is_some_and(|cell| self.prey(cell).meets(cell.body_at(Squares::one(to))));
                let focus = match eats {
                    true if self.dies(seat, mv) => Focus::Dies,
                    true => Focus::Prey,
                    false => Focus::Goal,
                };
                Route::new(from, to, focus)
            }
            Move::Split { from, to } => Route::new(from, to, Focus::Goal),
            Move::Fuse { at: from, with: to, .. } | Move::Swap { from, to, .. } => {
                Route::new(from, to, Focus::Other)
            }
            Move::Die(at) => Route::at(at),
            Move::Pass => Route::default(),
        }
    }

    fn dies(&self, _: Seat, mv: &Move) -> bool {
        match *mv {
            Move::Go { from, to } => self.cell(from).is_some_and(|cell| self.is_trap(cell, to)),
            Move::Die(_) => true,
            Move::Split { .. } | Move::Fuse { .. } | Move::Swap { .. } | Move::Pass => false,
        }
    }

    fn danger(&self, seat: Seat) -> Vec<(Square, Focus)> {
        self.dangers(seat).into_squares()
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn describe_all(events: &[&Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
        words::describe_all(events, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
