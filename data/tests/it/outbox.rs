//! Outbox entries from queue to delivery.

use clock::from_millis;
use data::{BoardPost, Due, GameId, Notice, Notification, OfferPost, OutboxKind, Payload, Slices};
use rules::Seat;

use crate::world::{HOST, World};

/// Leases an entry at `now` for 100 ms.
async fn lease(world: &World, now: i64, busy: &[GameId]) -> Option<Due> {
    let (looked, busy) = (busy.to_vec(), busy.to_vec());
    let can_lease = world.read(move |tx| tx.can_lease(from_millis(now), &looked)).await;
    let due = world.write(move |tx| tx.lease(from_millis(now), from_millis(now + 100), &busy)).await;
    assert_eq!(can_lease, due.is_some());
    due
}

async fn queue(world: &World, game: GameId, payload: Payload, due: i64) {
    world.write(move |tx| tx.queue(game, &payload, from_millis(due))).await;
}

const fn board(ply: u32) -> Payload {
    Payload::board(ply)
}

async fn next_due(world: &World) -> Option<i64> {
    world.read(|tx| tx.next_due()).await.map(|due| due.as_millisecond())
}

async fn rows(world: &World) -> usize {
    world.rows("SELECT id FROM outbox").await.len()
}

#[tokio::test]
async fn response_is_only_ever_the_first_attempt() {
    /// Returns an interaction that was made this many milliseconds after Discord's ids begin to count.
    const fn made_at(ms: u64) -> u64 {
        ms << 22
    }
    const EPOCH: i64 = 1_420_070_400_000;
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, board(1), EPOCH).await;
    let reply = made_at(10_000).into();
    world.write(move |tx| tx.reply_with(id, &board(1), reply)).await;
    let now = EPOCH + 10_050;
    let due = lease(&world, now, &[]).await.unwrap();
    assert_eq!((due.tries, due.reply), (1, Some(reply)));
    // An entry that was attempted cannot get a response as its first attempt.
    world.write(move |tx| tx.reply_with(id, &board(1), made_at(10_040).into())).await;
    for (restart, wanted) in [(now + 20, EPOCH + 14_000), (EPOCH + 13_999, EPOCH + 14_000)] {
        world.write(move |tx| tx.release(Slices::ALL, from_millis(restart))).await;
        assert_eq!(next_due(&world).await, Some(wanted), "the response may still arrive");
    }
    world.write(move |tx| tx.retry(due.id, from_millis(EPOCH + 90_000))).await;
    world.write(|tx| tx.release(Slices::ALL, from_millis(EPOCH + 20_000))).await;
    assert_eq!(next_due(&world).await, Some(EPOCH + 20_000), "the response can no longer arrive");
    // If the two clocks differ, the wait is no longer than the longest possible one.
    world.write(move |tx| tx.retry(due.id, from_millis(EPOCH + 90_000))).await;
    world.write(|tx| tx.release(Slices::ALL, from_millis(EPOCH))).await;
    assert_eq!(next_due(&world).await, Some(EPOCH + 4_000));
    let again = lease(&world, EPOCH + 20_000, &[]).await.unwrap();
    assert_eq!((again.id, again.tries, again.reply), (due.id, 2, None));

    // An entry that is due again is not the response to an earlier interaction.
    let offer = || OfferPost::Itself.of(7.into());
    queue(&world, id, offer(), EPOCH).await;
    world.write(move |tx| tx.reply_with(id, &offer(), reply)).await;
    queue(&world, id, offer(), EPOCH).await;
    let due = lease(&world, EPOCH, &[]).await.unwrap();
    assert_eq!((due.payload, due.reply), (offer(), None));
}

#[tokio::test]
async fn entry_is_leased_until_it_is_settled() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    assert_eq!(next_due(&world).await, None);
    assert_eq!(lease(&world, 1000, &[]).await, None);
    queue(&world, id, board(1), 10).await;
    queue(&world, id, board(1), 20).await;
    assert_eq!(rows(&world).await, 1, "one entry for each game, ply and kind");
    assert_eq!(next_due(&world).await, Some(10));
    assert_eq!(lease(&world, 9, &[]).await, None, "it is not due yet");

    let due = lease(&world, 10, &[]).await.unwrap();
    assert_eq!((due.game, &due.payload, due.tries), (id, &board(1), 1));
    assert_eq!(lease(&world, 109, &[]).await, None, "it is leased");
    assert_eq!(next_due(&world).await, Some(110));

    // The worker that had it did not come back.
    let again = lease(&world, 110, &[]).await.unwrap();
    assert_eq!((again.id, again.tries), (due.id, 2));
    world.write(move |tx| tx.retry(due.id, from_millis(500))).await;
    assert_eq!(next_due(&world).await, Some(500));
    assert_eq!(lease(&world, 499, &[]).await, None);
    assert_eq!(lease(&world, 500, &[]).await.unwrap().tries, 3);

    // A new worker takes over the leases of the old one.
    world.write(|tx| tx.release(Slices::ALL, from_millis(501))).await;
    assert_eq!(lease(&world, 501, &[]).await.unwrap().tries, 4);

    world.write(move |tx| tx.settle_boards(id, 1, from_millis(501))).await;
    assert_eq!(next_due(&world).await, None);
    queue(&world, id, board(1), 600).await;
    assert_eq!(lease(&world, 1000, &[]).await, None, "a delivered board is not sent again");
}

