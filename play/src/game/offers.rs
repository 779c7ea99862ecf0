//! Offers follow the record: a new entry can answer an offer or make it pointless.

use std::ops::Range;

use data::{Ending, Game, Offer, OfferKind, OfferPost, PersonId, StoreError, Tx, Vote};
use jiff::Timestamp;
use rules::{BACK, Played, RESIGN, SUBSTITUTE, TIMEOUT};

use super::{overdue, substitutes, turn::is_own_move};

/// Returns the players whose vote on an open offer is missing: everybody at the table who neither made it nor voted. Machines agree
/// if all people do, and an open seat needs no votes.
pub fn voters_missing(game: &Game, offer: &Offer) -> Vec<PersonId> {
    if offer.kind == OfferKind::Substitute {
        return Vec::new();
    }
    let mut missing = match offer.kind {
        OfferKind::Overdue => overdue::choosers(game, offer),
        _ => game.people_in(game.table.here()),
    };
    missing
        .retain(|&person| person != offer.person && offer.vote_of(person).is_none() && !person.is_machine());
    missing
}

/// Closes the offers that the new entries answer or make pointless.
pub fn follow(tx: &Tx<'_>, game: &Game, news: Range<usize>, at: Timestamp) -> Result<(), StoreError> {
    for offer in tx.open_offers(game.id)? {
        if let Some(ending) = fate(tx, game, &offer, &game.record[news.clone()], at)? {
            tx.close_offer(offer.id, ending, at)?;
            tx.queue(game.id, &OfferPost::Itself.of(offer.id), at)?;
        }
    }
    Ok(())
}

/// Returns how an open offer ends by these new entries, or `None` if it stays open. A move can be a silent "no".
pub fn fate(
    tx: &Tx<'_>,
    game: &Game,
    offer: &Offer,
    news: &[Played],
    at: Timestamp,
) -> Result<Option<Ending>, StoreError> {
    let ends_offers = |entry: &Played| {
        [RESIGN, TIMEOUT, SUBSTITUTE].contains(&entry.notation.as_str()) || entry.notation.starts_with(BACK)
    };
    let over = game.table.outcome().is_some();
    if !over && offer.kind == OfferKind::Substitute {
        return Ok(substitutes::fate(game, offer, news));
    }
    if !over && offer.kind == OfferKind::Overdue {
        return Ok(overdue::fate(game, offer));
    }
    if over || news.iter().any(ends_offers) {
        return Ok(Some(Ending::Lapsed));
    }
    let missing = voters_missing(game, offer);
    // The maker was eliminated, or everybody whose vote was missing.
    if missing.is_empty() || !game.people_in(game.table.here()).contains(&offer.person) {
        return Ok(Some(Ending::Lapsed));
    }
    let movers =
        news.iter().filter(|entry| is_own_move(entry)).filter_map(|entry| game.person_in(entry.seat));
    let silent = movers.into_iter().find(|person| missing.contains(person));
    let simultaneous = game.table.kind().is_simultaneous();
    let declines = match offer.kind {
        OfferKind::Draw if simultaneous => None,
        OfferKind::Draw | OfferKind::TakeBack => silent,
        _ => return Ok(None),
    };
    if let Some(person) = declines {
        tx.cast_vote(offer.id, person, Vote::Decline, at)?;
        return Ok(Some(Ending::Declined));
    }
    let turn_ended = news.iter().any(|entry| entry.turn != game.table.turn());
    let lapses = offer.kind == OfferKind::TakeBack || (simultaneous && turn_ended);
    Ok(lapses.then_some(Ending::Lapsed))
}
