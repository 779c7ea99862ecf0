//! When a player's clock runs.
//!
//! A clock stands in stretches, from an instant to another, that are made from local days one after the other: the hours of
//! sleep that begin on the day, and the day itself at weekends. What touches is one stretch.

use std::iter;

use jiff::civil::{Date, Time, Weekday};

use crate::{Hours, Instant, Ms};

/// When a player's clock runs in a game.
///
/// A weekend lasts from Saturday 00:00 to Monday 00:00 by the clock on the player's wall. Where that clock is put forward, a
/// time that does not exist is the instant of the change; where it is put back, a time that comes twice is the first of the
/// two. So a night may take an hour more or less, and no sleep is interrupted.
///
/// Sleep and weekends are looked at from 1970 to the end of 2199; before and after that the clock just runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calendar {
    /// When the player can act.
    pub hours: Hours,
    /// Whether the game has weekends off.
    pub weekends_off: bool,
}

/// Why a clock stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The player sleeps.
    Sleep,
    /// It is weekend at the player's, or will be before the player gets up.
    Weekend,
}

/// The first year, and the first that is no longer looked at.
const YEARS: (i16, i16) = (1970, 2200);

/// A stretch in which the clock stands: from an instant on, up to another.
#[derive(Clone, Copy)]
struct Stop {
    from: Instant,
    to: Instant,
    /// Whether a part of it is a weekend.
    weekend: bool,
}

impl Calendar {
    /// The stretches that end after `from`, in their order; the clock runs between any two.
    fn stops(&self, from: Instant) -> impl Iterator<Item = Stop> + '_ {
        let never = self.hours.sleep.is_none() && !self.weekends_off;
        // A night that began the day before may last.
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

    /// This day, if it is off.
    fn weekend(&self, day: Date) -> Option<Stop> {
        if !(self.weekends_off && matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)) {
            return None;
        }
        let from = self.hours.zone.instant(day.to_datetime(Time::midnight()));
        let to = self.hours.zone.instant(day.tomorrow().ok()?.to_datetime(Time::midnight()));
        Some(Stop { from, to, weekend: true })
    }

    /// The sleep that begins on this day.
    fn sleep(&self, day: Date) -> Option<Stop> {
        let (from, to) = self.hours.sleep.map(|sleep| (sleep.begins(), sleep.ends()))?;
        let until = if from < to { day } else { day.tomorrow().ok()? };
        let from = self.hours.zone.instant(day.to_datetime(from.time()));
        let to = self.hours.zone.instant(until.to_datetime(to.time()));
        Some(Stop { from, to, weekend: false })
    }

    /// Why the clock stands at this instant and the first instant at which it runs again; `None` if it runs.
    ///
    /// Sleep before and after a weekend belongs to the weekend as long as the weekend is not over.
    #[must_use]
    pub fn stopped_until(&self, at: Instant) -> Option<(Why, Instant)> {
        let stand = self.stops(at).next().filter(|stand| stand.from <= at)?;
        let why = if stand.weekend { Why::Weekend } else { Why::Sleep };
        Some((why, stand.to))
    }

    /// The first instant after this one at which the clock begins to stand, or runs again; `None` if it goes on for ever as it
    /// is.
    #[must_use]
    pub fn next_change(&self, at: Instant) -> Option<Instant> {
        let stand = self.stops(at).next()?;
        Some(if stand.from > at { stand.from } else { stand.to })
    }

    /// Whether the clock runs at this instant.
    #[must_use]
    pub fn runs(&self, at: Instant) -> bool {
        self.stopped_until(at).is_none()
    }

    /// The first instant, this one or later, at which the clock runs.
    #[must_use]
    pub fn next_wake(&self, at: Instant) -> Instant {
        self.stopped_until(at).map_or(at, |(_, wake)| wake)
    }

    /// How long the clock runs between two instants; nothing if the second is not later.
    #[must_use]
    pub fn spent(&self, from: Instant, to: Instant) -> Ms {
        if to <= from {
            return Ms::ZERO;
        }
        let within = self.stops(from).take_while(|stand| stand.from < to);
        (to - from) - within.map(|stand| stand.to.min(to) - stand.from.max(from)).sum()
    }

    /// The first instant at which the clock has run so long since `from`; `from` itself if that is not at all.
    #[must_use]
    pub fn deadline(&self, from: Instant, left: Ms) -> Instant {
        let mut at = from;
        let mut left = left.at_least_zero();
        for stand in self.stops(from) {
            let run = (stand.from - at).at_least_zero();
            if left <= run {
                break;
            }
            left = left - run;
            at = stand.to;
        }
        at + left
    }
}

#[cfg(test)]
pub(crate) mod tests;
