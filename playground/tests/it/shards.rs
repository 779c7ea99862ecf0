//! A large bot meets many guilds, shards, several nodes, and limits of session starts.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{INTENTS, Playground, Socket, text};

/// Returns the shard of a guild.
fn shard_of(guild: &str, count: u64) -> u64 {
    (guild.parse::<u64>().unwrap() >> 22) % count
}

async fn limit_starts(world: &Playground, limits: Value) {
    world.people(Method::PUT, "/gateway/limits", limits).await.ok();
}

/// Opens a connection that identifies as a shard.
async fn shard(world: &Playground, number: u64, count: u64) -> Socket {
    world.identify("large", json!({"intents": INTENTS, "shard": [number, count]})).await
}

/// Asserts that nothing has arrived but the acknowledgement of a heartbeat.
async fn hears_nothing(socket: &mut Socket) {
    socket.send(json!({"op": 1, "d": null})).await;
    assert_eq!(socket.next().await["op"], 11);
}

/// Says something as Ann and returns the text that arrives at each of these connections.
async fn heard(world: &Playground, channel: &str, sockets: &mut [Socket]) -> Vec<Value> {
    let body = json!({"as": world.ann, "content": "hello"});
    world.post(&format!("/channels/{channel}/messages"), body).await;
    let mut heard = Vec::new();
    for socket in sockets {
        heard.push(socket.event("MESSAGE_CREATE").await["content"].clone());
    }
    heard
}

#[tokio::test]
async fn starts_of_one_bucket_are_five_seconds_apart() {
    let world = Playground::start().await;
    limit_starts(&world, json!({"shards": 4, "max_concurrency": 2, "total": 200})).await;
    let mut begun = 0;
    // Even on a slow machine, some two identifies follow each other within five seconds.
    let mut refused = loop {
        let mut socket = shard(&world, 0, 4).await;
        begun += 1;
        let frame = socket.next().await;
        if frame["op"] == 9 {
            assert_eq!(frame["d"], false);
            break socket;
        }
        assert_eq!(frame["t"], "READY");
        assert!(begun < 100, "no identify came too soon");
    };
    assert!(begun >= 2, "the first identify was refused");
    // The connection stays open. Shard 1 is in another bucket.
    refused.send(json!({"op": 2, "d": {"token": "large", "intents": 1, "shard": [1, 4]}})).await;
    assert_eq!(refused.next().await["t"], "READY");
    world.advance(5_000).await;
    assert_eq!(shard(&world, 2, 4).await.next().await["t"], "READY");
    let report = world.get("/gateway").await;
    assert_eq!(report["limits"]["max_concurrency"], 2);
    assert_eq!(
        (&report["bots"][0]["identifies"], &report["bots"][0]["refused"]),
        (&json!(begun + 2), &json!(1))
    );
    let bot = world.raw("large", Method::GET, "/gateway/bot", Value::Null).await;
    let bot: Value = serde_json::from_slice(&bot.bytes().await.unwrap()).unwrap();
    let limit = &bot["session_start_limit"];
    assert_eq!((&bot["shards"], &limit["total"]), (&json!(4), &json!(200)));
    assert_eq!((&limit["remaining"], &limit["max_concurrency"]), (&json!(200 - begun - 2), &json!(2)));
}

#[tokio::test]
async fn without_starts_left_the_connection_closes() {
    let world = Playground::start().await;
    limit_starts(&world, json!({"total": 9, "remaining": 1, "reset_after": 3_600_000})).await;
    let bot = world.bot("large").await;
    let before = bot.get("/gateway/bot").await.ok()["session_start_limit"].clone();
    assert_eq!((&before["total"], &before["remaining"]), (&json!(9), &json!(0)));
    assert!((1..=3_600_000).contains(&before["reset_after"].as_u64().unwrap()), "{before}");
    assert_eq!(shard(&world, 0, 1).await.next().await["close"], 4008);
    world.advance(3_600_000).await;
    assert_eq!(shard(&world, 0, 1).await.next().await["t"], "READY");
    assert_eq!(bot.get("/gateway/bot").await.ok()["session_start_limit"]["remaining"], 8);
    world.people(Method::DELETE, "/gateway/limits", Value::Null).await.ok();
    assert_eq!(bot.get("/gateway/bot").await.ok()["session_start_limit"]["remaining"], 1_000);
    for _ in 0..3 {
        assert_eq!(shard(&world, 0, 1).await.next().await["t"], "READY");
    }
}

