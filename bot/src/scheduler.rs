//! The worker that does scheduled work, such as clocks that run out.
//!
//! The store holds the scheduled work and finds due work by its time. Nothing is lost when the program ends, and the cost does
//! not depend on the number of games.

use std::time::Duration;

use jiff::Timestamp;
use meters::Alive;
use play::service::{Next, Service};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The longest sleep between two ticks.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// The shortest sleep, unless more work is due.
const SHORTEST_SLEEP: Duration = Duration::from_secs(1);
/// The sleep while games get lost time back, so that their boards are edited a few at a time.
const SHORT_SLEEP: Duration = Duration::from_secs(5);
/// How often the worker checks the connection and records a heartbeat. Without a connection nobody can move, so no clock may
/// run out.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Does the work that is due until `stop`, while `online` reports that users can reach the bot. Gives a sign of life each time.
pub async fn run(service: Service, online: impl AsyncFn() -> bool, alive: Alive, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    let mut next = Instant::now();
    loop {
        alive.beat();
        let until_next = |next: Instant| next.saturating_duration_since(Instant::now());
        let sleep = if !online().await {
            // Once the connection is back, lost time may have to be given back.
            next = Instant::now();
            HEARTBEAT
        } else if until_next(next).is_zero() {
            next = Instant::now() + tick(&service).await;
            HEARTBEAT.min(until_next(next))
        } else if service.heartbeat().await.is_ok() {
            HEARTBEAT.min(until_next(next))
        } else {
            // The next tick tries again, and logs why it fails.
            until_next(next)
        };
        tokio::select! {
            () = stop.cancelled() => break,
            Ok(()) = jumps.changed() => next = Instant::now(),
            () = tokio::time::sleep(sleep) => {}
        }
    }
    if let Err(error) = service.last_heartbeat().await {
        tracing::error!("last heartbeat failed: {error:#}");
    }
}

async fn tick(service: &Service) -> Duration {
    let next = service.tick().await;
    if let Err(error) = &next {
        tracing::error!("scheduler tick failed: {error:#}");
    }
    sleep_until(next.ok(), service.now())
}

/// Returns how long to sleep after a tick. `None` means that the tick failed.
fn sleep_until(next: Option<Next>, now: Timestamp) -> Duration {
    match next {
        Some(Next::More) => Duration::ZERO,
        Some(Next::Soon) => SHORT_SLEEP,
        Some(Next::At(Some(due))) => {
            let ahead = Duration::try_from(due.duration_since(now)).unwrap_or_default();
            // Work that is still due has failed and could not be put off.
            ahead.clamp(SHORTEST_SLEEP, LONGEST_SLEEP)
        }
        Some(Next::At(None)) | None => LONGEST_SLEEP,
    }
}

#[cfg(test)]
mod tests {
    use clock::later;
    use jiff::SignedDuration;

    use super::*;

    const NOW: Timestamp = Timestamp::constant(1_788_600_000, 0);

    #[test]
    fn new_work_is_noticed_within_a_minute() {
        let minute = Duration::from_secs(60);
        let ahead = [i64::MIN, -1, 0, 1, 59_999, 60_000, 3_600_000, i64::MAX];
        let times = ahead.map(|ms| Some(Next::At(Some(later(NOW, SignedDuration::from_millis(ms))))));
        for next in times.into_iter().chain([None, Some(Next::At(None)), Some(Next::Soon), Some(Next::More)])
        {
            let sleep = sleep_until(next, NOW);
            assert!(sleep < minute, "{next:?}: {sleep:?}");
            assert!(next == Some(Next::More) || sleep >= Duration::from_secs(1), "{next:?}: {sleep:?}");
        }
    }

    #[test]
    fn sleep_ends_when_the_next_work_is_due() {
        let sleep = |ms| sleep_until(Some(Next::At(Some(later(NOW, SignedDuration::from_millis(ms))))), NOW);
        assert_eq!(sleep(12_345), Duration::from_millis(12_345));
    }
}
