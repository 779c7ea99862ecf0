//! The state of the running playground.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{Notify, watch};

use super::feeds::Feeds;
use super::limits::{GLOBAL, Limits};
use super::sessions::Sessions;
use super::starts::Starts;
use crate::clock::{Clock, Millis};
use crate::fault::{Faults, Record};
use crate::model::permission::Bits;
use crate::model::{Id, World};
use crate::options::Options;

/// Everything behind the lock.
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) sessions: Sessions,
    pub(crate) starts: Starts,
    pub(crate) feeds: Feeds,
    pub(crate) faults: Faults,
    pub(crate) record: Record,
    /// The requests counted so far, if rate limits are on.
    pub(crate) limits: Option<Limits>,
    clock: Clock,
    changes: watch::Sender<u64>,
    /// Wakes the requests that wait for the next phase of an interaction.
    next_phases: HashMap<Id, Arc<Notify>>,
    /// The names that bots get on their first use, by token.
    pub(super) names: HashMap<String, String>,
    /// The permissions of bots in addition to those of `@everyone`.
    pub(super) bot_permissions: Bits,
    /// The lines that the page shows in an empty channel.
    pub(crate) welcome: Vec<String>,
}

impl State {
    pub(super) fn new(world: World, options: &Options, clock: Clock) -> Self {
        Self {
            world,
            sessions: Sessions::default(),
            starts: Starts::default(),
            feeds: Feeds::default(),
            faults: Faults::default(),
            record: Record::default(),
            limits: options.rate_limits.then(|| Limits::new(GLOBAL)),
            clock,
            changes: watch::channel(0).0,
            next_phases: HashMap::new(),
            names: options.bot_names.clone(),
            bot_permissions: options.bot_permissions,
            welcome: options.welcome.clone(),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(crate) fn next_id(&mut self) -> Id {
        let now = self.now();
        self.world.next_id(now)
    }

    /// Wakes the requests that wait for news.
    pub(crate) fn touch(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Returns the [`Notify`] that wakes requests when an interaction gets to its next phase.
    pub(crate) fn next_phase(&mut self, id: Id) -> Arc<Notify> {
        Arc::clone(self.next_phases.entry(id).or_default())
    }

    /// Wakes the requests that wait for the next phase of an interaction.
    pub(super) fn wake_next_phase(&mut self, id: Id) {
        if let Some(waiting) = self.next_phases.remove(&id) {
            waiting.notify_waiters();
        }
    }

    /// Returns a counter that grows with every change.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}
