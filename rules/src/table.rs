//! A game as people play it: the position, and what happens at the table besides moves (a seat resigns).

use crate::{
    Any, AnyEvent, Kind, Leave, Offer, Options, Outcome, Ranking, Refusal, Seat, SeatSet, SetupError, Turn,
    Viewer,
};

/// The record entry of a seat that leaves the game for good. Entries that begin with `!` are no moves of the game.
pub const RESIGN: &str = "!resign";

/// How every game that knows passing writes it.
pub const PASS: &str = "pass";

/// How every game whose turns take several moves writes that a turn ends with some left.
pub const END: &str = "end";

/// The reason word of a game that ended because only one side was left at the table.
pub const RESIGNED: &str = "resigned";

/// One entry of a game's record as it was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The turn it belongs to, counted from 0.
    pub turn: u32,
    /// The seat that acted.
    pub seat: Seat,
    /// The notation, or [`RESIGN`].
    pub notation: String,
    /// Whether it was a pass by a seat that could do nothing else.
    pub forced: bool,
    /// What happened.
    pub events: Vec<AnyEvent>,
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
    game: Any,
    /// The sides that left, in order.
    gone: Vec<SeatSet>,
    /// All seats that left, also those whose side plays on.
    left: SeatSet,
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

    /// How many turns have been completed. A turn can take several plies of one seat.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What an offer to move is good for: once this number has changed, the offer is stale. It is the ply; where all order at
    /// once it is the turn, since what others order changes nothing for a seat, and that they do must not show.
    #[must_use]
    pub fn moment(&self) -> u32 {
        if self.kind().is_simultaneous() { self.turn } else { self.ply }
    }

    /// The seats that have left.
    #[must_use]
    pub fn left(&self) -> SeatSet {
        self.left
    }

    /// The seats the game waits for; empty exactly when it is over.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        if self.only_one_side_left() { SeatSet::EMPTY } else { self.game.to_act().without(self.left) }
    }

    /// The legal moves of a seat, sorted; none for a seat that has left or may not act.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        if self.may_play(seat) { self.game.legal(seat) } else { Vec::new() }
    }

    /// As [`Table::legal`], with what people are shown of each move.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Vec<Offer> {
        if self.may_play(seat) { self.game.offers(seat) } else { Vec::new() }
    }

    /// What the seats to act should know before they move, one line; empty if nothing or if the game is over.
    #[must_use]
    pub fn status(&self, to: Viewer) -> String {
        if self.to_act().is_empty() { String::new() } else { self.game.status(to) }
    }

    /// How it ended; `None` while it goes on. Sides that left rank behind all that stayed, those that left later before
    /// those that left earlier.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let gone = self.gone.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side));
        let left_behind = self.gone.iter().rev().copied();
        if self.only_one_side_left() {
            let stayed = SeatSet::all(self.game.seats()).without(gone);
            let ranking = Ranking::new([stayed].into_iter().chain(left_behind));
            return Some(Outcome { ranking, reason: RESIGNED });
        }
        let outcome = self.game.outcome()?;
        let stayed = outcome.ranking.groups().iter().map(|group| group.without(gone));
        Some(Outcome { ranking: Ranking::new(stayed.chain(left_behind)), ..outcome })
    }

    /// Carries out one entry of a seat: a move in canonical notation, or [`RESIGN`].
    ///
    /// # Errors
    /// A refused entry changes nothing.
    pub fn play(&mut self, seat: Seat, notation: &str) -> Result<Played, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if seat.number() > self.game.seats() || self.left.contains(seat) {
            return Err(Refusal::NotYourTurn { to_act: self.to_act() });
        }
        let turn = self.turn;
        let forced = notation == PASS && self.forced() == Some(seat);
        let mut events = Vec::new();
        if notation == RESIGN {
            self.resign(seat, &mut events);
        } else if self.game.play(seat, notation, &mut |event| events.push(event))? == Turn::Ended {
            self.turn += 1;
        }
        self.skip_absent(&mut events);
        self.ply += 1;
        Ok(Played { turn, seat, notation: notation.to_owned(), forced, events })
    }

    /// The seat the game waits for, if all it can do is to [`PASS`]. Nobody needs to be asked then.
    #[must_use]
    pub fn forced(&self) -> Option<Seat> {
        let to_act = self.to_act();
        let seat = to_act.first().filter(|_| to_act.len() == 1 && !self.kind().is_simultaneous())?;
        matches!(self.legal(seat).as_slice(), [only] if only == PASS).then_some(seat)
    }

    fn may_play(&self, seat: Seat) -> bool {
        !self.left.contains(seat) && !self.only_one_side_left()
    }

    fn resign(&mut self, seat: Seat, events: &mut Vec<AnyEvent>) {
        self.left.insert(seat);
        let side = self.game.sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
        match self.game.retire(seat, &mut |event| events.push(event)) {
            Leave::SideLost => {
                self.left = self.left.union(side);
                self.gone.push(side);
            }
            Leave::PlayOn if side.without(self.left).is_empty() => self.gone.push(side),
            Leave::PlayOn | Leave::Out(Turn::Open) => {}
            Leave::Out(Turn::Ended) => self.turn += 1,
        }
    }

    /// Moves the game on past seats that have left.
    fn skip_absent(&mut self, events: &mut Vec<AnyEvent>) {
        while !self.only_one_side_left() {
            let absent = self.game.to_act().iter().find(|&seat| self.left.contains(seat));
            let Some(seat) = absent else { break };
            if self.game.skip(seat, &mut |event| events.push(event)) == Turn::Ended {
                self.turn += 1;
            }
        }
    }

    fn only_one_side_left(&self) -> bool {
        !self.gone.is_empty() && self.game.sides().len() - self.gone.len() <= 1
    }
}

impl From<Any> for Table {
    /// A table at a position, with nobody gone and nothing in the record.
    fn from(game: Any) -> Self {
        Table { game, gone: Vec::new(), left: SeatSet::EMPTY, ply: 0, turn: 0 }
    }
}
