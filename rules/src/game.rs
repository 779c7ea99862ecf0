//! What every game is: the trait, and the ways in which a game says no.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use crate::{About, Focus, Options, Outcome, Seat, SeatSet, SetupError, Viewer, grid::Square};

/// A text that is no position or no notation of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

impl ParseError {
    /// An error that says what is wrong or wanted in at most 200 characters, lower case and without a final dot.
    #[must_use]
    pub fn new(what: impl Into<String>) -> ParseError {
        ParseError(what.into())
    }
}

/// Why a move was refused; the position is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused<W> {
    /// The seat is not to act.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seats that are.
        to_act: SeatSet,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(W),
}

/// That it is the turn of `seat`, where one seat acts at a time.
pub(crate) fn check_turn<W>(to_act: Option<Seat>, seat: Seat) -> Result<(), Refused<W>> {
    match to_act {
        None => Err(Refused::Over),
        Some(next) if next != seat => Err(Refused::NotYourTurn { to_act: SeatSet::one(next) }),
        Some(_) => Ok(()),
    }
}

/// What a move did to the turn of the seat that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The turn goes on: the same seat (or, with simultaneous orders, another one) still has to act in it.
    Open,
    /// The turn is over.
    Ended,
}

/// Where on the board a move is made. A game's pieces can also stand beside its board, as those in the Semiosphere do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// Where the piece stands that it is a move of, one on several squares by the lower left one; `None` where it is no
    /// piece's, as one that brings a piece in.
    pub from: Option<Square>,
    /// Where it leads, and what it does there; `None` where it leads nowhere else.
    pub to: Option<(Square, Focus)>,
}

impl Route {
    /// Of a move from a square that leads nowhere else.
    #[must_use]
    pub const fn at(from: Square) -> Route {
        Route { from: Some(from), to: None }
    }

    /// Of a move of no piece that does something on a square.
    #[must_use]
    pub const fn onto(to: Square, focus: Focus) -> Route {
        Route { from: None, to: Some((to, focus)) }
    }

    /// Of a move from a square to another one.
    #[must_use]
    pub const fn new(from: Square, to: Square, focus: Focus) -> Route {
        Route { from: Some(from), to: Some((to, focus)) }
    }
}

/// What becomes of a game when a seat leaves it for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The others play on, and the seat ranks behind everybody who stays; those that leave later before those that left
    /// earlier. What it has on the board stays. [`Game::skip`] is called for its turns.
    PlayOn,
    /// The game itself counts the seat as out from now on: it is no longer to act, and the game's ranking places it.
    Out(Turn),
    /// The seat's whole side has lost.
    SideLost,
}

