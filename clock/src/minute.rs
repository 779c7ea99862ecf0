//! Times of day, and the error of everything that reads hours.

use std::{fmt, str::FromStr};

use jiff::SignedDuration;
use jiff::civil::Time;

use crate::time::in_words;

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
    /// The text is not a list of reminders.
    #[error(
        "I can't read `{0}` as reminders. Write shares of your time and times left, like `50%, 8h, 1h`, or `none`."
    )]
    NoReminder(String),
    /// The text lists more reminders than anyone needs.
    #[error("You can have at most 5 reminders for a move. Write them like `50%, 8h, 1h`.")]
    TooManyReminders,
    /// The sleeping hours are too long.
    #[error(
        "From {from} to {to} is {length}, but you can sleep at most 9 h a night. Write it like `23:00-08:00`.",
        length = in_words(sleep_length(*from, *to))
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

pub(crate) fn sleep_length(from: Minute, to: Minute) -> SignedDuration {
    let minutes = (to.0 + Minute::DAY - from.0) % Minute::DAY;
    SignedDuration::from_mins(if minutes == 0 { Minute::DAY } else { minutes }.into())
}

/// Shortens a typed text for an error message. Backticks go, since they would end the code span that shows it.
pub(crate) fn shown(typed: &str) -> String {
    typed.trim().chars().filter(|c| !c.is_control() && *c != '`').take(40).collect()
}

/// Reads a time of day as people type it: `23:00`, `23.30`, `2330`, `8`, `8h`, `11pm`, `24:00`.
pub(crate) fn minute(text: &str) -> Option<Minute> {
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
