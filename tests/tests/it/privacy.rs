//! Data that people see, export and delete.

use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person, text},
    message::Message,
    table::Match,
    world::{World, story},
};

/// Uses a subcommand of `/privacy`. Returns the private response.
async fn privacy(world: &World, by: &Person, channel: &Channel, what: &str) -> Message {
    let shown = world.chat.command(by, channel, &format!("privacy {what}"), json!({})).await.shown();
    assert!(shown.private(), "{shown}");
    shown
}

/// Waits until the newest board of a game says this, and returns it.
async fn board_saying(world: &World, channel: &Channel, words: &str) -> Message {
    let by = &world.watcher;
    world
        .chat
        .wait(by, channel, words, async |messages| {
            messages.iter().rev().find(|message| message.words().contains(words)).cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn player_deletes_their_data_in_a_game() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for _ in 0..2 {
            game.play(world).await;
        }
        let panel = privacy(world, &ann, &channel, "show").await;
        assert!(panel.content().contains("1\u{a0}game with your seat"), "{panel}");
        let hidden = world.chat.choose(&ann, &panel, "hidden").await.shown();
        assert!(hidden.content().contains("Ratings: **hidden**"), "{hidden}");
        let counted = world.chat.press(&ann, &hidden, "Count for the world").await.shown();
        assert!(counted.content().contains("World: **on**"), "{counted}");

        let question = privacy(world, &ann, &channel, "delete").await;
        let labels = ["Delete now (resigns 1 game)", "Delete when my games are over (30 days at most)"];
        assert_eq!(question.buttons(), labels);
        assert!(question.content().contains("a former player"), "{question}");
        let done = world.chat.press(&ann, &question, labels[0]).await.shown();
        assert!(done.content().contains("Your data is deleted. You've resigned 1\u{a0}game."), "{done}");

        let board = world.board(&channel, game.id, 3).await;
        assert!(board.content().contains(&format!("{} wins", bob.mention())), "{board}");
        board_saying(world, &channel, "a former player").await;
        world.all_public_is_delivered().await;
        let newest = world.board(&channel, game.id, 3).await;
        assert!(!newest.words().contains(&ann.mention()), "{newest}");
        assert!(newest.words().contains("a former player"), "{newest}");
        let shown = world.chat.command(&bob, &channel, "board", json!({})).await.shown();
        assert!(shown.words().contains("a former player"), "{shown}");

        let stored = world.game(game.id).await;
        assert!(stored.players.iter().any(|player| player.person.is_former()));
        let panel = privacy(world, &ann, &channel, "show").await;
        assert!(panel.content().contains("nothing so far"), "{panel}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn later_deletion_refuses_games_until_cancelled() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let question = privacy(world, &ann, &channel, "delete").await;
        let asked =
            world.chat.press(&ann, &question, "Delete when my games are over (30 days at most)").await;
        let asked = asked.shown();
        assert!(asked.content().contains("when your game is over"), "{asked}");

        let other = world.channel("more").await;
        let refused = world.chat.command(&ann, &other, "play", json!({ "game": "protozoa" })).await.shown();
        assert!(refused.private() && refused.content().contains("Keep my data"), "{refused}");
        let lobby = world.chat.command(&bob, &other, "play", json!({ "game": "protozoa" })).await.shown();
        let refused = world.chat.press(&ann, &lobby, "Join").await.shown();
        assert!(refused.private() && refused.content().contains("Keep my data"), "{refused}");

        world.kill_bot().await;
        world.start_bot().await;
        let question = privacy(world, &ann, &channel, "delete").await;
        assert_eq!(question.buttons(), ["Delete now (resigns 1 game)", "Keep my data"]);
        let kept = world.chat.press(&ann, &question, "Keep my data").await.shown();
        assert!(kept.content().contains("I keep your data"), "{kept}");
        let joined = world.chat.press(&ann, &lobby, "Join").await.shown();
        assert!(joined.words().contains(&ann.mention()), "{joined}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exported_file_names_nobody_else() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for _ in 0..2 {
            game.play(world).await;
        }
        let sent = privacy(world, &ann, &channel, "export").await;
        let file = &sent.0["attachments"][0];
        assert_eq!(text(&file["filename"]), "petri-my-data.json");
        let file = world.chat.download(&text(&file["url"])).await;
        let json: Value = serde_json::from_slice(&file).expect("JSON");
        assert_eq!(json["person"], ann.0);
        let games = json["games"].as_array().expect("a list");
        assert!(games.len() == 1 && games[0]["game"] == game.id.get(), "{json:#}");
        assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(1), "her own move: {json:#}");
        assert!(!String::from_utf8_lossy(&file).contains(&bob.0), "{json:#}");
        let again = privacy(world, &ann, &channel, "export").await;
        assert!(again.content().contains("a moment ago"), "{again}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_deletion_continues_after_the_start() {
    // The worker reaches these while the deletion continues, or after it.
    for step in ["leased:1", "sending:1"] {
        story(async |world| {
            let (ann, bob, channel) = world.two().await;
            let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
            for _ in 0..2 {
                game.play(world).await;
            }
            let question = privacy(world, &ann, &channel, "delete").await;
            world.all_public_is_delivered().await;
            world.restart_bot_until(step).await;
            let now = question.button("Delete now (resigns 1 game)");
            world
                .chat
                .begin_press(&ann, &question, &now, None)
                .await
                .expect("the playground takes the press");
            world.bot_died().await;
            world.start_bot().await;
            board_saying(world, &channel, &format!("{} wins", bob.mention())).await;
            board_saying(world, &channel, "a former player").await;
            let panel = privacy(world, &ann, &channel, "show").await;
            assert!(panel.content().contains("nothing so far"), "{panel}");
            let record = world.game(game.id).await.record;
            assert_eq!(record.len(), 3, "she resigned once");
        })
        .await;
    }
}
