//! What could not be sent or posted is told with the next private answer.

use data::{OutboxId, Untold};

use super::{Asker, Service};
use crate::{text, view::Answer};

/// The most characters of a message.
const LONGEST: usize = 2000;

impl Service {
    /// Adds to a private answer what the asker does not know yet: lines that their closed direct messages have refused, and
    /// what could not be posted in their channel. Gives the rows of what was added, for [`Service::told`]. It never fails:
    /// the answer is more important.
    pub async fn add_untold(&self, asker: &Asker, answer: &mut Answer) -> Vec<OutboxId> {
        let (Answer::Whisper(post) | Answer::Told(post)) = answer else { return Vec::new() };
        let mut told = Vec::new();
        for one in self.untold(asker).await {
            let line = text::untold(&one);
            if !post.content.contains(&line) {
                let gap = if post.content.is_empty() || !told.is_empty() { "\n" } else { "\n\n" };
                let both = format!("{}{gap}{line}", post.content).trim_start().to_owned();
                // What does not fit waits for the next answer.
                if both.chars().count() > LONGEST {
                    break;
                }
                post.content = both;
            }
            told.push(one.row);
        }
        told
    }

    /// Whether there is nothing that [`Service::add_untold`] would add.
    pub async fn nothing_untold(&self, asker: &Asker) -> bool {
        self.untold(asker).await.is_empty()
    }

    async fn untold(&self, asker: &Asker) -> Vec<Untold> {
        let (person, channel) = (asker.person, asker.channel);
        self.store.read(move |tx| tx.untold(person, channel)).await.unwrap_or_else(|error| {
            tracing::error!("it cannot be seen what was not told: {error:#}");
            Vec::new()
        })
    }

    /// Notes that people have been told.
    pub async fn told(&self, rows: Vec<OutboxId>) {
        if rows.is_empty() {
            return;
        }
        let at = self.now();
        if let Err(error) = self.store.write(move |tx| tx.told(&rows, at)).await {
            tracing::error!("it cannot be noted what was told: {error:#}");
        }
    }
}
