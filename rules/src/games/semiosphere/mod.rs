//! Semiosphere: carry your planet up the board and inside before the void takes the rows from below.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position, and what can be asked of it |
//! | `marks.rs` | the marks on the board |
//! | `setup.rs` | options, presets and the start |
//! | `play.rs` | actions that are legal, and what they do |
//! | `round.rs` | whose turn it is, the void, the points |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | what happened, and sentences for players |

mod about;
mod event;
mod marks;
mod moves;
mod pages;
mod pieces;
mod play;
mod round;
mod setup;
mod text;
mod why;
mod words;

pub use event::Event;
pub use moves::Move;
pub use why::Why;

use marks::{MAX_SEATS, Marks};

use crate::{
    About, Focus, Game, Leave, Options, Outcome, Ranking, Refused, Route, Seat, SeatSet, SetupError, Turn,
    Viewer, game::check_turn, grid::Square,
};

/// What entering the Semiosphere costs.
pub const ENTER_COST: u8 = 5;

/// What erasing a mark costs.
pub const ERASE_COST: u8 = 2;

/// Points per turn for a planet that lies on the board; also what recovering it takes away.
pub const PLANET_BONUS: u8 = 2;

/// Where a seat's piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// Not placed yet.
    Unplaced,
    /// On the board.
    On(Square),
    /// In the Semiosphere.
    Inside,
    /// Taken by the void; the seat is out.
    Out {
        /// The row it was taken with, 0 for the lowest as in [`Square::row`].
        row: u8,
    },
}

/// Where a seat's planet is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Planet {
    /// With its piece.
    Carried,
    /// On the board.
    On(Square),
    /// Taken by the void.
    Taken,
}

/// What belongs to one seat besides its marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Player {
    piece: Whereabouts,
    planet: Planet,
    points: u8,
}

impl Player {
    const fn is_alive(&self) -> bool {
        !matches!(self.piece, Whereabouts::Out { .. })
    }

    const fn is_inside(&self) -> bool {
        matches!(self.piece, Whereabouts::Inside)
    }
}

/// The options that the game goes on needing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    columns: u8,
    rows: u8,
    points: u8,
    lost_bonus: u8,
    reach: u8,
    rotate: bool,
}

/// A position of Semiosphere.
///
/// ```
/// use rules::{Game, Seat, games::semiosphere::{Planet, Semiosphere}};
///
/// let mut game: Semiosphere = "8x11 3/2/0/- 0 1 1 d3:h:1,f1:h:3 -".parse()?;
/// game.play(Seat::FIRST, &"drop".parse()?, &mut |_| {})?;
/// assert_eq!(game.planet(Seat::FIRST), Planet::On("d2".parse()?));
/// assert_eq!(game.points(Seat::FIRST), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Semiosphere {
    rules: Rules,
    seats: u8,
    taken: u8,
    lead: Seat,
    /// `None` when the game is over.
    to_act: Option<Seat>,
    /// Whether the planet of the seat to act has been dropped or recovered in this turn.
    touched: bool,
    players: [Player; MAX_SEATS],
    marks: Marks,
}

