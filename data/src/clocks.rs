//! Clocks of seats, and outages of the bot.

use clock::{Calendar, Clock, Control, Hours, counts_as_outage};
use jiff::{SignedDuration, Timestamp};
use rules::Seat;
use rusqlite::params;

use crate::{
    columns::{control_from, seat_from, time_at, time_or_null},
    error::StoreError,
    game::Player,
    ids::{GameId, Millis, in_ms},
    sql::{self, OptionalExtension as _, Row},
    tx::Tx,
};

/// The clock of a seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatClock {
    /// The seat of the clock.
    pub seat: Seat,
    /// The time left, and since when the clock runs.
    pub clock: Clock,
    /// The turn of the seat, or `None` while it has nothing to do.
    pub turn: Option<u32>,
    /// The player's hours at the beginning of that turn.
    pub hours: Hours,
    /// When the clock ran out, if the other players may decide what happens.
    pub overdue: Option<Timestamp>,
    /// Whether the clock has run out in that turn, also if the player got more time after that.
    pub late: bool,
}

/// The clocks of a game.
///
/// ```
/// use data::Clocks;
/// use rules::Seat;
///
/// // A game without a time control has no clock and no deadline.
/// let clocks = Clocks::default();
/// assert!(!clocks.are_stopped());
/// assert_eq!(Seat::new(1).and_then(|seat| clocks.deadline(seat)), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// The time control of the game.
    pub control: Control,
    /// Since when all clocks are stopped by agreement.
    pub paused: Option<Timestamp>,
    /// Since when all clocks are stopped because the game is suspended.
    pub suspended: Option<Timestamp>,
    /// The clock of every seat, ordered by seat. Empty in a game without clocks.
    pub seats: Vec<SeatClock>,
    /// How long the bot was offline since the last played turn began, counting outages that are long enough for a whole turn.
    pub away: SignedDuration,
}

/// The control of a game without clocks.
pub(crate) const NO_CLOCK: Control = Control {
    pace: clock::Pace::None,
    mode: clock::Mode::Soft,
    weekends_off: false,
    on_timeout: clock::OnTimeout::Forfeit,
};

impl Default for Clocks {
    fn default() -> Self {
        Clocks {
            control: NO_CLOCK,
            paused: None,
            suspended: None,
            seats: Vec::new(),
            away: SignedDuration::ZERO,
        }
    }
}

impl Clocks {
    /// Reads the time control of a game, and since when its clocks are paused and suspended, from three columns beginning at `first`.
    /// [`add_seats`](Clocks::add_seats) adds the clocks.
    pub(crate) fn without_seats(row: &Row<'_>, first: usize) -> Result<Clocks, StoreError> {
        Ok(Clocks {
            control: control_from(row.get_ref(first)?)?,
            paused: time_or_null(row, first + 1)?,
            suspended: time_or_null(row, first + 2)?,
            ..Clocks::default()
        })
    }

    /// Adds the clocks of the seats, if the game has any.
    pub(crate) fn add_seats(&mut self, seated: Vec<(Player, Option<SeatClock>)>) {
        if self.control.start().is_some() {
            self.seats.extend(seated.into_iter().filter_map(|(_, clock)| clock));
        }
    }

    /// Returns whether all clocks are stopped, whoever is to move.
    pub fn are_stopped(&self) -> bool {
        self.paused.is_some() || self.suspended.is_some()
    }

    /// Returns the clock of a seat, or `None` in a game without clocks.
    pub fn of(&self, seat: Seat) -> Option<&SeatClock> {
        self.seats.iter().find(|clock| clock.seat == seat)
    }

    /// Returns when this clock runs.
    pub fn calendar(&self, clock: &SeatClock) -> Calendar {
        self.control.calendar(&clock.hours)
    }

    /// Returns when the clock of a seat runs out, or `None` if it is stopped or the game has no clocks.
    pub fn deadline(&self, seat: Seat) -> Option<Timestamp> {
        let clock = self.of(seat)?;
        clock.clock.deadline(&self.calendar(clock))
    }
}

