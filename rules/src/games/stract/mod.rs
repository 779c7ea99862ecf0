//! Stract: two teams order in secret, then everything moves at once. Bring pieces into the enemy's home row.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the implementation of [`Game`] |
//! | `position.rs` | the position and its getters |
//! | `piece.rs` | teams, elements, pieces, and how other teams see them |
//! | `setup.rs` | options, presets and the start |
//! | `queue.rs` | the orders of the open turn |
//! | `orders.rs` | which orders are legal, and the end of the turn |
//! | `resolve.rs` | what the orders of a turn do |
//! | `event.rs`, `view.rs`, `log.rs` | events and positions, as each viewer may know them |
//! | `area.rs` | sets of tiles as bits |
//! | `features.rs` | facts for the evaluations of machines |
//! | `trail.rs`, `clues.rs`, `knowledge.rs` | what a seat can conclude about hidden pieces, and positions that fit |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `path.rs` | the choices that lead to an order |
//! | `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | sentences for players |
//! | `lesson.rs` | the guided first game |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod area;
mod clues;
mod event;
mod features;
mod knowledge;
mod lesson;
mod log;
mod moves;
mod orders;
mod pages;
mod path;
mod piece;
mod pieces;
mod position;
mod queue;
mod resolve;
mod setup;
mod showcase;
mod text;
mod trail;
mod view;
mod why;
mod words;

pub use clues::clues;
pub use event::Event;
pub use knowledge::Knowledge;
pub use moves::Move;
pub use piece::{Element, Heap, Sight, Team};
pub use position::Stract;
pub use resolve::{GOAL_POINTS, PIECE_POINTS};
pub use view::{Losses, Pool, View};
pub use why::Why;

use crate::{
    About, Focus, Game, Leave, Lesson, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet,
    SetupError, Showcase, Step, Turn, Viewer, Word, grid::Square,
};

impl Game for Stract {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;
    const LESSON: Lesson = lesson::LESSON;
    const SIMULTANEOUS: bool = true;
    const SECRETS: bool = true;

    const KINDS: &'static [&'static [Word]] = path::KINDS;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = View;

    fn new(options: &Options) -> Result<Self, SetupError> {
        setup::set_up(options)
    }

    /// Each preset is a class.
    fn class(options: &Options) -> Option<&'static str> {
        about::ABOUT.class_of_preset(options, &["standard", "correspondence"])
    }

    fn figures(&self) -> String {
        words::figures(self)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn sides(&self) -> Vec<SeatSet> {
        Team::BOTH.map(|team| self.side(team)).to_vec()
    }

    fn to_act(&self) -> SeatSet {
        self.waiting()
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        if self.able().contains(seat) {
            self.add_orders(seat, moves);
        }
    }

    fn play(&mut self, seat: Seat, mv: &Move, report: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        self.may_order(seat, *mv)?;
        Ok(self.order(seat, *mv, report))
    }

    fn resolve(&mut self, report: &mut dyn FnMut(Event)) -> bool {
        let open = !self.is_over();
        if open {
            self.end_turn(report);
        }
        open
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended()?;
        let points = |seat| self.points[Team::of(seat).index()];
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), |seat| -points(seat));
        Some(Outcome { ranking, reason })
    }

    fn scores(&self) -> Vec<i32> {
        SeatSet::all(self.seats).iter().map(|seat| self.points[Team::of(seat).index()]).collect()
    }

    /// Returns the position without the log of the last turn and without the earlier losses.
    fn without_past(&self) -> Self {
        Stract { last: None, lost: [[0; 3]; 2], unseen: [[0; 3]; 2], ..self.clone() }
    }

    fn view(&self, to: Viewer) -> View {
        View::new(self, to)
    }

    fn view_with_order(&self, to: Viewer, seat: Seat, order: &Move) -> View {
        self.view(to).with_order(seat, *order)
    }

    fn log(&self, to: Viewer) -> Vec<String> {
        let Some(past) = &self.last else { return Vec::new() };
        // A seat that the game does not have reads what a spectator reads.
        let to = if to != Viewer::Open && self.team_of(to).is_none() { Viewer::Public } else { to };
        let mut events = vec![Event::TurnBegan { turn: self.done }];
        past.report(self.rows, &mut |event| events.push(event));
        events.push(Event::TurnEnded { turn: self.done, before: self.points, points: self.points });
        log::lines(&events, to)
    }

    fn visible_to(event: &Event, to: Viewer) -> Option<Event> {
        event.seen_by(to)
    }

    fn is_transient(event: &Event) -> bool {
        matches!(event, Event::Ordered { order: None, .. })
    }

    /// The seat's pending order stays, it orders nothing in later turns, and its team plays on with its other seats (R53 of the
    /// Stract rules).
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        Leave::PlayOn
    }

    /// The seat orders nothing, which counts as a pass. No event reports it, so nobody learns that the seat had not ordered.
    fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Turn {
        self.orders.put(seat, Move::Pass);
        if !self.waiting().is_empty() {
            return Turn::Open;
        }
        self.end_turn(report);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn path(&self, _: Seat, mv: &Move) -> Vec<Step> {
        path::path(self, *mv)
    }

    fn label(&self, seat: Seat, step: Step) -> String {
        path::label(self, seat, step)
    }

    fn route(&self, seat: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Go { from, to } => Route::new(from, to, self.arrival(seat, to)),
            Move::Switch { from, to } => Route::new(from, to, Focus::Other),
            Move::Spawn { at, .. } => Route::onto(at, self.arrival(seat, at)),
            Move::Pass => Route::default(),
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

    fn status(&self, to: Viewer) -> String {
        words::status(self, to)
    }
}
