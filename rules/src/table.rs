//! A game as people play it: the position, and everything at the table that is not a move. Seats resign or run out of time, and
//! players agree on a draw or take moves back.

use std::sync::Arc;

use crate::{
    error::ParseError,
    game::{Leave, PASS, Turn},
    options::{Options, SetupError},
    outcome::{ABORTED, AGREED, LATE, Outcome, RESIGNED, Ranking, TIMED_OUT},
    registry::{Any, AnyEvent, Kind, LegalMove, Path, Refusal},
    seat::{Seat, SeatSet, Viewer},
    text::number,
};

/// The record entry of a seat that leaves the game for good. A seat that the rules have eliminated keeps its place and cannot
/// resign. Entries that begin with `!` are not moves of the game.
pub const RESIGN: &str = "!resign";

/// The record entry of a seat that leaves the game because its time is up.
pub const TIMEOUT: &str = "!timeout";

/// The record entry of a seat whose time is up and whose turn is skipped, if that is possible ([`Table::can_skip`]).
pub const SKIP: &str = "!skip";

/// The record entry of a draw because the time of all sides is up at once. Any seat can be named.
pub const ALL_LATE: &str = "!late";

/// The record entry of a draw on which everybody still at the table has agreed. Any seat can be named.
pub const DRAW: &str = "!draw";

/// The record entry of a game that is called off and ends without a result. Any seat can be named.
pub const ABORT: &str = "!abort";

/// The record entry of a seat that another person plays from now on. The position stays the same.
pub const SUBSTITUTE: &str = "!substitute";

/// The beginning of the record entry that takes moves back. The number of the ply to go back to follows: `!back 12`.
pub const BACK: &str = "!back ";

/// The notation that ends a turn early in every game whose turns take several moves.
pub const END: &str = "end";

/// One entry of a game's record, with what happened when it was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The turn that it belongs to, counted from 0.
    pub turn: u32,
    /// The seat that acted.
    pub seat: Seat,
    /// The notation of a move, or an entry of the table such as [`RESIGN`].
    pub notation: String,
    /// Whether this is a pass by a seat that could do nothing else.
    pub forced: bool,
    /// The events that followed, in order.
    pub events: Vec<AnyEvent>,
}

impl Played {
    /// Whether this is a move of the game, and not an entry of the table such as [`RESIGN`].
    pub fn is_move(&self) -> bool {
        check_move(&self.notation).is_ok()
    }
}

/// Checks that a notation can be a move, and is not an entry of the table: `check_move("!resign")` is an error.
///
/// # Errors
///
/// [`Refusal::Notation`] if the notation begins with `!`.
pub fn check_move(notation: &str) -> Result<(), Refusal> {
    if notation.starts_with('!') {
        return Err(Refusal::Notation(ParseError::new("no move begins with `!`")));
    }
    Ok(())
}

/// A game that people play. The same entries in the same order always give the same table.
///
/// # Examples
///
/// ```
/// use rules::{DRAW, Kind, Options, Seat, Table};
///
/// let mut table = Table::new(Kind::Protozoa, &Options::new())?;
/// let mut record = vec![table.play(Seat::FIRST, "p@f4")?];
/// assert_eq!((table.ply(), table.to_act().first()), (1, Seat::new(2)));
///
/// record.push(table.enter(&record, Seat::FIRST, "!back 0")?);
/// assert_eq!((table.ply(), table.to_act().first()), (2, Some(Seat::FIRST)));
/// assert!(rules::in_effect(&record).is_empty(), "the move was taken back");
///
/// table.enter(&record, Seat::FIRST, DRAW)?;
/// assert!(table.outcome().is_some_and(|outcome| outcome.is_draw()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The position at the beginning of the game, from which take-backs replay the record.
    start: Arc<Any>,
    game: Any,
    /// The sides that have left, in order.
    gone: Vec<SeatSet>,
    /// All seats that have left, including those whose side plays on.
    left: SeatSet,
    /// The reason that applies if only one side is left: why the last seat left.
    alone: &'static str,
    /// The reason why the game was ended at the table, if it was: [`AGREED`], [`LATE`] or [`ABORTED`].
    closed: Option<&'static str>,
    ply: u32,
    turn: u32,
}

impl Table {
    /// Starts a new game.
    ///
    /// # Errors
    ///
    /// [`SetupError`], as from [`Kind::new_game`].
    pub fn new(kind: Kind, options: &Options) -> Result<Table, SetupError> {
        Ok(Table::from(kind.new_game(options)?))
    }

    /// Returns the game that is played.
    pub fn kind(&self) -> Kind {
        self.game.kind()
    }

    /// Returns the position. Ask the table itself who is to act and how the game ended, since only the table knows who has
    /// left.
    pub fn game(&self) -> &Any {
        &self.game
    }

