//! Which players are notified that it is their turn, when, where, and for how long.

use clock::{from_millis, later};
use data::{Notice, NotificationKind, OfferKind, Pings, Slices};
use jiff::Timestamp;
use messages::{text, view::Post};
use play::{
    Content,
    fixture::{ephemeral, replaced},
    service::{Caller, Changes},
};

use super::*;

/// Begins a game of Protozoa between Ann and Bob, after `set` has changed the preferences of both. Also returns the player to
/// move.
pub(super) async fn begun_with(set: impl Fn(&mut data::Person)) -> (Fixture, Arc<Memory>, GameId, PersonId) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        set(&mut settings);
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    let id = world.begin("protozoa", &[BOB]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), "lobby"));
    // The lobby is updated a moment later.
    world.service.clock().advance(SignedDuration::from_secs(5));
    let (mover, _) = world.mover(id).await;
    (world, chat, id, mover)
}

/// Returns hours of sleep that began an hour ago and end in two.
pub(super) fn asleep(now: Timestamp) -> clock::Hours {
    let hour = now.as_millisecond().div_euclid(3_600_000).rem_euclid(24);
    format!("UTC {:02}:00-{:02}:00", (hour + 23) % 24, (hour + 2) % 24).parse().unwrap()
}

/// Delivers the entries that are due by now.
pub(super) async fn send_due(world: &Fixture, chat: &Arc<Memory>) {
    while let Some(due) = lease(&world.service, Vec::new(), 1, false).await.unwrap().pop() {
        desk(world, chat).deliver(due, PATIENCE).await;
    }
}

/// Returns the channels in which a player was notified, in order.
pub(super) fn notified(chat: &Memory, person: PersonId) -> Vec<ChannelId> {
    let called = chat.messages().into_iter().filter(|shown| shown.called.contains(&person));
    called.map(|shown| shown.channel).collect()
}

#[tokio::test]
async fn direct_message_links_to_the_board() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    send_due(&world, &chat).await;
    assert_eq!(pings(&chat), [Vec::<PersonId>::new()], "the board pings nobody");
    assert_eq!(notified(&chat, mover), [dm_of(mover)]);
    let (board, _) = world.game(id).await.board.unwrap();
    let last = chat.messages().pop().unwrap();
    assert!(last.post.content.contains(&format!("/{CHANNEL}/{board}")), "{}", last.post.content);

    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), [], "the notification is deleted after the move");
    let (next, _) = world.mover(id).await;
    assert_eq!(notified(&chat, next), [dm_of(next)]);
}

#[tokio::test]
async fn closed_direct_messages_lead_to_the_channel() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    chat.closed.lock().unwrap().push(mover);
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), [ChannelId::from(CHANNEL)]);
    let person = world.service.store().read(move |tx| tx.person(mover)).await.unwrap();
    assert!(person.dm_closed.is_some() && person.pings == Pings::Dm);

    // The next board pings them directly.
    world.play_any(id).await;
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(pings(&chat).last(), Some(&vec![mover]));
    assert_eq!(notified(&chat, mover).len(), 1, "the first notification is deleted");
}

#[tokio::test]
async fn sleeper_is_notified_on_waking_to_move() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    send_due(&world, &chat).await;
    assert_eq!((boards(&chat).len(), notified(&chat, mover)), (1, vec![]));
    let wake = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
    assert!(
        wake > later(now, SignedDuration::from_hours(1)) && wake <= later(now, SignedDuration::from_hours(2)),
        "{now:?} {wake:?}"
    );

    // A worker that restarts does not wake them either.
    world.service.store().write(move |tx| tx.release(Slices::ALL, now)).await.unwrap();
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), []);

    world.service.clock().advance(SignedDuration::from_hours(2));
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), [ChannelId::from(CHANNEL)]);
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), []);
}

#[tokio::test]
async fn move_before_waking_cancels_the_notification() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    send_due(&world, &chat).await;
    world.play_any(id).await;
    world.service.clock().advance(SignedDuration::from_hours(2));
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, mover), []);
    let (next, _) = world.mover(id).await;
    assert_eq!(notified(&chat, next), [ChannelId::from(CHANNEL)]);
}

