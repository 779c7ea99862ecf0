//! Faults on demand, and the record of the bots' requests.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::{Millis, iso};

/// The number of requests kept in the record.
const KEPT_REQUESTS: usize = 5_000;

/// A fault to inject, in the form that the people interface accepts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fault {
    /// A path or its end. A `*` matches anything.
    pub(crate) route: String,
    #[serde(default)]
    pub(crate) method: Option<String>,
    /// The node whose requests it strikes; without one, those of all.
    #[serde(default)]
    pub(crate) node: Option<String>,
    #[serde(default = "once")]
    pub(crate) times: u32,
    #[serde(default)]
    pub(crate) status: Option<u16>,
    #[serde(default)]
    pub(crate) lose_reply: bool,
    #[serde(default)]
    pub(crate) delay_ms: u64,
    #[serde(default)]
    pub(crate) reset: bool,
    #[serde(default)]
    pub(crate) body: Option<Value>,
}

fn once() -> u32 {
    1
}

/// The faults that are still to happen.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        if fault.times > 0 {
            self.0.push(fault);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Finds the first fault for a request and counts it down by one.
    pub(crate) fn take(&mut self, method: &str, path: &str, node: Option<&str>) -> Option<Fault> {
        let index = self.0.iter().position(|fault| {
            fault.method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
                && fault.node.as_deref().is_none_or(|wanted| Some(wanted) == node)
                && matches(&fault.route, path)
        })?;
        let fault = self.0.get_mut(index)?;
        fault.times -= 1;
        let with_fault = fault.clone();
        if fault.times == 0 {
            self.0.remove(index);
        }
        Some(with_fault)
    }
}

/// Returns whether a pattern matches the end of a path, where each `*` matches anything.
fn matches(pattern: &str, path: &str) -> bool {
    let mut pieces: Vec<&str> = pattern.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    let mut rest = path;
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Where a request comes from.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Source {
    /// The number of its TCP connection.
    pub(crate) connection: u64,
    /// The node of the bot, if the address names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<String>,
}

/// One request of a bot.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Recorded {
    pub(crate) n: u64,
    pub(crate) method: String,
    pub(crate) path: String,
    /// The HTTP status of the response; 0 until there is one.
    pub(crate) status: u16,
    pub(crate) at: String,
    #[serde(flatten)]
    pub(crate) source: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<Value>,
}

/// The most recent requests of bots.
#[derive(Debug, Default)]
pub(crate) struct Record {
    entries: VecDeque<Recorded>,
    last: u64,
}

impl Record {
    /// Records a request and returns its number.
    pub(crate) fn begin(&mut self, method: &str, path: &str, source: Source, body: Option<Value>) -> u64 {
        self.last += 1;
        if self.entries.len() == KEPT_REQUESTS {
            self.entries.pop_front();
        }
        self.entries.push_back(Recorded {
            n: self.last,
            method: method.to_owned(),
            path: hide_token(path),
            status: 0,
            at: String::new(),
            source,
            body,
        });
        self.last
    }

    /// Records the response to a request.
    pub(crate) fn end(&mut self, number: u64, status: u16, now: Millis) {
        if let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.n == number) {
            entry.status = status;
            entry.at = iso(now);
        }
    }

    /// Returns the requests with numbers above `after`, oldest first.
    pub(crate) fn after(&self, after: u64) -> Vec<&Recorded> {
        self.entries.iter().filter(|entry| entry.n > after).collect()
    }
}

/// Replaces the secret token of an interaction or webhook in a path. Only a token has 64 characters.
fn hide_token(path: &str) -> String {
    let words = path.split('/').map(|word| if word.len() == 64 { "TOKEN" } else { word });
    words.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_paths() {
        for (pattern, path, want) in [
            ("/channels/*/messages", "/api/v10/channels/1/messages", true),
            ("/channels/*/messages", "/api/v10/channels/1/messages/2", false),
            ("/channels/*/messages*", "/api/v10/channels/1/messages/2", true),
            ("*", "/anything", true),
            ("/callback", "/api/v10/interactions/1/t/callback", true),
            ("/webhooks/*", "/api/v10/channels/1", false),
        ] {
            assert_eq!(matches(pattern, path), want, "{pattern} on {path}");
        }
    }

    #[test]
    fn faults_are_used_up() {
        let mut faults = Faults::default();
        faults.add(
            serde_json::from_str(r#"{"route": "/a", "times": 2, "status": 500, "method": "get"}"#).unwrap(),
        );
        assert!(faults.take("POST", "/a", None).is_none());
        assert!(faults.take("GET", "/a", None).is_some());
        assert!(faults.take("GET", "/a", Some("one")).is_some());
        assert!(faults.take("GET", "/a", None).is_none());
    }
}