#[tokio::test]
async fn impossible_limits_are_rejected() {
    let world = Playground::start().await;
    for limits in [json!({"max_concurrency": 0}), json!({"shards": 0}), json!({"total": -1}), json!({"x": 1})]
    {
        let reply = world.people(Method::PUT, "/gateway/limits", limits.clone()).await;
        assert_eq!(reply.status, 400, "{limits}: {reply:?}");
    }
    for limits in [json!({"global": 0}), json!({"x": 1})] {
        let reply = world.people(Method::PUT, "/limits", limits.clone()).await;
        assert_eq!(reply.status, 400, "{limits}: {reply:?}");
    }
    for count in [0, 2_501] {
        world.people(Method::POST, "/guilds", json!({"count": count})).await.refused(400, 50035);
    }
}

#[tokio::test]
async fn sessions_of_one_shard_live_side_by_side() {
    let world = Playground::start().await;
    let mut sockets = Vec::new();
    for count in [2, 2, 3] {
        let mut socket = shard(&world, shard_of(&world.guild, count), count).await;
        assert_eq!(socket.event("READY").await["guilds"][0]["id"], json!(world.guild));
        sockets.push(socket);
    }
    let mut elsewhere = shard(&world, 1 - shard_of(&world.guild, 2), 2).await;
    assert_eq!(elsewhere.event("READY").await["guilds"], json!([]));
    assert_eq!(heard(&world, &world.general, &mut sockets).await, ["hello", "hello", "hello"]);
    hears_nothing(&mut elsewhere).await;
    let shards = world.get("/bots").await[0]["shards"].clone();
    let mut want = [[0, 2], [1, 2], [shard_of(&world.guild, 3), 3]];
    want.sort_unstable();
    let want: Vec<Value> = want.iter().map(|shard| json!({"shard": shard, "online": true})).collect();
    assert_eq!(shards, json!(want));
}

#[tokio::test]
async fn direct_messages_arrive_at_shard_zero() {
    let world = Playground::start().await;
    let (mut zero, mut one) = (shard(&world, 0, 2).await, shard(&world, 1, 2).await);
    let bot = text(&zero.event("READY").await["user"]["id"]);
    one.event("READY").await;
    if shard_of(&world.guild, 2) == 1 {
        one.event("GUILD_CREATE").await;
    }
    let direct = world.post("/dms", json!({"as": world.ann, "bot_id": bot})).await;
    let mut sockets = [zero];
    assert_eq!(heard(&world, &text(&direct["id"]), &mut sockets).await, ["hello"]);
    hears_nothing(&mut one).await;
}

#[tokio::test]
async fn guilds_are_spread_over_shards() {
    let world = Playground::start().await;
    let mut early = shard(&world, 0, 4).await;
    let first = text(&early.event("READY").await["session_id"]);
    if shard_of(&world.guild, 4) == 0 {
        early.event("GUILD_CREATE").await;
    }
    let added = world.servers(300).await;
    for number in 0..4 {
        let mine: Vec<&str> =
            added.iter().map(|(id, _)| id.as_str()).filter(|id| shard_of(id, 4) == number).collect();
        assert_eq!(mine.len(), 75);
        let mut socket = shard(&world, number, 4).await;
        let ready = socket.event("READY").await;
        assert_ne!(text(&ready["session_id"]), first);
        let named: Vec<String> =
            ready["guilds"].as_array().unwrap().iter().map(|one| text(&one["id"])).collect();
        let others = usize::from(shard_of(&world.guild, 4) == number);
        assert_eq!(named.len(), 75 + others);
        for guild in &named {
            assert_eq!(text(&socket.event("GUILD_CREATE").await["id"]), *guild);
        }
        for guild in mine.iter().filter(|_| number == 0) {
            assert_eq!(
                text(&early.event("GUILD_CREATE").await["id"]),
                **guild,
                "a new guild was not announced"
            );
        }
    }
    let (guild, channel) = &added[150];
    let mut owner = [shard(&world, shard_of(guild, 4), 4).await];
    assert_eq!(heard(&world, channel, &mut owner).await, ["hello"]);
    // The bot may write there, and people who come later are in the first guild as before.
    let path = format!("/channels/{channel}/messages");
    assert_eq!(world.raw("large", Method::POST, &path, json!({"content": "x"})).await.status().as_u16(), 200);
    let channel = world.post("/channels", json!({"name": "later"})).await;
    assert_eq!(channel["guild_id"], json!(world.guild));
}

