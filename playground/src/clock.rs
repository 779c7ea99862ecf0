//! The playground's clock: real time, plus whatever tests have added to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Milliseconds since the Unix epoch, by the playground's clock.
pub(crate) type Millis = u64;

/// A handle on the clock. All clones show the same time.
#[derive(Clone)]
pub(crate) struct Clock {
    ahead: Arc<AtomicU64>,
    moved: watch::Sender<()>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { ahead: Arc::new(AtomicU64::new(0)), moved: watch::channel(()).0 }
    }

    pub(crate) fn now(&self) -> Millis {
        let real = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let real = u64::try_from(real.as_millis()).unwrap_or(u64::MAX / 2);
        real.saturating_add(self.ahead.load(Ordering::SeqCst))
    }

    /// Moves the clock ahead, wakes everything that waits for a time, and returns the new time.
    pub(crate) fn advance(&self, by: Millis) -> Millis {
        self.ahead.fetch_add(by, Ordering::SeqCst);
        self.moved.send_replace(());
        self.now()
    }

    /// Returns once the clock shows `at` or later.
    pub(crate) async fn sleep_until(&self, at: Millis) {
        let mut moved = self.moved.subscribe();
        loop {
            let now = self.now();
            if now >= at {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(at - now)) => {}
                _ = moved.changed() => {}
            }
        }
    }
}

/// Formats a time as Discord writes it.
pub(crate) fn iso(at: Millis) -> String {
    let at = i64::try_from(at).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    let at = at.unwrap_or(jiff::Timestamp::MAX);
    format!("{}+00:00", at.strftime("%Y-%m-%dT%H:%M:%S.%6f"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_discords_format() {
        assert_eq!(iso(1_420_070_400_123), "2015-01-01T00:00:00.123000+00:00");
    }

    #[tokio::test]
    async fn advancing_wakes_sleepers() {
        let clock = Clock::new();
        let sleeper = clock.clone();
        let due = clock.now() + 86_400_000;
        let task = tokio::spawn(async move { sleeper.sleep_until(due).await });
        clock.advance(86_400_001);
        task.await.unwrap();
    }
}
