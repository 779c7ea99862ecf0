//! Before a game: invitations, joining, options, and the start.

use rules::Value as Given;
use serde_json::json;

use crate::{
    check,
    message::Message,
    records::picture,
    table::game_of,
    world::{World, rough_story, story},
};

/// Waits until the message of a lobby says this.
pub(crate) async fn until(world: &World, lobby: &Message, channel: &crate::chat::Channel, words: &str) {
    world
        .chat
        .wait(&world.watcher, channel, words, async |messages| {
            let now = messages.iter().find(|message| message.id() == lobby.id())?;
            now.words().contains(words).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_chooses_options_in_menus() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        let mut panel = chat.press(&ann, &lobby, "Options").await.shown();
        assert!(panel.private());
        for (option, value) in [("size", "6"), ("goal", "9"), ("teams", "default"), ("start", "pawns")] {
            let values = chat.choose(&ann, &panel, option).await.shown();
            assert_eq!(values.id(), panel.id(), "one panel serves all options");
            panel = chat.choose(&ann, &values, value).await.shown();
        }
        until(world, &lobby, &channel, "`goal` 9, `size` 6, `start` pawns").await;

        // Teams need four.
        let values = chat.choose(&ann, &panel, "teams").await.shown();
        chat.press(&bob, &lobby, "Join").await.shown();
        chat.choose(&ann, &values, "own").await.shown();
        until(world, &lobby, &channel, "Players: 2 of 4").await;
        let refused = chat.press(&ann, &lobby, "Start").await.shown();
        assert!(refused.private() && refused.content().contains("with these options is for"), "{refused}");

        // A host who leaves hands the lobby over.
        chat.press(&ann, &lobby, "Leave").await.shown();
        until(world, &lobby, &channel, &format!("✅ {} (host)", bob.mention())).await;
        chat.press(&ann, &lobby, "Join").await.shown();
        let refused = chat.press(&ann, &lobby, "Start").await.shown();
        assert!(refused.private() && refused.content().contains("Only the host"), "{refused}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_shows_its_game_as_it_begins() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        check::picture(world, &lobby).await;
        let usual = picture(world, &lobby).await;
        assert!(usual.len() < 16_000, "{} bytes", usual.len());
        let joined = chat.press(&bob, &lobby, "Join").await.shown();
        check::picture(world, &joined).await;
        assert_eq!(picture(world, &joined).await, usual, "a change of the players keeps the picture");

        let panel = chat.press(&ann, &lobby, "Options").await.shown();
        let values = chat.choose(&ann, &panel, "size").await.shown();
        chat.choose(&ann, &values, "6").await.shown();
        until(world, &lobby, &channel, "`size` 6").await;
        let now = async || {
            let messages = world.messages(&channel).await;
            messages.into_iter().find(|message| message.id() == lobby.id()).expect("the lobby is there")
        };
        let small = now().await;
        check::picture(world, &small).await;
        assert_ne!(picture(world, &small).await, usual, "the board has changed");

        chat.press(&ann, &lobby, "Start").await.shown();
        world.board(&channel, game_of(&lobby.button("Join")), 0).await;
        let started = now().await;
        assert!(!started.has_picture(), "only the board shows the game now: {started}");
        assert_eq!(started.0["attachments"], json!([]), "the picture is gone");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recommended_preset_is_preselected() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "stract", "options": "" });
        let offered = chat.suggestions(&ann, &channel, "play", "options", wish).await;
        assert_eq!(offered[..2], ["preset=correspondence", "preset=standard"]);
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "stract" })).await.shown();
        assert!(lobby.words().contains("20 turns on 5 × 6 tiles"), "{lobby}");
        let refused = chat.press(&bob, &lobby, "Play standard").await.shown();
        assert!(refused.private() && refused.content().contains("Only the host"), "{refused}");
        let lobby = chat.press(&ann, &lobby, "Play standard").await.shown();
        assert!(lobby.words().contains("45 turns on 7 × 8 tiles"), "{lobby}");
        let lobby = chat.press(&ann, &lobby, "Play correspondence (recommended)").await.shown();
        assert!(lobby.words().contains("20 turns on 5 × 6 tiles"), "{lobby}");
        let typo = chat.command(&bob, &channel, "play", json!({ "game": "protozoan" })).await.shown();
        assert!(typo.private() && typo.content().contains("Did you mean **Protozoa**?"), "{typo}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_has_the_options_of_its_lobby() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "Proto", "options": "Size: 6, goal 12" });
        let lobby = chat.command(&ann, &channel, "play", wish).await.shown();
        chat.press(&bob, &lobby, "Join").await.shown();
        chat.press(&ann, &lobby, "Start").await.shown();
        let id = game_of(&lobby.button("Join"));
        world.board(&channel, id, 0).await;
        let options = world.game(id).await.options;
        let given: Vec<(&str, &Given)> = options.iter().collect();
        let want = [("goal", &Given::Int(12)), ("players", &Given::Int(2)), ("size", &Given::Int(6))];
        assert_eq!(given, want);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_player_may_decline() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, eve) =
            (world.person("Ann").await, world.person("Bob").await, world.person("Eve").await);
        let channel = world.channel("games").await;
        let wish = json!({ "game": "protozoa", "invite": bob.0, "invite2": eve.0 });
        let lobby = chat.command(&ann, &channel, "play", wish).await.shown();
        for invited in [&bob, &eve] {
            assert_eq!(chat.pings(invited).await, [lobby.id()], "each invited player is pinged once");
        }
        chat.press(&bob, &lobby, "Leave").await.shown();
        until(world, &lobby, &channel, &format!("✖️ {}", bob.mention())).await;
        chat.press(&eve, &lobby, "Join").await.shown();
        chat.wait(&ann, &channel, "the notification of the host", async |messages| {
            messages.iter().any(|message| message.content().contains("enough people are there")).then_some(())
        })
        .await;
        for invited in [&bob, &eve] {
            assert_eq!(chat.pings(invited).await, [lobby.id()], "later changes of the lobby ping nobody");
        }
        assert_eq!(chat.pings(&ann).await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_lobby_is_shown_and_posted_again() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, eve) =
            (world.person("Ann").await, world.person("Bob").await, world.person("Eve").await);
        let channel = world.channel("games").await;
        let wish = json!({ "game": "protozoa", "invite": bob.0 });
        let lobby = chat.command(&ann, &channel, "play", wish).await.shown();
        let shown = chat.command(&eve, &channel, "board", json!({})).await.shown();
        assert!(shown.private() && shown.buttons().contains(&"Join"), "{shown}");
        let joined = chat.press(&eve, &shown, "Join").await.shown();
        assert_eq!(joined.id(), shown.id(), "the private lobby is edited");
        until(world, &lobby, &channel, &format!("✅ {}", eve.mention())).await;
        assert_eq!(world.messages(&channel).await.len(), 1, "nothing else was posted");

        chat.delete_as_bot(&channel, &lobby).await;
        chat.command(&eve, &channel, "board", json!({})).await.shown();
        let anew = chat
            .wait(&world.watcher, &channel, "the lobby", async |messages| {
                messages.iter().find(|message| message.buttons().contains(&"Join")).cloned()
            })
            .await;
        assert!(anew.id() != lobby.id() && anew.content().contains(&bob.mention()), "{anew}");
        assert!(!chat.pings(&bob).await.contains(&anew.id().to_owned()), "he was asked before");
        chat.press(&bob, &anew, "Join").await.shown();
        until(world, &anew, &channel, &format!("✅ {}", bob.mention())).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_lobby_is_found_by_the_next_try() {
    // The response that shows the lobby does not arrive, or its result is lost.
    for fault in [json!({ "reset": true }), json!({ "reset": true, "lose_reply": true })] {
        rough_story(async |world| {
            let chat = &world.chat;
            let (ann, bob, channel) = world.two().await;
            let mut lost = json!({ "route": "/callback", "method": "POST", "times": 20 });
            lost.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            chat.fault(lost).await;
            let wish = json!({ "game": "protozoa", "invite": bob.0 });
            chat.begin_command(&ann, &channel, "play", wish.clone())
                .await
                .expect("the playground takes the command");
            let store = world.store().await;
            let here: u64 = channel.0.parse().expect("an id");
            let opened = async |_: &[Message]| {
                let game = store.read(move |tx| tx.game_in(here.into())).await.expect("it can be read");
                game.map(|_| ())
            };
            chat.wait(&ann, &channel, "the lobby to be stored", opened).await;
            chat.no_faults().await;

            let again = chat.command(&ann, &channel, "play", wish).await.shown();
            assert!(again.private() && again.content().contains("is already open"), "{again}");
            let lobby = chat
                .wait(&world.watcher, &channel, "the lobby", async |messages| {
                    messages.iter().find(|message| message.buttons().contains(&"Join")).cloned()
                })
                .await;
            assert_eq!(game_of(&again.button("Join")), game_of(&lobby.button("Join")));
            // The outbox checks for it after a few seconds.
            world.pass(2).await;
            assert_eq!(world.messages(&channel).await.len(), 1, "the lobby appears once");
            assert_eq!(chat.pings(&bob).await, [lobby.id()], "and has called him once");
            let all = chat.get("/channels").await;
            assert!(all.as_array().expect("a list").iter().all(|one| one["parent_id"] != channel.0));
        })
        .await;
    }
}
