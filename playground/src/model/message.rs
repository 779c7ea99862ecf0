//! Messages, with their attachments, references and reactions.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use crate::clock::Millis;

pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
pub(crate) const HAS_THREAD: u64 = 1 << 5;
pub(crate) const EPHEMERAL: u64 = 1 << 6;
pub(crate) const LOADING: u64 = 1 << 7;
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
pub(crate) const HAS_SNAPSHOT: u64 = 1 << 14;
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

pub(crate) const PLAIN: u8 = 0;
pub(crate) const PINNED: u8 = 6;
pub(crate) const REPLY: u8 = 19;
pub(crate) const CHAT_COMMAND: u8 = 20;
pub(crate) const THREAD_STARTER: u8 = 21;
pub(crate) const CONTEXT_COMMAND: u8 = 23;

/// A message. It stores ids only; names and addresses are looked up when it is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    /// Discord's message type.
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) sent: Millis,
    pub(crate) edited: Option<Millis>,
    pub(crate) tts: bool,
    pub(crate) flags: u64,
    pub(crate) everyone: bool,
    /// The users whom this message notifies, which can be fewer than its text names.
    pub(crate) mentions: Vec<Id>,
    pub(crate) mention_roles: Vec<Id>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) pinned: bool,
    pub(crate) nonce: Option<Value>,
    pub(crate) reference: Option<Reference>,
    /// A copy of the message that this one forwards. Its files are deleted together with the original.
    #[serde(default)]
    pub(crate) forwarded: Option<Box<Message>>,
    /// The `interaction_metadata` of an interaction response.
    pub(crate) interaction: Option<Value>,
    /// The application of an interaction response.
    pub(crate) application: Option<Id>,
    pub(crate) reactions: Vec<Reaction>,
    /// The only person who sees an ephemeral message.
    pub(crate) private_to: Option<Id>,
}

/// The description of an uploaded file. The bytes are in [`World::fresh`](super::world::World) or on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) size: usize,
    pub(crate) width: Option<u32>,
    pub(crate) height: Option<u32>,
}

/// The message that a reply or a forwarded message refers to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub(crate) channel: Id,
    pub(crate) message: Id,
}

/// One emoji under a message, with the users who reacted with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Reaction {
    pub(crate) emoji: String,
    pub(crate) users: Vec<Id>,
}

impl Message {
    pub(crate) fn is_ephemeral(&self) -> bool {
        self.private_to.is_some()
    }

    /// Returns whether a thread counts this message: everybody sees it, and it is not the thread's starter.
    pub(crate) fn counts(&self) -> bool {
        !self.is_ephemeral() && self.kind != THREAD_STARTER
    }

    /// Returns whether Discord itself wrote this message.
    pub(crate) fn is_system(&self) -> bool {
        matches!(self.kind, PINNED | THREAD_STARTER)
    }

    /// Returns whether `user` sees this message, provided that the user sees the channel.
    pub(crate) fn visible_to(&self, user: Id) -> bool {
        self.private_to.is_none_or(|owner| owner == user)
    }
}

impl Attachment {
    /// Describes an uploaded file. Pictures get the width and height that their header states.
    pub(crate) fn new(id: Id, filename: &str, content_type: &str, bytes: &[u8]) -> Self {
        let size = imagesize::blob_size(bytes).ok();
        let pixels = |length: usize| u32::try_from(length).ok();
        Self {
            id,
            filename: stored_name(filename),
            description: None,
            content_type: content_type.to_owned(),
            size: bytes.len(),
            width: size.and_then(|size| pixels(size.width)),
            height: size.and_then(|size| pixels(size.height)),
        }
    }

    /// Returns the address of a file attached to a message in `channel`.
    pub(crate) fn url(&self, base: &str, channel: Id) -> String {
        format!("{base}/attachments/{channel}/{}/{}", self.id, escaped(&self.filename))
    }

    /// Returns the address of a file that a person gave with a command of `application`.
    pub(crate) fn given_url(&self, base: &str, application: Id) -> String {
        format!("{base}/ephemeral-attachments/{application}/{}/{}", self.id, escaped(&self.filename))
    }

    /// Returns Discord's attachment object for a file found at `url`.
    pub(crate) fn json(&self, url: &str, ephemeral: bool) -> Value {
        let mut file = json!({
            "id": self.id,
            "filename": self.filename,
            "size": self.size,
            "url": url,
            "proxy_url": url,
            "content_type": self.content_type,
        });
        if let (Some(width), Some(height)) = (self.width, self.height) {
            file["width"] = json!(width);
            file["height"] = json!(height);
        }
        if let Some(text) = &self.description {
            file["description"] = json!(text);
        }
        if ephemeral {
            file["ephemeral"] = json!(true);
        }
        file
    }
}

/// Returns a file name as Discord stores it. Letters, digits, `-`, `_` and `.` stay; every other character becomes `_`.
pub(crate) fn stored_name(name: &str) -> String {
    let name: String = name
        .chars()
        .take(255)
        .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' })
        .collect();
    if name.is_empty() { "file".to_owned() } else { name }
}

/// Percent-encodes a file name for a path segment.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
