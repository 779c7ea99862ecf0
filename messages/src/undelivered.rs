//! Adds messages that could not be delivered to the next private response.

use data::OutboxId;
use play::content::Missed;

use crate::{text, view::Response};

/// The most characters of a message.
const LONGEST: usize = 2000;

/// Adds undelivered messages to a private response. Returns the entries that were added. Messages that are no longer news
/// are added without words. Messages that do not fit wait for the next response.
pub fn add(undelivered: &[Missed], response: &mut Response) -> Vec<OutboxId> {
    let (Response::Ephemeral(post) | Response::Public(post)) = response else { return Vec::new() };
    let mut added = Vec::new();
    for one in undelivered {
        if let Some(line) = text::undelivered(one).filter(|line| !post.content.contains(line)) {
            let gap = if post.content.is_empty() || !added.is_empty() { "\n" } else { "\n\n" };
            let both = format!("{}{gap}{line}", post.content).trim_start().to_owned();
            if both.chars().count() > LONGEST {
                break;
            }
            post.content = both;
        }
        added.push(one.entry.row);
    }
    added
}
