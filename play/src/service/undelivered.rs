//! Messages that could not be delivered.

use data::{OutboxId, Undelivered};

use super::core::{Caller, Service};

impl Service {
    /// Returns the messages that could not be delivered to the caller: notices that their closed direct messages refused, and
    /// posts that failed in their channel. If reading them fails, it returns none and logs the error, because the response
    /// that they are added to matters more.
    pub async fn undelivered(&self, caller: &Caller) -> Vec<Undelivered> {
        let (person, channel) = (caller.person, caller.channel);
        self.store.read(move |tx| tx.undelivered(person, channel)).await.unwrap_or_else(|error| {
            tracing::error!("reading undelivered notices failed: {error:#}");
            Vec::new()
        })
    }

    /// Records that the caller has received these entries.
    pub async fn mark_delivered(&self, rows: Vec<OutboxId>) {
        if rows.is_empty() {
            return;
        }
        let at = self.now();
        if let Err(error) = self.store.write(move |tx| tx.mark_delivered(&rows, at)).await {
            tracing::error!("marking notices as delivered failed: {error:#}");
        }
    }
}
