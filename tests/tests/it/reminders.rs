//! Reminders and notifications: when they come, where, and that they disappear with the move.

use clock::from_millis;
use rules::Kind;
use serde_json::json;

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::newest,
    timed::{begin, deadline, timed},
    world::{World, story},
};

/// Returns the reminders that a person sees in a channel.
async fn reminders(world: &World, by: &Person, channel: &Channel) -> Vec<Message> {
    let mut messages = world.chat.messages(by, channel).await;
    messages.retain(|message| message.words().contains("Time for your move"));
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_stop_and_vanish_with_the_move() {
    story(async |world| {
        let (mut game, mover, other) = timed(world, Kind::Protozoa, "10h/turn hard", &json!({})).await;
        let channel = game.channel.clone();
        let (called, not_called) = (world.chat.pings(&mover).await, world.chat.pings(&other).await);
        let until = deadline(&game.first);
        world.pass(475).await;
        assert!(reminders(world, &world.watcher, &channel).await.is_empty(), "79 % are used");
        // One each at 80, 85 and 95 percent, and no more.
        for (minutes, count) in [(10, 1), (0, 1), (60, 2), (30, 3), (20, 3)] {
            if minutes == 0 {
                world.restart_bot().await;
            } else {
                world.pass(minutes).await;
            }
            let sent = reminders(world, &world.watcher, &channel).await;
            assert_eq!(sent.len(), count, "after {minutes} minutes more");
            let last = &sent[count - 1];
            assert!(last.content().contains(&mover.mention()), "{last}");
            assert!(last.content().contains(game.first.id()), "it leads to the board: {last}");
            assert_eq!(deadline(last), until);
            let ids: Vec<&str> = sent.iter().map(Message::id).collect();
            assert_eq!(world.chat.pings(&mover).await[called.len()..], ids);
        }
        assert_eq!(world.chat.pings(&other).await, not_called);

        let pings = world.chat.pings(&mover).await;
        let board = game.play(world).await;
        world.rest(from_millis(0)).await;
        assert!(
            reminders(world, &world.watcher, &channel).await.is_empty(),
            "reminders disappear with the move"
        );
        assert_eq!(world.chat.pings(&mover).await, pings);
        assert_eq!(world.chat.pings(&other).await.last().map(String::as_str), Some(board.id()));
        // Reminders that are due together come as one.
        world.pass(580).await;
        assert_eq!(reminders(world, &world.watcher, &channel).await.len(), 1);
        game.play(world).await;
        world.rest(from_millis(0)).await;
        assert!(reminders(world, &world.watcher, &channel).await.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_come_by_direct_message_on_request() {
    story(async |world| {
        let (mut game, mover, _) = timed(world, Kind::Protozoa, "10h/turn", &json!({ "pings": "dm" })).await;
        let channel = game.channel.clone();
        world.pass(490).await;
        let private = world.chat.direct(&mover).await.expect("they got direct messages");
        let sent = world.chat.messages(&mover, &private).await;
        let words: Vec<String> = sent.iter().map(Message::words).collect();
        assert_eq!(words.len(), 2, "a notification and a reminder: {words:?}");
        assert!(words[0].contains("your move in") && words[1].contains("Time for your move"), "{words:?}");
        assert!(
            words.iter().all(|words| words.contains(game.first.id())),
            "both link to the board: {words:?}"
        );
        let pings = world.chat.pings(&mover).await;
        assert_eq!(pings[pings.len() - 2..], [sent[0].id(), sent[1].id()]);
        assert!(!pings.contains(&game.first.id().to_owned()), "the board does not call them, too");
        let public = world.messages(&channel).await;
        assert!(!public.iter().any(|message| message.words().contains("Time for your move")));

        game.play(world).await;
        world.rest(from_millis(0)).await;
        assert!(world.chat.messages(&mover, &private).await.is_empty(), "both disappear with the move");
        let calls = world.chat.notifications(&mover).await;
        assert!(calls.iter().any(|note| note.direct && note.text.contains("your move in")), "they were seen");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_off_the_server_is_pinged_in_channel() {
    story(async |world| {
        let by_dm = json!({ "pings": "dm" });
        let (mut game, _, gone) = timed(world, Kind::Protozoa, "10h/turn", &by_dm).await;
        world.chat.membership(&gone, false).await;
        game.play(world).await;
        let call = newest(world, &game.channel, "your move in").await;
        assert!(call.content().contains(&gone.mention()), "{call}");
        if let Some(private) = world.chat.direct(&gone).await {
            assert!(world.chat.messages(&gone, &private).await.is_empty());
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_fall_back_to_channel() {
    story(async |world| {
        let people = [world.person("Ann").await, world.person("Bob").await];
        let channel = world.channel("games").await;
        for person in &people {
            world.chat.open_direct_messages(person, false).await;
        }
        let mut game =
            begin(world, &channel, &people, Kind::Protozoa, "10h/turn", &json!({ "pings": "dm" })).await;
        let (first, second) = game.mover_and_other();
        for person in [&first, &second] {
            world.rest(from_millis(0)).await;
            let pings = world.chat.pings(person).await;
            let call = newest(world, &channel, "your move in").await;
            assert!(call.content().contains(&person.mention()), "{call}");
            assert_eq!(pings.last().map(String::as_str), Some(call.id()));
            assert_eq!(pings.iter().filter(|id| *id == call.id()).count(), 1);
            let shown = world.chat.command(person, &channel, "settings", json!({})).await.shown();
            assert!(shown.content().contains("doesn't accept direct messages"), "{shown}");
            game.play(world).await;
        }
        // From then on only the board notifies.
        let pings = world.chat.pings(&second).await.len();
        let board = game.play(world).await;
        world.rest(from_millis(0)).await;
        let after = world.chat.pings(&second).await;
        assert_eq!((after.len(), after.last().map(String::as_str)), (pings + 1, Some(board.id())));
        world.restart_bot().await;
        world.pass(490).await;
        let sent = reminders(world, &world.watcher, &channel).await;
        assert_eq!(sent.len(), 1, "the reminder comes in the channel, too");
        assert_eq!(world.chat.pings(&second).await.last().map(String::as_str), Some(sent[0].id()));
        for person in [&first, &second] {
            if let Some(private) = world.chat.direct(person).await {
                assert!(world.chat.messages(person, &private).await.is_empty());
            }
        }
    })
    .await;
}
