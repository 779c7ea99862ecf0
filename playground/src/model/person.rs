//! People: the users of the page and of the people interface.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use crate::clock::{Millis, iso};

/// The number of notifications kept for each person.
const KEPT_NOTIFICATIONS: usize = 1_000;

/// A user of the playground who is not a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    /// Whether this person accepts direct messages from bots.
    pub(crate) dms_open: bool,
    /// Whether this person has left the guilds. New people are members.
    #[serde(default)]
    pub(crate) gone: bool,
    /// The roles of this person, without `@everyone`.
    #[serde(default)]
    pub(crate) roles: Vec<Id>,
    pub(crate) notifications: VecDeque<Notification>,
    pub(crate) unread: BTreeMap<Id, Unread>,
}

/// The number of unread messages and mentions in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unread {
    pub(crate) unread: u32,
    pub(crate) mentions: u32,
}

/// One notification, as a phone would show it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Notification {
    pub(crate) message_id: Id,
    pub(crate) channel_id: Id,
    pub(crate) kind: NotificationKind,
    pub(crate) at: Millis,
    /// The message's text at that time. The message may have been deleted since.
    #[serde(default)]
    pub(crate) text: String,
}

/// Why a person was notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NotificationKind {
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
            roles: Vec::new(),
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

    /// Returns the person as the people interface shows it.
    pub(crate) fn json(&self, base: &str) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "locale": self.locale,
            "avatar_url": avatar_url(base, self.id),
            "dms_open": self.dms_open,
            "member": !self.gone,
            "roles": self.roles,
        })
    }

    /// Derives the user name that Discord would have made of this display name.
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

/// Returns the address of the default picture of a user.
pub(crate) fn avatar_url(base: &str, user: Id) -> String {
    format!("{base}/embed/avatars/{}.png", (user.0 >> 22) % 6)
}
