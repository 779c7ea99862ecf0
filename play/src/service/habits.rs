//! How people play: how fast, at what time of day, and how reliably.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use clock::{DAY, HOUR, later};
use data::{Game, GameId, GuestStatus, GuildId, Lobby, PersonId, StoreError, Tx};
use jiff::{SignedDuration, Timestamp};

use super::core::{Caller, Service};
use crate::{
    content::{Content, Habits, KNOWN_TURNS, LobbyState, Response},
    error::Error,
    game::turn::is_own_move,
};

/// How many of a person's latest turns show how fast the person plays, and the most finished games that they are looked for in. Each of
/// these games is replayed, so more turns would cost more and say the same.
const TIMED_TURNS: usize = 60;
const TIMED_GAMES: u32 = 20;
/// How many turns show when a person has time.
const KNOWN_MOVES: u32 = 30;
/// How many results of [`turn_times`] stay in memory.
const MOST_KEPT: usize = 4096;
/// The longest part of the day that is worth naming, in counters of two hours each.
const LONGEST: usize = 4;

impl Service {
    /// Returns how reliably the people of a lobby play.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the lobby is no longer open.
    pub async fn lobby_people(&self, _: &Caller, game: GameId) -> Result<Response, Error> {
        let at = self.now();
        let people = self.store.read(move |tx| {
            let lobby = tx.lobby(game)?;
            let coming = lobby
                .guests
                .iter()
                .filter(|guest| guest.answer != GuestStatus::Declined && !guest.person.is_machine());
            let people = coming.map(|guest| Ok::<_, Error>((guest.person, tx.conduct(guest.person, at)?)));
            people.collect::<Result<Vec<_>, _>>()
        });
        Ok(Response::Ephemeral(Content::People(people.await?)))
    }

    /// Adds how fast the people of a lobby move. The lobby itself is stored by then, so a failure is logged only.
    pub(super) async fn with_paces(&self, lobby: Lobby) -> Lobby {
        let (game, bare, paces) = (lobby.id, lobby.clone(), self.paces.clone());
        self.store.read(move |tx| paces.add(tx, lobby.clone())).await.unwrap_or_else(|error: StoreError| {
            tracing::warn!(%game, "reading how fast people move failed: {error}");
            bare
        })
    }

    /// Adds the same to a lobby that is still open.
    pub(super) async fn paced(&self, state: LobbyState) -> LobbyState {
        match state {
            LobbyState::Open(lobby) => LobbyState::Open(self.with_paces(lobby).await),
            other => other,
        }
    }
}

/// How fast people move. Their times in finished games stay in memory, because those never change and take a replay.
#[derive(Clone, Default)]
pub struct Paces(Arc<Mutex<Turns>>);

/// How long people took for each turn of a finished game.
type Turns = BTreeMap<(GameId, PersonId), Arc<[SignedDuration]>>;

impl Paces {
    /// Returns a lobby with how fast its people move.
    ///
    /// # Errors
    /// If the store fails.
    pub fn add(&self, tx: &Tx<'_>, mut lobby: Lobby) -> Result<Lobby, StoreError> {
        for guest in &mut lobby.guests {
            if guest.answer != GuestStatus::Declined && tx.visibility(guest.person)?.hours {
                let turns = self.latest_turns(tx, guest.person, lobby.guild)?;
                guest.pace = median(&turns).filter(|_| turns.len() >= KNOWN_TURNS as usize);
            }
        }
        Ok(lobby)
    }

