//! Channels, threads and direct messages, all of which hold messages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use super::message::Message;
use super::messages::Messages;
use super::permission::Bits;
use crate::clock::{Millis, iso};

/// The number of messages kept in each channel. The oldest are dropped first.
pub(crate) const KEPT_MESSAGES: usize = 2_000;

pub(crate) const TEXT: u8 = 0;
pub(crate) const DIRECT: u8 = 1;
pub(crate) const CATEGORY: u8 = 4;
pub(crate) const ANNOUNCEMENT: u8 = 5;
pub(crate) const ANNOUNCEMENT_THREAD: u8 = 10;
pub(crate) const PUBLIC_THREAD: u8 = 11;
pub(crate) const PRIVATE_THREAD: u8 = 12;

/// A channel, a thread or a direct message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    /// Discord's channel type.
    pub(crate) kind: u8,
    pub(crate) guild: Option<Id>,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) parent: Option<Id>,
    pub(crate) position: usize,
    pub(crate) slowmode: u64,
    pub(crate) nsfw: bool,
    /// The permissions that single bots lack in this channel.
    pub(crate) denied: BTreeMap<Id, Bits>,
    /// The person and the bot of a direct message; empty elsewhere.
    pub(crate) recipients: Vec<Id>,
    pub(crate) thread: Option<Thread>,
    pub(crate) last_message: Option<Id>,
    pub(crate) last_pin: Option<Millis>,
    pub(crate) messages: Messages,
}

/// The part of a channel that only threads have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) changed: Millis,
    /// Minutes without activity after which the thread archives itself.
    pub(crate) auto_archive: u64,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    /// The members, each with the time of joining.
    pub(crate) members: BTreeMap<Id, Millis>,
    /// The number of messages ever sent, deleted ones included.
    pub(crate) sent: u64,
}

impl Channel {
    pub(crate) fn new(id: Id, kind: u8, guild: Option<Id>, name: &str) -> Self {
        Self {
            id,
            kind,
            guild,
            name: name.to_owned(),
            topic: None,
            parent: None,
            position: 0,
            slowmode: 0,
            nsfw: false,
            denied: BTreeMap::new(),
            recipients: Vec::new(),
            thread: None,
            last_message: None,
            last_pin: None,
            messages: Messages::default(),
        }
    }

    pub(crate) fn is_direct(&self) -> bool {
        self.kind == DIRECT
    }

    pub(crate) fn is_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// Returns whether this is an archived thread.
    pub(crate) fn is_archived(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.archived)
    }

    /// Returns Discord's channel object. For a direct message `recipients` is missing, since it depends on the viewer.
    pub(crate) fn json(&self) -> Value {
        let mut channel = json!({
            "id": self.id,
            "type": self.kind,
            "flags": 0,
            "last_message_id": self.last_message,
        });
        if let Some(at) = self.last_pin {
            channel["last_pin_timestamp"] = json!(iso(at));
        }
        if self.is_direct() {
            return channel;
        }
        channel["guild_id"] = json!(self.guild);
        channel["name"] = json!(self.name);
        channel["parent_id"] = json!(self.parent);
        channel["rate_limit_per_user"] = json!(self.slowmode);
        match &self.thread {
            Some(thread) => {
                channel["owner_id"] = json!(thread.owner);
                channel["thread_metadata"] = thread.metadata(self);
                channel["message_count"] =
                    json!(self.messages.values().filter(|message| message.counts()).count());
                channel["member_count"] = json!(thread.members.len().min(50));
                channel["total_message_sent"] = json!(thread.sent);
            }
            None => {
                channel["position"] = json!(self.position);
                channel["topic"] = json!(self.topic);
                channel["nsfw"] = json!(self.nsfw);
                channel["permission_overwrites"] = self
                    .denied
                    .iter()
                    .map(|(bot, deny)| json!({"id": bot, "type": 1, "allow": "0", "deny": deny.to_string()}))
                    .collect();
            }
        }
        channel
    }

    /// Drops the oldest messages over the limit and returns them.
    pub(crate) fn forget_oldest(&mut self) -> Vec<Message> {
        let mut gone = Vec::new();
        while self.messages.len() > KEPT_MESSAGES {
            gone.extend(self.messages.pop_first());
        }
        gone
    }
}

impl Thread {
    fn metadata(&self, channel: &Channel) -> Value {
        let mut data = json!({
            "archived": self.archived,
            "archive_timestamp": iso(self.changed),
            "auto_archive_duration": self.auto_archive,
            "locked": self.locked,
            "create_timestamp": iso(channel.id.created()),
        });
        if channel.kind == PRIVATE_THREAD {
            data["invitable"] = json!(self.invitable);
        }
        data
    }

    /// Returns Discord's thread member object, or `None` if the user has not joined.
    pub(crate) fn member_json(&self, thread: Id, user: Id) -> Option<Value> {
        self.members
            .get(&user)
            .map(|joined| json!({"id": thread, "user_id": user, "join_timestamp": iso(*joined), "flags": 1}))
    }
}