impl Semiosphere {
    /// The number of columns, 4 to 12.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.rules.columns
    }

    /// The number of rows, taken ones included, 5 to 15.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rules.rows
    }

    /// How many rows the void has taken; also the row it takes next, as [`Square::row`] counts.
    #[must_use]
    pub fn taken(&self) -> u8 {
        self.taken
    }

    /// Where a seat's piece is; out for a seat that does not exist.
    #[must_use]
    pub fn whereabouts(&self, seat: Seat) -> Whereabouts {
        self.player(seat).map_or(Whereabouts::Out { row: 0 }, |player| player.piece)
    }

    /// The square that a seat's piece stands on. The Semiosphere, a zone beyond the top row (R29), counts as one more row here,
    /// in whose middle the seats have a place each (R7).
    #[must_use]
    pub fn place(&self, seat: Seat) -> Option<Square> {
        match self.whereabouts(seat) {
            Whereabouts::On(at) => Some(at),
            Whereabouts::Inside => Some(self.place_inside(seat)),
            Whereabouts::Unplaced | Whereabouts::Out { .. } => None,
        }
    }

    /// The square that a seat's piece stands on, or would, in the Semiosphere.
    #[must_use]
    pub fn place_inside(&self, seat: Seat) -> Square {
        let first = (self.rules.columns - self.seats) / 2;
        Square::new(first + seat.index() as u8, self.rules.rows)
    }

    /// Where a seat's planet is.
    #[must_use]
    pub fn planet(&self, seat: Seat) -> Planet {
        self.player(seat).map_or(Planet::Taken, |player| player.planet)
    }

    /// The points of a seat: what it has left in its turn, or what it will have if its turn is still to come; else 0.
    #[must_use]
    pub fn points(&self, seat: Seat) -> u8 {
        self.player(seat).map_or(0, |player| player.points)
    }

    /// All marks, row by row from below, in a row from left to right.
    pub fn marks(&self) -> impl Iterator<Item = (Square, Seat)> + use<> {
        self.marks.iter()
    }

    /// Whose mark lies on a square; `None` also off the board.
    #[must_use]
    pub fn mark(&self, at: Square) -> Option<Seat> {
        self.on_board(at).then(|| self.marks.on(at)).flatten()
    }

    /// The seat that leads this round; it may be out.
    #[must_use]
    pub fn lead(&self) -> Seat {
        self.lead
    }

    /// The seats that have a turn in this round, in order: those alive from the lead on.
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        self.from(self.lead).filter(|&seat| self.is_alive(seat))
    }

    /// The seat that begins the next round as things stand, where the lead changes from round to round; `None` where it does
    /// not, while pieces are being placed, and in the last round.
    #[must_use]
    pub fn next_to_lead(&self) -> Option<Seat> {
        let is_another = self.rules.rotate && !self.is_placing() && self.taken + 1 < self.rules.rows;
        is_another.then(|| self.from(self.lead.next(self.seats)).find(|&seat| self.is_alive(seat))).flatten()
    }

    /// The points of every turn before bonuses (option `points`).
    #[must_use]
    pub fn base_points(&self) -> u8 {
        self.rules.points
    }

    /// What a seat will get besides [`Semiosphere::base_points`] at the end of this round as things stand: for its marks in
    /// the row that goes, and for its planet. 0 for a seat that is out or will be.
    #[must_use]
    pub fn upcoming_bonus(&self, seat: Seat) -> u8 {
        if !self.is_alive(seat) || self.is_on_row(seat, self.taken) || self.taken >= self.rules.rows {
            return 0;
        }
        let planet = match self.planet(seat) {
            Planet::On(at) if at.row > self.taken => PLANET_BONUS,
            Planet::On(_) | Planet::Taken => self.rules.lost_bonus,
            Planet::Carried => 0,
        };
        planet + self.marks.of(seat, self.taken).count_ones() as u8
    }

    /// How far from its piece a seat may place marks, in king's steps; 0 for anywhere (option `reach`).
    #[must_use]
    pub fn reach(&self) -> u8 {
        self.rules.reach
    }

    /// Whether another seat leads every round (option `rotate`).
    #[must_use]
    pub fn rotates(&self) -> bool {
        self.rules.rotate
    }

    /// Whether a seat's piece has not been taken.
    #[must_use]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(Player::is_alive)
    }

    /// Whether pieces are still being placed, before the first round.
    #[must_use]
    pub fn is_placing(&self) -> bool {
        self.players().any(|player| player.piece == Whereabouts::Unplaced)
    }

    fn player(&self, seat: Seat) -> Option<&Player> {
        self.players[..usize::from(self.seats)].get(seat.index())
    }

    fn players(&self) -> impl Iterator<Item = &Player> {
        self.players[..usize::from(self.seats)].iter()
    }

    /// All seats, from one on and round the table.
    fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(usize::from(seats))
    }

    /// Whether a square is part of the board and has not been taken.
    fn on_board(&self, at: Square) -> bool {
        at.col < self.rules.columns && at.row < self.rules.rows && at.row >= self.taken
    }

    /// Whose piece stands on a square.
    fn piece_on(&self, at: Square) -> Option<Seat> {
        self.players().position(|player| player.piece == Whereabouts::On(at)).and_then(Seat::from_index)
    }

    /// Whose planet lies on a square.
    fn planet_on(&self, at: Square) -> Option<Seat> {
        self.players().position(|player| player.planet == Planet::On(at)).and_then(Seat::from_index)
    }

    /// Why the game is over, if it is (section 7).
    fn ended(&self) -> Option<&'static str> {
        let mut alive = 0;
        let mut may_tie = true;
        for player in self.players().filter(|player| player.is_alive()) {
            alive += 1;
            may_tie &= player.is_inside() && player.planet == Planet::Taken;
            if player.is_inside() && player.planet == Planet::Carried {
                return Some("entered");
            }
        }
        match alive {
            0 => Some("void"),
            1 => Some("survivor"),
            _ if may_tie => Some("tie"),
            _ => None,
        }
    }
}

impl Game for Semiosphere {
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
        self.check(seat, *mv).map_err(Refused::Illegal)?;
        Ok(self.carry_out(seat, *mv, tell))
    }

    /// Those whom the void took rank by the rows they were taken with (R28).
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

    /// R31 of the Semiosphere rules.
    fn retire(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Leave {
        Leave::Out(self.leave_game(seat, tell))
    }

    /// A seat that has left is out and never to act.
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Turn {
        self.pass_turn(seat, tell);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn steps(&self, _: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        moves.iter().map(|mv| words::steps(*mv)).collect()
    }

    fn route(&self, seat: Seat, mv: &Move) -> Route {
        let from = self.place(seat);
        match *mv {
            Move::Go(to) => Route { from, to: Some((to, Focus::Goal)) },
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
        self.is_lost_by(seat, *mv).then(|| words::LOST.to_owned())
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
