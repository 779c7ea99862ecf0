//! Failed posts as administrators see them.

use rules::Kind;
use serde_json::json;

use crate::{
    chat::{Channel, Person, text},
    table::{Match, best},
    world::{World, story},
};

const SEND_MESSAGES: u64 = 1 << 11;

/// Returns what a person sees in `/status`.
async fn status(world: &World, by: &Person, channel: &Channel) -> String {
    let shown = world.chat.command(by, channel, "status", json!({})).await.shown();
    assert!(shown.private(), "{shown}");
    shown.content().to_owned()
}

/// Waits until a person sees this in `/status`.
async fn says(world: &World, by: &Person, channel: &Channel, words: &str) -> String {
    let shown_status =
        async |_: &[_]| Some(status(world, by, channel).await).filter(|reply| reply.contains(words));
    world.chat.wait(&world.watcher, channel, words, shown_status).await
}

/// Returns how often Discord rejected a post of the bot in a channel.
async fn refusals(world: &World, channel: &Channel) -> usize {
    let path = format!("/api/v10/channels/{}/messages", channel.0);
    let requests = world.chat.requests(0).await;
    let refused = requests.iter().filter(|request| request["path"] == path && request["method"] == "POST");
    refused.filter(|request| request["status"].as_u64().is_some_and(|status| status >= 400)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_posts_are_shown_to_administrators() {
    story(async |world| {
        // The server belongs to the first person.
        let owner = Person(text(&world.chat.get("/people").await[0]["id"]));
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let (forbidden, gone) = (world.channel("forbidden").await, world.channel("gone").await);
        let office = world.channel("office").await;
        let mut game = Match::begin(world, &forbidden, (&ann, &bob), Kind::Protozoa, "").await;
        let mut other = Match::begin(world, &gone, (&ann, &bob), Kind::Protozoa, "").await;
        let well = status(world, &owner, &office).await;
        assert!(
            well.contains("2\u{a0}games running")
                && well.contains("All recent posts on this server were delivered"),
            "{well}"
        );

        world.chat.deny(&forbidden, SEND_MESSAGES).await;
        let (_, next) = game.mover_and_other();
        let pings = world.chat.pings(&next).await;
        let (seat, _) = game.mover().expect("the game is running");
        let notation = best(&game.table, seat);
        let receipt = game.choose_move(world, &game.first.clone(), &notation).await;
        assert!(receipt.content().starts_with('✅'), "the move counts: {receipt}");
        let words = says(world, &owner, &office, "1\u{a0}post failed").await;
        assert!(words.contains(&format!("a board in <#{}>", forbidden.0)), "{words}");
        assert!(words.contains("attach files there"), "the advice is missing: {words}");
        let others = status(world, &ann, &office).await;
        assert!(others.contains("1\u{a0}post failed") && !others.contains("<#"), "{others}");

        let unknown = json!({ "message": "Unknown Channel", "code": 10_003 });
        let path = format!("/channels/{}/messages", gone.0);
        let fault = json!({ "route": path, "method": "POST", "times": 1, "status": 404, "body": unknown });
        world.chat.fault(fault).await;
        let (seat, _) = other.mover().expect("the game is running");
        let notation = best(&other.table, seat);
        other.choose_move(world, &other.first.clone(), &notation).await;
        let words = says(world, &owner, &office, "2\u{a0}posts failed").await;
        assert!(words.contains(&format!("a board in <#{}>", gone.0)), "{words}");
        assert!(words.contains("1\u{a0}game running"), "the other game is suspended: {words}");
        let games = world.chat.command(&ann, &office, "games", json!({})).await.shown();
        assert!(games.words().contains("its channel is gone"), "{games}");

        // The bot does not retry repeatedly, but once at the next start: the permission may be there by then.
        world.pass(60).await;
        for channel in [&forbidden, &gone] {
            assert_eq!(refusals(world, channel).await, 1);
        }
        world.restart_bot().await;
        let tried = async |_: &[_]| (refusals(world, &forbidden).await == 2).then_some(());
        world.chat.wait(&world.watcher, &forbidden, "another attempt", tried).await;
        assert_eq!(refusals(world, &gone).await, 1);
        assert_eq!(world.chat.pings(&next).await, pings);
        says(world, &owner, &office, "2\u{a0}posts failed").await;

        // However long that takes, nobody loses on time in a turn that they could not see.
        world.pass(30 * 24 * 60).await;
        assert!(world.game(game.id).await.record.iter().all(rules::Played::is_move));

        // Once it is allowed, the bot posts the board and notifies the player to move.
        world.chat.deny(&forbidden, 0).await;
        let called = async |_: &[_]| (world.chat.pings(&next).await.len() > pings.len()).then_some(());
        world.chat.wait(&world.watcher, &forbidden, "the call", called).await;
        let board = world.board(&forbidden, game.id, 1).await;
        assert_eq!(world.chat.pings(&next).await.last().map(String::as_str), Some(board.id()));
        assert!(board.words().contains("3\u{a0}days"), "with the whole of their time: {board}");
        game.play(world).await;
    })
    .await;
}
