//! Messages that could not be delivered.

use data::{GameId, Notice, OutboxId, StoreError, Tx};

use super::core::{Caller, Service};
use crate::content::{Missed, NoticeAbout};

/// Reads what the sentence of a notice needs, or `None` if it needs nothing or the game's record is broken.
fn notice_about(tx: &Tx<'_>, game: GameId, notice: &Notice) -> Result<Option<NoticeAbout>, StoreError> {
    let offer = match notice {
        Notice::OfferNews { offer, .. } => tx.offer(*offer)?,
        Notice::Ended => None,
        _ => return Ok(None),
    };
    match tx.open(game) {
        Err(error) if error.is_broken_record() => Ok(None),
        game => Ok(Some(NoticeAbout { game: game?, offer })),
    }
}

impl Service {
    /// Returns the messages that could not be delivered to the caller: notices that their closed direct messages refused, and
    /// posts that failed in their channel. If reading them fails, it returns none and logs the error, because the response
    /// that they are added to matters more.
    pub async fn undelivered(&self, caller: &Caller) -> Vec<Missed> {
        let (person, channel) = (caller.person, caller.channel);
        let missed = self.store.read(move |tx| -> Result<Vec<Missed>, StoreError> {
            let entries = tx.undelivered(person, channel)?.into_iter().map(|entry| {
                let about = match &entry.notice {
                    Some(notice) => notice_about(tx, entry.game, notice)?,
                    None => None,
                };
                Ok(Missed { entry, about })
            });
            entries.collect()
        });
        missed.await.unwrap_or_else(|error| {
            tracing::error!("reading undelivered notices failed: {error:#}");
            Vec::new()
        })
    }

    /// Returns what the sentence of a notice about `game` needs, or `None` if the notice itself is enough.
    pub async fn notice_about(
        &self,
        game: GameId,
        notice: &Notice,
    ) -> Result<Option<NoticeAbout>, StoreError> {
        let notice = notice.clone();
        self.store.read(move |tx| notice_about(tx, game, &notice)).await
    }

    /// Records that the caller has received these entries.
    pub async fn mark_delivered(&self, rows: Vec<OutboxId>) {
        if rows.is_empty() {
            return;
        }
        let at = self.now();
        if let Err(error) = self.store.write(move |tx| tx.mark_delivered(&rows, at)).await {
            tracing::error!("marking notices as delivered failed: {error:#}");
        }
    }
}