#[tokio::test]
async fn oldest_due_entry_of_an_idle_game_comes_first() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    queue(&world, one, board(2), 30).await;
    queue(&world, one, Payload::Ready { number: 1 }, 10).await;
    queue(&world, two, board(1), 20).await;
    assert_eq!(lease(&world, 50, &[one, two]).await, None);
    assert_eq!(lease(&world, 50, &[one]).await.unwrap().game, two);
    assert_eq!(lease(&world, 50, &[two]).await.unwrap().payload, Payload::Ready { number: 1 });
    assert_eq!(lease(&world, 50, &[]).await.unwrap().payload, board(2));
    assert_eq!(lease(&world, 50, &[]).await, None);
}

#[tokio::test]
async fn entries_of_several_games_are_leased_together() {
    let world = World::new().await;
    let (one, two, three) =
        (world.game_of_two(1).await, world.game_of_two(2).await, world.game_of_two(3).await);
    queue(&world, one, board(2), 30).await;
    queue(&world, one, Payload::Ready { number: 1 }, 10).await;
    queue(&world, two, board(1), 20).await;
    queue(&world, three, Payload::Refresh, 5).await;
    let lease = async |busy: &'static [GameId], most: usize| -> Vec<(GameId, Payload)> {
        let lease = move |tx: &data::Tx<'_>| tx.lease_some(from_millis(50), from_millis(150), busy, most);
        world.write(lease).await.into_iter().map(|due| (due.game, due.payload)).collect()
    };
    assert_eq!(lease(&[], 0).await, []);
    assert_eq!(lease(&[], 2).await, [(one, Payload::Ready { number: 1 }), (two, board(1))]);
    assert_eq!(lease(&[], 9).await, [(one, board(2)), (three, Payload::Refresh)]);
    assert_eq!(lease(&[], 9).await, []);
}

#[tokio::test]
async fn newer_board_waits_for_a_response_under_way() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    queue(&world, one, board(1), 10).await;
    world.write(move |tx| tx.reply_with(one, &board(1), 7.into())).await;
    let first = lease(&world, 10, &[]).await.unwrap();
    // The bot that sends the response dies, and the response may arrive until 4020.
    world.write(move |tx| tx.retry(first.id, from_millis(4020))).await;
    queue(&world, one, board(2), 30).await;
    queue(&world, two, board(1), 40).await;
    assert_eq!(lease(&world, 50, &[]).await.unwrap().game, two);
    assert_eq!(lease(&world, 50, &[]).await, None);
    // Whichever board is delivered first, the worker looks for the response before it posts.
    assert!(lease(&world, 4020, &[]).await.is_some());
}

#[tokio::test]
async fn response_that_a_player_awaits_comes_first() {
    for (now, wanted) in [(2500, [2, 1, 3, 3]), (3001, [1, 2, 3, 3])] {
        let world = World::new().await;
        let (one, two, three) =
            (world.game_of_two(1).await, world.game_of_two(2).await, world.game_of_two(3).await);
        queue(&world, one, board(1), 1000).await;
        queue(&world, two, board(1), 1500).await;
        queue(&world, three, Payload::Ready { number: 1 }, 1900).await;
        queue(&world, three, board(1), 2000).await;
        for game in [two, three] {
            world.write(move |tx| tx.reply_with(game, &board(1), 7.into())).await;
        }
        let mut leased = Vec::new();
        while let Some(due) = lease(&world, now, &[]).await {
            leased.push((due.game, due.payload));
        }
        // Game 3 keeps the order of its posts.
        let order = [one, two, three];
        assert_eq!(leased.iter().map(|(game, _)| *game).collect::<Vec<_>>(), wanted.map(|n| order[n - 1]));
        assert_eq!(leased.last().unwrap().1, board(1));
    }
}

#[tokio::test]
async fn newer_board_settles_the_older_ones() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    for ply in 1..=4 {
        queue(&world, one, board(ply), 10).await;
    }
    queue(&world, one, Payload::Ready { number: 1 }, 11).await;
    queue(&world, two, board(1), 12).await;
    world.write(move |tx| tx.settle_boards(one, 3, from_millis(20))).await;
    let mut left = Vec::new();
    while let Some(due) = lease(&world, 50, &[]).await {
        left.push((due.game, due.payload));
    }
    assert_eq!(left, [(one, board(4)), (one, Payload::Ready { number: 1 }), (two, board(1))]);
}

