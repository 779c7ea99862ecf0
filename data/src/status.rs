//! How the bot is doing.

use rusqlite::params;

use crate::{ChannelId, GameId, GuildId, Notice, OutboxId, OutboxKind, PersonId, StoreError, Time, Tx};

/// How much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games that are being played.
    pub running: u32,
    /// What is still to be told and could be by now. Private lines are left out: of some not even that there are any may be told.
    pub waiting: u32,
    /// What was given up in the last days, private lines left out.
    pub failed: u32,
}

/// Something that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Where it was to be told, as far as that was known; or else where its game is played.
    pub channel: ChannelId,
    /// What.
    pub kind: OutboxKind,
    /// Why.
    pub why: String,
    /// When.
    pub at: Time,
}

/// Something that somebody was to be told, or to see, and was not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undelivered {
    /// Its row.
    pub row: OutboxId,
    /// What.
    pub kind: OutboxKind,
    /// The game it is about.
    pub game: GameId,
    /// The private notice, if it is one.
    pub notice: Option<Notice>,
    /// Why they were not told.
    pub why: String,
}

impl Tx<'_> {
    /// What was given up that a person does not know of: private lines to them, and what the games of a channel were to show
    /// if they play in them.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn undelivered(&self, person: PersonId, channel: ChannelId) -> Result<Vec<Undelivered>, StoreError> {
        let undelivered = self
            .sql
            .prepare_cached(
                "SELECT id, kind, game, text, failed FROM outbox
                 WHERE person = ?1 AND kind = 'note' AND failed IS NOT NULL AND sent IS NULL
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
                Ok(Undelivered {
                    row: row.get(0)?,
                    kind: row.get(1)?,
                    game: row.get(2)?,
                    notice: row.get::<_, Option<String>>(3)?.as_deref().map(Notice::from_stored),
                    why: row.get(4)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(undelivered)
    }

    /// Notes that people know what could not be told.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn mark_delivered(&self, rows: &[OutboxId], at: Time) -> Result<(), StoreError> {
        let mut update =
            self.sql.prepare_cached("UPDATE outbox SET sent = ? WHERE id = ? AND failed IS NOT NULL")?;
        for row in rows {
            update.execute(params![at, row.get()])?;
        }
        Ok(())
    }

    /// How much there is, on all servers.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn counts(&self, now: Time) -> Result<Counts, StoreError> {
        // Names what its partial index is about.
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
                 WHERE due <= ? AND sent IS NULL AND failed IS NULL AND kind NOT IN ('note', 'digest')",
            )?
            .query_row([now], |row| row.get(0))?;
        let failed = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM outbox
                 WHERE due <= ? AND failed IS NOT NULL AND kind NOT IN ('note', 'digest')",
            )?
            .query_row([now], |row| row.get(0))?;
        Ok(Counts { running, waiting, failed })
    }

    /// What was given up on a server, the newest first, at most so many. Private lines are left out.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn failed_in(&self, guild: GuildId, now: Time, most: u32) -> Result<Vec<Failed>, StoreError> {
        let failed = self
            .sql
            .prepare_cached(
                "SELECT coalesce(outbox.channel, game.channel), outbox.kind, failed, due
                 FROM outbox CROSS JOIN game ON game.id = outbox.game
                 WHERE due <= ? AND failed IS NOT NULL AND outbox.kind NOT IN ('note', 'digest') AND guild = ?
                 ORDER BY due DESC LIMIT ?",
            )?
            .query_map(params![now, guild, most], |row| {
                Ok(Failed { channel: row.get(0)?, kind: row.get(1)?, why: row.get(2)?, at: row.get(3)? })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(failed)
    }
}
