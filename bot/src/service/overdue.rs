//! Seats whose time is up under a soft clock: the others choose what follows, and until then the late player may move.

use clock::Ms;
use data::{Ending, Game, NewOffer, Offer, OfferKind, PersonId, StoreError, Time, Topic, Tx, Voice};
use rules::Seat;

use super::{offers::About, substitute, timeout};
use crate::{text, trouble::Trouble};

/// Asks the others what is to follow, as the time of a seat is up.
pub(super) fn ask(tx: &Tx<'_>, game: &Game, seat: Seat, at: Time) -> Result<(), StoreError> {
    let Some(person) = game.person_in(seat) else { return Ok(()) };
    let kind = OfferKind::Overdue;
    let new = NewOffer { game: game.id, kind, person, seat: Some(seat), ply: game.table.ply(), at };
    let id = tx.open_offer(&new)?;
    tx.queue(game.id, About::Itself.key(id), Topic::Offer, at)
}

/// Who chooses: all others at the table whose own time is not up.
pub(crate) fn choosers(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = others(game, offer);
    let late = |clock: &data::SeatClock| clock.overdue.and(game.person_in(clock.seat));
    people.retain(|&person| !game.clocks.seats.iter().any(|clock| late(clock) == Some(person)));
    people
}

fn others(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = game.people_in(game.table.here());
    people.retain(|&person| person != offer.person);
    people
}

/// What they can choose. Who is alone with the late player wins by claiming, and needs no substitute for them.
pub(crate) fn choices(game: &Game, offer: &Offer) -> &'static [Voice] {
    match others(game, offer).len() {
        0 | 1 => &[Voice::Claim, Voice::Wait],
        _ => &[Voice::Claim, Voice::Wait, Voice::Open],
    }
}

/// Notes what somebody at the table chooses. Waiting takes one, all else more than half of those who choose; it is done at
/// once.
pub(super) fn choose(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    (person, voice): (PersonId, Voice),
    at: Time,
) -> Result<Offer, Trouble> {
    let seat = offer.seat.filter(|_| choices(game, offer).contains(&voice));
    let seat = seat.ok_or_else(|| Trouble::asker(text::UNKNOWN_BUTTON))?;
    let people = choosers(game, offer);
    if !people.contains(&person) {
        return Err(Trouble::asker(text::OWN_TIME_UP));
    }
    tx.say(offer.id, person, voice, at)?;
    let mut offer = offer.with_voice(person, voice);
    let agree = people.iter().filter(|&&person| offer.voice_of(person) == Some(voice)).count();
    if voice != Voice::Wait && 2 * agree <= people.len() {
        return Ok(offer);
    }
    if voice == Voice::Open {
        // Nobody may come, so the question stays.
        substitute::open(tx, game, person, seat, at)?;
        return Ok(offer);
    }
    tx.close_offer(offer.id, Ending::Accepted, at)?;
    offer.ending = Some(Ending::Accepted);
    if voice == Voice::Wait {
        timeout::wait_longer(tx, game, seat, Ms::DAY, at)?;
    } else {
        timeout::forfeit(tx, game, seat, at)?;
    }
    Ok(offer)
}

/// Ends the open question about a seat, or about all seats, of which nobody is overdue any more.
pub(super) fn lapse(tx: &Tx<'_>, game: &Game, seat: Option<Seat>, at: Time) -> Result<(), StoreError> {
    let ends = |offer: &&Offer| offer.kind == OfferKind::Overdue && (seat.is_none() || offer.seat == seat);
    for offer in tx.open_offers(game.id)?.iter().filter(ends) {
        tx.close_offer(offer.id, Ending::Lapsed, at)?;
        tx.queue(game.id, About::Itself.key(offer.id), Topic::Offer, at)?;
    }
    Ok(())
}

/// How an open question ends, if it does: its seat has played its turn, or has left.
pub(super) fn fate(game: &Game, offer: &Offer) -> Option<Ending> {
    let late = offer.seat.and_then(|seat| game.clocks.of(seat)).is_some_and(|clock| clock.overdue.is_some());
    (!late).then_some(Ending::Lapsed)
}

#[cfg(test)]
mod tests;
