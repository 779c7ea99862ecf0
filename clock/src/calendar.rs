//! Calendars: the times at which a player's clock runs.
//!
//! A clock is stopped for stretches of time, each from one instant to another. They are built day by day from local dates: the
//! night that begins on the day, and the day itself at weekends. Parts that touch are joined.

use std::iter;

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time, Weekday},
};

use crate::{
    hours::Hours,
    time::{at_least_zero, later},
};

/// The times at which a player's clock runs in one game.
///
/// A weekend lasts from Saturday 00:00 to Monday 00:00, local time. A local time that daylight saving skips is taken as the
/// instant of the change. A local time that comes twice is taken the first time. A night may therefore last an hour more or
/// less, and no night is split in two.
///
/// Sleep and weekends count from 1970 to the end of 2199. Outside those years the clock always runs.
///
/// ```
/// use clock::Calendar;
/// use jiff::{SignedDuration, Timestamp};
///
/// let calendar = Calendar { hours: "Europe/Berlin 23:00-08:00".parse()?, weekends_off: false };
/// let evening: Timestamp = "2026-01-02 22:00+01".parse()?;
/// let morning: Timestamp = "2026-01-03 10:00+01".parse()?;
/// assert!(calendar.runs(evening));
/// assert_eq!(calendar.spent(evening, morning), SignedDuration::from_hours(3));
/// assert_eq!(calendar.deadline(evening, SignedDuration::from_hours(3)), morning);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calendar {
    /// The player's time zone and sleeping hours.
    pub hours: Hours,
    /// Whether the game has weekends off.
    pub weekends_off: bool,
}

/// Why a clock is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The player is asleep.
    Sleep,
    /// It is the weekend for the player, or will be before the player gets up.
    Weekend,
}

/// The first year that counts, and the first year that no longer does.
const YEARS: (i16, i16) = (1970, 2200);

/// A stretch of time in which the clock is stopped, `to` excluded.
#[derive(Clone, Copy)]
struct Stop {
    from: Timestamp,
    to: Timestamp,
    /// Whether the stretch contains a weekend.
    weekend: bool,
}

impl Calendar {
    /// Returns the stretches that end after `from`, in order. The clock runs between any two of them.
    fn stops(&self, from: Timestamp) -> impl Iterator<Item = Stop> + '_ {
        let never = self.hours.sleep.is_none() && !self.weekends_off;
        // A night that began the day before may still last.
        let begin = self.hours.zone.date(from).yesterday().unwrap_or(Date::MIN);
        let begin = (!never).then(|| begin.max(Date::constant(YEARS.0, 1, 1)));
        let days = iter::successors(begin, |day| day.tomorrow().ok()).take_while(|day| day.year() < YEARS.1);
        let mut parts = days
            .flat_map(|day| [self.weekend(day), self.sleep(day)])
            .flatten()
            .filter(move |part| part.from < part.to && part.to > from)
            .peekable();
        iter::from_fn(move || {
            let mut stand = parts.next()?;
            while let Some(part) = parts.next_if(|part| part.from <= stand.to) {
                stand.to = stand.to.max(part.to);
                stand.weekend |= part.weekend;
            }
            Some(stand)
        })
    }

    /// Returns this day as a stretch if it is off.
    fn weekend(&self, day: Date) -> Option<Stop> {
        if !(self.weekends_off && matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)) {
            return None;
        }
        let from = self.hours.zone.instant(day.to_datetime(Time::midnight()));
        let to = self.hours.zone.instant(day.tomorrow().ok()?.to_datetime(Time::midnight()));
        Some(Stop { from, to, weekend: true })
    }

    /// Returns the sleep that begins on this day.
    fn sleep(&self, day: Date) -> Option<Stop> {
        let (from, to) = self.hours.sleep.map(|sleep| (sleep.begins(), sleep.ends()))?;
        let until = if from < to { day } else { day.tomorrow().ok()? };
        let from = self.hours.zone.instant(day.to_datetime(from.time()));
        let to = self.hours.zone.instant(until.to_datetime(to.time()));
        Some(Stop { from, to, weekend: false })
    }

    /// Returns why the clock is stopped at this instant and when it runs again, or `None` if it runs.
    ///
    /// Sleep that touches a weekend counts as the weekend until the weekend is over.
    pub fn stopped_until(&self, at: Timestamp) -> Option<(Why, Timestamp)> {
        let stand = self.stops(at).next().filter(|stand| stand.from <= at)?;
        let why = if stand.weekend { Why::Weekend } else { Why::Sleep };
        Some((why, stand.to))
    }

    /// Returns the first instant after this one at which the clock stops or runs again, or `None` if it never changes.
    pub fn next_change(&self, at: Timestamp) -> Option<Timestamp> {
        let stand = self.stops(at).next()?;
        Some(if stand.from > at { stand.from } else { stand.to })
    }

    /// Returns whether the clock runs at this instant.
    pub fn runs(&self, at: Timestamp) -> bool {
        self.stopped_until(at).is_none()
    }

    /// Returns the first instant at or after this one at which the clock runs.
    pub fn next_wake(&self, at: Timestamp) -> Timestamp {
        self.stopped_until(at).map_or(at, |(_, wake)| wake)
    }

    /// Returns how long the clock runs between two instants, or zero if `to` is not later.
    pub fn spent(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        if to <= from {
            return SignedDuration::ZERO;
        }
        let within = self.stops(from).take_while(|stand| stand.from < to);
        let stopped: SignedDuration =
            within.map(|stand| stand.to.min(to).duration_since(stand.from.max(from))).sum();
        to.duration_since(from) - stopped
    }

    /// Returns the first instant at which the clock has run for `left` since `from`, or `from` if `left` is not positive.
    pub fn deadline(&self, from: Timestamp, left: SignedDuration) -> Timestamp {
        let mut at = from;
        let mut left = at_least_zero(left);
        for stand in self.stops(from) {
            let run = at_least_zero(stand.from.duration_since(at));
            if left <= run {
                break;
            }
            left -= run;
            at = stand.to;
        }
        later(at, left)
    }
}

#[cfg(test)]
pub(crate) mod tests;
