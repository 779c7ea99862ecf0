//! Posts of offers, and the messages about their outcome.

use data::{Due, Game, MessageId, Notice, Offer, OfferId, OfferPost, PersonId, StoreError};
use messages::{posts, view::Post};

use super::{Desk, Failure};
use crate::chat::{Chat, ChatError};

/// A new post, and the players who must be notified in private.
struct New {
    message: MessageId,
    spared: Vec<PersonId>,
}

impl<C: Chat> Desk<C> {
    pub(super) async fn send_offer(&self, due: &Due, id: OfferId, about: OfferPost) -> Result<(), Failure> {
        let found = self
            .service
            .store()
            .read(move |tx| -> Result<_, StoreError> {
                let Some(offer) = tx.offer(id)? else { return Ok(None) };
                Ok(Some((tx.open(offer.game)?, tx.offer_message_before(&offer)?, offer)))
            })
            .await?;
        let Some((game, before, offer)) = found else { return self.settle(due, None).await };
        let nonce = format!("{:x}-o{:x}", game.id.get(), id.get());
        let word = |letter: char| format!("{nonce}{letter}");
        // News about offers repeats within a game, so messages older than this offer cannot be it.
        let new = match about {
            OfferPost::Itself => self.show_offer(due, &game, &offer, before, nonce).await?,
            OfferPost::News => match posts::offer_news(&game, &offer) {
                Some(post) => Some(self.post_offer(due, &game, post, word('n'), offer.message).await?),
                None => None,
            },
            OfferPost::Resumed => match posts::resumed(&game, &offer) {
                Some(post) => Some(self.post_offer(due, &game, post, word('r'), offer.message).await?),
                None => None,
            },
        };
        self.settle_offer(due, &game, (id, about), new).await
    }

    /// Updates the post of an offer. Posts one if the offer is open and has none.
    async fn show_offer(
        &self,
        due: &Due,
        game: &Game,
        offer: &Offer,
        before: Option<MessageId>,
        mut nonce: String,
    ) -> Result<Option<New>, Failure> {
        let post = self.writer.offer(game, offer);
        if let Some(message) = offer.message {
            match self.edit(game.channel, message, &post).await {
                // Someone deleted the message, so a new one asks the players who have not voted.
                Err(ChatError::Gone) => nonce.push('b'),
                edited => return Ok(edited.map(|()| None)?),
            }
        }
        if offer.ending.is_some() {
            return Ok(None);
        }
        Ok(Some(self.post_offer(due, game, post, nonce, before.max(offer.message)).await?))
    }

    /// Posts a message about an offer. It does not ping players who are asleep or prefer direct messages. Messages up to
    /// `after` cannot be an earlier attempt of it.
    async fn post_offer(
        &self,
        due: &Due,
        game: &Game,
        mut post: Post,
        nonce: String,
        after: Option<MessageId>,
    ) -> Result<New, Failure> {
        let spared = self.spare(game, &mut post).await?;
        let message = self.post(due, game.channel, &post, nonce, after).await?;
        Ok(New { message, spared })
    }

    async fn settle_offer(
        &self,
        due: &Due,
        game: &Game,
        (offer, post): (OfferId, OfferPost),
        new: Option<New>,
    ) -> Result<(), Failure> {
        let (row, at) = (due.id, self.service.now());
        let (id, channel) = (game.id, game.channel);
        self.service
            .store()
            .write(move |tx| -> Result<(), StoreError> {
                if let Some(New { message, spared }) = &new {
                    if matches!(post, OfferPost::Itself) {
                        tx.set_offer_message(offer, *message)?;
                    }
                    for &person in spared {
                        match post {
                            OfferPost::Itself => {
                                tx.queue_offer_notice(id, person, offer, channel, at)?;
                            }
                            _ => {
                                let news = Notice::OfferNews { offer, post, channel, message: *message };
                                tx.queue_notice(id, person, news, at)?;
                            }
                        }
                    }
                }
                tx.settle(row, None, at)
            })
            .await?;
        Ok(())
    }
}