#[tokio::test]
async fn notification_sent_during_the_move_is_deleted() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    let board = world.lease_of(OutboxKind::Board).await;
    desk(&world, &chat).deliver(board, PATIENCE).await;
    let ping = world.lease_of(OutboxKind::Ping).await;
    chat.will(Fate::LosesAnswer);
    desk(&world, &chat).deliver(ping, PATIENCE).await;
    assert_eq!(notified(&chat, mover), [dm_of(mover)], "the message arrived, but its response was lost");
    world.play_any(id).await;
    send_all(&world, &chat).await;
    assert_eq!(notified(&chat, mover), []);
}

#[tokio::test]
async fn notification_with_lost_response_comes_once() {
    let (world, chat, _, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    chat.forgets.store(true, Ordering::Relaxed);
    let board = world.lease_of(OutboxKind::Board).await;
    desk(&world, &chat).deliver(board, PATIENCE).await;
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    assert_eq!(notified(&chat, mover), [dm_of(mover)]);
}

#[tokio::test]
async fn notice_is_a_direct_message_or_waits() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    send_all(&world, &chat).await;
    let note = move |tx: &data::Tx<'_>| {
        tx.queue_notice(id, mover, Notice::Text("your plan is off".to_owned()), from_millis(0))
    };
    world.service.store().write(note).await.unwrap();
    send_all(&world, &chat).await;
    let last = chat.messages().pop().unwrap();
    assert_eq!(last.channel, dm_of(mover));
    assert!(last.post.content.contains("your plan is off"), "{}", last.post.content);

    chat.closed.lock().unwrap().push(mover);
    let messages = chat.messages().len();
    world.service.store().write(note).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().len(), messages, "a notice never appears in public");

    // The next private response shows it, once.
    let answer = async |person: u64| {
        let (rows, words) = with_undelivered(&world, &world.by(person)).await;
        world.service.mark_delivered(rows).await;
        words
    };
    let other = if mover == ANN.into() { BOB } else { ANN };
    assert_eq!(answer(other).await, "Here you are.");
    let words = answer(mover.get()).await;
    assert!(words.starts_with("Here you are.") && words.contains("your plan is off"), "{words}");
    assert_eq!(answer(mover.get()).await, "Here you are.");

    // Notices that do not fit into one response wait for the next one.
    for letter in ["a", "b", "c"] {
        let long = letter.repeat(790);
        let note =
            move |tx: &data::Tx<'_>| tx.queue_notice(id, mover, Notice::Text(long.clone()), from_millis(0));
        world.service.store().write(note).await.unwrap();
    }
    send_all(&world, &chat).await;
    let words = [answer(mover.get()).await, answer(mover.get()).await];
    assert!(words[0].contains("bbb") && !words[0].contains("ccc") && words[1].contains("ccc"), "{words:?}");
}

#[tokio::test]
async fn channel_without_its_board_shows_the_reason() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    chat.fail(ChatError::Forbidden);
    let board = world.lease_of(OutboxKind::Board).await;
    desk(&world, &chat).deliver(board, PATIENCE).await;
    assert!(!world.service.undelivered(&world.by(mover)).await.is_empty(), "so the response is private");
    let (rows, words) = with_undelivered(&world, &world.by(mover)).await;
    assert_eq!(rows.len(), 1);
    assert!(words.contains("couldn't post a board here: I don't have permission to post"), "{words}");
    let elsewhere = Caller { channel: 4.into(), ..world.by(mover) };
    let stranger = world.by(EVE);
    for caller in [elsewhere, stranger] {
        assert!(world.service.undelivered(&caller).await.is_empty());
    }
    // A board that gets through later clears the notice.
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert!(world.service.undelivered(&world.by(mover)).await.is_empty());
}

