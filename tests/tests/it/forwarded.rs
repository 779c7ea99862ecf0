//! Forwarded messages and repeated notifications on the chat page.

use reqwest::Method;
use serde_json::json;

use crate::{
    browser::{Device, browsing},
    chat::text,
};

#[tokio::test(flavor = "multi_thread")]
async fn page_shows_what_a_forward_copied() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, _, games) = world.two().await;
        let other = world.channel("elsewhere").await;
        let path = |channel: &str| format!("/channels/{channel}/messages");
        let page = browser.page(world, &ann, &other).await;
        let original = json!({ "content": "a **famous** move", "allowed_mentions": { "parse": [] } });
        let original = world.chat.as_bot(Method::POST, &path(&games.0), original).await;
        let reference =
            json!({ "type": 1, "channel_id": games.0, "message_id": text(&original["id"]) });
        world.chat.as_bot(Method::POST, &path(&other.0), json!({ "message_reference": reference })).await;
        page.shows("a famous move").await;
        page.until(
            "the source of the forward",
            "const copy = document.querySelector('[data-testid=forwarded]');
             return !!copy && copy.innerText.includes('Forwarded') && copy.querySelector('button').innerText === '#games'",
        )
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_notifications_are_one_with_a_count() {
    browsing(Device::Desk, async |browser, world| {
        let (ann, _, games) = world.two().await;
        let other = world.channel("elsewhere").await;
        let page = browser.page(world, &ann, &other).await;
        for words in ["your move", "your move", "your move", "game over"] {
            let ping = json!({ "content": format!("{} {words}", ann.mention()), "allowed_mentions": { "users": [ann.0] } });
            world.chat.as_bot(Method::POST, &format!("/channels/{}/messages", games.0), ping).await;
        }
        page.until(
            "two notifications, one for three messages",
            "const all = [...document.querySelectorAll('[data-testid=toast] b')].map((one) => one.innerText);
             return all.length === 2 && all[0].endsWith(' ×3') && !all[1].includes('×')",
        )
        .await;
    })
    .await;
}
