//! Vacation days: so many a year, spent one at a time.

use crate::{Instant, Zone};

/// A player's vacation days. The year is that of the player's time zone, and a new one brings all days again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vacation {
    /// How many days a year has.
    pub allowance: u16,
    /// How many of them were used in `year`.
    pub used: u16,
    /// The year that `used` counts for.
    pub year: i16,
}

impl Vacation {
    /// How many days a year has if nobody says otherwise.
    pub const ALLOWANCE: u16 = 21;
    /// How many days a player can spend in one game, so that the others know for how long they may have to wait.
    pub const MOST_IN_A_GAME: u16 = 7;

    /// So many days a year, of which none was used.
    #[must_use]
    pub fn new(allowance: u16, at: Instant, zone: &Zone) -> Vacation {
        Vacation { allowance, used: 0, year: zone.date(at).year() }
    }

    /// The same in the year of this instant. Never goes back: whoever moves west at New Year does not get the old year's
    /// days, and not the new one's again.
    fn in_year(self, at: Instant, zone: &Zone) -> Vacation {
        let year = zone.date(at).year();
        if year > self.year { Vacation { used: 0, year, ..self } } else { self }
    }

    /// How many days are left at this instant.
    #[must_use]
    pub fn days_left(self, at: Instant, zone: &Zone) -> u16 {
        let now = self.in_year(at, zone);
        now.allowance.saturating_sub(now.used)
    }

    /// What is left after a day is taken at this instant; `None` if there is none.
    #[must_use]
    pub fn take_day(self, at: Instant, zone: &Zone) -> Option<Vacation> {
        let now = self.in_year(at, zone);
        (now.used < now.allowance).then(|| Vacation { used: now.used.saturating_add(1), ..now })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_run_out_and_come_back_with_the_players_year() {
        let apia: Zone = "Pacific/Apia".parse().unwrap();
        let honolulu: Zone = "Pacific/Honolulu".parse().unwrap();
        // 31 December 2026, 20:00 UTC: New Year has come to Apia (UTC+13), not to Honolulu.
        let at = Instant(1_798_747_200_000);
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
    fn a_smaller_allowance_counts_what_was_used() {
        let used = Vacation { allowance: 3, used: 5, year: 2026 };
        assert_eq!(used.days_left(Instant(1_780_000_000_000), &Zone::utc()), 0);
        assert_eq!(used.take_day(Instant(1_780_000_000_000), &Zone::utc()), None);
    }
}
