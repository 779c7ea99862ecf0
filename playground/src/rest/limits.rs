//! How responses report what is left of a rate limit, and what a response over a limit looks like.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::http::header::{HeaderName, RETRY_AFTER, VIA};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::clock::Millis;
use crate::state::limits::{Budget, Exceeded, Route};

/// The seconds that an injected 429 asks a bot to wait, if its body names none.
const USUAL_WAIT: f64 = 0.5;

/// Returns Discord's response to a request over a limit.
pub(super) fn refuse(route: &Route, exceeded: Exceeded) -> Response {
    let wait = exceeded.wait as f64 / 1_000.0;
    limited(route, exceeded.limit, &body(wait, exceeded.global))
}

/// Returns an injected 429 with this body or Discord's usual one.
pub(super) fn on_demand(route: &Route, given: Option<Value>) -> Response {
    limited(route, route.allowance.requests, &given.unwrap_or_else(|| body(USUAL_WAIT, false)))
}

fn body(wait: f64, global: bool) -> Value {
    json!({"message": "You are being rate limited.", "retry_after": wait, "global": global})
}

/// Returns a 429 whose headers agree with its body. Without `Via`, discord.py takes it for a ban and gives up.
fn limited(route: &Route, limit: u32, body: &Value) -> Response {
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    let wait = body["retry_after"].as_f64().filter(|wait| *wait >= 0.0).unwrap_or(USUAL_WAIT);
    let global = body["global"] == true;
    let headers = response.headers_mut();
    headers.insert(VIA, HeaderValue::from_static("1.1 google"));
    headers.insert(RETRY_AFTER, HeaderValue::from(wait.ceil() as u64));
    let scope = if global { "global" } else { "user" };
    headers.insert(HeaderName::from_static("x-ratelimit-scope"), HeaderValue::from_static(scope));
    if global {
        let name = HeaderName::from_static("x-ratelimit-global");
        headers.insert(name, HeaderValue::from_static("true"));
    } else {
        let reset_after = (wait * 1_000.0).ceil() as Millis;
        add_headers(&mut response, route, Budget { limit, left: 0, reset_after });
    }
    response
}

/// Adds the headers that report what is left of a route's limit.
pub(super) fn add_headers(response: &mut Response, route: &Route, budget: Budget) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let reset_after = budget.reset_after as f64 / 1_000.0;
    let fields = [
        ("x-ratelimit-limit", budget.limit.to_string()),
        ("x-ratelimit-remaining", budget.left.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", now.as_secs_f64() + reset_after)),
        ("x-ratelimit-reset-after", format!("{reset_after:.3}")),
        ("x-ratelimit-bucket", route.bucket.clone()),
    ];
    for (name, value) in fields {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
}
