use data::{Ending, GameId, GameState, OfferKind};
use rules::{Seat, TIMED_OUT};

use super::*;
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, buttons, ephemeral, rejection, replaced},
    posts,
    rejected::{OfferRejected, Rejected},
    service::Caller,
    text,
    view::Post,
};

const DAY: i64 = 24 * 60;

async fn open_of(world: &Fixture, id: GameId, kind: OfferKind) -> Option<Offer> {
    let open = world.service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
    open.into_iter().find(|offer| offer.kind == kind)
}

async fn ending(world: &Fixture, offer: &Offer) -> Option<Ending> {
    let id = offer.id;
    world.service.store().read(move |tx| tx.offer(id)).await.unwrap().unwrap().ending
}

/// Begins a game in which the first player to move is late. Returns that player, the others, and the offer to them.
async fn late(world: &Fixture, others: &[u64]) -> (GameId, u64, Vec<u64>, Offer) {
    let id = world.begin("protozoa | 10m/turn soft", others).await;
    let late = world.mover(id).await.0.get();
    world.pass(11).await;
    let people = [&[ANN], others].concat().into_iter().filter(|&person| person != late).collect();
    (id, late, people, open_of(world, id, OfferKind::Overdue).await.expect("the offer is open"))
}

async fn press(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Post {
    replaced(world.service.vote(&world.by(person), offer.id, vote).await)
}

async fn refused(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Rejected {
    rejection(world.service.vote(&world.by(person), offer.id, vote).await)
}

#[tokio::test]
async fn opponent_claims_the_win() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = late(&world, &[BOB]).await;
    let post = posts::offer(&world.game(id).await, &offer);
    assert_eq!(buttons(&post), ["Claim the win", "Wait 24 h"]);
    assert_eq!(post.pings, [people[0].into(), late.into()]);
    assert_eq!(refused(&world, late, &offer, Vote::Claim).await, OfferRejected::OwnTimeUp.into());
    assert_eq!(refused(&world, late, &offer, Vote::Wait).await, OfferRejected::OwnTimeUp.into());
    assert!(matches!(refused(&world, EVE, &offer, Vote::Claim).await, Rejected::NotPlaying { .. }));
    for vote in [Vote::Accept, Vote::Decline, Vote::Open] {
        assert_eq!(refused(&world, people[0], &offer, vote).await, Rejected::UnknownButton);
    }
    let withdrawn = world.service.withdraw_offer(&world.by(late), offer.id).await;
    assert_eq!(rejection(withdrawn), OfferRejected::NotYourOffer.into());

    let post = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(post.content.contains("has left") && post.rows.is_empty(), "{}", post.content);
    let game = world.game(id).await;
    let outcome = game.table.outcome().unwrap();
    assert_eq!((game.state, outcome.reason), (GameState::Ended, TIMED_OUT));
    assert_eq!(outcome.ranking.place(game.seats_of(people[0].into()).first().unwrap()), Some(1));
}

#[tokio::test]
async fn move_closes_the_question() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = late(&world, &[BOB]).await;
    world.play_any(id).await;
    assert_eq!(ending(&world, &offer).await, Some(Ending::Lapsed));
    let post = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(post.content.contains("No longer open"), "{}", post.content);
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn wait_lasts_a_day_and_asks_again() {
    let world = Fixture::new().await;
    for others in [[BOB].as_slice(), &[BOB, CID]] {
        let (id, _, people, offer) = late(&world, others).await;
        let post = press(&world, people[0], &offer, Vote::Wait).await;
        assert!(post.content.contains("24 more hours"), "{}", post.content);
        world.pass(DAY - 1).await;
        assert_eq!(open_of(&world, id, OfferKind::Overdue).await, None);
        world.pass(2).await;
        let again = open_of(&world, id, OfferKind::Overdue).await.expect("the offer is open again");
        assert_ne!(again.id, offer.id);
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn majority_plays_on_without_the_late_player() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = late(&world, &[BOB, CID]).await;
    let post = posts::offer(&world.game(id).await, &offer);
    assert_eq!(buttons(&post), ["Play on without", "Wait 24 h", "Open the seat"]);
    let post = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(post.content.contains(&format!("Play on without: <@{}>", people[0])), "{}", post.content);
    press(&world, people[1], &offer, Vote::Open).await;
    assert_eq!(open_of(&world, id, OfferKind::Substitute).await, None, "one vote of two is not enough");
    press(&world, people[1], &offer, Vote::Claim).await;
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running);
    assert!(game.table.left().contains(game.seats_of(late.into()).first().unwrap()));
    assert_eq!(ending(&world, &offer).await, Some(Ending::Accepted));
}

#[tokio::test]
async fn majority_passes_the_turn_if_rules_allow() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn soft pass", &[BOB]).await;
    let in_time = world.mover(id).await.0.get();
    world.play_any(id).await;
    world.pass(11).await;
    let offer = open_of(&world, id, OfferKind::Overdue).await.unwrap();
    let post = posts::offer(&world.game(id).await, &offer);
    assert_eq!(buttons(&post), ["Claim the win", "Let the turn pass", "Wait 24 h"]);
    let post = press(&world, in_time, &offer, Vote::Skip).await;
    assert!(post.content.contains("the turn passed without them"), "{}", post.content);
    let game = world.game(id).await;
    assert_eq!((game.table.turn(), game.state), (1, GameState::Running));
    assert!(game.table.left().is_empty());
    world.service.abort(&world.by(ANN), id).await.unwrap_err();
    for person in [ANN, BOB] {
        let _ = world.service.resign(&world.by(person), id).await;
    }

    let id = world.begin("protozoa | 10m/turn soft pass", &[BOB]).await;
    world.pass(11).await;
    let offer = open_of(&world, id, OfferKind::Overdue).await.unwrap();
    let post = posts::offer(&world.game(id).await, &offer);
    assert_eq!(buttons(&post), ["Claim the win", "Wait 24 h"], "these rules allow no pass");
}

