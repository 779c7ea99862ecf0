//! Every player is notified once that a game has ended, except the one whose own action has ended it.

use std::{sync::Mutex, thread};

use data::{OfferKind, Pings, Vote};
use jiff::SignedDuration;
use play::{
    failpoint::{Failpoint, Failpoints},
    fixture::ephemeral,
    service::Wished,
};

use super::{
    notifications::{asleep, begun_with, notified, pass, send_due},
    *,
};

/// Returns the mover's opponent in a game of Ann and Bob.
fn other_than(person: PersonId) -> PersonId {
    if person == ANN.into() { BOB.into() } else { ANN.into() }
}

/// Returns the channels in which a player was notified that a game has ended, in order.
fn end_notices(chat: &Memory, person: impl Into<PersonId>) -> Vec<ChannelId> {
    let person = person.into();
    let ends = |shown: &Shown| shown.post.content.contains(" is over");
    let messages = chat.messages().into_iter().filter(|shown| ends(shown) && shown.called.contains(&person));
    messages.map(|shown| shown.channel).collect()
}

/// Votes on the open offer of a game.
async fn say(world: &Fixture, id: GameId, person: PersonId, vote: Vote) {
    let offer = world.open_offers(id).await.remove(0);
    world.service.vote(&world.by(person), offer.id, vote).await.unwrap();
}

#[tokio::test]
async fn last_board_names_all_players() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    for person in [CID, BOB] {
        world.service.resign(&world.by(person), id).await.unwrap();
    }
    send_all(&world, &chat).await;
    let end = boards(&chat).pop().unwrap();
    assert_eq!(end.called.len(), 2);
    for person in [ANN, BOB, CID] {
        assert!(end.post.content.contains(&format!("<@{person}>")), "{}", end.post.content);
    }
}

#[tokio::test]
async fn deletion_during_the_post_notifies_nobody() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let deletion = Mutex::new(Some((world.service.clone(), world.by(BOB))));
    let delete_once_drawn = Failpoints::watched(move |at| {
        if at != Failpoint::Drawn {
            return;
        }
        let Some((service, bob)) = deletion.lock().unwrap().take() else { return };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let deleted = thread::spawn(move || runtime.block_on(service.erase_now(&bob)).map(drop));
        deleted.join().unwrap().unwrap();
    });
    let due = world.lease().await.unwrap();
    let desk = desk(&world, &chat);
    Desk { service: desk.service.clone().watched(delete_once_drawn), ..desk }.deliver(due, PATIENCE).await;
    send_all(&world, &chat).await;
    assert_eq!([end_notices(&chat, ANN).len(), end_notices(&chat, BOB).len()], [1, 0]);
}

#[tokio::test]
async fn clock_that_ends_a_game_notifies_all() {
    let (world, chat, id) = begun("protozoa | 10m/turn hard", &[BOB]).await;
    world.pass_unseen(11).await;
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!([end_notices(&chat, ANN).len(), end_notices(&chat, BOB).len()], [1, 1]);
}

#[tokio::test]
async fn voter_who_ends_a_game_is_not_notified() {
    for kind in [OfferKind::Draw, OfferKind::Abort] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        for _ in 0..2 {
            world.play_any(id).await;
        }
        ephemeral(world.service.offer(&world.by(ANN), kind).await);
        say(&world, id, BOB.into(), Vote::Accept).await;
        send_all(&world, &chat).await;
        assert_eq!([end_notices(&chat, ANN).len(), end_notices(&chat, BOB).len()], [1, 0], "{kind:?}");
    }
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.service.abort(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!([end_notices(&chat, ANN).len(), end_notices(&chat, BOB).len()], [0, 1], "nobody had moved");
}

/// Begins a game in which each side has an organism worth 5, and 6 points win.
async fn nearly_won() -> (Fixture, Arc<Memory>, GameId, PersonId) {
    let (world, chat, id) = begun("protozoa goal=6", &[BOB]).await;
    for notation in ["p@c4", "p@f5"] {
        world.play(id, notation).await;
    }
    send_all(&world, &chat).await;
    let (mover, _) = world.mover(id).await;
    (world, chat, id, mover)
}

#[tokio::test]
async fn planned_move_that_wins_notifies_both() {
    let (world, chat, id, mover) = nearly_won().await;
    let planner = other_than(mover);
    let field = |notation: &str| Some(notation.to_owned());
    let wish = Wished { condition: field("p@a1"), reply: field("p@f6"), ..Wished::default() };
    ephemeral(world.service.plan(&world.by(planner), wish).await);
    world.play(id, "p@a1").await;
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!([end_notices(&chat, mover).len(), end_notices(&chat, planner).len()], [1, 1]);
}

#[tokio::test]
async fn winning_move_notifies_the_loser() {
    let (world, chat, id, mover) = nearly_won().await;
    world.play(id, "p@c3").await;
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!([end_notices(&chat, mover).len(), end_notices(&chat, other_than(mover)).len()], [0, 1]);
}

#[tokio::test]
async fn end_notification_follows_the_preference() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    send_due(&world, &chat).await;
    let other = other_than(mover);
    for closed in [false, true] {
        if closed {
            chat.closed.lock().unwrap().push(other);
        }
        chat.delete_all();
        let id = match closed {
            false => id,
            true => world.begin("protozoa", &[BOB]).await,
        };
        send_due(&world, &chat).await;
        world.service.resign(&world.by(mover), id).await.unwrap();
        send_due(&world, &chat).await;
        let where_told = if closed { CHANNEL.into() } else { dm_of(other) };
        assert_eq!((end_notices(&chat, other), end_notices(&chat, mover)), (vec![where_told], vec![]));
        if !closed {
            let (board, _) = world.game(id).await.board.unwrap();
            let words = chat.messages().pop().unwrap().post.content;
            let says = format!("your game of **Protozoa** is over, game {id}: <@{other}> wins");
            assert!(words.contains(&says) && words.contains(&format!("/{board}")), "{words}");
        }
    }
}