/// Returns the digests that a player got.
fn digests(chat: &Memory, person: PersonId) -> Vec<Post> {
    let messages = chat.messages().into_iter().filter(|shown| shown.channel == dm_of(person));
    let digest = |post: &Post| post.card.as_ref().is_some_and(|card| card.title == "What's waiting for you");
    messages.map(|shown| shown.post).filter(digest).collect()
}

#[tokio::test]
async fn digest_comes_daily_while_a_game_waits() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    let (other, asks) = (
        if mover == ANN.into() { BOB } else { ANN },
        Changes { digest: Some("8am".into()), ..Changes::default() },
    );
    for person in [mover, other.into()] {
        ephemeral(world.service.settings(&world.by(person), asks.clone()).await);
    }
    for days in 1..=3 {
        pass(&world, &chat, 24 * 60).await;
        // A worker that restarts sends none again.
        let now = world.service.now();
        world.service.store().write(move |tx| tx.release(Slices::ALL, now)).await.unwrap();
        pass(&world, &chat, 0).await;
        let got = digests(&chat, mover);
        assert_eq!((got.len(), digests(&chat, other.into()).len()), (days, 0));
        assert!(got[days - 1].content.contains("1 game is waiting"), "{:?}", got[days - 1]);
        assert!(got[days - 1].card.as_ref().unwrap().body.contains("your move"), "{:?}", got[days - 1]);
        assert_eq!(got[days - 1].pings, [], "a direct message needs no ping");
    }
    world.play_any(id).await;
    pass(&world, &chat, 24 * 60).await;
    assert_eq!((digests(&chat, mover).len(), digests(&chat, other.into()).len()), (3, 1));

    // After days without the bot one digest comes, not one for each day.
    pass(&world, &chat, 5 * 24 * 60).await;
    assert_eq!(digests(&chat, other.into()).len(), 2);
    // A digest queued while a game waited is not sent once none waits.
    world.pass_unseen(24 * 60).await;
    let (next, _) = world.mover(id).await;
    assert_eq!(next, other.into());
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(digests(&chat, other.into()).len(), 2);
}

#[tokio::test]
async fn offer_does_not_ping_sleepers_or_dm_players() {
    for (by_dm, minutes) in [(true, 0), (false, 3 * 60)] {
        let now = Fixture::new().await.service.now();
        let set = |person: &mut data::Person| match by_dm {
            true => person.pings = Pings::Dm,
            false => person.hours = asleep(now),
        };
        let (world, chat, _, mover) = begun_with(set).await;
        let other: PersonId = if mover == ANN.into() { BOB } else { ANN }.into();
        send_due(&world, &chat).await;
        let before = notified(&chat, other).len();
        ephemeral(world.service.offer(&world.by(mover), data::OfferKind::Draw).await);
        send_due(&world, &chat).await;
        let offer = chat.messages().into_iter().find(|shown| shown.post.content.contains("a draw"));
        assert_eq!(offer.unwrap().called, []);
        assert_eq!(notified(&chat, other).len(), before);
        pass(&world, &chat, minutes).await;
        let place = if by_dm { dm_of(other) } else { CHANNEL.into() };
        let shown_there = chat.messages().into_iter().filter(|shown| shown.channel == place);
        let shown_there: Vec<Shown> =
            shown_there.filter(|shown| shown.post.content.contains("a draw")).collect();
        let line = shown_there.last().unwrap();
        assert!(line.post.content.contains("https://"), "{line:?}");
        assert_eq!(shown_there.len(), if by_dm { 1 } else { 2 }, "the offer and its notification");
        assert_eq!(
            line.called,
            if by_dm { vec![] } else { vec![other] },
            "in the preferred place, and not before they wake"
        );
    }
}

