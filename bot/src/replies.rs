//! Interactions whose answer is left to the outbox: what everybody is to see of them waits there, and the answer is the first
//! try to post it.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use data::InteractionId;
use tokio::{sync::oneshot, time::Instant};

/// The interactions that the outbox may answer. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Replies(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    replies: HashMap<InteractionId, Reply>,
    /// Whether the outbox takes no more.
    closed: bool,
}

impl Replies {
    /// Leaves an interaction to the outbox, which may take it until `until`. Its token is `token`.
    #[must_use]
    pub fn leave(&self, interaction: InteractionId, token: &str, until: Instant) -> Left {
        let (given, outcome) = oneshot::channel();
        let mut waiting = self.waiting();
        if !waiting.closed {
            let reply = Reply { interaction, token: token.to_owned(), until, given };
            waiting.replies.insert(interaction, reply);
        }
        Left { replies: self.clone(), interaction, until, outcome }
    }

    /// Hands everything back that was left, and that will be: the outbox is not worked on any more.
    pub(crate) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.replies.clear();
    }

    /// An interaction that was left to the outbox, and was not taken back. Dropping it hands it back.
    pub(crate) fn take(&self, interaction: InteractionId) -> Option<Reply> {
        self.waiting().replies.remove(&interaction)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An interaction that is still to be answered.
pub struct Reply {
    interaction: InteractionId,
    token: String,
    until: Instant,
    given: oneshot::Sender<()>,
}

impl Reply {
    /// The interaction.
    #[must_use]
    pub fn interaction(&self) -> InteractionId {
        self.interaction
    }

    /// The token to answer it with.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the time until which it could be taken. Afterwards the task that left it answers by itself.
    #[must_use]
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Hands it back, since nothing is heard of the answer; the token, to look later whether it was given.
    #[must_use]
    pub fn hand_back(self) -> String {
        self.token
    }

    /// Notes that it was answered.
    pub(crate) fn given(self) {
        // Who has left it does not have to wait.
        let _ = self.given.send(());
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply").field("interaction", &self.interaction).finish_non_exhaustive()
    }
}

/// An interaction that was left to the outbox; dropping it takes it back.
#[derive(Debug)]
pub struct Left {
    replies: Replies,
    interaction: InteractionId,
    until: Instant,
    outcome: oneshot::Receiver<()>,
}

impl Left {
    /// Waits until the outbox has answered. `false` if it has not come to it in time or has failed: it will not answer any more,
    /// though it may have, where nothing was heard of that.
    pub async fn given(mut self) -> bool {
        if let Ok(outcome) = tokio::time::timeout_at(self.until, &mut self.outcome).await {
            return outcome.is_ok();
        }
        drop(self.replies.take(self.interaction));
        // If it was there no more, the answer is under way.
        (&mut self.outcome).await.is_ok()
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        drop(self.replies.take(self.interaction));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Late enough for everything.
    fn late() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[tokio::test]
    async fn what_is_left_is_answered_once_or_handed_back() {
        let replies = Replies::default();
        let left = replies.leave(7.into(), "s3cret", late());
        let reply = replies.take(7.into()).expect("it was left");
        assert!(replies.take(7.into()).is_none(), "by one alone");
        assert!(!format!("{reply:?} {replies:?} {left:?}").contains("s3cret"));
        reply.given();
        assert!(left.given().await);

        let left = replies.leave(8.into(), "", late());
        drop(replies.take(8.into()));
        assert!(!left.given().await, "it was handed back");

        drop(replies.leave(9.into(), "", late()));
        assert!(replies.take(9.into()).is_none(), "it was taken back");
    }

    #[tokio::test]
    async fn what_nobody_comes_to_is_taken_back() {
        let replies = Replies::default();
        assert!(!replies.leave(7.into(), "", Instant::now()).given().await);
        assert!(replies.take(7.into()).is_none());

        let past = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let left = replies.leave(8.into(), "", past);
        let reply = replies.take(8.into()).expect("it was left");
        let waiting = tokio::spawn(left.given());
        tokio::task::yield_now().await;
        reply.given();
        assert!(waiting.await.unwrap(), "what is under way is waited for");
    }

    #[tokio::test]
    async fn what_is_left_when_nobody_works_on_the_outbox_is_handed_back() {
        let replies = Replies::default();
        let before = replies.leave(7.into(), "", late());
        replies.close();
        let after = replies.leave(8.into(), "", late());
        assert!(!before.given().await && !after.given().await);
    }
}
