//! The trait that every game implements, and the errors that it returns.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use crate::{
    error::ParseError,
    grid::Square,
    lesson::Lesson,
    options::{About, Options, SetupError},
    outcome::Outcome,
    page::Focus,
    path::{Step, Word},
    seat::{Seat, SeatSet, Viewer},
    showcase::{Quick, Showcase},
};

/// The notation of a pass in every game that has one.
pub const PASS: &str = "pass";

/// The reason why a move is refused. A refused move leaves the position as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused<W> {
    /// It is not this seat's turn.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seats whose turn it is.
        to_act: SeatSet,
    },
    /// The game is over already.
    #[error("the game is over")]
    Over,
    /// The rules of the game forbid the move.
    #[error(transparent)]
    Illegal(W),
}

/// Checks that it is the turn of `seat`, in a game in which one seat acts at a time. `None` means that the game is over.
pub(crate) fn check_turn<W>(to_act: Option<Seat>, seat: Seat) -> Result<(), Refused<W>> {
    match to_act {
        None => Err(Refused::Over),
        Some(next) if next != seat => Err(Refused::NotYourTurn { to_act: SeatSet::one(next) }),
        Some(_) => Ok(()),
    }
}

/// The effect of a move on the turn of the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The turn continues: the same seat still has to act in it or, with simultaneous orders, another seat.
    Open,
    /// The turn has ended.
    Ended,
}

/// The squares of a move, for arrows and highlights. A game's pieces can also be beside its board, as in the Semiosphere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// The square of the piece that moves. A piece on several squares is at its lower left one. `None` if no piece on the board
    /// moves, for example when a new one is placed.
    pub from: Option<Square>,
    /// The square that the move leads to, and what the move does there. `None` if it leads to no other square.
    pub to: Option<(Square, Focus)>,
}

impl Route {
    /// Returns the route of a move that stays on its square, such as `Route::at(e3)` for the promotion `e3+`.
    pub const fn at(from: Square) -> Route {
        Route { from: Some(from), to: None }
    }

    /// Returns the route of a move that no piece on the board makes, such as `Route::onto(e3, Focus::Goal)` for placing `p@e3`.
    pub const fn onto(to: Square, focus: Focus) -> Route {
        Route { from: None, to: Some((to, focus)) }
    }

    /// Returns the route of a move from one square to another, such as `Route::new(c3, c4, Focus::Goal)` for `c3-c4`.
    pub const fn new(from: Square, to: Square, focus: Focus) -> Route {
        Route { from: Some(from), to: Some((to, focus)) }
    }
}

/// The effect on a game when a seat leaves it for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The other seats play on. The seat ranks behind everybody who stays, and seats that leave later rank before seats that
    /// leave earlier. Its pieces stay on the board. The table calls [`Game::skip`] for its turns.
    PlayOn,
    /// The game eliminates the seat. It no longer acts, and the game's own ranking places it.
    Out(Turn),
    /// The whole side of the seat loses.
    SideLost,
}