#[tokio::test]
async fn fewer_voters_trigger_a_recount() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = late(&world, &[BOB, CID]).await;
    press(&world, people[0], &offer, Vote::Claim).await;
    world.service.resign(&world.by(people[1]), id).await.unwrap();
    let game = world.game(id).await;
    assert_eq!(ending(&world, &offer).await, Some(Ending::Accepted), "one vote of one is a majority");
    assert!(game.table.left().contains(game.seats_of(late.into()).first().unwrap()));
    assert_eq!(
        game.table.outcome().unwrap().ranking.place(game.seats_of(people[0].into()).first().unwrap()),
        Some(1)
    );

    let id = world.begin("stract players=4 | 10m/turn soft", &[BOB, CID, DAN]).await;
    let mut in_time = Vec::new();
    for _ in 0..2 {
        in_time.push(world.mover(id).await.0.get());
        world.play_any(id).await;
    }
    world.pass(11).await;
    let open = world.service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
    let [waits, claims] = open.as_slice() else { panic!("{open:?}") };
    press(&world, in_time[0], waits, Vote::Wait).await;
    press(&world, in_time[0], claims, Vote::Claim).await;
    world.service.resign(&world.by(in_time[1]), id).await.unwrap();
    assert_eq!(ending(&world, claims).await, None, "a player with more time votes, too");
    world.pass(DAY).await;
    assert_eq!(ending(&world, claims).await, Some(Ending::Accepted));
    let game = world.game(id).await;
    assert!(game.table.left().contains(claims.seat.unwrap()));
}

