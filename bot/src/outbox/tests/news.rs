//! Players whom a post did not notify get its news in private, as it is at delivery.

use data::{GameState, OfferKind, Pings, Vote};
use play::fixture::ephemeral;

use super::{
    notifications::{begun_with, send_due},
    *,
};

/// Begins a game whose players prefer direct messages, in which the mover's draw offer was just declined. Returns the mover.
async fn declined() -> (Fixture, Arc<Memory>, GameId, PersonId) {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    send_due(&world, &chat).await;
    ephemeral(world.service.offer(&world.by(mover), OfferKind::Draw).await);
    send_due(&world, &chat).await;
    let offer = world.open_offers(id).await.remove(0);
    let other = if mover == ANN.into() { BOB } else { ANN };
    world.service.vote(&world.by(other), offer.id, Vote::Decline).await.unwrap();
    (world, chat, id, mover)
}

#[tokio::test]
async fn declined_offer_is_a_notice_to_who_made_it() {
    let (world, chat, _, mover) = declined().await;
    send_due(&world, &chat).await;
    let direct: Vec<Shown> =
        chat.messages().into_iter().filter(|shown| shown.channel == dm_of(mover)).collect();
    let words = &direct.last().unwrap().post.content;
    assert!(words.contains("said no: the draw") && words.contains(&format!("/{CHANNEL}/")), "{words}");
}

#[tokio::test]
async fn closed_direct_messages_delay_the_news() {
    for over in [false, true] {
        let (world, chat, id, mover) = declined().await;
        chat.closed.lock().unwrap().push(mover);
        send_due(&world, &chat).await;
        if over {
            world.service.resign(&world.by(mover), id).await.unwrap();
            assert_eq!(world.game(id).await.state, GameState::Ended);
        }
        let (rows, words) = with_undelivered(&world, &world.by(mover)).await;
        assert_eq!(rows.len(), 2, "the news, and that Discord refuses direct messages: {words}");
        // Nobody needs the news once the game is over.
        assert_eq!(words.contains("said no: the draw"), !over, "{words}");
    }
}
