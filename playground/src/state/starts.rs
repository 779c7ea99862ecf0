//! Session starts: how many sessions each bot may still start, and how soon after one another.

use std::collections::HashMap;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock::Millis;
use crate::model::Id;

/// Two sessions of one bucket start at least this far apart, in milliseconds.
const BETWEEN_STARTS: Millis = 5_000;
/// A bot gets all of its session starts back after this time, in milliseconds.
const DAY: Millis = 24 * 60 * 60 * 1_000;

/// The limits of session starts, in the form that the people interface accepts.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StartLimits {
    /// The number of shards that the gateway recommends.
    shards: NonZeroU64,
    /// The number of session starts in 24 hours.
    total: u32,
    /// The number of session starts left at first; by default all.
    remaining: Option<u32>,
    /// When a bot gets all of them back for the first time, in milliseconds from now.
    reset_after: Millis,
    /// The number of buckets. Shards with the same remainder share one.
    max_concurrency: NonZeroU64,
}

impl Default for StartLimits {
    fn default() -> Self {
        let one = NonZeroU64::MIN;
        Self { shards: one, total: 1_000, remaining: None, reset_after: DAY, max_concurrency: one }
    }
}

/// The gateway's decision about an identify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Allowed,
    /// Another session of the bucket has started less than five seconds ago.
    TooSoon,
    NoneLeft,
}

/// The identifies of all bots.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// The limits, and when they began to apply.
    limits: Option<(StartLimits, Millis)>,
    bots: HashMap<Id, Count>,
}

#[derive(Debug, Default)]
struct Count {
    identifies: u64,
    refused: u64,
    period: Option<Period>,
    /// The last start in each bucket.
    buckets: HashMap<u64, Millis>,
}

#[derive(Clone, Copy, Debug)]
struct Period {
    left: u32,
    ends: Millis,
}

impl Starts {
    /// Sets the limits, or removes them. All bots begin afresh, but the numbers of their identifies stay.
    pub(crate) fn limit(&mut self, limits: Option<StartLimits>, now: Millis) {
        self.limits = limits.map(|limits| (limits, now));
        for count in self.bots.values_mut() {
            count.period = None;
            count.buckets.clear();
        }
    }

    /// Counts an identify. One that comes too soon uses up a session start, too.
    pub(crate) fn begin(&mut self, bot: Id, shard: u64, now: Millis) -> Start {
        let count = self.bots.entry(bot).or_default();
        count.identifies += 1;
        let Some((limits, since)) = self.limits else { return Start::Allowed };
        let mut period = period(count.period, limits, since, now);
        if period.left == 0 {
            count.refused += 1;
            return Start::NoneLeft;
        }
        period.left -= 1;
        count.period = Some(period);
        let bucket = shard % limits.max_concurrency;
        if count.buckets.get(&bucket).is_some_and(|last| last + BETWEEN_STARTS > now) {
            count.refused += 1;
            return Start::TooSoon;
        }
        count.buckets.insert(bucket, now);
        Start::Allowed
    }

    /// Returns what `GET /gateway/bot` says in addition to the address. Without limits nothing is ever used up.
    pub(crate) fn json(&self, bot: Id, now: Millis) -> Value {
        let Some((limits, since)) = self.limits else {
            return json!({
                "shards": 1,
                "session_start_limit":
                    {"total": 1_000, "remaining": 1_000, "reset_after": 0, "max_concurrency": 16},
            });
        };
        let kept = self.bots.get(&bot).and_then(|count| count.period);
        let period = period(kept, limits, since, now);
        json!({
            "shards": limits.shards,
            "session_start_limit": {
                "total": limits.total,
                "remaining": period.left,
                "reset_after": period.ends - now,
                "max_concurrency": limits.max_concurrency,
            },
        })
    }

    /// Returns the limits, or null without any.
    pub(crate) fn limits_json(&self) -> Value {
        json!(self.limits.map(|(limits, _)| limits))
    }

    /// Returns how often each bot has identified, and how often the gateway refused that because of a limit.
    pub(crate) fn counts_json(&self) -> Value {
        let count = |(bot, count): (&Id, &Count)| json!({"application_id": bot, "identifies": count.identifies, "refused": count.refused});
        self.bots.iter().map(count).collect()
    }
}

/// Returns the period that `now` is in, which always ends later.
fn period(kept: Option<Period>, limits: StartLimits, since: Millis, now: Millis) -> Period {
    let left = limits.remaining.unwrap_or(limits.total);
    let period = kept.unwrap_or(Period { left, ends: since.saturating_add(limits.reset_after) });
    if period.ends > now { period } else { Period { left: limits.total, ends: now + DAY } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: Id = Id(7);

    fn starts(limits: Value) -> Starts {
        let mut starts = Starts::default();
        starts.limit(Some(serde_json::from_value(limits).unwrap()), 0);
        starts
    }

    #[test]
    fn a_bucket_starts_one_session_in_five_seconds() {
        let mut starts = starts(json!({"max_concurrency": 2}));
        for (shard, now, want) in [
            (0, 1_000, Start::Allowed),
            (1, 1_000, Start::Allowed),
            (2, 5_999, Start::TooSoon),
            (2, 6_000, Start::Allowed),
            (3, 6_000, Start::Allowed),
            (0, 10_999, Start::TooSoon),
            (0, 11_000, Start::Allowed),
        ] {
            assert_eq!(starts.begin(BOT, shard, now), want, "shard {shard} at {now}");
        }
        assert_eq!(starts.begin(Id(8), 0, 11_000), Start::Allowed, "another bot has its own buckets");
        assert_eq!(starts.json(BOT, 11_000)["session_start_limit"]["remaining"], 993);
    }

    #[test]
    fn starts_come_back_after_the_reset() {
        let mut starts = starts(json!({"total": 3, "remaining": 1, "reset_after": 60_000}));
        let limit = |starts: &Starts, now| {
            let limit = starts.json(BOT, now)["session_start_limit"].clone();
            (limit["remaining"].as_u64().unwrap(), limit["reset_after"].as_u64().unwrap())
        };
        assert_eq!(limit(&starts, 1_000), (1, 59_000));
        assert_eq!(starts.begin(BOT, 0, 1_000), Start::Allowed);
        assert_eq!(limit(&starts, 1_000), (0, 59_000));
        assert_eq!(starts.begin(BOT, 0, 59_999), Start::NoneLeft);
        assert_eq!(limit(&starts, 60_000), (3, DAY));
        assert_eq!(starts.begin(BOT, 0, 60_000), Start::Allowed);
        assert_eq!(limit(&starts, 61_000), (2, DAY - 1_000));
        let counts = json!([{"application_id": "7", "identifies": 3, "refused": 1}]);
        assert_eq!(starts.counts_json(), counts);
    }

    #[test]
    fn without_limits_identifies_are_only_counted() {
        let mut starts = Starts::default();
        for _ in 0..2_000 {
            assert_eq!(starts.begin(BOT, 0, 0), Start::Allowed);
        }
        assert_eq!(starts.json(BOT, 0)["session_start_limit"]["remaining"], 1_000);
        assert_eq!(starts.counts_json()[0]["identifies"], 2_000);
    }
}
