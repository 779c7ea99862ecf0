//! The players who return for a rematch, and their seats.

use std::collections::BTreeMap;

use data::{Game, Lobby, PersonId, Tx};
use rules::{Any, Seat, SeatSet};

use crate::{error::Error, seats};

/// Returns whether a lobby is a rematch that exactly the players of the game have joined.
pub(super) fn is_complete(tx: &Tx<'_>, lobby: &Lobby) -> Result<bool, Error> {
    let Some(of) = lobby.rematch_of else { return Ok(false) };
    let game = tx.open(of)?;
    let mut everybody = game.people();
    let mut joined: Vec<PersonId> = lobby.joined().collect();
    everybody.sort_unstable();
    joined.sort_unstable();
    Ok(joined == everybody)
}

/// Returns the people for seats 1, 2 and so on of a rematch. Everyone moves on by as many seats as keep partners together. A
/// player who did not join is replaced in all their seats by a new one, in the order of joining. If the number of seats or
/// people has changed, the seats are assigned in the resulting order.
pub(super) fn seats(before: &Game, begun: &Any, joined: &[PersonId]) -> Vec<PersonId> {
    let count = before.players.len();
    let sides = before.table.game().sides();
    let moved = |side: &SeatSet, by: usize| -> SeatSet {
        side.iter().filter_map(|seat| Seat::from_index((seat.index() + by) % count)).collect()
    };
    let keeps_partners = |by: &usize| sides.iter().all(|side| sides.contains(&moved(side, *by)));
    let by = (1..count).find(keeps_partners).unwrap_or(0);
    let mut new = joined.iter().copied().filter(|&person| before.seats_of(person).is_empty());
    let mut heirs: BTreeMap<PersonId, Option<PersonId>> = BTreeMap::new();
    let mut seats = Vec::new();
    for index in 0..count {
        let person = before.players[(index + by) % count].person;
        let came = joined.contains(&person);
        let heir = heirs.entry(person).or_insert_with(|| if came { Some(person) } else { new.next() });
        seats.extend(*heir);
    }
    let more: Vec<PersonId> = new.collect();
    if more.is_empty() && seats.len() == count && count == usize::from(begun.seats()) {
        return seats;
    }
    let mut people: Vec<PersonId> = Vec::new();
    for person in seats.into_iter().chain(more) {
        if !people.contains(&person) {
            people.push(person);
        }
    }
    seats::assign(begun, &people)
}
