//! The vacation days that people have spent.

use clock::Vacation;
use rusqlite::{OptionalExtension as _, params};

use crate::{PersonId, StoreError, Time, Tx};

/// Somebody's vacation days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Days {
    /// How many have been spent.
    pub vacation: Vacation,
    /// When the last one is over, if one was taken.
    pub until: Option<Time>,
}

impl Tx<'_> {
    /// Somebody's vacation days.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn vacation(&self, person: PersonId) -> Result<Days, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT vacation_used, vacation_year, vacation_until FROM person WHERE person = ?",
            )?
            .query_row([person], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let (used, year, until) = found.unwrap_or_default();
        Ok(Days { vacation: Vacation { allowance: Vacation::ALLOWANCE, used, year }, until })
    }

    /// Writes somebody's vacation days.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_vacation(&self, person: PersonId, days: &Days) -> Result<(), StoreError> {
        let Days { vacation: Vacation { used, year, .. }, until } = days;
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, vacation_used, vacation_year, vacation_until) VALUES (?, ?, ?, ?)
                 ON CONFLICT DO UPDATE SET vacation_used = excluded.vacation_used,
                     vacation_year = excluded.vacation_year, vacation_until = excluded.vacation_until",
            )?
            .execute(params![person, used, year, until])?;
        Ok(())
    }
}
