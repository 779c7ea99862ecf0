//! Notifications that it is a player's turn or that a game has ended. The board post itself notifies players who are awake and
//! prefer the channel. The others get a message of their own, which the worker deletes once the move is made.

use clock::Control;
use data::{
    ChannelId, Due, Game, GameId, MessageId, Notice, Notification, NotificationKind, Payload, Person,
    PersonId, StoreError, Tx,
};
use messages::{posts, view::Post};

use super::{Desk, Failure, recipients::next_wake, row_nonce};
use crate::chat::{Chat, ChatError};

impl<C: Chat> Desk<C> {
    /// Notifies a player that it is their turn, by direct message or in the channel. A reminder has a number.
    pub(super) async fn send_notification(
        &self,
        due: &Due,
        notification: Notification,
        number: Option<u32>,
        person: PersonId,
        board: MessageId,
    ) -> Result<(), Failure> {
        let (game, person) = self.game_and_person(due.game, person).await?;
        let post = match number {
            Some(number) => posts::reminder(&game, notification, number, person.person, board),
            None => posts::notification(&game, person.person, board),
        };
        if !game.still_waits(notification, person.person) {
            return self.recall(due, &game, &person, &post).await;
        }
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        let shown = self.post_as_wished(due, &game, &person, &post).await?;
        let (row, id, person, at) = (due.id, due.game, person.person, self.service.now());
        self.service
            .store()
            .write(move |tx| -> Result<(), StoreError> {
                // The player may have moved while the notification was on its way.
                let at_once_over = !tx.open(id)?.still_waits(notification, person);
                if at_once_over {
                    tx.queue(id, &Payload::Unping { channel: shown.0, message: shown.1 }, at)?;
                }
                tx.settle(row, Some(shown).filter(|_| !at_once_over), at)
            })
            .await?;
        Ok(())
    }

    /// Notifies one player that a game has ended, by a direct message or in the channel.
    pub(super) async fn send_ended(
        &self,
        due: &Due,
        person: PersonId,
        board: MessageId,
    ) -> Result<(), Failure> {
        let (game, person) = self.game_and_person(due.game, person).await?;
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        let shown =
            self.post_as_wished(due, &game, &person, &posts::ended(&game, person.person, board)).await?;
        self.settle(due, Some(shown)).await
    }

    /// Posts the result of a game in the channel that its server has chosen for results.
    pub(super) async fn send_result(
        &self,
        due: &Due,
        channel: ChannelId,
        board: MessageId,
    ) -> Result<(), Failure> {
        let id = due.game;
        let game = self.service.store().read(move |tx| tx.open(id)).await?;
        let message = self.post(due, channel, &posts::result(&game, board), row_nonce(due), None).await?;
        self.settle(due, Some((channel, message))).await
    }

    /// Reads a game, and the settings of a person.
    pub(super) async fn game_and_person(
        &self,
        game: GameId,
        person: PersonId,
    ) -> Result<(Game, Person), StoreError> {
        self.service.store().read(move |tx| Ok((tx.open(game)?, tx.person(person)?))).await
    }

    /// Posts a message to one player: as a direct message if they prefer and accept those, otherwise in the game's channel.
    async fn post_as_wished(
        &self,
        due: &Due,
        game: &Game,
        person: &Person,
        post: &Post,
    ) -> Result<(ChannelId, MessageId), Failure> {
        let by_dm = if person.by_dm() { self.post_dm(due, person, post).await? } else { None };
        match by_dm {
            Some(shown) => Ok(shown),
            None => Ok((game.channel, self.post(due, game.channel, post, row_nonce(due), None).await?)),
        }
    }

