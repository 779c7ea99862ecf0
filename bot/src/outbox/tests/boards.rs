//! The posts of boards: one for each turn, edited within it, and whom they ping.

use super::*;

#[tokio::test]
async fn each_turn_has_a_post_that_pings_the_next() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let mut want = Vec::new();
    for _ in 0..3 {
        want.push(vec![world.mover(id).await.0]);
        assert_eq!(pings(&chat), want);
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    let game = world.game(id).await;
    assert_eq!((game.board_ply, boards(&chat).len()), (3, 4));
    assert!(boards(&chat).iter().all(|shown| shown.channel == CHANNEL.into()));
}

#[tokio::test]
async fn post_is_edited_within_its_turn() {
    let (world, chat, id) = mid_game().await;
    let before = boards(&chat);
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    let after = boards(&chat);
    assert_eq!(after.len(), before.len());
    let last = after.last().unwrap();
    assert_eq!(last.edits, 1);
    let card = last.post.card.as_ref().unwrap();
    assert!(card.picture.is_some(), "an edit keeps the picture");
    assert_ne!(card.picture, before.last().unwrap().post.card.as_ref().unwrap().picture);
    assert!(card.body.contains("marks a3"), "{}", card.body);
    let earlier = before.last().unwrap().body().split("\n\n").next().unwrap();
    assert!(card.body.starts_with(earlier), "the earlier lines remain: {}", card.body);

    world.play(id, "+b3").await;
    send_all(&world, &chat).await;
    let body = boards(&chat).last().unwrap().post.card.clone().unwrap().body;
    assert!(body.contains("marks a3 and b3"), "shows the whole turn: {body}");

    world.play(id, "end").await;
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), before.len() + 1, "the next turn has its own post");
}

