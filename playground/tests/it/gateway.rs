//! Gateway sessions: identify, heartbeats, resume, intents, shards.

use std::time::Duration;

use playground::Options;
use reqwest::Method;
use serde_json::{Value, json};

use crate::schema;
use crate::world::{INTENTS, Playground, options, text};

#[tokio::test]
async fn a_bot_identifies_and_gets_its_guild() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    let guild = bot.socket.event("GUILD_CREATE").await;
    assert_eq!(guild["id"], json!(world.guild));
    assert_eq!(guild["channels"].as_array().unwrap().len(), 3);
    for channel in guild["channels"].as_array().unwrap() {
        schema::component("GuildChannelResponse", channel);
    }
    for member in guild["members"].as_array().unwrap() {
        schema::component("GuildMemberResponse", member);
    }
    schema::component("GuildWithCountsResponse", &guild);
    bot.socket.send(json!({"op": 1, "d": null})).await;
    assert_eq!(bot.socket.next().await["op"], 11);
    let bots = world.get("/bots").await;
    assert_eq!((bots[0]["id"].clone(), bots[0]["online"].clone()), (json!(bot.id), json!(true)));
}

#[tokio::test]
async fn the_gateway_address_has_no_query() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    let url = text(&bot.get("/gateway").await.ok()["url"]);
    assert!(url.starts_with("ws://127.0.0.1:") && !url.contains('?'), "{url}");
    assert_eq!(text(&bot.get("/gateway/bot").await.ok()["url"]), url);
}

#[tokio::test]
async fn two_bots_are_two_applications() {
    let world = Playground::start().await;
    let (one, two) = (world.bot("one").await, world.bot("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y").await);
    assert_ne!(one.id, two.id);
    assert_eq!(two.id, "123456789012345678");
    assert_eq!(two.get("/users/@me").await.ok()["id"], json!(two.id));
    assert_eq!(one.get("/applications/@me").await.ok()["id"], json!(one.id));
    assert_eq!(one.get("/oauth2/applications/@me").await.ok()["id"], json!(one.id));
    assert_eq!(one.patch("/users/@me", json!({"username": "Petri"})).await.ok()["username"], "Petri");
    assert_eq!(two.get(&format!("/users/{}", one.id)).await.ok()["username"], "Petri");
}

#[tokio::test]
async fn a_resume_delivers_missed_events() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    bot.socket.event("GUILD_CREATE").await;
    world.post("/gateway/drop", json!({"resumable": true})).await;
    loop {
        let frame = bot.socket.next().await;
        if frame["op"] == 7 {
            break;
        }
    }
    assert_eq!(bot.socket.next().await["close"], 4000);
    world
        .post(&format!("/channels/{}/messages", world.general), json!({"as": world.ann, "content": "hi"}))
        .await;
    let mut again = world.socket("/gateway").await;
    again.next().await;
    again.send(json!({"op": 6, "d": {"token": bot.token, "session_id": bot.session, "seq": 2}})).await;
    let missed = again.next().await;
    assert_eq!((missed["t"].clone(), missed["s"].clone()), (json!("MESSAGE_CREATE"), json!(3)));
    assert_eq!(missed["d"]["content"], "hi");
    assert_eq!(again.next().await["t"], "RESUMED");
}

#[tokio::test]
async fn events_can_be_repeated_and_replayed() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    bot.socket.event("GUILD_CREATE").await;
    let path = format!("/channels/{}/messages", world.general);
    world.post("/gateway/repeat", json!({"event": "MESSAGE_CREATE", "times": 1})).await;
    let say = async |words: &str| world.post(&path, json!({"as": world.ann, "content": words})).await;
    say("twice").await;
    say("once").await;
    let mut heard = Vec::new();
    for _ in 0..3 {
        let frame = bot.socket.next().await;
        heard.push((frame["s"].as_u64().unwrap(), text(&frame["d"]["content"])));
    }
    let all = [(3, "twice"), (4, "twice"), (5, "once")].map(|(number, words)| (number, words.to_owned()));
    assert_eq!(heard, all);

    world.post("/gateway/drop", json!({"resumable": true, "replay": 2})).await;
    for _ in 0..2 {
        let mut again = world.socket("/gateway").await;
        again.next().await;
        again.send(json!({"op": 6, "d": {"token": bot.token, "session_id": bot.session, "seq": 5}})).await;
        for (number, words) in heard.drain(..).skip(1) {
            let frame = again.next().await;
            assert_eq!((frame["s"].as_u64(), text(&frame["d"]["content"])), (Some(number), words));
        }
        assert_eq!(again.next().await["t"], "RESUMED");
    }
}

