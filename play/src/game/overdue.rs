//! Seats whose time is up under a soft clock: the other players choose what happens, and until then the late player may move. A
//! player who is late with several seats is one question.

use clock::OnTimeout;
use data::{Ending, Game, NewOffer, Offer, OfferKind, OfferPost, PersonId, StoreError, Tx, Vote};
use jiff::Timestamp;
use rules::{Seat, SeatSet};

/// Asks the other players what happens now that the time of a seat is up.
pub fn ask(tx: &Tx<'_>, game: &Game, seat: Seat, at: Timestamp) -> Result<(), StoreError> {
    let Some(person) = game.person_in(seat) else { return Ok(()) };
    let kind = OfferKind::Overdue;
    let open =
        tx.open_offers(game.id)?.into_iter().find(|offer| offer.kind == kind && offer.person == person);
    let id = match open {
        Some(offer) => offer.id,
        None => tx.open_offer(&NewOffer {
            game: game.id,
            kind,
            person,
            seat: Some(seat),
            ply: game.table.ply(),
            at,
        })?,
    };
    tx.queue(game.id, &OfferPost::Itself.of(id), at)
}

/// Returns the seats of a player whose time is up.
pub fn late(game: &Game, person: PersonId) -> SeatSet {
    let late = game.clocks.seats.iter().filter(|clock| clock.overdue.is_some()).map(|clock| clock.seat);
    late.filter(|&seat| game.person_in(seat) == Some(person)).collect()
}

/// Returns the players who choose: all others at the table whose own time is not up. Machines choose nothing.
pub fn choosers(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = others(game, offer);
    people.retain(|&person| !person.is_machine() && late(game, person).is_empty());
    people
}

/// Returns all others at the table, people and machines.
fn others(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = game.people_in(game.table.here());
    people.retain(|&person| person != offer.person);
    people
}

/// Returns what they can choose. A single opponent wins by claiming and needs no substitute; a machine at the table is an opponent like
/// a person. A machine can play on. A turn can be skipped if the time control says so and the rules allow it.
pub fn choices(game: &Game, offer: &Offer) -> Vec<Vote> {
    let late = late(game, offer.person);
    let passes = game.clocks.control.on_timeout == OnTimeout::Pass
        && !late.is_empty()
        && late.iter().all(|seat| game.table.can_skip(seat));
    let several = others(game, offer).len() > 1;
    let machine = game.table.kind().is_searchable();
    [
        (Vote::Claim, true),
        (Vote::Skip, passes),
        (Vote::Wait, true),
        (Vote::Machine, machine),
        (Vote::Open, several),
    ]
    .into_iter()
    .filter_map(|(vote, possible)| possible.then_some(vote))
    .collect()
}

/// Returns what more than half of the choosers have chosen, and the first of them.
pub fn decided(game: &Game, offer: &Offer) -> Option<(Vote, PersonId)> {
    let people = choosers(game, offer);
    let choices = choices(game, offer).into_iter().filter(|&vote| vote != Vote::Wait);
    choices.into_iter().find_map(|vote| {
        let agree: Vec<PersonId> = offer.voters(vote).filter(|person| people.contains(person)).collect();
        let first = agree.first().copied()?;
        (2 * agree.len() > people.len()).then_some((vote, first))
    })
}

/// Closes the open questions about players who are no longer late.
pub fn lapse(tx: &Tx<'_>, game: &Game, at: Timestamp) -> Result<(), StoreError> {
    for offer in tx.open_offers(game.id)?.iter().filter(|offer| offer.kind == OfferKind::Overdue) {
        let Some(ending) = fate(game, offer) else { continue };
        tx.close_offer(offer.id, ending, at)?;
        tx.queue(game.id, &OfferPost::Itself.of(offer.id), at)?;
    }
    Ok(())
}

/// Returns how an open question ends if the late player has moved or left.
pub fn fate(game: &Game, offer: &Offer) -> Option<Ending> {
    late(game, offer.person).is_empty().then_some(Ending::Lapsed)
}