/// The rules of one game, as a position that can be played on.
///
/// A position is a value: it is cloned, compared and written as text; nothing in it knows a clock, a channel or chance.
/// `Display` writes the canonical position text and `FromStr` reads exactly such texts (a reader refuses what could not be
/// written). The text tells everything but the past ([`Game::without_past`]). The laws that hold for every game are the tests
/// in `rules/tests`.
pub trait Game: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// What the game says about itself.
    const ABOUT: About;

    /// Whether all seats give their orders for a turn at once, each in secret, and may change them until the turn ends.
    const SIMULTANEOUS: bool = false;

    /// Whether something of a running game is hidden from somebody: whether [`Game::view`] can say less than the position.
    const SECRETS: bool = false;

    /// One entry of the record. `Display` writes the canonical notation, `FromStr` reads that form only.
    type Move: Clone + Ord + Debug + Display + FromStr<Err = ParseError>;
    /// The game's own reasons to refuse a move; `Display` is a sentence part for the player of at most 200 characters, lower
    /// case, no final dot.
    type Why: std::error::Error + Clone + PartialEq;
    /// Something that happened, for words and pictures.
    type Event: Clone + PartialEq + Debug + Send + Sync;
    /// What one viewer may know; `Display` is the view text (the position text where nothing is hidden).
    type View: Clone + PartialEq + Debug + Display;

    /// Sets the game up; all options have passed [`About::check`] before.
    ///
    /// # Errors
    /// When the options do not go together.
    fn new(options: &Options) -> Result<Self, SetupError>;

    /// The figures that this game is played by, for its lobby: one line of whole sentences, at most 150 characters, such as
    /// `8 points win. The game lasts at most 30 rounds.`
    fn figures(&self) -> String;

    /// How many seats play, those that are out included.
    fn seats(&self) -> u8;

    /// The seats that win and lose together; every seat is in exactly one side.
    fn sides(&self) -> Vec<SeatSet> {
        SeatSet::all(self.seats()).iter().map(SeatSet::one).collect()
    }

    /// The seats the game waits for; empty exactly when it is over.
    fn to_act(&self) -> SeatSet;

    /// Adds all legal moves of `seat` to `moves`, without doubles, in any order; none for a seat that may not act. A seat that
    /// can change its order may act, though the game does not wait for it.
    fn legal(&self, seat: Seat, moves: &mut Vec<Self::Move>);

    /// Plays a move and tells what happened, in order.
    ///
    /// # Errors
    /// A refused move changes nothing and tells nothing.
    fn play(
        &mut self,
        seat: Seat,
        mv: &Self::Move,
        tell: &mut dyn FnMut(Self::Event),
    ) -> Result<Turn, Refused<Self::Why>>;

    /// Ends a simultaneous turn from outside: missing orders count as none. `false`, with nothing changed, where turns are
    /// not simultaneous or the game is over.
    fn resolve(&mut self, tell: &mut dyn FnMut(Self::Event)) -> bool {
        let _ = tell;
        false
    }

    /// How it ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The seats that the rules have put out of the game, in groups as they rank behind all others, best first.
    fn eliminated(&self) -> Vec<SeatSet> {
        Vec::new()
    }

    /// The score of every seat in order, as the game's rules define it.
    fn scores(&self) -> Vec<i32>;

    /// The position without what its text does not tell of the past (repetitions that count, the log of the last turn); what
    /// reading the text gives.
    fn without_past(&self) -> Self {
        self.clone()
    }

    /// What `to` may see now.
    fn view(&self, to: Viewer) -> Self::View;

    /// The last turn as `to` may read it, line by line, where the game's rules define such a log.
    fn log(&self, to: Viewer) -> Vec<String> {
        let _ = to;
        Vec::new()
    }

    /// What `to` may know of an event; `None` when not even that it happened.
    fn visible_to(event: &Self::Event, to: Viewer) -> Option<Self::Event> {
        let _ = to;
        Some(event.clone())
    }

    /// Whether an event, as somebody has seen it, says nothing any more once its turn is over.
    fn is_transient(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// A seat leaves the running game for good (it resigned). Called once for a seat.
    fn retire(&mut self, seat: Seat, tell: &mut dyn FnMut(Self::Event)) -> Leave;

    /// Moves the game on when it waits for a seat that has left, or, where all order at once, for one whose time is up.
    /// Called for those who have left until the game waits for somebody who is there, so afterwards it no longer waits for this
    /// seat, or its turn has ended. Tells whether a turn ended by it.
    fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(Self::Event)) -> Turn;

    /// What a legal move would do, in a few plain words for a list (at most 80 characters): `e3 becomes a queen: dies`.
    fn explain(&self, seat: Seat, mv: &Self::Move) -> String;

    /// For each of these legal moves the choices that lead to it in menus, from the general to the special and without the
    /// move itself, such as `["place a queen", "column e"]`; each at most 80 characters, and at most 25 different ones, or
    /// moves, at any point.
    fn steps(&self, seat: Seat, moves: &[Self::Move]) -> Vec<Vec<String>>;

    /// Where on the board a legal move is made.
    fn route(&self, seat: Seat, mv: &Self::Move) -> Route;

    /// Whether the piece that a legal move places or changes dies by it, so that hardly anybody wants it.
    fn dies(&self, seat: Seat, mv: &Self::Move) -> bool {
        let _ = (seat, mv);
        false
    }

    /// What a legal move costs its own side, though the game goes on, that nobody would give away unasked: a clause of at most 80
    /// characters about `you`, without a final dot. Players are asked before such a move.
    fn warning(&self, seat: Seat, mv: &Self::Move) -> Option<String> {
        let _ = (seat, mv);
        None
    }

    /// An event in one line of sentences, at most 1000 characters, with `who` naming seats. Empty for events that only pictures
    /// show.
    fn describe(event: &Self::Event, who: &dyn Fn(Seat) -> String) -> String;

    /// What the seats to act should know before they move, one line of at most 250 characters (points left, a goal in reach);
    /// empty if nothing.
    fn status(&self, to: Viewer) -> String;

    /// The number of sequences of `depth` legal moves from here; where all order at once, of as many turns, in each of which the
    /// seats order by rising number. A finished game counts only at depth 0.
    ///
    /// Every leaf is visited with a clone and a checked [`Game::play`]: the count checks the list of legal moves against
    /// what is accepted.
    fn perft(&self, depth: u32) -> u64 {
        let mut plays = u64::MAX;
        self.perft_within(depth, &mut plays).unwrap_or(u64::MAX)
    }

    /// As [`Game::perft`], playing at most `plays` moves and taking those that it plays off; `None` when they do not suffice.
    fn perft_within(&self, depth: u32, plays: &mut u64) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        // Where moves are made one after the other, no more than one seat is to act.
        let Some(seat) = self.to_act().first() else { return Some(0) };
        let mut moves = Vec::new();
        self.legal(seat, &mut moves);
        *plays = plays.checked_sub(moves.len() as u64)?;
        let mut nodes = 0;
        for mv in &moves {
            let mut next = self.clone();
            let Ok(turn) = next.play(seat, mv, &mut |_| {}) else { continue };
            let left = if Self::SIMULTANEOUS && turn == Turn::Open { depth } else { depth - 1 };
            nodes += if left == 0 { 1 } else { next.perft_within(left, plays)? };
        }
        Some(nodes)
    }
}
