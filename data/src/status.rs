//! How the bot is doing.

use rusqlite::params;

use crate::{ChannelId, GuildId, StoreError, Time, Topic, Tx};

/// How much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games that are being played.
    pub running: u32,
    /// What is still to be told.
    pub waiting: u32,
    /// What was given up in the last days.
    pub failed: u32,
}

/// Something that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Where it was to be told, as far as that was known; or else where its game is played.
    pub channel: ChannelId,
    /// What.
    pub topic: Topic,
    /// Why.
    pub why: String,
    /// When.
    pub at: Time,
}

impl Tx<'_> {
    /// How much there is, on all servers.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        // Each names what its partial index is about.
        let running = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM game
                 WHERE channel >= 0 AND state IN ('lobby', 'running') AND state = 'running' AND archived IS NULL",
            )?
            .query_row([], |row| row.get(0))?;
        let waiting = self
            .sql
            .prepare_cached("SELECT count(*) FROM outbox WHERE due >= 0 AND sent IS NULL AND failed IS NULL")?
            .query_row([], |row| row.get(0))?;
        let failed = self
            .sql
            .prepare_cached("SELECT count(*) FROM outbox WHERE due >= 0 AND failed IS NOT NULL")?
            .query_row([], |row| row.get(0))?;
        Ok(Counts { running, waiting, failed })
    }

    /// What was given up on a server, the newest first, at most so many. Private lines are left out.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn failed_in(&self, guild: GuildId, most: u32) -> Result<Vec<Failed>, StoreError> {
        let failed = self
            .sql
            .prepare_cached(
                "SELECT coalesce(outbox.channel, game.channel), outbox.kind, failed, due
                 FROM outbox CROSS JOIN game ON game.id = outbox.game
                 WHERE due >= 0 AND failed IS NOT NULL AND outbox.kind <> 'note' AND guild = ?
                 ORDER BY due DESC LIMIT ?",
            )?
            .query_map(params![guild, most], |row| {
                Ok(Failed { channel: row.get(0)?, topic: row.get(1)?, why: row.get(2)?, at: row.get(3)? })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(failed)
    }
}
