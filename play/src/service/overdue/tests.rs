use data::{Ending, GameState, OfferKind};
use rules::{SeatSet, TIMED_OUT};

use super::*;
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, ephemeral, rejection, replaced, shown_offer},
    game::offers::voters_missing,
    rejected::{OfferRejected, Rejected},
    service::Caller,
};

const DAY: i64 = 24 * 60;

/// Presses a button for a player, and returns the offer as the response shows it.
async fn press(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Offer {
    shown_offer(replaced(world.service.vote(&world.by(person), offer.id, vote).await))
}

async fn refused(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Rejected {
    rejection(world.service.vote(&world.by(person), offer.id, vote).await)
}

#[tokio::test]
async fn opponent_claims_the_win() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = world.late(&[BOB]).await;
    let game = world.game(id).await;
    assert_eq!(choices(&game, &offer), [Vote::Claim, Vote::Wait, Vote::Machine]);
    assert_eq!((voters_missing(&game, &offer), offer.person), (vec![people[0].into()], late.into()));
    assert_eq!(refused(&world, late, &offer, Vote::Claim).await, OfferRejected::OwnTimeUp.into());
    assert_eq!(refused(&world, late, &offer, Vote::Wait).await, OfferRejected::OwnTimeUp.into());
    assert!(matches!(refused(&world, EVE, &offer, Vote::Claim).await, Rejected::NotPlaying { .. }));
    for vote in [Vote::Accept, Vote::Decline, Vote::Open] {
        assert_eq!(refused(&world, people[0], &offer, vote).await, Rejected::UnknownButton);
    }
    let withdrawn = world.service.withdraw_offer(&world.by(late), offer.id).await;
    assert_eq!(rejection(withdrawn), OfferRejected::NotYourOffer.into());

    let claimed = press(&world, people[0], &offer, Vote::Claim).await;
    assert_eq!(claimed.ending, Some(Ending::Accepted));
    let game = world.game(id).await;
    assert_eq!(game.table.left(), game.seats_of(late.into()));
    let outcome = game.table.outcome().unwrap();
    assert_eq!((game.state, outcome.reason), (GameState::Ended, TIMED_OUT));
    assert_eq!(outcome.ranking.place(game.seats_of(people[0].into()).first().unwrap()), Some(1));
}

#[tokio::test]
async fn move_closes_the_question() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = world.late(&[BOB]).await;
    world.play_any(id).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Lapsed));
    assert_eq!(press(&world, people[0], &offer, Vote::Claim).await.ending, Some(Ending::Lapsed));
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn wait_lasts_a_day_and_asks_again() {
    let world = Fixture::new().await;
    for others in [[BOB].as_slice(), &[BOB, CID]] {
        let (id, _, people, offer) = world.late(others).await;
        let waits = press(&world, people[0], &offer, Vote::Wait).await;
        assert_eq!(waits.ending, Some(Ending::Accepted));
        assert_eq!(waits.voters(Vote::Wait).collect::<Vec<_>>(), [people[0].into()]);
        world.pass(DAY - 1).await;
        assert_eq!(world.open_offer(id, OfferKind::Overdue).await, None);
        world.pass(2).await;
        let again = world.open_offer(id, OfferKind::Overdue).await.expect("the offer is open again");
        assert_ne!(again.id, offer.id);
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn majority_plays_on_without_the_late_player() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = world.late(&[BOB, CID]).await;
    assert_eq!(choices(&world.game(id).await, &offer), [Vote::Claim, Vote::Wait, Vote::Machine, Vote::Open]);
    let open = press(&world, people[0], &offer, Vote::Claim).await;
    assert_eq!((open.ending, open.votes), (None, vec![(people[0].into(), Vote::Claim)]));
    press(&world, people[1], &offer, Vote::Open).await;
    assert_eq!(world.open_offer(id, OfferKind::Substitute).await, None, "one vote of two is not enough");
    press(&world, people[1], &offer, Vote::Claim).await;
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running);
    assert!(game.table.left().contains(game.seats_of(late.into()).first().unwrap()));
    assert_eq!(world.ending(&offer).await, Some(Ending::Accepted));
}

#[tokio::test]
async fn majority_passes_the_turn_if_rules_allow() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn soft pass", &[BOB]).await;
    let in_time = world.mover(id).await.0.get();
    world.play_any(id).await;
    world.pass(11).await;
    let offer = world.open_offer(id, OfferKind::Overdue).await.unwrap();
    assert_eq!(choices(&world.game(id).await, &offer), [Vote::Claim, Vote::Skip, Vote::Wait, Vote::Machine]);
    assert_eq!(press(&world, in_time, &offer, Vote::Skip).await.ending, Some(Ending::Accepted));
    let game = world.game(id).await;
    assert_eq!((game.table.turn(), game.state), (1, GameState::Running));
    assert!(game.table.left().is_empty());
    world.service.abort(&world.by(ANN), id).await.unwrap_err();
    for person in [ANN, BOB] {
        let _ = world.service.resign(&world.by(person), id).await;
    }

    let id = world.begin("protozoa | 10m/turn soft pass", &[BOB]).await;
    world.pass(11).await;
    let offer = world.open_offer(id, OfferKind::Overdue).await.unwrap();
    let choices = choices(&world.game(id).await, &offer);
    assert_eq!(choices, [Vote::Claim, Vote::Wait, Vote::Machine], "these rules allow no pass");
}

