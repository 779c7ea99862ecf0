//! Forwarded messages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Playground, text};

fn forward(channel: &str, message: &Value) -> Value {
    json!({"message_reference": {"type": 1, "channel_id": channel, "message_id": message}})
}

#[tokio::test]
async fn forwards_keep_the_original_content() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    let mut deaf = world.bot_with("deaf", json!({"intents": 1 | 1 << 9})).await;
    let here = format!("/channels/{}/messages", world.general);
    let other = text(&world.get("/channels").await[1]["id"]);
    let there = format!("/channels/{other}/messages");
    let body = json!({"content": "first words"});
    let sent = bot.form(Method::POST, &here, body, &[("a.txt", b"bytes")], true).await.ok();

    let got = bot.post(&there, forward(&world.general, &sent["id"])).await.ok();
    assert_eq!((&got["content"], &got["type"], &got["flags"]), (&json!(""), &json!(0), &json!(1 << 14)));
    let reference = json!({
        "type": 1, "channel_id": world.general, "message_id": sent["id"], "guild_id": world.guild,
    });
    assert_eq!(got["message_reference"], reference);
    assert!(got.get("referenced_message").is_none());
    let snapshot = got["message_snapshots"][0]["message"].clone();
    assert_eq!(snapshot["content"], "first words");
    assert_eq!(snapshot["timestamp"], sent["timestamp"]);
    assert!(snapshot.get("author").is_none() && snapshot.get("id").is_none());
    let url = text(&snapshot["attachments"][0]["url"]);
    assert_eq!(world.fetch(&url).await.unwrap().text().await.unwrap(), "bytes");
    deaf.socket.event("MESSAGE_CREATE").await;
    assert_eq!(deaf.socket.event("MESSAGE_CREATE").await["message_snapshots"], json!([]));

    let path = format!("{here}/{}", text(&sent["id"]));
    bot.patch(&path, json!({"content": "other words"})).await.ok();
    let seen = &world.sees(&world.ann, &other).await[0];
    assert_eq!(seen["message_snapshots"][0]["message"], snapshot);
    let again = bot.post(&here, forward(&other, &got["id"])).await.ok();
    assert_eq!(again["message_snapshots"][0]["message"], snapshot);
    assert_eq!(again["message_reference"], reference);
}

#[tokio::test]
async fn unreadable_messages_cannot_be_forwarded() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    let sent = bot.say(json!({"content": "x"})).await.ok();
    let mut more = forward(&world.general, &sent["id"]);
    more["content"] = json!("more");
    bot.say(more).await.refused(400, 50035);
    bot.say(json!({"message_reference": {"type": 1, "message_id": sent["id"]}})).await.refused(400, 50035);
    bot.say(forward(&world.general, &json!("1"))).await.refused(404, 10008);
    bot.say(forward("1", &sent["id"])).await.refused(404, 10003);
    bot.say(json!({"message_reference": {"type": 2, "message_id": sent["id"]}, "content": "x"}))
        .await
        .refused(400, 50035);
    let path = format!("/channels/{}/permissions", world.general);
    let elsewhere = text(&world.get("/channels").await[1]["id"]);
    world.people(Method::PUT, &path, json!({"bot_id": bot.id, "deny": "65536"})).await.ok();
    let path = format!("/channels/{elsewhere}/messages");
    bot.post(&path, forward(&world.general, &sent["id"])).await.refused(403, 50013);
}
