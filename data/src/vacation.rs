//! Vacation days that players have spent.

use clock::Vacation;
use jiff::Timestamp;
use rusqlite::params;

use crate::{
    columns::{time_at, time_or_null},
    error::StoreError,
    ids::{GameId, Millis, PersonId},
    sql::OptionalExtension as _,
    tx::Tx,
};

/// A player's vacation days.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// let days = store.read(|tx| tx.vacation(3.into())).await?;
/// assert_eq!((days.vacation.used, days.until), (0, None));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Days {
    /// The days spent so far.
    pub vacation: Vacation,
    /// The end of the last day, if the player ever took one.
    pub until: Option<Timestamp>,
}

impl Tx<'_> {
    /// Returns a player's vacation days.
    pub fn vacation(&self, person: PersonId) -> Result<Days, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT vacation_used, vacation_year, vacation_until FROM person WHERE person = ?",
            )?
            .query_row([person], |row| Ok((row.get(0)?, row.get(1)?, time_or_null(row, 2)?)))
            .optional()?;
        let (used, year, until) = found.unwrap_or_default();
        Ok(Days { vacation: Vacation { allowance: Vacation::ALLOWANCE, used, year }, until })
    }

    /// Returns how many vacation days a player has spent in a game and when the last one ends, or `None` if the player spent
    /// none.
    pub fn vacation_in(
        &self,
        game: GameId,
        person: PersonId,
    ) -> Result<Option<(u16, Timestamp)>, StoreError> {
        let spent = self
            .sql
            .prepare_cached("SELECT days, until FROM vacation WHERE game = ? AND person = ?")?
            .query_row(params![game, person], |row| Ok((row.get(0)?, time_at(row, 1)?)))
            .optional()?;
        Ok(spent)
    }

    /// Counts a vacation day that a player spends in a game. The day ends at `until`.
    pub fn spend_day_in(&self, game: GameId, person: PersonId, until: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO vacation (game, person, days, until) VALUES (?, ?, 1, ?)
                 ON CONFLICT (game, person) DO UPDATE SET days = vacation.days + 1, until = excluded.until",
            )?
            .send(params![game, person, Millis(until)])?;
        Ok(())
    }

    /// Writes a player's vacation days.
    pub fn set_vacation(&self, person: PersonId, days: &Days) -> Result<(), StoreError> {
        let Days { vacation: Vacation { used, year, .. }, until } = days;
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, vacation_used, vacation_year, vacation_until) VALUES (?, ?, ?, ?)
                 ON CONFLICT (person) DO UPDATE SET vacation_used = excluded.vacation_used,
                     vacation_year = excluded.vacation_year, vacation_until = excluded.vacation_until",
            )?
            .send(params![person, used, year, until.map(Millis)])?;
        Ok(())
    }
}