#[tokio::test]
async fn hopeless_entry_fails() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, board(1), 10).await;
    queue(&world, id, board(2), 10).await;
    let due = lease(&world, 10, &[]).await.unwrap();
    world.write(move |tx| tx.give_up(due.id, "may not write in the channel", from_millis(10))).await;
    assert_eq!(lease(&world, 1000, &[]).await.unwrap().payload, board(2));
    assert_eq!(lease(&world, 1050, &[]).await, None, "the first one does not come back");
    let why = world.rows(&format!("SELECT failed FROM outbox WHERE id = {}", due.id.get())).await;
    assert_eq!(why, [["may not write in the channel"]]);
}

#[tokio::test]
async fn changed_lobby_is_due_again() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, Payload::Lobby, 10).await;
    let first = lease(&world, 10, &[]).await.unwrap();
    let lobby = first.id;
    world.write(move |tx| tx.settle(lobby, None, from_millis(11))).await;
    assert_eq!(next_due(&world).await, None);
    queue(&world, id, Payload::Lobby, 20).await;
    let again = lease(&world, 20, &[]).await.unwrap();
    assert_eq!((again.id, again.tries), (first.id, 1));

    // The lobby changes while its message is under way, so the message is already out of date.
    queue(&world, id, Payload::Lobby, 30).await;
    world.write(move |tx| tx.settle(lobby, None, from_millis(31))).await;
    assert_eq!(lease(&world, 32, &[]).await.unwrap().id, first.id);
    world.write(move |tx| tx.settle(lobby, None, from_millis(33))).await;
    assert_eq!(next_due(&world).await, None);

    // A lobby that failed to show can be tried again once it has changed.
    world.write(move |tx| tx.give_up(first.id, "no", from_millis(33))).await;
    queue(&world, id, Payload::Lobby, 40).await;
    assert_eq!(next_due(&world).await, Some(40));
    assert_eq!(rows(&world).await, 1);
}

#[tokio::test]
async fn board_refreshes_come_last() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    queue(&world, one, Payload::Refresh, 10).await;
    queue(&world, two, board(1), 20).await;
    assert_eq!(next_due(&world).await, Some(10));
    assert_eq!(
        lease(&world, 15, &[]).await.unwrap().payload,
        Payload::Refresh,
        "it does not wait for entries that are not due"
    );
    queue(&world, one, Payload::Refresh, 10).await;
    assert_eq!(lease(&world, 50, &[]).await.unwrap().payload, board(1));
    assert_eq!(lease(&world, 50, &[]).await.unwrap().payload, Payload::Refresh);
    assert_eq!(lease(&world, 50, &[]).await, None);
}

#[tokio::test]
async fn unread_notice_is_kept_longer() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    world
        .write(move |tx| {
            tx.queue_notice(
                id,
                HOST.into(),
                Notice::Text("Your plan was dropped.".to_owned()),
                from_millis(10),
            )
        })
        .await;
    queue(&world, id, board(1), 10).await;
    for _ in 0..2 {
        let due = lease(&world, 10, &[]).await.unwrap();
        world.write(move |tx| tx.give_up(due.id, "test", from_millis(10))).await;
    }
    world.write(|tx| tx.forget_delivered(from_millis(20), from_millis(5))).await;
    let undelivered = world.read(|tx| tx.undelivered(HOST.into(), 1.into())).await;
    let [note] = undelivered.as_slice() else { panic!("{undelivered:?}") };
    assert_eq!(note.kind, OutboxKind::Notice);
    let row = note.row;
    world.write(move |tx| tx.mark_delivered(&[row], from_millis(11))).await;
    world.write(|tx| tx.forget_delivered(from_millis(20), from_millis(5))).await;
    assert_eq!(rows(&world).await, 0, "a notice that was read is deleted");
}

/// Returns a game of two whose board is message 7, and the call for its first player.
async fn shown(world: &World) -> (GameId, Notification) {
    let id = world.game_of_two(1).await;
    let post = BoardPost { turn: 0, ply: 0, since: 0, pings: Vec::new() };
    world.write(move |tx| tx.set_board(id, 7.into(), &post)).await;
    (id, Notification { turn: 0, seat: 0 })
}

async fn ping(world: &World, id: GameId, notification: Notification) {
    world.write(move |tx| tx.queue_ping(&tx.open(id)?, notification, 7.into(), from_millis(10))).await;
}

