//! Lost responses, refusals and outages: what the worker repeats, and that nothing is shown twice.

use clock::{from_millis, later};

use super::*;

#[tokio::test]
async fn lost_response_shows_nothing_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
    assert_eq!(world.game(id).await.board_ply, 1);
}

#[tokio::test]
async fn turn_during_a_lost_response_is_shown() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due.clone(), PATIENCE).await;
    // The worker is busy, so the next move comes before this entry is retried.
    world.service.store().write(move |tx| tx.retry(due.id, from_millis(0))).await.unwrap();
    world.play_any(id).await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat).last(), Some(&vec![world.mover(id).await.0]), "the next player is pinged");
    assert_eq!(world.game(id).await.board_ply, 2);
}

#[tokio::test]
async fn temporary_failure_puts_an_entry_off() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for (error, least, most) in [
        (ChatError::Limited { after: Duration::from_secs(30) }, 30_000, 30_500),
        (ChatError::Unavailable("502".to_owned()), 500, 1_000),
    ] {
        world.play_any(id).await;
        chat.fail(error);
        let due = lease(&world.service, Vec::new(), 1, false).await.unwrap().remove(0);
        let before = world.service.now();
        desk(&world, &chat).deliver(due, PATIENCE).await;
        let again = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
        assert!(
            again >= later(before, SignedDuration::from_millis(least))
                && again <= later(world.service.now(), SignedDuration::from_millis(most)),
            "{before:?} {again:?}"
        );
        let shown = boards(&chat).len();
        send_all(&world, &chat).await;
        assert_eq!(boards(&chat).len(), shown + 1);
    }
}

#[tokio::test]
async fn failed_board_is_shown_with_the_next() {
    for error in [ChatError::Forbidden, ChatError::Refused("too long".to_owned()), ChatError::Gone] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        world.play_any(id).await;
        chat.fail(error);
        send_all(&world, &chat).await;
        assert_eq!((boards(&chat).len(), world.game(id).await.board_ply), (1, 0));
        world.play_any(id).await;
        send_all(&world, &chat).await;
        assert_eq!((boards(&chat).len(), world.game(id).await.board_ply), (2, 2));
    }
}

#[test]
fn pauses_grow_to_a_limit() {
    for (tries, most) in
        [(1, 1_000), (2, 2_000), (5, 16_000), (30, LONGEST_BACKOFF_MS), (u32::MAX, LONGEST_BACKOFF_MS)]
    {
        for _ in 0..100 {
            let wait = backoff_ms(tries);
            assert!((most / 2..=most).contains(&wait), "{tries}: {wait}");
        }
    }
}

#[tokio::test]
async fn retry_ignores_older_notices_with_equal_text() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), ""));
    for nth in 1..=2 {
        world.service.join(&world.by(BOB), id).await.unwrap();
        while let Some(due) = world.lease().await {
            if due.payload.kind() == OutboxKind::Ready && due.tries == 1 {
                chat.fail(ChatError::Unavailable("502".to_owned()));
            }
            desk(&world, &chat).deliver(due, PATIENCE).await;
        }
        assert_eq!(chat.messages().iter().filter(|shown| shown.called == [ANN.into()]).count(), nth);
        world.service.leave(&world.by(BOB), id).await.unwrap();
    }
}

#[tokio::test]
async fn worker_sends_when_woken_and_ends_on_stop() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(run(desk(&world, &chat), world.wake.clone(), stop.clone()));
    for boards_then in 2..5 {
        world.play_any(id).await;
        while boards(&chat).len() < boards_then {
            chat.requested.notified().await;
        }
    }
    stop.cancel();
    worker.await.unwrap();
}

#[tokio::test]
async fn hanging_request_is_retried() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::Hangs);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due, Duration::from_millis(50)).await;
    let again = world.service.store().read(|tx| tx.next_due()).await.unwrap();
    assert!(
        again.is_some_and(
            |again| again <= later(world.service.now(), SignedDuration::from_millis(LONGEST_BACKOFF_MS))
        ),
        "no longer leased"
    );
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
}
