//! Routes for tests of the gateway: its sessions, limits of their starts, lost connections and repeated events.

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post, put};
use serde::Deserialize;
use serde_json::json;

use super::request::Body;
use crate::http::{ApiResult, done, ok};
use crate::state::{Choice, Shared, StartLimits};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/gateway", get(sessions))
        .route("/gateway/limits", put(limit_starts).delete(clear_limits))
        .route("/gateway/drop", post(drop_gateways))
        .route("/gateway/repeat", post(repeat))
}

async fn sessions(State(app): State<Shared>) -> ApiResult {
    let state = app.lock();
    ok(json!({
        "limits": state.starts.limits_json(),
        "bots": state.starts.counts_json(),
        "sessions": state.sessions.json(),
    }))
}

async fn limit_starts(State(app): State<Shared>, Body(limits): Body<StartLimits>) -> ApiResult {
    let mut state = app.lock();
    let now = state.now();
    state.starts.limit(Some(limits), now);
    done()
}

async fn clear_limits(State(app): State<Shared>) -> ApiResult {
    let mut state = app.lock();
    let now = state.now();
    state.starts.limit(None, now);
    done()
}

#[derive(Deserialize)]
struct Drop {
    resumable: bool,
    #[serde(default)]
    replay: u64,
    #[serde(flatten)]
    sessions: Choice,
}

async fn drop_gateways(State(app): State<Shared>, Body(request): Body<Drop>) -> ApiResult {
    let mut state = app.lock();
    let now = state.now();
    state.sessions.drop_lines(&request.sessions, request.resumable, request.replay, now);
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
