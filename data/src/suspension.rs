//! Suspended games: their channel is gone, and they can resume in another one.

use jiff::Timestamp;
use rusqlite::params;

use crate::{
    error::StoreError,
    game::GameState,
    ids::{ChannelId, GameId, GuildId, Millis},
    sql,
    tx::Tx,
};

impl Tx<'_> {
    /// Suspends a running game. Returns false if it was suspended before or is not running.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use clock::from_millis;
    ///
    /// store.write(move |tx| {
    ///     assert!(tx.suspend(id, from_millis(5))?);
    ///     assert_eq!(tx.suspended_on(1.into())?, [id]);
    ///     tx.resume_suspended(id, 7.into(), from_millis(6))
    /// }).await?;
    /// assert_eq!(store.read(move |tx| tx.open(id)).await?.channel, 7.into());
    /// # Ok(())
    /// # }
    /// ```
    pub fn suspend(&self, game: GameId, at: Timestamp) -> Result<bool, StoreError> {
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE game SET suspended = ? WHERE id = ? AND state = 'running' AND suspended IS NULL",
            )?
            .execute(params![Millis(at), game])?;
        Ok(changed > 0)
    }

    /// Returns the lobbies and running games of a server, without suspended games.
    pub fn games_on(&self, guild: GuildId) -> Result<Vec<(GameId, GameState)>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id, state FROM game
                 WHERE guild = ? AND state IN ('lobby', 'running') AND suspended IS NULL",
            )?
            .query_map([guild], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the next server after `after`, ordered by id, that has lobbies or running games.
    pub fn next_guild(&self, after: GuildId) -> Result<Option<GuildId>, StoreError> {
        let next = self
            .sql
            .prepare_cached("SELECT min(guild) FROM game WHERE guild > ? AND state IN ('lobby', 'running')")?
            .query_row([after], |row| row.get(0))?;
        Ok(next)
    }

    /// Resumes a suspended game in another channel. Its board was never posted there, and no player was notified there.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the game is not suspended; [`StoreError::ChannelTaken`] if the channel already has a lobby
    /// or a running game.
    pub fn resume_suspended(
        &self,
        game: GameId,
        channel: ChannelId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
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
        // Boards that were delivered to the old channel, or failed there, are out of everybody's sight.
        self.sql.prepare_cached("DELETE FROM outbox WHERE game = ? AND kind = 'board'")?.send([game])?;
        self.forget_notifications(game, at)?;
        self.clear_pending_post(game)
    }

    /// Resumes a suspended game in its own channel. Returns false if it was not suspended.
    pub fn go_on(&self, game: GameId) -> Result<bool, StoreError> {
        let changed = self
            .sql
            .prepare_cached("UPDATE game SET suspended = NULL WHERE id = ? AND suspended IS NOT NULL")?
            .execute([game])?;
        Ok(changed > 0)
    }

    /// Returns the suspended games of a server. They are all running; the query names `lobby` only to use the index.
    pub fn suspended_on(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE guild = ? AND state IN ('lobby', 'running') AND suspended IS NOT NULL",
            )?
            .query_map([guild], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the games that were suspended before `before`, oldest suspension first.
    pub fn suspended_since(&self, before: Timestamp) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE suspended < ? AND state = 'running' ORDER BY suspended",
            )?
            .query_map([Millis(before)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }
}
