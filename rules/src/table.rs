//! A game as people play it: the position, and what happens at the table besides moves (a seat resigns or runs out of time,
//! the players agree on a draw or take moves back).

use std::sync::Arc;

use crate::{
    Any, AnyEvent, Kind, Leave, LegalMove, Options, Outcome, ParseError, Ranking, Refusal, Seat, SeatSet,
    SetupError, Turn, Viewer, text::number,
};

/// The record entry of a seat that leaves the game for good; not one that the rules have put out, which keeps its place.
/// Entries that begin with `!` are no moves of the game.
pub const RESIGN: &str = "!resign";

/// The record entry of a seat whose time is up and that leaves the game for it.
pub const TIMEOUT: &str = "!timeout";

/// The record entry of a seat whose time is up and whose turn goes by for it, where it can ([`Table::can_skip`]).
pub const SKIP: &str = "!skip";

/// The record entry of a draw because the time of all sides is up at once; whose seat it names does not matter.
pub const ALL_LATE: &str = "!late";

/// The record entry of a draw that all who are still at the table have agreed on; whose seat it names does not matter.
pub const DRAW: &str = "!draw";

/// The record entry of a game that is called off: it is over without a result. Whose seat it names does not matter.
pub const ABORT: &str = "!abort";

/// The record entry of a seat that somebody else plays from here on; in the game it changes nothing.
pub const SUBSTITUTE: &str = "!substitute";

/// Begins the record entry by which moves are taken back; what follows is the ply that the game goes back to: `!back 12`.
pub const BACK: &str = "!back ";

/// How every game that knows passing writes it.
pub const PASS: &str = "pass";

/// How every game whose turns take several moves writes that a turn ends with some left.
pub const END: &str = "end";

/// The reason word of a game that ended because only one side was still in it, when the last one that left had resigned.
/// Others may have left for other reasons, or have been put out by the rules.
pub const RESIGNED: &str = "resigned";

/// As [`RESIGNED`], when the last one that left had run out of time.
pub const TIMED_OUT: &str = "timeout";

/// The reason word of a game that ended in a draw by agreement.
pub const AGREED: &str = "agreed";

/// The reason word of a game that ended in a draw because the time of all sides was up at once.
pub const LATE: &str = "late";

/// The reason word of a game that was called off; its ranking is empty.
pub const ABORTED: &str = "aborted";

/// Why a game is over that ended for a reason of the table's, in words.
pub(crate) fn ending(reason: &str) -> Option<&'static str> {
    Some(match reason {
        RESIGNED => "nobody else is left",
        TIMED_OUT => "time was up, and nobody else is left",
        AGREED => "they agreed on it",
        LATE => "the time of all was up",
        ABORTED => "it was called off",
        _ => return None,
    })
}

/// One entry of a game's record as it was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The turn it belongs to, counted from 0.
    pub turn: u32,
    /// The seat that acted.
    pub seat: Seat,
    /// The notation, or an entry of the table such as [`RESIGN`].
    pub notation: String,
    /// Whether it was a pass by a seat that could do nothing else.
    pub forced: bool,
    /// What happened.
    pub events: Vec<AnyEvent>,
}

impl Played {
    /// Whether it is a move of the game and not something that happened at the table, such as [`RESIGN`].
    #[must_use]
    pub fn is_move(&self) -> bool {
        check_move(&self.notation).is_ok()
    }
}

/// That a notation is one for a move, and not for something that happens at the table, such as [`RESIGN`].
///
/// # Errors
/// [`Refusal::Notation`] for the others.
pub fn check_move(notation: &str) -> Result<(), Refusal> {
    if notation.starts_with('!') {
        return Err(Refusal::Notation(ParseError::new("no move begins with `!`")));
    }
    Ok(())
}

