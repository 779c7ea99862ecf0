//! Stract: two teams order in secret, then everything moves at once. Bring pieces into the enemy's home row.
//!
//! | file | what |
//! | --- | --- |
//! | `mod.rs` | the position, and how a turn is ordered and carried out |
//! | `piece.rs` | teams, elements, pieces, and how other teams see them |
//! | `setup.rs` | options, presets and the start |
//! | `orders.rs` | the queue of orders, and which are legal |
//! | `resolve.rs` | what the orders of a turn do |
//! | `event.rs`, `view.rs`, `log.rs` | events and positions, as each viewer may know them |
//! | `moves.rs`, `text.rs` | notations and position texts |
//! | `words.rs`, `why.rs`, `about.rs`, `pages.rs`, `pieces.rs` | sentences for players |
//! | `showcase.rs` | positions worth drawing, and options for a short game |

mod about;
mod event;
mod log;
mod moves;
mod orders;
mod pages;
mod piece;
mod pieces;
mod resolve;
mod setup;
mod showcase;
mod text;
mod view;
mod why;
mod words;

pub use event::Event;
pub use moves::Move;
pub use piece::{Element, Heap, Sight, Team};
pub use view::{Losses, Pool, View};
pub use why::Why;

use orders::Orders;
use piece::Piece;
use resolve::{Past, Tiles, resolve};

use crate::{
    About, Focus, Game, Leave, Options, Outcome, Quick, Ranking, Refused, Route, Seat, SeatSet, SetupError,
    Showcase, Turn, Viewer, grid::Square,
};

/// The points for a piece that reaches its goal row.
pub const GOAL_POINTS: i32 = 10;

/// The points for a destroyed piece. The enemy gets them if one was there; otherwise the piece's own team loses them.
pub const PIECE_POINTS: i32 = 2;

/// The largest number of columns and of rows of a board.
const MOST_SIDE: u8 = 12;

const MAX_SEATS: usize = Seat::MAX as usize;

const TILES: usize = MOST_SIDE as usize * MOST_SIDE as usize;

/// The largest number of pieces of one element that a team can have.
const MOST_OF_A_KIND: u32 = 30;

/// The largest number of points. Its five digits keep every position writable, and no game comes near it.
const MOST_POINTS: i32 = 99_999;

/// A position of Stract, with all hidden information in it. Show it to people only through [`View`].
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, Viewer, games::stract::Stract};
///
/// let mut game: Stract = "5/5/2Nw2/5/2Sf2/5 3/20 2 0:0 5,5,5:5,5,5 1:pass".parse()?;
/// assert_eq!(game.view(Viewer::Public).to_string(), "5/5/2N?2/5/2S?2/5 3/20 2 0:0 ?15:?15 1:*");
/// let second = Seat::FIRST.next(2);
/// game.play(second, &"c2-c4".parse()?, &mut |_| {})?;
/// assert_eq!(game.to_string(), "5/5/2NW2/5/5/5 4/20 2 2:0 5,5,5:5,5,5 -");
/// assert_eq!(game.log(Viewer::Public)[1], "move S? c2-c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stract {
    columns: u8,
    rows: u8,
    seats: u8,
    /// The number of turns that have been carried out.
    done: u8,
    turns: u8,
    points: [i32; 2],
    pools: [[u8; 3]; 2],
    /// The number of pieces on the board or in the pool, by team.
    alive: [u8; 2],
    /// The destroyed pieces by team and element. In a position that was read, they are counted from there on.
    lost: [[u8; 3]; 2],
    /// Those destroyed pieces whose element the other team has never known.
    unseen: [[u8; 3]; 2],
    tiles: Tiles,
    orders: Orders,
    /// The last turn that was carried out, for [`Game::log`]. `None` before the first turn and in a position that was read.
    last: Option<Past>,
}

impl Stract {
    /// Returns what `to` may see on a tile. There is nothing off the board.
    fn sight(&self, at: Square, to: Viewer) -> Option<Sight> {
        let piece = self.piece(at)?;
        Some(if self.is_open(to) { piece.open() } else { piece.seen_by(self.team_of(to)) })
    }

    fn piece(&self, at: Square) -> Option<Piece> {
        self.on_board(at).then(|| self.tiles[at]).flatten()
    }