    /// Returns the number of entries in the record.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the number of completed turns, including those that were taken back. One turn can take several plies of a seat.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the number that separates a current list of legal moves from a stale one: a list is stale once the number has
    /// changed.
    pub fn revision(&self) -> u32 {
        // With simultaneous orders the ply would give away that another seat has ordered.
        if self.kind().is_simultaneous() { self.turn } else { self.ply }
    }

    /// Returns the seats that have left.
    pub fn left(&self) -> SeatSet {
        self.left
    }

    /// Returns the seats that are still in the game: those that have neither left nor been eliminated.
    pub fn here(&self) -> SeatSet {
        self.not_left().without(all(&self.game.eliminated()))
    }

    /// Returns the seats that the game waits for. The set is empty exactly when the game is over.
    pub fn to_act(&self) -> SeatSet {
        if self.ended_here() { SeatSet::EMPTY } else { self.game.to_act().without(self.left) }
    }

    /// Returns the legal moves of a seat, sorted. A seat that has left or may not act has none.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        if self.may_play(seat) { self.game.legal(seat) } else { Vec::new() }
    }

    /// Returns the legal moves of a seat with their descriptions, in the order of [`Table::legal`].
    pub fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        if self.may_play(seat) { self.game.legal_moves(seat) } else { Vec::new() }
    }

    /// Returns the legal moves of a seat with the choices that lead to them, in the order in which the game lists
    /// them ([`Any::paths`]).
    pub fn paths(&self, seat: Seat) -> Vec<Path> {
        if self.may_play(seat) { self.game.paths(seat) } else { Vec::new() }
    }

    /// Returns one legal move of a seat with its description, or `None` if the move is not legal.
    pub fn legal_move(&self, seat: Seat, notation: &str) -> Option<LegalMove> {
        if self.may_play(seat) { self.game.legal_move(seat, notation) } else { None }
    }

    /// Returns what a legal move costs its own side, if players should confirm it first
    /// ([`Game::warning`](crate::Game::warning)).
    pub fn warning(&self, seat: Seat, notation: &str) -> Option<String> {
        if self.may_play(seat) { self.game.warning(seat, notation) } else { None }
    }

    /// Returns what the seats to act should know before they move ([`Game::status`](crate::Game::status)). The text is empty if
    /// there is nothing to say or the game is over.
    pub fn status(&self, to: Viewer) -> String {
        if self.to_act().is_empty() { String::new() } else { self.game.status(to) }
    }

    /// Returns how `to` sees this game and its past: `table.game().view(table.viewer(to))` is what to show. Nothing is hidden once
    /// the game is over, however it ended.
    pub fn viewer(&self, to: Viewer) -> Viewer {
        if self.outcome().is_some() { Viewer::Open } else { to }
    }

    /// Returns the result, or `None` while the game is running. Sides that left rank behind all that stayed, including
    /// eliminated ones. Sides that left later rank before sides that left earlier.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.closed == Some(ABORTED) {
            return Some(Outcome { ranking: Ranking::new([]), reason: ABORTED });
        }
        let gone = all(&self.gone);
        let left_behind = self.gone.iter().rev().copied();
        if self.ended_here() {
            // The game itself has no ranking yet. Everybody who stayed shares the first place, before eliminated seats.
            let out = self.game.eliminated();
            let stayed = SeatSet::all(self.game.seats()).without(all(&out));
            let stayed = [stayed].into_iter().chain(out).map(|group| group.without(gone));
            let reason = self.closed.unwrap_or(self.alone);
            return Some(Outcome { ranking: Ranking::new(stayed.chain(left_behind)), reason });
        }
        let outcome = self.game.outcome()?;
        let stayed = outcome.ranking.groups().iter().map(|group| group.without(gone));
        Some(Outcome { ranking: Ranking::new(stayed.chain(left_behind)), ..outcome })
    }

    /// Carries out one entry of a seat that has not left: a move in canonical notation, [`RESIGN`], [`TIMEOUT`], [`SKIP`],
    /// [`DRAW`], [`ALL_LATE`], [`ABORT`] or [`SUBSTITUTE`].
    /// # Errors
    ///
    /// [`Refusal`] says why the entry is refused. Nothing changes then.
    pub fn play(&mut self, seat: Seat, notation: &str) -> Result<Played, Refusal> {
        // A seat can resign at any time, but only the turn of a seat that is to act can be skipped.
        let may = match notation {
            RESIGN | TIMEOUT => self.here(),
            SKIP => self.to_act(),
            _ => self.not_left(),
        };
        self.check_entry(seat, may)?;
        let turn = self.turn;
        // This must be asked before the move, because afterwards the game waits for another seat.
        let forced = notation == PASS && self.forced() == Some(seat);
        let mut events = Vec::new();
        let mut report = |event| events.push(event);
        let ended = match notation {
            RESIGN | TIMEOUT => {
                self.alone = if notation == RESIGN { RESIGNED } else { TIMED_OUT };
                self.leave(seat, &mut report)
            }
            DRAW => self.close(AGREED),
            ALL_LATE => self.close(LATE),
            ABORT => self.close(ABORTED),
            SUBSTITUTE => Turn::Open,
            // A skipped seat counts as having ordered, but no event shows it, because it has ordered nothing.
            SKIP if self.kind().is_simultaneous() => self.game.skip(seat, &mut report),
            SKIP => match self.way_past(seat) {
                Some(mv) => self.game.play(seat, mv, &mut report)?,
                None => return Err(Refusal::Notation(ParseError::new("this turn can't be skipped"))),
            },
            mv => self.game.play(seat, mv, &mut report)?,
        };
        if ended == Turn::Ended {
            self.turn += 1;
        }
        self.skip_absent(&mut events);
        self.ply += 1;
        Ok(Played { turn, seat, notation: notation.to_owned(), forced, events })
    }

    /// Carries out the next entry of `record`, which must hold all entries of this table so far. It accepts what
    /// [`Table::play`] accepts, and also [`BACK`] by any seat that has not left. After a [`BACK`], the game continues from the
    /// position after that ply, while the counts of plies and turns continue to rise.
    /// # Errors
    ///
    /// [`Refusal`], as from [`Table::play`]. It is [`Refusal::Notation`] if the ply to go back to does not exist.
    pub fn enter(&mut self, record: &[Played], seat: Seat, notation: &str) -> Result<Played, Refusal> {
        if !notation.starts_with(BACK) {
            return self.play(seat, notation);
        }
        self.check_entry(seat, self.not_left())?;
        let ply = back_to(notation).filter(|&ply| ply < record.len());
        let ply =
            ply.ok_or_else(|| Refusal::Notation(ParseError::new("there is no such ply to go back to")))?;
        // Positions cannot be undone, so the table replays the entries that still count. The record keeps them all.
        let mut table = Table::from(Any::clone(&self.start));
        for entry in in_effect(&record[..ply]) {
            table.play(entry.seat, &entry.notation)?;
        }
        // Both counts keep rising, so that buttons from before the take-back stay stale.
        (table.ply, table.turn) = (self.ply + 1, self.turn + 1);
        let turn = std::mem::replace(self, table).turn;
        Ok(Played { turn, seat, notation: notation.to_owned(), forced: false, events: Vec::new() })
    }

    /// Returns the seat that the game waits for, if it can only [`PASS`]. The bot need not ask it.
    pub fn forced(&self) -> Option<Seat> {
        let to_act = self.to_act();
        let seat = to_act.first().filter(|_| to_act.len() == 1 && !self.kind().is_simultaneous())?;
        matches!(self.legal(seat).as_slice(), [only] if only == PASS).then_some(seat)
    }

    /// Plays the passes of all seats that can do nothing else. `report` receives each pass and the table after it.
    pub fn pass_forced(&mut self, mut report: impl FnMut(&Table, Played)) {
        while let Some(seat) = self.forced()
            && let Ok(played) = self.play(seat, PASS)
        {
            report(self, played);
        }
    }

    /// Whether the turn of a seat can be skipped now ([`SKIP`]). This is possible if the seat may pass or end its turn, and
    /// always if orders are simultaneous.
    pub fn can_skip(&self, seat: Seat) -> bool {
        self.to_act().contains(seat) && (self.kind().is_simultaneous() || self.way_past(seat).is_some())
    }

    /// Whether the turn of a seat can pass to the next one on a board on which a person tries moves out for all seats.
    pub fn can_pass_over(&self, seat: Seat) -> bool {
        self.can_skip(seat) || self.to_act().contains(seat) && self.game.can_pass_over()
    }

    /// Lets the turn of a seat pass to the next one, also in a game whose players may not pass. Only a board for one person does that:
    /// no record has such an entry unless [`Table::can_skip`].
    ///
    /// # Errors
    /// [`Refusal`] says why the turn cannot pass. Nothing changes then.
    pub fn pass_over(&mut self, seat: Seat) -> Result<Played, Refusal> {
        if self.can_skip(seat) || !self.can_pass_over(seat) {
            return self.play(seat, SKIP);
        }
        let (turn, mut events) = (self.turn, Vec::new());
        if self.game.skip(seat, &mut |event| events.push(event)) == Turn::Ended {
            self.turn += 1;
        }
        self.skip_absent(&mut events);
        self.ply += 1;
        Ok(Played { turn, seat, notation: SKIP.to_owned(), forced: false, events })
    }

    fn way_past(&self, seat: Seat) -> Option<&'static str> {
        let legal = self.game.legal(seat);
        [END, PASS].into_iter().find(|way| legal.iter().any(|mv| mv == way))
    }

    /// Returns the seats that have not left, including eliminated ones.
    fn not_left(&self) -> SeatSet {
        SeatSet::all(self.game.seats()).without(self.left)
    }

    /// Refuses every entry of a finished game, and entries of seats that are not in `may`.
    fn check_entry(&self, seat: Seat, may: SeatSet) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if may.contains(seat) {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn { to_act: self.to_act() })
        }
    }

    fn may_play(&self, seat: Seat) -> bool {
        !self.left.contains(seat) && !self.ended_here()
    }

    /// Ends the game for this reason of the table.
    fn close(&mut self, reason: &'static str) -> Turn {
        self.closed = Some(reason);
        Turn::Open
    }

    /// Whether no side would be left in the game if all these seats left at once.
    pub fn leaves_nobody(&self, seats: SeatSet) -> bool {
        // Each side is tested on its own clone, because the game may be over after the first one has left.
        self.game.sides().into_iter().all(|side| {
            let mut after = self.clone();
            for seat in side.iter().filter(|&seat| seats.contains(seat)) {
                // A seat that has already left cannot leave again, and that is fine here.
                let _ = after.play(seat, TIMEOUT);
            }
            side.iter().all(|seat| !after.here().contains(seat))
        })
    }

    /// Removes a seat from the game and returns whether that ends a turn.
    fn leave(&mut self, seat: Seat, report: &mut dyn FnMut(AnyEvent)) -> Turn {
        self.left.insert(seat);
        let side = self.game.sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
        match self.game.retire(seat, report) {
            Leave::SideLost => {
                self.left = self.left.union(side);
                self.gone.push(side);
            }
            // The side is gone once its last seat has left; until then its other seats play for it.
            Leave::PlayOn if side.without(self.left).is_empty() => self.gone.push(side),
            Leave::PlayOn => {}
            Leave::Out(turn) => return turn,
        }
        Turn::Open
    }

    /// Skips the turns of seats that have left.
    fn skip_absent(&mut self, events: &mut Vec<AnyEvent>) {
        while !self.ended_here() {
            let absent = self.game.to_act().iter().find(|&seat| self.left.contains(seat));
            let Some(seat) = absent else { break };
            let before = self.game.clone();
            if self.game.skip(seat, &mut |event| events.push(event)) == Turn::Ended {
                self.turn += 1;
            }
            // No entry may block its thread forever, even if a game breaks the contract of `Game::skip`.
            if self.game == before {
                break;
            }
        }
    }

    /// Whether the game ended at the table: only one side is left, or the game was closed.
    fn ended_here(&self) -> bool {
        self.closed.is_some() || (!self.gone.is_empty() && self.sides_left() <= 1)
    }

    /// Returns the number of sides that have neither left nor been eliminated.
    fn sides_left(&self) -> usize {
        let out = all(&self.game.eliminated());
        let is_left = |side: &SeatSet| !self.gone.contains(side) && !side.without(out).is_empty();
        self.game.sides().iter().filter(|side| is_left(side)).count()
    }
}

