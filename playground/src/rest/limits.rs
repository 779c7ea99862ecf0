//! Rate limits: how many requests a bot has left, and how answers say so.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::http::header::{HeaderName, RETRY_AFTER, VIA};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::clock::Millis;
use crate::model::Id;

/// Requests of one bot in a second, interactions not counted.
const GLOBAL: Allowance = Allowance { requests: 50, within: 1_000 };
/// The limit of a route that Discord does not limit in particular.
const USUAL: Allowance = Allowance { requests: 50, within: 1_000 };
/// New messages of one channel, and edits of its messages.
const MESSAGES: Allowance = Allowance { requests: 5, within: 5_000 };
/// How long a 429 on demand asks to wait, in seconds, when its body does not say so.
const USUAL_WAIT: f64 = 0.5;
/// Windows that are over are forgotten when there are more than this.
const KEPT_WINDOWS: usize = 10_000;

/// A number of requests within a number of milliseconds.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    requests: u32,
    within: Millis,
}

/// The part of a request that its limits depend on.
#[derive(Debug)]
pub(super) struct Route {
    /// Names the limit: the method, and the words of the path without its ids.
    bucket: String,
    /// The channel, guild, webhook or interaction whose requests are counted together.
    major: String,
    allowance: Allowance,
    /// Whether it answers an interaction, which the global limit does not count.
    answers: bool,
}

impl Route {
    pub(super) fn of(method: &Method, path: &str) -> Self {
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        let version = words.iter().take_while(|word| matches!(**word, "api" | "v9" | "v10")).count();
        let words = &words[version..];
        let is_name = |word: &&&str| word.len() < 16 && !word.starts_with(|c: char| c.is_ascii_digit());
        let names: Vec<&str> = words.iter().filter(is_name).copied().collect();
        let major = match words {
            ["channels" | "guilds", id, ..] => (*id).to_owned(),
            ["webhooks" | "interactions", id, token, ..] => format!("{id}/{token}"),
            _ => String::new(),
        };
        let allowance = match (method.as_str(), words) {
            ("POST", ["channels", _, "messages"]) | ("PATCH", ["channels", _, "messages", _]) => MESSAGES,
            _ => USUAL,
        };
        Self {
            bucket: format!("{}-{}", method.as_str().to_lowercase(), names.join("-")),
            major,
            allowance,
            answers: matches!(words, ["webhooks" | "interactions", ..]),
        }
    }
}

/// The rest of a route's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    limit: u32,
    left: u32,
    reset_after: Millis,
}

impl Budget {
    /// Returns what answers say if nothing is counted: every library continues at once.
    pub(super) fn plenty() -> Self {
        Self { limit: USUAL.requests, left: USUAL.requests - 1, reset_after: USUAL.within }
    }
}

/// How long a bot must wait, and because of which limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exceeded {
    limit: u32,
    wait: Millis,
    global: bool,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Millis,
    used: u32,
}

/// The requests of all bots, counted.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    routes: HashMap<(Option<Id>, String, String), Window>,
    bots: HashMap<Id, Window>,
}

impl Limits {
    /// Counts a request of a bot, or of a stranger.
    pub(super) fn count(&mut self, bot: Option<Id>, route: &Route, now: Millis) -> Result<Budget, Exceeded> {
        if self.routes.len() > KEPT_WINDOWS {
            self.routes.retain(|_, window| window.ends > now);
        }
        if let Some(bot) = bot.filter(|_| !route.answers) {
            let window = self.bots.entry(bot).or_insert(Window::empty());
            window.count(GLOBAL, now).map_err(|wait| Exceeded {
                limit: GLOBAL.requests,
                wait,
                global: true,
            })?;
        }
        let Allowance { requests: limit, .. } = route.allowance;
        let key = (bot, route.bucket.clone(), route.major.clone());
        let window = self.routes.entry(key).or_insert(Window::empty());
        window.count(route.allowance, now).map_err(|wait| Exceeded { limit, wait, global: false })?;
        Ok(Budget { limit, left: limit - window.used, reset_after: window.ends - now })
    }
}

impl Window {
    fn empty() -> Self {
        Self { ends: 0, used: 0 }
    }

