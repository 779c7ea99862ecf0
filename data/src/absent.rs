//! Servers that the bot has left. After some time, what is stored about them is deleted.

use jiff::Timestamp;
use rusqlite::params;

use crate::{
    error::StoreError,
    ids::{GuildId, Millis},
    sql,
    tx::Tx,
};

impl Tx<'_> {
    /// Records that the bot has left a server. A server that it left before keeps the earlier time.
    pub fn note_absence(&self, guild: GuildId, since: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("INSERT INTO absent (guild, since) VALUES (?, ?) ON CONFLICT DO NOTHING")?
            .send(params![guild, Millis(since)])?;
        Ok(())
    }

    /// Records that the bot is on a server.
    pub fn note_presence(&self, guild: GuildId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM absent WHERE guild = ?")?.send([guild])?;
        Ok(())
    }

    /// Returns the servers that the bot left before `before`.
    pub fn absent_since(&self, before: Timestamp) -> Result<Vec<GuildId>, StoreError> {
        let guilds = self
            .sql
            .prepare_cached("SELECT guild FROM absent WHERE since < ? ORDER BY since")?
            .query_map([Millis(before)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(guilds)
    }

    /// Returns the next server after `after`, ordered by id, that has a setting, a blocked person, an act of its managers, a streak of puzzles, or a pool of
    /// ratings.
    pub fn next_known_guild(&self, after: GuildId) -> Result<Option<GuildId>, StoreError> {
        let next = self
            .sql
            .prepare_cached(
                "SELECT min(guild) FROM (
                     SELECT min(guild) AS guild FROM setting WHERE guild > ?1
                     UNION ALL SELECT min(guild) FROM blocked WHERE guild > ?1
                     UNION ALL SELECT min(guild) FROM audit WHERE guild > ?1
                     UNION ALL SELECT min(guild) FROM puzzle_streak WHERE guild > ?1
                     UNION ALL SELECT min(guild) FROM pool WHERE guild > ?1) AS later",
            )?
            .query_row([after], |row| row.get(0))?;
        Ok(next)
    }

    /// Deletes the settings of a server, its weekly post and puzzles, whom it has blocked, the acts of its managers, and its pools with their ratings, seasons and snapshots. Its games, their results and who
    /// met whom stay.
    pub fn forget_guild(&self, guild: GuildId) -> Result<(), StoreError> {
        self.ratings().empty_pools(guild)?;
        self.sql.execute(
            "INSERT INTO forgotten (guild, seq, done) SELECT ?, coalesce(max(seq), 0), 1 FROM result
             WHERE true ON CONFLICT DO NOTHING",
            [guild],
        )?;
        self.sql
            .execute("DELETE FROM board_week WHERE pool IN (SELECT id FROM pool WHERE guild = ?)", [guild])?;
        self.sql.execute("DELETE FROM pool WHERE guild = ?", [guild])?;
        for table in ["setting", "blocked", "audit", "weekly", "puzzle", "puzzle_post", "puzzle_streak"] {
            self.sql.execute(&format!("DELETE FROM {table} WHERE guild = ?"), [guild])?;
        }
        self.note_presence(guild)
    }
}
