//! The worker that does what is due at a time: clocks that run out.
//!
//! What is due stands in the store and is found there by its time. So nothing is forgotten when the program ends, and it
//! does not matter how many games wait for their time.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::service::{Next, Service};

/// The longest sleep between two looks.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// The shortest, unless there is more to do.
const SHORTEST_SLEEP: Duration = Duration::from_secs(1);
/// The sleep while games get lost time back: their boards are edited a few at a time.
const SHORT_SLEEP: Duration = Duration::from_secs(5);
/// The sleep while there is no connection. Nobody can move then, so nobody's time may run out.
const OFFLINE_SLEEP: Duration = Duration::from_secs(1);

/// Does what is due until `stop`, while `online` says that people can reach the bot.
pub async fn run(service: Service, online: impl AsyncFn() -> bool, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    loop {
        let sleep = if online().await { tick(&service).await } else { OFFLINE_SLEEP };
        tokio::select! {
            () = stop.cancelled() => return,
            Ok(()) = jumps.changed() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
}

async fn tick(service: &Service) -> Duration {
    match service.tick().await {
        Ok(Next::More) => Duration::ZERO,
        Ok(Next::Soon) => SHORT_SLEEP,
        Ok(Next::At(None)) => LONGEST_SLEEP,
        Ok(Next::At(Some(due))) => {
            let ahead = Duration::from_millis((due.0 - service.now().0).max(0).unsigned_abs());
            // What is due still could not be done, nor put off.
            ahead.clamp(SHORTEST_SLEEP, LONGEST_SLEEP)
        }
        Err(error) => {
            tracing::error!("what is due cannot be done: {error:#}");
            LONGEST_SLEEP
        }
    }
}
