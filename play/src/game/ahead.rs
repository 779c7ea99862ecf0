//! Looking ahead: reads a plan's line word by word and tracks the position it leads to.

use data::PlanStep;
use rules::{END, Kind, LegalMove, Refusal, Seat, SeatSet, Table};

use super::turn::{alike, moves_in, regrettable_end};

/// The most steps of a line.
pub const MOST_STEPS: usize = 10;
/// How many possible positions to try after a turn that nobody can predict.
const SAMPLES: usize = 16;
/// The most entries between two turns of a player, far more than any game has.
const FARTHEST: usize = 64;

/// The word that begins a condition.
pub const IF: &str = "if";
/// Ends a condition and begins the reply.
pub const THEN: &str = "then";
/// Stands for a condition that is always met.
pub const WHATEVER: &str = "whatever";

/// Why a word cannot continue a plan, or why a plan cannot end where it does.
#[derive(Clone, PartialEq, Debug)]
pub enum Misfit {
    /// The rules reject this move.
    Refused {
        /// The move as it was typed.
        notation: String,
        /// The rule that forbids the move.
        refusal: Refusal,
        /// Similar moves that are legal.
        legal: Vec<String>,
    },
    /// The turn of the others is not complete. Contains moves that may follow.
    TheyGoOn(Vec<String>),
    /// The turn of the player is not complete. Contains moves that may follow.
    IGoOn(Vec<String>),
    /// This move of another player would end the game.
    TheyEnd(String),
    /// This move would end the game without a win for the player.
    IEnd(String),
    /// The game would be over after the steps so far.
    Over,
    /// Nothing can follow an unpredictable turn.
    BehindWhatever,
    /// The last step has no reply.
    NoReply,
    /// The plan has as many steps as a plan may have.
    TooDeep,
}

/// A line as far as it goes, and the position it leads to.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The seats of the player.
    me: SeatSet,
    /// The last position that is certain.
    known: Table,
    /// The positions that the line may lead to: the certain one, or samples of an unpredictable turn.
    ways: Vec<Table>,
    /// Whether the reply contains a move that is legal in none of `ways`, so that its result is unknown.
    lost: bool,
    steps: Vec<PlanStep>,
    /// Whether the last step has begun and is not complete.
    open: bool,
}

impl Ahead {
    /// Starts an empty line for the player of the seats `me`, who is not to move.
    pub fn new(table: &Table, me: SeatSet) -> Ahead {
        let ways = vec![table.clone()];
        Ahead { me, known: table.clone(), ways, lost: false, steps: Vec::new(), open: false }
    }

    /// Starts a line with these steps, the last of which may be unfinished.
    pub fn along(table: &Table, me: SeatSet, steps: &[PlanStep]) -> Result<Ahead, Misfit> {
        let mut ahead = Ahead::new(table, me);
        for step in steps {
            match &step.condition {
                None => ahead.read(WHATEVER)?,
                Some(_) => ahead.read(IF)?,
            }
            for notation in step.condition.iter().flatten() {
                ahead.read(notation)?;
            }
            if !step.reply.is_empty() {
                ahead.read(THEN)?;
            }
            for notation in &step.reply {
                ahead.read(notation)?;
            }
        }
        Ok(ahead)
    }

    /// Returns the steps so far.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Returns the seat that moves next, if that is known.
    pub fn seat(&self) -> Option<Seat> {
        self.ways.first()?.to_act().first()
    }

    /// Returns whether it is the player's turn to reply.
    pub fn my_turn(&self) -> bool {
        self.seat().is_none_or(|seat| self.me.contains(seat))
    }

    /// Returns whether the line has at least one step and all its steps are complete.
    pub fn complete(&self) -> bool {
        !self.open && !self.steps.is_empty()
    }

    /// Returns whether the next word may be [`WHATEVER`].
    pub fn at_condition(&self) -> bool {
        let begun = self.steps.last().is_some_and(|step| {
            !step.reply.is_empty() || step.condition.as_ref().is_none_or(|moves| !moves.is_empty())
        });
        self.certain() && !self.my_turn() && !(self.open && begun)
    }

