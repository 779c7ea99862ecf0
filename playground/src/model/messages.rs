//! The messages of a channel. Copies share them, so that a copy of the whole world costs little.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::id::Id;
use super::message::Message;

/// The messages of a channel by id, oldest first. A change of a message copies it only while a copy of the world shares it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages(BTreeMap<Id, Arc<Message>>);

impl Messages {
    pub(crate) fn get(&self, id: &Id) -> Option<&Message> {
        self.0.get(id).map(|message| &**message)
    }

    pub(crate) fn get_mut(&mut self, id: &Id) -> Option<&mut Message> {
        self.0.get_mut(id).map(Arc::make_mut)
    }

    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &Message> {
        self.0.values().map(|message| &**message)
    }

    pub(crate) fn insert(&mut self, id: Id, message: Message) {
        self.0.insert(id, Arc::new(message));
    }

    pub(crate) fn remove(&mut self, id: &Id) -> Option<Message> {
        self.0.remove(id).map(Arc::unwrap_or_clone)
    }

    /// Removes the oldest message.
    pub(crate) fn pop_first(&mut self) -> Option<Message> {
        self.0.pop_first().map(|(_, message)| Arc::unwrap_or_clone(message))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(id, message)| (id, &**message)))
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let messages = BTreeMap::<Id, Message>::deserialize(from)?;
        Ok(Self(messages.into_iter().map(|(id, message)| (id, Arc::new(message))).collect()))
    }
}
