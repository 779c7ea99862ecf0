//! The handle on the running playground that every request handler holds.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::running::State;
use crate::clock::{Clock, Millis};
use crate::disk::{Disk, Paths};
use crate::model::{Id, World};
use crate::options::Options;

/// The handle on the running playground that every request handler holds.
pub(crate) struct App {
    state: Mutex<State>,
    pub(crate) clock: Clock,
    pub(crate) stop: CancellationToken,
    pub(crate) disk: Disk,
}

pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn new(world: World, options: &Options, paths: Paths, stop: CancellationToken) -> Self {
        let clock = Clock::new();
        let state = State::new(world, options, clock.clone());
        Self { state: Mutex::new(state), clock, stop, disk: Disk::new(paths) }
    }

    /// Locks the state. A panic in another thread does not poison it for the rest.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns once the world as it is now is on disk. Calls made during a saving share the next one.
    pub(crate) async fn save(&self) -> io::Result<()> {
        let Some(saving) = self.disk.begin().await else { return Ok(()) };
        let snapshot = saving.snapshot(&mut self.lock().world);
        saving.write(snapshot).await
    }

    /// Returns once everything up to now is on disk. A failure is logged, since the response can do nothing about it.
    pub(crate) async fn saved(&self) {
        if let Err(error) = self.save().await {
            let path = self.disk.paths().path();
            tracing::error!(path = %path.display(), "failed to save the state: {error}");
        }
    }

    /// Returns a counter that grows with every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.lock().changes()
    }

    /// Makes an interaction fail at `at` if the bot has not responded by then.
    pub(crate) fn watch_deadline(self: &Arc<Self>, id: Id, at: Millis) {
        let app = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = app.clock.sleep_until(at) => app.lock().expire(id),
                () = app.stop.cancelled() => {}
            }
        });
    }
}
