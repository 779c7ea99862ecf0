//! The thinkers: threads on which machines think, and the tasks that bring them due thoughts.
//!
//! A thought is claimed in one transaction, computed outside of any, and entered in another one. If the program ends in between, the
//! next one finds the thought in the store, and comes to the same move.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

use engine::{Request, Stop, Thought, think};
use play::{
    failpoint::Failpoint,
    service::{Problem, Service},
};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// How long a machine may think. It then plays the best turn that it has found.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest sleep between two looks for due thoughts.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// The sleep after the store has failed.
const TROUBLED_SLEEP: Duration = Duration::from_secs(10);
/// How much less urgent than other threads a thinker is. People's requests come first.
const NICE: i32 = 10;

/// A thought to compute on a thinker's thread, and where its outcome goes. `None` means that the engine failed.
struct Job {
    request: Request,
    stop: Arc<Stop>,
    done: oneshot::Sender<Option<Thought>>,
}

/// Lets `count` thinkers work until `stop`.
pub async fn run(service: Service, count: usize, stop: CancellationToken) {
    if let Err(error) = service.release_thoughts().await {
        tracing::error!("taking over the thoughts of machines failed: {error}");
    }
    let mut thinkers = JoinSet::new();
    for _ in 0..count {
        match start() {
            Ok(thread) => drop(thinkers.spawn(work(service.clone(), thread, stop.clone()))),
            Err(error) => tracing::error!("starting a thinker failed: {error}"),
        }
    }
    while thinkers.join_next().await.is_some() {}
}

/// Starts a thinker's thread. It ends when the sender is dropped.
fn start() -> io::Result<mpsc::Sender<Job>> {
    let (jobs, mut queue) = mpsc::channel::<Job>(1);
    thread::Builder::new().name("thinker".to_owned()).spawn(move || {
        // On Linux, process 0 is the calling thread.
        if let Err(error) = rustix::process::setpriority_process(None, NICE) {
            tracing::warn!("lowering the priority of a thinker failed: {error}");
        }
        while let Some(Job { request, stop, done }) = queue.blocking_recv() {
            let thought = catch_unwind(AssertUnwindSafe(|| think(&request, &stop))).ok();
            // Nobody waits for it if the program is ending.
            let _ = done.send(thought);
        }
    })?;
    Ok(jobs)
}

/// Brings due thoughts to a thinker until `stop`.
async fn work(service: Service, thinker: mpsc::Sender<Job>, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    loop {
        let woken = service.thinkers().notified();
        let sleep = tokio::select! {
            () = stop.cancelled() => break,
            sleep = think_next(&service, &thinker) => sleep,
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
async fn think_next(service: &Service, thinker: &mpsc::Sender<Job>) -> Duration {
    match service.claim_thought().await {
        Ok(Some(problem)) => {
            if let Err(error) = solve(service, problem, thinker).await {
                tracing::error!("entering the turn of a machine failed: {error:#}");
                return TROUBLED_SLEEP;
            }
            Duration::ZERO
        }
        Ok(None) => until_next(service).await,
        Err(error) => {
            tracing::error!("looking for due thoughts failed: {error:#}");
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
        Err(_) => TROUBLED_SLEEP,
    }
}

async fn solve(service: &Service, problem: Problem, thinker: &mpsc::Sender<Job>) -> Result<(), play::Error> {
    let Problem { thought, request } = problem;
    service.failpoints().pass(Failpoint::Thinking);
    let (stop, (done, outcome)) = (Arc::new(Stop::new()), oneshot::channel());
    let watched = stop.clone();
    if thinker.send(Job { request, stop, done }).await.is_err() {
        return service.fail_thought(thought).await;
    }
    let mut outcome = std::pin::pin!(outcome);
    let turn = match tokio::time::timeout(PATIENCE, &mut outcome).await {
        Ok(turn) => turn,
        Err(_) => {
            tracing::warn!(game = %thought.game, seat = %thought.seat, ply = thought.ply, "a machine thought too long");
            watched.stop();
            outcome.await
        }
    };
    service.failpoints().pass(Failpoint::Thought);
    match turn {
        Ok(Some(turn)) => service.enter_thought(thought, turn).await,
        _ => {
            tracing::error!(game = %thought.game, seat = %thought.seat, ply = thought.ply, "a machine failed to think");
            service.fail_thought(thought).await
        }
    }
}
