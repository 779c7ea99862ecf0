//! REST v10: what bots ask and tell. One file per group of routes.

mod callback;
mod channels;
mod commands;
mod files;
mod guilds;
mod limits;
mod messages;
mod payload;
mod reactions;
mod references;
mod requests;
mod threads;
mod users;
mod webhooks;

use std::collections::HashMap;

use axum::Json;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, RawPathParams};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub(crate) use limits::Limits;
pub(crate) use payload::{ENVELOPE, LARGEST_REQUEST, Payload, Upload};

use crate::error::{ApiError, Unknown};
use crate::model::permission::{self, Bits};
use crate::model::{Channel, Id};
use crate::server::answer_when_kept;
use crate::state::{Shared, State};

/// What handlers return.
pub(crate) type Answer = Result<Response, ApiError>;

/// The routes of the API, for every version of it, and of the files that its answers point to.
pub(crate) fn routes(app: &Shared) -> Router<Shared> {
    let api = Router::new()
        .merge(users::routes())
        .merge(commands::routes())
        .merge(callback::routes())
        .merge(webhooks::routes())
        .merge(channels::routes())
        .merge(messages::routes())
        .merge(reactions::routes())
        .merge(threads::routes())
        .merge(guilds::routes())
        .fallback(unhandled)
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(axum::middleware::from_fn_with_state(app.clone(), answer_when_kept))
        .layer(axum::middleware::from_fn_with_state(app.clone(), requests::handle));
    Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .merge(files::routes())
}

/// The gateway's address; without a query, since libraries append theirs.
pub(crate) fn gateway_url(base: &str) -> String {
    format!("{}/gateway", base.replacen("http", "ws", 1))
}

async fn unhandled(method: axum::http::Method, uri: axum::http::Uri) -> ApiError {
    tracing::warn!(%method, path = uri.path(), "a bot asked for {method} {}, which the playground does not have", uri.path());
    ApiError::no_route()
}

fn ok(body: Value) -> Answer {
    Ok(Json(body).into_response())
}

fn created(body: Value) -> Answer {
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The application that sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) Id);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Caller>().copied().ok_or_else(ApiError::unauthorized)
    }
}

/// The variable parts of a path; ids that are none are refused as Discord does.
pub(crate) struct At<T>(pub(crate) T);

impl<S: Sync + Send, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        if let Ok(Path(path)) = path {
            return Ok(Self(path));
        }
        let raw = RawPathParams::from_request_parts(parts, state).await;
        let strange =
            raw.iter().flatten().find(|(name, text)| !NAMES.contains(name) && text.parse::<Id>().is_err());
        Err(match strange {
            Some((name, text)) => not_an_id(&format!("{name}_id"), text),
            None => not_an_id("id", ""),
        })
    }
}

/// The variable parts of paths that are no ids.
const NAMES: [&str; 4] = ["token", "emoji", "filename", "name"];

/// Discord's refusal of a text that should be an id.
fn not_an_id(field: &str, text: &str) -> ApiError {
    let mut errors = crate::enforce::Report::default();
    errors.add(field, "NUMBER_TYPE_COERCE", &format!("Value \"{text}\" is not snowflake."));
    errors.into_error()
}

/// Reads an id of a query.
fn anchor(query: &HashMap<String, String>, name: &str) -> Result<Option<Id>, ApiError> {
    let read = |text: &String| text.parse().map_err(|_| not_an_id(name, text));
    query.get(name).map(read).transpose()
}

impl State {
    /// A channel that a bot sees and in which it has all of `needed`.
    fn channel_for(&self, bot: Id, id: Id, needed: Bits) -> Result<&Channel, ApiError> {
        let channel = self.world.channels.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        if !self.world.sees(bot, channel) {
            return Err(ApiError::no_access());
        }
        if self.world.permissions(bot, channel) & needed != needed {
            return Err(ApiError::no_permission());
        }
        Ok(channel)
    }
}

/// What it takes to send in a channel.
fn sending(channel: &Channel) -> Bits {
    if channel.is_thread() { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES }
}

/// Reads `limit` of a query.
fn limit(text: Option<&String>, least: usize, most: usize, usual: usize) -> Result<usize, ApiError> {
    let Some(text) = text else { return Ok(usual) };
    let found = text.parse().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| {
        let mut errors = crate::enforce::Report::default();
        let message = format!("int value should be between {least} and {most}.");
        errors.add("limit", "NUMBER_TYPE_MINMAX", &message);
        errors.into_error()
    })
}

async fn gateway(axum::extract::State(app): axum::extract::State<Shared>) -> Answer {
    ok(json!({"url": gateway_url(&app.lock().world.base)}))
}