    /// Returns the moves that may come next.
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        let Some(seat) = self.seat() else { return Vec::new() };
        let mut legal_moves: Vec<LegalMove> =
            moves_in(seat, &self.ways).into_iter().map(|(legal_move, _)| legal_move).collect();
        legal_moves.sort_by(|a, b| a.notation.cmp(&b.notation));
        legal_moves
    }

    /// Continues the line with one word: a move, [`IF`], [`THEN`] or [`WHATEVER`]. The first two are optional, because the seat
    /// to move implies them.
    ///
    /// # Errors
    /// [`Misfit`] if the word does not fit. The line is then unchanged.
    pub fn read(&mut self, word: &str) -> Result<(), Misfit> {
        match word {
            IF => self.begin(Some(Vec::new())),
            WHATEVER => {
                self.begin(None)?;
                self.ways = samples(&self.known, self.me);
                Ok(())
            }
            THEN if !self.open => {
                if !self.my_turn() {
                    return Err(Misfit::TheyGoOn(self.legal("")));
                }
                self.begin(Some(Vec::new()))
            }
            THEN if !self.my_turn() => Err(Misfit::TheyGoOn(self.legal(""))),
            THEN if self.steps.last().is_some_and(|step| !step.reply.is_empty()) => {
                Err(Misfit::IGoOn(self.legal("")))
            }
            THEN => Ok(()),
            notation => self.play(notation),
        }
    }

    fn certain(&self) -> bool {
        self.steps.iter().all(|step| step.condition.is_some())
    }

    fn legal(&self, typed: &str) -> Vec<String> {
        let legal = self.ways.first().zip(self.seat()).map(|(table, seat)| table.legal_moves(seat));
        alike(legal.unwrap_or_default(), typed)
    }

    fn begin(&mut self, condition: Option<Vec<String>>) -> Result<(), Misfit> {
        if self.open {
            let mine = self.steps.last().is_some_and(|step| !step.reply.is_empty());
            return Err(match mine {
                true => Misfit::IGoOn(self.legal("")),
                false if self.my_turn() => Misfit::NoReply,
                false => Misfit::TheyGoOn(self.legal("")),
            });
        }
        if !self.certain() {
            return Err(Misfit::BehindWhatever);
        }
        if self.known.outcome().is_some() {
            return Err(Misfit::Over);
        }
        if self.steps.len() == MOST_STEPS {
            return Err(Misfit::TooDeep);
        }
        self.steps.push(PlanStep { condition, reply: Vec::new() });
        self.open = true;
        Ok(())
    }

    fn play(&mut self, notation: &str) -> Result<(), Misfit> {
        rules::check_move(notation).map_err(|refusal| self.refused(notation, refusal))?;
        let mut next = self.clone();
        if !next.open {
            next.begin(Some(Vec::new()))?;
        }
        if next.my_turn() {
            next.reply(notation)?
        } else {
            next.condition(notation)?
        }
        *self = next;
        Ok(())
    }

    fn condition(&mut self, notation: &str) -> Result<(), Misfit> {
        let Some(seat) = self.seat() else { return Ok(()) };
        let mut table = self.known.clone();
        table.play(seat, notation).map_err(|refusal| self.refused(notation, refusal))?;
        table.pass_forced(|_, _| {});
        if table.outcome().is_some() {
            return Err(Misfit::TheyEnd(notation.to_owned()));
        }
        if let Some(step) = self.steps.last_mut() {
            step.condition.get_or_insert_default().push(notation.to_owned());
        }
        self.known = table.clone();
        self.ways = vec![table];
        Ok(())
    }

    fn reply(&mut self, notation: &str) -> Result<(), Misfit> {
        let mut ways = Vec::new();
        let (mut refusal, mut end) = (None, false);
        for table in self.ways.iter().filter(|_| !self.lost) {
            let Some(seat) = table.to_act().first() else { continue };
            let mut after = table.clone();
            match after.play(seat, notation) {
                Ok(_) => {
                    let over = after.turn() != table.turn() || after.outcome().is_some();
                    after.pass_forced(|_, _| {});
                    if regrettable_end(table, &after, seat, &[notation]).is_some() {
                        end = true;
                    } else {
                        ways.push((over, after));
                    }
                }
                Err(why) => refusal = Some(why),
            }
        }
        // A move that is legal in no sample may be legal in a position that was not sampled.
        let refusal = refusal.or_else(|| self.unreadable(notation));
        if let Some(refusal) = refusal.filter(|why| self.certain() || matches!(why, Refusal::Notation(_))) {
            return Err(self.refused(notation, refusal));
        }
        if end && ways.is_empty() {
            return Err(Misfit::IEnd(notation.to_owned()));
        }
        let over = match ways.first() {
            Some((over, _)) => *over,
            None => notation == END || !self.ways.first().is_some_and(turn_goes_on),
        };
        self.open = !over;
        self.lost = ways.is_empty();
        if !self.lost {
            self.ways = ways.into_iter().filter(|way| way.0 == over).map(|(_, table)| table).collect();
        }
        if let (true, Some(table)) = (self.certain(), self.ways.first()) {
            self.known = table.clone();
        }
        if let Some(step) = self.steps.last_mut() {
            step.reply.push(notation.to_owned());
        }
        Ok(())
    }

    /// Returns the game that the line is of.
    pub fn kind(&self) -> Kind {
        self.known.kind()
    }

    /// Returns the seat to move and the positions that are possible there. A line that has left all sampled positions has none.
    pub fn places(&self) -> Vec<(Seat, &[Table])> {
        let seat = self.seat().filter(|_| !self.lost);
        seat.map(|seat| (seat, self.ways.as_slice())).into_iter().collect()
    }

    /// Returns whether the step that was begun can take more moves.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the refusal if no position of the game can read this notation.
    fn unreadable(&self, notation: &str) -> Option<Refusal> {
        let seat = self.me.first()?;
        let refused = self.known.clone().play(seat, notation).err();
        refused.filter(|why| matches!(why, Refusal::Notation(_)))
    }

    fn refused(&self, notation: &str, refusal: Refusal) -> Misfit {
        Misfit::Refused { notation: notation.to_owned(), refusal, legal: self.legal(notation) }
    }
}