    /// Returns all pieces, row by row from below and from left to right within a row.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.tiles.pieces(self.rows)
    }

    fn on_board(&self, at: Square) -> bool {
        at.col < self.columns && at.row < self.rows
    }

    /// Returns the team of a viewer. A seat that the game does not have sees what a spectator sees (R59).
    fn team_of(&self, to: Viewer) -> Option<Team> {
        match to {
            Viewer::Seat(seat) if seat.number() > self.seats => None,
            _ => Team::looking(to),
        }
    }

    fn side(&self, team: Team) -> SeatSet {
        SeatSet::all(self.seats).without(team.other().seats())
    }

    fn is_spent(&self, team: Team) -> bool {
        self.alive[team.index()] == 0
    }

    /// Returns the reason why the game is over, if it is (section 7).
    fn ended(&self) -> Option<&'static str> {
        if self.done >= self.turns {
            Some("turns")
        } else if self.alive == [0; 2] {
            Some("spent")
        } else {
            None
        }
    }

    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    /// Whether `to` may see everything.
    fn is_open(&self, to: Viewer) -> bool {
        to == Viewer::Open || self.is_over()
    }

    /// Returns the seats whose teams have something to order.
    fn able(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        let spent = Team::BOTH.into_iter().filter(|&team| self.is_spent(team));
        spent.fold(SeatSet::all(self.seats), |able, team| able.without(team.seats()))
    }

    /// Returns the seats that have not ordered yet.
    fn waiting(&self) -> SeatSet {
        self.able().without(self.orders.seats())
    }

    /// Checks whether a seat may give this order now.
    fn may_order(&self, seat: Seat, order: Move) -> Result<(), Refused<Why>> {
        if self.is_over() {
            Err(Refused::Over)
        } else if seat.number() > self.seats {
            Err(Refused::NotYourTurn { to_act: self.waiting() })
        } else if self.is_spent(Team::of(seat)) {
            Err(Refused::Illegal(Why::Spent))
        } else {
            self.check(seat, order).map_err(Refused::Illegal)
        }
    }

    /// Puts a legal order into the queue. The last missing order carries the turn out.
    fn order(&mut self, seat: Seat, order: Move, tell: &mut dyn FnMut(Event)) -> Turn {
        let before = self.orders.of(seat);
        // Giving the same order again keeps its place in the queue (R8).
        if before == Some(order) {
            return Turn::Open;
        }
        self.orders.put(seat, order);
        tell(Event::Ordered { seat, order: Some(order), changed: before.is_some() });
        if !self.waiting().is_empty() {
            return Turn::Open;
        }
        self.end_turn(tell);
        Turn::Ended
    }

    /// Carries the turn out (section 6).
    fn end_turn(&mut self, tell: &mut dyn FnMut(Event)) {
        // Spawned pieces leave the pool only now, since the order could still be changed before.
        for &(seat, order) in self.orders.as_slice() {
            if let Move::Spawn { element, .. } = order {
                self.pools[Team::of(seat).index()][element.index()] -= 1;
            }
        }
        self.done += 1;
        tell(Event::TurnBegan { turn: self.done });
        let (gains, stood) = resolve(self.orders.as_slice(), &mut self.tiles, self.rows, tell);
        let before = self.points;
        for team in Team::BOTH {
            let n = team.index();
            self.points[n] = (self.points[n] + gains.points[n]).clamp(-MOST_POINTS, MOST_POINTS);
            for element in Element::ALL.map(Element::index) {
                self.pools[n][element] += gains.scored[n][element];
                self.alive[n] -= gains.lost[n][element];
                self.lost[n][element] += gains.lost[n][element];
                self.unseen[n][element] += gains.unseen[n][element];
            }
        }
        tell(Event::TurnEnded { turn: self.done, before, points: self.points });
        self.last = Some(Past { orders: self.orders, stood });
        self.orders = Orders::NONE;
    }
}

impl Game for Stract {
    const ABOUT: About = about::ABOUT;
    const SHOWCASE: &'static [Showcase] = showcase::SHOWCASE;
    const QUICK: &'static [Quick] = showcase::QUICK;
    const SIMULTANEOUS: bool = true;
    const SECRETS: bool = true;

    type Move = Move;
    type Why = Why;
    type Event = Event;
    type View = View;

    fn new(options: &Options) -> Result<Self, SetupError> {
        setup::set_up(options)
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

    fn play(&mut self, seat: Seat, mv: &Move, tell: &mut dyn FnMut(Event)) -> Result<Turn, Refused<Why>> {
        self.may_order(seat, *mv)?;
        Ok(self.order(seat, *mv, tell))
    }

    fn resolve(&mut self, tell: &mut dyn FnMut(Event)) -> bool {
        let open = !self.is_over();
        if open {
            self.end_turn(tell);
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

    fn log(&self, to: Viewer) -> Vec<String> {
        let Some(past) = &self.last else { return Vec::new() };
        // A seat that the game does not have reads what a spectator reads.
        let to = if to != Viewer::Open && self.team_of(to).is_none() { Viewer::Public } else { to };
        let mut events = vec![Event::TurnBegan { turn: self.done }];
        past.tell(self.rows, &mut |event| events.push(event));
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
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Event)) -> Turn {
        self.orders.put(seat, Move::Pass);
        if !self.waiting().is_empty() {
            return Turn::Open;
        }
        self.end_turn(tell);
        Turn::Ended
    }

    fn explain(&self, seat: Seat, mv: &Move) -> String {
        words::explain(self, seat, *mv)
    }

    fn menu_paths(&self, seat: Seat, moves: &[Move]) -> Vec<Vec<String>> {
        words::menu_paths(self, seat, moves)
    }

    fn route(&self, seat: Seat, mv: &Move) -> Route {
        match *mv {
            Move::Go { from, to } => {
                let enemy = self.piece(to).is_some_and(|piece| piece.team() != Team::of(seat));
                Route::new(from, to, if enemy { Focus::Prey } else { Focus::Goal })
            }
            Move::Switch { from, to } => Route::new(from, to, Focus::Other),
            Move::Spawn { at, .. } => Route::onto(at, Focus::Goal),
            Move::Pass => Route::default(),
        }
    }

    fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
        words::describe(event, who)
    }

    fn status(&self, to: Viewer) -> String {
        words::status(self, to)
    }
}
