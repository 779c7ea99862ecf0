//! The record of how reliably people play. It follows the record of a game with a clock, in the same transaction.

use std::ops::Range;

use data::{Conduct, Game, PersonId, StoreError, Tx};
use jiff::Timestamp;
use rules::{ALL_LATE, SUBSTITUTE, Seat, TIMEOUT};

use super::turn::is_own_move;

/// The turns in which the clock of a seat has run out, and which are counted already. The clock forgets it when the turn ends.
pub(super) struct LateTurns(Vec<(Seat, Option<u32>)>);

impl LateTurns {
    /// Returns the late turns of a game before its clocks follow new entries.
    pub(super) fn of(game: &Game) -> LateTurns {
        let late = game.clocks.seats.iter().filter(|clock| clock.late);
        LateTurns(late.map(|clock| (clock.seat, clock.turn)).collect())
    }
}

/// Counts the turns, the games that people left and the games that they finished by the entries from the beginning of `chosen` on.
/// People made the entries of `chosen`, and those behind it are planned replies.
pub(super) fn follow(
    tx: &Tx<'_>,
    game: &Game,
    chosen: Range<usize>,
    late: &LateTurns,
    at: Timestamp,
) -> Result<(), StoreError> {
    if game.clocks.seats.is_empty() {
        return Ok(());
    }
    for index in chosen.start..game.record.len() {
        let entry = &game.record[index];
        let Some(person) = game.person_at(entry.seat, index) else { continue };
        if is_own_move(entry) && !has_moved(game, person, entry.seat, (index, entry.turn)) {
            let counted = late.0.contains(&(entry.seat, Some(entry.turn)));
            // A planned reply is a turn, but it says nothing about when the person has time.
            let is_chosen = chosen.contains(&index);
            let hours = if is_chosen { hour(at) } else { [0; 12] };
            tx.add_conduct(person, at, &Conduct { turns: u32::from(!counted), hours, ..Conduct::default() })?;
        }
        if leaves(&entry.notation) && !has_left(game, person, index) {
            tx.add_conduct(person, at, &Conduct { left: 1, ..Conduct::default() })?;
        }
    }
    match game.table.outcome() {
        // Nobody finishes a game that is called off.
        Some(outcome) if !outcome.ranking.groups().is_empty() => finish(tx, game, late, at),
        _ => Ok(()),
    }
}

/// Counts a game that has just ended for everybody who was in it to the end. A player who resigned or was eliminated has
/// finished it, too.
fn finish(tx: &Tx<'_>, game: &Game, late: &LateTurns, at: Timestamp) -> Result<(), StoreError> {
    let ply = game.record.len();
    let all_late = game.record.last().is_some_and(|entry| entry.notation == ALL_LATE);
    for person in game.people() {
        if has_left(game, person, ply) {
            continue;
        }
        let is_late = late.0.iter().any(|&(seat, _)| game.person_in(seat) == Some(person));
        let left = u32::from(all_late && is_late);
        tx.add_conduct(person, at, &Conduct { finished: 1 - left, left, ..Conduct::default() })?;
    }
    Ok(())
}

/// Counts the turn of a seat as late when its clock has run out, once in a turn. The caller writes the clock.
pub(crate) fn count_late(
    tx: &Tx<'_>,
    game: &mut Game,
    index: usize,
    at: Timestamp,
) -> Result<(), StoreError> {
    let clock = &game.clocks.seats[index];
    // The others may have given more time, or a pause may have stopped the clock after it ran out.
    let Some(person) = game.person_in(clock.seat).filter(|_| !clock.late) else { return Ok(()) };
    let has_moved = has_moved(game, person, clock.seat, (game.record.len(), game.table.turn()));
    tx.add_conduct(person, at, &Conduct { turns: u32::from(!has_moved), late: 1, ..Conduct::default() })?;
    game.clocks.seats[index].late = true;
    Ok(())
}

/// Returns whether a person has moved in a turn before entry `end` of the record. A turn that follows a take-back has a new
/// number, so it counts again. The turn that was taken back stays counted, because the person did move in it.
fn has_moved(game: &Game, person: PersonId, seat: Seat, (end, turn): (usize, u32)) -> bool {
    let is_own = |index: usize| {
        let entry = &game.record[index];
        entry.seat == seat && is_own_move(entry) && game.person_at(seat, index) == Some(person)
    };
    (0..end).rev().take_while(|&index| game.record[index].turn == turn).any(is_own)
}

/// Returns whether a person had left a game when the record had `ply` entries.
fn has_left(game: &Game, person: PersonId, ply: usize) -> bool {
    game.record[..ply]
        .iter()
        .enumerate()
        .any(|(index, entry)| leaves(&entry.notation) && game.person_at(entry.seat, index) == Some(person))
}

/// Returns whether the player of a seat leaves by this entry without having finished the game. A resignation finishes it.
fn leaves(notation: &str) -> bool {
    [TIMEOUT, SUBSTITUTE].contains(&notation)
}

/// Returns the counters of the hours with one turn at this time.
fn hour(at: Timestamp) -> [u32; 12] {
    let mut hours = [0; 12];
    let slot = at.as_second().rem_euclid(24 * 60 * 60) / (2 * 60 * 60);
    hours[slot as usize] = 1;
    hours
}

#[cfg(test)]
mod tests;
