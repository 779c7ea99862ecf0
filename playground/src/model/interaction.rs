//! Interactions: what a person did, and how far the bot is with its answer.

use serde::Serialize;
use serde_json::{Value, json};

use super::Id;
use crate::clock::Millis;

/// Time for the first answer.
pub(crate) const ANSWER_WITHIN: Millis = 3_000;
/// Life of an interaction's token.
pub(crate) const TOKEN_LIFE: Millis = 15 * 60 * 1_000;

pub(crate) const COMMAND: u8 = 2;
pub(crate) const COMPONENT: u8 = 3;
pub(crate) const AUTOCOMPLETE: u8 = 4;
pub(crate) const MODAL: u8 = 5;

/// How far an interaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// The bot has said nothing yet.
    Pending,
    /// "Thinking".
    Deferred,
    Answered,
    /// Answered by a form that the person may fill in.
    Modal,
    Failed,
}

/// One interaction.
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
    /// The command's full name, or the custom id.
    pub(crate) name: String,
    pub(crate) phase: Phase,
    pub(crate) error: Option<String>,
    /// What `@original` stands for.
    pub(crate) original: Option<Id>,
    /// The user or message that a command was used on.
    pub(crate) target: Option<Id>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    /// The form that was the answer.
    pub(crate) modal: Option<Value>,
    /// The type of the option that autocomplete is asked for.
    pub(crate) asks: Option<u64>,
    /// What autocomplete suggested.
    pub(crate) choices: Option<Value>,
    /// `interaction_metadata` of messages that answer it.
    pub(crate) metadata: Value,
}

impl Interaction {
    /// When it fails or expires next, if it can.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        match self.phase {
            Phase::Pending => Some(self.created + ANSWER_WITHIN),
            Phase::Deferred => Some(self.created + TOKEN_LIFE),
            Phase::Answered | Phase::Modal | Phase::Failed => None,
        }
    }

    /// Whether its token still opens the webhook.
    pub(crate) fn open(&self, now: Millis) -> bool {
        !self.expired(now) && !matches!(self.phase, Phase::Pending | Phase::Failed)
    }

    /// Whether its token is good for nothing any more.
    pub(crate) fn expired(&self, now: Millis) -> bool {
        now >= self.created + TOKEN_LIFE
    }

    /// The interaction as the people interface shows it.
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
