//! The values that change by themselves, and are read when a monitor asks.

use std::sync::atomic::AtomicU64;

use prometheus_client::{
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};

/// The current values. A number that could not be read is not a number (`NaN`), so no alarm takes it for good news.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// Outbox entries that are due.
    pub outbox_due: f64,
    /// The seconds since the longest overdue entry was due; zero if none is.
    pub outbox_oldest_seconds: f64,
    /// The seconds since the longest overdue timer was due; zero if none is.
    pub timers_overdue_seconds: f64,
    /// Turns of machines that are due.
    pub thoughts_due: f64,
    /// Games that no longer replay as they were played.
    pub games_differing: u32,
    /// Connected shards.
    pub shards_connected: u32,
    /// Shards that Discord wants and that are not connected.
    pub shards_missing: u32,
    /// Slices of the servers that the bot serves, of sixteen.
    pub slices: u32,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            outbox_due: f64::NAN,
            outbox_oldest_seconds: f64::NAN,
            timers_overdue_seconds: f64::NAN,
            thoughts_due: f64::NAN,
            games_differing: 0,
            shards_connected: 0,
            shards_missing: 0,
            slices: 0,
        }
    }
}

type Value = Gauge<f64, AtomicU64>;

/// The gauges that show a [`Reading`].
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    outbox_due: Value,
    outbox_oldest: Value,
    timers_overdue: Value,
    thoughts_due: Value,
    differing: Gauge,
    slices: Gauge,
    shards: Family<[(&'static str, &'static str); 1], Gauge>,
}

impl Gauges {
    pub(crate) fn register(&self, ours: &mut Registry) {
        ours.register("outbox_due", "Outbox entries that are due", self.outbox_due.clone());
        ours.register(
            "outbox_oldest_seconds",
            "How long the longest overdue outbox entry has been due",
            self.outbox_oldest.clone(),
        );
        ours.register(
            "timers_overdue_seconds",
            "How long the longest overdue timer has been due",
            self.timers_overdue.clone(),
        );
        ours.register("thoughts_due", "Turns of machines that are due", self.thoughts_due.clone());
        ours.register(
            "games_differing",
            "Games that no longer replay as they were played",
            self.differing.clone(),
        );
        ours.register("slices", "Slices of the servers that this bot serves, of 16", self.slices.clone());
        ours.register("shards", "Shards of the gateway, by state", self.shards.clone());
    }

    pub(crate) fn set(&self, now: &Reading) {
        self.outbox_due.set(now.outbox_due);
        self.outbox_oldest.set(now.outbox_oldest_seconds);
        self.timers_overdue.set(now.timers_overdue_seconds);
        self.thoughts_due.set(now.thoughts_due);
        self.differing.set(now.games_differing.into());
        self.slices.set(now.slices.into());
        self.shards.get_or_create(&[("state", "connected")]).set(now.shards_connected.into());
        self.shards.get_or_create(&[("state", "missing")]).set(now.shards_missing.into());
    }
}
