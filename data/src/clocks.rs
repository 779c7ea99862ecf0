//! Clocks of seats, and the times in which none ran because the bot was away.

use clock::{Calendar, Clock, Control, Hours, Instant, Ms, counts_as_outage};
use rules::Seat;
use rusqlite::{OptionalExtension as _, Row, params, types::ValueRef};

use crate::{GameId, GuildId, StoreError, Time, Tx, game::seat_from};

/// The clock of a seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// What is left, and since when it runs.
    pub clock: Clock,
    /// The turn that the seat is in; `None` while nothing is expected of it.
    pub turn: Option<u32>,
    /// The player's hours as they were when that turn began.
    pub hours: Hours,
    /// When it ran out, if the others may choose what follows.
    pub overdue: Option<Time>,
}

/// The clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// The time control.
    pub control: Control,
    /// Since when all clocks stand by consent.
    pub paused: Option<Time>,
    /// Since when all clocks stand because the game's channel is gone.
    pub suspended: Option<Time>,
    /// The clock of every seat by rising seat; none at all in a game without clocks.
    pub seats: Vec<SeatClock>,
    /// For how long the bot was away since the turn began that was played last, in outages that count for a whole turn.
    pub away: Ms,
}

/// What a game is played with that has no clocks.
pub(crate) const NO_CLOCK: Control = Control {
    pace: clock::Pace::None,
    mode: clock::Mode::Soft,
    weekends_off: false,
    on_timeout: clock::OnTimeout::Forfeit,
};

impl Default for Clocks {
    fn default() -> Self {
        Clocks { control: NO_CLOCK, paused: None, suspended: None, seats: Vec::new(), away: Ms::ZERO }
    }
}

impl Clocks {
    /// Whether all clocks stand, whoever is to act.
    #[must_use]
    pub fn are_stopped(&self) -> bool {
        self.paused.is_some() || self.suspended.is_some()
    }

    /// The clock of a seat; `None` in a game without clocks.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&SeatClock> {
        self.seats.iter().find(|clock| clock.seat == seat)
    }

    /// When this clock runs.
    #[must_use]
    pub fn calendar(&self, clock: &SeatClock) -> Calendar {
        self.control.calendar(&clock.hours)
    }

    /// When nothing will be left on the clock of a seat; `None` if it is stopped or the game has no clocks.
    #[must_use]
    pub fn deadline(&self, seat: Seat) -> Option<Time> {
        let clock = self.of(seat)?;
        clock.clock.deadline(&self.calendar(clock)).map(Time::from)
    }
}

/// A time in which the bot was away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// From when on.
    pub since: Time,
    /// When it was back.
    pub until: Time,
}

impl From<Time> for Instant {
    fn from(time: Time) -> Self {
        Instant(time.0)
    }
}

impl From<Instant> for Time {
    fn from(instant: Instant) -> Self {
        Time(instant.0)
    }
}

pub(crate) fn control_from(value: ValueRef<'_>) -> Result<Control, StoreError> {
    let control = value.as_str().ok().and_then(|text| text.parse().ok());
    control.ok_or(StoreError::Unreadable("time control"))
}

fn clock_from(row: &Row<'_>) -> Result<SeatClock, StoreError> {
    let hours = row.get_ref(5)?.as_str().ok().and_then(|text| text.parse().ok());
    Ok(SeatClock {
        seat: seat_from(row.get(0)?)?,
        clock: Clock {
            left: Ms(row.get(1)?),
            since: row.get::<_, Option<Time>>(2)?.map(Instant::from),
            full: Ms(row.get(3)?),
        },
        turn: row.get(4)?,
        hours: hours.ok_or(StoreError::Unreadable("player's hours"))?,
        overdue: row.get(6)?,
    })
}