#[tokio::test]
async fn closed_offer_does_not_notify_on_waking() {
    let now = Fixture::new().await.service.now();
    let (world, chat, _, mover) = begun_with(|person| person.hours = asleep(now)).await;
    let other: PersonId = if mover == ANN.into() { BOB } else { ANN }.into();
    send_due(&world, &chat).await;
    ephemeral(world.service.offer(&world.by(mover), data::OfferKind::Draw).await);
    send_due(&world, &chat).await;
    let store = world.service.store();
    let open = store.read(move |tx| tx.open_offers(tx.game_in(CHANNEL.into())?.unwrap().0)).await.unwrap();
    world.service.withdraw_offer(&world.by(mover), open[0].id).await.unwrap();
    let before = notified(&chat, other);
    pass(&world, &chat, 3 * 60).await;
    let since = chat.messages().into_iter().filter(|shown| shown.post.content.contains("you are asked"));
    assert_eq!(since.count(), 0, "before they woke there were {before:?}");
}

#[tokio::test]
async fn digest_moved_within_a_day_is_sent_once() {
    let (world, chat, _, mover) = begun_with(|_| {}).await;
    let set = async |hours: i64| {
        let minute = (world.service.now().as_second() / 60 + hours * 60) % (24 * 60);
        let digest = Some(format!("{:02}:{:02}", minute / 60, minute % 60));
        ephemeral(world.service.settings(&world.by(mover), Changes { digest, ..Changes::default() }).await);
    };
    // The day begins at midnight in UTC.
    let midnight = 24 * 60 - (world.service.now().as_second() / 60) % (24 * 60);
    pass(&world, &chat, midnight).await;
    set(1).await;
    pass(&world, &chat, 2 * 60).await;
    assert_eq!(digests(&chat, mover).len(), 1);
    set(3).await;
    pass(&world, &chat, 4 * 60).await;
    assert_eq!(digests(&chat, mover).len(), 1, "today's digest has come");
    pass(&world, &chat, 24 * 60).await;
    assert_eq!(digests(&chat, mover).len(), 2);
}

#[tokio::test]
async fn substitute_is_notified_of_the_current_turn() {
    for (set, minutes, channel) in [
        ((|person, _| person.pings = Pings::Dm) as fn(&mut data::Person, Timestamp), 0, dm_of(EVE)),
        (|person, now| person.hours = asleep(now), 3 * 60, ChannelId::from(CHANNEL)),
    ] {
        let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
        let now = world.service.now();
        let mut settings = world.service.store().read(|tx| tx.person(EVE.into())).await.unwrap();
        set(&mut settings, now);
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
        send_due(&world, &chat).await;
        assert_eq!(notified(&chat, mover).len(), 1);

        ephemeral(world.service.open_seat(&world.by(mover), mover, false).await);
        let offer = world.open_offers(id).await.remove(0);
        world.service.vote(&world.by(EVE), offer.id, data::Vote::Accept).await.unwrap();
        send_due(&world, &chat).await;
        assert_eq!(notified(&chat, mover), [], "it is no longer their move");
        pass(&world, &chat, minutes).await;
        assert_eq!(notified(&chat, EVE.into()), [channel]);
    }
}

#[tokio::test]
async fn last_player_to_order_is_notified_of_it() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.begin("stract | 3d/turn", &[BOB]).await;
    send_due(&world, &chat).await;
    let game = world.game(id).await;
    let last = async |person: PersonId| {
        let Content::Games { games, .. } = ephemeral(world.service.games(&world.by(person)).await) else {
            panic!("not a list")
        };
        text::games(person, &games).contains("the last one")
    };
    let [first, second] = [0, 1].map(|seat| game.players[seat].person);
    assert!(!last(first).await && !last(second).await);
    let orders = game.table.legal(game.players[0].seat)[0].clone();
    ephemeral(world.service.play_typed(&world.by(first), orders).await);
    assert!(!last(first).await && last(second).await);
    pass(&world, &chat, 58 * 60).await;
    let last = reminders(&chat).pop().unwrap();
    assert_eq!(last.called, [second]);
    assert!(last.post.content.contains("the last one"), "{}", last.post.content);
}

