//! Protozoa: grow the first organism worth 15 points from pieces that live and die by their number of neighbours.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the implementation of [`Game`] |
//! | `position.rs` | the position and its getters |
//! | `piece.rs` | sizes and pieces |
//! | `board.rs` | pieces as sets of squares: neighbours, culls, organisms |
//! | `play.rs` | legal moves, and what they do |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `path.rs` | the choices that lead to a move |
//! | `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | sentences for players |
//! | `features.rs` | facts for the evaluations of machines |
//! | `lesson.rs` | the guided first game |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod board;
mod features;
mod lesson;
mod moves;
mod pages;
mod path;
mod piece;
mod pieces;
mod play;
mod position;
mod showcase;
mod text;
mod why;
mod words;

pub use board::{Pieces, Squares};
pub use moves::Move;
pub use piece::{Piece, Size};
pub use play::Event;
pub use position::{Protozoa, Record};
pub use why::Why;

use crate::{
    About, Focus, Game, Leave, Lesson, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet,
    SetupError, Showcase, Step, Turn, Viewer, Word, game::check_turn, grid::Square,
};

impl Game for Protozoa {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;
    const LESSON: Lesson = lesson::LESSON;

    const KINDS: &'static [&'static [Word]] = path::KINDS;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        Protozoa::set_up(options)
    }

    /// Each size of the board with each kind of teams is a class.
    fn class(options: &Options) -> Option<&'static str> {
        let class = match (about::ABOUT.int(options, "size"), about::ABOUT.text(options, "teams")) {
            (6, "none") => "size-6",
            (8, "none") => "size-8",
            (10, "none") => "size-10",
            (6, "own") => "size-6-own",
            (8, "own") => "size-8-own",
            (10, "own") => "size-10-own",
            (6, "mixed") => "size-6-mixed",
            (8, "mixed") => "size-8-mixed",
            (10, "mixed") => "size-10-mixed",
            _ => return None,
        };
        about::ABOUT.is_unchanged(options, &["size", "teams", "first"]).then_some(class)
    }

    fn figures(&self) -> String {
        words::figures(self)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn sides(&self) -> Vec<SeatSet> {
        (0..self.side_count()).map(|side| self.side(side)).collect()
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
        self.take_turn(seat, *mv, report).map(|()| Turn::Ended).map_err(Refused::Illegal)
    }

    /// The records decide all places (R16, R19).
    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended()?;
        let rank = |seat| self.records[self.side_of(seat)].rank();
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), rank);
        Some(Outcome { ranking, reason })
    }

    fn scores(&self) -> Vec<i32> {
        SeatSet::all(self.seats).iter().map(|seat| self.records[self.side_of(seat)].value as i32).collect()
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    /// In a game of two sides, resigning loses the game; otherwise the others play on (R20 of the Protozoa rules).
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        if self.side_count() == 2 { Leave::SideLost } else { Leave::PlayOn }
    }

    /// The turn counts, and nothing happens in it (R20 of the Protozoa rules).
    fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Turn {
        report(Event::Skipped { seat });
        self.count_turn(seat);
        Turn::Ended
    }

    /// Every turn is one move, so a turn without one leaves everything else as it is.
    fn can_pass_over(&self) -> bool {
        true
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn path(&self, _: Seat, mv: &Move) -> Vec<Step> {
        path::path(*mv)
    }

    fn label(&self, seat: Seat, step: Step) -> String {
        path::label(self, seat, step)
    }

    fn route(&self, seat: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Promote(at) | Move::Demote(at) => Route::at(at),
            Move::Place { at, .. } => {
                Route::onto(at, if self.dies(seat, mv) { Focus::Dies } else { Focus::Goal })
            }
            Move::Pass => Route::default(),
        }
    }

    fn dies(&self, seat: Seat, mv: &Move) -> bool {
        words::dies(self, seat, *mv)
    }

    fn danger(&self, seat: Seat) -> Vec<(Square, Focus)> {
        self.dangers(seat).into_squares()
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
