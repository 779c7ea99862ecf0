//! Seats that somebody else takes over.

use data::{
    Ending, Game, NewOffer, Offer, OfferId, OfferKind, OutboxKind, PersonId, StoreError, Time, Tx, Vote,
};
use rules::{Played, SUBSTITUTE, Seat};

use super::{
    Caller, Service,
    offers::{About, at_table, is_own_move},
    play::game_here,
    record::commit,
    timeout,
};
use crate::{
    error::Error,
    text,
    view::{Choice, Response},
};

impl Service {
    /// Who sits in the seat that is to be opened: the one typed, by its number, or the caller's own.
    ///
    /// # Errors
    /// When there is no game or no such seat in it, or the caller is not in the game.
    pub async fn seat_to_open(&self, caller: &Caller, typed: Option<String>) -> Result<PersonId, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                at_table(&game, caller.person)?;
                let Some(typed) = typed else { return Ok(caller.person) };
                let named = open_seats(&game).into_iter().find(|&(seat, _)| seat.to_string() == typed.trim());
                named.map(|(_, person)| person).ok_or_else(|| Error::rejected(text::NO_SUCH_SEAT))
            })
            .await
    }

    /// The seats of the channel's game that could be opened.
    ///
    /// # Errors
    /// When there is no game.
    pub async fn complete_seat(&self, caller: &Caller) -> Result<Vec<Choice>, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                let choice = |(seat, _): (Seat, PersonId)| Choice {
                    label: text::seat(game.table.kind(), seat),
                    value: seat.to_string(),
                    hint: String::new(),
                };
                Ok(open_seats(&game).into_iter().map(choice).collect())
            })
            .await
    }

    /// Asks who takes over the seats of a person: the caller, or somebody who is `gone` from the server.
    ///
    /// # Errors
    /// When the caller or that person is not in the game, or another person is still there.
    pub async fn open_seat(&self, caller: &Caller, of: PersonId, gone: bool) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            if tx.done(caller.interaction)?.is_some() {
                return Ok(Response::ephemeral(text::SEAT_OPENED));
            }
            let game = tx.open(game_here(tx, &caller)?)?;
            at_table(&game, caller.person)?;
            let seat = at_table(&game, of)?;
            if of != caller.person && !gone {
                return Err(Error::rejected(text::still_here(of)));
            }
            let Some(id) = open(tx, &game, caller.person, seat, caller.at)? else {
                return Ok(Response::ephemeral(text::SEAT_IS_OPEN));
            };
            tx.reply_with(game.id, About::Itself.key(id), OutboxKind::Offer, caller.interaction)?;
            tx.set_done(caller.interaction, game.id, game.table.ply(), caller.at)?;
            Ok(Response::public(text::SEAT_OPENED))
        })
        .await
    }
}

/// The seats that are in the game, with who sits there.
fn open_seats(game: &Game) -> Vec<(Seat, PersonId)> {
    let here = game.table.here();
    let players = game.players.iter().filter(|player| here.contains(player.seat));
    players.map(|player| (player.seat, player.person)).collect()
}

/// The open offer to take over the seats of a person.
pub(super) fn asked_about(tx: &Tx<'_>, game: &Game, person: PersonId) -> Result<Option<OfferId>, StoreError> {
    let is_about = |offer: &Offer| {
        let seat = offer.seat.filter(|_| offer.kind == OfferKind::Substitute);
        seat.and_then(|seat| game.person_in(seat)) == Some(person)
    };
    Ok(tx.open_offers(game.id)?.into_iter().find(is_about).map(|offer| offer.id))
}

/// Asks who takes over the seats of who sits in `seat`, for `person`; `None` where that is asked already.
pub(super) fn open(
    tx: &Tx<'_>,
    game: &Game,
    person: PersonId,
    seat: Seat,
    at: Time,
) -> Result<Option<OfferId>, StoreError> {
    if let Some(before) = game.person_in(seat)
        && let Some(asked) = asked_about(tx, game, before)?
    {
        // Its post may have been deleted.
        tx.queue_again(game.id, About::Itself.key(asked), OutboxKind::Offer, at)?;
        return Ok(None);
    }
    let kind = OfferKind::Substitute;
    let new = NewOffer { game: game.id, kind, person, seat: Some(seat), ply: game.table.ply(), at };
    let id = tx.open_offer(&new)?;
    tx.queue(game.id, About::Itself.key(id), OutboxKind::Offer, at)?;
    Ok(Some(id))
}

/// Lets the caller take over what an open offer is about: all seats of that person that have not left.
pub(super) fn take_over(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    caller: &Caller,
) -> Result<Offer, Error> {
    if tx.had_seat(game.id, caller.person)? {
        return Err(Error::rejected(text::HAD_A_SEAT));
    }
    let before = offer.seat.and_then(|seat| game.person_in(seat));
    let seats = before.map(|person| game.seats_of(person).without(game.table.left())).unwrap_or_default();
    tx.cast_vote(offer.id, caller.person, Vote::Accept, caller.at)?;
    tx.close_offer(offer.id, Ending::Accepted, caller.at)?;
    let stored = game.record.len();
    for seat in seats.iter() {
        tx.substitute(game, seat, caller.person, caller.at)?;
        game.enter(seat, SUBSTITUTE).map_err(anyhow::Error::from)?;
    }
    commit(tx, game, stored, caller.at)?;
    for seat in seats.iter() {
        timeout::hand_over(tx, game, seat, caller.at)?;
    }
    let votes = vec![(caller.person, Vote::Accept)];
    Ok(Offer { ending: Some(Ending::Accepted), votes, ..offer.clone() })
}

/// How an open offer to take over a seat ends by these new entries of its game's record, if it does: the seat has left or has
/// another player already, or its player, who was thought gone, has moved.
pub(super) fn fate(game: &Game, offer: &Offer, news: &[Played]) -> Option<Ending> {
    let seat = offer.seat?;
    let by_others = game.person_in(seat) != Some(offer.person);
    let is_back = by_others && news.iter().any(|entry| entry.seat == seat && is_own_move(entry));
    let taken = news.iter().any(|entry| entry.seat == seat && entry.notation == SUBSTITUTE);
    (game.table.left().contains(seat) || is_back || taken).then_some(Ending::Lapsed)
}

#[cfg(test)]
mod tests;
