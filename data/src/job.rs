//! A job for one of the store's threads: the work, and the caller who waits for its result.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::{
    error::{StoreError, Unwritable},
    sql,
    tx::Tx,
};

/// Why no job of a batch is on disk.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) why: String,
    pub(crate) unwritable: Option<Unwritable>,
    /// The job whose statement made SQLite roll everything back, if there was one.
    pub(crate) under: Option<usize>,
}

impl Failed {
    /// Returns the failure of a transaction that met others too often.
    pub(crate) fn of_conflicts(tries: u32) -> Failed {
        let why = format!("other transactions came between {tries} times");
        Failed { why, unwritable: None, under: None }
    }

    /// Returns the failure of a transaction that waited too long for another one. `by_standby` says whether a commit waits for a standby.
    pub(crate) fn of_lock(by_standby: bool) -> Failed {
        let hint = if by_standby { "; a commit waits for a standby: is one connected?" } else { "" };
        let why = format!("another transaction held a lock for too long{hint}");
        Failed { why, unwritable: Some(Unwritable::Locked), under: None }
    }

    /// Returns the failure of a transaction of a store whose place another one has taken.
    pub(crate) fn of_lost_place() -> Failed {
        let why = "another Petri has taken over the database".to_owned();
        Failed { why, unwritable: Some(Unwritable::Locked), under: None }
    }

    /// Returns the failure of a transaction of a store that gives up its place, because its machine has a wrong clock.
    pub(crate) fn of_wrong_clock(why: String) -> Failed {
        Failed { why, unwritable: Some(Unwritable::Locked), under: None }
    }

    /// Returns the failure of a transaction that continued after a statement had failed.
    pub(crate) fn of_swallowed() -> Failed {
        let why = "a statement failed, and the transaction continued".to_owned();
        Failed { why, unwritable: None, under: None }
    }

    /// Returns the error for jobs whose own work was good.
    pub(crate) fn error(&self) -> StoreError {
        StoreError::NotCommitted { why: self.why.clone(), unwritable: self.unwritable }
    }
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Self {
        sql::Error::from(error).into()
    }
}

impl From<sql::Error> for Failed {
    fn from(error: sql::Error) -> Self {
        Failed { why: error.to_string(), unwritable: error.unwritable(), under: None }
    }
}

/// The outcome of the transaction of a job.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate<'a> {
    /// The transaction is on disk, or the job only read.
    Settled,
    /// SQLite rolled the transaction back under this job, whose own error is the reason.
    Undone(&'a Failed),
    /// The transaction failed for this reason. Neither this job nor the earlier ones in it are on disk.
    Lost(&'a Failed),
}

/// Work that runs inside a transaction and returns its result when the transaction is settled.
pub(crate) trait Job: Send {
    /// Runs the work and returns whether its writes should be kept. A panic is caught and counts as no. Another run replaces the
    /// result of this one.
    fn run(&mut self, tx: &Tx<'_>) -> bool;
    /// Replaces the result of a run. The caller gets this error if the transaction is settled.
    fn fail(&mut self, error: StoreError);
    /// Sends the result to the caller.
    fn answer(self: Box<Self>, fate: Fate<'_>);
}

/// A job made of a closure that returns `Result<T, E>`.
pub(crate) struct Work<F, T, E> {
    work: F,
    /// `None` before the run and after a panic.
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Work<F, T, E> {
    pub(crate) fn new(work: F) -> (Work<F, T, E>, oneshot::Receiver<Result<T, E>>) {
        let (reply, answer) = oneshot::channel();
        (Work { work, result: None, reply }, answer)
    }
}

impl<F, T, E> Job for Work<F, T, E>
where
    F: Fn(&Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &Tx<'_>) -> bool {
        // A panic in one job must not end the thread or the transactions of other jobs.
        self.result = catch_unwind(AssertUnwindSafe(|| (self.work)(tx))).ok();
        matches!(self.result, Some(Ok(_)))
    }

    fn fail(&mut self, error: StoreError) {
        self.result = Some(Err(error.into()));
    }

    fn answer(self: Box<Self>, fate: Fate<'_>) {
        let answer = match (fate, self.result) {
            (Fate::Settled, Some(result)) => result,
            (Fate::Settled, None) => Err(StoreError::Panicked.into()),
            (Fate::Undone(_), Some(Err(own))) => Err(own),
            (Fate::Undone(failed) | Fate::Lost(failed), _) => Err(failed.error().into()),
        };
        // A caller who no longer waits is not a reason to undo a commit.
        let _ = self.reply.send(answer);
    }
}
