//! The program measures itself, and writes that as text for Prometheus.
//!
//! Every part of the program records into one [`Meters`], which costs a few atomic operations and never waits for a reader. No label
//! holds an id of a person, a server, a channel or a game.
//!
//! ```
//! use std::time::Duration;
//! use meters::{Meters, Reading};
//!
//! let meters = Meters::default();
//! meters.committed(Duration::from_millis(3));
//! meters.gave_up("board");
//! let text = meters.text(&Reading::default())?;
//! assert!(text.contains("petri_commit_seconds_count 1\n"));
//! assert!(text.contains("petri_outbox_failed_total{kind=\"board\"} 1\n"));
//! # Ok::<(), std::fmt::Error>(())
//! ```

mod life;
mod process;
mod reading;

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};

use self::{life::Last, process::Process, reading::Gauges};
pub use self::{
    life::{Alive, Life},
    reading::Reading,
};

/// The media type of [`Meters::text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper ends of the buckets for commits: from a fast disk to one that fails.
const COMMITS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];
/// The same for interactions. Discord waits three seconds.
const INTERACTIONS: [f64; 12] = [0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0, 30.0];
/// The same for pictures.
const PICTURES: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

/// A label and its value.
type Label = [(&'static str, String); 1];

/// The counters and histograms of a program. Clones share them.
#[derive(Clone, Debug)]
pub struct Meters(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Registry,
    commits: Histogram,
    failed_commits: Counter,
    broken_commits: Family<Label, Counter>,
    retried: Counter,
    last_commit: Last,
    pictures: Histogram,
    interactions: Family<Label, Histogram, fn() -> Histogram>,
    late: Counter,
    given_up: Family<Label, Counter>,
    requests: Family<Label, Counter>,
    worker: Life,
    scheduler: Life,
    gauges: Gauges,
}

impl Default for Meters {
    fn default() -> Meters {
        let start = Instant::now();
        let mut inner = Inner {
            registry: Registry::default(),
            commits: Histogram::new(COMMITS),
            failed_commits: Counter::default(),
            broken_commits: Family::default(),
            retried: Counter::default(),
            last_commit: Last::new(start),
            pictures: Histogram::new(PICTURES),
            interactions: Family::new_with_constructor(|| Histogram::new(INTERACTIONS)),
            late: Counter::default(),
            given_up: Family::default(),
            requests: Family::default(),
            worker: Life::new(start),
            scheduler: Life::new(start),
            gauges: Gauges::default(),
        };
        inner.register();
        Meters(Arc::new(inner))
    }
}

impl Inner {
    fn register(&mut self) {
        let ours = self.registry.sub_registry_with_prefix("petri");
        ours.register("commit_seconds", "How long commits to the database took", self.commits.clone());
        ours.register("commits_failed", "Commits that failed", self.failed_commits.clone());
        ours.register(
            "unknown_outcomes",
            "Commits during which the connection to the database server broke, by what came out: committed or repeated",
            self.broken_commits.clone(),
        );
        ours.register(
            "transaction_retries",
            "Transactions that ran again, because another one came between",
            self.retried.clone(),
        );
        ours.register(
            "interaction_seconds",
            "How long interactions took until their response, by command",
            self.interactions.clone(),
        );
        ours.register(
            "interactions_late",
            "Interactions that got no response in Discord's three seconds",
            self.late.clone(),
        );
        ours.register("outbox_failed", "Outbox entries that were given up, by kind", self.given_up.clone());
        ours.register(
            "rest_requests",
            "Requests to Discord for messages and responses, by status; none if there was no answer",
            self.requests.clone(),
        );
        ours.register("pictures_seconds", "How long it took to draw pictures", self.pictures.clone());
        self.gauges.register(ours);
        self.registry.register_collector(Box::new(Process));
    }
}

impl Meters {
    /// Records a commit that is on disk.
    pub fn committed(&self, took: Duration) {
        self.0.commits.observe(took.as_secs_f64());
        self.0.last_commit.set();
    }

    /// Counts a commit that failed.
    pub fn commit_failed(&self) {
        self.0.failed_commits.inc();
    }

    /// Counts a commit during which the connection to the database server broke. Either it was made all the same, or it is repeated.
    pub fn lost_sight(&self, was_committed: bool) {
        let result = if was_committed { "committed" } else { "repeated" };
        self.0.broken_commits.get_or_create(&label("result", result)).inc();
    }

    /// Counts a transaction that runs again, because another one came between.
    pub fn retried(&self) {
        self.0.retried.inc();
    }

    /// Returns how long ago the last commit succeeded, or `None` if there was none.
    pub fn since_commit(&self) -> Option<Duration> {
        self.0.last_commit.age()
    }

    /// Records a picture that was drawn.
    pub fn drew(&self, took: Duration) {
        self.0.pictures.observe(took.as_secs_f64());
    }

    /// Records an interaction that was handled. The name of the command must be one of the program's own, never what a user typed.
    pub fn handled(&self, command: &str, took: Duration) {
        self.0.interactions.get_or_create(&label("command", command)).observe(took.as_secs_f64());
    }

    /// Counts an interaction that got no response in time.
    pub fn missed(&self) {
        self.0.late.inc();
    }

    /// Counts an outbox entry that was given up.
    pub fn gave_up(&self, kind: &'static str) {
        self.0.given_up.get_or_create(&label("kind", kind)).inc();
    }

    /// Counts a request to Discord. A status of `None` means that there was no answer.
    pub fn requested(&self, status: Option<u16>) {
        let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
        self.0.requests.get_or_create(&[("status", status)]).inc();
    }

    /// Returns the life of the outbox worker.
    pub fn worker(&self) -> &Life {
        &self.0.worker
    }

    /// Returns the life of the scheduler.
    pub fn scheduler(&self) -> &Life {
        &self.0.scheduler
    }

    /// Returns everything that was measured, and the current values of `now`, in the text format of OpenMetrics, which
    /// Prometheus reads.
    ///
    /// # Errors
    /// If a value cannot be written as text.
    pub fn text(&self, now: &Reading) -> Result<String, fmt::Error> {
        self.0.gauges.set(now);
        let mut text = String::new();
        encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

fn label(name: &'static str, value: &str) -> Label {
    [(name, value.to_owned())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_every_series() {
        let meters = Meters::default();
        meters.committed(Duration::from_millis(2));
        meters.commit_failed();
        meters.lost_sight(true);
        meters.retried();
        meters.drew(Duration::from_millis(30));
        meters.handled("move", Duration::from_millis(120));
        meters.missed();
        meters.gave_up("board");
        meters.requested(Some(200));
        meters.requested(None);
        let now = Reading {
            shards_connected: 1,
            shards_missing: 2,
            games_differing: 3,
            slices: 8,
            ..Reading::default()
        };
        let text = meters.text(&now).unwrap();
        for line in [
            "petri_commit_seconds_bucket{le=\"0.0025\"} 1",
            "petri_commits_failed_total 1",
            "petri_unknown_outcomes_total{result=\"committed\"} 1",
            "petri_transaction_retries_total 1",
            "petri_pictures_seconds_count 1",
            "petri_interaction_seconds_bucket{le=\"0.25\",command=\"move\"} 1",
            "petri_interactions_late_total 1",
            "petri_outbox_failed_total{kind=\"board\"} 1",
            "petri_rest_requests_total{status=\"200\"} 1",
            "petri_rest_requests_total{status=\"none\"} 1",
            "petri_shards{state=\"connected\"} 1",
            "petri_shards{state=\"missing\"} 2",
            "petri_slices 8",
            "petri_games_differing 3",
            "petri_outbox_due NaN",
            "petri_outbox_oldest_seconds NaN",
            "petri_timers_overdue_seconds NaN",
            "petri_thoughts_due NaN",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn text_has_the_series_of_the_process() {
        let text = Meters::default().text(&Reading::default()).unwrap();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|value| value.parse::<f64>().ok()).unwrap_or_else(|| panic!("{name}:\n{text}"))
        };
        for (name, least) in [
            ("process_cpu_seconds_total", 0.0),
            ("process_resident_memory_bytes", 100_000.0),
            ("process_virtual_memory_bytes", 100_000.0),
            ("process_open_fds", 3.0),
            ("process_max_fds", 3.0),
            ("process_threads", 1.0),
            ("process_start_time_seconds", 1_600_000_000.0),
        ] {
            assert!(value(name) >= least, "{name}:\n{text}");
        }
    }

    #[test]
    fn commit_has_an_age_once_there_was_one() {
        let meters = Meters::default();
        meters.commit_failed();
        assert_eq!(meters.since_commit(), None);
        meters.committed(Duration::ZERO);
        assert!(meters.since_commit().is_some());
    }
}
