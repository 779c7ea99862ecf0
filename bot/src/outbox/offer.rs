//! Offers: their posts as they are now, and the word about what came of them.

use data::{Due, Game, Offer, StoreError};

use super::{Failure, nonce, settle};
use crate::{
    chat::{Chat, ChatError},
    posts,
    service::{About, Service},
};

pub(super) async fn send<C: Chat>(service: &Service, chat: &C, due: &Due) -> Result<(), Failure> {
    let Some((id, about)) = About::of(due.key) else { return settle(service, due, due.key).await };
    let found = service
        .store()
        .read(move |tx| -> Result<_, StoreError> {
            let Some(offer) = tx.offer(id)? else { return Ok(None) };
            Ok(Some((tx.open(offer.game)?, offer)))
        })
        .await?;
    if let Some((game, offer)) = found {
        match about {
            About::Itself => show(service, chat, &game, &offer).await?,
            About::News => {
                if let Some(post) = posts::offer_news(&game, &offer) {
                    chat.post(game.channel, &post, nonce(game.id, &format!("o{:x}n", id.get()))).await?;
                }
            }
        }
    }
    settle(service, due, due.key).await
}

/// Brings the post of an offer up to date; posts it if it has none and is open.
async fn show<C: Chat>(service: &Service, chat: &C, game: &Game, offer: &Offer) -> Result<(), Failure> {
    let post = posts::offer(game, offer);
    let mut name = format!("o{:x}", offer.id.get());
    if let Some(message) = offer.message {
        match chat.edit(game.channel, message, &post).await {
            // Somebody deleted the message: who has not answered is asked anew.
            Err(ChatError::Gone) => name.push('b'),
            edited => return Ok(edited?),
        }
    }
    if offer.ending.is_none() {
        let message = chat.post(game.channel, &post, nonce(game.id, &name)).await?;
        let id = offer.id;
        service.store().write(move |tx| tx.set_offer_message(id, message)).await?;
    }
    Ok(())
}
