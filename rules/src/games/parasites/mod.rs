//! Parasites: spread over the board from a queen, eat the enemies beside your newcomers, and own the most squares.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position and its getters |
//! | `caste.rs` | the castes of parasites, with their numbers and scopes |
//! | `board.rs` | the squares, one byte each |
//! | `setup.rs` | options and the start |
//! | `play.rs` | legal moves, and what a turn does |
//! | `fight.rs` | what a new parasite beats |
//! | `territory.rs` | who owns which square |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | events, and sentences for players |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

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
mod showcase;
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
    About, Focus, Game, Leave, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet, SetupError,
    Showcase, Turn, Viewer, game::check_turn, grid::Square,
};

/// The development points of every turn.
pub const DEVELOPMENT: u8 = 2;

/// The smallest number of steps between two queens when they are placed (R4).
pub const QUEENS_APART: u8 = 6;

/// A parasite on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parasite {
    /// The seat that owns it.
    pub owner: Seat,
    /// The caste of the parasite.
    pub caste: Caste,
}

/// A parasite that has created something in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Used {
    at: Spot,
    /// The creation points that it has left.
    points: u8,
}

/// A position of Parasites.
///
/// # Examples
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
    /// The seat whose turn it is, or `None` when the game is over.
    to_act: Option<Seat>,
    /// The development points left in this turn.
    development: u8,
    /// The number of turns passed in a row.
    passes: u8,
    /// The parasites used in this turn, sorted by square. The second entry is filled only after the first.
    used: [Option<Used>; 2],
    /// The square of each seat's queen. `None` before she is placed, and for an eliminated seat.
    queens: [Option<Square>; Seat::MAX as usize],
    /// For each seat, 0 while it is in the game. Seats that lost their queens together form a group, and this is its number
    /// from 1.
    fallen: [u8; Seat::MAX as usize],
}

impl Parasites {
    /// Returns the length of the board's sides in squares, 8 to 40.
    pub fn board_size(&self) -> u8 {
        self.board.size()
    }

    /// Returns the parasite on a square. Squares off the board have none.
    pub fn parasite(&self, at: Square) -> Option<Parasite> {
        self.board.has(at).then(|| self.board.parasite(self.board.spot(at))).flatten()
    }

    /// Returns all parasites, row by row from below and from left to right within a row.
    pub fn parasites(&self) -> impl Iterator<Item = (Square, Parasite)> {
        self.board.parasites().map(|(at, parasite)| (self.board.square(at), parasite))
    }

    /// Whether the seat to act has to place its queen.
    pub fn is_placing(&self) -> bool {
        self.to_act.is_some_and(|seat| self.queens[seat.index()].is_none())
    }

    /// Whether the queen that is to be placed now may go there. `false` if no queen is to be placed.
    pub fn may_place(&self, at: Square) -> bool {
        self.is_placing() && self.check_place(at).is_ok()
    }

    /// Returns the development points left in this turn, 0 to [`DEVELOPMENT`].
    pub fn development(&self) -> u8 {
        self.development
    }

    /// Returns the parasites used in this turn with the creation points they have left, sorted by square.
    pub fn used(&self) -> impl Iterator<Item = (Square, u8)> {
        self.used.iter().flatten().map(|used| (self.board.square(used.at), used.points))
    }

    /// Returns the creation points that the parasite on a square has left in this turn, or 0 if there is no parasite.
    fn creation_points(&self, at: Square) -> u8 {
        self.parasite(at).map_or(0, |parasite| self.points_left(self.board.spot(at), parasite.caste))
    }

    /// Whether the seat to act can create with the parasite on this square.
    pub fn can_create(&self, at: Square) -> bool {
        self.parasite(at).is_some_and(|parasite| {
            self.to_act == Some(parasite.owner) && self.creates(self.board.spot(at), parasite.caste)
        })
    }

    /// Returns the owner of every square if the game were counted now, in the order of [`Square::index`]. The owner of an empty
    /// square is the seat that claims it, if one does.
    pub fn territory(&self) -> Vec<Option<Seat>> {
        territory::owners(&self.board)
    }

    /// Returns the number of turns passed in a row. The game ends when it reaches the number of seats still in the game.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Returns the seats that have not been eliminated.
    pub fn living(&self) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == 0).collect()
    }

    /// Returns the eliminated seats in the order in which they lost their queens. Seats that lost them together form one group.
    pub fn fallen(&self) -> Vec<SeatSet> {
        (1..=self.groups_fallen()).map(|group| self.fallen_in(group)).collect()
    }

    fn groups_fallen(&self) -> u8 {
        self.fallen.into_iter().max().unwrap_or_default()
    }

    fn fallen_in(&self, group: u8) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|seat| self.fallen[seat.index()] == group).collect()
    }

    /// Returns all squares, row by row from below and from left to right within a row.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.board.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Square::new(col, row)))
    }
}

impl Game for Parasites {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;

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

    /// The seat's parasites stay and can be eaten as before (R35 of the Parasites rules).
    fn retire(&mut self, _: Seat, _: &mut dyn FnMut(Event)) -> Leave {
        Leave::PlayOn
    }

    /// The game skips the seat's turn as R35 of the Parasites rules says.
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Turn {
        self.move_on(seat, tell);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn menu_paths(&self, seat: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        words::menu_paths(self, seat, moves)
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
