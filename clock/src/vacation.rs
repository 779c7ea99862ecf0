//! Vacation days: an allowance for each year, spent one day at a time.

use jiff::Timestamp;

use crate::zone::Zone;

/// A player's vacation days. Years follow the player's time zone, and each new year restores the whole allowance.
///
/// ```
/// use clock::{Vacation, Zone};
/// use jiff::Timestamp;
///
/// let now: Timestamp = "2026-01-02 22:00+01".parse()?;
/// let fresh = Vacation::new(Vacation::ALLOWANCE, now, &Zone::utc());
/// let used = fresh.take_day(now, &Zone::utc()).ok_or("no day left")?;
/// assert_eq!(used.days_left(now, &Zone::utc()), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vacation {
    /// The number of days per year.
    pub allowance: u16,
    /// The number of days used in `year`.
    pub used: u16,
    /// The year that `used` counts for.
    pub year: i16,
}

impl Vacation {
    /// The default number of days per year.
    pub const ALLOWANCE: u16 = 21;
    /// The most days that a player can spend in one game, so that the others know how long they may have to wait.
    pub const MOST_IN_A_GAME: u16 = 7;

    /// Returns a full allowance for the year of `at`.
    pub fn new(allowance: u16, at: Timestamp, zone: &Zone) -> Vacation {
        Vacation { allowance, used: 0, year: zone.date(at).year() }
    }

    /// Moves to the year of this instant, and never back. A player who moves west at New Year gets neither the old year's days
    /// nor a second allowance for the new year.
    fn in_year(self, at: Timestamp, zone: &Zone) -> Vacation {
        let year = zone.date(at).year();
        if year > self.year { Vacation { used: 0, year, ..self } } else { self }
    }

    /// Returns the number of days left at this instant.
    pub fn days_left(self, at: Timestamp, zone: &Zone) -> u16 {
        let now = self.in_year(at, zone);
        now.allowance.saturating_sub(now.used)
    }

    /// Returns the allowance after one day is taken at this instant, or `None` if no day is left.
    #[must_use]
    pub fn take_day(self, at: Timestamp, zone: &Zone) -> Option<Vacation> {
        let now = self.in_year(at, zone);
        (now.used < now.allowance).then(|| Vacation { used: now.used.saturating_add(1), ..now })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_come_back_in_the_players_new_year() {
        let apia: Zone = "Pacific/Apia".parse().unwrap();
        let honolulu: Zone = "Pacific/Honolulu".parse().unwrap();
        // 31 December 2026, 20:00 UTC: New Year has come to Apia (UTC+13), not to Honolulu.
        let at = "2026-12-31 20:00Z".parse().unwrap();
        let fresh = Vacation::new(2, at, &honolulu);
        assert_eq!(fresh, Vacation { allowance: 2, used: 0, year: 2026 });
        let first = fresh.take_day(at, &honolulu).unwrap();
        let second = first.take_day(at, &honolulu).unwrap();
        assert_eq!((first.days_left(at, &honolulu), second.days_left(at, &honolulu)), (1, 0));
        assert_eq!(second.take_day(at, &honolulu), None);

        let next = second.take_day(at, &apia).unwrap();
        assert_eq!(next, Vacation { allowance: 2, used: 1, year: 2027 });
        assert_eq!(next.days_left(at, &honolulu), 1, "moving west brings nothing back");
    }

    #[test]
    fn smaller_allowance_counts_used_days() {
        let used = Vacation { allowance: 3, used: 5, year: 2026 };
        let at = "2026-05-28 20:26Z".parse().unwrap();
        assert_eq!(used.days_left(at, &Zone::utc()), 0);
        assert_eq!(used.take_day(at, &Zone::utc()), None);
    }
}
