//! Where machines think: for games, hints and puzzles, all together on at most as many threads as the bot has thinkers.
//!
//! Everything that thinks takes a slot first. Slots are given in the order of asking, and only one hint and one search for a puzzle
//! ask at a time. A machine that is to move so waits for one hint and one thought about a puzzle at most.

use std::{pin::pin, sync::Arc, time::Duration};

use engine::{Request, Stop, Thought, think};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::aside::aside;

/// How long a hint waits for a slot. Discord accepts the response to a deferred interaction for fifteen minutes, but nobody
/// waits that long.
const QUEUE: Duration = Duration::from_secs(30);
/// How long a thought about a hint may take. It then ends with the best that it has found.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a thread may take to notice that it is stopped. It needs some milliseconds.
const GRACE: Duration = Duration::from_secs(5);

/// The slots for thoughts. Clones share them.
#[derive(Clone)]
pub struct Thinking {
    slots: Arc<Semaphore>,
    hints: Arc<Semaphore>,
}

/// The right to think. Dropping it lets the next one think.
pub type Slot = OwnedSemaphorePermit;

impl Thinking {
    /// Creates slots for as many thoughts at a time as there are thinkers. One is left for hints and puzzles where machines do not play.
    #[must_use]
    pub fn new(thinkers: usize) -> Thinking {
        Thinking { slots: Arc::new(Semaphore::new(thinkers.max(1))), hints: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for a slot. `None` means that the program is ending.
    pub async fn slot(&self) -> Option<Slot> {
        self.slots.clone().acquire_owned().await.ok()
    }

    /// Returns what a machine thinks for a hint, or `None` if too many are thinking already or it fails.
    pub async fn think(&self, request: Request) -> Option<Thought> {
        self.think_within(QUEUE, request).await
    }

    async fn think_within(&self, queue: Duration, request: Request) -> Option<Thought> {
        let slots = async {
            let turn = self.hints.acquire().await.ok()?;
            Some((turn, self.slot().await?))
        };
        let (_turn, _slot) = timeout(queue, slots).await.ok()??;
        compute(PATIENCE, GRACE, move |stop| think(&request, stop)).await
    }
}

/// Stops a thought when nobody waits for it any more.
struct StopWhenDropped(Arc<Stop>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Computes a thought on a thread of its own. After `patience` it is stopped, and returns the best that it has found. Returns `None` if
/// it panics, or does not end within `grace` after that.
pub(crate) async fn compute<T: Send + 'static>(
    patience: Duration,
    grace: Duration,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Option<T> {
    let stop = Arc::new(Stop::new());
    let flag = stop.clone();
    let stop = StopWhenDropped(stop);
    let mut thought = pin!(aside("thinker", move || work(&flag)));
    if let Ok(thought) = timeout(patience, &mut thought).await {
        return thought;
    }
    tracing::warn!(?patience, "a machine thought too long and was stopped");
    stop.0.stop();
    let ended = timeout(grace, thought).await;
    if ended.is_err() {
        tracing::error!(?grace, "a machine's thread does not stop, so its thought is given up");
    }
    ended.ok().flatten()
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread};

    use play::{
        fixture::{ANN, BOB, Fixture},
        service::HintWish,
    };

    use super::*;

    const SOON: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn stopped_thought_returns_its_best() {
        let best = compute(SOON, LONG, |stop| {
            while !stop.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            "the best so far"
        });
        assert_eq!(best.await, Some("the best so far"));
    }

    #[tokio::test]
    async fn thread_that_does_not_stop_is_given_up() {
        let (ends, ended) = mpsc::channel::<()>();
        let stuck = compute(SOON, SOON, move |_| {
            let _ = ended.recv();
        });
        assert_eq!(timeout(LONG, stuck).await, Ok(None));
        drop(ends);
    }

    #[tokio::test]
    async fn panic_of_a_thought_returns_nothing() {
        assert_eq!(compute(LONG, LONG, |_| panic!("the test wants it")).await, None::<()>);
    }

    #[tokio::test]
    async fn abandoned_thought_is_stopped() {
        let (stopped, was_stopped) = mpsc::channel();
        let waits = compute(LONG, LONG, move |stop| {
            while !stop.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = stopped.send(());
        });
        assert!(timeout(SOON, waits).await.is_err());
        was_stopped.recv_timeout(LONG).unwrap();
    }

    #[tokio::test]
    async fn hint_waits_until_a_machine_has_thought() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | none", &[BOB]).await;
        world.service.resign(&world.by(ANN), id).await.unwrap();
        let wish = HintWish { game: Some(id), turn: Some(0) };
        let request = world.service.hint(&world.by(ANN), wish).await.unwrap().request;
        let thinking = Thinking::new(1);
        let machine = thinking.slot().await.unwrap();
        assert_eq!(
            thinking.think_within(SOON, request.clone()).await,
            None,
            "machines are busy for too long"
        );
        let mut hint = pin!(thinking.think(request));
        assert!(timeout(SOON, &mut hint).await.is_err(), "one thought at a time");
        drop(machine);
        assert!(timeout(LONG, hint).await.unwrap().is_some());
    }
}
