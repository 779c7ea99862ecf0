//! Work that is due at a time.
//!
//! A timer says only that somebody should look then: what it finds decides whether anything is done.

use rules::Seat;
use rusqlite::params;

use crate::{GameId, StoreError, Time, Tx, words::words};

words! {
    /// What is due.
    TimerKind {
        /// The clock of a seat may have run out.
        Flag = "flag",
        /// The player of a seat may be to be reminded; its step says how many reminders of the turn went before.
        Remind = "remind",
        /// The clock of a seat begins to stand for the night or the weekend, or goes on after it.
        Calendar = "calendar",
    }
}

/// Work that is due at a time; a game has one of each seat, kind and step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// The game.
    pub game: GameId,
    /// The seat; `None` for the game as a whole.
    pub seat: Option<Seat>,
    /// What is due.
    pub kind: TimerKind,
    /// Which one of several.
    pub step: u32,
    /// When.
    pub due: Time,
}

fn number(seat: Option<Seat>) -> u8 {
    seat.map_or(0, Seat::number)
}

impl Tx<'_> {
    /// Sets a timer, or moves it to its new time.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_timer(&self, timer: &Timer) -> Result<(), StoreError> {
        let Timer { game, seat, kind, step, due } = *timer;
        self.sql
            .prepare_cached(
                "INSERT OR REPLACE INTO timer (game, seat, kind, step, due) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![game, number(seat), kind, step, due])?;
        Ok(())
    }

    /// The timers of a kind of a seat, by rising step.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn timers(
        &self,
        game: GameId,
        seat: Option<Seat>,
        kind: TimerKind,
    ) -> Result<Vec<Timer>, StoreError> {
        let timers = self
            .sql
            .prepare_cached(
                "SELECT step, due FROM timer WHERE game = ? AND seat = ? AND kind = ? ORDER BY step",
            )?
            .query_map(params![game, number(seat), kind], |row| {
                Ok(Timer { game, seat, kind, step: row.get(0)?, due: row.get(1)? })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(timers)
    }

    /// Deletes the timers of a kind of a seat.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn clear_timers(&self, game: GameId, seat: Option<Seat>, kind: TimerKind) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM timer WHERE game = ? AND seat = ? AND kind = ?")?
            .execute(params![game, number(seat), kind])?;
        Ok(())
    }

    /// Deletes one timer; nothing happens if it has been moved.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn clear_timer(&self, timer: &Timer) -> Result<(), StoreError> {
        let Timer { game, seat, kind, step, due } = *timer;
        self.sql
            .prepare_cached(
                "DELETE FROM timer WHERE game = ? AND seat = ? AND kind = ? AND step = ? AND due = ?",
            )?
            .execute(params![game, number(seat), kind, step, due])?;
        Ok(())
    }

    /// What is due, the longest overdue first, at most so many.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn timers_due(&self, now: Time, most: u32) -> Result<Vec<Timer>, StoreError> {
        let timers = self
            .sql
            .prepare_cached(
                "SELECT game, seat, kind, step, due FROM timer WHERE due <= ? ORDER BY due LIMIT ?",
            )?
            .query_map(params![now, most], |row| {
                Ok(Timer {
                    game: row.get(0)?,
                    seat: Seat::new(row.get(1)?),
                    kind: row.get(2)?,
                    step: row.get(3)?,
                    due: row.get(4)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(timers)
    }

    /// When the next timer is due; `None` when there is none.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn next_timer(&self) -> Result<Option<Time>, StoreError> {
        let due = self.sql.prepare_cached("SELECT min(due) FROM timer")?.query_row([], |row| row.get(0))?;
        Ok(due)
    }

    /// Games with a running clock, by rising id from the one after `after` on, at most so many.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn games_with_flags(&self, after: GameId, most: u32) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT DISTINCT game FROM timer WHERE game > ? AND kind = 'flag' ORDER BY game LIMIT ?",
            )?
            .query_map(params![after, most], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(games)
    }
}
