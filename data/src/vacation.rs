//! When people can act, and the vacation days that they have spent.

use clock::{Hours, Vacation};
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
    /// When somebody can act, and at which share of a turn's time they want to be reminded, in percent; 0: never.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn habits(&self, person: PersonId) -> Result<(Hours, u8), StoreError> {
        const REMIND: u8 = 80;
        let mut query = self.sql.prepare_cached("SELECT hours, remind FROM person WHERE person = ?")?;
        let mut rows = query.query([person])?;
        let Some(row) = rows.next()? else { return Ok((Hours::default(), REMIND)) };
        let hours = row.get_ref(0)?.as_str().ok().and_then(|text| text.parse().ok());
        Ok((hours.ok_or(StoreError::Unreadable("player's hours"))?, row.get(1)?))
    }

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
