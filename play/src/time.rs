//! The time of day.

use std::sync::Arc;

use clock::{from_millis, later};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// The machine's clock, or one that runs ahead of it, so that days can pass in a test. Clones show the same time.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    ahead: Arc<watch::Sender<SignedDuration>>,
}

impl Clock {
    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        later(self.machine(), *self.ahead.borrow())
    }

    /// Returns the current time of the machine's clock, which tests cannot move.
    pub fn machine(&self) -> Timestamp {
        // Whole milliseconds, as the store keeps them: a time in memory equals the one that comes back.
        from_millis(Timestamp::now().as_millisecond())
    }

    /// Lets some time pass at once.
    pub fn advance(&self, by: SignedDuration) {
        self.ahead.send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }

    /// Returns a receiver that changes after each [`Clock::advance`]. Tasks that sleep until some time must check it again
    /// then.
    pub fn jumps(&self) -> watch::Receiver<SignedDuration> {
        self.ahead.subscribe()
    }
}
