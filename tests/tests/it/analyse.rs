//! Try-out boards: positions in which one person plays all seats.

use rules::Kind;
use serde_json::json;

use crate::{chat::text, table::Match, world::story};

#[tokio::test(flavor = "multi_thread")]
async fn board_survives_restarts_and_is_copied() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        game.type_move(world, "p@f4").await;
        let chat = &world.chat;
        let public = world.messages(&channel).await.len();
        let first = chat.command(&ann, &channel, "analyse", json!({})).await.shown();
        assert!(first.private() && first.has_picture(), "{first}");
        assert!(first.content().contains("🟠 Orange is to move."), "{first}");
        world.restart_bot().await;
        let back = chat.press(&ann, &first, "Undo").await.shown();
        assert_eq!((back.id(), back.private()), (first.id(), true), "the board is edited");
        assert!(back.content().contains("🔵 Blue is to move."), "{back}");
        world.restart_bot().await;
        let other = chat.press(&ann, &back, "f5").await.shown();
        assert!(other.content().contains("🟠 Orange is to move."), "{other}");
        assert_eq!(world.game(game.id).await.record.len(), 1, "nobody has moved");
        assert_eq!(world.messages(&channel).await.len(), public, "nobody else sees the board");

        chat.press(&ann, &other, "Post it here").await.shown();
        let posted = chat
            .wait(&bob, &channel, "the posted board", async |messages| {
                messages.iter().find(|message| message.content().contains("shows a try-out board")).cloned()
            })
            .await;
        assert!(!posted.private() && posted.has_picture(), "{posted}");
        assert_eq!(posted.buttons(), ["Copy"]);
        assert!(chat.pings(&ann).await.iter().all(|ping| ping != posted.id()));
        world.restart_bot().await;
        let copy = chat.press(&bob, &posted, "Copy").await.shown();
        assert!(copy.private() && copy.content().contains("🟠 Orange is to move."), "{copy}");
        chat.press(&bob, &copy, "Undo").await.shown();
        let closed = chat.press(&ann, &other, "Close").await.shown();
        assert!(closed.content().contains("is closed"), "{closed}");
        let own = chat.press(&bob, &posted, "Copy").await.shown();
        assert!(own.private(), "the posted board outlives the original");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_opens_from_texts_and_keeps_secrets() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let chat = &world.chat;
        let analyse = async |options| chat.command(&ann, &channel, "analyse", options).await.shown();
        let position = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
        let read = analyse(json!({ "position": position })).await;
        assert!(read.private() && read.content().contains("**Protozoa**, your try-out board"), "{read}");
        let wrong = analyse(json!({ "game": "protozoa", "position": "8 2 15" })).await;
        assert!(wrong.content().starts_with("That's not a position of Protozoa: "), "{wrong}");
        let fresh = analyse(json!({ "game": "stract" })).await;
        assert!(fresh.content().contains("The next order is for 🔵 Blue."), "{fresh}");
        Match::begin(world, &channel, (&ann, &bob), Kind::Stract, "").await;
        let secret = analyse(json!({})).await;
        assert!(secret.content().contains("keeps its secrets until the game is over"), "{secret}");
        let offered = chat.suggestions(&ann, &channel, "analyse", "game", json!({ "game": "str" })).await;
        assert!(offered.len() == 2 && offered.contains(&text(&json!("stract"))), "{offered:?}");
    })
    .await;
}
