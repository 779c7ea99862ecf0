//! Parts of requests, responses, and the wait for the disk, shared by the handlers of `rest` and `people`. May use `state` and
//! everything below it.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::enforce::Report;
use crate::error::ApiError;
use crate::model::Id;
use crate::state::Shared;

/// The result of a handler.
pub(crate) type ApiResult = Result<Response, ApiError>;

pub(crate) fn ok(body: impl Serialize) -> ApiResult {
    Ok(Json(body).into_response())
}

pub(crate) fn created(body: Value) -> ApiResult {
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

pub(crate) fn done() -> ApiResult {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The variable parts of a path. An id that is not a snowflake is rejected as by Discord.
pub(crate) struct At<T>(pub(crate) T);

impl<S: Sync + Send, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        if let Ok(Path(path)) = path {
            return Ok(Self(path));
        }
        let raw = RawPathParams::from_request_parts(parts, state).await;
        let unknown =
            raw.iter().flatten().find(|(name, text)| !NAMES.contains(name) && text.parse::<Id>().is_err());
        Err(match unknown {
            Some((name, text)) => not_an_id(&format!("{name}_id"), text),
            None => not_an_id("id", ""),
        })
    }
}

/// The variable parts of paths that are not ids.
const NAMES: [&str; 4] = ["token", "emoji", "filename", "name"];

/// Returns Discord's error for a text that should be an id.
pub(crate) fn not_an_id(field: &str, text: &str) -> ApiError {
    let mut errors = Report::default();
    errors.add(field, "NUMBER_TYPE_COERCE", &format!("Value \"{text}\" is not snowflake."));
    errors.into_error()
}

/// Holds back a response until the change that it reports is on disk. Requests that only read do not wait.
pub(crate) async fn respond_when_saved(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let looks = matches!(*request.method(), Method::GET | Method::HEAD);
    let answer = next.run(request).await;
    if !looks && answer.status().is_success() {
        app.saved().await;
    }
    answer
}