#[tokio::test]
async fn reminders_of_a_call_are_numbered() {
    let world = World::new().await;
    let (id, notification) = shown(&world).await;
    for number in 0..3 {
        world.write(move |tx| tx.queue_reminder(&tx.open(id)?, notification, from_millis(10))).await;
        let due = lease(&world, 10, &[]).await.unwrap();
        let (person, board) = (HOST.into(), 7.into());
        assert_eq!(due.payload, Payload::Remind { notification, number, person, board });
        world.write(move |tx| tx.settle(due.id, None, from_millis(11))).await;
    }
}

#[tokio::test]
async fn substitute_is_notified_after_a_failed_call() {
    let world = World::new().await;
    let (id, notification) = shown(&world).await;
    ping(&world, id, notification).await;
    let due = lease(&world, 10, &[]).await.unwrap();
    world.write(move |tx| tx.give_up(due.id, "test", from_millis(10))).await;
    ping(&world, id, notification).await;
    assert_eq!(lease(&world, 10, &[]).await, None, "the same person is not notified again");
    world
        .write(move |tx| tx.substitute(&mut tx.open(id)?, Seat::FIRST, 9.into(), true, from_millis(10)))
        .await;
    ping(&world, id, notification).await;
    let ping = Payload::Ping { notification, person: 9.into(), board: 7.into() };
    assert_eq!(lease(&world, 10, &[]).await.unwrap().payload, ping);
}

#[tokio::test]
async fn resumed_game_notifies_its_players_again() {
    let world = World::new().await;
    let (id, notification) = shown(&world).await;
    ping(&world, id, notification).await;
    let made = lease(&world, 10, &[]).await.unwrap();
    world.write(move |tx| tx.settle(made.id, Some((5.into(), 6.into())), from_millis(10))).await;
    world.write(move |tx| tx.queue_reminder(&tx.open(id)?, notification, from_millis(10))).await;
    world
        .write(move |tx| {
            assert!(tx.suspend(id, from_millis(20))?);
            tx.drop_notifications(id, from_millis(20))
        })
        .await;
    assert_eq!(lease(&world, 20, &[]).await, None, "nobody is notified meanwhile");
    world.write(move |tx| tx.resume_suspended(id, 2.into(), from_millis(30))).await;
    let unping = lease(&world, 30, &[]).await.unwrap();
    assert_eq!(unping.payload, Payload::Unping { channel: 5.into(), message: 6.into() });
    world.write(move |tx| tx.settle(unping.id, None, from_millis(30))).await;
    ping(&world, id, notification).await;
    assert_eq!(lease(&world, 30, &[]).await.unwrap().payload.kind(), OutboxKind::Ping);
}

#[tokio::test]
async fn end_of_a_game_is_queued_once() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    let ended = || Payload::Ended { person: HOST.into(), board: 7.into() };
    for _ in 0..2 {
        queue(&world, id, ended(), 10).await;
        let due = lease(&world, 10, &[]).await;
        if let Some(due) = due {
            assert_eq!(due.payload, ended());
            world.write(move |tx| tx.settle(due.id, Some((1.into(), 8.into())), from_millis(11))).await;
        }
    }
    assert_eq!(rows(&world).await, 1);
    world.write(|tx| tx.forget_delivered(from_millis(20), from_millis(20))).await;
    assert_eq!(rows(&world).await, 0, "the post is never deleted on Discord");
}

#[tokio::test]
async fn board_entry_names_who_ended_the_game() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, board(1), 10).await;
    queue(&world, id, board(2), 10).await;
    world.write(move |tx| tx.set_ended_by(id, 2, HOST.into())).await;
    let ended_by = async |ply| world.read(move |tx| tx.ended_by(id, ply)).await;
    assert_eq!([ended_by(1).await, ended_by(2).await, ended_by(3).await], [None, Some(HOST.into()), None]);
    world.write(move |tx| tx.settle_boards(id, 2, from_millis(11))).await;
    assert_eq!(ended_by(2).await, Some(HOST.into()));
}

#[tokio::test]
async fn unreadable_entry_holds_up_nothing() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    let notice = Notice::Text("Your plan was dropped.".to_owned());
    world.write(move |tx| tx.queue_notice(id, HOST.into(), notice.clone(), from_millis(10))).await;
    queue(&world, id, board(1), 20).await;
    let unknown = r#"UPDATE outbox SET payload = '{"kind":"notice","person":30}' WHERE kind = 'notice'"#;
    world.change(unknown).await;
    assert_eq!(lease(&world, 50, &[]).await.unwrap().payload, board(1));
    assert_eq!(lease(&world, 50, &[]).await, None);
    let undelivered = world.read(|tx| tx.undelivered(HOST.into(), 2.into())).await;
    let [lost] = undelivered.as_slice() else { panic!("{undelivered:?}") };
    assert_eq!((lost.kind, &lost.notice), (OutboxKind::Notice, &None));
}
