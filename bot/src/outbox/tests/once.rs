//! No message appears twice, whatever gets lost.

use play::fixture::ephemeral;

use super::*;

/// Begins a game of Semiosphere in which the response to the first post of a turn is lost.
async fn lost_in_the_middle() -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat, id) = mid_game().await;
    for typed in ["+a3", "+b3", "end"] {
        world.play(id, typed).await;
    }
    chat.will(Fate::LosesAnswer);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due, PATIENCE).await;
    assert_eq!(boards(&chat).len(), 4, "the post arrived, but its response was lost");
    (world, chat, id)
}

#[tokio::test]
async fn moves_during_a_lost_response_share_its_post() {
    for forgets in [false, true] {
        let (world, chat, id) = lost_in_the_middle().await;
        chat.forgets.store(forgets, Ordering::Relaxed);
        let (mover, _) = world.mover(id).await;
        world.play(id, "+d3").await;
        send_all(&world, &chat).await;
        let boards = boards(&chat);
        assert_eq!(boards.len(), 4, "forgets: {forgets}");
        assert_eq!(boards[3].called, [mover]);
        assert!(boards[3].body().contains("marks d3"), "{}", boards[3].body());
        assert_eq!(boards[3].post.mark(), format!("board 4 of game {id}"));
        assert_eq!(world.game(id).await.board_count, 4);
    }
}

#[tokio::test]
async fn lost_post_of_an_earlier_release_is_found() {
    let (world, chat, id) = lost_in_the_middle().await;
    let (now, earlier) = (format!("board 4 of game {id}"), format!("#{id}-4"));
    for shown in chat.messages.lock().unwrap().values_mut() {
        let footer = shown.post.card.as_mut().map(|card| &mut card.footer);
        footer.into_iter().for_each(|footer| *footer = footer.replace(&now, &earlier));
    }
    chat.forgets.store(true, Ordering::Relaxed);
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 4);
    assert_eq!(world.game(id).await.board_count, 4);
}

#[tokio::test]
async fn post_not_found_is_known_by_its_nonce() {
    let (world, chat, id) = lost_and_not_found().await;
    world.play_any(id).await;
    send_all(&world, &chat).await;
    let game = world.game(id).await;
    let boards = boards(&chat);
    assert_eq!((boards.len(), game.board_count), (3, 3), "the lost post and that of the next turn");
    assert_eq!(boards[2].called, [world.mover(id).await.0]);
    assert!(boards[1].buttons().is_empty(), "the lost post is found and retired");
}

#[tokio::test]
async fn worker_killed_before_posting_posts_nothing() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    let post = data::BoardPost { turn: 1, ply: 1, since: 0, pings: vec![world.mover(id).await.0] };
    world.service.store().write(move |tx| tx.set_pending_post(id, &post)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
    assert_eq!(boards(&chat)[1].called, [world.mover(id).await.0]);
    let pending_post = world.service.store().read(move |tx| tx.pending_post(id)).await.unwrap();
    assert_eq!(pending_post, None);
}

#[tokio::test]
async fn lobby_shown_by_its_response_is_not_reposted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    let answered = messages::posts::lobby(&world.lobby(id).await);
    // The bot died before it could record the message of the response.
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &answered, ""));
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().len(), 1);
    assert_eq!(world.lobby(id).await.message, Some(7.into()));
}

#[tokio::test]
async fn host_notice_with_lost_response_comes_once() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), ""));
    world.service.join(&world.by(BOB), id).await.unwrap();
    chat.will(Fate::LosesAnswer);
    chat.will(Fate::LosesAnswer);
    chat.forgets.store(true, Ordering::Relaxed);
    send_all(&world, &chat).await;
    let notified = chat.messages().iter().filter(|shown| shown.called == [ANN.into()]).count();
    assert_eq!(notified, 1);
}

#[tokio::test]
async fn retry_ignores_earlier_news_with_equal_text() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.begin("protozoa | 3d/turn", &[BOB]).await;
    send_all(&world, &chat).await;
    for paused in 1..=2 {
        ephemeral(world.service.offer(&world.by(ANN), data::OfferKind::Pause).await);
        send_all(&world, &chat).await;
        let offer = world.open_offers(id).await.remove(0);
        world.service.vote(&world.by(BOB), offer.id, data::Vote::Accept).await.unwrap();
        let news = data::OfferPost::News.of(offer.id);
        while let Some(due) = world.lease().await {
            if due.payload == news && due.tries == 1 {
                chat.fail(ChatError::Unavailable("502".to_owned()));
            }
            desk(&world, &chat).deliver(due, PATIENCE).await;
        }
        let announced =
            chat.messages().into_iter().filter(|shown| shown.post.content.contains("paused")).count();
        assert_eq!(announced, paused);
        ephemeral(world.service.resume_here(&world.by(ANN)).await);
        send_all(&world, &chat).await;
    }
}

#[tokio::test]
async fn old_board_has_no_pings_and_no_buttons() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let first = boards(&chat).pop().unwrap();
    assert!(first.body().contains("◀ to move") && !first.buttons().is_empty());
    world.play_any(id).await;
    send_all(&world, &chat).await;
    let [old, new] = boards(&chat).try_into().unwrap();
    assert_eq!((old.post.content.as_str(), old.buttons()), ("", vec![]));
    assert!(old.body().contains("The game begins") && !old.body().contains("to move"), "{}", old.body());
    let picture = |shown: &Shown| shown.post.card.as_ref().and_then(|card| card.picture.clone());
    assert_eq!(picture(&old), picture(&first), "the picture remains");
    assert!(new.body().contains("◀ to move") && !new.buttons().is_empty());

    world.play_any(id).await;
    send_all(&world, &chat).await;
    let old = boards(&chat).swap_remove(1);
    assert!(old.body().contains("places a") && old.buttons().is_empty(), "{}", old.body());
}

#[tokio::test]
async fn changed_secret_order_does_not_show() {
    let (world, chat, id) = begun("stract", &[BOB]).await;
    let seat = world.game(id).await.seats_of(ANN.into()).first().unwrap();
    for order in &world.game(id).await.table.legal(seat)[..2] {
        ephemeral(world.service.play_typed(&world.by(ANN), order.clone()).await);
        send_all(&world, &chat).await;
    }
    let game = world.game(id).await;
    assert!(game.record.len() == 2 && game.board_ply == 1, "the second order is secret");
    let edits = || boards(&chat).last().unwrap().edits;
    let before = edits();
    world.service.board(&world.by(BOB)).await.unwrap();
    world.service.try_again(game.guild).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!((boards(&chat).len(), edits()), (1, before), "a refresh reveals nothing");
    let at = world.service.now();
    world.service.store().write(move |tx| tx.queue(id, &Payload::Refresh, at)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(edits(), before + 1);
}

#[tokio::test]
async fn closed_lobby_with_deleted_message_settles() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    send_all(&world, &chat).await;
    chat.delete_all();
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let counts = world.service.store().read(|tx| tx.counts(jiff::Timestamp::MAX)).await.unwrap();
    assert_eq!((counts.failed, counts.waiting), (0, 0));
}
