//! Which bot sends a request, and what it sees and may do.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::error::{ApiError, Unknown};
use crate::model::permission::{self, Bits};
use crate::model::{Channel, Id, Message};
use crate::state::State;

/// The application that sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) Id);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Caller>().copied().ok_or_else(ApiError::unauthorized)
    }
}

impl State {
    /// Finds a channel that a bot sees and in which it has all `needed` permissions.
    pub(super) fn channel_for(&self, bot: Id, id: Id, needed: Bits) -> Result<&Channel, ApiError> {
        let channel = self.world.channels.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        if !self.world.sees(bot, channel) {
            return Err(ApiError::no_access());
        }
        if self.world.permissions(bot, channel) & needed != needed {
            return Err(ApiError::no_permission());
        }
        Ok(channel)
    }
}

/// Returns the permission for sending messages in a channel.
pub(super) fn sending(channel: &Channel) -> Bits {
    if channel.is_thread() { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES }
}

/// Finds a message that is not ephemeral, since bots reach those only with an interaction's token.
pub(super) fn shared(channel: &Channel, id: Id) -> Result<&Message, ApiError> {
    let found = channel.messages.get(&id).filter(|message| !message.is_ephemeral());
    found.ok_or_else(|| ApiError::unknown(Unknown::Message))
}
