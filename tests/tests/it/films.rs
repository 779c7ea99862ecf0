//! Replays, steps and sheets of games, as the bot posts and sends them.

use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, text},
    message::Message,
    table::Match,
    world::{World, story},
};

/// Returns the names of the pictures on a message's cards.
fn pictures(message: &Message) -> Vec<String> {
    let cards = message.0["embeds"].as_array().expect("a list").iter();
    let urls = cards.filter_map(|card| card["image"]["url"].as_str());
    let file = |url: &str| url.split('?').next().and_then(|url| url.rsplit('/').next()).map(str::to_owned);
    urls.filter_map(file).collect()
}

/// Returns the words of the picture of a message's card.
fn alt(message: &Message, card: usize) -> String {
    text(&message.0["embeds"][card]["image"]["description"])
}

/// Returns the bytes of the picture of a message's card.
async fn picture(world: &World, message: &Message, card: usize) -> Vec<u8> {
    world.chat.download(&text(&message.0["embeds"][card]["image"]["url"])).await
}

/// Waits until the last board of a game has its film.
async fn end_with_film(world: &World, channel: &Channel) -> Message {
    world
        .chat
        .wait(&world.watcher, channel, "a film", async |messages| {
            messages.iter().find(|message| pictures(message).len() == 3).cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_gets_its_film() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for notation in ["p@f4", "p@a1"] {
            game.type_move(world, notation).await;
        }
        let asked = world.chat.command(&ann, &channel, "resign", json!({})).await.shown();
        world.chat.press(&ann, &asked, "Resign").await;
        let end = end_with_film(world, &channel).await;
        assert_eq!(pictures(&end), ["board.png", "replay.gif", "third.png"], "the board stays");
        assert!(end.buttons().contains(&"Replay"), "{end}");
        assert_eq!(picture(world, &end, 0).await[..4], *b"\x89PNG");
        assert_eq!(picture(world, &end, 1).await[..6], *b"GIF89a");
        assert!(alt(&end, 2).starts_with("Protozoa: records by turn."), "{}", alt(&end, 2));
        let pinged = world.chat.pings(&bob).await;
        assert!(pinged.contains(&end.id().to_owned()), "the players hear of the end once");

        let shown = world.chat.press(&bob, &end, "Replay").await.shown();
        assert!(shown.private(), "{shown}");
        assert_eq!(pictures(&shown), ["replay.gif", "second.png"]);
        assert!(shown.words().contains("From the beginning to turn 3 of 3."), "{shown}");
        let words = alt(&shown, 0);
        let begin = "A film of 3 turns. The last position: Protozoa: the game is over.";
        assert!(words.starts_with(begin), "{words}");
        let words = alt(&shown, 1);
        let begin = "Protozoa: records by turn. Turns 0 to 3. Blue from 4 to ";
        assert!(words.starts_with(begin), "{words}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_shows_the_turns_that_were_asked_for() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let elsewhere = world.channel("elsewhere").await;
        let replay = async |channel: &Channel, options: Value| {
            world.chat.command(&ann, channel, "replay", options).await.shown()
        };
        let nothing = replay(&channel, json!({})).await;
        assert!(nothing.content().contains("nothing to replay yet"), "{nothing}");
        for notation in ["p@f4", "p@a1"] {
            game.type_move(world, notation).await;
        }
        let part = replay(&elsewhere, json!({ "game": game.id.to_string(), "from": 1, "to": 2 })).await;
        assert!(part.private() && part.words().contains("Turns 1 to 2 of 2."), "{part}");
        let refused = replay(&channel, json!({ "from": 7 })).await;
        assert!(refused.content().contains("turns 1 to 2"), "{refused}");
        let unknown = replay(&channel, json!({ "game": "my best one" })).await;
        assert!(unknown.content().contains("can't find that game"), "{unknown}");
        let offered =
            world.chat.suggestions(&ann, &channel, "replay", "game", json!({ "game": "proto" })).await;
        assert_eq!(offered, [game.id.to_string()]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_show_what_the_others_did() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        assert!(!game.first.buttons().contains(&"What happened"), "{}", game.first);
        for notation in ["p@f4", "p@a1"] {
            game.type_move(world, notation).await;
        }
        let board = world.board(&channel, game.id, 2).await;
        let (mover, other) = game.mover_and_other();
        let shown = world.chat.press(&mover, &board, "What happened").await.shown();
        assert!(shown.private(), "{shown}");
        assert_eq!(pictures(&shown), ["replay.gif"]);
        assert_eq!(picture(world, &shown, 0).await[..6], *b"GIF89a");
        let words = shown.words();
        assert!(words.contains("1: Orange places a pawn on a1.") && words.contains("2: "), "{shown}");
        assert!(alt(&shown, 0).starts_with("1: Orange places a pawn on a1. 2: "), "{shown}");
        let own = world.chat.command(&mover, &channel, "board", json!({})).await.shown();
        game.type_move(world, "p@h8").await;
        let stale = world.chat.press(&mover, &own, "What happened").await.shown();
        assert!(stale.words().contains("More has happened since that board"), "{stale}");
        let board = world.board(&channel, game.id, 3).await;
        let since = world.chat.press(&other, &board, "What happened").await.shown();
        assert!(since.words().contains("1: Blue places a pawn on h8."), "{since}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_catches_up_with_their_games() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for notation in ["p@f4", "p@a1"] {
            game.type_move(world, notation).await;
        }
        let (mover, other) = game.mover_and_other();
        let catch_up =
            async |by, options: Value| world.chat.command(by, &channel, "catchup", options).await.shown();
        let all = catch_up(&mover, json!({})).await;
        assert!(all.private() && all.words().contains("1 turn since your move: **Orange**"), "{all}");
        assert!(all.words().contains("**your move**"), "{all}");
        let sheet = catch_up(&mover, json!({ "game": game.id.to_string() })).await;
        assert!(sheet.private(), "{sheet}");
        assert_eq!(pictures(&sheet), ["board.png"]);
        assert_eq!(picture(world, &sheet, 0).await[..4], *b"\x89PNG");
        assert!(sheet.words().contains("**Turn 2**\n**Orange** places a pawn on a1."), "{sheet}");
        let again = catch_up(&mover, json!({})).await;
        assert!(again.words().contains("nothing new since you looked"), "{again}");
        let waiting = catch_up(&other, json!({})).await;
        assert!(waiting.words().contains("waiting for the others"), "{waiting}");
        let unknown = catch_up(&ann, json!({ "game": "my best one" })).await;
        assert!(unknown.content().contains("can't find that game"), "{unknown}");
    })
    .await;
}
