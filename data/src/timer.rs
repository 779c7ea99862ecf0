//! Timers: games that the scheduler should look at later.
//!
//! A timer only says when to look. The state of the game at that time decides whether anything is done.

use jiff::Timestamp;
use rules::Seat;
use rusqlite::params;

use crate::{
    columns::{time_at, time_or_null},
    error::StoreError,
    ids::{GameId, Millis},
    slices::in_slices,
    sql,
    tx::Tx,
    words::words,
};

words! {
    /// The reason to look at a game.
    TimerKind {
        /// The clock of a seat may have run out.
        Flag = "flag",
        /// The player of a seat may need a reminder. The step is the number of earlier reminders in this turn.
        Remind = "remind",
        /// The clock of a seat stops for the night or the weekend, or runs again after it.
        Calendar = "calendar",
    }
}

/// A time at which to look at a game. A game has at most one for each seat, kind and step.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, id) = world().await?;
/// use data::{Timer, TimerKind};
/// use clock::from_millis;
///
/// let timer = Timer { game: id, seat: None, kind: TimerKind::Flag, step: 0, due: from_millis(60) };
/// store.write(move |tx| tx.set_timer(&timer)).await?;
/// assert_eq!(store.read(|tx| tx.timers_due(from_millis(59), 10)).await?, []);
/// assert_eq!(store.read(|tx| tx.timers_due(from_millis(60), 10)).await?, [timer]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// The game to look at.
    pub game: GameId,
    /// The seat, or `None` for the game as a whole.
    pub seat: Option<Seat>,
    /// The reason for the timer.
    pub kind: TimerKind,
    /// The number of the timer among those of its kind.
    pub step: u32,
    /// When the timer is due.
    pub due: Timestamp,
}

fn number(seat: Option<Seat>) -> u8 {
    seat.map_or(0, Seat::number)
}

impl Tx<'_> {
    /// Sets a timer, or moves it to its new time.
    pub fn set_timer(&self, timer: &Timer) -> Result<(), StoreError> {
        let Timer { game, seat, kind, step, due } = *timer;
        self.sql
            .prepare_cached(
                "INSERT INTO timer (game, seat, kind, step, due) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game, seat, kind, step) DO UPDATE SET due = excluded.due",
            )?
            .send(params![game, number(seat), kind, step, Millis(due)])?;
        Ok(())
    }

    /// Returns the timers of one kind for a seat, ordered by step.
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
                Ok(Timer { game, seat, kind, step: row.get(0)?, due: time_at(row, 1)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(timers)
    }

    /// Deletes the timers of one kind for a seat.
    pub fn clear_timers(&self, game: GameId, seat: Option<Seat>, kind: TimerKind) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM timer WHERE game = ? AND seat = ? AND kind = ?")?
            .send(params![game, number(seat), kind])?;
        Ok(())
    }

    /// Deletes one timer. If it was moved, nothing happens.
    pub fn clear_timer(&self, timer: &Timer) -> Result<(), StoreError> {
        let Timer { game, seat, kind, step, due } = *timer;
        self.sql
            .prepare_cached(
                "DELETE FROM timer WHERE game = ? AND seat = ? AND kind = ? AND step = ? AND due = ?",
            )?
            .send(params![game, number(seat), kind, step, Millis(due)])?;
        Ok(())
    }

    /// Returns at most `most` timers that are due, the longest overdue first. The store's slices hold their games.
    pub fn timers_due(&self, now: Timestamp, most: u32) -> Result<Vec<Timer>, StoreError> {
        let timers = self
            .sql
            .prepare_cached(concat!(
                "SELECT game, seat, kind, step, due FROM timer WHERE due <= ?1 AND ",
                in_slices!("(SELECT guild FROM game WHERE game.id = timer.game)", "?2"),
                " ORDER BY due LIMIT ?3"
            ))?
            .query_map(params![Millis(now), self.slices.bits(), most], |row| {
                Ok(Timer {
                    game: row.get(0)?,
                    seat: Seat::new(row.get(1)?),
                    kind: row.get(2)?,
                    step: row.get(3)?,
                    due: time_at(row, 4)?,
                })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(timers)
    }

    /// Returns when the next timer is due, or `None` if there is no timer.
    pub fn next_timer(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM timer")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Returns at most `most` games with a running clock and an id above `after`, ordered by id.
    pub fn games_with_flags(&self, after: GameId, most: u32) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT DISTINCT game FROM timer WHERE game > ? AND kind = 'flag' ORDER BY game LIMIT ?",
            )?
            .query_map(params![after, most], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }
}
