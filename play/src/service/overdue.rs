//! Votes about a late player under a soft clock.

use data::{Game, Offer, PersonId, Tx, Vote};
use jiff::Timestamp;

use crate::{
    error::Error,
    game::{
        overdue::{choices, choosers, decided, late},
        record::carry_out,
    },
    rejected::{OfferRejected, Rejected},
};

/// Records what a player chooses about a late one. One vote is enough to wait; everything else needs a majority, and is then done
/// at once.
pub(super) fn choose(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    (person, vote): (PersonId, Vote),
    at: Timestamp,
) -> Result<Offer, Error> {
    if late(game, offer.person).is_empty() || !choices(game, offer).contains(&vote) {
        return Err(Error::rejected(Rejected::UnknownButton));
    }
    if !choosers(game, offer).contains(&person) {
        return Err(Error::rejected(OfferRejected::OwnTimeUp));
    }
    tx.cast_vote(offer.id, person, vote, at)?;
    let offer = offer.with_vote(person, vote);
    let decided = if vote == Vote::Wait { Some((vote, person)) } else { decided(game, &offer) };
    match decided {
        Some(decided) => carry_out(tx, game, offer, decided, at),
        None => Ok(offer),
    }
}

#[cfg(test)]
mod tests;
