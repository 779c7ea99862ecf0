//! Routes for tests: faults, rate limits, the clock, recorded requests; and the live feed.

use std::num::NonZeroU32;

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use serde::Deserialize;
use serde_json::json;

use super::feed;
use super::request::{Body, Params, person};
use crate::clock::iso;
use crate::fault::Fault;
use crate::http::{ApiResult, done, ok};
use crate::model::Id;
use crate::state::Shared;
use crate::state::limits::{GLOBAL, Limits};

/// The clock moves at most a year at once, in milliseconds.
const LONGEST_ADVANCE: u64 = 366 * 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/limits", put(limit_requests).delete(clear_limits))
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
#[serde(deny_unknown_fields)]
struct RateLimits {
    /// The number of requests of one bot in a second, responses to interactions not counted.
    global: Option<NonZeroU32>,
}

/// Begins to count requests, as with [`Options::rate_limits`](crate::Options::rate_limits).
async fn limit_requests(State(app): State<Shared>, Body(limits): Body<RateLimits>) -> ApiResult {
    let global = limits.global.map_or(GLOBAL, NonZeroU32::get);
    app.lock().limits = Some(Limits::new(global));
    done()
}

async fn clear_limits(State(app): State<Shared>) -> ApiResult {
    app.lock().limits = None;
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
    state.expire_all();
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
