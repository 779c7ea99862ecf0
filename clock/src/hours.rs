//! When a player can act: a time zone and the hours of sleep.

use std::{fmt, iter, str::FromStr};

use jiff::civil::Time;

use crate::{Instant, Ms, Zone};

/// Why a text is no time zone, no sleeping hours, or neither. The message is for the person who has typed it: whole sentences
/// with an example.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HoursError {
    /// There is no such time zone.
    #[error("I know no time zone `{typed}`. {}", like_these(like))]
    UnknownZone {
        /// What was typed, shortened.
        typed: String,
        /// Zones it may have meant, at most three.
        like: Vec<&'static str>,
    },
    /// No time zone was given.
    #[error("Name your time zone or a big city in it, for example `Europe/Berlin` or `new york`.")]
    NoZone,
    /// A text is no stretch from one time of day to another.
    #[error("I cannot read `{0}` as hours of sleep. Write them like `23:00-08:00` or `11pm-8am`.")]
    NoTime(String),
    /// A text is no time of day.
    #[error("I cannot read `{0}` as a time of day. Write it like `08:00` or `8am`.")]
    NoMinute(String),
    /// The hours are too many.
    #[error(
        "From {from} to {to} is {length}, and you can sleep at most 9 h a night. Write it like `23:00-08:00`.",
        length = sleep_length(*from, *to)
    )]
    TooLong {
        /// When it would begin.
        from: Minute,
        /// When it would end.
        to: Minute,
    },
}

fn like_these(like: &[&str]) -> String {
    match like {
        [] => "Name a big city in it, for example `Europe/Berlin` or `new york`.".to_owned(),
        _ => format!("Do you mean `{}`?", like.join("` or `")),
    }
}

/// The most that anybody sleeps.
const MOST: Ms = Ms::hours(9);

/// A time of day: minutes since midnight, less than 1440.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Minute(u16);

impl Minute {
    const DAY: u16 = 24 * 60;

    /// The time of day so many minutes after midnight; `None` from 1440 on.
    #[must_use]
    pub fn new(minutes: u16) -> Option<Minute> {
        (minutes < Minute::DAY).then_some(Minute(minutes))
    }

    /// Minutes since midnight.
    #[must_use]
    pub fn minutes(self) -> u16 {
        self.0
    }

    pub(crate) fn time(self) -> Time {
        let [hour, minute] = [self.0 / 60, self.0 % 60].map(|part| i8::try_from(part).unwrap_or(0));
        Time::new(hour, minute, 0, 0).unwrap_or_default()
    }
}

/// `08:00`.
impl fmt::Display for Minute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// As people write times of day: `08:00`, `8`, `8am`, `0830`, `8h30`.
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

/// The hours of every night in which a player sleeps, by the clock on their wall; at most 9 h of it.
///
/// Parsing takes `23:00-08:00`, `23-8`, `11pm-8am` and their like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sleep {
    from: Minute,
    to: Minute,
}

impl Sleep {
    /// Sleep from one time of day to the next such other time.
    ///
    /// # Errors
    ///
    /// [`HoursError::TooLong`] if that is more than 9 h; from a time to the same is a whole day.
    pub fn new(from: Minute, to: Minute) -> Result<Sleep, HoursError> {
        if sleep_length(from, to) > MOST {
            return Err(HoursError::TooLong { from, to });
        }
        Ok(Sleep { from, to })
    }

    /// When it begins.
    #[must_use]
    pub fn begins(self) -> Minute {
        self.from
    }

    /// When it ends; on the next day if not after it has begun.
    #[must_use]
    pub fn ends(self) -> Minute {
        self.to
    }

    /// How long it is by the clock on the wall.
    #[must_use]
    pub fn length(self) -> Ms {
        sleep_length(self.from, self.to)
    }
}

/// `23:00-08:00`.
impl fmt::Display for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Shortens a typed text for a refusal, and takes out backticks, which would end the code that it is shown as.
pub(crate) fn shown(typed: &str) -> String {
    typed.trim().chars().filter(|c| !c.is_control() && *c != '`').take(40).collect()
}

/// A time of day as people type it: `23:00`, `23.30`, `2330`, `8`, `8h`, `11pm`, `24:00`.
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

/// When a player can act.
///
/// The text is what people type and what is stored: the time zone, and after it the sleeping hours if there are any.
///
/// ```
/// use clock::Hours;
///
/// let hours: Hours = "berlin 11pm-8am".parse()?;
/// assert_eq!(hours.to_string(), "Europe/Berlin 23:00-08:00");
/// assert_eq!("utc".parse::<Hours>()?, Hours::default());
/// let refused = "Europe/Berlin 20-8".parse::<Hours>().map_err(|why| why.to_string());
/// assert_eq!(refused, Err("From 20:00 to 08:00 is 12 h, and you can sleep at most 9 h a night. Write it like `23:00-08:00`.".to_owned()));
/// # Ok::<(), clock::HoursError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hours {
    /// The player's time zone.
    pub zone: Zone,
    /// When the player sleeps.
    pub sleep: Option<Sleep>,
}

impl Hours {
    /// When the player's day next comes to `minute`, later than `after`. A minute that a change of clocks leaves out comes
    /// when they are changed.
    #[must_use]
    pub fn next(&self, minute: Minute, after: Instant) -> Instant {
        let today = self.zone.date(after);
        let days = iter::successors(Some(today), |day| day.tomorrow().ok()).take(3);
        let mut times = days.map(|day| self.zone.instant(day.to_datetime(minute.time())));
        times.find(|&time| time > after).unwrap_or(after + Ms::DAY)
    }

    /// The player's day, such as `2026-01-31`.
    #[must_use]
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
        // The sleep begins with the first word that begins with a digit; no zone has such a word.
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
