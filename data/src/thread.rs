//! The threads that the bot opens for lobbies, and the names of the people in them.

use rusqlite::params;

use crate::{
    error::StoreError,
    ids::{GameId, PersonId},
    sql::OptionalExtension as _,
    tx::Tx,
};

impl Tx<'_> {
    /// Records the name of the thread that the bot has opened for a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_thread(&self, lobby: GameId, name: &str) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET thread = ? WHERE id = ?")?.send(params![name, lobby])?;
        Ok(())
    }

    /// Returns the name that the bot gave to the thread of a lobby or game; `None` if it opened no thread for it.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn thread(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let name = self
            .sql
            .prepare_cached("SELECT thread FROM game WHERE id = ?")?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(name.flatten())
    }

    /// Records what a person in a lobby or invited to it is called. Nothing is recorded if the lobby has no thread of its own:
    /// only the thread needs the name.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_name(&self, lobby: GameId, person: PersonId, name: &str) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE guest SET name = ?3 WHERE game = ?1 AND person = ?2
                 AND EXISTS (SELECT 1 FROM game WHERE id = ?1 AND thread IS NOT NULL)",
            )?
            .send(params![lobby, person, name])?;
        Ok(())
    }

    /// Returns what a person in a lobby is called, if that is known.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn name(&self, lobby: GameId, person: PersonId) -> Result<Option<String>, StoreError> {
        let name = self
            .sql
            .prepare_cached("SELECT name FROM guest WHERE game = ? AND person = ?")?
            .query_row(params![lobby, person], |row| row.get(0))
            .optional()?;
        Ok(name.flatten())
    }

    /// Forgets the names of all people in a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn forget_names(&self, lobby: GameId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE guest SET name = NULL WHERE game = ? AND name IS NOT NULL")?
            .send([lobby])?;
        Ok(())
    }
}
