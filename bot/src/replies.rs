//! Interactions whose response is left to the outbox: the first attempt to deliver their public post is the response.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use data::InteractionId;
use tokio::{sync::oneshot, time::Instant};

/// The interactions that the outbox may respond to. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Replies(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    replies: HashMap<InteractionId, Reply>,
    /// Whether the outbox worker has ended.
    closed: bool,
}

impl Replies {
    /// Leaves an interaction with this token to the outbox, which may take it until `until`.
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

    /// Hands back every interaction that was left or will be, because the outbox worker has ended.
    pub(crate) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.replies.clear();
    }

    /// Takes an interaction that was left to the outbox. Dropping it hands it back.
    pub(crate) fn take(&self, interaction: InteractionId) -> Option<Reply> {
        self.waiting().replies.remove(&interaction)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An interaction that the outbox may respond to now.
pub struct Reply {
    interaction: InteractionId,
    token: String,
    until: Instant,
    given: oneshot::Sender<()>,
}

impl Reply {
    /// Returns the id of the interaction.
    pub fn interaction(&self) -> InteractionId {
        self.interaction
    }

    /// Returns the token to respond with.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the time until which it could be taken. Afterwards the task that left it sends another response.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Hands the interaction back, because the outcome of the response is unknown. Returns the token, so that the outbox can
    /// look for the response later.
    #[must_use]
    pub fn hand_back(self) -> String {
        self.token
    }

    /// Reports that the response was sent.
    pub(crate) fn given(self) {
        // The task that left it may have ended already.
        let _ = self.given.send(());
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply").field("interaction", &self.interaction).finish_non_exhaustive()
    }
}

/// An interaction that was left to the outbox. Dropping it takes it back.
#[derive(Debug)]
pub struct Left {
    replies: Replies,
    interaction: InteractionId,
    until: Instant,
    outcome: oneshot::Receiver<()>,
}

impl Left {
    /// Waits until the outbox has responded. Returns `false` if it was too late or failed. It will not respond any more then,
    /// but an attempt of unknown outcome may have got through.
    pub async fn given(mut self) -> bool {
        if let Ok(outcome) = tokio::time::timeout_at(self.until, &mut self.outcome).await {
            return outcome.is_ok();
        }
        drop(self.replies.take(self.interaction));
        // If the outbox has taken it, a response is on its way.
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

    /// Returns a time later than any test takes.
    fn late() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[tokio::test]
    async fn interaction_is_answered_once_or_handed_back() {
        let replies = Replies::default();
        let left = replies.leave(7.into(), "s3cret", late());
        let reply = replies.take(7.into()).expect("it was left");
        assert!(replies.take(7.into()).is_none(), "an interaction can be taken once");
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
    async fn interaction_is_taken_back_after_its_time() {
        let replies = Replies::default();
        assert!(!replies.leave(7.into(), "", Instant::now()).given().await);
        assert!(replies.take(7.into()).is_none());

        let past = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let left = replies.leave(8.into(), "", past);
        let reply = replies.take(8.into()).expect("it was left");
        let waiting = tokio::spawn(left.given());
        tokio::task::yield_now().await;
        reply.given();
        assert!(waiting.await.unwrap(), "waits for a response on its way");
    }

    #[tokio::test]
    async fn interaction_is_handed_back_after_the_worker() {
        let replies = Replies::default();
        let before = replies.leave(7.into(), "", late());
        replies.close();
        let after = replies.leave(8.into(), "", late());
        assert!(!before.given().await && !after.given().await);
    }
}
