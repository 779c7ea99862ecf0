//! The thinkers: tasks that let machines think about due turns, each on a thread of its own.
//!
//! A thought is claimed in one transaction, computed outside of any, and entered in another one. If the program ends in between, the
//! next one finds the thought in the store, and comes to the same move.

use std::time::Duration;

use engine::think;
use play::{
    failpoint::Failpoint,
    service::{Problem, Service},
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::thinking::{Thinking, compute};

/// How long a machine may think. It then plays the best turn that it has found.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long its thread may take to notice that it is stopped. Together with [`PATIENCE`] this is less than a claim lasts.
const GRACE: Duration = Duration::from_secs(10);
/// The longest sleep between two looks for due thoughts.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// The sleep after the store or a thinker has failed.
const TROUBLED_SLEEP: Duration = Duration::from_secs(10);

/// Lets `count` thinkers work until `stop`. They share the slots of `thinking` with hints and puzzles.
pub async fn run(service: Service, thinking: Thinking, count: usize, stop: CancellationToken) {
    if count == 0
        && let Err(error) = service.show_missing_machines().await
    {
        tracing::error!("updating the boards of games with machines failed: {error:#}");
    }
    keep(count, TROUBLED_SLEEP, &stop, || work(service.clone(), thinking.clone(), stop.clone())).await;
}

/// Runs `count` workers until they end. A worker that panics starts again after a pause.
async fn keep<W>(count: usize, pause: Duration, stop: &CancellationToken, worker: impl Fn() -> W)
where
    W: Future<Output = ()> + Send + 'static,
{
    let mut workers = JoinSet::new();
    for _ in 0..count {
        workers.spawn(worker());
    }
    while let Some(ended) = workers.join_next().await {
        let Err(error) = ended else { continue };
        tracing::error!("a thinker panicked: {error}");
        let (stop, again) = (stop.clone(), worker());
        workers.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = async { tokio::time::sleep(pause).await; again.await } => {}
            }
        });
    }
}

/// Computes due thoughts until `stop`.
async fn work(service: Service, thinking: Thinking, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    loop {
        let woken = service.thinkers().notified();
        let sleep = tokio::select! {
            () = stop.cancelled() => break,
            sleep = think_next(&service, &thinking) => sleep,
        };
        tokio::select! {
            () = stop.cancelled() => break,
            () = woken => {}
            Ok(()) = jumps.changed() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
}

/// Computes and enters the next due thought. Returns how long to sleep after that.
async fn think_next(service: &Service, thinking: &Thinking) -> Duration {
    // Thinkers look after each move of a person, and mostly nothing is due.
    let sleep = until_next(service).await;
    if !sleep.is_zero() {
        return sleep;
    }
    // A claim lasts a minute, so the slot comes first.
    let Some(_slot) = thinking.slot().await else { return LONGEST_SLEEP };
    match service.claim_thought().await {
        Ok(Some(problem)) => {
            if let Err(error) = solve(service, problem).await {
                tracing::error!("entering the turn of a machine failed: {error:#}");
                return TROUBLED_SLEEP;
            }
            Duration::ZERO
        }
        Ok(None) => until_next(service).await,
        Err(error) => {
            tracing::error!("claiming a thought failed: {error:#}");
            TROUBLED_SLEEP
        }
    }
}

async fn until_next(service: &Service) -> Duration {
    match service.next_thought().await {
        Ok(Some(due)) => {
            let ahead = Duration::try_from(due.duration_since(service.now())).unwrap_or_default();
            ahead.min(LONGEST_SLEEP)
        }
        Ok(None) => LONGEST_SLEEP,
        Err(error) => {
            tracing::error!("looking for due thoughts failed: {error}");
            TROUBLED_SLEEP
        }
    }
}

async fn solve(service: &Service, problem: Problem) -> Result<(), play::Error> {
    let Problem { thought, request } = problem;
    service.failpoints().pass(Failpoint::Thinking);
    let turn = compute(PATIENCE, GRACE, move |stop| think(&request, stop)).await;
    service.failpoints().pass(Failpoint::Thought);
    match turn {
        Some(turn) => service.enter_thought(thought, turn).await,
        None => {
            tracing::error!(game = %thought.game, seat = %thought.seat, ply = thought.ply, "a machine failed to think");
            service.fail_thought(thought).await
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    #[tokio::test]
    async fn worker_that_panics_starts_again() {
        let starts = Arc::new(AtomicUsize::new(0));
        let counted = starts.clone();
        let worker = || {
            let starts = counted.clone();
            async move {
                assert!(starts.fetch_add(1, Ordering::Relaxed) > 0, "the test wants it");
            }
        };
        keep(1, Duration::ZERO, &CancellationToken::new(), worker).await;
        assert_eq!(starts.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn ending_program_waits_for_no_worker() {
        let stop = CancellationToken::new();
        stop.cancel();
        let begun = std::time::Instant::now();
        keep(1, Duration::from_secs(60), &stop, || async { panic!("the test wants it") }).await;
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