#[tokio::test]
async fn fewer_voters_trigger_a_recount() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = world.late(&[BOB, CID]).await;
    press(&world, people[0], &offer, Vote::Claim).await;
    world.service.resign(&world.by(people[1]), id).await.unwrap();
    let game = world.game(id).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Accepted), "one vote of one is a majority");
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
    let open = world.open_offers(id).await;
    let [waits, claims] = open.as_slice() else { panic!("{open:?}") };
    press(&world, in_time[0], waits, Vote::Wait).await;
    press(&world, in_time[0], claims, Vote::Claim).await;
    world.service.resign(&world.by(in_time[1]), id).await.unwrap();
    assert_eq!(world.ending(claims).await, None, "a player with more time votes, too");
    world.pass(DAY).await;
    assert_eq!(world.ending(claims).await, Some(Ending::Accepted));
    let game = world.game(id).await;
    assert!(game.table.left().contains(claims.seat.unwrap()));
}

#[tokio::test]
async fn majority_opens_the_seat_for_a_substitute() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = world.late(&[BOB, CID]).await;
    for &person in &people {
        press(&world, person, &offer, Vote::Open).await;
    }
    let seat = world.open_offer(id, OfferKind::Substitute).await.expect("the seat is open");
    assert_eq!(world.ending(&offer).await, None, "the offer stays open in case no substitute comes");
    assert!(seat.voters(Vote::Open).next().is_some(), "a majority has chosen it");
    for &person in &people {
        let withdrawn = world.service.withdraw_offer(&world.by(person), seat.id).await;
        assert_eq!(rejection(withdrawn), OfferRejected::NotYourOffer.into());
    }
    press(&world, EVE, &seat, Vote::Accept).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Lapsed));
    let (person, seat) = world.mover(id).await;
    assert_eq!(person, EVE.into());
    assert_eq!(world.game(id).await.clocks.of(seat).unwrap().overdue, None);
}

#[tokio::test]
async fn late_players_do_not_vote() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn soft", &[BOB]).await;
    world.pass(11).await;
    let open = world.open_offers(id).await;
    assert_eq!(open.len(), 2);
    for offer in &open {
        for person in [ANN, BOB] {
            assert_eq!(refused(&world, person, offer, Vote::Claim).await, OfferRejected::OwnTimeUp.into());
        }
    }
    let orders = world.mover(id).await.0;
    world.play_any(id).await;
    let left = world.open_offer(id, OfferKind::Overdue).await.unwrap();
    assert_ne!(left.person, orders);
    press(&world, orders.get(), &left, Vote::Claim).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
}

#[tokio::test]
async fn player_late_with_two_seats_is_one_question() {
    for vote in [Vote::Claim, Vote::Wait] {
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
        let open = world.open_offers(id).await;
        let [offer] = open.as_slice() else { panic!("{open:?}") };
        let game = world.game(id).await;
        let seats = game.seats_of(offer.person);
        assert_eq!((seats.len(), super::late(&game, offer.person)), (2, seats), "it is about both seats");
        let answered = press(&world, orders.get(), offer, vote).await;
        assert_eq!(answered.ending, Some(Ending::Accepted));
        let game = world.game(id).await;
        let left = if vote == Vote::Claim { seats } else { SeatSet::EMPTY };
        assert_eq!(game.table.left(), left);
        let waits = seats.iter().all(|seat| game.clocks.of(seat).unwrap().overdue.is_none());
        assert!(waits, "the vote settles both seats");
        assert_eq!(game.state == GameState::Ended, vote == Vote::Claim);
    }
}

#[tokio::test]
async fn pause_or_new_channel_repeats_the_question() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = world.late(&[BOB]).await;
    ephemeral(world.service.offer(&world.by(late), OfferKind::Pause).await);
    let pause = world.open_offer(id, OfferKind::Pause).await.unwrap();
    press(&world, people[0], &pause, Vote::Accept).await;
    assert_eq!(world.ending(&offer).await, Some(Ending::Lapsed));
    world.pass(DAY).await;
    assert_eq!(world.open_offer(id, OfferKind::Overdue).await, None);
    ephemeral(world.service.resume_here(&world.by(late)).await);
    world.pass(1).await;
    let again = world.open_offer(id, OfferKind::Overdue).await.expect("the offer is open after the pause");

    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    assert_eq!(world.ending(&again).await, Some(Ending::Lapsed));
    let elsewhere = Caller { channel: 200.into(), ..world.by(late) };
    ephemeral(world.service.resume_suspended(&elsewhere, &id.to_string()).await);
    world.pass(1).await;
    assert!(world.open_offer(id, OfferKind::Overdue).await.is_some(), "its post is in the new channel");
}
