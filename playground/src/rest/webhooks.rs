//! What a bot says later on an interaction's token.

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};

use super::{Answer, At, Payload, done, not_an_id, ok};
use crate::enforce::{self, Place};
use crate::error::{ApiError, Unknown};
use crate::model::{Id, Interaction};
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
) -> Answer {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    enforce::message(&body, Place::Interaction)?;
    let message = state.follow_up(&to, &body)?;
    ok(state.world.message_json(&message, application))
}

/// The message that `@original` or an id stands for.
fn target(to: &Interaction, name: &str) -> Result<Id, ApiError> {
    match name {
        "@original" => to.original.ok_or_else(|| ApiError::unknown(Unknown::Message)),
        name => name.parse().map_err(|_| not_an_id("message_id", name)),
    }
}

async fn message(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
) -> Answer {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    let message = state.answer_message(&to, target(&to, &name)?)?;
    ok(state.world.message_json(&message, application))
}

async fn edit(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
    body: Payload,
) -> Answer {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    let id = target(&to, &name)?;
    let current = state.answer_message(&to, id)?;
    enforce::edit(&body, &current)?;
    let message = state.edit_answer(&to, id, &body)?;
    ok(state.world.message_json(&message, application))
}

async fn delete(
    State(app): State<Shared>,
    At((application, token, name)): At<(Id, String, String)>,
) -> Answer {
    let mut state = app.lock();
    let to = state.webhook(application, &token)?;
    state.delete_answer(&to, target(&to, &name)?)?;
    done()
}