/// Returns the ply that an entry goes back to, if it is [`BACK`] with a number in canonical notation.
fn back_to(notation: &str) -> Option<usize> {
    number(notation.strip_prefix(BACK)?).ok().map(|ply| ply as usize)
}

/// Returns the seats of all these groups.
fn all(groups: &[SeatSet]) -> SeatSet {
    groups.iter().fold(SeatSet::EMPTY, |all, group| all.union(*group))
}

impl From<Any> for Table {
    /// Returns a table at this position, at which nobody has left and nothing has been played.
    fn from(game: Any) -> Self {
        Table {
            start: Arc::new(game.clone()),
            game,
            gone: Vec::new(),
            left: SeatSet::EMPTY,
            alone: RESIGNED,
            closed: None,
            ply: 0,
            turn: 0,
        }
    }
}

/// Returns the entries of a record that still count: all except those that were taken back and the take-backs themselves.
pub fn in_effect(record: &[Played]) -> Vec<&Played> {
    record
        .iter()
        .zip(are_in_effect(record))
        .filter_map(|(entry, are_in_effect)| are_in_effect.then_some(entry))
        .collect()
}

/// Returns, for each entry of a record, whether it still counts ([`in_effect`]).
pub fn are_in_effect(record: &[Played]) -> Vec<bool> {
    let mut are_in_effect = vec![false; record.len()];
    // The loop runs backwards. A later take-back removes every entry from `end` on, so these are skipped, including earlier
    // take-backs among them.
    let mut end = record.len();
    for (at, entry) in record.iter().enumerate().rev() {
        if at >= end {
            continue;
        }
        match back_to(&entry.notation) {
            Some(ply) => end = ply.min(at),
            None => are_in_effect[at] = true,
        }
    }
    are_in_effect
}
