//! Offers: their posts, what a vote changes in them, and the news about them.

use data::{Ending, GameId, Offer, OfferKind, Vote};
use messages::{posts, text, view::Post};
use play::{
    Caller,
    fixture::{ANN, BOB, CID, Fixture},
};

use crate::world::{buttons, post};

/// Makes an offer for a player, and returns it.
async fn offered(world: &Fixture, id: GameId, person: u64, kind: OfferKind) -> Offer {
    world.service.offer(&world.by(person), kind).await.unwrap();
    let open = world.open_offers(id).await;
    open.into_iter().find(|offer| offer.kind == kind).expect("the offer is open")
}

/// Votes for a player, and returns the post of the offer after that.
async fn say(world: &Fixture, person: u64, offer: &Offer, vote: Vote) -> Post {
    post(world, world.service.vote(&world.by(person), offer.id, vote).await).await
}

async fn mover(world: &Fixture, id: GameId) -> u64 {
    world.mover(id).await.0.get()
}

#[tokio::test]
async fn agreed_draw_loses_its_buttons() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    let open = posts::offer(&world.game(id).await, &offer);
    assert_eq!(open.pings, [BOB.into()]);
    assert_eq!(buttons(&open), ["Accept", "Decline", "Withdraw"]);

    let agreed = say(&world, BOB, &offer, Vote::Accept).await;
    assert!(agreed.content.contains("everyone accepted"), "{}", agreed.content);
    assert!(agreed.rows.is_empty() && agreed.pings.is_empty());
    assert_eq!(say(&world, BOB, &offer, Vote::Decline).await, agreed, "a closed offer does not change");
}

#[tokio::test]
async fn open_offer_lists_votes_and_pings_the_rest() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    let open = say(&world, BOB, &offer, Vote::Accept).await;
    assert_eq!(open.pings, [CID.into()], "only players who have not voted");
    assert!(open.content.contains("✅ <@2>") && !open.rows.is_empty(), "{}", open.content);
}

#[tokio::test]
async fn declined_offer_names_who_said_no() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    say(&world, BOB, &offer, Vote::Accept).await;
    let declined = say(&world, CID, &offer, Vote::Decline).await;
    assert!(declined.content.contains("Declined by <@3>"), "{}", declined.content);
    assert!(declined.rows.is_empty());
    let closed = Offer { ending: Some(Ending::Declined), votes: vec![(CID.into(), Vote::Decline)], ..offer };
    let news = posts::offer_news(&world.game(id).await, &closed).unwrap();
    assert_eq!(news.pings, [ANN.into()]);
}

#[tokio::test]
async fn move_without_a_vote_reads_as_a_decline() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let first = mover(&world, id).await;
    let offer = offered(&world, id, first, OfferKind::Draw).await;
    world.play_any(id).await;
    let second = mover(&world, id).await;
    world.play_any(id).await;
    let late = say(&world, second, &offer, Vote::Accept).await;
    assert!(late.content.contains(&format!("Declined by <@{second}>")), "{}", late.content);
}

#[tokio::test]
async fn offering_the_same_confirms_the_agreement() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    offered(&world, id, ANN, OfferKind::Draw).await;
    let reply = post(&world, world.service.offer(&world.by(BOB), OfferKind::Draw).await).await;
    assert!(reply.content.contains("Everyone has agreed"), "{}", reply.content);
}

#[tokio::test]
async fn repeated_interaction_gets_the_same_post() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let by = world.by(ANN);
    let reply = post(&world, world.service.offer(&by, OfferKind::Draw).await).await;
    assert_eq!(post(&world, world.service.offer(&by, OfferKind::Draw).await).await, reply);
    let [offer] = world.open_offers(id).await.try_into().unwrap();
    let by = Caller { pressed: Some(55.into()), ..world.by(BOB) };
    let shown = post(&world, world.service.vote(&by, offer.id, Vote::Accept).await).await;
    assert_eq!(post(&world, world.service.vote(&by, offer.id, Vote::Accept).await).await, shown);
}

#[tokio::test]
async fn withdrawn_offer_loses_its_buttons() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    let withdrawn = post(&world, world.service.withdraw_offer(&world.by(ANN), offer.id).await).await;
    assert!(withdrawn.content.contains("Withdrawn") && withdrawn.rows.is_empty(), "{}", withdrawn.content);
    assert_eq!(say(&world, BOB, &offer, Vote::Accept).await, withdrawn);
}

#[tokio::test]
async fn lapsed_offer_says_so() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let offer = offered(&world, id, ANN, OfferKind::Draw).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let lapsed = say(&world, BOB, &offer, Vote::Accept).await;
    assert!(lapsed.content.contains("No longer open"), "{}", lapsed.content);
}

#[tokio::test]
async fn take_back_names_the_moves_it_undoes() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let first = mover(&world, id).await;
    for _ in 0..5 {
        world.play_any(id).await;
    }
    let offer = offered(&world, id, first, OfferKind::TakeBack).await;
    let open = posts::offer(&world.game(id).await, &offer);
    assert_eq!(open.content.matches('`').count(), 4, "the post names both moves: {}", open.content);
}

#[tokio::test]
async fn calling_off_asks_first_and_ends_the_board() {
    for wish in ["protozoa", "stract"] {
        let world = Fixture::new().await;
        let id = world.begin(wish, &[BOB]).await;
        let question = post(&world, world.service.offer(&world.by(ANN), OfferKind::Abort).await).await;
        assert_eq!(buttons(&question), ["Call it off", "Keep playing"]);
        let by = world.by(ANN);
        for _ in 0..2 {
            let reply = post(&world, world.service.abort(&by, id).await).await;
            assert_eq!(reply.content, text::CALLED_OFF);
        }
        let board = post(&world, world.service.board(&world.by(BOB)).await).await;
        assert!(board.content.contains("called off"), "{}", board.content);
        assert!(!buttons(&board).contains(&"Move"));
    }
}

#[tokio::test]
async fn pause_and_its_end_are_announced() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10h/turn hard", &[BOB, CID]).await;
    let offer = offered(&world, id, ANN, OfferKind::Pause).await;
    say(&world, BOB, &offer, Vote::Accept).await;
    let agreed = say(&world, CID, &offer, Vote::Accept).await;
    assert!(agreed.content.contains("asked for a pause, and everyone agreed"), "{}", agreed.content);
    let news = posts::offer_news(&world.game(id).await, &Offer { ending: Some(Ending::Accepted), ..offer });
    let news = news.expect("there is news for everyone");
    assert_eq!((news.pings.len(), buttons(&news)), (3, vec!["Resume"]));
    let board = post(&world, world.service.own_view(&world.by(BOB), id).await).await;
    assert!(buttons(&board).contains(&"Resume"));

    let by = world.by(BOB);
    for _ in 0..2 {
        let reply = post(&world, world.service.resume(&by, id).await).await;
        assert_eq!(reply.content, text::RESUMED);
    }
    let agreed = world.service.store().read(move |tx| tx.last_agreed(id, OfferKind::Pause)).await.unwrap();
    let mut notice =
        posts::resumed(&world.game(id).await, &agreed.unwrap()).expect("there is a notification");
    notice.pings.sort_unstable();
    assert_eq!(notice.pings, [ANN.into(), CID.into()]);
    assert!(notice.content.contains("<@2> has resumed the game"), "{}", notice.content);
}
