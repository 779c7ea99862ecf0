//! The one driver of a running game: it takes new entries of the record, lets everything react, and writes.
//!
//! The others' choice about a late player is carried out here as well, since it both reacts to an entry and makes one.

use clock::DAY;
use data::{Ending, Game, Offer, OfferKind, OfferPost, Payload, PersonId, Tx, Vote};
use jiff::Timestamp;
use rules::{SKIP, Seat, TIMEOUT};

use super::{
    clocks, conduct, machines, offers,
    overdue::{decided, late},
    plans, results, substitutes, suspension,
    turn::is_public,
};
use crate::error::Error;

/// Makes an entry for a seat, with everything that follows from it.
pub(crate) fn enter(
    tx: &Tx<'_>,
    game: &mut Game,
    seat: Seat,
    entry: &str,
    at: Timestamp,
) -> Result<(), Error> {
    let stored = game.record.len();
    game.enter(seat, entry).map_err(anyhow::Error::from)?;
    commit(tx, game, stored, at)
}

/// Writes the entries from `stored` on, with everything that follows from them, and queues the posts. Planned replies are played in
/// the same transaction.
///
/// The order matters: clocks stop before plans are played, plans are played before the record is written, and offers close by the
/// entries that players chose, not by the replies that they had planned.
pub(crate) fn commit(tx: &Tx<'_>, game: &mut Game, stored: usize, at: Timestamp) -> Result<(), Error> {
    game.pass_forced();
    if game.record.len() == stored {
        return Ok(());
    }
    machines::end_alone(game);
    // A player who moves does so in the channel, so it exists.
    suspension::resume(tx, game, at)?;
    // A planned reply does not answer an offer that came after the plan.
    let chosen = stored..game.record.len();
    let late = conduct::LateTurns::of(game);
    clocks::follow(tx, game, stored, at)?;
    tx.expect_reactions(game.id, game.record[stored].turn)?;
    plans::follow(tx, game, stored, at)?;
    conduct::follow(tx, game, chosen.clone(), &late, at)?;
    tx.append(game, at)?;
    // No entry follows the end of a game, so this happens once.
    if game.table.outcome().is_some() {
        results::follow(tx, game, at)?;
    }
    tx.end_notifications(game, game.record[stored].turn, at)?;
    offers::follow(tx, game, chosen, at)?;
    if is_public(game, stored) {
        tx.queue(game.id, &Payload::board(game.table.ply()), machines::board_due(game, at))?;
    }
    machines::follow(tx, game, at)?;
    recount(tx, game, at)
}

/// Does what the others chose about a late player, on behalf of one of them.
pub(crate) fn carry_out(
    tx: &Tx<'_>,
    game: &mut Game,
    mut offer: Offer,
    (vote, person): (Vote, PersonId),
    at: Timestamp,
) -> Result<Offer, Error> {
    let seats = late(game, offer.person);
    if let (Vote::Open, Some(seat)) = (vote, seats.first()) {
        // It may take days until a substitute comes, so the question stays open.
        if let Some(opened) = substitutes::open(tx, game, person, seat, at)? {
            for person in offer.voters(Vote::Open) {
                tx.cast_vote(opened, person, Vote::Open, at)?;
            }
        }
        return Ok(offer);
    }
    tx.close_offer(offer.id, Ending::Accepted, at)?;
    offer.ending = Some(Ending::Accepted);
    if vote == Vote::Machine {
        let stored = game.record.len();
        machines::take_over(tx, game, seats, at)?;
        commit(tx, game, stored, at)?;
        return Ok(offer);
    }
    for seat in seats.iter() {
        match vote {
            Vote::Wait => clocks::wait_longer(tx, game, seat, DAY, at)?,
            Vote::Skip if game.table.can_skip(seat) => enter(tx, game, seat, SKIP, at)?,
            Vote::Claim if game.table.outcome().is_none() => forfeit(tx, game, seat, at)?,
            _ => {}
        }
    }
    Ok(offer)
}

/// Counts the votes about late players again, since a chooser may have left or be late, too.
pub(crate) fn recount(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), Error> {
    for open in tx.open_offers(game.id)?.iter().filter(|offer| offer.kind == OfferKind::Overdue) {
        // The answer to one question may have settled another.
        let Some(offer) = tx.offer(open.id)?.filter(|offer| offer.ending.is_none()) else { continue };
        let decided = decided(game, &offer);
        let is_done = match decided {
            Some((Vote::Open, _)) => substitutes::open_offer_for(tx, game, offer.person)?.is_some(),
            _ => false,
        };
        if let Some(decided) = decided.filter(|_| !is_done) {
            carry_out(tx, game, offer, decided, at)?;
            tx.queue(game.id, &OfferPost::Itself.of(open.id), at)?;
        }
    }
    Ok(())
}

/// Takes a seat out of the game because its time is up.
pub(crate) fn forfeit(tx: &Tx<'_>, game: &mut Game, seat: Seat, at: Timestamp) -> Result<(), Error> {
    enter(tx, game, seat, TIMEOUT, at)
}
