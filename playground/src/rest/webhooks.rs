//! Routes for a bot's later responses, which an interaction's token permits.

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};

use crate::enforce::{self, Place};
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, done, not_an_id, ok};
use crate::model::{Id, Interaction};
use crate::payload::Payload;
use crate::state::Shared;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/webhooks/{webhook}/{token}", post(follow_up))
        .route("/webhooks/{webhook}/{token}/messages/{message}", get(message).patch(edit).delete(delete))
}

async fn follow_up(
    State(app): State<Shared>,
    At((application, token)): At<(Id, String)>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    enforce::message(&body, Place::Interaction)?;
    let message = state.follow_up(&to, &body)?;
    ok(state.world.message_json(&message, application))
}

/// Returns the message that `@original` or an id refers to.
fn target(to: &Interaction, name: &str) -> Result<Id, ApiError> {
    match name {
        "@original" => to.original.ok_or_else(|| ApiError::unknown(Unknown::Message)),
        name => name.parse().map_err(|_| not_an_id("message_id", name)),
    }
}

async fn message(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
) -> ApiResult {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    let message = state.response_message(&to, target(&to, &name)?)?;
    ok(state.world.message_json(&message, application))
}

async fn edit(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    let id = target(&to, &name)?;
    let current = state.response_message(&to, id)?;
    enforce::edit(&body, &current)?;
    let message = state.edit_response(&to, id, &body)?;
    ok(state.world.message_json(&message, application))
}

async fn delete(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
) -> ApiResult {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    state.delete_response(&to, target(&to, &name)?)?;
    done()
}
