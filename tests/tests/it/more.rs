//! Everything that people do with a game beside moving, by buttons and menus alone.

use serde_json::json;

use crate::{table::Match, world::story};

#[tokio::test(flavor = "multi_thread")]
async fn more_offers_everything_by_tap() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), rules::Kind::Protozoa, "").await;
        game.play(world).await;
        let board = game.play(world).await;
        let chat = &world.chat;

        let more = chat.press(&ann, &board, "More").await.shown();
        assert!(more.private(), "{more}");
        let labels = [
            "Text board",
            "History",
            "Try moves",
            "Catch up",
            "Offer a draw",
            "Take back",
            "Pause",
            "Find a substitute",
            "Call it off",
            "Resign",
        ];
        assert_eq!(more.buttons(), labels);
        let watched = chat.press(&world.watcher, &board, "More").await.shown();
        assert_eq!(
            watched.buttons(),
            ["Text board", "History", "Try moves", "Catch up"],
            "others can only look"
        );
        let tried = chat.press(&ann, &more, "Try moves").await.shown();
        assert!(tried.private() && tried.content().contains("your try-out board"), "{tried}");
        let missed = chat.press(&ann, &more, "Catch up").await.shown();
        assert!(missed.private() && missed.words().contains("what you missed"), "{missed}");

        let letters = chat.press(&ann, &more, "Text board").await.shown();
        assert!(letters.private() && letters.content().contains("a  b  c  d"), "{letters}");

        let more = chat.press(&ann, &board, "More").await.shown();
        let history = chat.press(&ann, &more, "History").await.shown();
        assert!(history.private() && history.has_picture(), "{history}");

        let more = chat.press(&ann, &board, "More").await.shown();
        let asked = chat.press(&ann, &more, "Offer a draw").await.shown();
        assert!(asked.private() && asked.buttons().is_empty(), "{asked}");
        let offer = chat
            .wait(&bob, &channel, "the offer", async |messages| {
                messages.iter().find(|message| message.content().contains("offers a draw")).cloned()
            })
            .await;
        chat.press(&bob, &offer, "Decline").await.shown();

        let more = chat.press(&bob, &board, "More").await.shown();
        let question = chat.press(&bob, &more, "Resign").await.shown();
        chat.press(&bob, &question, "Resign").await.shown();
        let over = chat
            .wait(&ann, &channel, "the last board", async |messages| {
                messages.iter().find(|message| message.content().contains("The game is over")).cloned()
            })
            .await;
        let more = chat.press(&ann, &over, "More").await.shown();
        assert_eq!(more.buttons(), ["Text board", "History", "Try moves"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn receipt_leads_to_the_next_game() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let elsewhere = world.channel("elsewhere").await;
        let kind = rules::Kind::Protozoa;
        let mut here = Match::begin(world, &channel, (&ann, &bob), kind, "").await;
        let there = Match::begin(world, &elsewhere, (&ann, &bob), kind, "").await;
        let (mover, _) = there.mover_and_other();
        let mut board = here.first.clone();
        if here.mover_and_other().0 != mover {
            board = here.play(world).await;
        }
        let panel = chat.press(&mover, &board, "Move").await.shown();
        let closed = chat.press(&mover, &panel, "Close").await.shown();
        assert_eq!(closed.buttons(), ["Move", "Next game"], "{closed}");
        let first = format!("/{}/{}", elsewhere.0, there.first.id());
        assert!(closed.links().iter().all(|url| url.ends_with(&first)), "{closed}");
        assert_eq!(closed.links().len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_invites_in_the_lobby() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        let refused = chat.choose(&bob, &lobby, &bob.0).await.shown();
        assert!(refused.private() && refused.content().contains("Only the host"), "{refused}");
        let lobby = chat.choose(&ann, &lobby, &bob.0).await.shown();
        assert!(lobby.words().contains(&format!("✉️ {} (invited)", bob.mention())), "{lobby}");
        let invitation =
            format!("{}: {} invites you to a game of **Protozoa**, game ", bob.mention(), ann.mention());
        chat.wait(&bob, &channel, "the invitation", async |messages| {
            messages.iter().any(|message| message.content().starts_with(&invitation)).then_some(())
        })
        .await;
        assert_eq!(chat.pings(&bob).await.len(), 1);
        let again = chat.choose(&ann, &lobby, &bob.0).await.shown();
        assert!(again.private() && again.content().contains("invited before"), "{again}");
        let lobby = chat.press(&bob, &lobby, "Join").await.shown();
        assert!(lobby.words().contains(&format!("✅ {}", bob.mention())), "{lobby}");
    })
    .await;
}
