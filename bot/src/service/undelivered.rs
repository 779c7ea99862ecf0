//! Adds messages that could not be delivered to the next private response.

use data::{OutboxId, Undelivered};

use super::core::{Caller, Service};
use crate::{text, view::Response};

/// The most characters of a message.
const LONGEST: usize = 2000;

impl Service {
    /// Adds undelivered messages to a private response: notices that the caller's closed direct messages refused, and posts
    /// that failed in their channel. Returns the entries that were added, for [`Service::mark_delivered`]. It never fails,
    /// because the response matters more.
    pub async fn add_undelivered(&self, caller: &Caller, answer: &mut Response) -> Vec<OutboxId> {
        let (Response::Ephemeral(post) | Response::Public(post)) = answer else { return Vec::new() };
        let mut told = Vec::new();
        for one in self.undelivered(caller).await {
            let line = text::undelivered(&one);
            if !post.content.contains(&line) {
                let gap = if post.content.is_empty() || !told.is_empty() { "\n" } else { "\n\n" };
                let both = format!("{}{gap}{line}", post.content).trim_start().to_owned();
                // The rest waits for the next response.
                if both.chars().count() > LONGEST {
                    break;
                }
                post.content = both;
            }
            told.push(one.row);
        }
        told
    }

    /// Returns whether [`Service::add_undelivered`] would add nothing.
    pub async fn nothing_undelivered(&self, caller: &Caller) -> bool {
        self.undelivered(caller).await.is_empty()
    }

    async fn undelivered(&self, caller: &Caller) -> Vec<Undelivered> {
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
