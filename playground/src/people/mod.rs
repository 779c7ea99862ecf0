//! The people interface: what people do, as JSON over HTTP, for the page, scripts and tests.

mod control;
mod interactions;
mod messages;
mod places;

use std::collections::BTreeMap;

use axum::Json;
use axum::Router;
use axum::extract::FromRequest;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::{ApiError, Unknown};
use crate::model::Id;
use crate::rest::{ENVELOPE, LARGEST_REQUEST, Payload, Upload};
use crate::server::answer_when_kept;
use crate::state::{Shared, State};

/// What handlers return.
type Answer = Result<Response, ApiError>;

/// The most that a person's request without files may carry, in bytes.
const LARGEST_BODY: usize = 1024 * 1024;

pub(crate) fn routes(app: &Shared) -> Router<Shared> {
    Router::new()
        .merge(places::routes())
        .merge(interactions::routes())
        .merge(messages::routes())
        .merge(control::routes())
        .fallback(|| async { ApiError::no_route() })
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(axum::middleware::from_fn_with_state(app.clone(), answer_when_kept))
}

/// What a page gets when it connects.
pub(crate) fn ready(state: &State, person: Id) -> Value {
    let world = &state.world;
    json!({
        "person": world.people.get(&person).map(|person| person.json(&world.base)),
        "people": state.people_json(),
        "guilds": places::guilds_json(state),
        "channels": places::channels_json(state, Some(person)),
        "bots": state.bots_json(),
        "unread": messages::unread_json(state, person),
    })
}

fn ok(body: impl serde::Serialize) -> Answer {
    Ok(Json(body).into_response())
}

fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The person who acts, who must exist.
fn person(state: &State, id: Id) -> Result<Id, ApiError> {
    state.world.people.get(&id).map(|person| person.id).ok_or_else(|| ApiError::unknown(Unknown::User))
}

/// A channel that the person sees.
fn channel(state: &State, person: Id, id: Id) -> Result<&crate::model::Channel, ApiError> {
    let found = state.world.channels.get(&id).filter(|channel| state.world.sees(person, channel));
    found.ok_or_else(|| ApiError::unknown(Unknown::Channel))
}

/// A body in JSON; its errors say which field is wrong.
struct Body<T>(T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let bytes = axum::body::to_bytes(request.into_body(), LARGEST_BODY).await;
        let bytes = bytes.map_err(|_| ApiError::too_large())?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Self).map_err(|error| ApiError::bad(50035, error.to_string()))
    }
}

/// A body in JSON, or a form with the same JSON in `payload_json` and files beside it, as bots send them.
struct Form<T>(T, BTreeMap<u64, Upload>);

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = axum::body::to_bytes(body, LARGEST_REQUEST + ENVELOPE).await;
        let Payload { json, files } =
            Payload::read(&parts, bytes.map_err(|_| ApiError::too_large())?).await?;
        let json = serde_json::from_value(json).map_err(|error| ApiError::bad(50035, error.to_string()))?;
        Ok(Self(json, files))
    }
}

/// A query; its errors say what is wrong.
struct Asked<T>(T);

impl<S: Sync + Send, T: DeserializeOwned> axum::extract::FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, _: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|error| ApiError::bad(50035, error.body_text()))
    }
}
