//! The port to the chat: what the outbox worker needs of it, and how it can fail.

use std::time::Duration;

use data::{ChannelId, MessageId, PersonId};
use messages::{text, view::Post};

use crate::replies::Reply;

/// Why a message could not be delivered, sorted by what helps. For permanent failures, `/status` shows these texts.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The message is gone for good, or can never be edited again.
    #[error("{}", text::MESSAGE_GONE)]
    Gone,
    /// The channel is gone for good.
    #[error("{}", text::CHANNEL_GONE)]
    NoChannel,
    /// The bot may not write there, so an administrator has to act.
    #[error("{}", text::NO_PERMISSION)]
    Forbidden,
    /// The user accepts no direct messages from the bot.
    #[error("{}", text::DIRECT_MESSAGES_CLOSED)]
    Closed,
    /// Discord rejected the request and would do so again.
    #[error("{}", text::refused_by_discord(.0))]
    Refused(String),
    /// Too many requests. The next attempt may follow after this time.
    #[error("rate limited for {after:?}")]
    Limited {
        /// How long to wait.
        after: Duration,
    },
    /// Something other than Discord responds at its address, with a 404 without one of Discord's codes. The worker retries for
    /// a while.
    #[error("{}", text::NOT_DISCORD)]
    Astray,
    /// Discord or the network failed. Another attempt may succeed.
    #[error("the chat did not answer: {0}")]
    Unavailable(String),
}

impl ChatError {
    /// Returns whether the request certainly had no effect.
    pub fn nothing_done(&self) -> bool {
        !matches!(self, ChatError::Unavailable(_) | ChatError::Astray)
    }
}

/// A message that was posted now, or earlier under the same nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The id of the message.
    pub message: MessageId,
    /// Whether the message has the text of this attempt, and not of an earlier one.
    pub as_sent: bool,
}

/// A chat in which games are played.
pub trait Chat: Send + Sync {
    /// Posts a message. The same `nonce` within some minutes never makes a second message.
    fn post(
        &self,
        channel: ChannelId,
        post: &Post,
        nonce: String,
    ) -> impl Future<Output = Result<Posted, ChatError>> + Send;

    /// Posts a message as the response to an interaction, and reports that to the task that left it. Responses have no nonce.
    /// If the outcome is unknown, this waits until the message can no longer appear, and then looks for it.
    fn reply(&self, reply: Reply, post: &Post) -> impl Future<Output = Result<MessageId, ChatError>> + Send;

    /// Replaces a message by `post`, including its picture. An edit notifies nobody.
    fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Replaces the text and buttons of a message, but not its picture. An edit notifies nobody.
    fn edit_words(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Replaces the text and buttons of a message and adds the picture of the post's last card. The earlier pictures stay. An edit
    /// notifies nobody.
    fn add_picture(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Deletes one of the bot's messages.
    fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Finds the bot's newest message with this [`Post::mark`] among the last ones of a channel. If `after` is given, only
    /// messages after it count.
    fn find(
        &self,
        channel: ChannelId,
        mark: &str,
        after: Option<MessageId>,
    ) -> impl Future<Output = Result<Option<MessageId>, ChatError>> + Send;

    /// Renames a thread.
    fn rename(&self, thread: ChannelId, name: &str) -> impl Future<Output = Result<(), ChatError>> + Send;

    /// Returns the channel of a user's direct messages.
    fn dm(&self, person: PersonId) -> impl Future<Output = Result<ChannelId, ChatError>> + Send;
}