/// A game being played. The same entries in the same order always give the same table.
///
/// ```
/// use rules::{Kind, Options, Seat, Table};
///
/// let mut table = Table::new(Kind::Protozoa, &Options::new())?;
/// table.play(Seat::FIRST, "p@f4")?;
/// assert_eq!(table.ply(), 1);
/// assert_eq!(table.to_act().first(), Seat::new(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The position that the game began with.
    start: Arc<Any>,
    game: Any,
    /// The sides that left, in order.
    gone: Vec<SeatSet>,
    /// All seats that left, also those whose side plays on.
    left: SeatSet,
    /// The reason word of the game if only one side is still in it: why the last seat left that did.
    alone: &'static str,
    /// Why it was ended at the table, if it was: [`AGREED`], [`LATE`] or [`ABORTED`].
    closed: Option<&'static str>,
    ply: u32,
    turn: u32,
}

impl Table {
    /// A new game with nothing played yet.
    ///
    /// # Errors
    /// As [`Kind::new_game`].
    pub fn new(kind: Kind, options: &Options) -> Result<Table, SetupError> {
        Ok(Table::from(kind.new_game(options)?))
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.game.kind()
    }

    /// The position. Whose turn it is and how it ended must be asked of the table: it knows who has left.
    #[must_use]
    pub fn game(&self) -> &Any {
        &self.game
    }

    /// How many entries the record has.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How many turns have been completed, those that were taken back included. A turn can take several plies of one seat.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What an offer to move is good for: once this number has changed, the offer is stale. It is the ply; where all order at
    /// once it is the turn, since what others order changes nothing for a seat, and that they do must not show.
    #[must_use]
    pub fn revision(&self) -> u32 {
        if self.kind().is_simultaneous() { self.turn } else { self.ply }
    }

    /// The seats that have left.
    #[must_use]
    pub fn left(&self) -> SeatSet {
        self.left
    }

    /// The seats that are still in the game: those that have neither left nor been put out by the rules.
    #[must_use]
    pub fn here(&self) -> SeatSet {
        self.not_left().without(all(&self.game.eliminated()))
    }

