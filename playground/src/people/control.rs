//! Routes for tests: faults, lost connections, the clock, recorded requests; and the live feed.

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;

use super::feed;
use super::request::{Body, Params, person};
use crate::clock::iso;
use crate::fault::Fault;
use crate::http::{ApiResult, done, ok};
use crate::model::Id;
use crate::state::Shared;

/// The clock moves at most a year at once, in milliseconds.
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

async fn welcome(State(app): State<Shared>) -> ApiResult {
    ok(json!({ "lines": app.lock().welcome }))
}

#[derive(Deserialize)]
struct Drop {
    resumable: bool,
    application_id: Option<Id>,
    #[serde(default)]
    replay: u64,
}

async fn drop_gateways(State(app): State<Shared>, Body(request): Body<Drop>) -> ApiResult {
    let mut state = app.lock();
    let now = state.now();
    state.sessions.drop_lines(request.application_id, request.resumable, request.replay, now);
    state.send_bot_list();
    done()
}

#[derive(Deserialize)]
struct Repeat {
    event: String,
    times: u32,
}

async fn repeat(State(app): State<Shared>, Body(request): Body<Repeat>) -> ApiResult {
    app.lock().sessions.repeat(request.event, request.times);
    done()
}

async fn add_fault(State(app): State<Shared>, Body(fault): Body<Fault>) -> ApiResult {
    app.lock().faults.add(fault);
    done()
}

async fn clear_faults(State(app): State<Shared>) -> ApiResult {
    app.lock().faults.clear();
    done()
}

#[derive(Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

async fn requests(State(app): State<Shared>, Params(request): Params<After>) -> ApiResult {
    ok(app.lock().record.after(request.after))
}

#[derive(Deserialize)]
struct Advance {
    advance_ms: u64,
}

async fn advance(State(app): State<Shared>, Body(request): Body<Advance>) -> ApiResult {
    let now = app.clock.advance(request.advance_ms.min(LONGEST_ADVANCE));
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
    Params(watcher): Params<Watcher>,
    upgrade: WebSocketUpgrade,
) -> ApiResult {
    person(&app.lock(), watcher.person)?;
    Ok(upgrade.on_upgrade(move |socket| feed::serve(app, watcher.person, socket)).into_response())
}
