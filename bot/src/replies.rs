//! Interactions whose answer is left to the outbox: what everybody is to see of them waits there, and the answer is the first
//! try to post it.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use data::InteractionId;
use tokio::sync::oneshot;

/// The interactions that the outbox may answer. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Replies(Arc<Mutex<HashMap<InteractionId, Reply>>>);

impl Replies {
    /// Leaves an interaction to the outbox. Its token is `token`.
    #[must_use]
    pub fn leave(&self, interaction: InteractionId, token: &str) -> Left {
        let (given, outcome) = oneshot::channel();
        self.waiting().insert(interaction, Reply { interaction, token: token.to_owned(), given });
        Left { replies: self.clone(), interaction, outcome }
    }

    /// An interaction that was left to the outbox, and was not taken back. Dropping it hands it back.
    pub(crate) fn take(&self, interaction: InteractionId) -> Option<Reply> {
        self.waiting().remove(&interaction)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<InteractionId, Reply>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An interaction that is still to be answered.
pub struct Reply {
    interaction: InteractionId,
    token: String,
    given: oneshot::Sender<()>,
}

impl Reply {
    /// The interaction.
    #[must_use]
    pub fn interaction(&self) -> InteractionId {
        self.interaction
    }

    /// What it is answered by.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
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
    outcome: oneshot::Receiver<()>,
}

impl Left {
    /// Waits until the outbox has answered. `false` if it has not come to it for so long, or could not: then it never will.
    pub async fn given(mut self, patience: Duration) -> bool {
        if let Ok(outcome) = tokio::time::timeout(patience, &mut self.outcome).await {
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
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn what_is_left_is_answered_once_or_handed_back() {
        let replies = Replies::default();
        let left = replies.leave(7.into(), "s3cret");
        let reply = replies.take(7.into()).expect("it was left");
        assert!(replies.take(7.into()).is_none(), "by one alone");
        assert!(!format!("{reply:?} {replies:?} {left:?}").contains("s3cret"));
        reply.given();
        assert!(left.given(LONG).await);

        let left = replies.leave(8.into(), "");
        drop(replies.take(8.into()));
        assert!(!left.given(LONG).await, "it was handed back");

        drop(replies.leave(9.into(), ""));
        assert!(replies.take(9.into()).is_none(), "it was taken back");
    }

    #[tokio::test]
    async fn what_nobody_comes_to_is_taken_back() {
        let replies = Replies::default();
        assert!(!replies.leave(7.into(), "").given(Duration::ZERO).await);
        assert!(replies.waiting().is_empty());

        let left = replies.leave(8.into(), "");
        let reply = replies.take(8.into()).expect("it was left");
        let waiting = tokio::spawn(left.given(Duration::ZERO));
        tokio::task::yield_now().await;
        reply.given();
        assert!(waiting.await.unwrap(), "what is under way is waited for");
    }
}
