//! The route of the first response to an interaction.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Query, State};
use axum::routing::post;

use crate::enforce;
use crate::http::{ApiResult, At, done, ok};
use crate::model::Id;
use crate::payload::Payload;
use crate::state::Shared;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/interactions/{interaction}/{token}/callback", post(callback))
}

async fn callback(
    State(app): State<Shared>,
    At((id, token)): At<(Id, String)>,
    Query(query): Query<HashMap<String, String>>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let to = state.pending_interaction(id, &token)?;
    let source = to.source.and_then(|id| state.world.message(to.channel, id));
    let kind = enforce::callback(&body, &to, source)?;
    let outcome = state.respond(&to, kind, &body.part("data"))?;
    let deadline = outcome.interaction.deadline();
    let wants_response =
        query.get("with_response").is_some_and(|value| matches!(value.as_str(), "true" | "1" | "True"));
    let shown = outcome.message.as_ref().map(|message| state.world.message_json(message, to.application));
    drop(state);
    if let Some(at) = deadline {
        app.watch_deadline(id, at);
    }
    if wants_response { ok(outcome.json(shown, kind)) } else { done() }
}