/// Connects a node of a bot: asks for the gateway's address there, and identifies.
async fn node(world: &Playground, name: &str) -> Socket {
    let answer = world.raw_from(name, "large", Method::GET, "/gateway/bot", Value::Null).await;
    let answer: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    let url = text(&answer["url"]);
    let path = url.strip_prefix(&world.url.replacen("http", "ws", 1)).unwrap();
    assert_eq!(path, format!("/node/{name}/gateway"));
    let mut socket = world.socket(path).await;
    assert_eq!(socket.next().await["op"], 10);
    socket.send(json!({"op": 2, "d": {"token": "large", "intents": INTENTS}})).await;
    let ready = socket.event("READY").await;
    assert_eq!(ready["resume_gateway_url"], json!(url));
    socket.event("GUILD_CREATE").await;
    socket
}

#[tokio::test]
async fn requests_and_sessions_name_their_node() {
    let world = Playground::start().await;
    let (_one, _two) = (node(&world, "one").await, node(&world, "two").await);
    let path = format!("/channels/{}/messages", world.general);
    for (name, count) in [("one", 3), ("two", 2)] {
        for _ in 0..count {
            let answer = world.raw_from(name, "large", Method::POST, &path, json!({"content": name})).await;
            assert_eq!(answer.status().as_u16(), 200);
        }
    }
    world.raw("large", Method::POST, &path, json!({"content": "no node"})).await;
    let requests = world.get("/requests").await;
    let posts: Vec<&Value> =
        requests.as_array().unwrap().iter().filter(|one| one["method"] == "POST").collect();
    let of = |name: &str| posts.iter().filter(|post| post["node"] == name).count();
    assert_eq!((posts.len(), of("one"), of("two")), (6, 3, 2));
    assert!(posts.iter().all(|post| post["connection"].as_u64().is_some_and(|number| number > 0)));
    assert!(posts.iter().all(|post| post["path"] == json!(format!("/api/v10{path}"))), "{posts:?}");
    let sessions = world.get("/gateway").await["sessions"].clone();
    let mut nodes: Vec<String> =
        sessions.as_array().unwrap().iter().map(|session| text(&session["node"])).collect();
    nodes.sort_unstable();
    assert_eq!(nodes, ["one", "two"]);
}

#[tokio::test]
async fn faults_strike_one_node() {
    let world = Playground::start().await;
    let (mut one, mut two) = (node(&world, "one").await, node(&world, "two").await);
    world.post("/faults", json!({"route": "/users/@me", "status": 503, "node": "two"})).await;
    for (name, status) in [("one", 200), ("two", 503), ("two", 200)] {
        let answer = world.raw_from(name, "large", Method::GET, "/users/@me", Value::Null).await;
        assert_eq!(answer.status().as_u16(), status, "{name}");
    }
    world.post("/gateway/drop", json!({"resumable": true, "node": "two"})).await;
    assert_eq!(two.next().await["op"], 7);
    assert_eq!(two.next().await["close"], 4000);
    hears_nothing(&mut one).await;
}

#[tokio::test]
async fn one_session_or_shard_can_be_dropped() {
    let world = Playground::start().await;
    let mut sockets = Vec::new();
    let mut ids = Vec::new();
    for (number, count) in [(0, 2), (0, 2), (1, 2)] {
        let mut socket = shard(&world, number, count).await;
        ids.push(text(&socket.event("READY").await["session_id"]));
        if shard_of(&world.guild, count) == number {
            socket.event("GUILD_CREATE").await;
        }
        sockets.push(socket);
    }
    let [first, second, other] = &mut sockets[..] else { panic!("three connections") };
    world.post("/gateway/drop", json!({"resumable": false, "session_id": ids[1]})).await;
    assert_eq!(second.next().await["op"], 9);
    hears_nothing(first).await;
    world.post("/gateway/drop", json!({"resumable": true, "shard": [0, 2]})).await;
    assert_eq!(first.next().await["op"], 7);
    hears_nothing(other).await;
    let want = json!([{"shard": [0, 2], "online": false}, {"shard": [1, 2], "online": true}]);
    let bots = world.get("/bots").await;
    assert_eq!((&bots[0]["shards"], &bots[0]["online"]), (&want, &json!(true)));
}
