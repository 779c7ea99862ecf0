//! Lobbies, and notifications to their hosts.

use clock::Control;
use data::{ChannelId, Due, GameId, GuestStatus, MessageId, PersonId, Readiness, StoreError};
use messages::{posts, view::Post};
use play::{
    content::LobbyState,
    service::{closed, readiness},
};

use super::{Desk, Failure, row_nonce};
use crate::chat::{Chat, ChatError};

impl<C: Chat> Desk<C> {
    /// Updates a lobby's message, also after the lobby was closed or its game started. If the lobby is open and has no message,
    /// or its message is gone, posts one.
    pub(super) async fn send_lobby(&self, due: &Due) -> Result<(), Failure> {
        let (id, at, paces) = (due.game, self.service.now(), self.service.paces().clone());
        let (channel, message, shown) = self
            .service
            .store()
            .read(move |tx| -> Result<_, StoreError> {
                Ok(match tx.lobby_or_closed(id)? {
                    Some((lobby, true)) => {
                        let lobby = paces.add(tx, lobby)?;
                        (lobby.channel, lobby.message, LobbyState::Open(lobby))
                    }
                    Some((lobby, false)) => {
                        let why = closed(tx, &lobby, at)?;
                        (lobby.channel, lobby.message, LobbyState::Closed(lobby, why))
                    }
                    None => {
                        let game = tx.open(id)?;
                        (game.channel, game.lobby_message, LobbyState::Started(Box::new(game)))
                    }
                })
            })
            .await?;
        let open = matches!(shown, LobbyState::Open(_));
        let post = match &shown {
            LobbyState::Open(lobby) => self.writer.lobby(lobby).await?,
            LobbyState::Closed(lobby, why) => posts::closed_lobby(lobby, *why),
            LobbyState::Started(game) => posts::started_lobby(game),
        };
        let gone = match message {
            Some(message) => match self.edit(channel, message, &post).await {
                Err(ChatError::Gone) if open => Some(message),
                // Nobody needs the message of a closed lobby.
                Err(ChatError::Gone) => return self.settle(due, None).await,
                edited => {
                    edited?;
                    return self.settle(due, None).await;
                }
            },
            None if open => None,
            None => return self.settle(due, None).await,
        };
        // The response to `/play` or an earlier attempt may have posted it just before a crash.
        let shown = self.chat.find(channel, post.mark(), None).await?;
        if shown.is_some() && shown == gone {
            // The message exists but cannot be edited, because its thread is archived.
            return Err(ChatError::Gone.into());
        }
        let message = match (shown, gone) {
            (Some(message), _) => message,
            (None, None) => {
                self.post_new(None, channel, &post, format!("{:x}-lobby", id.get())).await?.message
            }
            // Someone deleted the message. The invited players have seen it, so the new one does not ping them.
            (None, Some(gone)) => {
                let silent = Post { pings: Vec::new(), ..post.clone() };
                self.post_new(None, channel, &silent, nonce_after(id, gone)).await?.message
            }
        };
        self.service.store().write(move |tx| tx.set_lobby_message(id, message)).await?;
        // A message from before a crash may show an older state of the lobby.
        if shown.is_some() {
            self.edit(channel, message, &post).await?;
        }
        self.settle(due, None).await
    }

    /// Invites a player to a lobby that was open before, as soon as they are awake, unless they have responded already.
    pub(super) async fn send_invitation(
        &self,
        due: &Due,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<(), Failure> {
        let id = due.game;
        let found = self.service.store().read(move |tx| Ok((tx.lobby(id)?, tx.person(person)?))).await;
        let (lobby, person) = match found {
            Ok(found) => found,
            Err(StoreError::LobbyClosed(_)) => return self.settle(due, None).await,
            Err(error) => return Err(error.into()),
        };
        let is_open = lobby.status_of(person.person) == Some(GuestStatus::Invited);
        // A lobby without a message gets one, which names everybody who is invited.
        let Some(message) = lobby.message.filter(|_| is_open && lobby.channel == channel) else {
            return self.settle(due, None).await;
        };
        let nights = Control { weekends_off: false, ..lobby.control };
        if self.lets_sleep(due, &nights, &person).await? {
            return Ok(());
        }
        let post = posts::invitation(&lobby, person.person, message);
        // A direct message is heard without a ping.
        let silent = Post { pings: Vec::new(), ..post.clone() };
        let by_dm = if person.by_dm() { self.post_dm(due, &person, &silent).await? } else { None };
        let shown = match by_dm {
            Some(shown) => shown,
            None => (channel, self.post(due, channel, &post, row_nonce(due), None).await?),
        };
        self.settle(due, Some(shown)).await
    }

    /// Notifies the host that the game can start, as soon as they are awake. Does nothing if the lobby is no longer ready or a
    /// newer notification follows.
    pub(super) async fn send_ready(&self, due: &Due, number: u32) -> Result<(), Failure> {
        let id = due.game;
        let found = self.service.store().read(move |tx| {
            let lobby = tx.lobby(id)?;
            let host = tx.person(lobby.host)?;
            Ok((lobby, host, tx.host_notices(id)?))
        });
        match found.await {
            Ok((lobby, _, (last, _))) if number < last || readiness(&lobby) == Readiness::Waiting => {
                self.settle(due, None).await
            }
            Ok((lobby, host, (_, notified))) => {
                // Days off concern clocks only, and no clock runs yet. Nights still count.
                let nights = Control { weekends_off: false, ..lobby.control };
                if self.lets_sleep(due, &nights, &host).await? {
                    return Ok(());
                }
                let post = posts::ready(&lobby);
                // An earlier notification may have had the same text.
                let after = lobby.message.max(notified);
                let message = self.post(due, lobby.channel, &post, row_nonce(due), after).await?;
                self.settle(due, Some((lobby.channel, message))).await
            }
            Err(StoreError::LobbyClosed(_)) => self.settle(due, None).await,
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the nonce of the lobby post that replaces a deleted one. With the first nonce, Discord could still return the
/// deleted post.
fn nonce_after(lobby: GameId, gone: MessageId) -> String {
    format!("{:x}-l{:x}", lobby.get(), gone.get() & 0xff_ffff)
}