/// Returns whether the turn of the player to act can continue after some move.
fn turn_goes_on(table: &Table) -> bool {
    let Some(seat) = table.to_act().first() else { return false };
    table.legal(seat).iter().any(|notation| {
        let mut after = table.clone();
        after.play(seat, notation).is_ok() && after.turn() == table.turn() && after.outcome().is_none()
    })
}

/// Returns sample positions in which `me` may be to move, after an unpredictable turn of the others.
fn samples(table: &Table, me: SeatSet) -> Vec<Table> {
    let Some(seat) = table.to_act().first() else { return Vec::new() };
    if me.contains(seat) {
        return vec![table.clone()];
    }
    let moves = table.legal(seat);
    let spaced = moves.iter().step_by(moves.len().div_ceil(SAMPLES).max(1));
    spaced.filter_map(|first| until_turn_of(table.clone(), me, seat, first)).collect()
}

/// Plays `first`, then skips turns where the rules allow it until `me` is to move. Returns `None` if the game would end before.
fn until_turn_of(mut table: Table, me: SeatSet, seat: Seat, first: &str) -> Option<Table> {
    table.play(seat, first).ok()?;
    for _ in 0..FARTHEST {
        table.pass_forced(|_, _| {});
        let seat = table.to_act().first()?;
        if me.contains(seat) {
            return Some(table);
        }
        if table.play(seat, rules::SKIP).is_err() {
            let legal = table.legal(seat);
            table.play(seat, legal.get(legal.len() / 2)?).ok()?;
        }
    }
    None
}
