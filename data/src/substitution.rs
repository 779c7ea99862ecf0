//! Seats that go from one person to another.

use rules::Seat;
use rusqlite::params;

use crate::{Game, GameId, PersonId, StoreError, Time, Tx};

impl Tx<'_> {
    /// Gives a seat of a running game to somebody else, from its present ply on.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn substitute(
        &self,
        game: &mut Game,
        seat: Seat,
        person: PersonId,
        at: Time,
    ) -> Result<(), StoreError> {
        let Some(player) = game.players.iter_mut().find(|player| player.seat == seat) else { return Ok(()) };
        self.sql
            .prepare_cached(
                "INSERT INTO substitution (game, seat, ply, before, after, at) VALUES (?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![game.id, seat.number(), game.table.ply(), player.person, person, at])?;
        self.sql
            .prepare_cached("UPDATE seat SET person = ? WHERE game = ? AND seat = ?")?
            .execute(params![person, game.id, seat.number()])?;
        player.person = person;
        Ok(())
    }

    /// Whether somebody has a seat of a game, or had one before somebody else took it over.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn had_seat(&self, game: GameId, person: PersonId) -> Result<bool, StoreError> {
        let had = self
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM seat WHERE game = ?1 AND person = ?2)
                     OR EXISTS (SELECT 1 FROM substitution WHERE game = ?1 AND before = ?2)",
            )?
            .query_row(params![game, person], |row| row.get(0))?;
        Ok(had)
    }
}
