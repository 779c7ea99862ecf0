//! Plankton Synapse: nine kinds of cells, which glow or not by the number of zoorbs and the rays of phytorbs. Destroy all enemy
//! zoorbs.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position and its getters |
//! | `squares.rs`, `board.rs` | sets of squares; the cells as such sets, and their marks |
//! | `reach.rs` | where cells can go, and what stops them |
//! | `legal.rs` | legal actions |
//! | `play.rs` | what actions do |
//! | `turn.rs` | setup, turns, the end of the game |
//! | `past.rs` | earlier positions, to find repetitions |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `event.rs`, `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | events, and sentences for players |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod board;
mod event;
mod legal;
mod moves;
mod pages;
mod past;
mod pieces;
mod play;
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
pub use squares::{SIDE, Squares};
pub use why::Why;

use board::{Board, SEATS, on_board};
use past::Past;

use crate::{
    About, Focus, Game, Leave, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet, SetupError,
    Showcase, Turn, Viewer, game::check_turn, grid::Square,
};

/// The action that the seat to act may do in a free turn (section 4.4 of the rules). It may also pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Free {
    /// Any of the seat's neatoms splits or fuses.
    Neatom,
    /// The tetraphyte with this anchor moves again.
    Tetraphyte(Square),
    /// The pentaphyte swaps again, and the neatom dies as the price.
    Pentaphyte {
        /// The square of the pentaphyte.
        at: Square,
        /// The square of the neatom.
        neatom: Square,
    },
}

/// The options that matter after the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    limit: u16,
    /// Whether option `tiebreak` is `cells`.
    counts: bool,
    /// Whether option `loss` is `first`.
    first_loss: bool,
}

/// The reason why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Zoorbs,
    Repetition,
    Limit,
    NoMove,
}

/// A position of Plankton Synapse.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::plankton_synapse::PlanktonSynapse};
///
/// let mut game: PlanktonSynapse = "z6z/8/8/3n4/2n1N1w1/3P4/8/Z6Z 1 - - 1/300".parse()?;
/// game.play(Seat::FIRST, &"d3-d4".parse()?, &mut |_| {})?;
/// assert_eq!(game.to_string(), "z6z/8/3n4/8/1n1P1Nw1/8/8/Z6Z 2 - - 2/300");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanktonSynapse {
    board: Board,
    /// The squares of the marked cells, tetraphytes by their anchors. Marks are set at the start of a turn and move with their
    /// cells.
    marks: Squares,
    rules: Rules,
    turn: u16,
    /// The seat that acts, or that would act if the game were not over.
    next: Seat,
    free: Option<Free>,
    fallen: SeatSet,
    over: Option<End>,
    past: Past,
}

impl PlanktonSynapse {
    /// Returns the cell that fills a square, a tetraphyte by any of its four. Squares off the board have none.
    pub fn cell(&self, at: Square) -> Option<Cell> {
        on_board(at).then(|| self.board.cell(at)).flatten()
    }

    /// Returns all cells in the order of [`Cell::at`], row by row from below.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.cells()
    }

    /// Whether the cell on a square is marked in this turn. A marked cell glows, and a marked zoorb is shielded. `false` if
    /// there is no cell.
    pub fn is_marked(&self, at: Square) -> bool {
        self.cell(at).is_some_and(|cell| self.marks.contains(cell.at))
    }

    /// Returns the number of a seat's zoorbs.
    pub fn zoorbs(&self, seat: Seat) -> usize {
        self.board.zoorbs(seat)
    }

    /// Returns the number of squares that a seat's cells fill.
    pub fn filled(&self, seat: Seat) -> usize {
        self.board.of(seat).len()
    }

    /// Returns the number of the turn, 1 for the first. It is the limit plus one when the turns are used up.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Returns the number of turns of both seats together after which the game ends (option `turn_limit`).
    pub fn limit(&self) -> u16 {
        self.rules.limit
    }

    /// Returns the free turn that is open, or `None` in a normal turn.
    pub fn free(&self) -> Option<Free> {
        self.free
    }

    /// Whether counts decide at the turn limit (option `tiebreak` `cells`).
    pub fn counts_decide(&self) -> bool {
        self.rules.counts
    }

    /// Whether a seat loses the game with its first lost zoorb (option `loss` `first`).
    pub fn first_zoorb_decides(&self) -> bool {
        self.rules.first_loss
    }

    /// Returns the seats that have lost all zoorbs or, with [`PlanktonSynapse::first_zoorb_decides`], one. The set is empty
    /// while the game is running.
    pub fn fallen(&self) -> SeatSet {
        self.fallen
    }

    /// Returns the seat that would win if the turns were used up now and counts decided: more zoorbs, then more squares filled
    /// (R46). `None` if both are equal.
    pub fn ahead(&self) -> Option<Seat> {
        let [first, second] = SEATS.map(|seat| (self.zoorbs(seat), self.filled(seat)));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(SEATS[0]),
            std::cmp::Ordering::Less => Some(SEATS[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Game for PlanktonSynapse {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = Self;

    fn new(options: &Options) -> Result<Self, SetupError> {
        PlanktonSynapse::set_up(options)
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

    fn play(&mut self, seat: Seat, mv: &Move, tell: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        check_turn(self.over.is_none().then_some(self.next), seat)?;
        self.check(*mv).map_err(Refused::Illegal)?;
        Ok(self.carry_out(*mv, tell))
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

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn menu_paths(&self, _: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        moves.iter().map(|mv| words::menu_path(self, *mv)).collect()
    }

    fn route(&self, _: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Go { from, to } => {
                let eats =
                    self.cell(from).is_some_and(|cell| self.prey(cell).meets(cell.body_at(Squares::one(to))));
                Route::new(from, to, if eats { Focus::Prey } else { Focus::Goal })
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

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, _: Viewer) -> String {
        words::status(self)
    }
}
