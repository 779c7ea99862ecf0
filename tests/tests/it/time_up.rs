//! The end of a player's time, and its consequences.

use clock::from_millis;
use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::{Match, best, newest, refreshed},
    timed::{DAY, HOUR, begin, minutes_left, timed},
    world::{World, story},
};

fn no_reminders() -> Value {
    json!({ "remind": "0" })
}

async fn boards(world: &World, channel: &Channel) -> usize {
    world.messages(channel).await.iter().filter(|message| message.has_picture()).count()
}

async fn last_ping(world: &World, of: &Person) -> Option<String> {
    world.chat.pings(of).await.pop()
}

#[tokio::test(flavor = "multi_thread")]
async fn hard_clock_loses_the_game_once() {
    story(async |world| {
        let (mut game, ..) = timed(world, Kind::Protozoa, "10h/turn hard", &no_reminders()).await;
        let channel = game.channel.clone();
        game.play(world).await;
        let (late, winner) = game.mover_and_other();
        world.pass(10 * HOUR - 1).await;
        assert_eq!(world.game(game.id).await.record.len(), 1, "a minute is left");
        let pings = (world.chat.pings(&late).await, world.chat.pings(&winner).await);
        world.restart_bot().await;
        world.pass(2).await;
        let over = world.board(&channel, game.id, 2).await;
        assert!(over.content().contains(&format!("{} wins (time ran out)", winner.mention())), "{over}");
        assert!(over.words().contains(&format!("({}) ran out of time.", late.mention())), "{over}");
        assert!(!over.words().contains("<t:") && !over.buttons().contains(&"Move"), "{over}");
        world.pass(DAY).await;
        world.restart_bot().await;
        assert_eq!(boards(world, &channel).await, 3, "the first board, that of the move, and the end");
        assert_eq!(world.game(game.id).await.record.len(), 2);
        for (person, mut before) in [(&late, pings.0), (&winner, pings.1)] {
            before.push(over.id().to_owned());
            assert_eq!(world.chat.pings(person).await, before, "one post notifies both of the end");
        }
        let refused = world.chat.command(&late, &channel, "move", json!({ "move": "p@a1" })).await.shown();
        assert!(refused.private() && refused.words().contains("This game is over"), "{refused}");
        let again = world.chat.press(&winner, &over, "Rematch").await.shown();
        assert!(again.content().contains("wants a rematch"), "{again}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn soft_clock_lets_opponent_wait_then_claim() {
    story(async |world| {
        let (mut game, late, other) = timed(world, Kind::Protozoa, "10h/turn soft", &no_reminders()).await;
        let channel = game.channel.clone();
        world.pass(10 * HOUR + 1).await;
        let question = newest(world, &channel, "is out of time but can still move").await;
        assert_eq!(question.buttons(), ["Claim the win", "Wait 24 h", "Hunter (machine) plays on"]);
        for person in [&late, &other] {
            assert_eq!(last_ping(world, person).await.as_deref(), Some(question.id()), "both are notified");
        }
        let up = format!("{} ran out of time", late.mention());
        refreshed(world, &game, &up).await;
        let own = world.chat.press(&late, &question, "Claim the win").await.shown();
        assert!(own.private() && own.content().contains("Your own time is up"), "{own}");

        // The extra time is a day. Then the question comes again, and a restart in between changes nothing.
        let waits = world.chat.press(&other, &question, "Wait 24 h").await.shown();
        assert!(waits.content().contains("24 more hours") && waits.buttons().is_empty(), "{waits}");
        let board = refreshed(world, &game, "runs until").await;
        assert_eq!(minutes_left(world, &board), DAY, "{board}");
        world.restart_bot().await;
        world.pass(DAY + 1).await;
        let again = newest(world, &channel, "is out of time but can still move").await;
        assert_ne!(again.id(), question.id());

        // A move closes the question.
        game.play(world).await;
        world.rest(from_millis(0)).await;
        let settled = newest(world, &channel, "No longer open").await;
        assert_eq!(settled.id(), again.id());

        let (late, winner) = game.mover_and_other();
        world.pass(10 * HOUR + 1).await;
        let question = newest(world, &channel, "is out of time but can still move").await;
        let late_one = world.chat.press(&winner, &question, "Claim the win").await.shown();
        assert!(late_one.content().contains("has left the game"), "{late_one}");
        let over = world.board(&channel, game.id, 2).await;
        assert!(over.content().contains(&format!("{} wins", winner.mention())), "{over}");
        assert!(over.words().contains(&format!("({}) ran out of time.", late.mention())), "{over}");
        let stale = world.chat.begin_press(&winner, &question, &question.button("Claim the win"), None).await;
        assert!(stale.is_err(), "nothing is left to press");
    })
    .await;
}

/// Begins a game of three in which the time of the first to move is up. Returns that player, and the others.
async fn late_of_three(world: &World, channel: &Channel) -> (Match, Person, Vec<Person>, Message) {
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Cid"] {
        people.push(world.person(name).await);
    }
    let game = begin(world, channel, &people, Kind::Protozoa, "10h/turn soft", &no_reminders()).await;
    let (_, late) = game.mover().expect("the game has begun");
    people.retain(|person| *person != late);
    world.pass(10 * HOUR + 1).await;
    let question = newest(world, channel, "is out of time but can still move").await;
    assert_eq!(
        question.buttons(),
        ["Play on without", "Wait 24 h", "Hunter (machine) plays on", "Open the seat"]
    );
    (game, late, people, question)
}

#[tokio::test(flavor = "multi_thread")]
async fn others_agree_to_play_on_without_the_late_one() {
    story(async |world| {
        let channel = world.channel("games").await;
        let (mut game, late, others, question) = late_of_three(world, &channel).await;
        let one = world.chat.press(&others[0], &question, "Play on without").await.shown();
        assert!(one.content().contains(&format!("Play on without: {}", others[0].mention())), "{one}");
        assert_eq!(world.game(game.id).await.record.len(), 0, "one of two is no majority");
        world.restart_bot().await;
        let both = world.chat.press(&others[1], &question, "Play on without").await.shown();
        assert!(both.content().contains("has left the game"), "{both}");
        let board = world.board(&channel, game.id, 1).await;
        game.table = world.game(game.id).await.table;
        let (_, next) = game.mover().expect("the others play on");
        assert!(others.contains(&next) && board.content().contains(&next.mention()), "{board}");
        assert_eq!(last_ping(world, &next).await.as_deref(), Some(board.id()));
        assert!(board.words().contains(&format!("{} has left", late.mention())), "{board}");
        for _ in 0..3 {
            let board = game.play(world).await;
            assert!(!board.content().contains(&late.mention()), "{board}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_open_the_seat_to_a_substitute() {
    story(async |world| {
        let channel = world.channel("games").await;
        let (mut game, late, others, question) = late_of_three(world, &channel).await;
        let dan = world.person("Dan").await;
        for person in &others {
            world.chat.press(person, &question, "Open the seat").await.shown();
        }
        let open = newest(world, &channel, "Who takes over").await;
        world.restart_bot().await;
        let taken = world.chat.press(&dan, &open, "Take over").await.shown();
        assert!(taken.content().contains(&format!("{} takes over", dan.mention())), "{taken}");
        let board = world.board(&channel, game.id, 1).await;
        assert_eq!(last_ping(world, &dan).await.as_deref(), Some(board.id()));
        assert_eq!(
            minutes_left(world, &board),
            10 * HOUR,
            "the substitute starts with a full clock: {board}"
        );
        let settled = newest(world, &channel, "No longer open").await;
        assert_eq!(settled.id(), question.id());
        let (seat, _) = game.mover().expect("the game is running");
        game.take_seat(seat, &dan);
        let refused = world.chat.command(&late, &channel, "move", json!({ "move": "p@a1" })).await.shown();
        assert!(refused.content().contains("You're not playing"), "{refused}");
        game.play(world).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vacation_is_spent_before_a_game_is_lost() {
    story(async |world| {
        let (game, late, winner) = timed(world, Kind::Protozoa, "1d/turn hard", &no_reminders()).await;
        let channel = game.channel.clone();
        let calls = async || {
            let notices = world.chat.notifications(&late).await.into_iter();
            notices.filter(|note| !note.text.contains("left this year")).count()
        };
        let before = calls().await;
        world.pass(DAY + 1).await;
        let board = refreshed(world, &game, "has a vacation day").await;
        assert!(board.words().contains(&format!("🏖️ {} has a vacation day", late.mention())), "{board}");
        world.restart_bot().await;
        let mut days = 1;
        while world.game(game.id).await.record.is_empty() {
            assert_eq!(calls().await, before, "spending vacation days pings nobody");
            world.pass(DAY + 1).await;
            days += 1;
            assert!(days < 50, "the vacation never ends");
        }
        assert_eq!(days, 8, "the turn and all vacation days of one game");
        let over = world.board(&channel, game.id, 1).await;
        assert!(over.content().contains(&format!("{} wins (time ran out)", winner.mention())), "{over}");
        assert_eq!(boards(world, &channel).await, 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_turn_resolves_without_late_seat() {
    story(async |world| {
        let clock = "10m/turn hard pass";
        let (game, on_time, late) = timed(world, Kind::Stract, clock, &no_reminders()).await;
        let channel = game.channel.clone();
        let (seat, _) = game.mover().expect("the game has begun");
        let order = json!({ "move": best(&game.table, seat) });
        let receipt = world.chat.command(&on_time, &channel, "move", order).await.shown();
        assert!(receipt.content().starts_with('✅'), "{receipt}");
        world.restart_bot().await;
        world.pass(11).await;
        let resolved = world.board(&channel, game.id, 2).await;
        let words = resolved.words();
        assert!(
            words.contains(&format!("({}) ran out of time, so the turn passes.", late.mention())),
            "{resolved}"
        );
        assert!(!words.contains("has ordered"), "only missing orders are named: {resolved}");
        assert!(!words.contains(&format!("({}) ran out of time", on_time.mention())), "{resolved}");
        for person in [&on_time, &late] {
            let pings = world.chat.pings(person).await;
            assert_eq!(pings.last().map(String::as_str), Some(resolved.id()), "both order again");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_game_is_called_off() {
    story(async |world| {
        let (game, ann, bob) = timed(world, Kind::Stract, "10m/turn hard pass", &json!({})).await;
        let channel = game.channel.clone();
        world.pass(11).await;
        world.board(&channel, game.id, 2).await;
        world.pass(9).await;
        let mut reminded = Vec::new();
        for person in [&ann, &bob] {
            reminded.push(world.chat.pings(person).await.len());
        }
        world.pass(2).await;
        let over = world.board(&channel, game.id, 5).await;
        assert!(over.words().contains("Nobody has moved for two turns in a row"), "{over}");
        assert!(over.content().contains("it was called off and has no result"), "{over}");
        // A day later nothing else has come, except perhaps the end of the game.
        world.pass(DAY).await;
        for (person, before) in [&ann, &bob].into_iter().zip(reminded) {
            assert!(world.chat.pings(person).await.len() <= before + 1);
        }
    })
    .await;
}
