//! The layer around every request of a bot. It records and counts the request, signs its sender in, and injects faults.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::access::Caller;
use super::limits;
use crate::door::Node;
use crate::error::ApiError;
use crate::fault::{Fault, Source};
use crate::payload::{ENVELOPE, LARGEST_REQUEST, Payload};
use crate::state::Shared;
use crate::state::limits::{Budget, Route};
use crate::wire::Wire;

/// Wraps every route of the API.
pub(super) async fn handle(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let original = parts.extensions.get::<axum::extract::OriginalUri>();
    let path = original.map_or(&parts.uri, |uri| &uri.0).path().to_owned();
    let method = parts.method.clone();
    let wire = parts.extensions.get::<axum::extract::ConnectInfo<Wire>>().map(|info| info.0.clone());
    let node = parts.extensions.get::<Node>().map(|node| node.0.clone());
    let source = Source { connection: wire.as_ref().map_or(0, |wire| wire.number), node: node.clone() };
    let bytes = axum::body::to_bytes(body, LARGEST_REQUEST + ENVELOPE).await;
    let payload = match bytes {
        Ok(bytes) => Payload::read(&parts, bytes).await,
        Err(_) => Err(ApiError::too_large()),
    };
    let shown = payload.as_ref().ok().map(|payload| payload.json.clone()).filter(|json| *json != json!({}));
    let route = Route::of(&method, &path);
    let (number, counted, fault) = {
        let mut state = app.lock();
        let caller = bot_token(&parts.headers).map(|token| state.sign_in(token));
        if let Some(id) = caller {
            parts.extensions.insert(Caller(id));
        }
        let number = state.record.begin(method.as_str(), &path, source, shown);
        let now = state.now();
        let counted = match &mut state.limits {
            Some(limits) => limits.count(caller, &route, now),
            None => Ok(Budget::plenty()),
        };
        // A request over a limit never runs, so it does not use up a fault.
        let fault = counted.ok().and_then(|_| state.faults.take(method.as_str(), &path, node.as_deref()));
        (number, counted, fault)
    };
    let response = match (counted, payload) {
        (Err(exceeded), _) => limits::refuse(&route, exceeded),
        (Ok(budget), payload) => {
            let mut response = match payload {
                Err(error) => error.into_response(),
                Ok(payload) => {
                    // Handlers take the parsed body from here, so the request continues with an empty one.
                    parts.extensions.insert(payload);
                    let request = Request::from_parts(parts, Body::from(Bytes::new()));
                    with_fault(&app, fault, wire, &route, request, next).await
                }
            };
            if response.status() != StatusCode::TOO_MANY_REQUESTS {
                limits::add_headers(&mut response, &route, budget);
            }
            response
        }
    };
    let status = response.status().as_u16();
    {
        let mut state = app.lock();
        let now = state.now();
        state.record.end(number, status, now);
    }
    response
}

/// Runs the request, or injects the fault instead or in addition.
async fn with_fault(
    app: &Shared,
    fault: Option<Fault>,
    wire: Option<Wire>,
    route: &Route,
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
        tracing::debug!(status = lost.status().as_u16(), "fault injected: response lost");
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
        Some(429) => limits::on_demand(route, fault.body),
        Some(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            (status, Json(fault.body.unwrap_or_else(|| usual_body(status)))).into_response()
        }
    }
}

fn cut(wire: Option<Wire>) {
    if let Some(wire) = wire {
        wire.cut();
    }
}

fn usual_body(status: StatusCode) -> Value {
    let reason = status.canonical_reason().unwrap_or("Error");
    json!({"message": format!("{}: {reason}", status.as_u16()), "code": 0})
}

fn bot_token(headers: &axum::http::HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bot ").map(str::trim).filter(|token| !token.is_empty())
}