impl Tx<'_> {
    /// The clocks of a game as they are now, times in which the bot was away given back; `turn_began` is when the turn began
    /// that was played last.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`]; those of SQLite.
    pub fn clocks(&self, game: GameId, turn_began: Time) -> Result<Clocks, StoreError> {
        let mut query =
            self.sql.prepare_cached("SELECT control, paused, suspended FROM game WHERE id = ?")?;
        let mut rows = query.query([game])?;
        let row = rows.next()?.ok_or(StoreError::NoSuchGame(game))?;
        let control = control_from(row.get_ref(0)?)?;
        let mut clocks = Clocks { control, paused: row.get(1)?, suspended: row.get(2)?, ..Clocks::default() };
        let Some(start) = control.start() else { return Ok(clocks) };
        let mut query = self.sql.prepare_cached(
            "SELECT seat, left, since, full, turn, hours, overdue FROM clock WHERE game = ? ORDER BY seat",
        )?;
        let mut rows = query.query([game])?;
        while let Some(row) = rows.next()? {
            clocks.seats.push(clock_from(row)?);
        }
        let running = clocks.seats.iter().filter_map(|clock| clock.clock.since).map(Time::from);
        let from = running.chain([turn_began]).min().unwrap_or(turn_began);
        for Outage { since, until } in self.outages(from)? {
            let (since, until) = (Instant::from(since), Instant::from(until));
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
            // A clock that has run since does not say how much was left then. The board names the outages that count for a
            // whole turn.
            if counts_as_outage(until - since, start) {
                let away = until - since.max(turn_began.into());
                clocks.away = clocks.away + away.at_least_zero();
            }
        }
        Ok(clocks)
    }

    /// Whether the player of a seat has taken a vacation day that is over then.
    pub(crate) fn has_day_until(&self, game: GameId, seat: Seat, until: Instant) -> Result<bool, StoreError> {
        let taken = self
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM seat JOIN person USING (person)
                                WHERE game = ? AND seat = ? AND vacation_until = ?)",
            )?
            .query_row(params![game, seat.number(), Time::from(until)], |row| row.get(0))?;
        Ok(taken)
    }

    /// Writes the clock of a seat.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_clock(&self, game: GameId, clock: &SeatClock) -> Result<(), StoreError> {
        let SeatClock { seat, clock, turn, hours, overdue } = clock;
        self.sql
            .prepare_cached(
                "INSERT OR REPLACE INTO clock (game, seat, left, since, full, turn, hours, overdue)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                game,
                seat.number(),
                clock.left.0,
                clock.since.map(|since| since.0),
                clock.full.0,
                turn,
                hours.to_string(),
                overdue
            ])?;
        Ok(())
    }

    /// Sets the time control of a game that has not begun.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_control(&self, game: GameId, control: &Control) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET control = ? WHERE id = ? AND state = 'lobby'")?
            .execute(params![control.to_string(), game])?;
        Ok(())
    }

    /// Notes since when all clocks of a game stand by consent, or that they go on.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_paused(&self, game: GameId, since: Option<Time>) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET paused = ? WHERE id = ?")?.execute(params![since, game])?;
        Ok(())
    }

    /// The time control that a server's administrators have set, if they have.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn guild_control(&self, guild: GuildId) -> Result<Option<Control>, StoreError> {
        let mut query =
            self.sql.prepare_cached("SELECT control FROM guild WHERE guild = ? AND control IS NOT NULL")?;
        let mut rows = query.query([guild])?;
        rows.next()?.map(|row| control_from(row.get_ref(0)?)).transpose()
    }

    /// Sets the time control of games that are opened on a server.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_guild_control(&self, guild: GuildId, control: &Control) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO guild (guild, control) VALUES (?, ?)
                 ON CONFLICT DO UPDATE SET control = excluded.control",
            )?
            .execute(params![guild, control.to_string()])?;
        Ok(())
    }

    /// When the bot was last seen alive; `None` before the first time.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn heartbeat(&self) -> Result<Option<Time>, StoreError> {
        let at = self
            .sql
            .prepare_cached("SELECT at FROM heartbeat WHERE one = 1")?
            .query_row([], |row| row.get(0))
            .optional()?;
        Ok(at)
    }

    /// Notes that the bot is alive.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_heartbeat(&self, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
            )?
            .execute([at])?;
        Ok(())
    }

    /// Notes that the bot was away.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn add_outage(&self, outage: Outage) -> Result<(), StoreError> {
        // A program that ends again and again after its start leaves one long outage, and not thousands that every game has to
        // be held against.
        let goes_on = self
            .sql
            .prepare_cached(
                "UPDATE outage SET until = ?, given = 0
                 WHERE since = (SELECT max(since) FROM outage) AND until = ?",
            )?
            .execute(params![outage.until, outage.since])?;
        if goes_on > 0 {
            return Ok(());
        }
        self.sql
            .prepare_cached(
                "INSERT INTO outage (since, until) VALUES (?, ?)
                 ON CONFLICT DO UPDATE SET until = max(until, excluded.until), given = 0",
            )?
            .execute(params![outage.since, outage.until])?;
        Ok(())
    }

    /// The times in which the bot was away and that end after `from`, in their order.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn outages(&self, from: Time) -> Result<Vec<Outage>, StoreError> {
        // They do not overlap, as long as the machine's clock is not set back: only the last one that begins before can reach
        // beyond.
        let mut query = self.sql.prepare_cached(
            "SELECT since, until FROM outage
             WHERE since >= coalesce((SELECT max(since) FROM outage WHERE since <= ?1), ?1) ORDER BY since",
        )?;
        let outages = query.query_map([from], |row| Ok(Outage { since: row.get(0)?, until: row.get(1)? }))?;
        let outages = outages.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(outages.into_iter().filter(|outage| outage.until > from).collect())
    }

    /// The oldest time in which the bot was away that not all games have got back yet, and the last one that has.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn outage_to_give(&self) -> Result<Option<(Outage, GameId)>, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT since, until, given FROM outage WHERE given >= 0 ORDER BY since LIMIT 1")?
            .query_row([], |row| Ok((Outage { since: row.get(0)?, until: row.get(1)? }, row.get(2)?)))
            .optional()?;
        Ok(found)
    }

    /// Notes that games up to `game` have got the time of an outage back, or all.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_given(&self, outage: Outage, game: Option<GameId>) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outage SET given = ? WHERE since = ?")?
            .execute(params![game, outage.since])?;
        Ok(())
    }
}
