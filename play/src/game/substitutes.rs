//! Seats that another player takes over.

use data::{Ending, Game, NewOffer, Offer, OfferId, OfferKind, OfferPost, PersonId, StoreError, Tx};
use jiff::Timestamp;
use rules::{Played, SUBSTITUTE, Seat};

use super::turn::is_own_move;

/// Returns the open offer to take over the seats of a player.
pub(crate) fn open_offer_for(
    tx: &Tx<'_>,
    game: &Game,
    person: PersonId,
) -> Result<Option<OfferId>, StoreError> {
    let is_about = |offer: &Offer| {
        let seat = offer.seat.filter(|_| offer.kind == OfferKind::Substitute);
        seat.and_then(|seat| game.person_in(seat)) == Some(person)
    };
    Ok(tx.open_offers(game.id)?.into_iter().find(is_about).map(|offer| offer.id))
}

/// Offers the seats of the player in `seat`, on behalf of `person`. Returns `None` if that offer is open already.
pub(crate) fn open(
    tx: &Tx<'_>,
    game: &Game,
    person: PersonId,
    seat: Seat,
    at: Timestamp,
) -> Result<Option<OfferId>, StoreError> {
    if let Some(before) = game.person_in(seat)
        && let Some(open) = open_offer_for(tx, game, before)?
    {
        // The post of the earlier offer may have been deleted.
        tx.queue_again(game.id, &OfferPost::Itself.of(open), at)?;
        return Ok(None);
    }
    let kind = OfferKind::Substitute;
    let new = NewOffer { game: game.id, kind, person, seat: Some(seat), ply: game.table.ply(), at };
    let id = tx.open_offer(&new)?;
    tx.queue(game.id, &OfferPost::Itself.of(id), at)?;
    Ok(Some(id))
}

/// Returns how an open offer of a seat ends by these new entries: the seat has left, it has another player already, or the player who
/// was thought gone has moved.
pub(crate) fn fate(game: &Game, offer: &Offer, news: &[Played]) -> Option<Ending> {
    let seat = offer.seat?;
    let by_others = game.person_in(seat) != Some(offer.person);
    let is_back = by_others && news.iter().any(|entry| entry.seat == seat && is_own_move(entry));
    let taken = news.iter().any(|entry| entry.seat == seat && entry.notation == SUBSTITUTE);
    (game.table.left().contains(seat) || is_back || taken).then_some(Ending::Lapsed)
}
