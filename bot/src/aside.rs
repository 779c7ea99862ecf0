//! Long computations beside everything else: on a thread of their own, less urgent than people's requests.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use tokio::sync::oneshot;

/// How much less urgent than other threads these are.
const NICE: i32 = 10;

/// Runs `work` on a thread with low priority. Returns `None` if it panics or there is no thread for it; the log says why.
pub(crate) async fn aside<T: Send + 'static>(
    name: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, outcome) = oneshot::channel();
    let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
        // On Linux, process 0 is the calling thread.
        if let Err(error) = rustix::process::setpriority_process(None, NICE) {
            tracing::warn!("lowering the priority of a thread failed: {error}");
        }
        match catch_unwind(AssertUnwindSafe(work)) {
            // Nobody waits for it if the program is ending.
            Ok(result) => drop(done.send(result)),
            Err(_) => tracing::error!(name, "a computation panicked"),
        }
    });
    if let Err(error) = started {
        tracing::error!(name, "starting a thread failed: {error}");
        return None;
    }
    outcome.await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_runs_aside_and_panics_alone() {
        let here = thread::current().id();
        let there = aside("test", move || thread::current().id()).await;
        assert!(there.is_some_and(|there| there != here));
        assert_eq!(aside("test", || panic!("the test wants it")).await, None::<()>);
    }
}
