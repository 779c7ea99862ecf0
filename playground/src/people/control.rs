//! What tests do to the playground itself: faults, lost connections, time; and the live feed.

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Asked, Body, done, ok, person};
use crate::clock::iso;
use crate::fault::Fault;
use crate::feed;
use crate::model::Id;
use crate::state::Shared;

/// The clock moves at most a year at once.
const LONGEST_ADVANCE: u64 = 366 * 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/gateway/drop", post(drop_gateways))
        .route("/gateway/repeat", post(repeat))
        .route("/faults", post(add_fault).delete(clear_faults))
        .route("/requests", get(requests))
        .route("/clock", post(advance))
        .route("/events", get(events))
        .route("/welcome", get(welcome))
}

async fn welcome(State(app): State<Shared>) -> Answer {
    ok(json!({ "lines": app.lock().welcome }))
}

#[derive(Deserialize)]
struct Drop {
    resumable: bool,
    application_id: Option<Id>,
    #[serde(default)]
    replay: u64,
}

async fn drop_gateways(State(app): State<Shared>, Body(wish): Body<Drop>) -> Answer {
    let mut state = app.lock();
    let now = state.now();
    state.sessions.drop_lines(wish.application_id, wish.resumable, wish.replay, now);
    state.tell_bots_list();
    done()
}

#[derive(Deserialize)]
struct Repeat {
    event: String,
    times: u32,
}

async fn repeat(State(app): State<Shared>, Body(wish): Body<Repeat>) -> Answer {
    app.lock().sessions.repeat(wish.event, wish.times);
    done()
}

async fn add_fault(State(app): State<Shared>, Body(fault): Body<Fault>) -> Answer {
    app.lock().faults.add(fault);
    done()
}

async fn clear_faults(State(app): State<Shared>) -> Answer {
    app.lock().faults.clear();
    done()
}

#[derive(Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

async fn requests(State(app): State<Shared>, Asked(wish): Asked<After>) -> Answer {
    ok(app.lock().record.after(wish.after))
}

#[derive(Deserialize)]
struct Advance {
    advance_ms: u64,
}

async fn advance(State(app): State<Shared>, Body(wish): Body<Advance>) -> Answer {
    let now = app.clock.advance(wish.advance_ms.min(LONGEST_ADVANCE));
    let mut state = app.lock();
    state.expire();
    state.archive_idle();
    ok(json!({"now": iso(now)}))
}

#[derive(Deserialize)]
struct Watcher {
    #[serde(rename = "as")]
    person: Id,
}

async fn events(
    State(app): State<Shared>,
    Asked(watcher): Asked<Watcher>,
    upgrade: WebSocketUpgrade,
) -> Answer {
    person(&app.lock(), watcher.person)?;
    Ok(upgrade.on_upgrade(move |socket| feed::serve(app, watcher.person, socket)).into_response())
}
