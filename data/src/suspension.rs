//! Games whose channel is gone: put aside, and taken up again in another one.

use rusqlite::params;

use crate::{ChannelId, GameId, GameState, GuildId, StoreError, Time, Tx};

impl Tx<'_> {
    /// Puts a running game aside; answers whether it did: nothing happens if it was put aside before or does not run.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn suspend(&self, game: GameId, at: Time) -> Result<bool, StoreError> {
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE game SET suspended = ? WHERE id = ? AND state = 'running' AND suspended IS NULL",
            )?
            .execute(params![at, game])?;
        Ok(changed > 0)
    }

    /// The lobbies and running games of a server, except those that were put aside.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn games_on(&self, guild: GuildId) -> Result<Vec<(GameId, GameState)>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id, state FROM game
                 WHERE guild = ? AND state IN ('lobby', 'running') AND suspended IS NULL",
            )?
            .query_map([guild], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(games)
    }

    /// The next server after `after`, by rising ids, that has lobbies or running games.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn next_guild(&self, after: GuildId) -> Result<Option<GuildId>, StoreError> {
        let next = self
            .sql
            .prepare_cached("SELECT min(guild) FROM game WHERE guild > ? AND state IN ('lobby', 'running')")?
            .query_row([after], |row| row.get(0))?;
        Ok(next)
    }

    /// Takes a game that was put aside up again in another channel, where its board has not been shown yet and nobody was
    /// called.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] when it was not put aside; [`StoreError::ChannelTaken`] when a lobby or running game has
    /// the channel.
    pub fn resume_suspended(&self, game: GameId, channel: ChannelId, at: Time) -> Result<(), StoreError> {
        let moved = self
            .sql
            .prepare_cached(
                "UPDATE game SET suspended = NULL, channel = ?, lobby_message = NULL, board_message = NULL,
                                 board_turn = NULL
                 WHERE id = ? AND state = 'running' AND suspended IS NOT NULL",
            )?
            .execute(params![channel, game]);
        if moved.map_err(StoreError::of_channel)? == 0 {
            return Err(StoreError::NoSuchGame(game));
        }
        // What was told, or could not be, where nobody can read it any more.
        self.sql.prepare_cached("DELETE FROM outbox WHERE game = ? AND kind = 'board'")?.execute([game])?;
        self.forget_notifications(game, at)?;
        self.clear_pending_post(game)
    }

    /// Takes a game that was put aside up again where it is; `false` if it was not put aside.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn go_on(&self, game: GameId) -> Result<bool, StoreError> {
        let changed = self
            .sql
            .prepare_cached("UPDATE game SET suspended = NULL WHERE id = ? AND suspended IS NOT NULL")?
            .execute([game])?;
        Ok(changed > 0)
    }

    /// The games of a server that were put aside; they are running, and `lobby` is there for the index.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn suspended_on(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE guild = ? AND state IN ('lobby', 'running') AND suspended IS NOT NULL",
            )?
            .query_map([guild], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(games)
    }

    /// Games that were put aside before `before`.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn suspended_since(&self, before: Time) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE suspended < ? AND state = 'running' ORDER BY suspended",
            )?
            .query_map([before], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(games)
    }
}
