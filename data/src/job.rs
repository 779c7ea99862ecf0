//! One piece of work for a thread of the store: what it does, and whom it answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::{StoreError, Tx, store::Failed};

/// What became of the transaction a job ran in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate<'a> {
    /// It is on disk, or the job has only read.
    Settled,
    /// SQLite undid it under this job, whose own error is the reason.
    Undone(&'a Failed),
    /// It is not on disk, for this reason, and neither is anything that the job has seen of earlier ones.
    Lost(&'a Failed),
}

/// Runs inside a transaction, says whether what it wrote is to stay, and hands over the answer once that is settled.
pub(crate) trait Job: Send {
    /// Runs; whether what it wrote is to stay. A panic is caught and means no.
    fn run(&mut self, tx: &Tx<'_>) -> bool;
    /// Answers whoever waits.
    fn answer(self: Box<Self>, fate: Fate<'_>);
}

/// The job made of a closure that answers with `T` or `E`.
pub(crate) struct Work<F, T, E> {
    work: Option<F>,
    /// `None` before it ran and after a panic.
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Work<F, T, E> {
    pub(crate) fn new(work: F) -> (Work<F, T, E>, oneshot::Receiver<Result<T, E>>) {
        let (reply, answer) = oneshot::channel();
        (Work { work: Some(work), result: None, reply }, answer)
    }
}

impl<F, T, E> Job for Work<F, T, E>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &Tx<'_>) -> bool {
        // A panic in one job must end neither the thread nor the transactions of the others.
        self.result = self.work.take().and_then(|work| catch_unwind(AssertUnwindSafe(|| work(tx))).ok());
        matches!(self.result, Some(Ok(_)))
    }

    fn answer(self: Box<Self>, fate: Fate<'_>) {
        let answer = match (fate, self.result) {
            (Fate::Settled, Some(result)) => result,
            (Fate::Settled, None) => Err(StoreError::Panicked.into()),
            (Fate::Undone(_), Some(Err(own))) => Err(own),
            (Fate::Undone(failed) | Fate::Lost(failed), _) => Err(failed.error().into()),
        };
        // Nobody waiting any more is no reason to undo what was committed.
        let _ = self.reply.send(answer);
    }
}
