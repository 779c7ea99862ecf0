//! Semiosphere: carry your planet up the board and inside before the void takes the rows from below.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the implementation of [`Game`] |
//! | `position.rs` | the position and its getters |
//! | `marks.rs` | the marks on the board |
//! | `setup.rs` | options, presets and the start |
//! | `play.rs` | legal actions, and what they do |
//! | `round.rs` | turns, the void, the points |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `path.rs` | the choices that lead to an action |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | events, and sentences for players |
//! | `features.rs` | facts for the evaluations of machines |
//! | `lesson.rs` | the guided first game |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod event;
mod features;
mod lesson;
mod marks;
mod moves;
mod pages;
mod path;
mod pieces;
mod play;
mod position;
mod round;
mod setup;
mod showcase;
mod text;
mod why;
mod words;

pub use event::Event;
pub use moves::Move;
pub use position::{ENTER_COST, ERASE_COST, PLANET_BONUS, Planet, Semiosphere, Whereabouts};
pub use why::Why;

use crate::{
    About, Focus, Game, Leave, Lesson, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet,
    SetupError, Showcase, Step, Turn, Viewer, Word, game::check_turn, grid::Square,
};

impl Game for Semiosphere {
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
        setup::set_up(options)
    }

    /// Only the balanced preset is rated, because nearly all games of the standard one end in a tie.
    fn class(options: &Options) -> Option<&'static str> {
        about::ABOUT.class_of_preset(options, &["balanced"])
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
        self.check(seat, *mv).map_err(Refused::Illegal)?;
        Ok(self.carry_out(seat, *mv, report))
    }

    /// Seats that the void took rank by the rows they were taken with (R28).
    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended()?;
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), |seat| {
            let player = &self.players[seat.index()];
            match player.piece {
                Whereabouts::Inside if player.planet == Planet::Carried => 0,
                Whereabouts::Out { row } => u8::MAX - row,
                _ => 1,
            }
        });
        Some(Outcome { ranking, reason })
    }

    fn eliminated(&self) -> Vec<SeatSet> {
        let row = |seat| match self.whereabouts(seat) {
            Whereabouts::Out { row } => Some(row),
            _ => None,
        };
        let out = SeatSet::all(self.seats).iter().filter(|&seat| row(seat).is_some());
        Ranking::by_key(out, |seat| std::cmp::Reverse(row(seat))).groups().to_vec()
    }

    fn scores(&self) -> Vec<i32> {
        self.players()
            .map(|player| match player.piece {
                Whereabouts::Unplaced | Whereabouts::Out { .. } => 0,
                Whereabouts::On(at) => i32::from(at.row) + 1,
                Whereabouts::Inside => i32::from(self.rules.rows) + 1,
            })
            .collect()
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    /// The piece of the seat vanishes as if the void had taken it (R31 of the Semiosphere rules).
    fn retire(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Leave {
        Leave::Out(self.leave_game(seat, report))
    }

    /// A seat that has left is eliminated, so only machines need this, to compare turns.
    fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(Event)) -> Turn {
        self.pass_turn(seat, report);
        Turn::Ended
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
        let from = self.place(seat);
        match *mv {
            Move::Go(to) => {
                let focus = if self.is_lost_by(seat, *mv) { Focus::Dies } else { Focus::Goal };
                Route { from, to: Some((to, focus)) }
            }
            Move::Enter => Route { from, to: Some((self.place_inside(seat), Focus::Goal)) },
            Move::Drop => {
                let behind = from.and_then(|from| self.behind(from));
                Route { from, to: behind.map(|behind| (behind, Focus::Other)) }
            }
            Move::Mark(at) => Route::onto(at, Focus::Goal),
            Move::Erase(at) => Route::onto(at, Focus::Other),
            Move::End => Route::default(),
        }
    }

    fn dies(&self, seat: Seat, mv: &Move) -> bool {
        self.is_lost_by(seat, *mv)
    }

    fn warning(&self, seat: Seat, mv: &Move) -> Option<String> {
        let lost = match () {
            () if self.is_lost_by(seat, *mv) => words::LOST,
            () if self.loses_planet(seat, *mv) => words::PLANET_LOST,
            () => return None,
        };
        Some(lost.to_owned())
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
