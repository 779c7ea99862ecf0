//! Finds the game that a question about a piece refers to.

use data::{Game, PersonId};
use rules::Kind;

use super::{
    core::{Caller, Service},
    lookup::running_in,
};
use crate::error::Error;

/// The game of the channel in which a user asks about a piece.
#[derive(Clone, Debug)]
pub struct ChannelGame {
    /// The user who asks.
    pub person: PersonId,
    /// The kind of the channel's lobby or game, or of its last one.
    pub kind: Option<Kind>,
    /// The running game.
    pub game: Option<Game>,
}

impl Service {
    /// Returns the game of the caller's channel.
    pub async fn channel_game(&self, caller: &Caller) -> Result<ChannelGame, Error> {
        let (person, channel) = (caller.person, caller.channel);
        self.store
            .read(move |tx| {
                Ok(ChannelGame { person, kind: tx.kind_in(channel)?, game: running_in(tx, channel)? })
            })
            .await
    }
}