#[tokio::test]
async fn unknown_sessions_cannot_resume() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    bot.socket.event("GUILD_CREATE").await;
    world.post("/gateway/drop", json!({"resumable": false})).await;
    loop {
        let frame = bot.socket.next().await;
        if frame["op"] == 9 {
            assert_eq!(frame["d"], false);
            break;
        }
    }
    let mut again = world.socket("/gateway").await;
    again.next().await;
    again.send(json!({"op": 6, "d": {"token": bot.token, "session_id": bot.session, "seq": 2}})).await;
    let answer = again.next().await;
    assert_eq!((answer["op"].clone(), answer["d"].clone()), (json!(9), json!(false)));
    // The same connection may identify afresh.
    again.send(json!({"op": 2, "d": {"token": bot.token, "intents": 1}})).await;
    let ready = again.next().await;
    assert_eq!((ready["t"].clone(), ready["s"].clone()), (json!("READY"), json!(1)));
}

#[tokio::test]
async fn wrong_frames_close_with_discords_codes() {
    let world = Playground::start().await;
    for (frame, code) in [
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 99}), 4001),
        (json!({"op": 2, "d": {"intents": 1}}), 4004),
        (json!({"op": 2, "d": {"token": "t", "intents": 1_u64 << 40}}), 4013),
        (json!({"op": 2, "d": {"token": "t", "intents": 1_u64 << 17}}), 4013),
        (json!({"op": 2, "d": {"token": "t", "intents": 1, "shard": [3, 2]}}), 4010),
        (json!({"op": 1, "d": "x".repeat(5_000)}), 4002),
    ] {
        let mut socket = world.socket("/gateway").await;
        socket.next().await;
        socket.send(frame.clone()).await;
        assert_eq!(socket.next().await["close"], code, "{}", frame["op"]);
    }
    for address in ["/gateway?v=5", "/gateway?v=10&encoding=etf"] {
        assert_eq!(world.socket(address).await.next().await["close"], 4012, "{address}");
    }
    let bot = world.bot("early").await;
    let mut socket = world.socket("/gateway").await;
    socket.next().await;
    socket.send(json!({"op": 6, "d": {"token": bot.token, "session_id": bot.session, "seq": 99}})).await;
    assert_eq!(socket.next().await["close"], 4007);
}

#[tokio::test]
async fn too_many_frames_close_the_connection() {
    let world = Playground::start().await;
    let mut socket = world.socket("/gateway").await;
    socket.next().await;
    for _ in 0..121 {
        socket.send(json!({"op": 1, "d": null})).await;
    }
    let end = loop {
        let frame = socket.next().await;
        if frame["op"] != 11 {
            break frame;
        }
    };
    assert_eq!(end["close"], 4008);
}

#[tokio::test]
async fn without_heartbeats_the_connection_ends() {
    let options = Options { heartbeat: Duration::from_millis(20), ..options() };
    let world = Playground::start_with(options).await;
    let mut socket = world.socket("/gateway").await;
    assert_eq!(socket.next().await["d"]["heartbeat_interval"], 20);
    assert_eq!(socket.next().await["close"], 4009);
}

