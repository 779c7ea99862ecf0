//! The weekly posts of servers' leaderboards: when the next one is due, and the message of the newest one.

use jiff::Timestamp;
use rusqlite::params;

use crate::{
    columns::{time_at, time_or_null},
    error::StoreError,
    ids::{ChannelId, GameId, GuildId, MessageId, Millis},
    slices::in_slices,
    sql::{self, OptionalExtension as _},
    tx::Tx,
};

/// The weekly post of a server's leaderboards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekly {
    /// The server.
    pub guild: GuildId,
    /// When the next post is due. The epoch means that no time was chosen yet.
    pub due: Timestamp,
    /// The game to which the outbox entry of the post belongs, since each entry belongs to one. It stays the same, so that two
    /// posts of a server are never on their way at once.
    pub game: Option<GameId>,
    /// The channel and the message of the newest post.
    pub shown: Option<(ChannelId, MessageId)>,
}

impl Tx<'_> {
    /// Returns the weekly post of a server, or `None` if the server has no channel for it.
    pub fn weekly(&self, guild: GuildId) -> Result<Option<Weekly>, StoreError> {
        let weekly = self
            .sql
            .prepare_cached("SELECT due, game, channel, message FROM weekly WHERE guild = ?")?
            .query_row([guild], |row| {
                let (channel, message): (Option<ChannelId>, Option<MessageId>) = (row.get(2)?, row.get(3)?);
                Ok(Weekly { guild, due: time_at(row, 0)?, game: row.get(1)?, shown: channel.zip(message) })
            })
            .optional()?;
        Ok(weekly)
    }

    /// Writes the weekly post of a server.
    pub fn set_weekly(&self, weekly: &Weekly) -> Result<(), StoreError> {
        let (channel, message) = weekly.shown.unzip();
        self.sql
            .prepare_cached(
                "INSERT INTO weekly (guild, due, game, channel, message) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (guild) DO UPDATE SET due = excluded.due, game = excluded.game, channel = excluded.channel,
                                           message = excluded.message",
            )?
            .send(params![weekly.guild, Millis(weekly.due), weekly.game, channel, message])?;
        Ok(())
    }

    /// Deletes the weekly post of a server. The message stays where it is.
    pub fn clear_weekly(&self, guild: GuildId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM weekly WHERE guild = ?")?.send([guild])?;
        Ok(())
    }

    /// Returns at most `most` servers of the store's slices whose weekly post is due, the longest overdue first.
    pub fn weekly_due(&self, now: Timestamp, most: u32) -> Result<Vec<GuildId>, StoreError> {
        let guilds = self
            .sql
            .prepare_cached(concat!(
                "SELECT guild FROM weekly WHERE due <= ?1 AND ",
                in_slices!("guild", "?2"),
                " ORDER BY due LIMIT ?3"
            ))?
            .query_map(params![Millis(now), self.slices.bits(), most], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(guilds)
    }

    /// Returns when the next weekly post is due, or `None` if no server wants one.
    pub fn next_weekly(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM weekly")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Returns the game with the newest result that changed a rating on a server.
    pub fn last_rated_game(&self, guild: GuildId) -> Result<Option<GameId>, StoreError> {
        let game = self
            .sql
            .prepare_cached(
                "SELECT coalesce(newest.game, voided.game) FROM result AS newest
                 LEFT JOIN result AS voided ON voided.seq = newest.voids
                 WHERE newest.seq = (SELECT max(seq) FROM pool WHERE guild = ?)",
            )?
            .query_row([guild], |row| row.get(0))
            .optional()?;
        Ok(game.flatten())
    }
}
