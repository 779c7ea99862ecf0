//! Questions about a late player under a soft clock: their buttons, the votes so far, and what was decided.

use data::{Offer, OfferKind, Vote};
use messages::{posts, text, view::Post};
use play::fixture::{BOB, CID, Fixture};

use crate::world::{buttons, post};

async fn press(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Post {
    post(world, world.service.vote(&world.by(person), offer.id, vote).await).await
}

#[tokio::test]
async fn opponent_is_asked_to_claim_or_wait() {
    let world = Fixture::new().await;
    let (id, late, people, offer) = world.late(&[BOB]).await;
    let open = posts::offer(&world.game(id).await, &offer);
    assert_eq!(buttons(&open), ["Claim the win", "Wait 24 h", "Hunter (machine) plays on"]);
    assert_eq!(open.pings, [people[0].into(), late.into()]);
    let claimed = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(claimed.content.contains("has left") && claimed.rows.is_empty(), "{}", claimed.content);
}

#[tokio::test]
async fn move_shows_the_question_as_closed() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = world.late(&[BOB]).await;
    world.play_any(id).await;
    let closed = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(closed.content.contains("No longer open"), "{}", closed.content);
}

#[tokio::test]
async fn wait_is_reported_as_more_hours() {
    for others in [[BOB].as_slice(), &[BOB, CID]] {
        let world = Fixture::new().await;
        let (_, _, people, offer) = world.late(others).await;
        let waits = press(&world, people[0], &offer, Vote::Wait).await;
        assert!(waits.content.contains("24 more hours"), "{}", waits.content);
    }
}

#[tokio::test]
async fn votes_of_several_players_are_listed() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = world.late(&[BOB, CID]).await;
    let open = posts::offer(&world.game(id).await, &offer);
    assert_eq!(
        buttons(&open),
        ["Play on without", "Wait 24 h", "Hunter (machine) plays on", "Open the seat"]
    );
    let voted = press(&world, people[0], &offer, Vote::Claim).await;
    assert!(voted.content.contains(&format!("Play on without: <@{}>", people[0])), "{}", voted.content);
}

#[tokio::test]
async fn passing_is_offered_if_the_rules_allow_it() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn soft pass", &[BOB]).await;
    let in_time = world.mover(id).await.0.get();
    world.play_any(id).await;
    world.pass(11).await;
    let offer = world.open_offer(id, OfferKind::Overdue).await.unwrap();
    let open = posts::offer(&world.game(id).await, &offer);
    assert_eq!(
        buttons(&open),
        ["Claim the win", "Let the turn pass", "Wait 24 h", "Hunter (machine) plays on"]
    );
    let passed = press(&world, in_time, &offer, Vote::Skip).await;
    assert!(passed.content.contains("the turn passed without them"), "{}", passed.content);

    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10m/turn soft pass", &[BOB]).await;
    world.pass(11).await;
    let open = posts::offer(&world.game(id).await, &world.open_offer(id, OfferKind::Overdue).await.unwrap());
    assert_eq!(
        buttons(&open),
        ["Claim the win", "Wait 24 h", "Hunter (machine) plays on"],
        "these rules allow no pass"
    );
}

#[tokio::test]
async fn seat_opened_by_a_majority_has_no_withdrawal() {
    let world = Fixture::new().await;
    let (id, _, people, offer) = world.late(&[BOB, CID]).await;
    for &person in &people {
        press(&world, person, &offer, Vote::Open).await;
    }
    let seat = world.open_offer(id, OfferKind::Substitute).await.unwrap();
    let open = posts::offer(&world.game(id).await, &seat);
    assert_eq!(buttons(&open), ["Take over"], "a majority has chosen it");
}

#[tokio::test]
async fn both_seats_of_a_late_player_are_named() {
    for (vote, says) in [(Vote::Claim, "have left the game"), (Vote::Wait, "24 more hours")] {
        let world = Fixture::new().await;
        let id = world.begin("stract players=4 | 10m/turn soft", &[BOB]).await;
        let orders = world.game(id).await.players[0].person;
        for _ in 0..2 {
            let game = world.game(id).await;
            let seat = game.seats_of(orders).iter().find(|&seat| game.table.to_act().contains(seat)).unwrap();
            let order = game.table.legal(seat)[0].clone();
            world.service.play_typed(&world.by(orders), order).await.unwrap();
        }
        world.pass(11).await;
        let game = world.game(id).await;
        let offer = world.open_offer(id, OfferKind::Overdue).await.unwrap();
        let question = posts::offer(&game, &offer).content;
        let late = game.seats_of(offer.person);
        assert_eq!(late.len(), 2);
        for seat in late.iter() {
            assert!(question.contains(&text::seat(game.table.kind(), seat)), "{question}");
        }
        let answered = press(&world, orders.get(), &offer, vote).await;
        assert!(answered.content.contains(says), "{}", answered.content);
    }
}
