//! Rate limits: how many requests each bot has left. The REST routes turn this into headers and 429 responses.

use std::collections::HashMap;

use axum::http::Method;

use crate::clock::Millis;
use crate::model::Id;

/// Requests of one bot in a second, responses to interactions not counted.
pub(crate) const GLOBAL: u32 = 50;
/// The limit of a route that Discord documents no special limit for.
const USUAL: Allowance = Allowance { requests: 50, within: 1_000 };
/// New messages in one channel, and edits of messages in one channel.
const MESSAGES: Allowance = Allowance { requests: 5, within: 5_000 };
/// The number of windows from which on finished ones are forgotten.
const KEPT_WINDOWS: usize = 10_000;

/// A number of requests within a number of milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) requests: u32,
    pub(crate) within: Millis,
}

/// The parts of a request that decide about its limits.
#[derive(Debug)]
pub(crate) struct Route {
    /// The name of the limit: the method and the words of the path, without ids.
    pub(crate) bucket: String,
    /// The channel, guild, webhook or interaction whose requests are counted together.
    major: String,
    pub(crate) allowance: Allowance,
    /// Whether the request responds to an interaction, which the global limit does not count.
    answers: bool,
}

impl Route {
    pub(crate) fn of(method: &Method, path: &str) -> Self {
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
pub(crate) struct Budget {
    pub(crate) limit: u32,
    pub(crate) left: u32,
    pub(crate) reset_after: Millis,
}

impl Budget {
    /// Returns a budget that never makes a library wait, for responses without counting.
    pub(crate) fn plenty() -> Self {
        Self { limit: USUAL.requests, left: USUAL.requests - 1, reset_after: USUAL.within }
    }
}

/// Which limit a bot has reached, and how long it must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exceeded {
    pub(crate) limit: u32,
    pub(crate) wait: Millis,
    pub(crate) global: bool,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Millis,
    used: u32,
}

/// The counted requests of all bots.
#[derive(Debug)]
pub(crate) struct Limits {
    global: Allowance,
    routes: HashMap<(Option<Id>, String, String), Window>,
    bots: HashMap<Id, Window>,
}

impl Limits {
    /// Begins to count. `global` is the number of requests of one bot in a second.
    pub(crate) fn new(global: u32) -> Self {
        let global = Allowance { requests: global, within: 1_000 };
        Self { global, routes: HashMap::new(), bots: HashMap::new() }
    }

    /// Counts a request of a bot, or of a caller without a token. Returns what is left, or the limit that it exceeds.
    pub(crate) fn count(&mut self, bot: Option<Id>, route: &Route, now: Millis) -> Result<Budget, Exceeded> {
        if self.routes.len() > KEPT_WINDOWS {
            self.routes.retain(|_, window| window.ends > now);
        }
        if let Some(bot) = bot.filter(|_| !route.answers) {
            let window = self.bots.entry(bot).or_insert(Window::empty());
            let limit = self.global.requests;
            window.count(self.global, now).map_err(|wait| Exceeded { limit, wait, global: true })?;
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

    /// Counts a request. Returns an error with the time left if the window is full.
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

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: Option<Id> = Some(Id(7));

    fn route(method: Method, path: &str) -> Route {
        Route::of(&method, path)
    }

    #[test]
    fn each_channel_has_its_own_window() {
        let mut limits = Limits::new(GLOBAL);
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
    fn a_bot_may_send_fifty_requests_a_second() {
        let mut limits = Limits::new(GLOBAL);
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
    fn bucket_names_contain_no_ids() {
        let one = route(Method::PATCH, "/api/v10/channels/123456789012345678/messages/1");
        assert_eq!((one.bucket.as_str(), one.allowance.requests), ("patch-channels-messages", 5));
        let other = route(Method::GET, "/api/v10/users/@me");
        assert_eq!((other.bucket.as_str(), other.major.as_str()), ("get-users-@me", ""));
    }
}
