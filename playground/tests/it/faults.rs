//! Injected faults, the record of requests, bad input, and a quick shutdown.

use playground::{BindError, Options, Server};
use reqwest::Method;
use serde_json::{Value, json};

use crate::world::Playground;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test]
async fn faults_happen_as_often_as_requested() {
    let world = Playground::start().await;
    let bot = world.bot("faulty").await;
    world
        .post(
            "/faults",
            json!({"route": "/channels/*/messages", "method": "POST", "times": 2, "status": 503}),
        )
        .await;
    assert_eq!(bot.say(json!({"content": "a"})).await.status, 503);
    bot.get(&format!("/channels/{}", world.general)).await.ok();
    assert_eq!(bot.say(json!({"content": "b"})).await.status, 503);
    bot.say(json!({"content": "c"})).await.ok();
    world.post("/faults", json!({"route": "/messages", "times": 1, "lose_reply": true})).await;
    assert_eq!(bot.say(json!({"content": "lost"})).await.status, 502);
    let seen = world.sees(&world.ann, &world.general).await;
    assert_eq!(seen.iter().map(|message| message["content"].clone()).collect::<Vec<_>>(), ["c", "lost"]);
    let body = json!({"message": "slow down", "retry_after": 1.5, "global": false});
    world.post("/faults", json!({"route": "/messages", "times": 1, "status": 429, "body": body})).await;
    assert_eq!(bot.say(json!({"content": "x"})).await.body, body);
    world.post("/faults", json!({"route": "*", "times": 9, "status": 500})).await;
    world.people(Method::DELETE, "/faults", Value::Null).await.ok();
    bot.say(json!({"content": "d"})).await.ok();
    world.post("/faults", json!({"route": "/gateway", "times": 1, "reset": true})).await;
    let url = format!("{}/api/v10/gateway", world.url);
    assert!(world.fetch(&url).await.is_err(), "the connection was not cut");
    assert!(world.fetch(&url).await.is_ok());
}

#[tokio::test]
async fn requests_are_recorded() {
    let world = Playground::start().await;
    let bot = world.bot("recorded").await;
    bot.say(json!({"content": "one"})).await.ok();
    bot.say(json!({})).await.refused(400, 50006);
    let all = world.get("/requests").await;
    assert_eq!(all[0]["method"], "POST");
    assert_eq!(all[0]["path"], json!(format!("/api/v10/channels/{}/messages", world.general)));
    assert_eq!((all[0]["status"].clone(), all[0]["body"].clone()), (json!(200), json!({"content": "one"})));
    let later = world.get("/requests?after=1").await;
    assert_eq!((later.as_array().unwrap().len(), later[0]["status"].clone()), (1, json!(400)));
}

#[tokio::test]
async fn bad_input_is_rejected_without_harm() {
    let world = Playground::start().await;
    let routes = [
        "/people",
        "/channels",
        "/commands",
        "/autocomplete",
        "/components",
        "/modals",
        "/dms",
        "/guilds",
        "/gateway/drop",
        "/gateway/repeat",
        "/faults",
        "/clock",
    ];
    for path in routes {
        for body in [
            json!([]),
            json!("x"),
            json!({"as": "none"}),
            json!({"as": 5, "name": 7}),
            json!({"advance_ms": -1}),
        ] {
            let reply = world.people(Method::POST, path, body.clone()).await;
            assert!((400..500).contains(&reply.status), "{path} {body}: {reply:?}");
            assert!(reply.body["message"].is_string());
        }
    }
    world.people(Method::GET, "/nothing", Value::Null).await.refused(404, 0);
    world.people(Method::GET, "/interactions/1", Value::Null).await.refused(404, 10062);
    world.get("/people").await;
}

#[tokio::test]
async fn requests_of_other_sites_are_rejected() {
    let world = Playground::start().await;
    for (header, from, status) in [
        ("Origin", world.url.as_str(), 200),
        ("Origin", "http://localhost:3000", 403),
        ("Origin", "http://example.com", 403),
        ("Origin", "null", 403),
        // A name of another site can point to the loopback address.
        ("Host", "example.com", 403),
    ] {
        for path in ["/playground/v1/people", "/", "/api/v10/gateway"] {
            let request = reqwest::Client::new().get(format!("{}{path}", world.url));
            let answer = request.header(header, from).send().await.unwrap();
            assert_eq!(answer.status().as_u16(), status, "{header} {from}");
        }
        for path in ["/gateway".to_owned(), format!("/playground/v1/events?as={}", world.ann)] {
            let url = format!("{}{path}", world.url.replacen("http", "ws", 1));
            let mut request = url.into_client_request().unwrap();
            request.headers_mut().insert(header, from.parse().unwrap());
            let opened = tokio_tungstenite::connect_async(request).await;
            assert_eq!(opened.is_ok(), status == 200, "{header} {from}");
        }
    }
}

#[tokio::test]
async fn large_bodies_are_rejected() {
    let world = Playground::start().await;
    let bot = world.bot("large").await;
    let path = format!("/channels/{}/messages", world.general);
    let large = vec![0; 11 * 1024 * 1024];
    bot.form(Method::POST, &path, json!({}), &[("a.bin", &large)], true).await.refused(413, 40005);
    let files = vec![("a.txt", &b"a"[..]); 11];
    bot.form(Method::POST, &path, json!({}), &files, true).await.refused(400, 30015);
}

#[tokio::test]
async fn shutdown_does_not_wait_for_connections() {
    let world = Playground::start().await;
    let mut bot = world.bot("open").await;
    bot.socket.event("GUILD_CREATE").await;
    let Playground { url, .. } = &world;
    let waiting =
        format!("{url}/playground/v1/channels/{}/messages?as={}&wait_ms=30000", world.general, world.ann);
    let poll = tokio::spawn(reqwest::get(waiting));
    let mut feed = world.socket(&format!("/playground/v1/events?as={}", world.ann)).await;
    feed.feed("ready").await;
    let mut socket = bot.socket;
    world.stop().await;
    assert_eq!(socket.next().await["close"], 1001);
    // The shutdown either ends the request with an empty list or refuses its connection.
    if let Ok(answer) = poll.await.unwrap() {
        assert_eq!(answer.text().await.unwrap(), "[]");
    }
}

#[tokio::test]
async fn a_port_in_use_is_reported() {
    let first = Server::bind(Options::default()).await.unwrap();
    let port = first.address().port();
    let second = Server::bind(Options { port, ..Options::default() }).await;
    assert!(matches!(second, Err(BindError::PortTaken(taken)) if taken == port));
}
