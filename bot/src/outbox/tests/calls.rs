//! Who is called to move, when, where, and until when.

use data::{Pings, Time};

use super::*;
use crate::view::Post;

/// A game of Protozoa in which a person has set something before it began.
async fn begun_with(set: impl Fn(&mut data::Person)) -> (Fixture, Arc<Memory>, GameId, PersonId) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        set(&mut settings);
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    let id = world.begin("protozoa", &[BOB]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), "lobby"));
    // The lobby is brought up to date a moment later.
    world.service.clock().advance(5_000);
    let (mover, _) = world.mover(id).await;
    (world, chat, id, mover)
}

/// Hours of sleep that begin an hour ago and end in two.
fn asleep(now: Time) -> String {
    let hour = now.0.div_euclid(3_600_000).rem_euclid(24);
    format!("UTC {:02}:00-{:02}:00", (hour + 23) % 24, (hour + 2) % 24)
}

/// Sends what is due by now.
async fn send_due(world: &Fixture, chat: &Arc<Memory>) {
    while let Some(due) = lease(&world.service, Vec::new()).await.unwrap() {
        desk(world, chat).deliver(due, PATIENCE).await;
    }
}

/// Where somebody was called, in order.
fn calls(chat: &Memory, person: PersonId) -> Vec<ChannelId> {
    let called = chat.messages().into_iter().filter(|shown| shown.called.contains(&person));
    called.map(|shown| shown.channel).collect()
}

#[tokio::test]
async fn who_wants_direct_messages_is_called_by_one_with_the_way_to_the_board() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    send_due(&world, &chat).await;
    assert_eq!(pings(&chat), [Vec::<PersonId>::new()], "the board calls nobody");
    assert_eq!(calls(&chat, mover), [dm_of(mover)]);
    let (board, _) = world.game(id).await.board.unwrap();
    let call = chat.messages().pop().unwrap();
    assert!(call.post.content.contains(&format!("/{CHANNEL}/{board}")), "{}", call.post.content);

    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), [], "the move is made, the call is gone");
    let (next, _) = world.mover(id).await;
    assert_eq!(calls(&chat, next), [dm_of(next)]);
}

#[tokio::test]
async fn closed_direct_messages_fall_back_to_the_channel() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    chat.closed.lock().unwrap().push(mover);
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), [ChannelId::from(CHANNEL)]);
    let person = world.service.store().read(move |tx| tx.person(mover)).await.unwrap();
    assert!(person.dm_closed.is_some() && person.pings == Pings::Dm);

    // The next time the board calls them at once.
    world.play_any(id).await;
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(pings(&chat).last(), Some(&vec![mover]));
    assert_eq!(calls(&chat, mover).len(), 1, "the first call is gone");
}

#[tokio::test]
async fn who_sleeps_is_called_on_waking() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    send_due(&world, &chat).await;
    assert_eq!((boards(&chat).len(), calls(&chat, mover)), (1, vec![]));
    let wake = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
    assert!(wake > now.plus_ms(3_600_000) && wake <= now.plus_ms(2 * 3_600_000), "{now:?} {wake:?}");

    // A worker that starts anew does not wake them either.
    world.service.store().write(move |tx| tx.release(now)).await.unwrap();
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), []);

    world.service.clock().advance(2 * 3_600_000);
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), [ChannelId::from(CHANNEL)]);
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), []);
}

#[tokio::test]
async fn who_has_moved_before_waking_is_not_called() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    send_due(&world, &chat).await;
    world.play_any(id).await;
    world.service.clock().advance(2 * 3_600_000);
    send_due(&world, &chat).await;
    assert_eq!(calls(&chat, mover), []);
    let (next, _) = world.mover(id).await;
    assert_eq!(calls(&chat, next), [ChannelId::from(CHANNEL)]);
}

