//! Interactions: what a person did, and how far the bot is with its response.

use serde::Serialize;
use serde_json::{Value, json};

use super::id::Id;
use crate::clock::Millis;

/// The time a bot has for its first response.
pub(crate) const RESPOND_WITHIN: Millis = 3_000;
/// The lifetime of an interaction's token.
pub(crate) const TOKEN_LIFE: Millis = 15 * 60 * 1_000;

pub(crate) const COMMAND: u8 = 2;
pub(crate) const COMPONENT: u8 = 3;
pub(crate) const AUTOCOMPLETE: u8 = 4;
pub(crate) const MODAL: u8 = 5;

/// How far the bot's response to an interaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// The bot has not responded yet.
    Pending,
    /// The bot has asked for more time; the page shows "thinking".
    Deferred,
    Answered,
    /// The bot responded with a form for the person to fill in.
    Modal,
    Failed,
}

#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) application: Id,
    /// Discord's interaction type.
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) created: Millis,
    /// The command's full name, or the custom id of a component or form.
    pub(crate) name: String,
    pub(crate) phase: Phase,
    pub(crate) error: Option<String>,
    /// The message that `@original` refers to.
    pub(crate) original: Option<Id>,
    /// The user or message that a command was used on.
    pub(crate) target: Option<Id>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    /// The form that the bot responded with.
    pub(crate) modal: Option<Value>,
    /// The type of the option that autocomplete should complete.
    pub(crate) option_type: Option<u64>,
    /// The choices that autocomplete suggested.
    pub(crate) choices: Option<Value>,
    /// The `interaction_metadata` of messages that respond to this interaction.
    pub(crate) metadata: Value,
}

impl Interaction {
    /// Returns when the interaction fails or expires next, or `None` if it no longer can.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.phase {
            Phase::Pending => Some(self.created + RESPOND_WITHIN),
            Phase::Deferred => Some(self.created + TOKEN_LIFE),
            Phase::Answered | Phase::Modal | Phase::Failed => None,
        }
    }

    /// Returns whether the bot has responded for good, or can no longer respond.
    pub(crate) fn has_ended(&self) -> bool {
        self.deadline().is_none()
    }

    /// Returns whether the token can still send follow-ups and edits.
    pub(crate) fn open(&self, now: Millis) -> bool {
        !self.expired(now) && !matches!(self.phase, Phase::Pending | Phase::Failed)
    }

    /// Returns whether the token has reached the end of its lifetime.
    pub(crate) fn expired(&self, now: Millis) -> bool {
        now >= self.created + TOKEN_LIFE
    }

    /// Returns the interaction as the people interface shows it.
    pub(crate) fn json(&self) -> Value {
        let mut shown = json!({
            "id": self.id,
            "state": self.phase,
            "name": self.name,
            "channel_id": self.channel,
            "user_id": self.user,
        });
        if let Some(target) = self.target {
            shown["target_id"] = json!(target);
        }
        if let Some(modal) = &self.modal {
            shown["modal"] = modal.clone();
        }
        if let Some(message) = self.original {
            shown["message_id"] = json!(message);
        }
        if let Some(error) = &self.error {
            shown["error"] = json!(error);
        }
        shown
    }
}

/// The user or message that a context menu command is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    User(Id),
    Message(Id),
}

impl Target {
    pub(crate) fn id(self) -> Id {
        match self {
            Self::User(id) | Self::Message(id) => id,
        }
    }

    /// Returns Discord's type of the commands that can be used on this target.
    pub(crate) fn command_type(self) -> u64 {
        match self {
            Self::User(_) => 2,
            Self::Message(_) => 3,
        }
    }
}
