//! The open pages, each of which receives what its person may see.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::model::Id;

/// The number of frames that may wait for a slow page. Then it is cut off, and connects again.
const WAITING_FRAMES: usize = 1_024;

/// The open pages, each with its person.
#[derive(Default)]
pub(crate) struct Feeds(Vec<(Id, mpsc::Sender<String>)>);

impl Feeds {
    pub(crate) fn open(&mut self, person: Id) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel(WAITING_FRAMES);
        self.0.push((person, sender));
        receiver
    }

    /// Returns the people who have a page open.
    pub(crate) fn people(&self) -> BTreeSet<Id> {
        self.0.iter().map(|(owner, _)| *owner).collect()
    }

    /// Returns whether a person has a page open.
    pub(crate) fn has(&self, person: Id) -> bool {
        self.0.iter().any(|(owner, _)| *owner == person)
    }

    /// Sends a frame to every page of a person, and forgets pages that are closed or too slow.
    pub(crate) fn send(&mut self, person: Id, kind: &str, data: &Value) {
        if !self.has(person) {
            return;
        }
        let frame = json!({"type": kind, "data": data}).to_string();
        self.0.retain(|(owner, page)| *owner != person || page.try_send(frame.clone()).is_ok());
    }
}
