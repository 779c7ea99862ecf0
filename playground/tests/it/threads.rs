//! Threads, and what a bot may do where.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Playground, text};

#[tokio::test]
async fn threads_start_sleep_and_wake() {
    let world = Playground::start().await;
    let mut bot = world.bot("threads").await;
    let message = text(&bot.say(json!({"content": "game"})).await.ok()["id"]);
    let start = format!("/channels/{}/messages/{message}/threads", world.general);
    let thread = bot.post(&start, json!({"name": "Game 1", "auto_archive_duration": 60})).await.ok();
    assert_eq!((text(&thread["id"]), thread["type"].clone()), (message.clone(), json!(11)));
    assert_eq!(bot.socket.event("THREAD_CREATE").await["name"], "Game 1");
    bot.post(&start, json!({"name": "again"})).await.refused(400, 160_004);
    let path = format!("/channels/{message}");
    bot.post(&format!("{path}/messages"), json!({"content": "first"})).await.ok();
    assert_eq!(bot.get(&path).await.ok()["total_message_sent"], 2);
    world.advance(61 * 60_000).await;
    assert_eq!(bot.get(&path).await.ok()["thread_metadata"]["archived"], true);
    let archived = format!("/channels/{}/threads/archived/public", world.general);
    assert_eq!(bot.get(&archived).await.ok()["threads"][0]["id"], json!(message));
    bot.patch(&path, json!({"name": "x"})).await.refused(400, 50083);
    bot.post(&format!("{path}/messages"), json!({"content": "awake"})).await.ok();
    assert_eq!(bot.get(&path).await.ok()["thread_metadata"]["archived"], false);
    bot.patch(&path, json!({"archived": true, "locked": true})).await.ok();
    bot.post(&format!("{path}/messages"), json!({"content": "no"})).await.refused(400, 50083);
    bot.delete(&path).await.ok();
    bot.get(&path).await.refused(404, 10003);
}

#[tokio::test]
async fn only_members_of_a_thread_are_told() {
    let world = Playground::start().await;
    let bot = world.bot("threads").await;
    let body = json!({"name": "private", "type": 12});
    let thread = text(&bot.post(&format!("/channels/{}/threads", world.general), body).await.ok()["id"]);
    let path = format!("/channels/{thread}");
    let look = format!("{path}/messages?as={}", world.ben);
    world.people(Method::GET, &look, Value::Null).await.refused(404, 10003);
    bot.rest(Method::PUT, &format!("{path}/thread-members/{}", world.ben), Value::Null).await.ok();
    bot.post(&format!("{path}/messages"), json!({"content": "hi"})).await.ok();
    assert_eq!(world.get(&look).await[0]["content"], "hi");
    assert_eq!(bot.get(&format!("{path}/thread-members")).await.ok().as_array().unwrap().len(), 2);
    bot.get(&format!("{path}/thread-members/{}", world.ben)).await.ok();
    let unread = world.get(&format!("/people/{}/unread", world.ben)).await;
    assert_eq!(unread[&thread]["unread"], 1);
    bot.delete(&format!("{path}/thread-members/{}", world.ben)).await.ok();
    bot.get(&format!("{path}/thread-members/{}", world.ben)).await.refused(404, 10007);
    bot.delete(&format!("{path}/thread-members/@me")).await.ok();
}

#[tokio::test]
async fn what_is_denied_is_refused() {
    let world = Playground::start().await;
    let mut bot = world.bot("denied").await;
    bot.register(json!([{"name": "look", "description": "x"}])).await.ok();
    let deny = async |bits: u64| {
        let body = json!({"bot_id": bot.id, "deny": bits.to_string()});
        world.people(Method::PUT, &format!("/channels/{}/permissions", world.general), body).await.ok();
    };
    let channel = format!("/channels/{}", world.general);
    let thread = bot.post(&format!("{channel}/threads"), json!({"name": "t", "type": 11})).await.ok();
    let thread = format!("/channels/{}/messages", text(&thread["id"]));
    let plain = json!({"content": "x"});
    deny(1 << 10).await;
    bot.get(&channel).await.refused(403, 50001);
    bot.say(plain.clone()).await.refused(403, 50001);
    deny(1 << 11).await;
    bot.say(plain.clone()).await.refused(403, 50013);
    bot.post(&thread, plain.clone()).await.ok();
    deny(1 << 38).await;
    bot.post(&thread, plain.clone()).await.refused(403, 50013);
    deny(1 << 14).await;
    bot.say(json!({"embeds": [{"title": "t"}]})).await.refused(403, 50013);
    deny(1 << 15).await;
    let path = format!("{channel}/messages");
    bot.form(Method::POST, &path, plain.clone(), &[("a.txt", b"a")], false).await.refused(403, 50013);
    deny(1 << 35).await;
    bot.post(&format!("{channel}/threads"), json!({"name": "t", "type": 11})).await.refused(403, 50013);
    deny(1 << 11 | 1 << 15).await;
    world.command(&world.ann, "look", json!({})).await;
    let got = bot.socket.event("INTERACTION_CREATE").await;
    let may: u64 = text(&got["app_permissions"]).parse().unwrap();
    assert_eq!(may & (1 << 10 | 1 << 11 | 1 << 14 | 1 << 15), 1 << 10 | 1 << 14);
    // answers to interactions need no permission to send
    bot.answer(&got, json!({"type": 4, "data": plain})).await.ok();
    let body = json!({"bot_id": bot.id, "deny": "0"});
    world.people(Method::PUT, &format!("/channels/{}/permissions", world.general), body).await.ok();
    bot.say(plain).await.ok();
}
