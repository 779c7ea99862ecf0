//! Protozoa: grow the first organism worth 15 points from pieces that live and die by their number of neighbours.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position and its getters |
//! | `board.rs` | pieces as sets of squares: neighbours, culls, organisms |
//! | `play.rs` | legal moves, and what they do |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | sentences for players |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod board;
mod moves;
mod pages;
mod pieces;
mod play;
mod showcase;
mod text;
mod why;
mod words;

pub use board::Pieces;
pub use moves::Move;
pub use play::Event;
pub use why::Why;

use std::ops::RangeInclusive;

use board::Squares;

use crate::{
    About, Focus, Game, Leave, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet, SetupError,
    Showcase, Turn, Viewer, game::check_turn, grid::Square,
};

/// The number of pieces of each size that a seat owns.
const PIECES_OF_A_SIZE: u32 = 5;

/// The size of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Size {
    /// Worth 1 point; lives with 1, 2 or 3 neighbours.
    Pawn,
    /// Worth 2 points; lives with 3, 4 or 5 neighbours.
    Drone,
    /// Worth 3 points; lives with 5, 6 or 7 neighbours.
    Queen,
}

impl Size {
    /// All sizes, smallest first.
    pub const ALL: [Size; 3] = [Size::Pawn, Size::Drone, Size::Queen];

    /// Returns the letter in notations: `Size::Drone.letter()` is `d`.
    pub const fn letter(self) -> char {
        match self {
            Size::Pawn => 'p',
            Size::Drone => 'd',
            Size::Queen => 'q',
        }
    }

    /// Returns the name in words: `Size::Drone.name()` is `drone`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the value in points, 1 to 3: `Size::Queen.points()` is 3.
    pub const fn points(self) -> u32 {
        self as u32 + 1
    }

    /// Returns the numbers of neighbours with which it lives: `Size::Drone.lives_with()` is `3..=5`.
    pub const fn lives_with(self) -> RangeInclusive<u8> {
        let least = 2 * self as u8 + 1;
        least..=least + 2
    }

    const fn index(self) -> usize {
        self as usize
    }

    fn from_letter(letter: &str) -> Option<Size> {
        match letter {
            "p" => Some(Size::Pawn),
            "d" => Some(Size::Drone),
            "q" => Some(Size::Queen),
            _ => None,
        }
    }

    const fn bigger(self) -> Option<Size> {
        match self {
            Size::Pawn => Some(Size::Drone),
            Size::Drone => Some(Size::Queen),
            Size::Queen => None,
        }
    }

    const fn smaller(self) -> Option<Size> {
        match self {
            Size::Pawn => None,
            Size::Drone => Some(Size::Pawn),
            Size::Queen => Some(Size::Drone),
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat that owns it.
    pub owner: Seat,
    /// The size of the piece.
    pub size: Size,
}

/// The most valuable organism that a side has had, and when (section 7 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The value of the organism.
    pub value: u32,
    /// The turn after which it was there; 0 for the start.
    pub turn: u32,
}

/// The teams of the game (option `teams`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Teams {
    None,
    /// Seats 1 and 3 play against 2 and 4, and an organism has one colour.
    Own,
    /// The same teams, and the pieces of partners grow together.
    Mixed,
}

/// A position of Protozoa.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::protozoa::Protozoa};
///
/// let mut game: Protozoa = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1".parse()?;
/// game.play(Seat::FIRST, &"p@f4".parse()?, &mut |_| {})?;
/// assert_eq!(game.records()[0].value, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protozoa {
    pieces: Pieces,
    /// The record of each side. Entries beyond the last side stay empty.
    records: [Record; 4],
    goal: u32,
    played: u32,
    limit: u32,
    size: u8,
    seats: u8,
    teams: Teams,
    /// The seat whose turn it is, or `None` when the game is over.
    to_act: Option<Seat>,
}

impl Protozoa {
    /// Returns the length of the board's sides in squares: 6, 8 or 10.
    pub fn board_size(&self) -> u8 {
        self.size
    }

    /// Returns the piece on a square. Squares off the board have none.
    pub fn piece(&self, at: Square) -> Option<Piece> {
        self.on_board(at).then(|| self.pieces.get(at)).flatten()
    }

