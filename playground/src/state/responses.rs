//! A bot's responses to interactions: callbacks, follow-ups and edits.

use serde_json::{Value, json};

use super::mention::{Allowed, Rule};
use super::messages::{Change, components};
use super::running::State;
use crate::error::{ApiError, Unknown};
use crate::model::interaction::{COMMAND, COMPONENT};
use crate::model::message::{self, EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS};
use crate::model::{Id, Interaction, Message, Phase, Reference};
use crate::payload::Payload;

/// The outcome of a callback.
#[derive(Debug)]
pub(crate) struct CallbackOutcome {
    pub(crate) interaction: Interaction,
    pub(crate) message: Option<Message>,
}

impl State {
    /// Finds the interaction that a callback is for, if the bot may respond to it now.
    pub(crate) fn pending_interaction(&mut self, id: Id, token: &str) -> Result<Interaction, ApiError> {
        self.expire(id);
        let known = self.world.interactions.get(&id).filter(|known| known.token == token);
        match known {
            Some(known) if known.phase == Phase::Pending => Ok(known.clone()),
            Some(known) if known.phase != Phase::Failed => {
                Err(ApiError::bad(40060, "Interaction has already been acknowledged."))
            }
            _ => Err(ApiError::unknown(Unknown::Interaction)),
        }
    }

    /// Carries out a checked callback of type `kind`. The payload holds the callback's `data` and files.
    pub(crate) fn respond(
        &mut self,
        to: &Interaction,
        kind: u64,
        data: &Payload,
    ) -> Result<CallbackOutcome, ApiError> {
        let allowed = Allowed::read(&data.json, Rule::Users);
        let message = match kind {
            4 => {
                let mut draft = self.draft(data, to.application, to.channel, &allowed, None);
                draft.flags &=
                    EPHEMERAL | SUPPRESS_NOTIFICATIONS | message::SUPPRESS_EMBEDS | message::COMPONENTS_V2;
                Some(self.post(response_to(to, draft))?)
            }
            5 => {
                let flags = data.json["flags"].as_u64().unwrap_or(0) & EPHEMERAL | LOADING;
                let draft =
                    Message { channel: to.channel, author: to.application, flags, ..Message::default() };
                Some(self.post(response_to(to, draft))?)
            }
            7 => {
                let source = to.source.and_then(|id| self.world.message(to.channel, id)).cloned();
                let source = source.ok_or_else(|| ApiError::unknown(Unknown::Message))?;
                self.require_unarchived(to.channel)?;
                let change = self.change(data, &source, &allowed);
                Some(self.edit(to.channel, source.id, change)?)
            }
            _ => None,
        };
        let phase = match kind {
            5 => Phase::Deferred,
            9 => Phase::Modal,
            _ => Phase::Answered,
        };
        self.set_phase(to.id, phase, |interaction| match kind {
            8 => interaction.choices = Some(data.json["choices"].clone()),
            9 => {
                let mut form = data.json.clone();
                form["components"] = Value::Array(components(&form["components"]));
                interaction.modal = Some(form);
            }
            6 => interaction.original = interaction.source,
            _ => interaction.original = message.as_ref().map(|message| message.id),
        });
        let interaction = self.world.interactions.get(&to.id).unwrap_or(to).clone();
        Ok(CallbackOutcome { interaction, message })
    }

    /// Finds the interaction whose token is valid for a webhook of this application.
    pub(crate) fn webhook(&mut self, application: Id, token: &str) -> Result<Interaction, ApiError> {
        if let Some(id) = self.world.by_token(token).map(|known| known.id) {
            self.expire(id);
        }
        let now = self.now();
        let known = self.world.by_token(token).filter(|known| known.application == application);
        let known = known.ok_or_else(|| ApiError::unknown(Unknown::Webhook))?;
        if known.open(now) {
            Ok(known.clone())
        } else if !known.expired(now) {
            // The bot never sent a first response.
            Err(ApiError::unknown(Unknown::Webhook))
        } else {
            Err(ApiError::new(axum::http::StatusCode::UNAUTHORIZED, 50027, "Invalid Webhook Token"))
        }
    }

