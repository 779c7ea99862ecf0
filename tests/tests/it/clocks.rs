//! When clocks run, why they stop, and what the board says about it.

use clock::from_millis;
use rules::Kind;
use serde_json::json;

use crate::{
    chat::Person,
    message::Message,
    table::{newest, refreshed},
    timed::{DAY, HOUR, begin, deadline, minutes_left, moments, timed},
    world::story,
};

#[tokio::test(flavor = "multi_thread")]
async fn bank_grows_with_every_turn_up_to_its_cap() {
    story(async |world| {
        let (mut game, first, second) = timed(world, Kind::Protozoa, "72h+12h/120h", &json!({})).await;
        let who_runs = |board: &Message, who: &Person| {
            let says = format!("⏳ {}'s clock runs until", who.mention());
            assert!(board.words().contains(&says), "{says}: {board}");
        };
        who_runs(&game.first, &first);
        assert_eq!(minutes_left(world, &game.first), 72 * HOUR);
        assert!(
            game.first.words().contains(&format!("{} · 3\u{a0}days", second.mention())),
            "{}",
            game.first
        );

        // Ten hours of the bank are spent, and the increment is added to the rest.
        world.pass(10 * HOUR).await;
        let board = game.play(world).await;
        who_runs(&board, &second);
        assert_eq!(minutes_left(world, &board), 72 * HOUR);
        assert!(
            board.words().contains(&format!("{} · 3\u{a0}days 1", first.mention())),
            "62 h and 12: {board}"
        );
        let board = game.play(world).await;
        who_runs(&board, &first);
        assert_eq!(minutes_left(world, &board), 74 * HOUR);
        world.restart_bot().await;
        for bank in [84, 86, 96, 98, 108, 110, 120, 120, 120, 120] {
            let board = game.play(world).await;
            assert_eq!(minutes_left(world, &board), bank * HOUR, "{board}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pause_stops_all_clocks_and_refills_none() {
    story(async |world| {
        let (mut game, mover, other) =
            timed(world, Kind::Protozoa, "10h/turn hard", &json!({ "remind": "0" })).await;
        let channel = game.channel.clone();
        world.pass(4 * HOUR).await;
        world.chat.command(&mover, &channel, "offer pause", json!({})).await.shown();
        let post = newest(world, &channel, "asks for a pause").await;
        // No clock stops before the other player has agreed.
        world.pass(HOUR).await;
        world.chat.press(&other, &post, "Accept").await.shown();
        let paused = refreshed(world, &game, "The game is paused, and all clocks are stopped.").await;
        assert!(moments(&paused, 'R').is_empty(), "{paused}");
        let notice = newest(world, &channel, "the game is paused").await;
        for person in [&mover, &other] {
            assert_eq!(world.chat.pings(person).await.last().map(String::as_str), Some(notice.id()));
        }
        world.pass(2 * DAY).await;
        world.restart_bot().await;
        world.pass(2 * DAY).await;
        assert_eq!(world.game(game.id).await.record.len(), 0, "no clock runs out in a pause");

        world.chat.press(&mover, &notice, "Resume").await.shown();
        let board = refreshed(world, &game, "runs until").await;
        assert_eq!(minutes_left(world, &board), 5 * HOUR, "{board}");
        // A second pause gives nothing back either.
        world.chat.command(&other, &channel, "offer pause", json!({})).await.shown();
        let post = newest(world, &channel, "asks for a pause").await;
        world.chat.press(&mover, &post, "Accept").await.shown();
        refreshed(world, &game, "The game is paused").await;
        world.chat.command(&other, &channel, "offer resume", json!({})).await.shown();
        let board = refreshed(world, &game, "runs until").await;
        assert_eq!(minutes_left(world, &board), 5 * HOUR, "{board}");
        let board = game.play(world).await;
        assert_eq!(minutes_left(world, &board), 10 * HOUR);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_stops_at_night_and_pings_nobody() {
    story(async |world| {
        let hour = world.now().as_second() / 3600;
        let night = format!("{:02}:00-{:02}:00", (hour + 23) % 24, (hour + 6) % 24);
        let sleep = json!({ "zone": "UTC", "sleep": night });
        let (mut game, mover, other) = timed(world, Kind::Protozoa, "10h/turn", &sleep).await;
        let channel = game.channel.clone();
        let wakes = (hour + 6) * 3600;
        let says = format!(
            "💤 It's night where {} is. The clock is stopped until <t:{wakes}:f>, then runs until",
            mover.mention()
        );
        assert!(game.first.words().contains(&says), "{}", game.first);
        assert_eq!(deadline(&game.first), wakes + 10 * 3600);
        let called = world.chat.pings(&mover).await.len();
        world.restart_bot().await;
        world.pass((wakes - world.now().as_second()) / 60 - 5).await;
        assert_eq!(world.chat.pings(&mover).await.len(), called, "sleeping players get no ping");
        world.pass(10).await;
        let call = newest(world, &channel, "your move in").await;
        assert!(
            call.content().contains(&mover.mention()) && call.content().contains(game.first.id()),
            "{call}"
        );
        let pings = world.chat.pings(&mover).await;
        assert_eq!((pings.len(), pings.last().map(String::as_str)), (called + 1, Some(call.id())));

        // The night was not counted, and the notification disappears with the move.
        let board = game.play(world).await;
        assert_eq!(minutes_left(world, &board), 10 * HOUR);
        world.rest(from_millis(0)).await;
        let messages = world.messages(&channel).await;
        assert!(messages.iter().all(|message| message.id() != call.id()), "{call}");
        assert_eq!(world.chat.pings(&other).await.last().map(String::as_str), Some(board.id()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clock_stops_at_weekends_off() {
    story(async |world| {
        // Saturday noon in London's winter and summer alike; day 2 of 1970 was a Saturday.
        let minutes = world.now().as_second() / 60;
        let week = 7 * DAY;
        let saturday = (minutes / week + 1) * week + 2 * DAY + 12 * HOUR;
        world.pass(saturday - minutes).await;
        let (mut game, mover, other) =
            timed(world, Kind::Protozoa, "2d/turn hard weekends", &json!({})).await;
        let channel = game.channel.clone();
        let monday = (saturday + 36 * HOUR) * 60;
        let says = |who: &Person| {
            let who = who.mention();
            format!(
                "🛋️ It's the weekend where {who} is. The clock is stopped until <t:{monday}:f>, then runs until"
            )
        };
        assert!(game.first.words().contains(&says(&mover)), "{}", game.first);
        assert_eq!(deadline(&game.first), monday + 2 * 86_400);
        // A player who moves at the weekend gains nothing and costs the other player nothing.
        world.pass(12 * HOUR).await;
        let board = game.play(world).await;
        assert!(board.words().contains(&says(&other)), "{board}");
        assert_eq!(deadline(&board), monday + 2 * 86_400);
        // Monday noon: half a day is used.
        world.pass(36 * HOUR).await;
        let shown = world.chat.command(&other, &channel, "board", json!({})).await.shown();
        assert!(shown.words().contains("'s clock runs until"), "{shown}");
        assert_eq!(deadline(&shown), monday + 2 * 86_400);
        assert_eq!(minutes_left(world, &shown), 36 * HOUR, "{shown}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outage_is_given_back_and_shown() {
    story(async |world| {
        let people = [world.person("Ann").await, world.person("Bob").await];
        let (slow, fast) = (world.channel("slow").await, world.channel("fast").await);
        let remind = json!({ "remind": "0" });
        let slow = begin(world, &slow, &people, Kind::Protozoa, "72h+12h/120h", &remind).await;
        let mut fast = begin(world, &fast, &people, Kind::Protozoa, "10m/turn hard", &remind).await;
        // The last heartbeat on disk is some seconds old at most.
        world.pass(2).await;
        let mut boards = Vec::new();
        for game in [&slow, &fast] {
            boards.push(refreshed(world, game, "runs until").await);
        }
        let away = world.now().as_second();
        world.kill_bot().await;
        world.pass(HOUR).await;
        let since = world.now();
        world.start_bot().await;
        world.rest(since).await;
        let away = world.now().as_second() - away;
        for (game, before) in [&slow, &fast].into_iter().zip(&boards) {
            let board = refreshed(world, game, "🔌 I was offline for 1\u{a0}h").await;
            assert_eq!(board.id(), before.id(), "the board with the clock says so");
            let given = deadline(&board) - deadline(before);
            assert!((3600..=away + 60).contains(&given), "{given} s for {away} s: {board}");
        }
        assert_eq!(world.game(fast.id).await.record.len(), 0, "no clock ran out meanwhile");
        // An outage is given back only once.
        let before = refreshed(world, &fast, "runs until").await;
        world.restart_bot().await;
        assert_eq!(deadline(&refreshed(world, &fast, "runs until").await), deadline(&before));
        fast.play(world).await;
        world.pass(11).await;
        let over = world.board(&fast.channel, fast.id, 2).await;
        assert!(over.content().contains("time ran out"), "{over}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn short_outage_loses_no_fast_game() {
    story(async |world| {
        let remind = json!({ "remind": "0" });
        let (mut game, mover, _) = timed(world, Kind::Protozoa, "1m/turn hard", &remind).await;
        world.kill_bot().await;
        world.pass(2).await;
        let since = world.now();
        world.start_bot().await;
        world.rest(since).await;
        let board = refreshed(world, &game, "🔌 I was offline for").await;
        assert!(deadline(&board) >= since.as_second() + 60, "a whole minute is left: {board}");
        assert_eq!(world.game(game.id).await.record.len(), 0, "no clock ran out");
        assert_eq!(game.mover().map(|(_, who)| who), Some(mover));
        game.play(world).await;
        // The bot stays up, so the next player's time runs out in the end.
        world.pass(2).await;
        let over = world.board(&game.channel, game.id, 2).await;
        assert!(over.content().contains("time ran out"), "{over}");
    })
    .await;
}