    /// Counts a request; `Err` says how long the window is still full.
    fn count(&mut self, allowance: Allowance, now: Millis) -> Result<(), Millis> {
        if self.ends <= now {
            *self = Self { ends: now + allowance.within, used: 0 };
        }
        if self.used == allowance.requests {
            return Err(self.ends - now);
        }
        self.used += 1;
        Ok(())
    }
}

/// Discord's answer to a request over a limit.
pub(super) fn refuse(route: &Route, exceeded: Exceeded) -> Response {
    let wait = exceeded.wait as f64 / 1_000.0;
    limited(route, exceeded.limit, &body(wait, exceeded.global))
}

/// A 429 on demand, with this body or Discord's usual one.
pub(super) fn on_demand(route: &Route, given: Option<Value>) -> Response {
    limited(route, route.allowance.requests, &given.unwrap_or_else(|| body(USUAL_WAIT, false)))
}

fn body(wait: f64, global: bool) -> Value {
    json!({"message": "You are being rate limited.", "retry_after": wait, "global": global})
}

/// A 429 whose headers say what its body says. Without `Via` discord.py takes it for a ban and gives up.
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
        tell(&mut response, route, Budget { limit, left: 0, reset_after });
    }
    response
}

/// Says in an answer's headers what is left of its route's limit.
pub(super) fn tell(response: &mut Response, route: &Route, budget: Budget) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let reset_after = budget.reset_after as f64 / 1_000.0;
    let told = [
        ("x-ratelimit-limit", budget.limit.to_string()),
        ("x-ratelimit-remaining", budget.left.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", now.as_secs_f64() + reset_after)),
        ("x-ratelimit-reset-after", format!("{reset_after:.3}")),
        ("x-ratelimit-bucket", route.bucket.clone()),
    ];
    for (name, value) in told {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: Option<Id> = Some(Id(7));

    fn route(method: Method, path: &str) -> Route {
        Route::of(&method, path)
    }

    #[test]
    fn channels_have_windows_of_their_own() {
        let mut limits = Limits::default();
        let (here, there) = ("/api/v10/channels/1/messages", "/api/channels/2/messages");
        for left in (0..5).rev() {
            let budget = limits.count(BOT, &route(Method::POST, here), 1_000).unwrap();
            assert_eq!(budget, Budget { limit: 5, left, reset_after: 5_000 });
        }
        let full = limits.count(BOT, &route(Method::POST, here), 2_000);
        assert_eq!(full, Err(Exceeded { limit: 5, wait: 4_000, global: false }));
        assert_eq!(limits.count(BOT, &route(Method::POST, there), 2_000).unwrap().left, 4);
        assert_eq!(limits.count(BOT, &route(Method::GET, here), 2_000).unwrap().left, 49);
        assert_eq!(limits.count(Some(Id(8)), &route(Method::POST, here), 2_000).unwrap().left, 4);
        assert_eq!(limits.count(BOT, &route(Method::POST, here), 6_000).unwrap().left, 4);
    }

    #[test]
    fn a_bot_has_fifty_requests_a_second() {
        let mut limits = Limits::default();
        for channel in 0..50 {
            limits.count(BOT, &route(Method::GET, &format!("/api/v10/channels/{channel}")), 0).unwrap();
        }
        let next = route(Method::GET, "/api/v10/users/@me");
        assert_eq!(limits.count(BOT, &next, 900), Err(Exceeded { limit: 50, wait: 100, global: true }));
        for path in ["/api/v10/interactions/1/t/callback", "/api/v10/webhooks/1/t/messages/@original"] {
            limits.count(BOT, &route(Method::POST, path), 900).unwrap();
        }
        limits.count(Some(Id(8)), &next, 900).unwrap();
        limits.count(BOT, &next, 1_000).unwrap();
    }

    #[test]
    fn buckets_are_named_without_ids() {
        let one = route(Method::PATCH, "/api/v10/channels/123456789012345678/messages/1");
        assert_eq!((one.bucket.as_str(), one.allowance.requests), ("patch-channels-messages", 5));
        let other = route(Method::GET, "/api/v10/users/@me");
        assert_eq!((other.bucket.as_str(), other.major.as_str()), ("get-users-@me", ""));
    }
}
