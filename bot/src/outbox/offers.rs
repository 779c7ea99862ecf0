//! Offers: their posts as they are now, and the word about what came of them.

use data::{Due, Game, Offer, StoreError};

use super::{Desk, Failure};
use crate::{
    chat::{Chat, ChatError},
    posts,
    service::About,
    view::Post,
};

impl<C: Chat> Desk<C> {
    pub(super) async fn send_offer(&self, due: &Due) -> Result<(), Failure> {
        let Some((id, about)) = About::of(due.key) else { return self.settle(due, None).await };
        let found = self
            .service
            .store()
            .read(move |tx| -> Result<_, StoreError> {
                let Some(offer) = tx.offer(id)? else { return Ok(None) };
                Ok(Some((tx.open(offer.game)?, offer)))
            })
            .await?;
        if let Some((game, offer)) = found {
            match about {
                About::Itself => self.show_offer(due, &game, &offer).await?,
                About::News => self.tell(due, &game, &offer, 'n', posts::offer_news(&game, &offer)).await?,
                About::Resumed => self.tell(due, &game, &offer, 'r', posts::resumed(&game, &offer)).await?,
            }
        }
        self.settle(due, None).await
    }

    /// Posts a word about an offer, if there is one; the letter tells it from other words about it.
    async fn tell(
        &self,
        due: &Due,
        game: &Game,
        offer: &Offer,
        letter: char,
        post: Option<Post>,
    ) -> Result<(), Failure> {
        if let Some(post) = post {
            let nonce = format!("{:x}-o{:x}{letter}", game.id.get(), offer.id.get());
            self.post(due, game.channel, &post, nonce).await?;
        }
        Ok(())
    }

    /// Brings the post of an offer up to date; posts it if it has none and is open.
    async fn show_offer(&self, due: &Due, game: &Game, offer: &Offer) -> Result<(), Failure> {
        let post = posts::offer(game, offer);
        let mut nonce = format!("{:x}-o{:x}", game.id.get(), offer.id.get());
        if let Some(message) = offer.message {
            match self.edit(game.channel, message, &post).await {
                // Somebody deleted the message: who has not answered is asked anew.
                Err(ChatError::Gone) => nonce.push('b'),
                edited => return Ok(edited?),
            }
        }
        if offer.ending.is_none() {
            let message = self.post(due, game.channel, &post, nonce).await?;
            let id = offer.id;
            self.service.store().write(move |tx| tx.set_offer_message(id, message)).await?;
        }
        Ok(())
    }
}
