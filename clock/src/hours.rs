//! The times at which a player can act: a time zone and the hours of sleep.

use std::{fmt, iter, str::FromStr};

use jiff::{SignedDuration, Timestamp};

use crate::{
    minute::{HoursError, Minute, minute, shown, sleep_length},
    time::{DAY, later},
    zone::Zone,
};

/// The longest sleep that a player can set.
const MOST: SignedDuration = SignedDuration::from_hours(9);

/// The hours of each night in which a player sleeps, local time, at most 9 h.
///
/// Parsing accepts `23:00-08:00`, `23-8`, `11pm-8am` and similar texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sleep {
    from: Minute,
    to: Minute,
}

impl Sleep {
    /// Returns the sleep from one time of day to the next occurrence of another.
    ///
    /// # Errors
    ///
    /// [`HoursError::TooLong`] if that is more than 9 h. From a time to the same time is a whole day.
    pub fn new(from: Minute, to: Minute) -> Result<Sleep, HoursError> {
        if sleep_length(from, to) > MOST {
            return Err(HoursError::TooLong { from, to });
        }
        Ok(Sleep { from, to })
    }

    /// Returns when the sleep begins.
    pub fn begins(self) -> Minute {
        self.from
    }

    /// Returns when the sleep ends. If that is not later than the beginning, it is on the next day.
    pub fn ends(self) -> Minute {
        self.to
    }

    /// Returns how long the sleep is on a night without a clock change.
    pub fn length(self) -> SignedDuration {
        sleep_length(self.from, self.to)
    }
}

/// Writes the sleep as a range: `23:00-08:00`.
impl fmt::Display for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Sleep {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let plain = text.to_lowercase().replace(['–', '—'], "-").replace(" to ", "-").replace("until", "-");
        let plain: String = plain.split_whitespace().collect();
        let ends = plain.split_once('-').and_then(|(from, to)| Some((minute(from)?, minute(to)?)));
        let (from, to) = ends.ok_or_else(|| HoursError::NoTime(shown(text)))?;
        Sleep::new(from, to)
    }
}

/// The times at which a player can act.
///
/// As text, which players type and the store keeps, this is the time zone, followed by the sleeping hours if there are any.
///
/// ```
/// use clock::Hours;
///
/// let hours: Hours = "berlin 11pm-8am".parse()?;
/// assert_eq!(hours.to_string(), "Europe/Berlin 23:00-08:00");
/// assert_eq!("utc".parse::<Hours>()?, Hours::default());
/// let refused = "Europe/Berlin 20-8".parse::<Hours>().map_err(|why| why.to_string());
/// assert_eq!(refused, Err("From 20:00 to 08:00 is 12 h, but you can sleep at most 9 h a night. Write it like `23:00-08:00`.".to_owned()));
/// # Ok::<(), clock::HoursError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hours {
    /// The player's time zone.
    pub zone: Zone,
    /// The sleeping hours, if the player has set any.
    pub sleep: Option<Sleep>,
}

impl Hours {
    /// Returns the next instant after `after` at which the player's local time is `minute`. If daylight saving skips that
    /// minute, the instant is that of the change.
    pub fn next(&self, minute: Minute, after: Timestamp) -> Timestamp {
        let today = self.zone.date(after);
        let days = iter::successors(Some(today), |day| day.tomorrow().ok()).take(3);
        let mut times = days.map(|day| self.zone.instant(day.to_datetime(minute.time())));
        times.find(|&time| time > after).unwrap_or_else(|| later(after, DAY))
    }

    /// Returns the player's local date, such as `2026-01-31`.
    pub fn day(&self, at: Timestamp) -> String {
        self.zone.date(at).to_string()
    }
}

/// Awake all day, in UTC.
impl Default for Hours {
    fn default() -> Self {
        Hours { zone: Zone::utc(), sleep: None }
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.zone)?;
        self.sleep.map_or(Ok(()), |sleep| write!(f, " {sleep}"))
    }
}

impl FromStr for Hours {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        // The sleep begins with the first word that starts with a digit. No zone has such a word.
        let digit = |at: usize, c: char| {
            c.is_ascii_digit() && text[..at].ends_with(|c: char| c.is_whitespace() || c == ',')
        };
        let begin = text.char_indices().find(|&(at, c)| at == 0 && c.is_ascii_digit() || digit(at, c));
        let (zone, sleep) = text.split_at(begin.map_or(text.len(), |(at, _)| at));
        let zone = zone.trim_end_matches(|c: char| c.is_whitespace() || c == ',').parse()?;
        let sleep = if sleep.is_empty() { None } else { Some(sleep.parse()?) };
        Ok(Hours { zone, sleep })
    }
}

#[cfg(test)]
mod tests;
