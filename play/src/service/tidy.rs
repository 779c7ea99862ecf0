//! Deletes and closes what nobody needs any more.

use anyhow::Context as _;
use clock::{DAY, days, earlier};

use data::{Puzzle, Sketch, day_of};

use super::core::Service;
use crate::error::Error;

impl Service {
    /// Closes old lobbies, calls off games that have been suspended for long or whose only person no longer plays, and keeps the boards of ratings up to date. Also deletes
    /// records of interactions, deliveries, acts of managers, weeks of play, puzzles and try-out boards that nobody needs any more, and what
    /// is stored about servers that the bot left long ago.
    pub async fn tidy(&self) -> Result<(), Error> {
        let now = self.now();
        let forgotten = self.store.write(move |tx| {
            tx.forget_done(earlier(now, DAY))?;
            tx.forget_audits(earlier(now, days(400)))?;
            tx.forget_conduct(now)?;
            tx.forget_puzzles(day_of(now) - Puzzle::DAYS)?;
            tx.forget_sketches(earlier(now, days(Sketch::DAYS)))?;
            tx.forget_delivered(earlier(now, days(7)), earlier(now, days(30)))
        });
        // Each step runs even if another one fails.
        let forgotten = forgotten.await.context("deleting old entries");
        let closed = self.close_old_lobbies().await;
        let boards = self.keep_boards().await;
        let absent = self.forget_absent_guilds().await;
        let left = self.abort_left_to_machines().await;
        self.abort_suspended().await?;
        closed?;
        boards?;
        absent?;
        left?;
        Ok(forgotten?)
    }
}
