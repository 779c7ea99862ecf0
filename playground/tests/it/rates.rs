//! Rate limits, both injected and real.

use playground::Options;
use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::world::{Playground, options, reply};

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap())
}

async fn say(world: &Playground, channel: &str) -> Response {
    let path = format!("/channels/{channel}/messages");
    world.raw("talker", Method::POST, &path, json!({"content": "x"})).await
}

#[tokio::test]
async fn an_injected_429_names_the_wait() {
    let world = Playground::start().await;
    world.post("/faults", json!({"route": "/messages", "status": 429})).await;
    let answer = say(&world, &world.general).await;
    let headers = answer.headers().clone();
    for (name, value) in [
        ("via", "1.1 google"),
        ("retry-after", "1"),
        ("x-ratelimit-scope", "user"),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-reset-after", "0.500"),
        ("x-ratelimit-bucket", "post-channels-messages"),
    ] {
        assert_eq!(header(&headers, name), Some(value), "{name}");
    }
    assert!(header(&headers, "x-ratelimit-reset").unwrap().parse::<f64>().is_ok());
    let body = json!({"message": "You are being rate limited.", "retry_after": 0.5, "global": false});
    assert_eq!(reply(answer).await.body, body);

    let body = json!({"message": "slow down", "retry_after": 1.25, "global": true});
    world.post("/faults", json!({"route": "/messages", "status": 429, "body": body})).await;
    let answer = say(&world, &world.general).await;
    let headers = answer.headers().clone();
    for (name, value) in [
        ("via", Some("1.1 google")),
        ("retry-after", Some("2")),
        ("x-ratelimit-global", Some("true")),
        ("x-ratelimit-scope", Some("global")),
        ("x-ratelimit-bucket", None),
    ] {
        assert_eq!(header(&headers, name), value, "{name}");
    }
    assert_eq!(reply(answer).await.body, body);
}

#[tokio::test]
async fn a_channel_takes_five_messages_in_five_seconds() {
    let world = Playground::start_with(Options { rate_limits: true, ..options() }).await;
    let mut left = Vec::new();
    // Even on a slow machine, some window of five seconds sees a sixth message.
    let refused = loop {
        let answer = say(&world, &world.general).await;
        if answer.status().as_u16() == 429 {
            break answer;
        }
        assert_eq!(header(answer.headers(), "x-ratelimit-limit"), Some("5"));
        left.push(header(answer.headers(), "x-ratelimit-remaining").unwrap().to_owned());
        assert!(left.len() < 100, "no request hit the limit");
    };
    assert_eq!((left.first().unwrap().as_str(), left.last().unwrap().as_str()), ("4", "0"));
    assert!(left.len() >= 5, "{left:?}");
    assert_eq!(header(refused.headers(), "x-ratelimit-remaining"), Some("0"));
    let body = reply(refused).await.body;
    let wait = body["retry_after"].as_f64().unwrap();
    assert!(wait > 0.0 && wait <= 5.0 && body["global"] == false, "{body}");
    let channels = world.get("/channels").await;
    let other = channels[1]["id"].as_str().unwrap();
    assert_eq!(say(&world, other).await.status().as_u16(), 200);
    world.advance(5_000).await;
    assert_eq!(say(&world, &world.general).await.status().as_u16(), 200);
}

#[tokio::test]
async fn without_rate_limits_nothing_is_counted() {
    let world = Playground::start().await;
    for _ in 0..60 {
        let answer = say(&world, &world.general).await;
        assert_eq!(answer.status().as_u16(), 200);
        assert_eq!(header(answer.headers(), "x-ratelimit-remaining"), Some("49"));
    }
    assert!(world.get("/requests").await.as_array().unwrap().iter().all(|one: &Value| one["status"] == 200));
}

#[tokio::test]
async fn a_bot_reaches_its_global_limit() {
    let world = Playground::start().await;
    world.people(Method::PUT, "/limits", json!({"global": 2})).await.ok();
    let mut sent = 0;
    // Even on a slow machine, some second sees a third request.
    let refused = loop {
        let answer = world.raw("talker", Method::GET, "/users/@me", Value::Null).await;
        if answer.status().as_u16() == 429 {
            break answer;
        }
        sent += 1;
        assert!(sent < 500, "no request hit the limit");
    };
    assert!(sent >= 2, "{sent}");
    for (name, value) in [
        ("x-ratelimit-global", Some("true")),
        ("x-ratelimit-scope", Some("global")),
        ("retry-after", Some("1")),
        ("x-ratelimit-bucket", None),
    ] {
        assert_eq!(header(refused.headers(), name), value, "{name}");
    }
    let body = reply(refused).await.body;
    let wait = body["retry_after"].as_f64().unwrap();
    assert!(wait > 0.0 && wait <= 1.0 && body["global"] == true, "{body}");
    // Responses to interactions are not counted, so this one is only unknown.
    for _ in 0..5 {
        let answer =
            world.raw("talker", Method::POST, "/interactions/1/t/callback", json!({"type": 6})).await;
        assert_eq!(answer.status().as_u16(), 404);
    }
    world.people(Method::DELETE, "/limits", Value::Null).await.ok();
    for _ in 0..5 {
        let answer = world.raw("talker", Method::GET, "/users/@me", Value::Null).await;
        assert_eq!(header(answer.headers(), "x-ratelimit-remaining"), Some("49"));
    }
}
