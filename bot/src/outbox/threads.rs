//! The names of the threads that games are played in.

use std::time::Duration;

use data::{ChannelId, Due};
use play::failpoint::Failpoint;

use super::{Desk, Failure};
use crate::chat::{Chat, ChatError};

/// How long a rename may take. The other posts of the game wait meanwhile.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a rename is tried.
const MOST_TRIES: u32 = 3;

impl<C: Chat> Desk<C> {
    /// Renames the thread of a game. If that is not possible the thread keeps its name, and nobody is notified.
    pub(super) async fn rename_thread(
        &self,
        due: &Due,
        thread: ChannelId,
        name: &str,
    ) -> Result<(), Failure> {
        self.pass(Failpoint::Sending);
        let renamed = tokio::time::timeout(PATIENCE, self.chat.rename(thread, name)).await;
        match renamed.unwrap_or_else(|_| Err(ChatError::Unavailable(format!("no answer in {PATIENCE:?}")))) {
            Ok(()) => self.pass(Failpoint::Sent),
            Err(error) if may_pass(&error) && due.tries < MOST_TRIES => return Err(error.into()),
            // A refusal that is given up the usual way would show in `/status`, or suspend the game.
            Err(error) => tracing::warn!(game.id = %due.game, "thread not renamed: {error}"),
        }
        self.settle(due, None).await
    }
}

/// Whether another try can help.
const fn may_pass(error: &ChatError) -> bool {
    matches!(error, ChatError::Limited { .. } | ChatError::Unavailable(_) | ChatError::Astray)
}
