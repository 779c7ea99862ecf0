//! The port to the chat that games are played in: what the outbox worker needs of it, and how it fails.

use std::time::Duration;

use data::{ChannelId, MessageId, PersonId};

use crate::{replies::Reply, text, view::Post};

/// Why a message could not be delivered, by what is to be done about it. Of those that are for good `/status` tells the reason
/// in these words.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The message is gone for good, or can never be changed again.
    #[error("{}", text::MESSAGE_GONE)]
    Gone,
    /// The channel is gone for good.
    #[error("{}", text::CHANNEL_GONE)]
    NoChannel,
    /// We may not write there; an administrator has to act.
    #[error("{}", text::NO_PERMISSION)]
    Forbidden,
    /// They take no direct messages from us.
    #[error("{}", text::DIRECT_MESSAGES_CLOSED)]
    Closed,
    /// Refused as it is; trying again would be refused again.
    #[error("{}", text::refused_by_discord(.0))]
    Refused(String),
    /// Too many messages; to be tried again after this time.
    #[error("rate limited for {after:?}")]
    Limited {
        /// How long to wait.
        after: Duration,
    },
    /// Something else than Discord answers at its address, by a 404 without a code of Discord's; to be tried again for a while.
    #[error("{}", text::NOT_DISCORD)]
    Astray,
    /// The other side or the network failed; to be tried again.
    #[error("the chat did not answer: {0}")]
    Unavailable(String),
}

impl ChatError {
    /// Whether it is certain that nothing was done.
    #[must_use]
    pub fn nothing_done(&self) -> bool {
        !matches!(self, ChatError::Unavailable(_) | ChatError::Astray)
    }
}

/// A message that was posted, now or, under the same nonce, before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The message.
    pub message: MessageId,
    /// Whether it says what was to be said, and not what was to be said the first time.
    pub as_sent: bool,
}

/// A place to post messages.
pub trait Chat: Send + Sync {
    /// Posts a message. The same `nonce` posted again within some minutes makes no second message.
    fn post(
        &self,
        channel: ChannelId,
        post: &Post,
        nonce: String,
    ) -> impl Future<Output = Result<Posted, ChatError>> + Send;

    /// Posts a message as the answer to an interaction, in its channel, and notes that it was given. There is no nonce for that:
    /// where it is not certain whether the message was made, this takes until it cannot be made any more.
    fn reply(&self, reply: Reply, post: &Post) -> impl Future<Output = Result<MessageId, ChatError>> + Send;

    /// Changes a message to `post`, picture included. Notifies nobody.
    fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Changes a message to `post` but leaves it its picture. Notifies nobody.
    fn edit_words(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Deletes a message.
    fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Finds our newest message with this [`Post::mark`] among the last ones of a channel, or among those of them that came
    /// after another message.
    fn find(
        &self,
        channel: ChannelId,
        mark: &str,
        after: Option<MessageId>,
    ) -> impl Future<Output = Result<Option<MessageId>, ChatError>> + Send;

    /// Renames a thread.
    fn rename(&self, thread: ChannelId, name: &str) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// The channel of somebody's direct messages.
    fn dm(&self, person: PersonId) -> impl Future<Output = Result<ChannelId, ChatError>> + Send;
}
