//! The port to the chat that games are played in: what the outbox worker needs of it, and how it fails.

use std::time::Duration;

use data::{ChannelId, MessageId};

use crate::view::Post;

/// Why a message could not be delivered, by what is to be done about it.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The channel or message is gone for good, or the message can never be changed again.
    #[error("the channel or message is gone")]
    Gone,
    /// We may not write there; an administrator has to act.
    #[error("no permission to post there")]
    Forbidden,
    /// Refused as it is; trying again would be refused again.
    #[error("refused: {0}")]
    Refused(String),
    /// Too many messages; to be tried again after this time.
    #[error("rate limited for {after:?}")]
    Limited {
        /// How long to wait.
        after: Duration,
    },
    /// The other side or the network failed; to be tried again.
    #[error("the chat did not answer: {0}")]
    Unavailable(String),
}

/// A place to post messages.
pub trait Chat: Send + Sync {
    /// Posts a message. The same `nonce` posted again within some minutes makes no second message.
    fn post(
        &self,
        channel: ChannelId,
        post: &Post,
        nonce: String,
    ) -> impl Future<Output = Result<MessageId, ChatError>> + Send;

    /// Changes a message to `post`, picture included. Notifies nobody.
    fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> impl Future<Output = Result<(), ChatError>> + Send;
}