    /// Posts a follow-up. The first one after a deferred response completes that response instead.
    pub(crate) fn follow_up(&mut self, to: &Interaction, body: &Payload) -> Result<Message, ApiError> {
        let allowed = Allowed::read(&body.json, Rule::Users);
        if to.phase == Phase::Deferred
            && let Some(loading) = to.original
        {
            return self.edit_response(to, loading, body);
        }
        let mut draft = self.draft(body, to.application, to.channel, &allowed, None);
        draft.flags &= EPHEMERAL | SUPPRESS_NOTIFICATIONS | message::SUPPRESS_EMBEDS | message::COMPONENTS_V2;
        draft.kind = message::PLAIN;
        draft.private_to = (draft.flags & EPHEMERAL != 0).then_some(to.user);
        let mut metadata = to.metadata.clone();
        if let Some(original) = to.original {
            metadata["original_response_message_id"] = json!(original);
        }
        draft.interaction = Some(metadata);
        draft.application = Some(to.application);
        self.post(draft)
    }

    /// Edits a message with an interaction's token.
    pub(crate) fn edit_response(
        &mut self,
        to: &Interaction,
        id: Id,
        body: &Payload,
    ) -> Result<Message, ApiError> {
        let message = self.response_message(to, id)?;
        self.require_unarchived(to.channel)?;
        let allowed = Allowed::read(&body.json, Rule::Users);
        let change: Change = self.change(body, &message, &allowed);
        let message = self.edit(to.channel, id, change)?;
        if to.phase == Phase::Deferred && to.original == Some(id) {
            self.set_phase(to.id, Phase::Answered, |_| {});
        }
        Ok(message)
    }

    /// Deletes a message with an interaction's token.
    pub(crate) fn delete_response(&mut self, to: &Interaction, id: Id) -> Result<(), ApiError> {
        self.response_message(to, id)?;
        self.require_unarchived(to.channel)?;
        self.delete(to.channel, id)?;
        if to.phase == Phase::Deferred && to.original == Some(id) {
            self.set_phase(to.id, Phase::Answered, |interaction| interaction.original = None);
        }
        Ok(())
    }

    /// Finds a message that an interaction's token can reach: a response to it, or the message whose component was used.
    pub(crate) fn response_message(&self, to: &Interaction, id: Id) -> Result<Message, ApiError> {
        let message = self.world.message(to.channel, id).filter(|message| {
            let responds =
                message.interaction.as_ref().is_some_and(|metadata| metadata["id"] == json!(to.id));
            message.author == to.application && (to.source == Some(id) || responds)
        });
        message.cloned().ok_or_else(|| ApiError::unknown(Unknown::Message))
    }
}

/// Turns a draft into the first response to an interaction.
fn response_to(to: &Interaction, mut draft: Message) -> Message {
    draft.private_to = (draft.flags & EPHEMERAL != 0).then_some(to.user);
    draft.interaction = Some(to.metadata.clone());
    draft.application = Some(to.application);
    draft.kind = match to.kind {
        COMMAND if to.target.is_some() => message::CONTEXT_COMMAND,
        COMMAND => message::CHAT_COMMAND,
        // Discord shows the response to a component as a reply to its message.
        COMPONENT if to.source.is_some() => message::REPLY,
        _ => message::PLAIN,
    };
    draft.reference =
        to.source.filter(|_| to.kind == COMPONENT).map(|message| Reference { channel: to.channel, message });
    draft
}

impl CallbackOutcome {
    /// Returns Discord's callback response object.
    pub(crate) fn json(&self, message: Option<Value>, kind: u64) -> Value {
        let to = &self.interaction;
        let mut answer = json!({"interaction": {"id": to.id, "type": to.kind, "channel_id": to.channel}});
        if let Some(shown) = &self.message {
            answer["interaction"]["response_message_id"] = json!(shown.id);
            answer["interaction"]["response_message_loading"] = json!(shown.flags & LOADING != 0);
            answer["interaction"]["response_message_ephemeral"] = json!(shown.is_ephemeral());
        }
        if let Some(message) = message {
            answer["resource"] = json!({"type": kind, "message": message});
        }
        answer
    }
}
