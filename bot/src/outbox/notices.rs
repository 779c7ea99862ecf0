//! Private notices and digests.

use data::{ChannelId, Due, Notice, Offer, PersonId, StoreError};
use messages::{posts, text, view::Post};
use play::game::offers::voters_missing;

use super::{Desk, Failure, row_nonce};
use crate::chat::{Chat, ChatError};

impl<C: Chat> Desk<C> {
    /// Sends a private notice as soon as its player is awake. A player who takes no direct messages gets it with the next
    /// private response. A notice never appears in public.
    pub(super) async fn send_notice(
        &self,
        due: &Due,
        number: u32,
        person: PersonId,
        notice: &Notice,
    ) -> Result<(), Failure> {
        // The game may be a lobby that has been closed, or have a record that cannot be replayed.
        let (id, at) = (due.game, self.service.now());
        let (place, control, person) = self
            .service
            .store()
            .read(move |tx| {
                let place = tx.place(id)?.ok_or(StoreError::NoSuchGame(id))?;
                Ok::<_, StoreError>((place, tx.clocks(id, at)?.control, tx.person(person)?))
            })
            .await?;
        if person.dm_closed.is_some() {
            // A notice that is given up is delivered with the next private response.
            return Err(ChatError::Closed.into());
        }
        if self.lets_sleep(due, &control, &person).await? {
            return Ok(());
        }
        let about = self.service.notice_about(id, notice).await?;
        let Some(words) = text::notice(notice, about.as_ref()) else { return self.settle(due, None).await };
        let post = posts::notice(id, number, place.channel, &words);
        match self.post_dm(due, &person, &post).await? {
            None => Err(ChatError::Closed.into()),
            shown => self.settle(due, shown).await,
        }
    }

    /// Notifies a player of an open offer whose post did not notify them, unless their vote is no longer missing.
    pub(super) async fn send_offer_notice(
        &self,
        due: &Due,
        person: PersonId,
        notice: &Notice,
        channel: ChannelId,
    ) -> Result<(), Failure> {
        let (game, person) = self.game_and_person(due.game, person).await?;
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        let words = match notice {
            Notice::Offer(id) => {
                let id = *id;
                let offer = self.service.store().read(move |tx| tx.offer(id)).await?;
                let missing = |offer: &Offer| {
                    offer.ending.is_none() && voters_missing(&game, offer).contains(&person.person)
                };
                offer.filter(missing).and_then(|offer| {
                    let content = posts::offer(&game, &offer).content;
                    Some(text::said_here(&content, game.guild, channel, offer.message?))
                })
            }
            // Earlier releases stored the sentence.
            other => text::notice(other, None),
        };
        let Some(words) = words.filter(|_| channel == game.channel) else {
            return self.settle(due, None).await;
        };
        let post = posts::offer_notice(person.person, &words);
        // A direct message is heard without a ping.
        let silent = Post { pings: Vec::new(), ..post.clone() };
        let by_dm = if person.by_dm() { self.post_dm(due, &person, &silent).await? } else { None };
        let shown = match by_dm {
            Some(shown) => shown,
            None => (channel, self.post(due, channel, &post, row_nonce(due), None).await?),
        };
        self.settle(due, Some(shown)).await
    }

    /// Sends a player the list of games that wait for them, if any still does. A player who takes no direct messages gets a
    /// notice instead.
    pub(super) async fn send_digest(&self, due: &Due, id: PersonId, day: &str) -> Result<(), Failure> {
        let (games, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.games_of(id, voters_missing)?, tx.person(id)?)))
            .await?;
        let wanted = person.digest.is_some() && games.iter().any(|game| game.waits && !game.against_machines);
        if !wanted {
            return self.settle(due, None).await;
        }
        let shown = self.post_dm(due, &person, &posts::digest(id, &games, day)).await?;
        if shown.is_none() {
            // Otherwise they would keep waiting for the next digest.
            let (game, at) = (due.game, self.service.now());
            self.service.store().write(move |tx| tx.queue_notice(game, id, Notice::NoDigest, at)).await?;
        }
        self.settle(due, shown).await
    }
}
