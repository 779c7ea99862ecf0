//! Arithmetic with timestamps and durations that cannot overflow, and durations in words.

use jiff::{SignedDuration, Timestamp};

/// Sixty seconds.
pub const MINUTE: SignedDuration = SignedDuration::from_mins(1);
/// Sixty minutes.
pub const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Twenty-four hours, whatever a local day has.
pub const DAY: SignedDuration = days(1);

/// Returns `count` times 24 hours.
///
/// # Panics
/// If these are more seconds than an `i64` holds.
#[must_use]
pub const fn days(count: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * count)
}

/// Returns the timestamp that is `by` later. Beyond the years that a timestamp can have, it is
/// the first or last one. The operators of jiff panic there.
///
/// ```
/// use clock::{HOUR, later};
/// use jiff::Timestamp;
///
/// let begin = Timestamp::from_millisecond(1_767_387_600_000)?;
/// assert_eq!(later(begin, HOUR).duration_since(begin), HOUR);
/// assert_eq!(later(Timestamp::MAX, HOUR), Timestamp::MAX);
/// # Ok::<(), jiff::Error>(())
/// ```
#[must_use]
pub fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    let end = if by.is_negative() { Timestamp::MIN } else { Timestamp::MAX };
    at.checked_add(by).unwrap_or(end)
}

/// Returns the timestamp that is `by` earlier, with the same bounds as [`later`].
#[must_use]
pub fn earlier(at: Timestamp, by: SignedDuration) -> Timestamp {
    later(at, -by)
}

/// Returns the timestamp of a number of milliseconds since the beginning of 1970 (UTC). For a number beyond the years that a
/// timestamp can have, it is the first or last one.
///
/// ```
/// use clock::from_millis;
/// use jiff::Timestamp;
///
/// assert_eq!(from_millis(1_767_387_600_500), "2026-01-02T21:00:00.5Z".parse()?);
/// assert_eq!(from_millis(i64::MAX), Timestamp::MAX);
/// # Ok::<(), jiff::Error>(())
/// ```
#[must_use]
pub fn from_millis(ms: i64) -> Timestamp {
    later(Timestamp::UNIX_EPOCH, SignedDuration::from_millis(ms))
}

/// Returns the duration, or zero if it is negative.
pub(crate) fn at_least_zero(duration: SignedDuration) -> SignedDuration {
    duration.max(SignedDuration::ZERO)
}

/// Returns the two largest units of a duration, rounded down: `2 days 5 h`, `3 h 20 min`, `40 s`.
#[must_use]
pub fn in_words(duration: SignedDuration) -> String {
    let seconds = at_least_zero(duration).as_secs();
    let count = |unit: SignedDuration, within: SignedDuration| seconds % within.as_secs() / unit.as_secs();
    let days = seconds / DAY.as_secs();
    let parts = [
        (days, if days == 1 { "day" } else { "days" }),
        (count(HOUR, DAY), "h"),
        (count(MINUTE, HOUR), "min"),
        (seconds % MINUTE.as_secs(), "s"),
    ];
    let Some(first) = parts.iter().position(|&(count, _)| count > 0) else { return "0 s".to_owned() };
    let (count, unit) = parts[first];
    match parts.get(first + 1) {
        Some((more, smaller)) if *more > 0 => format!("{count} {unit} {more} {smaller}"),
        _ => format!("{count} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_in_words() {
        for (duration, words) in [
            (SignedDuration::ZERO, "0 s"),
            (SignedDuration::from_millis(-5), "0 s"),
            (SignedDuration::from_millis(999), "0 s"),
            (SignedDuration::from_millis(61_999), "1 min 1 s"),
            (SignedDuration::from_mins(200), "3 h 20 min"),
            (HOUR + SignedDuration::from_secs(1), "1 h"),
            (DAY, "1 day"),
            (SignedDuration::from_hours(53) + SignedDuration::from_mins(59), "2 days 5 h"),
        ] {
            assert_eq!(in_words(duration), words);
        }
    }

    #[test]
    fn timestamps_stay_within_their_years() {
        assert_eq!(later(Timestamp::MAX, HOUR), Timestamp::MAX);
        assert_eq!(later(Timestamp::MIN, SignedDuration::MIN), Timestamp::MIN);
        assert_eq!(later(Timestamp::MIN, SignedDuration::MAX), Timestamp::MAX);
    }
}
