//! Lobbies, and the word to their hosts.

use clock::Control;
use data::{Due, StoreError};

use super::{Desk, Failure, row_nonce};
use crate::{chat::Chat, posts, service::why_closed};

impl<C: Chat> Desk<C> {
    /// Brings the lobby's message up to date, also that of a lobby which is none any more; posts it if it has none.
    pub(super) async fn send_lobby(&self, due: &Due) -> Result<(), Failure> {
        let (id, at) = (due.game, self.service.now());
        let (channel, message, post, open) = self
            .service
            .store()
            .read(move |tx| -> Result<_, StoreError> {
                Ok(match tx.lobby_or_closed(id)? {
                    Some((lobby, true)) => (lobby.channel, lobby.message, posts::lobby(&lobby), true),
                    Some((lobby, false)) => (
                        lobby.channel,
                        lobby.message,
                        posts::closed_lobby(&lobby, &why_closed(&lobby, at)),
                        false,
                    ),
                    None => {
                        let game = tx.open(id)?;
                        (game.channel, game.lobby_message, posts::started_lobby(&game), false)
                    }
                })
            })
            .await?;
        match message {
            Some(message) => self.edit(channel, message, &post).await?,
            None if open => {
                // The answer to `/play` may have shown it, and nobody has lived to note that.
                let shown = self.chat.find(channel, post.mark(), None).await?;
                let message = match shown {
                    Some(message) => message,
                    None => self.post_new(channel, &post, format!("{:x}-lobby", id.get())).await?.message,
                };
                self.service.store().write(move |tx| tx.set_lobby_message(id, message)).await?;
                if shown.is_some() {
                    self.edit(channel, message, &post).await?;
                }
            }
            None => {}
        }
        self.settle(due, None).await
    }

    /// Tells the host that everybody has answered, as soon as they are awake, unless the lobby is no more.
    pub(super) async fn send_ready(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let found = self.service.store().read(move |tx| {
            let lobby = tx.lobby(id)?;
            let host = tx.person(lobby.host)?;
            Ok((lobby, host))
        });
        match found.await {
            Ok((lobby, host)) => {
                // Weekends are for clocks, and none runs yet.
                let nights = Control { weekends_off: false, ..lobby.control };
                if self.lets_sleep(due, &nights, &host).await? {
                    return Ok(());
                }
                let post = posts::ready(&lobby);
                let message = self.post(due, lobby.channel, &post, row_nonce(due), lobby.message).await?;
                self.settle(due, Some((lobby.channel, message))).await
            }
            Err(StoreError::LobbyClosed(_)) => self.settle(due, None).await,
            Err(error) => Err(error.into()),
        }
    }
}
