//! Offers and the votes on them.

use clock::from_millis;
use data::{Ending, NewOffer, OfferKind, OfferPost, StoreError, Vote};
use rules::Seat;

use crate::world::{GUEST, HOST, World};

fn draw(game: data::GameId) -> NewOffer {
    NewOffer { game, kind: OfferKind::Draw, person: HOST.into(), seat: None, ply: 3, at: from_millis(10) }
}

#[tokio::test]
async fn offer_stays_open_until_it_is_closed() {
    let world = World::new().await;
    let game = world.game_of_two(2).await;
    let id = world.write(move |tx| tx.open_offer(&draw(game))).await;
    let twice = world.store.write(move |tx| tx.open_offer(&draw(game))).await;
    assert!(matches!(twice, Err(StoreError::Database(_))), "a game has one open offer of a kind: {twice:?}");
    for seat in [Seat::FIRST, Seat::FIRST.next(2)] {
        let about = NewOffer { kind: OfferKind::Substitute, seat: Some(seat), ..draw(game) };
        world.write(move |tx| tx.open_offer(&about)).await;
    }
    world.write(move |tx| tx.set_offer_message(id, 7.into())).await;
    for (person, vote) in [(GUEST, Vote::Decline), (5, Vote::Accept), (GUEST, Vote::Accept)] {
        world.write(move |tx| tx.cast_vote(id, person.into(), vote, from_millis(person as i64))).await;
    }

    let open = world.read(move |tx| tx.open_offers(game)).await;
    let seats: Vec<_> = open.iter().map(|offer| (offer.kind, offer.seat.map(Seat::number))).collect();
    let of_seats = [(OfferKind::Substitute, Some(1)), (OfferKind::Substitute, Some(2))];
    assert_eq!(seats, [&[(OfferKind::Draw, None)], of_seats.as_slice()].concat());
    let first = &open[0];
    assert_eq!((first.id, first.person, first.ply, first.message), (id, HOST.into(), 3, Some(7.into())));
    assert_eq!(first.votes, [(5.into(), Vote::Accept), (GUEST.into(), Vote::Accept)], "the last word counts");
    assert_eq!(world.read(move |tx| tx.last_offer(game, OfferKind::Draw, HOST.into())).await, None);

    world.write(move |tx| tx.close_offer(id, Ending::Declined, from_millis(20))).await;
    world.write(move |tx| tx.close_offer(id, Ending::Accepted, from_millis(30))).await;
    let closed = world.read(move |tx| tx.offer(id)).await.unwrap();
    assert_eq!(closed.ending, Some(Ending::Declined), "a closed offer stays closed");
    assert_eq!(world.read(move |tx| tx.open_offers(game)).await.len(), 2);
    let last = world.read(move |tx| tx.last_offer(game, OfferKind::Draw, HOST.into())).await;
    assert_eq!(last, Some(closed));
    world.write(move |tx| tx.open_offer(&draw(game))).await;
    assert_eq!(world.read(|tx| tx.offer(77.into())).await, None);
}

/// If a player votes while the post of an offer is being edited, the post is edited once again. Entries of other offers are not
/// affected.
#[tokio::test]
async fn changed_offer_stays_due() {
    let world = World::new().await;
    let game = world.game_of_two(2).await;
    let post = |offer: u64| OfferPost::Itself.of(offer.into());
    let queue = async |offer: u64, at: i64| {
        world.write(move |tx| tx.queue(game, &post(offer), from_millis(at))).await;
    };
    queue(1, 1).await;
    queue(2, 2).await;
    let lease =
        async |now: i64| world.write(move |tx| tx.lease(from_millis(now), from_millis(now + 100), &[])).await;
    let first = lease(5).await.unwrap();
    assert_eq!(first.payload, post(1));
    queue(1, 6).await;
    let other = lease(5).await.unwrap();
    assert_eq!(other.payload, post(2));
    world.write(move |tx| tx.settle(first.id, None, from_millis(7))).await;
    world.write(move |tx| tx.settle(other.id, None, from_millis(7))).await;
    assert_eq!(lease(8).await.map(|due| due.payload), Some(post(1)), "the offer has changed since");
    world.write(move |tx| tx.settle(first.id, None, from_millis(9))).await;
    assert_eq!(lease(1000).await, None);
}
