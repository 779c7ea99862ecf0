//! Seats that somebody else takes over.

use data::{Ending, Game, NewOffer, Offer, OfferId, OfferKind, PersonId, StoreError, Time, Topic, Tx, Voice};
use rules::{Played, SUBSTITUTE, Seat};

use super::{
    Asker, Service,
    offers::{About, at_table, is_own_move},
    play::game_here,
    record::commit,
    timeout,
};
use crate::{
    text,
    trouble::Trouble,
    view::{Answer, Choice},
};

impl Service {
    /// Who sits in the seat that is to be opened: the one typed, by its number, or the asker's own.
    ///
    /// # Errors
    /// When there is no game or no such seat in it, or the asker is not in the game.
    pub async fn seat_to_open(&self, asker: &Asker, typed: Option<String>) -> Result<PersonId, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &asker)?)?;
                at_table(&game, asker.person)?;
                let Some(typed) = typed else { return Ok(asker.person) };
                let named = open_seats(&game).into_iter().find(|&(seat, _)| seat.to_string() == typed.trim());
                named.map(|(_, person)| person).ok_or_else(|| Trouble::asker(text::NO_SUCH_SEAT))
            })
            .await
    }

    /// The seats of the channel's game that could be opened.
    ///
    /// # Errors
    /// When there is no game.
    pub async fn complete_seat(&self, asker: &Asker) -> Result<Vec<Choice>, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &asker)?)?;
                let choice = |(seat, _): (Seat, PersonId)| Choice {
                    label: text::seat(game.table.kind(), seat),
                    value: seat.to_string(),
                    hint: String::new(),
                };
                Ok(open_seats(&game).into_iter().map(choice).collect())
            })
            .await
    }

    /// Asks who takes over the seats of a person: the asker, or somebody who is `gone` from the server.
    ///
    /// # Errors
    /// When the asker or that person is not in the game, or another person is still there.
    pub async fn open_seat(&self, asker: &Asker, of: PersonId, gone: bool) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.act(move |tx| {
            if tx.done(asker.interaction)?.is_some() {
                return Ok(Answer::whisper(text::SEAT_OPENED));
            }
            let game = tx.open(game_here(tx, &asker)?)?;
            at_table(&game, asker.person)?;
            let seat = at_table(&game, of)?;
            if of != asker.person && !gone {
                return Err(Trouble::asker(text::still_here(of)));
            }
            let Some(id) = open(tx, &game, asker.person, seat, asker.at)? else {
                return Ok(Answer::whisper(text::SEAT_IS_OPEN));
            };
            tx.reply_with(game.id, About::Itself.key(id), Topic::Offer, asker.interaction)?;
            tx.set_done(asker.interaction, game.id, game.table.ply(), asker.at)?;
            Ok(Answer::told(text::SEAT_OPENED))
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
        tx.queue_again(game.id, About::Itself.key(asked), Topic::Offer, at)?;
        return Ok(None);
    }
    let kind = OfferKind::Substitute;
    let new = NewOffer { game: game.id, kind, person, seat: Some(seat), ply: game.table.ply(), at };
    let id = tx.open_offer(&new)?;
    tx.queue(game.id, About::Itself.key(id), Topic::Offer, at)?;
    Ok(Some(id))
}

/// Lets the asker take over what an open offer is about: all seats of that person that have not left.
pub(super) fn take_over(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    asker: &Asker,
) -> Result<Offer, Trouble> {
    if tx.had_seat(game.id, asker.person)? {
        return Err(Trouble::asker(text::HAD_A_SEAT));
    }
    let before = offer.seat.and_then(|seat| game.person_in(seat));
    let seats = before.map(|person| game.seats_of(person).without(game.table.left())).unwrap_or_default();
    tx.say(offer.id, asker.person, Voice::Accept, asker.at)?;
    tx.close_offer(offer.id, Ending::Accepted, asker.at)?;
    let stored = game.record.len();
    for seat in seats.iter() {
        tx.substitute(game, seat, asker.person, asker.at)?;
        game.enter(seat, SUBSTITUTE).map_err(anyhow::Error::from)?;
    }
    commit(tx, game, stored, asker.at)?;
    for seat in seats.iter() {
        timeout::hand_over(tx, game, seat, asker.at)?;
    }
    let voices = vec![(asker.person, Voice::Accept)];
    Ok(Offer { ending: Some(Ending::Accepted), voices, ..offer.clone() })
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
