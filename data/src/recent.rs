//! Recent lobbies and invitations of a person or a channel.

use jiff::Timestamp;
use rules::Kind;
use rusqlite::params;

use crate::{
    columns::{kind_from, time_at},
    error::StoreError,
    ids::{ChannelId, GameId, GuildId, Millis, PersonId},
    sql::{self, OptionalExtension as _},
    tx::Tx,
};

impl Tx<'_> {
    /// Records the channel from which a lobby was opened.
    pub fn set_home(&self, game: GameId, home: ChannelId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET home = ? WHERE id = ?")?.send(params![home, game])?;
        Ok(())
    }

    /// Returns the channel from which the lobby of a game was opened. Games of earlier releases have no such channel; their own
    /// is returned.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the game does not exist.
    pub fn home(&self, game: GameId) -> Result<ChannelId, StoreError> {
        let home = self
            .sql
            .prepare_cached("SELECT coalesce(home, channel) FROM game WHERE id = ?")?
            .query_row([game], |row| row.get(0))
            .optional()?;
        home.ok_or(StoreError::NoSuchGame(game))
    }

    /// Returns at most `most` games that a person plays or has played, the newest first.
    pub fn newest_games_of(&self, person: PersonId, most: u32) -> Result<Vec<(GameId, Kind)>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT DISTINCT game.id, game.kind FROM seat JOIN game ON game.id = seat.game
             WHERE seat.person = ? ORDER BY game.id DESC LIMIT ?",
        )?;
        let mut rows = query.query(params![person, most])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.push((row.get(0)?, kind_from(row.get_ref(1)?)?));
        }
        Ok(games)
    }

    /// Returns the lobbies that a person has opened on a server since `since`, newest first. These are the open ones and those
    /// that have been reserved since `reserved`.
    pub fn lobbies_of(
        &self,
        host: PersonId,
        guild: GuildId,
        since: Timestamp,
        reserved: Timestamp,
    ) -> Result<Vec<GameId>, StoreError> {
        let lobbies = self
            .sql
            .prepare_cached(
                "SELECT id FROM game
                 WHERE host = ?1 AND created > ?3 AND guild = ?2 AND (state = 'lobby'
                    OR state = 'cancelled' AND started IS NULL AND ended IS NULL AND created > ?4)
                 ORDER BY created DESC",
            )?
            .query_map(params![host, guild, Millis(since), Millis(reserved)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(lobbies)
    }

    /// Returns when the `nth` newest lobby since `since`, counted from 1, was opened from a channel.
    pub fn nth_lobby_from(
        &self,
        home: ChannelId,
        since: Timestamp,
        nth: u32,
    ) -> Result<Option<Timestamp>, StoreError> {
        let at = self
            .sql
            .prepare_cached(
                "SELECT created FROM game WHERE home = ? AND created > ? ORDER BY created DESC LIMIT 1 OFFSET ?",
            )?
            .query_row(params![home, Millis(since), nth.saturating_sub(1)], |row| time_at(row, 0))
            .optional()?;
        Ok(at)
    }

    /// Returns when a person opened the `nth` newest lobby from a channel since `since`, counted from 1.
    pub fn nth_lobby_of(
        &self,
        host: PersonId,
        home: ChannelId,
        since: Timestamp,
        nth: u32,
    ) -> Result<Option<Timestamp>, StoreError> {
        let at = self
            .sql
            .prepare_cached(
                "SELECT created FROM game WHERE host = ? AND created > ? AND home = ?
                 ORDER BY created DESC LIMIT 1 OFFSET ?",
            )?
            .query_row(params![host, Millis(since), home, nth.saturating_sub(1)], |row| time_at(row, 0))
            .optional()?;
        Ok(at)
    }

    /// Returns when a person sent the `nth` newest invitation since `since`, counted from 1. With `invited`, only invitations
    /// to that person count. Accepted invitations never count.
    pub fn nth_invitation(
        &self,
        host: PersonId,
        invited: Option<PersonId>,
        since: Timestamp,
        nth: u32,
    ) -> Result<Option<Timestamp>, StoreError> {
        let at = self
            .sql
            .prepare_cached(
                "SELECT created FROM game CROSS JOIN guest ON guest.game = game.id
                 WHERE host = ?1 AND created > ?2 AND answer <> 'joined' AND person = coalesce(?3, person)
                 ORDER BY created DESC LIMIT 1 OFFSET ?4",
            )?
            .query_row(params![host, Millis(since), invited, nth.saturating_sub(1)], |row| time_at(row, 0))
            .optional()?;
        Ok(at)
    }
}