#[tokio::test]
async fn a_call_that_is_under_way_when_the_move_is_made_is_deleted() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    let board = world.lease_of(Topic::Board).await;
    desk(&world, &chat).deliver(board, PATIENCE).await;
    let ping = world.lease_of(Topic::Ping).await;
    chat.will(Fate::LosesAnswer);
    desk(&world, &chat).deliver(ping, PATIENCE).await;
    assert_eq!(calls(&chat, mover), [dm_of(mover)], "it is there, and nobody knows");
    world.play_any(id).await;
    send_all(&world, &chat).await;
    assert_eq!(calls(&chat, mover), []);
}

#[tokio::test]
async fn a_call_whose_answer_is_lost_is_made_once() {
    let (world, chat, _, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    chat.forgets.store(true, Ordering::Relaxed);
    let board = world.lease_of(Topic::Board).await;
    desk(&world, &chat).deliver(board, PATIENCE).await;
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    assert_eq!(calls(&chat, mover), [dm_of(mover)]);
}

#[tokio::test]
async fn a_note_is_a_direct_message_or_waits() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    send_all(&world, &chat).await;
    let note = move |tx: &data::Tx<'_>| tx.queue_note(id, mover, "your plan is off", Time(0));
    world.service.store().write(note).await.unwrap();
    send_all(&world, &chat).await;
    let said = chat.messages().pop().unwrap();
    assert_eq!(said.channel, dm_of(mover));
    assert!(said.post.content.contains("your plan is off"), "{}", said.post.content);

    chat.closed.lock().unwrap().push(mover);
    let messages = chat.messages().len();
    world.service.store().write(note).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().len(), messages, "nothing of it is said in public");
}

/// The reminders that stand, oldest first.
fn reminders(chat: &Memory) -> Vec<Shown> {
    let messages = chat.messages().into_iter();
    messages.filter(|shown| shown.post.content.contains("still your move")).collect()
}

/// Lets so many minutes go by, and sends what is due in them.
async fn pass(world: &Fixture, chat: &Arc<Memory>, minutes: i64) {
    world.pass(minutes).await;
    send_due(world, chat).await;
}

#[tokio::test]
async fn who_takes_long_is_reminded_three_times_until_the_move_is_made() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    // Of 72 hours 80 % are 57 h 36 min.
    let mut seen = Vec::new();
    for minutes in [57 * 60, 37, 7 * 60 + 12, 3 * 60 + 36, 3 * 60] {
        pass(&world, &chat, minutes).await;
        seen.push(reminders(&chat).len());
    }
    assert_eq!(seen, [0, 1, 2, 3, 3]);
    let game = world.game(id).await;
    let deadline = game.clocks.deadline(world.mover(id).await.1).unwrap();
    for reminder in reminders(&chat) {
        assert_eq!((reminder.called, reminder.channel), (vec![mover], CHANNEL.into()));
        let body = reminder.post.card.unwrap().body;
        assert!(body.contains(&format!("<t:{}:R>", deadline.seconds())), "{body}");
    }
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(reminders(&chat).len(), 0, "the move is made, and nobody is to be reminded of it");
}

#[tokio::test]
async fn reminders_come_when_they_are_set_to_and_not_at_all_at_0() {
    let (world, chat, _, _) = begun_with(|person| person.remind = 50).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 35 * 60).await;
    assert_eq!(reminders(&chat).len(), 0);
    pass(&world, &chat, 2 * 60).await;
    assert_eq!(reminders(&chat).len(), 1);

    let (world, chat, _, _) = begun_with(|person| person.remind = 0).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 71 * 60).await;
    assert_eq!(reminders(&chat).len(), 0);
}

#[tokio::test]
async fn who_has_moved_in_time_is_not_reminded_and_what_comes_due_at_once_is_one_reminder() {
    let (world, chat, id, first) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    world.pass(50 * 60).await;
    world.play_any(id).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 20 * 60).await;
    assert_eq!(reminders(&chat).len(), 0, "the clock of the next one has just begun");
    pass(&world, &chat, 51 * 60).await;
    let reminders = reminders(&chat);
    assert_eq!(reminders.len(), 1);
    assert_ne!(reminders[0].called, [first]);
}