/// The rules of one game, implemented by the type of its positions.
///
/// A position is a value: you can clone it, compare it and write it as text. It knows no clock, no channel and no chance.
/// `Display` writes the canonical position text and `FromStr` reads exactly these texts; a reader rejects every text that could
/// not have been written. The text holds everything except the past (see [`Game::without_past`]). The tests in `rules/tests`
/// check the laws that hold for every game.
///
/// # Examples
///
/// ```
/// use rules::{Game, Options, Seat, games::protozoa::Protozoa};
///
/// let mut game = Protozoa::new(&Options::new())?;
/// assert_eq!(game.to_act().first(), Some(Seat::FIRST));
///
/// let mut moves = Vec::new();
/// game.legal(Seat::FIRST, &mut moves);
/// let mv = "p@f4".parse()?;
/// assert!(moves.contains(&mv));
/// assert_eq!(game.explain(Seat::FIRST, &mv), "pawn on f4: organism grows to 5");
///
/// let mut events = Vec::new();
/// game.play(Seat::FIRST, &mv, &mut |event| events.push(event))?;
/// let name = |seat: Seat| format!("Seat {seat}");
/// assert_eq!(Protozoa::describe(&events[0], &name), "Seat 1 places a pawn on f4.");
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The description of the game: its name, options, rules for players and so on.
    const ABOUT: About;

    /// The positions of the game that are worth drawing, the busiest first.
    const SHOWCASE: &'static [Showcase];

    /// The options that keep a game short, by rising number of seats. The last entry covers the most seats.
    const QUICK: &'static [Quick];

    /// The guided first game, for people who have never seen this one.
    const LESSON: Lesson;

    /// Whether all seats order at the same time, each in secret. A seat can change its order until the turn ends.
    const SIMULTANEOUS: bool = false;

    /// Whether a running game hides information from some viewers, so that [`Game::view`] can show less than the position.
    const SECRETS: bool = false;

    /// Whether players often pass and wait for the others, so that a plan can pass for them until something happens.
    const CAN_WAIT: bool = false;

    /// The kinds of moves that players choose among, in groups that are offered together. If one kind of a group is legal, a panel
    /// shows all of them in this order, and those that are not legal cannot be pressed.
    const KINDS: &'static [&'static [Word]] = &[];

    /// A move, as the record holds it. `Display` writes the canonical notation, and `FromStr` reads only that form.
    type Move: Clone + Ord + Debug + Display + FromStr<Err = ParseError>;
    /// The game's own reasons to refuse a move. `Display` writes a clause for the player: at most 200 characters, lower case,
    /// no final dot.
    type Why: std::error::Error + Clone + PartialEq;
    /// Something that happens in the game, for sentences and pictures.
    type Event: Clone + PartialEq + Debug + Send + Sync;
    /// The part of a position that one viewer may see. `Display` writes the view text, which is the position text if nothing is
    /// hidden.
    type View: Clone + PartialEq + Debug + Display;

    /// Sets up a new game. [`About::check`] has already accepted each option on its own.
    ///
    /// # Errors
    ///
    /// [`SetupError::Clash`] if the options do not fit together.
    fn new(options: &Options) -> Result<Self, SetupError>;

    /// Returns the rated class of these options, such as `standard`, or `None` if games with them are not rated. Games of a class
    /// are alike enough for common ratings. The option `first` never matters. [`About::check`] has accepted each option.
    fn class(options: &Options) -> Option<&'static str>;

    /// Describes the numbers that this game is played with, for its lobby. The text is one line of whole sentences with at most
    /// 150 characters, such as `8 points win. The game lasts at most 30 rounds (60 turns) on 8 × 8 squares.`
    fn figures(&self) -> String;

    /// Returns the number of seats, including eliminated ones.
    fn seats(&self) -> u8;

    /// Returns the groups of seats that win and lose together. Every seat is in exactly one side.
    fn sides(&self) -> Vec<SeatSet> {
        SeatSet::all(self.seats()).iter().map(SeatSet::one).collect()
    }

    /// Returns the seats that the game waits for. The set is empty exactly when the game is over.
    fn to_act(&self) -> SeatSet;

    /// Adds all legal moves of `seat` to `moves`, each once and in any order. A seat that may not act has none. A seat that has
    /// ordered and may still change its order has legal moves, although the game does not wait for it.
    fn legal(&self, seat: Seat, moves: &mut Vec<Self::Move>);

    /// Plays a move and passes its events, in order, to `report`.
    ///
    /// # Errors
    ///
    /// [`Refused`] says why the move is refused. Nothing changes then, and nothing is reported.
    fn play(
        &mut self,
        seat: Seat,
        mv: &Self::Move,
        report: &mut dyn FnMut(Self::Event),
    ) -> Result<Turn, Refused<Self::Why>>;

    /// Ends a turn of simultaneous orders early; missing orders count as none. Returns `false` and changes nothing if the game
    /// has no such turns or is over.
    fn resolve(&mut self, report: &mut dyn FnMut(Self::Event)) -> bool {
        let _ = report;
        false
    }

    /// Returns the result, or `None` while the game is running.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the seats that the rules have eliminated, in groups that rank behind all other seats, best first.
    fn eliminated(&self) -> Vec<SeatSet> {
        Vec::new()
    }

    /// Returns the score of every seat, in the order of the seats, as the rules of the game define it.
    fn scores(&self) -> Vec<i32>;

    /// Returns this position without the past that its text leaves out, such as repetitions that count and the log of the last
    /// turn. Reading the position text gives the same value.
    fn without_past(&self) -> Self {
        self.clone()
    }

    /// Returns what `to` may see now.
    fn view(&self, to: Viewer) -> Self::View;

    /// Returns what `to` would see if `seat` had given this order, with nothing carried out. Where seats take turns, this is what
    /// they see now.
    fn view_with_order(&self, to: Viewer, seat: Seat, order: &Self::Move) -> Self::View {
        let _ = (seat, order);
        self.view(to)
    }

    /// Returns the log of the last turn as `to` may read it, one line per entry. Only some games define such a log.
    fn log(&self, to: Viewer) -> Vec<String> {
        let _ = to;
        Vec::new()
    }

    /// Returns the part of an event that `to` may know, or `None` if `to` may not even know that it happened.
    fn visible_to(event: &Self::Event, to: Viewer) -> Option<Self::Event> {
        let _ = to;
        Some(event.clone())
    }

    /// Whether an event, as a viewer sees it, is worth showing only until the turn ends, such as the news that a seat has
    /// ordered.
    fn is_transient(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Whether an event takes a piece from its owner. Plans that pass until then need it, so a game without
    /// [`Game::CAN_WAIT`] can leave it out.
    fn captures(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Removes a seat from the running game for good, because it resigned or ran out of time. The table calls this once per
    /// seat.
    fn retire(&mut self, seat: Seat, report: &mut dyn FnMut(Self::Event)) -> Leave;

    /// Acts for a seat that has left or, with simultaneous orders, for a seat whose time is up. Returns whether this ends a
    /// turn.
    ///
    /// The table calls this for absent seats until the game waits for a present one. After the call the game must no longer
    /// wait for this seat, or its turn must have ended. A game of two sides that takes turns never gets this call if
    /// [`Game::retire`] returns [`Leave::SideLost`], because it is over then.
    fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(Self::Event)) -> Turn;

    /// Returns whether [`Game::skip`] also suits a seat that is present and may not pass, when a person tries moves out for all
    /// seats.
    fn can_pass_over(&self) -> bool {
        false
    }

    /// Describes what a legal move does, in at most 80 characters for a list, such as `e3 becomes a queen: dies`.
    fn explain(&self, seat: Seat, mv: &Self::Move) -> String;

    /// Returns the choices that lead to a legal move, from general to specific, such as the piece, then its target. Every legal
    /// move of a seat has another path, and no path is the beginning of another one.
    fn path(&self, seat: Seat, mv: &Self::Move) -> Vec<Step>;

    /// Returns the label of a step's button or menu line, in at most 34 characters: the step, and what helps to choose it, such
    /// as `Drone 3` if three drones are left.
    fn label(&self, seat: Seat, step: Step) -> String;

    /// Returns the squares of a legal move, for arrows and highlights.
    fn route(&self, seat: Seat, mv: &Self::Move) -> Route;

    /// Returns how many enemy pieces a legal move takes, as far as the seat can know. Menus list captures first.
    fn takes(&self, seat: Seat, mv: &Self::Move) -> usize {
        usize::from(matches!(self.route(seat, mv).to, Some((_, Focus::Prey))))
    }

    /// Whether a legal move kills the piece that it places or changes. Menus list such moves last.
    fn dies(&self, seat: Seat, mv: &Self::Move) -> bool {
        let _ = (seat, mv);
        false
    }

    /// Returns what a legal move costs its own side without ending the game, if no player would want that by accident. The text
    /// is a clause about `you` with at most 80 characters and no final dot. The bot asks for confirmation before it plays such
    /// a move.
    fn warning(&self, seat: Seat, mv: &Self::Move) -> Option<String> {
        let _ = (seat, mv);
        None
    }

    /// Returns what the opponents of a seat could do with their next move, if it were theirs now and as far as the seat can know:
    /// the squares that they can reach ([`Focus::Reach`]), and those on which they can take something of the seat
    /// ([`Focus::Threat`]). Each square is there at most once.
    fn danger(&self, seat: Seat) -> Vec<(Square, Focus)>;

    /// Describes an event in one line of whole sentences, at most 1000 characters, in which `who` names the seats. The text is
    /// empty for events that only pictures show.
    fn describe(event: &Self::Event, who: &dyn Fn(Seat) -> String) -> String;

    /// Describes events in their order, one line of whole sentences each, without those that only pictures show. A game may give one
    /// sentence to events that belong together.
    fn describe_all(events: &[&Self::Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
        events.iter().map(|event| Self::describe(event, who)).filter(|words| !words.is_empty()).collect()
    }

    /// Returns what the seats to act should know before they move, such as points left or a goal in reach: one line of at most
    /// 250 characters, empty if there is nothing to say.
    fn status(&self, to: Viewer) -> String;

    /// Counts the sequences of `depth` legal moves from here. In a game of simultaneous orders, `depth` counts turns, and the
    /// seats order by rising number. A finished game counts only at depth 0.
    ///
    /// Every leaf is reached with a clone and a checked [`Game::play`], so the count also checks the list of legal moves
    /// against what `play` accepts.
    fn perft(&self, depth: u32) -> u64 {
        let mut plays = u64::MAX;
        self.perft_within(depth, &mut plays).unwrap_or(u64::MAX)
    }

    /// Counts as [`Game::perft`], but plays at most `plays` moves and subtracts those that it plays. Returns `None` if they do
    /// not suffice.
    fn perft_within(&self, depth: u32, plays: &mut u64) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        // Unless orders are simultaneous, at most one seat is to act, so the first one is enough. With simultaneous orders the
        // others follow, because the depth stays the same while the turn is open.
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
