//! Points in time and lengths of time, both in milliseconds.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, Sub},
};

/// A point in time, in milliseconds since the beginning of 1970 (UTC). Arithmetic saturates.
///
/// ```
/// use clock::{Instant, Ms};
///
/// let begin = Instant(1_767_387_600_000);
/// assert_eq!(begin + Ms::minutes(90) - begin, Ms(5_400_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instant(pub i64);

/// A length of time in milliseconds. Arithmetic saturates.
///
/// ```
/// use clock::Ms;
///
/// assert_eq!((Ms::days(2) + Ms::hours(5)).to_string(), "2 days 5 h");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ms(pub i64);

impl Ms {
    /// A length of zero.
    pub const ZERO: Ms = Ms(0);
    /// A length of 1,000 milliseconds.
    pub const SECOND: Ms = Ms(1000);
    /// A length of 60 seconds.
    pub const MINUTE: Ms = Ms(60 * 1000);
    /// A length of 60 minutes.
    pub const HOUR: Ms = Ms(60 * 60 * 1000);
    /// A length of 24 hours, whatever a local day has.
    pub const DAY: Ms = Ms(24 * 60 * 60 * 1000);

    /// Returns a length of `count` minutes.
    pub const fn minutes(count: i64) -> Ms {
        Ms::MINUTE.times(count)
    }

    /// Returns a length of `count` hours.
    pub const fn hours(count: i64) -> Ms {
        Ms::HOUR.times(count)
    }

    /// Returns a length of `count` times 24 hours.
    pub const fn days(count: i64) -> Ms {
        Ms::DAY.times(count)
    }

    /// Returns `count` times this length.
    #[must_use]
    pub const fn times(self, count: i64) -> Ms {
        Ms(self.0.saturating_mul(count))
    }

    /// Returns the length, or zero if it is negative.
    #[must_use]
    pub fn at_least_zero(self) -> Ms {
        self.max(Ms::ZERO)
    }
}

impl Add<Ms> for Instant {
    type Output = Instant;

    fn add(self, ms: Ms) -> Instant {
        Instant(self.0.saturating_add(ms.0))
    }
}

impl Sub<Instant> for Instant {
    type Output = Ms;

    fn sub(self, earlier: Instant) -> Ms {
        Ms(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Ms {
    type Output = Ms;

    fn add(self, other: Ms) -> Ms {
        Ms(self.0.saturating_add(other.0))
    }
}

impl Sub for Ms {
    type Output = Ms;

    fn sub(self, other: Ms) -> Ms {
        Ms(self.0.saturating_sub(other.0))
    }
}

impl Sum for Ms {
    fn sum<I: Iterator<Item = Ms>>(all: I) -> Ms {
        all.fold(Ms::ZERO, Add::add)
    }
}

/// Writes the two largest units, rounded down: `2 days 5 h`, `3 h 20 min`, `40 s`.
impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.at_least_zero().0;
        let count = |unit: Ms, within: Ms| ms % within.0 / unit.0;
        let days = ms / Ms::DAY.0;
        let parts = [
            (days, if days == 1 { "day" } else { "days" }),
            (count(Ms::HOUR, Ms::DAY), "h"),
            (count(Ms::MINUTE, Ms::HOUR), "min"),
            (count(Ms::SECOND, Ms::MINUTE), "s"),
        ];
        let Some(first) = parts.iter().position(|&(count, _)| count > 0) else {
            return f.write_str("0 s");
        };
        write!(f, "{} {}", parts[first].0, parts[first].1)?;
        match parts.get(first + 1) {
            Some((count, unit)) if *count > 0 => write!(f, " {count} {unit}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_in_words() {
        for (ms, words) in [
            (Ms::ZERO, "0 s"),
            (Ms(-5), "0 s"),
            (Ms(999), "0 s"),
            (Ms(61_999), "1 min 1 s"),
            (Ms::minutes(200), "3 h 20 min"),
            (Ms::HOUR + Ms::SECOND, "1 h"),
            (Ms::days(1), "1 day"),
            (Ms::hours(53) + Ms::minutes(59), "2 days 5 h"),
        ] {
            assert_eq!(ms.to_string(), words);
        }
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Instant(i64::MAX) + Ms::HOUR, Instant(i64::MAX));
        assert_eq!(Instant(i64::MIN) - Instant(i64::MAX), Ms(i64::MIN));
        assert_eq!(Ms::days(i64::MAX), Ms(i64::MAX));
        assert_eq!([Ms(i64::MAX), Ms(1)].into_iter().sum::<Ms>(), Ms(i64::MAX));
    }
}
