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
        let Answer::Whisper(post) = answer else { return Vec::new() };
        let (person, channel) = (asker.person, asker.channel);
        let untold: Vec<Untold> = match self.store.read(move |tx| tx.untold(person, channel)).await {
            Ok(untold) if !untold.is_empty() => untold,
            Ok(_) => return Vec::new(),
            Err(error) => {
                tracing::error!("it cannot be seen what was not told: {error:#}");
                return Vec::new();
            }
        };
        let mut told = Vec::new();
        for one in untold {
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
