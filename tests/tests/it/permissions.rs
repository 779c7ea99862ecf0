//! Channels in which the bot lacks permissions.

use serde_json::json;

use crate::world::story;

const SEND_MESSAGES: u64 = 1 << 11;
const EMBED_LINKS: u64 = 1 << 14;
const ATTACH_FILES: u64 = 1 << 15;
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_is_named() {
    story(async |world| {
        let ann = world.person("Ann").await;
        let chat = &world.chat;
        let wish = json!({ "game": "protozoa" });
        for (deny, named) in [
            (ATTACH_FILES, "needs to allow me: **Attach Files**."),
            (SEND_MESSAGES, "**Send Messages**"),
            (EMBED_LINKS | ATTACH_FILES, "needs to allow me: **Embed Links** and **Attach Files**."),
        ] {
            let channel = world.channel("locked").await;
            chat.deny(&channel, deny).await;
            let reply = chat.command(&ann, &channel, "play", wish.clone()).await.shown();
            assert!(reply.private() && reply.content().contains(named), "{reply}");
            chat.deny(&channel, 0).await;
            let lobby = chat.command(&ann, &channel, "play", wish.clone()).await.shown();
            assert!(!lobby.private(), "once allowed, it works:\n{lobby}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_game_needs_threads() {
    story(async |world| {
        let ann = world.person("Ann").await;
        let channel = world.channel("games").await;
        let chat = &world.chat;
        chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        chat.deny(&channel, CREATE_PUBLIC_THREADS).await;
        let reply = chat.command(&ann, &channel, "play", json!({ "game": "semiosphere" })).await.shown();
        assert!(reply.private() && reply.content().contains("**Create Public Threads**"), "{reply}");
    })
    .await;
}
