//! Private lines and digests.

use data::{ChannelId, Due, Game, Offer, Person, StoreError};

use super::{Desk, Failure, row_nonce};
use crate::{
    chat::{Chat, ChatError},
    posts,
    service::still_asked,
    text,
    view::Post,
};

impl<C: Chat> Desk<C> {
    /// Tells somebody something in private, as soon as they are awake. Who takes no direct messages is told with the next
    /// private answer they get: nothing of it is ever said in public.
    pub(super) async fn send_notice(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let (Some(person), Some(text)) = (due.person, &due.text) else {
            return self.settle(due, None).await;
        };
        let (game, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.open(id)?, tx.person(person)?)))
            .await?;
        if due.channel.is_none() && person.dm_closed.is_some() {
            return Err(ChatError::Closed.into());
        }
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        if let Some(channel) = due.channel {
            return self.send_host_notice(due, &game, channel, &person, text).await;
        }
        match self.post_dm(due, &person, &posts::note(id, due.key, game.channel, text)).await? {
            None => Err(ChatError::Closed.into()),
            shown => self.settle(due, shown).await,
        }
    }

    /// Tells somebody of an offer whose post has not notified them, as they wish, unless their answer is not missing any more.
    async fn send_host_notice(
        &self,
        due: &Due,
        game: &Game,
        channel: ChannelId,
        person: &Person,
        text: &str,
    ) -> Result<(), Failure> {
        let id = game.id;
        let open = self.service.store().read(move |tx| tx.open_offers(id)).await?;
        let is_about =
            |offer: &Offer| offer.message.is_some_and(|message| text.contains(&message.to_string()));
        let asked =
            open.iter().any(|offer| is_about(offer) && still_asked(game, offer).contains(&person.person));
        if channel != game.channel || !asked {
            return self.settle(due, None).await;
        }
        let post = posts::word(person.person, text);
        // A direct message is heard without a ping.
        let silent = Post { pings: Vec::new(), ..post.clone() };
        let by_dm = if person.by_dm() { self.post_dm(due, person, &silent).await? } else { None };
        let shown = match by_dm {
            Some(shown) => shown,
            None => (channel, self.post(due, channel, &post, row_nonce(due), None).await?),
        };
        self.settle(due, Some(shown)).await
    }

    /// Sends somebody the list of the games that wait for them, if any still does. Who takes no direct messages gets none.
    pub(super) async fn send_digest(&self, due: &Due) -> Result<(), Failure> {
        let (Some(id), Some(day)) = (due.person, &due.text) else {
            return self.settle(due, None).await;
        };
        let (games, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.games_of(id, still_asked)?, tx.person(id)?)))
            .await?;
        let wanted = person.digest.is_some() && games.iter().any(|game| game.waits);
        if !wanted {
            return self.settle(due, None).await;
        }
        let shown = self.post_dm(due, &person, &posts::digest(id, &games, day)).await?;
        if shown.is_none() {
            // They would wait for the next one in vain.
            let (game, at) = (due.game, self.service.now());
            self.service.store().write(move |tx| tx.queue_notice(game, id, text::NO_DIGEST, at)).await?;
        }
        self.settle(due, shown).await
    }
}