#[tokio::test]
async fn sleeper_is_notified_on_waking() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    send_due(&world, &chat).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_due(&world, &chat).await;
    assert_eq!(end_notices(&chat, other_than(mover)), []);
    pass(&world, &chat, 2 * 60).await;
    assert_eq!(end_notices(&chat, other_than(mover)), [ChannelId::from(CHANNEL)]);
    assert_eq!(notified(&chat, mover), [], "the player who resigned is not notified");
}

#[tokio::test]
async fn end_with_lost_responses_notifies_once() {
    for (pings, forgets) in
        [(Pings::Channel, false), (Pings::Channel, true), (Pings::Dm, false), (Pings::Dm, true)]
    {
        let (world, chat, id, mover) = begun_with(|person| person.pings = pings).await;
        send_all(&world, &chat).await;
        chat.forgets.store(forgets, Ordering::Relaxed);
        world.service.resign(&world.by(mover), id).await.unwrap();
        while let Some(due) = world.lease().await {
            if matches!(due.payload.kind(), OutboxKind::Board | OutboxKind::Ended) && due.tries == 1 {
                chat.will(Fate::LosesAnswer);
            }
            desk(&world, &chat).deliver(due, PATIENCE).await;
        }
        assert_eq!(end_notices(&chat, other_than(mover)).len(), 1, "{pings:?}, forgets: {forgets}");
        assert_eq!(end_notices(&chat, mover), []);
    }
}

#[tokio::test]
async fn end_after_a_lost_board_is_notified() {
    let (world, chat, id) = lost_and_not_found().await;
    let (mover, _) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(end_notices(&chat, other_than(mover)).len(), 1);
    assert_eq!(boards(&chat).len(), 3, "the first, the lost one, the last");
}

#[tokio::test]
async fn changed_preference_notifies_nobody_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    chat.unreadable.store(true, Ordering::Relaxed);
    let (mover, _) = world.mover(id).await;
    let other = other_than(mover);
    world.service.resign(&world.by(mover), id).await.unwrap();
    chat.will(Fate::LosesAnswer);
    let due = world.lease_of(OutboxKind::Board).await;
    desk(&world, &chat).deliver(due, PATIENCE).await;
    let mut settings = world.service.store().read(move |tx| tx.person(other)).await.unwrap();
    settings.pings = Pings::Dm;
    world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(end_notices(&chat, other), [ChannelId::from(CHANNEL)]);
}

#[tokio::test]
async fn substitute_is_notified_in_place_of_the_first() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    ephemeral(world.service.open_seat(&world.by(BOB), BOB.into(), false).await);
    say(&world, id, EVE.into(), Vote::Accept).await;
    send_all(&world, &chat).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!([ANN, BOB, EVE].map(|person| end_notices(&chat, person).len()), [0, 0, 1]);
}

#[tokio::test]
async fn end_without_a_channel_is_a_private_notice() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    chat.closed.lock().unwrap().push(BOB.into());
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    world.service.clock().advance(SignedDuration::from_hours(31 * 24));
    world.service.abort_suspended().await.unwrap();
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
    // The board can neither be found again nor posted.
    chat.delete_all();
    let due = world.lease_of(OutboxKind::Board).await;
    chat.fail(ChatError::NoChannel);
    desk(&world, &chat).deliver(due, PATIENCE).await;
    send_all(&world, &chat).await;
    let notices = |person: u64| {
        let direct = chat.messages().into_iter().filter(move |shown| shown.channel == dm_of(person));
        direct.filter(|shown| shown.post.content.contains("called off")).count()
    };
    assert_eq!([notices(ANN), notices(BOB)], [1, 0]);
    let (_, words) = with_undelivered(&world, &world.by(BOB)).await;
    assert!(words.contains("called off"), "with the next private answer");
}

#[tokio::test]
async fn last_board_gets_a_film_and_scores() {
    for (ends, has_film) in [(true, true), (false, false)] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        if ends {
            world.play_any(id).await;
            world.service.resign(&world.by(ANN), id).await.unwrap();
        } else {
            world.service.abort(&world.by(ANN), id).await.unwrap();
        }
        send_all(&world, &chat).await;
        let end = boards(&chat).pop().unwrap();
        let film = end.post.second.and_then(|card| card.picture);
        assert_eq!(film.is_some_and(|film| film.is_film()), has_film);
        let chart = end.post.third.and_then(|card| card.picture);
        assert_eq!(chart.is_some_and(|chart| chart.alt.contains("records by turn")), has_film);
        assert!(end.post.card.is_some_and(|card| card.picture.is_some()), "the board stays");
        assert_eq!(end.edits, 2 * usize::from(has_film));
    }
}

#[tokio::test]
async fn recent_mover_hears_that_another_ended_it() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa players=3 | none", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, play::service::MachineAct::Fill).await.unwrap();
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), "lobby"));
    for _ in 0..2 {
        world.until_a_person_is_to_move(id).await;
        world.play_any(id).await;
    }
    for person in [ANN, BOB] {
        world.service.resign(&world.by(person), id).await.unwrap();
    }
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!([end_notices(&chat, ANN).len(), end_notices(&chat, BOB).len()], [1, 0]);
}