#[tokio::test]
async fn notice_waits_until_its_player_wakes() {
    let now = Fixture::new().await.service.now();
    let (world, chat, id, mover) = begun_with(|person| person.hours = asleep(now)).await;
    let note = move |tx: &data::Tx<'_>| {
        tx.queue_notice(id, mover, Notice::Text("your plan is off".to_owned()), from_millis(0))
    };
    world.service.store().write(note).await.unwrap();
    let shown_there =
        || chat.messages().iter().filter(|shown| shown.post.content.contains("your plan is off")).count();
    send_due(&world, &chat).await;
    assert_eq!(shown_there(), 0);
    world.service.clock().advance(SignedDuration::from_hours(2));
    send_due(&world, &chat).await;
    assert_eq!(shown_there(), 1);
}

/// Returns the remaining reminders, oldest first.
fn reminders(chat: &Memory) -> Vec<Shown> {
    let messages = chat.messages().into_iter();
    messages.filter(|shown| shown.post.content.contains("still your move")).collect()
}

/// Lets some minutes pass and delivers the entries that come due.
pub(super) async fn pass(world: &Fixture, chat: &Arc<Memory>, minutes: i64) {
    world.pass_unseen(minutes).await;
    send_due(world, chat).await;
}

#[tokio::test]
async fn slow_player_is_reminded_three_times() {
    let (world, chat, id, mover) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    // 80 % of 72 hours are 57 h 36 min.
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
        assert!(body.contains(&format!("<t:{}:R>", deadline.as_second())), "{body}");
    }
    world.play_any(id).await;
    send_due(&world, &chat).await;
    assert_eq!(reminders(&chat).len(), 0, "reminders are deleted after the move");
}

#[tokio::test]
async fn reminders_follow_their_setting() {
    let (world, chat, _, _) = begun_with(|person| person.reminders = "50".parse().unwrap()).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 35 * 60).await;
    assert_eq!(reminders(&chat).len(), 0);
    pass(&world, &chat, 2 * 60).await;
    assert_eq!(reminders(&chat).len(), 1);

    let (world, chat, _, _) = begun_with(|person| person.reminders = "none".parse().unwrap()).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 71 * 60).await;
    assert_eq!(reminders(&chat).len(), 0);
}

#[tokio::test]
async fn overdue_reminders_are_one_message() {
    let (world, chat, id, first) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    world.pass_unseen(50 * 60).await;
    world.play_any(id).await;
    send_due(&world, &chat).await;
    pass(&world, &chat, 20 * 60).await;
    assert_eq!(reminders(&chat).len(), 0, "the next player's clock has just started");
    pass(&world, &chat, 51 * 60).await;
    let reminders = reminders(&chat);
    assert_eq!(reminders.len(), 1);
    assert_ne!(reminders[0].called, [first]);
}

#[tokio::test]
async fn player_of_two_seats_is_notified_once() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        settings.pings = Pings::Dm;
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    let id = world.begin("stract players=4 | 10h/turn", &[BOB]).await;
    world.service.clock().advance(SignedDuration::from_secs(5));
    send_due(&world, &chat).await;
    let first = world.game(id).await.players[0];
    assert_eq!(notified(&chat, first.person), [dm_of(first.person)]);
    let orders = world.game(id).await.table.legal(first.seat)[0].clone();
    ephemeral(world.service.play_typed(&world.by(first.person), orders).await);
    send_due(&world, &chat).await;
    assert_eq!(notified(&chat, first.person).len(), 1, "it still waits for the other seat");
    let reminded = |chat: &Memory| reminders(chat).len();
    pass(&world, &chat, 8 * 60 + 1).await;
    assert_eq!(reminded(&chat), 2, "one for each player");
    pass(&world, &chat, 30).await;
    assert_eq!(reminded(&chat), 4);
}

#[tokio::test]
async fn refused_digest_becomes_a_notice() {
    let (world, chat, _, mover) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    let asks = Changes { digest: Some("8am".into()), ..Changes::default() };
    ephemeral(world.service.settings(&world.by(mover), asks).await);
    chat.closed.lock().unwrap().push(mover);
    for _ in 0..3 {
        pass(&world, &chat, 24 * 60).await;
    }
    let (_, words) = with_undelivered(&world, &world.by(mover)).await;
    assert_eq!(words.matches("your daily digest is off").count(), 1, "{words}");
}

