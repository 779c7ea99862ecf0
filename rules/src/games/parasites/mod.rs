//! Parasites: grow over the board from a queen, eat what stands beside your newcomers, own the most squares.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position, and what can be asked of it |
//! | `caste.rs` | what a parasite can be, with its numbers and its scope |
//! | `board.rs` | the squares, one byte each |
//! | `setup.rs` | options and the start |
//! | `play.rs` | moves that are legal, and what a turn does |
//! | `fight.rs` | what a newcomer beats |
//! | `territory.rs` | who owns which square |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | what happened, and sentences for players |

mod about;
mod board;
mod caste;
mod event;
mod fight;
mod moves;
mod pages;
mod pieces;
mod play;
mod setup;
mod territory;
mod text;
mod why;
mod words;

pub use caste::Caste;
pub use event::Event;
pub use moves::Move;
pub use why::Why;

use board::{Board, Spot};
use caste::CHEAPEST;

use crate::{
    About, Focus, Game, Leave, Options, Outcome, Ranking, Refused, Route, Seat, SeatSet, SetupError, Turn,
    Viewer, game::check_turn, grid::Square,
};

/// Development points in every turn.
pub const DEVELOPMENT: u8 = 2;

/// The fewest steps between two queens when they are placed (R4).
pub const QUEENS_APART: u8 = 6;

/// A parasite on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parasite {
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub caste: Caste,
}

/// A parasite that has created in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Used {
    at: Spot,
    /// The creation points it has left.
    points: u8,
}

/// A position of Parasites.
///
/// ```
/// use rules::{Game, Seat, games::parasites::{Caste, Parasites}};
///
/// let mut game: Parasites = "9,Q2/10/10/4,B1,5/10/3,D1,D2,D1,4/10/10/10/Q1,9 2 1 2 - 0 -".parse()?;
/// game.play(Seat::FIRST, &"e7+e6=a".parse()?, &mut |_| {})?;
/// let eaten = game.parasite("e5".parse()?).ok_or("a colony")?;
/// assert_eq!((eaten.owner, eaten.caste), (Seat::FIRST, Caste::Colony));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parasites {
    board: Board,
    seats: u8,
    /// `None` when the game is over.
    to_act: Option<Seat>,
    /// Development points left in this turn.
    development: u8,
    /// Turns passed in a row.
    passes: u8,
    /// In the order of their squares; the second only after the first.
    used: [Option<Used>; 2],
    /// By seat; `None` before placing and for a seat that is out.
    queens: [Option<Square>; Seat::MAX as usize],
    /// By seat: 0 for one that is in the game, else the number of its group among those that lost their queens, from 1.
    fallen: [u8; Seat::MAX as usize],
}

impl Parasites {
    /// The side of the board in squares, 8 to 40.
    #[must_use]
    pub fn board_size(&self) -> u8 {
        self.board.size()
    }

    /// The parasite on a square; `None` also for squares off the board.
    #[must_use]
    pub fn parasite(&self, at: Square) -> Option<Parasite> {
        self.board.has(at).then(|| self.board.parasite(self.board.spot(at))).flatten()
    }

    /// All parasites, row by row from below, in a row from left to right.
    pub fn parasites(&self) -> impl Iterator<Item = (Square, Parasite)> {
        self.board.parasites().map(|(at, parasite)| (self.board.square(at), parasite))
    }

    /// Whether the seat to act places its queen.
    #[must_use]
    pub fn is_placing(&self) -> bool {
        self.to_act.is_some_and(|seat| self.queens[seat.index()].is_none())
    }

    /// Whether the queen that is to be placed now may stand there; `false` when none is.
    #[must_use]
    pub fn may_place(&self, at: Square) -> bool {
        self.is_placing() && self.check_place(at).is_ok()
    }

    /// The development points that are left in this turn, 0 to [`DEVELOPMENT`].
    #[must_use]
    pub fn development(&self) -> u8 {
        self.development
    }

    /// The parasites used in this turn with the creation points they have left, in the order of their squares.
    pub fn used(&self) -> impl Iterator<Item = (Square, u8)> {
        self.used.iter().flatten().map(|used| (self.board.square(used.at), used.points))
    }

    /// The creation points of the parasite on a square: what is left of them if it was used in this turn, else all. 0 where
    /// there is none.
    fn creation_points(&self, at: Square) -> u8 {
        self.parasite(at).map_or(0, |parasite| self.points_left(self.board.spot(at), parasite.caste))
    }

    /// Whether the seat to act can create with the parasite on this square.
    #[must_use]
    pub fn can_create(&self, at: Square) -> bool {
        self.parasite(at).is_some_and(|parasite| {
            self.to_act == Some(parasite.owner) && self.creates(self.board.spot(at), parasite.caste)
        })
    }

    /// The owner of every square as the game would be counted now, in the order of [`Square::index`]: of the parasite there,
    /// or by the nearest ones. `None` for an empty square that nobody claims.
    #[must_use]
    pub fn territory(&self) -> Vec<Option<Seat>> {
        territory::owners(&self.board)
    }

    /// How many turns have been passed in a row; as many as there are seats in the game end it.
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The seats that are in the game: those not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == 0).collect()
    }

    /// The seats that are out, in the order in which they lost their queens; those that lost them together are one group.
    #[must_use]
    pub fn fallen(&self) -> Vec<SeatSet> {
        (1..=self.groups_fallen()).map(|group| self.fallen_in(group)).collect()
    }

    fn groups_fallen(&self) -> u8 {
        self.fallen.into_iter().max().unwrap_or_default()
    }

    fn fallen_in(&self, group: u8) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == group).collect()
    }

    /// Row by row from below, in a row from left to right.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.board.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Square::new(col, row)))
    }
}

impl Game for Parasites {
    const ABOUT: About = about::ABOUT;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        setup::set_up(options)
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

    fn play(&mut self, seat: Seat, mv: &Move, tell: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        check_turn(self.to_act, seat)?;
        self.take_step(seat, *mv, tell).map_err(Refused::Illegal)
    }

    /// When all have passed, the squares are counted as they are, whatever could still be eaten (R33).
    fn outcome(&self) -> Option<Outcome> {
        if self.to_act.is_some() {
            return None;
        }
        let scores = self.scores();
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), |seat| {
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

    /// R35 of the Parasites rules: what the seat has stays, and can be eaten as before.
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        Leave::PlayOn
    }

    /// R35 of the Parasites rules.
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Turn {
        self.move_on(seat, tell);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn steps(&self, seat: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        words::steps(self, seat, moves)
    }

    fn route(&self, _: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Create { from, to, .. } => Route::new(from, to, Focus::Goal),
            Move::Transform(at) => Route::at(at),
            Move::Place(at) => Route::onto(at, Focus::Goal),
            Move::Pass | Move::End => Route::default(),
        }
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
