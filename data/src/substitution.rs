//! Seats that pass from one person to another, and what the person in a seat has seen.

use jiff::Timestamp;
use rules::Seat;
use rusqlite::params;

use crate::{
    columns::seat_from,
    error::StoreError,
    game::{Game, Replaced},
    ids::{GameId, Millis, PersonId},
    sql,
    tx::Tx,
};

impl Tx<'_> {
    /// Gives a seat of a running game to another person, from the current ply on. `asked` says whether the player in the seat
    /// asked for that.
    pub fn substitute(
        &self,
        game: &mut Game,
        seat: Seat,
        person: PersonId,
        asked: bool,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let ply = game.table.ply();
        let Some(player) = game.players.iter_mut().find(|player| player.seat == seat) else { return Ok(()) };
        self.sql
            .prepare_cached(
                "INSERT INTO substitution (game, seat, ply, before, after, asked, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )?
            .send(params![game.id, seat.number(), ply, player.person, person, asked, Millis(at)])?;
        self.sql
            .prepare_cached("UPDATE seat SET person = ?, looked = 0 WHERE game = ? AND seat = ?")?
            .send(params![person, game.id, seat.number()])?;
        game.replaced.push(Replaced { seat, ply, person: player.person, asked });
        player.person = person;
        Ok(())
    }

    /// Returns how many entries of a game's record a player had seen when they last caught up.
    pub fn looked(&self, game: GameId, person: PersonId) -> Result<u32, StoreError> {
        let looked: Option<u32> = self
            .sql
            .prepare_cached("SELECT max(looked) FROM seat WHERE game = ? AND person = ?")?
            .query_row(params![game, person], |row| row.get(0))?;
        Ok(looked.unwrap_or_default())
    }

    /// Keeps that a player has seen the first `entries` entries of a game's record.
    pub fn set_looked(&self, game: GameId, person: PersonId, entries: u32) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE seat SET looked = ? WHERE game = ? AND person = ?")?
            .send(params![entries, game, person])?;
        Ok(())
    }

    /// Returns the people whose seats in a game were taken over, in order.
    pub(crate) fn replaced(&self, game: GameId) -> Result<Vec<Replaced>, StoreError> {
        let replaced = self
            .sql
            .prepare_cached(
                "SELECT seat, ply, before, asked FROM substitution WHERE game = ? ORDER BY ply, at",
            )?
            .query_map([game], |row| {
                let (ply, person) = (row.get(1)?, row.get(2)?);
                Ok(Replaced { seat: seat_from(row.get(0)?)?, ply, person, asked: row.get(3)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(replaced)
    }

    /// Returns whether a person has a seat in a game, or had one before a substitute took it over.
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
