//! What happens to every request of a bot: it is recorded, faults strike it, and its sender becomes known.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{Caller, ENVELOPE, LARGEST_REQUEST, Payload};
use crate::error::ApiError;
use crate::fault::Fault;
use crate::server::Wire;
use crate::state::Shared;

/// Wraps every route of the API.
pub(super) async fn handle(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let original = parts.extensions.get::<axum::extract::OriginalUri>();
    let path = original.map_or(&parts.uri, |uri| &uri.0).path().to_owned();
    let method = parts.method.clone();
    let wire = parts.extensions.get::<axum::extract::ConnectInfo<Wire>>().map(|info| info.0.clone());
    let bytes = axum::body::to_bytes(body, LARGEST_REQUEST + ENVELOPE).await;
    let payload = match bytes {
        Ok(bytes) => Payload::read(&parts, bytes).await,
        Err(_) => Err(ApiError::too_large()),
    };
    let shown = payload.as_ref().ok().map(|payload| payload.json.clone()).filter(|json| *json != json!({}));
    if let Some(token) = bot_token(&parts.headers) {
        let id = app.lock().sign_in(token);
        parts.extensions.insert(Caller(id));
    }
    let fault = app.lock().faults.strike(method.as_str(), &path);
    let number = app.lock().record.begin(method.as_str(), &path, shown);
    let mut response = match payload {
        Err(error) => error.into_response(),
        Ok(payload) => {
            parts.extensions.insert(payload);
            let request = Request::from_parts(parts, Body::from(Bytes::new()));
            struck(&app, fault, wire, request, next).await
        }
    };
    let status = response.status().as_u16();
    {
        let mut state = app.lock();
        let now = state.now();
        state.record.end(number, status, now);
    }
    rate_limit_headers(&mut response, &path);
    response
}

/// Lets the request through, or has the fault instead or as well.
async fn struck(
    app: &Shared,
    fault: Option<Fault>,
    wire: Option<Wire>,
    request: Request,
    next: Next,
) -> Response {
    let Some(fault) = fault else { return next.run(request).await };
    if fault.delay_ms > 0 {
        let until = app.clock.now().saturating_add(fault.delay_ms);
        tokio::select! {
            () = app.clock.sleep_until(until) => {}
            () = app.stop.cancelled() => {}
        }
    }
    if fault.lose_reply {
        let lost = next.run(request).await;
        tracing::debug!(status = lost.status().as_u16(), "lost the reply to a request on demand");
        let error = ApiError::new(StatusCode::BAD_GATEWAY, 0, "502: Bad Gateway");
        if fault.reset {
            cut(wire);
        }
        return error.into_response();
    }
    if fault.reset {
        cut(wire);
        return ApiError::new(StatusCode::BAD_GATEWAY, 0, "502: Bad Gateway").into_response();
    }
    match fault.status {
        None => next.run(request).await,
        Some(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let body = fault.body.unwrap_or_else(|| usual_body(status));
            let mut response = (status, Json(&body)).into_response();
            if let Some(after) = body.get("retry_after").and_then(Value::as_f64)
                && let Ok(after) = HeaderValue::from_str(&after.to_string())
            {
                response.headers_mut().insert("retry-after", after);
            }
            response
        }
    }
}

fn cut(wire: Option<Wire>) {
    if let Some(wire) = wire {
        wire.cut();
    }
}

fn usual_body(status: StatusCode) -> Value {
    if status == StatusCode::TOO_MANY_REQUESTS {
        return json!({"message": "You are being rate limited.", "retry_after": 0.5, "global": false});
    }
    let reason = status.canonical_reason().unwrap_or("Error");
    json!({"message": format!("{}: {reason}", status.as_u16()), "code": 0})
}

fn bot_token(headers: &axum::http::HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bot ").map(str::trim).filter(|token| !token.is_empty())
}

/// Headers that let every library go on at once.
fn rate_limit_headers(response: &mut Response, path: &str) {
    let reset = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
        .saturating_add(1);
    // one bucket per kind of route: the words of the path without its ids
    let words: Vec<&str> = path
        .split('/')
        .filter(|word| word.len() < 16 && !word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let bucket = words.join("-");
    let headers = response.headers_mut();
    headers.insert("x-ratelimit-limit", HeaderValue::from_static("50"));
    headers.insert("x-ratelimit-remaining", HeaderValue::from_static("49"));
    headers.insert("x-ratelimit-reset-after", HeaderValue::from_static("1.000"));
    headers.insert("x-ratelimit-reset", HeaderValue::from(reset));
    if let Ok(bucket) = HeaderValue::from_str(&bucket) {
        headers.insert("x-ratelimit-bucket", bucket);
    }
}
