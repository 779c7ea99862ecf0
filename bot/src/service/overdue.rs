//! Seats whose time is up under a soft clock: the others choose what follows, and until then the late player may move. Who is
//! late with several seats is one question.

use data::{Game, Offer, PersonId, Time, Tx, Vote};

use crate::{
    error::Error,
    game::{
        overdue::{choices, choosers, decided, late},
        record::carry_out,
    },
    rejected::{OfferRejected, Rejected},
};

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