    /// Removes from the pings of an offer's post the players who want no such notifications, are asleep or prefer direct messages.
    /// Returns those who want to be notified in another way.
    pub(super) async fn spare(&self, game: &Game, post: &mut Post) -> Result<Vec<PersonId>, StoreError> {
        let (people, control, at) = (post.pings.clone(), game.clocks.control, self.service.now());
        let spared =
            self.service.store().read(move |tx| -> Result<(Vec<PersonId>, Vec<PersonId>), StoreError> {
                let (mut spared, mut quiet) = (Vec::new(), Vec::new());
                for person in &people {
                    let person = tx.person(*person)?;
                    if !person.wants(NotificationKind::Offer) {
                        quiet.push(person.person);
                    } else if person.by_dm() || next_wake(&control, &person, at) > at {
                        spared.push(person.person);
                    }
                }
                Ok((spared, quiet))
            });
        let (spared, quiet) = spared.await?;
        post.pings.retain(|person| !spared.contains(person) && !quiet.contains(person));
        Ok(spared)
    }

    /// Puts off a message to a player until they wake, and returns whether it did. It never puts off a message that an earlier
    /// attempt may have posted, because that one must be found soon.
    pub(super) async fn lets_sleep(
        &self,
        due: &Due,
        control: &Control,
        person: &Person,
    ) -> Result<bool, Failure> {
        let (row, at) = (due.id, self.service.now());
        let wake = if due.tries > 1 { at } else { next_wake(control, person, at) };
        if wake > at {
            self.service.store().write(move |tx| tx.postpone(row, wake)).await?;
        }
        Ok(wake > at)
    }

    /// Settles a notification that is out of date, and queues the removal of its message if an earlier attempt posted it.
    async fn recall(&self, due: &Due, game: &Game, person: &Person, post: &Post) -> Result<(), Failure> {
        let dm = person.dm.filter(|_| person.by_dm());
        let channel = dm.unwrap_or(game.channel);
        let made = if due.tries > 1 { self.chat.find(channel, post.mark(), None).await } else { Ok(None) };
        let made = match made {
            // A direct message channel may be gone. Only a missing game channel suspends the game.
            Err(ChatError::NoChannel) if dm.is_some() => None,
            made => made?,
        };
        if let Some(message) = made {
            let (id, at) = (due.game, self.service.now());
            let unping = Payload::Unping { channel, message };
            self.service.store().write(move |tx| tx.queue(id, &unping, at)).await?;
        }
        self.settle(due, None).await
    }

    /// Deletes the message of a notification.
    pub(super) async fn delete_notification(
        &self,
        due: &Due,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<(), Failure> {
        match self.chat.delete(channel, message).await {
            // The message is gone already or cannot be deleted. Neither needs another attempt.
            Ok(())
            | Err(ChatError::Gone | ChatError::NoChannel | ChatError::Forbidden | ChatError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
        self.settle(due, None).await
    }

    /// Posts a direct message. Returns `None` if the player accepts none from the bot, and records that.
    pub(super) async fn post_dm(
        &self,
        due: &Due,
        person: &Person,
        post: &Post,
    ) -> Result<Option<(ChannelId, MessageId)>, Failure> {
        let posted = match self.dm_channel(person).await {
            Ok(channel) => {
                self.post(due, channel, post, row_nonce(due), None).await.map(|message| (channel, message))
            }
            Err(failure) => Err(failure),
        };
        match posted {
            Ok(shown) => {
                let (person, at) = (person.person, self.service.now());
                self.service.store().write(move |tx| tx.set_dm_accepted(person, at)).await?;
                Ok(Some(shown))
            }
            // Discord would refuse the next direct message, too.
            Err(Failure::Chat(error))
                if error.nothing_done() && !matches!(error, ChatError::Limited { .. }) =>
            {
                tracing::info!(person = %person.person, "direct message refused: {error}");
                let (id, at, game) = (person.person, self.service.now(), due.game);
                let moves_on = person.by_dm();
                let close = move |tx: &Tx<'_>| {
                    tx.set_dm_closed(id, at)?;
                    // The player learns of it with their next private response.
                    if moves_on { tx.queue_notice(game, id, Notice::NoDirect, at) } else { Ok(()) }
                };
                self.service.store().write(close).await?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    async fn dm_channel(&self, person: &Person) -> Result<ChannelId, Failure> {
        if let Some(channel) = person.dm {
            return Ok(channel);
        }
        let person = person.person;
        let channel = self.chat.dm(person).await?;
        self.service.store().write(move |tx| tx.set_dm(person, channel)).await?;
        Ok(channel)
    }
}
