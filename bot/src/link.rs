//! The state of the connection to Discord, shared between the code that maintains it and the code that reads it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use messages::text::Failures;

/// The state of the connection. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Link(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    online: bool,
    shards: Shards,
    failures: Option<Failures>,
}

/// How many connections the bot has, of those that Discord wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shards {
    /// Connected shards.
    pub connected: u32,
    /// All others.
    pub missing: u32,
}

impl Link {
    /// Returns whether users can reach the bot.
    pub fn is_online(&self) -> bool {
        self.state().online
    }

    /// Returns the failures, or `None` if there were none.
    pub fn failures(&self) -> Option<Failures> {
        self.state().failures
    }

    /// Returns the shards of this connection, or of the last one while the bot has none.
    pub fn shards(&self) -> Shards {
        self.state().shards
    }

    /// Records how many of all shards are connected. Users can reach the bot when all are.
    pub(crate) fn set_connected(&self, connected: u32, total: u32) {
        let mut state = self.state();
        state.shards = Shards { connected, missing: total.saturating_sub(connected) };
        state.online = connected == total;
    }

    /// Records that the connection has ended.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.online = false;
        state.shards = Shards { connected: 0, missing: state.shards.connected + state.shards.missing };
    }

    /// Counts a failure at this time.
    pub(crate) fn failed(&self, at: Timestamp) {
        self.end();
        let mut state = self.state();
        let count = state.failures.map_or(0, |failures| failures.count) + 1;
        state.failures = Some(Failures { count, last: at });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use clock::from_millis;

    use super::*;

    #[test]
    fn failures_are_counted_with_the_last_time() {
        let link = Link::default();
        link.set_connected(1, 1);
        assert_eq!(link.failures(), None);
        for at in [1, 2] {
            link.failed(from_millis(at));
        }
        assert_eq!(link.failures(), Some(Failures { count: 2, last: from_millis(2) }));
        assert!(!link.is_online());
    }

    #[test]
    fn bot_is_online_when_all_shards_are_connected() {
        let link = Link::default();
        for (connected, online) in [(0, false), (1, false), (2, true)] {
            link.set_connected(connected, 2);
            assert_eq!(link.is_online(), online);
            assert_eq!(link.shards(), Shards { connected, missing: 2 - connected });
        }
        link.end();
        assert!(!link.is_online());
        assert_eq!(link.shards(), Shards { connected: 0, missing: 2 });
    }
}