    /// Returns all pieces on the board, row by row from below and from left to right within a row.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        self.pieces.iter()
    }

    /// Returns how many pieces of any owner touch a square, 0 to 8. It is 0 off the board.
    pub fn neighbours(&self, at: Square) -> u8 {
        if self.on_board(at) { self.pieces.neighbours(at) } else { 0 }
    }

    /// Whether a piece on this square dies in the next cull if nothing changes.
    pub fn doomed(&self, at: Square) -> bool {
        self.on_board(at) && !(self.pieces.doomed() & Squares::one(at)).is_empty()
    }

    /// Returns how many pawns, drones and queens a seat has in hand.
    pub fn stash(&self, seat: Seat) -> [u8; 3] {
        if seat.number() > self.seats {
            return [0; 3];
        }
        Size::ALL.map(|size| (PIECES_OF_A_SIZE - self.pieces.count(seat, size)) as u8)
    }

    /// Returns what an organism must be worth to win, 6 to 30.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// Returns how many turns have been played.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Returns the number of turns after which the game ends.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the record of every side, in the order of [`Game::sides`].
    pub fn records(&self) -> &[Record] {
        &self.records[..self.side_count()]
    }

    /// Returns the squares of a side's most valuable organism on the board, or none if it has no pieces. `side` is an index of
    /// [`Game::sides`].
    pub fn organism(&self, side: usize) -> Vec<Square> {
        self.largest_organism(side).0.iter().collect()
    }

    /// Returns what a side's most valuable organism on the board is worth now.
    pub fn organism_value(&self, side: usize) -> u32 {
        self.largest_organism(side).1
    }

    /// Whether partners' pieces grow together into common organisms (option `teams` `mixed`).
    pub fn mixed_teams(&self) -> bool {
        self.teams == Teams::Mixed
    }

    fn on_board(&self, at: Square) -> bool {
        at.col < self.size && at.row < self.size
    }

    fn side_count(&self) -> usize {
        match self.teams {
            Teams::None => usize::from(self.seats),
            Teams::Own | Teams::Mixed => 2,
        }
    }

    /// Returns the index of a seat's side in [`Game::sides`].
    fn side_of(&self, seat: Seat) -> usize {
        match self.teams {
            Teams::None => seat.index(),
            Teams::Own | Teams::Mixed => seat.index() % 2,
        }
    }

    fn side(&self, side: usize) -> SeatSet {
        SeatSet::all(self.seats).iter().filter(|&seat| self.side_of(seat) == side).collect()
    }

    /// Returns the pieces that can form organisms with those of `owner`.
    fn kin(&self, owner: Seat) -> Squares {
        let own = self.pieces.of(owner);
        match self.teams {
            Teams::None | Teams::Own => own,
            Teams::Mixed => own | self.pieces.of(partner(owner)),
        }
    }

    fn largest_organism(&self, side: usize) -> (Squares, u32) {
        let mut largest = (Squares::NONE, 0);
        for seat in self.side(side).iter() {
            let organism = self.pieces.largest(self.kin(seat));
            if organism.1 > largest.1 {
                largest = organism;
            }
        }
        largest
    }

    /// Returns the reason why the game is over, if it is.
    fn ended(&self) -> Option<&'static str> {
        if self.records().iter().any(|record| record.value >= self.goal) {
            Some("organism")
        } else if self.pieces.is_empty() {
            Some("extinct")
        } else if self.played >= self.limit {
            Some("limit")
        } else {
            None
        }
    }
}

/// Returns the partner of a seat in a game of two teams: 1 and 3, 2 and 4.
fn partner(seat: Seat) -> Seat {
    seat.next(4).next(4)
}

impl Game for Protozoa {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        Protozoa::set_up(options)
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

    fn play(&mut self, seat: Seat, mv: &Move, tell: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        check_turn(self.to_act, seat)?;
        self.take_turn(seat, *mv, tell).map(|()| Turn::Ended).map_err(Refused::Illegal)
    }

    /// The records decide all places (R16, R19).
    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended()?;
        let ranking = Ranking::by_key(SeatSet::all(self.seats).iter(), |seat| {
            let record = self.records[self.side_of(seat)];
            (std::cmp::Reverse(record.value), record.turn)
        });
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
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Turn {
        tell(Event::Skipped { seat });
        self.count_turn(seat);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn menu_paths(&self, _: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        moves.iter().map(|mv| words::menu_path(*mv)).collect()
    }

    fn route(&self, _: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Promote(at) | Move::Demote(at) => Route::at(at),
            Move::Place { at, .. } => Route::onto(at, Focus::Goal),
            Move::Pass => Route::default(),
        }
    }

    fn dies(&self, seat: Seat, mv: &Move) -> bool {
        words::dies(self, seat, *mv)
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
