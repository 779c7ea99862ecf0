//! People, who are whoever uses the page or the people interface.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Id;
use crate::clock::{Millis, iso};

/// Notifications kept of each person.
const KEPT_NOTIFICATIONS: usize = 1_000;

/// Somebody who talks in the playground and is not a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    /// Whether bots may write direct messages to this person.
    pub(crate) dms_open: bool,
    /// Whether this person has left the guilds; every new one is in them.
    #[serde(default)]
    pub(crate) gone: bool,
    pub(crate) notifications: VecDeque<Notification>,
    pub(crate) unread: BTreeMap<Id, Unread>,
}

/// What has not been read in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unread {
    pub(crate) unread: u32,
    pub(crate) mentions: u32,
}

/// One buzz of a phone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Notification {
    pub(crate) message_id: Id,
    pub(crate) channel_id: Id,
    pub(crate) kind: Buzz,
    pub(crate) at: Millis,
    /// What the message said then; it may be gone by now.
    #[serde(default)]
    pub(crate) text: String,
}

/// Why a phone buzzes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Buzz {
    Mention,
    Dm,
    Reply,
}

impl Person {
    pub(crate) fn new(id: Id, name: &str, locale: &str) -> Self {
        Self {
            id,
            name: name.to_owned(),
            locale: locale.to_owned(),
            dms_open: true,
            gone: false,
            notifications: VecDeque::new(),
            unread: BTreeMap::new(),
        }
    }

    pub(crate) fn notify(&mut self, note: Notification) {
        if self.notifications.len() == KEPT_NOTIFICATIONS {
            self.notifications.pop_front();
        }
        self.notifications.push_back(note);
    }

    /// The person as the people interface shows it.
    pub(crate) fn json(&self, base: &str) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "locale": self.locale,
            "avatar_url": avatar_url(base, self.id),
            "dms_open": self.dms_open,
            "member": !self.gone,
        })
    }

    /// The user name that Discord would have made of this display name.
    pub(crate) fn username(&self) -> String {
        let plain: String = self
            .name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if plain.len() < 2 { format!("user{}", self.id.0 % 100_000) } else { plain }
    }
}

impl Notification {
    pub(crate) fn json(&self) -> Value {
        json!({
            "message_id": self.message_id,
            "channel_id": self.channel_id,
            "kind": self.kind,
            "at": iso(self.at),
            "text": self.text,
        })
    }
}

/// Where the picture of a user without a picture is found.
pub(crate) fn avatar_url(base: &str, user: Id) -> String {
    format!("{base}/embed/avatars/{}.png", (user.0 >> 22) % 6)
}
