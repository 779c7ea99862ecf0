//! Private lines and digests.

use data::{Due, StoreError};

use super::{Desk, Failure};
use crate::{
    chat::{Chat, ChatError},
    posts,
};

impl<C: Chat> Desk<C> {
    /// Tells somebody something in private, as soon as they are awake. Who takes no direct messages is told with the next
    /// private answer they get: nothing of it is ever said in public.
    pub(super) async fn send_note(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let (Some(person), Some(text)) = (due.person, &due.text) else {
            return self.settle(due, None).await;
        };
        let (game, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.open(id)?, tx.person(person)?)))
            .await?;
        if person.dm_closed.is_some() {
            return Err(ChatError::Closed.into());
        }
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        match self.post_dm(due, &person, &posts::note(id, due.key, game.channel, text)).await? {
            None => Err(ChatError::Closed.into()),
            shown => self.settle(due, shown).await,
        }
    }

    /// Sends somebody the list of the games that wait for them, if any still does. Who takes no direct messages gets none.
    pub(super) async fn send_digest(&self, due: &Due) -> Result<(), Failure> {
        let (Some(id), Some(day)) = (due.person, &due.text) else {
            return self.settle(due, None).await;
        };
        let (games, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.games_of(id)?, tx.person(id)?)))
            .await?;
        let wanted = person.digest.is_some() && games.iter().any(|game| game.waits);
        let shown = match wanted {
            true => self.post_dm(due, &person, &posts::digest(id, &games, day)).await?,
            false => None,
        };
        self.settle(due, shown).await
    }
}
