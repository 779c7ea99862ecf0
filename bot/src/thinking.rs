//! Thoughts of machines for people who wait for them, such as hints.

use std::{pin::pin, sync::Arc, time::Duration};

use engine::{Request, Stop, Thought, think};
use tokio::{sync::Semaphore, time::timeout};

use crate::aside::aside;

/// How many thoughts are computed at a time.
const AT_ONCE: usize = 1;
/// How long a thought waits for its turn. Discord accepts the response to a deferred interaction for fifteen minutes, but nobody
/// waits that long.
const QUEUE: Duration = Duration::from_secs(30);
/// How long a thought may take. It then ends with the best that it has found.
const PATIENCE: Duration = Duration::from_secs(10);

/// The thoughts that are computed for people. Clones share their limit.
#[derive(Clone)]
pub struct Thinking(Arc<Semaphore>);

impl Default for Thinking {
    fn default() -> Self {
        Thinking(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Thinking {
    /// Returns what a machine thinks, or `None` if too many are thinking already or it fails.
    pub async fn think(&self, request: Request) -> Option<Thought> {
        let slot = timeout(QUEUE, self.0.clone().acquire_owned()).await.ok()?.ok()?;
        let stop = Arc::new(Stop::new());
        let flag = stop.clone();
        // The slot goes along, so that it is free only when the thread has ended.
        let work = move || {
            let thought = think(&request, &flag);
            drop(slot);
            thought
        };
        let mut thought = pin!(aside("hint", work));
        match timeout(PATIENCE, &mut thought).await {
            Ok(thought) => thought,
            Err(_) => {
                stop.stop();
                thought.await
            }
        }
    }
}
