//! The worker that does what is due at a time: clocks that run out.
//!
//! What is due stands in the store and is found there by its time. So nothing is forgotten when the program ends, and it
//! does not matter how many games wait for their time.

use std::time::Duration;

use data::Time;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::service::{Next, Service};

/// The longest sleep between two looks.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// The shortest, unless there is more to do.
const SHORTEST_SLEEP: Duration = Duration::from_secs(1);
/// The sleep while games get lost time back: their boards are edited a few at a time.
const SHORT_SLEEP: Duration = Duration::from_secs(5);
/// How often the connection is looked at, and a heartbeat noted. Without a connection nobody can move, so no time may run out.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Does what is due until `stop`, while `online` says that people can reach the bot.
pub async fn run(service: Service, online: impl AsyncFn() -> bool, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    let mut next = Instant::now();
    loop {
        let until_next = |next: Instant| next.saturating_duration_since(Instant::now());
        let sleep = if !online().await {
            // Time may have to be given back when it is there again.
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
        tracing::error!("the last heartbeat failed: {error:#}");
    }
}

async fn tick(service: &Service) -> Duration {
    let next = service.tick().await;
    if let Err(error) = &next {
        tracing::error!("what is due cannot be done: {error:#}");
    }
    sleep_until(next.ok(), service.now())
}

/// How long to sleep after a look at what is due, which may have failed (`None`).
fn sleep_until(next: Option<Next>, now: Time) -> Duration {
    match next {
        Some(Next::More) => Duration::ZERO,
        Some(Next::Soon) => SHORT_SLEEP,
        Some(Next::At(Some(due))) => {
            let ahead = Duration::from_millis(due.0.saturating_sub(now.0).max(0).unsigned_abs());
            // What is due still could not be done, nor put off.
            ahead.clamp(SHORTEST_SLEEP, LONGEST_SLEEP)
        }
        Some(Next::At(None)) | None => LONGEST_SLEEP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(1_788_600_000_000);

    #[test]
    fn what_becomes_due_is_noticed_within_a_minute_whatever_was_known_before() {
        let minute = Duration::from_secs(60);
        let ahead = [i64::MIN, -1, 0, 1, 59_999, 60_000, 3_600_000, i64::MAX];
        let times = ahead.map(|ms| Some(Next::At(Some(Time(NOW.0.saturating_add(ms))))));
        for next in times.into_iter().chain([None, Some(Next::At(None)), Some(Next::Soon), Some(Next::More)])
        {
            let sleep = sleep_until(next, NOW);
            assert!(sleep < minute, "{next:?}: {sleep:?}");
            assert!(next == Some(Next::More) || sleep >= Duration::from_secs(1), "{next:?}: {sleep:?}");
        }
    }

    #[test]
    fn nobody_sleeps_longer_than_until_what_is_due_next() {
        let sleep = |ms| sleep_until(Some(Next::At(Some(NOW.plus_ms(ms)))), NOW);
        assert_eq!(sleep(12_345), Duration::from_millis(12_345));
    }
}
