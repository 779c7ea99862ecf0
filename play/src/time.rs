//! The time of day.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use data::Time;
use jiff::SignedDuration;
use tokio::sync::watch;

/// The machine's clock, or one that runs ahead of it, so that days can pass in a test. Clones show the same time.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    ahead: Arc<watch::Sender<SignedDuration>>,
}

impl Clock {
    /// Returns the current time.
    pub fn now(&self) -> Time {
        self.machine().plus(*self.ahead.borrow())
    }

    /// Returns the current time of the machine's clock, which tests cannot move.
    pub fn machine(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
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
