//! The person and channel of a request, its body and its query.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use crate::error::{ApiError, Unknown};
use crate::model::{Channel, Id};
use crate::payload::{ENVELOPE, LARGEST_REQUEST, Payload, Upload};
use crate::state::State;

/// The longest that a request may wait for news, in milliseconds.
const LONGEST_WAIT: u64 = 30_000;
/// The most that a request without files may carry, in bytes.
const LARGEST_BODY: usize = 1024 * 1024;

/// Finds the person who acts.
pub(super) fn person(state: &State, id: Id) -> Result<Id, ApiError> {
    state.world.people.get(&id).map(|person| person.id).ok_or_else(|| ApiError::unknown(Unknown::User))
}

/// Finds a channel that the person sees.
pub(super) fn channel(state: &State, person: Id, id: Id) -> Result<&Channel, ApiError> {
    let found = state.world.channels.get(&id).filter(|channel| state.world.sees(person, channel));
    found.ok_or_else(|| ApiError::unknown(Unknown::Channel))
}

/// Returns when a request that may wait for so long must respond.
pub(super) fn wait_until(wait_ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(wait_ms.min(LONGEST_WAIT))
}

/// A body in JSON. The error names the wrong field.
pub(super) struct Body<T>(pub(super) T);

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
pub(super) struct Form<T>(pub(super) T, pub(super) BTreeMap<u64, Upload>);

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

/// A query. The error names the wrong parameter.
pub(super) struct Params<T>(pub(super) T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|error| ApiError::bad(50035, error.body_text()))
    }
}