    /// The seats the game waits for; empty exactly when it is over.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        if self.ended_here() { SeatSet::EMPTY } else { self.game.to_act().without(self.left) }
    }

    /// The legal moves of a seat, sorted; none for a seat that has left or may not act.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        if self.may_play(seat) { self.game.legal(seat) } else { Vec::new() }
    }

    /// As [`Table::legal`], with what people are shown of each move.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        if self.may_play(seat) { self.game.legal_moves(seat) } else { Vec::new() }
    }

    /// What a legal move costs its own side, though the game goes on, that players should be asked about before
    /// ([`Game::warning`](crate::Game::warning)).
    #[must_use]
    pub fn warning(&self, seat: Seat, notation: &str) -> Option<String> {
        if self.may_play(seat) { self.game.warning(seat, notation) } else { None }
    }

    /// What the seats to act should know before they move ([`Game::status`](crate::Game::status)); empty if nothing or if the
    /// game is over.
    #[must_use]
    pub fn status(&self, to: Viewer) -> String {
        if self.to_act().is_empty() { String::new() } else { self.game.status(to) }
    }

    /// Returns how `to` sees this game and its past: with nothing hidden once the game is over, however it ended.
    #[must_use]
    pub fn viewer(&self, to: Viewer) -> Viewer {
        if self.outcome().is_some() { Viewer::Open } else { to }
    }

    /// How it ended; `None` while it goes on. Sides that left rank behind all that stayed, also behind those that the rules
    /// have put out; those that left later before those that left earlier.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.closed == Some(ABORTED) {
            return Some(Outcome { ranking: Ranking::new([]), reason: ABORTED });
        }
        let gone = all(&self.gone);
        let left_behind = self.gone.iter().rev().copied();
        if self.ended_here() {
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
    ///
    /// # Errors
    /// A refused entry changes nothing.
    pub fn play(&mut self, seat: Seat, notation: &str) -> Result<Played, Refusal> {
        let may = match notation {
            RESIGN | TIMEOUT => self.here(),
            SKIP => self.to_act(),
            _ => self.not_left(),
        };
        self.check_entry(seat, may)?;
        let turn = self.turn;
        let forced = notation == PASS && self.forced() == Some(seat);
        let mut events = Vec::new();
        let mut tell = |event| events.push(event);
        let ended = match notation {
            RESIGN | TIMEOUT => {
                self.alone = if notation == RESIGN { RESIGNED } else { TIMED_OUT };
                self.leave(seat, &mut tell)
            }
            DRAW => self.close(AGREED),
            ALL_LATE => self.close(LATE),
            ABORT => self.close(ABORTED),
            SUBSTITUTE => Turn::Open,
            // Nobody is told an order: it has given none, though from here on it counts as one that has ordered.
            SKIP if self.kind().is_simultaneous() => self.game.skip(seat, &mut tell),
            SKIP => match self.way_past(seat) {
                Some(mv) => self.game.play(seat, mv, &mut tell)?,
                None => return Err(Refusal::Notation(ParseError::new("this turn cannot go by"))),
            },
            mv => self.game.play(seat, mv, &mut tell)?,
        };
        if ended == Turn::Ended {
            self.turn += 1;
        }
        self.skip_absent(&mut events);
        self.ply += 1;
        Ok(Played { turn, seat, notation: notation.to_owned(), forced, events })
    }

    /// Carries out the next entry of `record`, which holds all entries of this table so far: as [`Table::play`], and
    /// [`BACK`] of any seat that has not left, after which the game goes on from the position after that ply. Plies and turns
    /// are counted on.
    ///
    /// # Errors
    /// As [`Table::play`]; a ply to go back to must lie before the last one.
    pub fn enter(&mut self, record: &[Played], seat: Seat, notation: &str) -> Result<Played, Refusal> {
        if !notation.starts_with(BACK) {
            return self.play(seat, notation);
        }
        self.check_entry(seat, self.not_left())?;
        let ply = back_to(notation).filter(|&ply| ply < record.len());
        let ply =
            ply.ok_or_else(|| Refusal::Notation(ParseError::new("there is no such ply to go back to")))?;
        let mut table = Table::from(Any::clone(&self.start));
        for entry in in_effect(&record[..ply]) {
            table.play(entry.seat, &entry.notation)?;
        }
        (table.ply, table.turn) = (self.ply + 1, self.turn + 1);
        let turn = std::mem::replace(self, table).turn;
        Ok(Played { turn, seat, notation: notation.to_owned(), forced: false, events: Vec::new() })
    }

    /// The seat the game waits for, if all it can do is to [`PASS`]. Nobody needs to be asked then.
    #[must_use]
    pub fn forced(&self) -> Option<Seat> {
        let to_act = self.to_act();
        let seat = to_act.first().filter(|_| to_act.len() == 1 && !self.kind().is_simultaneous())?;
        matches!(self.legal(seat).as_slice(), [only] if only == PASS).then_some(seat)
    }

    /// Passes for seats as long as the game waits for one that can do nothing else. `tell` gets each pass, and the table as
    /// it is then.
    pub fn pass_forced(&mut self, mut tell: impl FnMut(&Table, Played)) {
        while let Some(seat) = self.forced()
            && let Ok(played) = self.play(seat, PASS)
        {
            tell(self, played);
        }
    }

    /// Whether the turn of a seat can go by as the rules stand now ([`SKIP`]): it may pass or end its turn, or all order at
    /// once and the turn can be resolved without it.
    #[must_use]
    pub fn can_skip(&self, seat: Seat) -> bool {
        self.to_act().contains(seat) && (self.kind().is_simultaneous() || self.way_past(seat).is_some())
    }

    fn way_past(&self, seat: Seat) -> Option<&'static str> {
        let legal = self.game.legal(seat);
        [END, PASS].into_iter().find(|way| legal.iter().any(|mv| mv == way))
    }

    /// The seats that have not left, those put out by the rules included.
    fn not_left(&self) -> SeatSet {
        SeatSet::all(self.game.seats()).without(self.left)
    }

    /// Refuses an entry of a finished game, and one of a seat that is not among those who may make it.
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

    /// Ends the game for this reason.
    fn close(&mut self, reason: &'static str) -> Turn {
        self.closed = Some(reason);
        Turn::Open
    }

    /// Whether no side would be left in the game if all these seats left it at once.
    #[must_use]
    pub fn leaves_nobody(&self, seats: SeatSet) -> bool {
        // Each side by itself, since after one has left the game may be over.
        self.game.sides().into_iter().all(|side| {
            let mut after = self.clone();
            for seat in side.iter().filter(|&seat| seats.contains(seat)) {
                // One that has left already cannot leave again.
                let _ = after.play(seat, TIMEOUT);
            }
            side.iter().all(|seat| !after.here().contains(seat))
        })
    }

    /// Takes a seat out of the game; tells whether a turn ended by it.
    fn leave(&mut self, seat: Seat, tell: &mut dyn FnMut(AnyEvent)) -> Turn {
        self.left.insert(seat);
        let side = self.game.sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
        match self.game.retire(seat, tell) {
            Leave::SideLost => {
                self.left = self.left.union(side);
                self.gone.push(side);
            }
            Leave::PlayOn if side.without(self.left).is_empty() => self.gone.push(side),
            Leave::PlayOn => {}
            Leave::Out(turn) => return turn,
        }
        Turn::Open
    }

    /// Moves the game on past seats that have left.
    fn skip_absent(&mut self, events: &mut Vec<AnyEvent>) {
        while !self.ended_here() {
            let absent = self.game.to_act().iter().find(|&seat| self.left.contains(seat));
            let Some(seat) = absent else { break };
            let before = self.game.clone();
            if self.game.skip(seat, &mut |event| events.push(event)) == Turn::Ended {
                self.turn += 1;
            }
            // Nothing that was entered may keep its thread for ever, not even where a game breaks its word.
            if self.game == before {
                break;
            }
        }
    }

    /// Whether the game is over by what happened at the table: only one side is left, or it was ended there.
    fn ended_here(&self) -> bool {
        self.closed.is_some() || (!self.gone.is_empty() && self.sides_left() <= 1)
    }

    /// How many sides have neither left nor been put out by the rules.
    fn sides_left(&self) -> usize {
        let out = all(&self.game.eliminated());
        let is_left = |side: &SeatSet| !self.gone.contains(side) && !side.without(out).is_empty();
        self.game.sides().iter().filter(|side| is_left(side)).count()
    }
}

/// The ply that an entry goes back to, if it is [`BACK`] with a number in canonical notation.
fn back_to(notation: &str) -> Option<usize> {
    number(notation.strip_prefix(BACK)?).ok().map(|ply| ply as usize)
}

/// All seats of these groups.
fn all(groups: &[SeatSet]) -> SeatSet {
    groups.iter().fold(SeatSet::EMPTY, |all, group| all.union(*group))
}

impl From<Any> for Table {
    /// A table at a position, with nobody gone and nothing in the record.
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

/// The entries of a record that stand: all but those that were taken back, and the taking back itself.
#[must_use]
pub fn in_effect(record: &[Played]) -> Vec<&Played> {
    record
        .iter()
        .zip(are_in_effect(record))
        .filter_map(|(entry, are_in_effect)| are_in_effect.then_some(entry))
        .collect()
}

/// Whether each entry of a record stands: whether it neither was taken back nor is a taking back.
#[must_use]
pub fn are_in_effect(record: &[Played]) -> Vec<bool> {
    let mut are_in_effect = vec![false; record.len()];
    // What lies at or behind `end` was taken back by an entry that was looked at before.
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
