//! Threads, and what a bot may do in a channel.

use playground::Options;
use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Bot, Playground, options, text};

#[tokio::test]
async fn threads_archive_and_reopen() {
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
    // The starter message does not count.
    assert_eq!(bot.get(&path).await.ok()["total_message_sent"], 1);
    assert_eq!(bot.get(&path).await.ok()["message_count"], 1);
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
async fn only_thread_members_are_notified() {
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
async fn denied_permissions_are_enforced() {
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
    // Responses to interactions need no permission to send.
    bot.answer(&got, json!({"type": 4, "data": plain})).await.ok();
    let body = json!({"bot_id": bot.id, "deny": "0"});
    world.people(Method::PUT, &format!("/channels/{}/permissions", world.general), body).await.ok();
    bot.say(plain).await.ok();
}

#[tokio::test]
async fn announcement_channels_have_their_own_threads() {
    let world = Playground::start().await;
    let bot = world.bot("news").await;
    let news = text(&world.post("/channels", json!({"name": "news", "type": 5})).await["id"]);
    let threads = format!("/channels/{news}/threads");
    for kind in [11, 12] {
        bot.post(&threads, json!({"name": "t", "type": kind})).await.refused(400, 50035);
    }
    bot.post(&threads, json!({"name": "without a type it would be private"})).await.refused(400, 50035);
    let thread = bot.post(&threads, json!({"name": "t", "type": 10})).await.ok();
    assert_eq!((&thread["type"], &thread["parent_id"]), (&json!(10), &json!(news)));
    let message = bot.post(&format!("/channels/{news}/messages"), json!({"content": "news"})).await.ok();
    let below = format!("/channels/{news}/messages/{}/threads", text(&message["id"]));
    assert_eq!(bot.post(&below, json!({"name": "t"})).await.ok()["type"], 10);
    let elsewhere = format!("/channels/{}/threads", world.general);
    bot.post(&elsewhere, json!({"name": "t", "type": 10})).await.refused(400, 50035);
}

/// Returns a bot with a command, and a thread that it has opened.
async fn with_thread(world: &Playground) -> (Bot<'_>, String) {
    let bot = world.bot("asleep").await;
    bot.register(json!([{"name": "look", "description": "x"}])).await.ok();
    let started = json!({"name": "t", "type": 11});
    let thread = text(&bot.post(&format!("/channels/{}/threads", world.general), started).await.ok()["id"]);
    (bot, thread)
}

async fn asleep(bot: &Bot<'_>, path: &str) -> bool {
    bot.get(path).await.ok()["thread_metadata"]["archived"] == true
}

#[tokio::test]
async fn messages_and_buttons_reopen_unlocked_threads() {
    let world = Playground::start().await;
    let (mut bot, thread) = with_thread(&world).await;
    let (path, messages) = (format!("/channels/{thread}"), format!("/channels/{thread}/messages"));
    let button = json!({"type": 2, "style": 1, "label": "b", "custom_id": "b"});
    let row = json!({"content": "x", "components": [{"type": 1, "components": [button]}]});
    let message = text(&bot.post(&messages, row).await.ok()["id"]);
    let press = json!({"as": world.ann, "message_id": message, "custom_id": "b"});
    let look = json!({"as": world.ann, "channel_id": thread, "name": "look"});

    bot.patch(&path, json!({"archived": true})).await.ok();
    world.people(Method::POST, "/commands", look.clone()).await.refused(400, 50035);
    assert!(asleep(&bot, &path).await);
    world.post("/components", press.clone()).await;
    assert!(!asleep(&bot, &path).await);
    bot.patch(&path, json!({"archived": true})).await.ok();
    world.post(&messages, json!({"as": world.ben, "content": "good morning"})).await;
    assert!(!asleep(&bot, &path).await);

    // An ephemeral message does not count.
    let counted = bot.get(&path).await.ok()["message_count"].clone();
    world.post("/commands", look).await;
    let got = bot.socket.event("INTERACTION_CREATE").await;
    let got = if got["type"] == 2 { got } else { bot.socket.event("INTERACTION_CREATE").await };
    bot.answer(&got, json!({"type": 4, "data": {"content": "psst", "flags": 64}})).await.ok();
    assert_eq!(bot.get(&path).await.ok()["message_count"], counted);

    world.post("/components", press.clone()).await;
    let got = bot.socket.event("INTERACTION_CREATE").await;
    bot.patch(&path, json!({"archived": true, "locked": true})).await.ok();
    bot.answer(&got, json!({"type": 4, "data": {"content": "late"}})).await.refused(400, 50083);
    world.people(Method::POST, "/components", press).await.refused(400, 50083);
    assert!(asleep(&bot, &path).await);
}

#[tokio::test]
async fn invitations_grant_bot_permissions() {
    let invited = |bot_permissions| Options { bot_permissions, ..options() };
    let world = Playground::start_with(invited(0)).await;
    let bot = world.bot("guest").await;
    let body = json!({"as": world.ann, "content": "x"});
    let message = world.post(&format!("/channels/{}/messages", world.general), body).await;
    let path = format!("/channels/{}/messages/{}", world.general, text(&message["id"]));
    let channels = format!("/guilds/{}/channels", world.guild);
    bot.delete(&path).await.refused(403, 50013);
    bot.post(&channels, json!({"name": "mine"})).await.refused(403, 50013);
    bot.say(json!({"content": "x"})).await.ok();
    let world = Playground::start_with(invited(1 << 4)).await;
    let channels = format!("/guilds/{}/channels", world.guild);
    world.bot("guest").await.post(&channels, json!({"name": "mine"})).await.ok();
}

#[tokio::test]
async fn archived_threads_reject_changes() {
    let world = Playground::start().await;
    let (mut bot, thread) = with_thread(&world).await;
    let (path, messages) = (format!("/channels/{thread}"), format!("/channels/{thread}/messages"));
    let message = text(&bot.post(&messages, json!({"content": "x"})).await.ok()["id"]);
    world.post("/commands", json!({"as": world.ann, "channel_id": thread, "name": "look"})).await;
    let got = bot.interaction().await;
    bot.answer(&got, json!({"type": 4, "data": {"content": "answer"}})).await.ok();
    let own = format!("{messages}/{message}");
    let thumb = format!("{own}/reactions/%F0%9F%91%8D/@me");
    bot.rest(Method::PUT, &thumb, Value::Null).await.ok();

    bot.patch(&path, json!({"archived": true})).await.ok();
    let answer = format!("{}/messages/@original", bot.webhook(&got));
    for (method, path, body) in [
        (Method::PATCH, &own, json!({"content": "y"})),
        (Method::DELETE, &own, Value::Null),
        (Method::PUT, &thumb, Value::Null),
        (Method::DELETE, &thumb, Value::Null),
        (Method::PUT, &format!("{messages}/pins/{message}"), Value::Null),
        (Method::PATCH, &answer, json!({"content": "y"})),
        (Method::DELETE, &answer, Value::Null),
    ] {
        bot.rest(method.clone(), path, body).await.refused(400, 50083);
    }
    bot.post(&bot.webhook(&got), json!({"content": "awake"})).await.ok();
    bot.patch(&own, json!({"content": "y"})).await.ok();
}

#[tokio::test]
async fn only_moderators_remove_thread_members() {
    let world = Playground::start_with(Options { bot_permissions: 0, ..options() }).await;
    let bot = world.bot("guest").await;
    let started = json!({"name": "t", "type": 11});
    let thread = text(&bot.post(&format!("/channels/{}/threads", world.general), started).await.ok()["id"]);
    let member = format!("/channels/{thread}/thread-members/{}", world.ben);
    bot.rest(Method::PUT, &member, Value::Null).await.ok();
    bot.delete(&member).await.refused(403, 50013);
    bot.delete(&format!("/channels/{thread}/thread-members/@me")).await.ok();
}
