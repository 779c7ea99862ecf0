//! Parasites: spread over the board from a queen, eat the enemies beside your newcomers, and own the most squares.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the implementation of [`Game`] |
//! | `position.rs` | the position and its getters |
//! | `caste.rs` | the castes of parasites, with their numbers and scopes |
//! | `board.rs` | the squares, one byte each |
//! | `setup.rs` | options and the start |
//! | `play.rs` | legal moves, and what a turn does |
//! | `fight.rs` | what a new parasite beats |
//! | `territory.rs` | who owns which square |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `path.rs` | the choices that lead to a move |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | events, and sentences for players |
//! | `features.rs`, `ground.rs`, `blow.rs` | facts for the evaluations of machines, the squares as bits, and turns that beat a queen |
//! | `lesson.rs` | the guided first game |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod blow;
mod board;
mod caste;
mod event;
mod features;
mod fight;
mod ground;
mod lesson;
mod moves;
mod pages;
mod path;
mod pieces;
mod play;
mod position;
mod setup;
mod showcase;
mod territory;
mod text;
mod why;
mod words;

pub use board::Parasite;
pub use caste::Caste;
pub use event::Event;
pub use moves::Move;
pub use position::{DEVELOPMENT, Parasites, QUEENS_APART};
pub use why::Why;

use crate::{
    About, Focus, Game, Leave, Lesson, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet,
    SetupError, Showcase, Step, Turn, Viewer, Word, game::check_turn, grid::Square,
};

impl Game for Parasites {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;
    const LESSON: Lesson = lesson::LESSON;

    const CAN_WAIT: bool = true;

    const KINDS: &'static [&'static [Word]] = path::KINDS;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        setup::set_up(options)
    }

    /// Only the default size for the number of players is rated.
    fn class(options: &Options) -> Option<&'static str> {
        setup::has_default_size(options).then_some("standard")
    }

    fn figures(&self) -> String {
        words::figures(self)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn to_act(&self) -> SeatSet {
        self.to_act.map(SeatSet::one).unwrap_or_default()
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        if self.to_act == Some(seat) {
            self.add_moves(seat, moves);
        }
    }

    fn play(&mut self, seat: Seat, mv: &Move, report: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        check_turn(self.to_act, seat)?;
        self.take_step(seat, *mv, report).map_err(Refused::Illegal)
    }

    /// When all have passed, the squares are counted as they are, no matter what could still be eaten (R33).
    fn outcome(&self) -> Option<Outcome> {
        if self.to_act.is_some() {
            return None;
        }
        let scores = self.scores();
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), |seat| {
            // Eliminated seats rank behind all others, and those eliminated later rank first among them.
            let group = self.fallen[seat.index()];
            (group > 0, std::cmp::Reverse(if group > 0 { group.into() } else { scores[seat.index()] }))
        });
        let reason = if self.living().len() == 1 { "last_player" } else { "territory" };
        Some(Outcome { ranking, reason })
    }

    fn eliminated(&self) -> Vec<SeatSet> {
        self.fallen().into_iter().rev().collect()
    }

    fn scores(&self) -> Vec<i32> {
        let mut scores = vec![0; usize::from(self.seats)];
        for owner in self.territory().into_iter().flatten() {
            scores[owner.index()] += 1;
        }
        scores
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn captures(event: &Event) -> bool {
        matches!(event, Event::Eaten { .. } | Event::Fallen { .. })
    }

    /// The seat's parasites stay and can be eaten as before (R35 of the Parasites rules).
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        Leave::PlayOn
    }

    /// The game skips the seat's turn as R35 of the Parasites rules says.
    fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Turn {
        self.move_on(seat, report);
        Turn::Ended
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
            Move::Create { from, to, .. } => {
                let eats = self.takes(seat, mv) > 0;
                Route::new(from, to, if eats { Focus::Prey } else { Focus::Goal })
            }
            Move::Transform(at) => Route::at(at),
            Move::Place(at) => Route::onto(at, Focus::Goal),
            Move::Pass | Move::End => Route::default(),
        }
    }

    fn takes(&self, seat: Seat, mv: &Move) -> usize {
        match *mv {
            Move::Create { to, .. } if self.meets_enemies(seat, to) => path::takes(self, seat, *mv),
            _ => 0,
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
