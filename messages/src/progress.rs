//! How far the drawing of a film has come, for a player who waits for it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

tokio::task_local! {
    /// The progress of the film that the current task draws.
    static WATCHED: Progress;
}

/// The progress of a film. Clones share it.
#[derive(Clone, Default, Debug)]
pub struct Progress(Arc<[AtomicUsize; 2]>);

impl Progress {
    /// Returns the progress of the current task's film, which nobody may be watching.
    pub(crate) fn current() -> Progress {
        WATCHED.try_with(Progress::clone).unwrap_or_default()
    }

    /// Records that picture `number` of `all` is being drawn.
    pub(crate) fn set(&self, number: usize, all: usize) {
        self.0[0].store(number, Ordering::Relaxed);
        self.0[1].store(all, Ordering::Relaxed);
    }

    /// Returns the picture that is being drawn and the number of all pictures, or `None` if none is drawn yet.
    #[must_use]
    pub fn get(&self) -> Option<(usize, usize)> {
        let [number, all] = [0, 1].map(|at: usize| self.0[at].load(Ordering::Relaxed));
        (all > 0).then_some((number, all))
    }

    /// Runs work whose films report their progress here.
    pub async fn watch<T>(&self, work: impl Future<Output = T>) -> T {
        WATCHED.scope(self.clone(), work).await
    }
}
