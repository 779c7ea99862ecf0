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
    failures: Option<Failures>,
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

    pub(crate) fn set_online(&self, online: bool) {
        self.state().online = online;
    }

    /// Counts a failure at this time.
    pub(crate) fn failed(&self, at: Timestamp) {
        let mut state = self.state();
        state.online = false;
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
        link.set_online(true);
        assert_eq!(link.failures(), None);
        for at in [1, 2] {
            link.failed(from_millis(at));
        }
        assert_eq!(link.failures(), Some(Failures { count: 2, last: from_millis(2) }));
        assert!(!link.is_online());
    }
}
