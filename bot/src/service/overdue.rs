//! Seats whose time is up under a soft clock: the others choose what follows, and until then the late player may move. Who is
//! late with several seats is one question.

use clock::{Ms, OnTimeout};
use data::{Ending, Game, NewOffer, Offer, OfferKind, OutboxKind, PersonId, StoreError, Time, Tx, Vote};
use rules::{SKIP, Seat, SeatSet};

use super::{offers::About, record::enter, substitute, timeout};
use crate::{error::Error, text};

/// Asks the others what is to follow, as the time of a seat is up.
pub(super) fn ask(tx: &Tx<'_>, game: &Game, seat: Seat, at: Time) -> Result<(), StoreError> {
    let Some(person) = game.person_in(seat) else { return Ok(()) };
    let kind = OfferKind::Overdue;
    let asked =
        tx.open_offers(game.id)?.into_iter().find(|offer| offer.kind == kind && offer.person == person);
    let id = match asked {
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
    tx.queue(game.id, About::Itself.key(id), OutboxKind::Offer, at)
}

/// The seats of a person whose time is up.
pub(crate) fn late(game: &Game, person: PersonId) -> SeatSet {
    let late = game.clocks.seats.iter().filter(|clock| clock.overdue.is_some()).map(|clock| clock.seat);
    late.filter(|&seat| game.person_in(seat) == Some(person)).collect()
}

/// Who chooses: all others at the table whose own time is not up.
pub(crate) fn choosers(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = others(game, offer);
    people.retain(|&person| late(game, person).is_empty());
    people
}

fn others(game: &Game, offer: &Offer) -> Vec<PersonId> {
    let mut people = game.people_in(game.table.here());
    people.retain(|&person| person != offer.person);
    people
}

/// What they can choose. Who is alone with the late player wins by claiming, and needs no substitute for them; a turn can go by
/// where the time control says so and the rules let it.
pub(crate) fn choices(game: &Game, offer: &Offer) -> Vec<Vote> {
    let late = late(game, offer.person);
    let passes = game.clocks.control.on_timeout == OnTimeout::Pass
        && !late.is_empty()
        && late.iter().all(|seat| game.table.can_skip(seat));
    let several = others(game, offer).len() > 1;
    [(Vote::Claim, true), (Vote::Skip, passes), (Vote::Wait, true), (Vote::Open, several)]
        .into_iter()
        .filter_map(|(vote, possible)| possible.then_some(vote))
        .collect()
}

/// Notes what somebody at the table chooses. Waiting takes one, all else more than half of those who choose; it is done at
/// once.
pub(super) fn choose(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    (person, vote): (PersonId, Vote),
    at: Time,
) -> Result<Offer, Error> {
    if late(game, offer.person).is_empty() || !choices(game, offer).contains(&vote) {
        return Err(Error::rejected(text::UNKNOWN_BUTTON));
    }
    if !choosers(game, offer).contains(&person) {
        return Err(Error::rejected(text::OWN_TIME_UP));
    }
    tx.cast_vote(offer.id, person, vote, at)?;
    let offer = offer.with_vote(person, vote);
    let decided = if vote == Vote::Wait { Some((vote, person)) } else { decided(game, &offer) };
    match decided {
        Some(decided) => carry_out(tx, game, offer, decided, at),
        None => Ok(offer),
    }
}

/// What more than half of those who choose have chosen by now, and the first of them.
fn decided(game: &Game, offer: &Offer) -> Option<(Vote, PersonId)> {
    let people = choosers(game, offer);
    let choices = choices(game, offer).into_iter().filter(|&vote| vote != Vote::Wait);
    choices.into_iter().find_map(|vote| {
        let agree: Vec<PersonId> = offer.voters(vote).filter(|person| people.contains(person)).collect();
        let first = agree.first().copied()?;
        (2 * agree.len() > people.len()).then_some((vote, first))
    })
}

/// Does what was chosen, in the name of one who has chosen it.
fn carry_out(
    tx: &Tx<'_>,
    game: &mut Game,
    mut offer: Offer,
    (vote, person): (Vote, PersonId),
    at: Time,
) -> Result<Offer, Error> {
    let seats = late(game, offer.person);
    if let (Vote::Open, Some(seat)) = (vote, seats.first()) {
        // Nobody may come, so the question stays.
        if let Some(opened) = substitute::open(tx, game, person, seat, at)? {
            for person in offer.voters(Vote::Open) {
                tx.cast_vote(opened, person, Vote::Open, at)?;
            }
        }
        return Ok(offer);
    }
    tx.close_offer(offer.id, Ending::Accepted, at)?;
    offer.ending = Some(Ending::Accepted);
    for seat in seats.iter() {
        match vote {
            Vote::Wait => timeout::wait_longer(tx, game, seat, Ms::DAY, at)?,
            Vote::Skip if game.table.can_skip(seat) => enter(tx, game, seat, SKIP, at)?,
            Vote::Claim if game.table.outcome().is_none() => timeout::forfeit(tx, game, seat, at)?,
            _ => {}
        }
    }
    Ok(offer)
}

/// Counts again what was chosen, as somebody chooses no longer: they have left, or are late themselves.
pub(super) fn recount(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<(), Error> {
    for asked in tx.open_offers(game.id)?.iter().filter(|offer| offer.kind == OfferKind::Overdue) {
        // What one question has led to may have settled another.
        let Some(offer) = tx.offer(asked.id)?.filter(|offer| offer.ending.is_none()) else { continue };
        let decided = decided(game, &offer);
        let is_done = match decided {
            Some((Vote::Open, _)) => substitute::asked_about(tx, game, offer.person)?.is_some(),
            _ => false,
        };
        if let Some(decided) = decided.filter(|_| !is_done) {
            carry_out(tx, game, offer, decided, at)?;
            tx.queue(game.id, About::Itself.key(asked.id), OutboxKind::Offer, at)?;
        }
    }
    Ok(())
}

/// Ends the open questions about those who are not late any more.
pub(super) fn lapse(tx: &Tx<'_>, game: &Game, at: Time) -> Result<(), StoreError> {
    for offer in tx.open_offers(game.id)?.iter().filter(|offer| offer.kind == OfferKind::Overdue) {
        let Some(ending) = fate(game, offer) else { continue };
        tx.close_offer(offer.id, ending, at)?;
        tx.queue(game.id, About::Itself.key(offer.id), OutboxKind::Offer, at)?;
    }
    Ok(())
}

/// How an open question ends, if it does: the late player has moved, or has left.
pub(super) fn fate(game: &Game, offer: &Offer) -> Option<Ending> {
    late(game, offer.person).is_empty().then_some(Ending::Lapsed)
}

#[cfg(test)]
mod tests;
