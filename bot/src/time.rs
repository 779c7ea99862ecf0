//! The time of day.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use data::Time;
use tokio::sync::watch;

/// Tells the time: the machine's, or one that runs ahead of it, so that days can pass in a test. Clones run alike.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    ahead_ms: Arc<watch::Sender<i64>>,
}

impl Clock {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Time {
        self.machine().plus_ms(*self.ahead_ms.borrow())
    }

    /// Now by the machine's clock, which no test moves.
    #[must_use]
    pub fn machine(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// Lets so much time go by at once.
    pub fn advance(&self, ms: i64) {
        self.ahead_ms.send_modify(|ahead| *ahead = ahead.saturating_add(ms));
    }

    /// Changes whenever time was let go by: who sleeps until some time has to look again.
    #[must_use]
    pub fn jumps(&self) -> watch::Receiver<i64> {
        self.ahead_ms.subscribe()
    }
}
