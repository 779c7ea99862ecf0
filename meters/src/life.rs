//! Whether a task of the program still runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// When something happened last. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    start: Instant,
    /// The milliseconds from `start`, plus one; zero if it never happened.
    at: Arc<AtomicU64>,
}

impl Last {
    pub(crate) fn new(start: Instant) -> Last {
        Last { start, at: Arc::default() }
    }

    /// Records that it happens now.
    pub(crate) fn set(&self) {
        let ms = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.at.store(ms.saturating_add(1), Ordering::Relaxed);
    }

    fn clear(&self) {
        self.at.store(0, Ordering::Relaxed);
    }

    /// Returns how long ago it happened, or `None` if it never did.
    pub(crate) fn age(&self) -> Option<Duration> {
        let at = Duration::from_millis(self.at.load(Ordering::Relaxed).checked_sub(1)?);
        Some(self.start.elapsed().saturating_sub(at))
    }
}

/// The signs of life of a task. The task holds an [`Alive`] while it runs.
///
/// ```
/// let meters = meters::Meters::default();
/// assert_eq!(meters.worker().silence(), None);
/// let alive = meters.worker().begin();
/// alive.beat();
/// assert!(meters.worker().silence().is_some());
/// // The task ends or panics.
/// drop(alive);
/// assert_eq!(meters.worker().silence(), None);
/// ```
#[derive(Debug)]
pub struct Life(Last);

impl Life {
    pub(crate) fn new(start: Instant) -> Life {
        Life(Last::new(start))
    }

    /// Records that the task runs until the returned value is dropped.
    #[must_use]
    pub fn begin(&self) -> Alive {
        let alive = Alive(self.0.clone());
        alive.beat();
        alive
    }

    /// Returns how long ago the task gave its last sign of life, or `None` if it does not run.
    pub fn silence(&self) -> Option<Duration> {
        self.0.age()
    }
}

/// The proof that a task runs. A task that panics drops it, too.
#[derive(Debug)]
pub struct Alive(Last);

impl Alive {
    /// Gives a sign of life.
    pub fn beat(&self) {
        self.0.set();
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.clear();
    }
}