    /// Forgets a person whose data is deleted.
    pub(super) fn forget(&self, person: PersonId) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|&(_, of), _| of != person);
    }

    /// Returns how long a person took for each turn of their latest finished games on a server, the shortest first. It stops after
    /// the game that completes [`TIMED_TURNS`].
    fn latest_turns(
        &self,
        tx: &Tx<'_>,
        person: PersonId,
        guild: GuildId,
    ) -> Result<Vec<SignedDuration>, StoreError> {
        let mut turns = Vec::new();
        for finished in tx.ratings().finished_games(person, guild, TIMED_GAMES)? {
            if turns.len() >= TIMED_TURNS {
                break;
            }
            match self.turns_in(tx, finished, person) {
                // Such a game says nothing until it is repaired.
                Err(error) if error.is_broken_record() => continue,
                found => turns.extend(found?.iter()),
            }
        }
        turns.sort_unstable();
        Ok(turns)
    }

    /// Returns how long a person took for each of their turns in a finished game.
    fn turns_in(
        &self,
        tx: &Tx<'_>,
        id: GameId,
        person: PersonId,
    ) -> Result<Arc<[SignedDuration]>, StoreError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = lock().get(&(id, person)) {
            return Ok(kept.clone());
        }
        let game = tx.open(id)?;
        let times: Vec<Timestamp> = tx.record(id)?.iter().map(|entry| entry.at).collect();
        let turns: Arc<[SignedDuration]> = turn_times(&game, &times, person).into();
        let mut kept = lock();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert((id, person), turns.clone());
        Ok(turns)
    }
}

/// Returns a person's habits. If a person hides their hours, others see neither these nor how fast the person moves.
pub(super) fn habits(
    tx: &Tx<'_>,
    paces: &Paces,
    person: PersonId,
    (guild, is_own): (GuildId, bool),
    at: Timestamp,
) -> Result<Habits, StoreError> {
    let conduct = tx.conduct(person, at)?;
    let shows_hours = is_own || tx.visibility(person)?.hours;
    let turn = if shows_hours { median(&paces.latest_turns(tx, person, guild)?) } else { None };
    let hours = main_hours(&conduct.hours).filter(|_| shows_hours);
    let today = at.as_second().div_euclid(DAY.as_secs()) * DAY.as_secs();
    let time = |slot: usize| {
        let midnight = Timestamp::from_second(today).unwrap_or(at);
        later(midnight, HOUR * 2 * slot as i32)
    };
    Ok(Habits { conduct, turn, hours: hours.map(|(first, slots)| (time(first), time(first + slots))) })
}

/// Returns the shortest part of the day in which a person made more than half of their moves, as its first counter and the number
/// of counters. Among several, it returns the one with the most moves. It can reach over midnight. Returns `None` if the person has
/// made few moves or makes them all day long.
fn main_hours(hours: &[u32; 12]) -> Option<(usize, usize)> {
    let all: u32 = hours.iter().sum();
    if all < KNOWN_MOVES {
        return None;
    }
    let moves = |first: usize, slots: usize| hours.iter().cycle().skip(first).take(slots).sum::<u32>();
    (1..=LONGEST).find_map(|slots| {
        let best = (0..hours.len()).rev().max_by_key(|&first| moves(first, slots))?;
        (2 * moves(best, slots) > all).then_some((best, slots))
    })
}

/// Returns the middle one of some sorted durations. A mean would show one vacation as a habit.
fn median(turns: &[SignedDuration]) -> Option<SignedDuration> {
    turns.get(turns.len() / 2).copied()
}

/// Returns how long a person took for each of their turns, from the end of the turn before to their last move. The first turn
/// of a game is left out, since it begins with the game.
fn turn_times(game: &Game, times: &[Timestamp], person: PersonId) -> Vec<SignedDuration> {
    let mut taken = Vec::new();
    let mut begin = 0;
    for turn in game.record.chunk_by(|one, next| one.turn == next.turn) {
        let end = begin + turn.len();
        let is_own = |index: usize| {
            let entry = &game.record[index];
            is_own_move(entry) && game.person_at(entry.seat, index) == Some(person)
        };
        let last = (begin..end).rev().find(|&index| is_own(index));
        if let (Some(before), Some(last)) = (begin.checked_sub(1), last)
            && let (Some(&before), Some(&last)) = (times.get(before), times.get(last))
        {
            taken.push(last.duration_since(before));
        }
        begin = end;
    }
    taken
}

#[cfg(test)]
mod tests;
