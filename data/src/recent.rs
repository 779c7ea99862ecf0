//! The lobbies that people have opened of late, and their invitations.

use rusqlite::{OptionalExtension as _, params};

use crate::{ChannelId, GameId, GuildId, PersonId, StoreError, Time, Tx};

impl Tx<'_> {
    /// Notes the channel that a lobby was opened from.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_home(&self, game: GameId, home: ChannelId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET home = ? WHERE id = ?")?.execute(params![home, game])?;
        Ok(())
    }

    /// Returns the channel that the lobby of a game was opened from; of a game of earlier releases, where it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`].
    pub fn home(&self, game: GameId) -> Result<ChannelId, StoreError> {
        let home = self
            .sql
            .prepare_cached("SELECT coalesce(home, channel) FROM game WHERE id = ?")?
            .query_row([game], |row| row.get(0))
            .optional()?;
        home.ok_or(StoreError::NoSuchGame(game))
    }

    /// Returns the lobbies that a person has opened on a server since `since`, newest first: those that are open, and those
    /// that have been reserved since `reserved`.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lobbies_of(
        &self,
        host: PersonId,
        guild: GuildId,
        since: Time,
        reserved: Time,
    ) -> Result<Vec<GameId>, StoreError> {
        let lobbies = self
            .sql
            .prepare_cached(
                "SELECT id FROM game
                 WHERE host = ?1 AND created > ?3 AND guild = ?2 AND (state = 'lobby'
                    OR state = 'cancelled' AND started IS NULL AND ended IS NULL AND created > ?4)
                 ORDER BY created DESC",
            )?
            .query_map(params![host, guild, since, reserved], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(lobbies)
    }

    /// Returns when the lobby was opened that is the `nth` newest from a channel since `since`, counted from 1.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn nth_lobby_from(&self, home: ChannelId, since: Time, nth: u32) -> Result<Option<Time>, StoreError> {
        let at = self
            .sql
            .prepare_cached(
                "SELECT created FROM game WHERE home = ? AND created > ? ORDER BY created DESC LIMIT 1 OFFSET ?",
            )?
            .query_row(params![home, since, nth.saturating_sub(1)], |row| row.get(0))
            .optional()?;
        Ok(at)
    }

    /// Returns when a person sent the invitation that is the `nth` newest since `since`, counted from 1; with `invited`, of those
    /// to that person. One that was accepted does not count.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn nth_invitation(
        &self,
        host: PersonId,
        invited: Option<PersonId>,
        since: Time,
        nth: u32,
    ) -> Result<Option<Time>, StoreError> {
        let at = self
            .sql
            .prepare_cached(
                "SELECT created FROM game CROSS JOIN guest ON guest.game = game.id
                 WHERE host = ?1 AND created > ?2 AND answer <> 'joined' AND person = coalesce(?3, person)
                 ORDER BY created DESC LIMIT 1 OFFSET ?4",
            )?
            .query_row(params![host, since, invited, nth.saturating_sub(1)], |row| row.get(0))
            .optional()?;
        Ok(at)
    }
}
