//! The times at which a player can act: a time zone and the hours of sleep.

use std::{fmt, iter, str::FromStr};

use jiff::civil::Time;

use crate::{Instant, Ms, Zone};

/// Why a text is not a time zone, not sleeping hours, or neither. The message speaks to the player who typed it, in whole
/// sentences with an example.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HoursError {
    /// The time zone does not exist.
    #[error("I don't know the time zone `{typed}`. {}", like_these(like))]
    UnknownZone {
        /// The typed text, shortened.
        typed: String,
        /// At most three zones that the player may have meant.
        like: Vec<&'static str>,
    },
    /// The text names no time zone.
    #[error("Name your time zone or a big city in it, for example `Europe/Berlin` or `new york`.")]
    NoZone,
    /// The text is not a range from one time of day to another.
    #[error("I can't read `{0}` as hours of sleep. Write them like `23:00-08:00` or `11pm-8am`.")]
    NoTime(String),
    /// The text is not a time of day.
    #[error("I can't read `{0}` as a time of day. Write it like `08:00` or `8am`.")]
    NoMinute(String),
    /// The sleeping hours are too long.
    #[error(
        "From {from} to {to} is {length}, but you can sleep at most 9 h a night. Write it like `23:00-08:00`.",
        length = sleep_length(*from, *to)
    )]
    TooLong {
        /// The beginning of the sleep.
        from: Minute,
        /// The end of the sleep.
        to: Minute,
    },
}

fn like_these(like: &[&str]) -> String {
    match like {
        [] => "Name a big city in it, for example `Europe/Berlin` or `new york`.".to_owned(),
        _ => format!("Did you mean `{}`?", like.join("` or `")),
    }
}

/// The longest sleep that a player can set.
const MOST: Ms = Ms::hours(9);

/// A time of day in minutes since midnight, below 1440.
///
/// ```
/// use clock::Minute;
///
/// let minute: Minute = "8h30".parse()?;
/// assert_eq!((minute.minutes(), minute.to_string().as_str()), (510, "08:30"));
/// # Ok::<(), clock::HoursError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Minute(u16);

impl Minute {
    const DAY: u16 = 24 * 60;

    /// Returns the time of day `minutes` after midnight, or `None` from 1440 on.
    pub fn new(minutes: u16) -> Option<Minute> {
        (minutes < Minute::DAY).then_some(Minute(minutes))
    }

    /// Returns the minutes since midnight.
    pub fn minutes(self) -> u16 {
        self.0
    }

    pub(crate) fn time(self) -> Time {
        let [hour, minute] = [self.0 / 60, self.0 % 60].map(|part| i8::try_from(part).unwrap_or(0));
        Time::new(hour, minute, 0, 0).unwrap_or_default()
    }
}

/// Writes the time of day with 24 hours: `08:00`.
impl fmt::Display for Minute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// Reads a time of day as people write it: `08:00`, `8`, `8am`, `0830`, `8h30`.
impl FromStr for Minute {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let plain: String = text.to_lowercase().split_whitespace().collect();
        minute(&plain).ok_or_else(|| HoursError::NoMinute(shown(text)))
    }
}

fn sleep_length(from: Minute, to: Minute) -> Ms {
    let minutes = (to.0 + Minute::DAY - from.0) % Minute::DAY;
    Ms::minutes(if minutes == 0 { Minute::DAY } else { minutes }.into())
}

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
    pub fn length(self) -> Ms {
        sleep_length(self.from, self.to)
    }
}

/// Writes the sleep as a range: `23:00-08:00`.
impl fmt::Display for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Shortens a typed text for an error message. Backticks go, since they would end the code span that shows it.
pub(crate) fn shown(typed: &str) -> String {
    typed.trim().chars().filter(|c| !c.is_control() && *c != '`').take(40).collect()
}

/// Reads a time of day as people type it: `23:00`, `23.30`, `2330`, `8`, `8h`, `11pm`, `24:00`.
fn minute(text: &str) -> Option<Minute> {
    let (digits, afternoon) = match text.strip_suffix('m') {
        Some(half) => (half.strip_suffix(['a', 'p'])?, Some(half.ends_with('p'))),
        None => (text.strip_suffix('h').unwrap_or(text), None),
    };
    let (hour, minute) = match digits.split_once([':', '.', 'h']) {
        Some((hour, minute)) if minute.len() == 2 => (hour, minute),
        Some(_) => return None,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| {
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| plain)
    };
    let (hour, minute) = (number(hour)?, number(minute).filter(|&minute| minute < 60)?);
    let hour = match afternoon {
        None => hour,
        Some(afternoon) if (1..=12).contains(&hour) => hour % 12 + if afternoon { 12 } else { 0 },
        Some(_) => return None,
    };
    match hour * 60 + minute {
        Minute::DAY => Some(Minute(0)),
        minutes => Minute::new(minutes),
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
    pub fn next(&self, minute: Minute, after: Instant) -> Instant {
        let today = self.zone.date(after);
        let days = iter::successors(Some(today), |day| day.tomorrow().ok()).take(3);
        let mut times = days.map(|day| self.zone.instant(day.to_datetime(minute.time())));
        times.find(|&time| time > after).unwrap_or(after + Ms::DAY)
    }

    /// Returns the player's local date, such as `2026-01-31`.
    pub fn day(&self, at: Instant) -> String {
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