#[tokio::test]
async fn last_turn_is_shown_while_orders_come_in() {
    let (world, chat, id) = begun("stract preset=correspondence", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    send_all(&world, &chat).await;
    let before = boards(&chat);
    let story = |shown: &Shown| shown.body().split("\n\n").next().unwrap().replace('\n', " ");
    let earlier = story(before.last().unwrap());
    world.play_any(id).await;
    send_all(&world, &chat).await;
    let after = boards(&chat);
    assert_eq!((after.len(), after.last().unwrap().edits), (before.len(), 1));
    let story = story(after.last().unwrap());
    assert!(!earlier.contains("has ordered"), "a complete turn does not mention it: {earlier}");
    let more = story.strip_prefix(&earlier).unwrap_or_else(|| panic!("{earlier} is lost in {story}"));
    assert!(more.contains("has ordered"), "{story}");
}

#[tokio::test]
async fn turn_without_its_board_costs_no_time() {
    for refused in [true, false] {
        let (world, chat, id) = begun("protozoa | 10m/turn hard", &[BOB]).await;
        world.play_any(id).await;
        let (next, seat) = world.mover(id).await;
        for _ in 0..30 {
            chat.fail(if refused { ChatError::Forbidden } else { ChatError::Unavailable("503".to_owned()) });
        }
        let due = world.lease_of(OutboxKind::Board).await;
        desk(&world, &chat).deliver(due, PATIENCE).await;
        for _ in 0..5 {
            world.pass_unseen(9).await;
        }
        // By then nothing remembers that the post failed.
        world.pass_unseen(8 * 24 * 60).await;
        world.service.tidy().await.unwrap();
        assert_eq!(world.game(id).await.state, GameState::Running, "nobody could see whose turn it was");
        chat.fates.lock().unwrap().clear();
        // A refused post is sent once it may be allowed. A failed one is retried without help.
        world.service.try_again(50.into()).await.unwrap();
        send_all(&world, &chat).await;
        assert_eq!(pings(&chat).last(), Some(&vec![next]));
        let game = world.game(id).await;
        let left =
            game.clocks.of(seat).unwrap().clock.left_at(world.service.now(), &clock::Calendar::default());
        assert!(left > SignedDuration::from_mins(9), "{left:?}");
        world.pass_unseen(11).await;
        assert_eq!(world.game(id).await.state, GameState::Ended, "the clock runs from here on");
    }
}

#[tokio::test]
async fn take_back_restores_no_time() {
    const HOUR: i64 = 60;
    let (world, chat, id) = begun("semiosphere columns=4 rows=5 | 10h+0h/10h hard", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    let (mover, seat) = world.mover(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    world.pass_unseen(3 * HOUR).await;
    world.service.offer(&world.by(mover), data::OfferKind::TakeBack).await.unwrap();
    let open = world.open_offers(id).await;
    world.service.vote(&world.by(other), open[0].id, data::Vote::Accept).await.unwrap();
    send_all(&world, &chat).await;
    let game = world.game(id).await;
    assert_eq!((world.mover(id).await, game.board.unwrap().1), ((mover, seat), game.table.turn()));
    let left = game.clocks.of(seat).unwrap().clock.left_at(world.service.now(), &clock::Calendar::default());
    assert!(left <= SignedDuration::from_hours(7), "used time is not given back: {left:?}");
}

#[tokio::test]
async fn board_command_repeats_a_deleted_question() {
    let (world, chat, id) = begun("protozoa | 10m/turn soft", &[BOB]).await;
    world.pass_unseen(11).await;
    send_all(&world, &chat).await;
    let questions = |chat: &Memory| {
        chat.messages().into_iter().filter(|shown| shown.buttons().contains(&"Claim the win")).count()
    };
    assert_eq!(questions(&chat), 1);
    chat.delete_all();
    let (late, _) = world.mover(id).await;
    let other = if late == ANN.into() { BOB } else { ANN };
    world.service.board(&world.by(other)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(questions(&chat), 1);
    world.service.board(&world.by(other)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(questions(&chat), 1, "an existing post is not repeated");
}

#[tokio::test]
async fn late_moves_share_one_post() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    send_all(&world, &chat).await;
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2, "outdated posts are skipped");
    assert_eq!(boards[1].called, [world.mover(id).await.0]);
    let body = &boards[1].post.card.as_ref().unwrap().body;
    assert_eq!(body.matches("places a").count(), 3, "every move since the last post: {body}");
}

#[tokio::test]
async fn deleted_post_is_replaced_without_a_ping() {
    let (world, chat, id) = mid_game().await;
    chat.delete_all();
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [Vec::<PersonId>::new()]);
    assert_eq!(world.game(id).await.board_ply, 3);
}

#[tokio::test]
async fn each_board_has_its_own_nonce_and_mark() {
    let (world, chat, id) = mid_game().await;
    for typed in ["+a3", "+b3", "end"] {
        world.play(id, typed).await;
    }
    send_all(&world, &chat).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let mut nonces: Vec<String> = boards(&chat).into_iter().map(|shown| shown.nonce).collect();
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), boards(&chat).len());
    let last = boards(&chat).pop().unwrap();
    assert_eq!(last.post.mark(), format!("board {} of game {id}", boards(&chat).len()));
}

#[tokio::test]
async fn end_has_a_post_that_pings_the_other() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let other: PersonId = if mover == ANN.into() { BOB } else { ANN }.into();
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2);
    assert!(boards[1].post.content.contains("wins"), "{}", boards[1].post.content);
    assert_eq!(boards[1].called, [other], "the player who resigned is not pinged");
}

#[tokio::test]
async fn resignation_out_of_turn_pings_nobody_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    let other = [ANN, BOB, CID].into_iter().find(|&person| mover != person.into()).unwrap();
    world.service.resign(&world.by(other), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [vec![mover], vec![]]);

    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let mut others = world.game(id).await.players;
    others.retain(|player| player.person != mover);
    let others: Vec<PersonId> = others.into_iter().map(|player| player.person).collect();
    assert_eq!(
        pings(&chat),
        [vec![mover], vec![], others],
        "the player who left earlier is notified of the end"
    );
}

#[tokio::test]
async fn resignation_in_turn_pings_the_next() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    assert_eq!(pings(&chat), [vec![mover], vec![next]]);
}
