//! Figures and failures that show how the bot is doing.

use jiff::Timestamp;
use rusqlite::params;

use crate::{
    columns::time_at,
    error::StoreError,
    ids::{ChannelId, GameId, GuildId, Millis, PersonId},
    notice::Notice,
    outbox::OutboxId,
    payload::{OutboxKind, Payload},
    sql,
    tx::Tx,
};

/// Counts over all servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games that are being played.
    pub running: u32,
    /// Entries that are due and undelivered. Private notices are left out, since even their number can be a secret.
    pub waiting: u32,
    /// Entries that failed in the last days, without private notices.
    pub failed: u32,
}

/// An outbox entry that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The channel of the post if it was known, else the channel of the game.
    pub channel: ChannelId,
    /// The kind of the entry.
    pub kind: OutboxKind,
    /// The reason of the failure.
    pub why: String,
    /// When delivery was given up.
    pub at: Timestamp,
}

/// A failed outbox entry that a person should know about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undelivered {
    /// The id of the entry.
    pub row: OutboxId,
    /// The kind of the entry.
    pub kind: OutboxKind,
    /// The game of the entry.
    pub game: GameId,
    /// The private notice, if it is one.
    pub notice: Option<Notice>,
    /// The reason of the failure.
    pub why: String,
}

impl Tx<'_> {
    /// Returns the failed entries that a person does not know about. These are private notices to that person, and posts of the
    /// games in `channel` in which the person takes part.
    pub fn undelivered(&self, person: PersonId, channel: ChannelId) -> Result<Vec<Undelivered>, StoreError> {
        let undelivered = self
            .sql
            .prepare_cached(
                "SELECT id, kind, game, payload, failed FROM outbox
                 WHERE json_extract(payload, '$.person') = ?1 AND kind = 'notice' AND failed IS NOT NULL AND sent IS NULL
                 UNION ALL
                 SELECT outbox.id, outbox.kind, game, NULL, failed
                 FROM game CROSS JOIN outbox ON outbox.game = game.id
                 WHERE game.channel = ?2 AND state IN ('lobby', 'running')
                   AND outbox.kind IN ('board', 'lobby', 'ready', 'offer') AND failed IS NOT NULL AND sent IS NULL
                   AND (EXISTS (SELECT 1 FROM seat WHERE seat.game = game.id AND seat.person = ?1)
                     OR EXISTS (SELECT 1 FROM guest WHERE guest.game = game.id AND guest.person = ?1))
                 ORDER BY 1",
            )?
            .query_map(params![person, channel], |row| {
                let notice = match row.get(3) {
                    Ok(Some(Payload::Notice { notice, .. })) => Some(notice),
                    // An unreadable notice must not hide the others.
                    _ => None,
                };
                Ok(Undelivered {
                    row: row.get(0)?,
                    kind: row.get(1)?,
                    game: row.get(2)?,
                    notice,
                    why: row.get(4)?,
                })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(undelivered)
    }

    /// Records that people know about these failed entries.
    pub fn mark_delivered(&self, rows: &[OutboxId], at: Timestamp) -> Result<(), StoreError> {
        let mut update =
            self.sql.prepare_cached("UPDATE outbox SET sent = ? WHERE id = ? AND failed IS NOT NULL")?;
        for row in rows {
            update.send(params![Millis(at), row.get()])?;
        }
        Ok(())
    }

    /// Returns the counts over all servers.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, _) = world().await?;
    /// use clock::from_millis;
    ///
    /// let counts = store.read(|tx| tx.counts(from_millis(10))).await?;
    /// assert_eq!((counts.running, counts.waiting, counts.failed), (1, 0, 0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn counts(&self, now: Timestamp) -> Result<Counts, StoreError> {
        // The query repeats the condition of the partial index, so that SQLite uses it.
        let running = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM game
                 WHERE channel >= 0 AND state IN ('lobby', 'running') AND state = 'running' AND suspended IS NULL",
            )?
            .query_row([], |row| row.get(0))?;
        let waiting = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM outbox
                 WHERE due <= ? AND sent IS NULL AND failed IS NULL AND kind NOT IN ('notice', 'digest')",
            )?
            .query_row([Millis(now)], |row| row.get(0))?;
        let failed = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM outbox
                 WHERE due <= ? AND failed IS NOT NULL AND kind NOT IN ('notice', 'digest')",
            )?
            .query_row([Millis(now)], |row| row.get(0))?;
        Ok(Counts { running, waiting, failed })
    }

    /// Returns at most `most` failed entries of a server, newest first, without private notices.
    pub fn failed_in(&self, guild: GuildId, now: Timestamp, most: u32) -> Result<Vec<Failed>, StoreError> {
        let failed = self
            .sql
            .prepare_cached(
                "SELECT coalesce(outbox.channel, json_extract(payload, '$.channel'), game.channel), outbox.kind, failed, due
                 FROM outbox CROSS JOIN game ON game.id = outbox.game
                 WHERE due <= ? AND failed IS NOT NULL AND outbox.kind NOT IN ('notice', 'digest') AND guild = ?
                 ORDER BY due DESC LIMIT ?",
            )?
            .query_map(params![Millis(now), guild, most], |row| {
                Ok(Failed { channel: row.get(0)?, kind: row.get(1)?, why: row.get(2)?, at: time_at(row, 3)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(failed)
    }
}