/// An outage: a time in which the bot was offline.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// use data::{Outage};
/// use clock::from_millis;
///
/// let outage = Outage { since: from_millis(1_000), until: from_millis(9_000) };
/// store.write(move |tx| tx.add_outage(outage)).await?;
/// assert_eq!(store.read(|tx| tx.outages(from_millis(5_000))).await?, [outage]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// The beginning of the outage.
    pub since: Timestamp,
    /// The end of the outage.
    pub until: Timestamp,
}

pub(crate) fn clock_from(row: &Row<'_>) -> Result<SeatClock, StoreError> {
    let hours = row.get_ref(5)?.as_str().ok().and_then(|text| text.parse().ok());
    Ok(SeatClock {
        seat: seat_from(row.get(0)?)?,
        clock: Clock {
            left: SignedDuration::from_millis(row.get(1)?),
            since: time_or_null(row, 2)?,
            full: SignedDuration::from_millis(row.get(3)?),
        },
        turn: row.get(4)?,
        hours: hours.ok_or(StoreError::Unreadable("player's hours"))?,
        overdue: time_or_null(row, 6)?,
        late: row.get(7)?,
    })
}

impl Tx<'_> {
    /// Returns the current clocks of a game, with the time of outages given back. `turn_began` is when the last played turn
    /// began.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the game does not exist.
    pub fn clocks(&self, game: GameId, turn_began: Timestamp) -> Result<Clocks, StoreError> {
        let mut clocks = self
            .sql
            .prepare_cached("SELECT control, paused, suspended FROM game WHERE id = ?")?
            .query_row([game], |row| Ok(Clocks::without_seats(row, 0)))
            .optional()?
            .ok_or(StoreError::NoSuchGame(game))??;
        clocks.add_seats(self.seated(game)?);
        self.give_outages_back(game, &mut clocks, turn_began)?;
        Ok(clocks)
    }

    /// Gives the time of outages back to the stored clocks of a game. `turn_began` is when the last played turn began.
    pub(crate) fn give_outages_back(
        &self,
        game: GameId,
        clocks: &mut Clocks,
        turn_began: Timestamp,
    ) -> Result<(), StoreError> {
        let control = clocks.control;
        let Some(start) = control.start() else { return Ok(()) };
        let running = clocks.seats.iter().filter_map(|clock| clock.clock.since);
        let from = running.chain([turn_began]).min().unwrap_or(turn_began);
        for Outage { since, until } in self.outages(from)? {
            for clock in &mut clocks.seats {
                let calendar = control.calendar(&clock.hours);
                if !clock.clock.feels_outage(since, until, &calendar) {
                    continue;
                }
                match clock.clock.since {
                    Some(stands) if stands > since && self.has_day_until(game, clock.seat, stands)? => {
                        clock.clock.forgive_day(since, until);
                    }
                    _ => clock.clock.forgive_outage(since, until, &calendar),
                }
            }
            // A clock that ran in the meantime does not say how much time was left at the outage. The board therefore names the
            // outages that count for a whole turn.
            if counts_as_outage(until.duration_since(since), start) {
                let away = until.duration_since(since.max(turn_began));
                clocks.away = clocks.away.saturating_add(away.max(SignedDuration::ZERO));
            }
        }
        Ok(())
    }

    /// Returns whether the player of a seat has taken a vacation day that ends at `until`.
    pub(crate) fn has_day_until(
        &self,
        game: GameId,
        seat: Seat,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let taken = self
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM seat JOIN person USING (person)
                                WHERE game = ? AND seat = ? AND vacation_until = ?)",
            )?
            .query_row(params![game, seat.number(), Millis(until)], |row| row.get(0))?;
        Ok(taken)
    }

    /// Writes the clock of a seat.
    pub fn set_clock(&self, game: GameId, clock: &SeatClock) -> Result<(), StoreError> {
        let SeatClock { seat, clock, turn, hours, overdue, late } = clock;
        self.sql
            .prepare_cached(
                "INSERT INTO clock (game, seat, \"left\", since, \"full\", turn, hours, overdue, late)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (game, seat) DO UPDATE SET
                     \"left\" = excluded.\"left\", since = excluded.since, \"full\" = excluded.\"full\",
                     turn = excluded.turn, hours = excluded.hours, overdue = excluded.overdue, late = excluded.late",
            )?
            .send(params![
                game,
                seat.number(),
                in_ms(clock.left),
                clock.since.map(Millis),
                in_ms(clock.full),
                turn,
                hours.to_string(),
                overdue.map(Millis),
                late,
            ])?;
        Ok(())
    }

    /// Deletes the clock of a seat, with its timers.
    pub fn drop_clock(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        let clock = "DELETE FROM clock WHERE game = ? AND seat = ?";
        self.sql.prepare_cached(clock)?.send(params![game, seat.number()])?;
        let timers = "DELETE FROM timer WHERE game = ? AND seat = ?";
        self.sql.prepare_cached(timers)?.send(params![game, seat.number()])?;
        Ok(())
    }

    /// Sets the time control of a game that has not started.
    pub fn set_control(&self, game: GameId, control: &Control) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET control = ? WHERE id = ? AND started IS NULL AND ended IS NULL")?
            .send(params![control.to_string(), game])?;
        Ok(())
    }

    /// Records since when all clocks of a game are stopped by agreement. `None` resumes them.
    pub fn set_paused(&self, game: GameId, since: Option<Timestamp>) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET paused = ? WHERE id = ?")?
            .send(params![since.map(Millis), game])?;
        Ok(())
    }

    /// Returns the bot's last heartbeat, or `None` before the first one.
    pub fn heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        let at = self
            .sql
            .prepare_cached("SELECT at FROM heartbeat WHERE one = 1")?
            .query_row([], |row| time_at(row, 0))
            .optional()?;
        Ok(at)
    }

    /// Records a heartbeat of the bot.
    pub fn set_heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
            )?
            .send([Millis(at)])?;
        Ok(())
    }

    /// Records an outage of the bot.
    pub fn add_outage(&self, outage: Outage) -> Result<(), StoreError> {
        // A program that crashes again and again after its start leaves one long outage. Thousands of short ones would have to
        // be checked for every game.
        let extended = self
            .sql
            .prepare_cached(
                "UPDATE outage SET until = ?, given = 0
                 WHERE since = (SELECT max(since) FROM outage) AND until = ?",
            )?
            .execute(params![Millis(outage.until), Millis(outage.since)])?;
        if extended > 0 {
            return Ok(());
        }
        self.sql
            .prepare_cached(
                "INSERT INTO outage (since, until) VALUES (?, ?)
                 ON CONFLICT (since) DO UPDATE SET until = max(outage.until, excluded.until), given = 0",
            )?
            .send(params![Millis(outage.since), Millis(outage.until)])?;
        Ok(())
    }

    /// Returns the outages that end after `from`, in order.
    pub fn outages(&self, from: Timestamp) -> Result<Vec<Outage>, StoreError> {
        // Outages do not overlap unless the machine's clock was set back. Only the last of the earlier ones can
        // end after `from`.
        let mut query = self.sql.prepare_cached(
            "SELECT since, until FROM outage
             WHERE since >= coalesce((SELECT max(since) FROM outage WHERE since <= ?1), ?1) ORDER BY since",
        )?;
        let outages = query.query_map([Millis(from)], |row| {
            Ok(Outage { since: time_at(row, 0)?, until: time_at(row, 1)? })
        })?;
        let outages = outages.collect::<sql::Result<Vec<_>>>()?;
        Ok(outages.into_iter().filter(|outage| outage.until > from).collect())
    }

    /// Returns the oldest outage that has not been given back to all games, and the last game that has it back.
    pub fn outage_to_give(&self) -> Result<Option<(Outage, GameId)>, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT since, until, given FROM outage WHERE given >= 0 ORDER BY since LIMIT 1")?
            .query_row([], |row| {
                Ok((Outage { since: time_at(row, 0)?, until: time_at(row, 1)? }, row.get(2)?))
            })
            .optional()?;
        Ok(found)
    }

    /// Records that an outage has been given back to the games up to `game`, or to all games with `None`.
    pub fn set_given(&self, outage: Outage, game: Option<GameId>) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outage SET given = ? WHERE since = ?")?
            .send(params![game, Millis(outage.since)])?;
        Ok(())
    }
}