#[tokio::test]
async fn intents_and_shards_filter_events() {
    let world = Playground::start().await;
    let mut plain = world.bot_with("plain", json!({"intents": 1 | 1 << 9})).await;
    let mut deaf = world.bot_with("deaf", json!({"intents": 1})).await;
    let shard = (world.guild.parse::<u64>().unwrap() >> 22) % 2;
    let mut here = world.bot_with("shards", json!({"intents": INTENTS, "shard": [shard, 2]})).await;
    let mut elsewhere = world.bot_with("shards", json!({"intents": INTENTS, "shard": [1 - shard, 2]})).await;
    let path = format!("/channels/{}/messages", world.general);
    world.post(&path, json!({"as": world.ann, "content": "secret"})).await;
    let mention = format!("to you <@{}>", plain.id);
    world.post(&path, json!({"as": world.ann, "content": mention})).await;
    let first = plain.socket.event("MESSAGE_CREATE").await;
    assert_eq!(first["content"], "", "a bot without the content intent receives no content");
    schema::component("MessageResponse", &first);
    assert_eq!(plain.socket.event("MESSAGE_CREATE").await["content"], json!(mention));
    assert_eq!(here.socket.event("MESSAGE_CREATE").await["content"], "secret");
    // This marker reaches every connection, so nothing else came before it.
    let marker = world.people(Method::POST, "/channels", json!({"name": "marker"})).await.ok();
    loop {
        let frame = deaf.socket.next().await;
        assert_ne!(frame["t"], "MESSAGE_CREATE");
        if frame["t"] == "CHANNEL_CREATE" {
            assert_eq!(frame["d"]["id"], marker["id"]);
            break;
        }
    }
    elsewhere.socket.send(json!({"op": 1, "d": null})).await;
    assert_eq!(elsewhere.socket.next().await["op"], 11, "the other shard received a guild event");
}

#[tokio::test]
async fn privileged_intents_need_application_flags() {
    let world = Playground::start_with(Options::default()).await;
    for bit in [1, 8, 15] {
        let mut socket = world.identify("asks", json!({"intents": 1 | 1 << bit})).await;
        assert_eq!(socket.next().await["close"], 4014, "{bit}");
    }
    let bot = world.bot_with("asks", json!({"intents": 1 | 1 << 9})).await;
    bot.patch("/applications/@me", json!({"flags": 1})).await.refused(400, 50035);
    let changed = bot.patch("/applications/@me", json!({"flags": 1 << 19})).await.ok();
    assert_eq!(changed["flags"], 1 << 19);
    let mut socket = world.identify("asks", json!({"intents": 1 | 1 << 15})).await;
    assert_eq!(socket.event("READY").await["application"]["flags"], 1 << 19);
    let mut socket = world.identify("asks", json!({"intents": 1 | 1 << 1})).await;
    assert_eq!(socket.next().await["close"], 4014);
    let mut socket = world.identify("other", json!({"intents": 1 | 1 << 15})).await;
    assert_eq!(socket.next().await["close"], 4014);
}

#[tokio::test]
async fn heartbeats_are_acknowledged_with_a_delay() {
    let options = Options { heartbeat_latency: Duration::from_secs(3_600), ..options() };
    let world = Playground::start_with(options).await;
    let mut bot = world.bot("first").await;
    bot.socket.event("GUILD_CREATE").await;
    bot.socket.send(json!({"op": 1, "d": null})).await;
    bot.socket.send(json!({"op": 8, "d": {"guild_id": world.guild, "query": "", "limit": 0}})).await;
    assert_eq!(bot.socket.next().await["t"], "GUILD_MEMBERS_CHUNK");
}

#[tokio::test]
async fn zlib_frames_form_one_stream() {
    let world = Playground::start().await;
    let mut socket = world.socket("/gateway?v=10&encoding=json&compress=zlib-stream").await;
    let mut zlib = flate2::Decompress::new(true);
    let mut read = |bytes: Vec<u8>| -> Value {
        assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
        let mut text = Vec::with_capacity(64 * 1024);
        zlib.decompress_vec(&bytes, &mut text, flate2::FlushDecompress::Sync).unwrap();
        serde_json::from_slice(&text).unwrap()
    };
    assert_eq!(read(socket.bytes().await)["op"], 10);
    socket.send(json!({"op": 2, "d": {"token": "small", "intents": 1}})).await;
    assert_eq!(read(socket.bytes().await)["t"], "READY");
    assert_eq!(read(socket.bytes().await)["t"], "GUILD_CREATE");
    socket.send(json!({"op": 1, "d": null})).await;
    assert_eq!(read(socket.bytes().await)["op"], 11);
}