#[tokio::test]
async fn majority_opens_the_seat_for_a_substitute() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = late(&world, &[BOB, CID]).await;
    for &person in &people {
        press(&world, person, &offer, Vote::Open).await;
    }
    let seat = open_of(&world, id, OfferKind::Substitute).await.expect("the seat is open");
    assert_eq!(ending(&world, &offer).await, None, "the offer stays open in case no substitute comes");
    let post = posts::offer(&world.game(id).await, &seat);
    assert_eq!(buttons(&post), ["Take over"], "a majority has chosen it");
    for &person in &people {
        let withdrawn = world.service.withdraw_offer(&world.by(person), seat.id).await;
        assert_eq!(rejection(withdrawn), OfferRejected::NotYourOffer.into());
    }
    press(&world, EVE, &seat, Vote::Accept).await;
    assert_eq!(ending(&world, &offer).await, Some(Ending::Lapsed));
    let (person, seat) = world.mover(id).await;
    assert_eq!(person, EVE.into());
    assert_eq!(world.game(id).await.clocks.of(seat).unwrap().overdue, None);
}

#[tokio::test]
async fn late_players_do_not_vote() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn soft", &[BOB]).await;
    world.pass(11).await;
    let open = world.service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
    assert_eq!(open.len(), 2);
    for offer in &open {
        for person in [ANN, BOB] {
            assert_eq!(refused(&world, person, offer, Vote::Claim).await, OfferRejected::OwnTimeUp.into());
        }
    }
    let orders = world.mover(id).await.0;
    world.play_any(id).await;
    let left = open_of(&world, id, OfferKind::Overdue).await.unwrap();
    assert_ne!(left.person, orders);
    press(&world, orders.get(), &left, Vote::Claim).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
}

#[tokio::test]
async fn player_late_with_two_seats_is_one_question() {
    for (vote, says) in [(Vote::Claim, "have left the game"), (Vote::Wait, "24 more hours")] {
        let world = Fixture::new().await;
        let id = world.begin("stract players=4 | 10m/turn soft", &[BOB]).await;
        let orders = world.game(id).await.players[0].person;
        for _ in 0..2 {
            let game = world.game(id).await;
            let seat = game.seats_of(orders).iter().find(|&seat| game.table.to_act().contains(seat)).unwrap();
            let order = game.table.legal(seat)[0].clone();
            ephemeral(world.service.play_typed(&world.by(orders), order).await);
        }
        world.pass(11).await;
        let open = world.service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
        let [offer] = open.as_slice() else { panic!("{open:?}") };
        let game = world.game(id).await;
        let asked = posts::offer(&game, offer).content;
        let late: Vec<Seat> = game.seats_of(offer.person).iter().collect();
        assert_eq!(late.len(), 2);
        for &seat in &late {
            assert!(asked.contains(&text::seat(game.table.kind(), seat)), "{asked}");
        }
        let post = press(&world, orders.get(), offer, vote).await;
        assert!(post.content.contains(says), "{}", post.content);
        let game = world.game(id).await;
        let waits = late.iter().all(|&seat| game.clocks.of(seat).unwrap().overdue.is_none());
        assert!(waits, "the vote settles both seats");
        assert_eq!(game.state == GameState::Ended, vote == Vote::Claim);
    }
}

#[tokio::test]
async fn pause_or_new_channel_repeats_the_question() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = late(&world, &[BOB]).await;
    ephemeral(world.service.offer(&world.by(late), OfferKind::Pause).await);
    let pause = open_of(&world, id, OfferKind::Pause).await.unwrap();
    press(&world, people[0], &pause, Vote::Accept).await;
    assert_eq!(ending(&world, &offer).await, Some(Ending::Lapsed));
    world.pass(DAY).await;
    assert_eq!(open_of(&world, id, OfferKind::Overdue).await, None);
    ephemeral(world.service.resume_here(&world.by(late)).await);
    world.pass(1).await;
    let again = open_of(&world, id, OfferKind::Overdue).await.expect("the offer is open after the pause");

    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    assert_eq!(ending(&world, &again).await, Some(Ending::Lapsed));
    let elsewhere = Caller { channel: 200.into(), ..world.by(late) };
    ephemeral(world.service.resume_suspended(&elsewhere, &id.to_string()).await);
    world.pass(1).await;
    assert!(open_of(&world, id, OfferKind::Overdue).await.is_some(), "its post is in the new channel");
}