#[tokio::test]
async fn muted_players_are_not_notified() {
    let all = || NotificationKind::ALL.to_vec();
    let (world, chat, id, mover) = begun_with(|person| person.muted = all()).await;
    send_due(&world, &chat).await;
    assert_eq!((boards(&chat).len(), notified(&chat, mover)), (1, vec![]));
    pass(&world, &chat, 71 * 60).await;
    assert_eq!(reminders(&chat).len(), 0);
    ephemeral(world.service.offer(&world.by(mover), OfferKind::Draw).await);
    send_due(&world, &chat).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_due(&world, &chat).await;
    for person in [ANN, BOB] {
        assert_eq!(notified(&chat, person.into()), [], "{person}");
    }
}

#[tokio::test]
async fn muted_news_waits_for_a_response() {
    let (world, chat, id, mover) = begun_with(|person| person.muted = vec![NotificationKind::News]).await;
    send_due(&world, &chat).await;
    let spent = Notice::Vacation { until: world.service.now(), left: 20, here: 6 };
    let (queue, at) = (spent.clone(), world.service.now());
    world.service.store().write(move |tx| tx.queue_notice(id, mover, queue.clone(), at)).await.unwrap();
    send_due(&world, &chat).await;
    assert!(chat.messages().iter().all(|shown| shown.channel != dm_of(mover)), "no direct message");
    let (_, words) = with_undelivered(&world, &world.by(mover)).await;
    assert!(words.contains("20"), "{words}");
}

#[tokio::test]
async fn refused_direct_message_is_reported_once() {
    let (world, chat, id, mover) = begun_with(|person| person.pings = Pings::Dm).await;
    chat.closed.lock().unwrap().push(mover);
    for _ in 0..4 {
        send_due(&world, &chat).await;
        world.play_any(id).await;
    }
    send_due(&world, &chat).await;
    let person = world.service.store().read(move |tx| tx.person(mover)).await.unwrap();
    assert_eq!(person.dm_refused, person.dm_closed);
    let (_, words) = with_undelivered(&world, &world.by(mover)).await;
    assert_eq!(words.matches("I notify you in the game's channel now").count(), 1, "{words}");
}

#[tokio::test]
async fn test_arrives_where_notifications_do() {
    let (world, chat, _, mover) = begun_with(|_| {}).await;
    send_due(&world, &chat).await;
    let tested = async || {
        replaced(world.service.test_pings(&world.by(mover)).await);
        send_due(&world, &chat).await;
        let last = chat.messages().pop().unwrap();
        assert!(last.post.content.contains("the test you asked for"), "{}", last.post.content);
        (last.called, last.channel)
    };
    assert_eq!(tested().await, (vec![mover], CHANNEL.into()));
    let dm = Changes { pings: Some(Pings::Dm), ..Changes::default() };
    ephemeral(world.service.settings(&world.by(mover), dm).await);
    assert_eq!(tested().await.1, dm_of(mover));
    let person = world.service.store().read(move |tx| tx.person(mover)).await.unwrap();
    assert!(person.dm_accepted.is_some());
    assert_eq!(person.dm_refused, None);
}

#[tokio::test]
async fn reminders_follow_their_list() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        settings.reminders = "50%, 2h, 100m, 1h".parse().unwrap();
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    world.begin("protozoa | 10h/turn", &[BOB]).await;
    world.service.clock().advance(SignedDuration::from_secs(5));
    send_due(&world, &chat).await;
    let mut seen = Vec::new();
    // The one at 100 minutes comes too soon after that at two hours.
    for minutes in [299, 2, 178, 2, 20, 38, 2] {
        pass(&world, &chat, minutes).await;
        seen.push(reminders(&chat).len());
    }
    assert_eq!(seen, [0, 1, 1, 2, 2, 2, 3]);
}
