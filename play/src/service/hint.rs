//! Hints: the turns that a Hunter would consider, for the caller alone.
//!
//! A use case checks that the caller may have a hint and returns what the machine needs to know. The caller of the use case lets it
//! think, outside of any transaction, and hands its thought to [`Service::hinted`]. Nothing of it is stored.

use std::collections::BTreeMap;

use data::{Casual, Game, GameId, GameState, PersonId, day_of};
use engine::{Candidate, Level, Request, Thought, reasons};
use jiff::Timestamp;
use rules::{Seat, Sight, Table};

use super::{
    core::{Caller, Service},
    history::turns,
    lookup::seats_to_act,
    replay::game_of,
};
use crate::{
    content::{Content, Hint, HintLine, Response},
    error::Error,
    rejected::HintRejected,
};

/// The most hints of one person in a day.
pub const HINTS_A_DAY: u32 = 20;

/// The level that thinks about hints.
pub const HINT_LEVEL: Level = Level::Hunter;

/// The position for which a caller wants a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HintWish {
    /// The game, or `None` for that of the caller's channel.
    pub game: Option<GameId>,
    /// The turn of a finished game after which to look. Without it, that is the last one but one.
    pub turn: Option<u32>,
}

/// A question to a machine, for a hint.
#[derive(Debug)]
pub struct HintTask {
    /// The question for the machine.
    pub request: Request,
    place: Place,
}

/// A position, and the seat that a hint is for.
#[derive(Debug)]
struct Place {
    /// The game as it was then.
    then: Box<Game>,
    seat: Seat,
    /// The number of turns before, if the game is over.
    turn: Option<usize>,
}

/// The hints of a day, by person. They are not stored: a restart forgets them.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    day: i64,
    given: BTreeMap<PersonId, u32>,
}

impl Hints {
    /// Counts a hint, and returns how many the person has left, or `None` if they have had all of this day.
    fn count(&mut self, person: PersonId, at: Timestamp) -> Option<u32> {
        let day = day_of(at);
        if self.day != day {
            *self = Hints { day, given: BTreeMap::new() };
        }
        let given = self.given.entry(person).or_default();
        let left = HINTS_A_DAY.checked_sub(*given + 1)?;
        *given += 1;
        Some(left)
    }
}

impl Service {
    /// Returns what a machine needs to know to give the caller a hint: for their own seat in a running game, or for any turn of a
    /// finished one.
    ///
    /// The caller must be allowed to see the history of the game ([`Service::check_press`]).
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game or turn, the caller may have no hint there, or has had all of today's.
    pub async fn hint(&self, caller: &Caller, wish: HintWish) -> Result<HintTask, Error> {
        let of = *caller;
        let place = self
            .store
            .read(move |tx| {
                let game = tx.open(game_of(tx, &of, wish.game)?)?;
                match game.state {
                    GameState::Running => running(game, of.person, wish.turn),
                    _ => finished(&game, of.person, wish.turn),
                }
            })
            .await?;
        let kind = place.then.table.kind();
        let sight = place.then.table.sight(place.seat, &place.then.record);
        let sight = sight.ok_or_else(|| Error::rejected(HintRejected::NoMachines { kind }))?;
        let mut hints = self.hints.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if hints.count(caller.person, self.now()).is_none() {
            return Err(Error::rejected(HintRejected::TooMany { most: HINTS_A_DAY }));
        }
        // The same position gets the same hint.
        let seed = place.then.record.len() as u64;
        Ok(HintTask { request: Request { sight, level: HINT_LEVEL, seed }, place })
    }

    /// Returns the rejection of a hint for which no machine could think. It does not count.
    #[must_use]
    pub fn no_hint(&self, caller: &Caller) -> Error {
        let mut hints = self.hints.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(given) = hints.given.get_mut(&caller.person) {
            *given = given.saturating_sub(1);
        }
        Error::rejected(HintRejected::Busy)
    }

    /// Returns the hint that follows from a thought.
    #[must_use]
    pub fn hinted(&self, task: HintTask, thought: &Thought) -> Response {
        let Place { then, seat, turn } = task.place;
        let line = |candidate| line(&then.table, &task.request.sight, candidate);
        let lines = thought.best.iter().filter_map(line);
        Response::Ephemeral(Content::Hint(Box::new(Hint { lines: lines.collect(), seat, turn, game: then })))
    }
}

/// Returns the caller's seat in a running game, if a hint is allowed there.
fn running(game: Game, person: PersonId, turn: Option<u32>) -> Result<Place, Error> {
    if turn.is_some() {
        return Err(Error::rejected(HintRejected::StillRunning));
    }
    let seats = seats_to_act(&game, person)?;
    if game.terms.casual != Some(Casual::Hints) && !is_alone(&game, person) {
        return Err(Error::rejected(HintRejected::NotAgreed { rated: game.terms.is_rated() }));
    }
    let seat = seats.first().copied().unwrap_or(Seat::FIRST);
    Ok(Place { then: Box::new(game), seat, turn: None })
}

/// Returns whether all others at the table are machines.
fn is_alone(game: &Game, person: PersonId) -> bool {
    let others: Vec<PersonId> = game.people().into_iter().filter(|&other| other != person).collect();
    !others.is_empty() && others.into_iter().all(PersonId::is_machine)
}

/// Returns the position of a finished game after a turn, and the seat that moved next.
fn finished(game: &Game, person: PersonId, turn: Option<u32>) -> Result<Place, Error> {
    let turns = turns(game);
    let number = turn.map_or(turns.len().saturating_sub(1), |turn| turn as usize);
    let entries = match number {
        0 => 0,
        number => match turns.get(number - 1) {
            Some(turn) => turn.end,
            None => return Err(Error::rejected(HintRejected::NoSuchTurn { last: turns.len() as u32 })),
        },
    };
    let then = game.at_ply(entries as u32)?;
    let (to_act, own) = (then.table.to_act(), game.seats_of(person));
    let seat = own.iter().find(|&seat| to_act.contains(seat)).or(to_act.first());
    let seat = seat.ok_or_else(|| Error::rejected(HintRejected::NobodyToMove))?;
    Ok(Place { then: Box::new(then), seat, turn: Some(number) })
}

/// Returns a turn in words. `None` if it is not legal, which would be the engine's fault.
fn line(table: &Table, sight: &Sight, candidate: &Candidate) -> Option<HintLine> {
    let mut then = table.clone();
    let mut moves = Vec::new();
    for notation in &candidate.turn {
        moves.push(then.legal_move(sight.seat, notation)?);
        then.play(sight.seat, notation).ok()?;
    }
    let reasons = reasons(sight, &candidate.turn);
    (!moves.is_empty()).then_some(HintLine { moves, value: candidate.value, reasons })
}

#[cfg(test)]
mod tests;
