//! When a player is reminded of a move.

use std::{fmt, str::FromStr};

use jiff::SignedDuration;

use crate::{
    control::parse::unit,
    minute::HoursError,
    time::{DAY, HOUR, MINUTE},
};

/// The time between two reminders of a move.
pub const BETWEEN_REMINDERS: SignedDuration = SignedDuration::from_mins(30);

/// The most characters of a player's text that an error message repeats.
const ECHO: usize = 30;

/// A point in a turn at which its player is reminded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reminder {
    /// When this percentage of the turn's time is used, from 1 to 99.
    Used(u8),
    /// When so much of the turn's time is left.
    Left(SignedDuration),
}

impl Reminder {
    /// Returns how much of a turn's time is used at this point, or `None` if the turn begins later.
    fn used_of(self, full: SignedDuration) -> Option<SignedDuration> {
        let used = match self {
            Reminder::Used(percent) => {
                // Rounded up, so that the share is really reached.
                let share = (full.as_millis().max(0) * i128::from(percent.min(99)) + 99) / 100;
                SignedDuration::from_millis(i64::try_from(share).unwrap_or(i64::MAX))
            }
            Reminder::Left(left) => full.saturating_sub(left),
        };
        Some(used).filter(|used| used.is_positive())
    }
}

impl fmt::Display for Reminder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reminder::Used(percent) => write!(f, "{percent}%"),
            Reminder::Left(left) => {
                let units = [(DAY, "d"), (HOUR, "h"), (MINUTE, "m")];
                let exact = units.into_iter().find(|(unit, _)| left.as_secs() % unit.as_secs() == 0);
                let (unit, name) = exact.unwrap_or((MINUTE, "m"));
                write!(f, "{}{name}", left.as_secs() / unit.as_secs())
            }
        }
    }
}

/// The reminders of a player: at most five points in a turn. By default they are at 80, 85 and 95 % of the time.
///
/// ```
/// use clock::{HOUR, Reminders};
///
/// let typed: Reminders = "50%, 8 hours, 1h".parse()?;
/// assert_eq!(typed.to_string(), "50%, 8h, 1h");
/// // Half of a turn of 24 hours comes 12 hours before its end.
/// assert_eq!(typed.in_turn_of(HOUR * 24), [HOUR * 12, HOUR * 16, HOUR * 23]);
/// assert_eq!("80".parse::<Reminders>()?, Reminders::default());
/// assert!("none".parse::<Reminders>()?.in_turn_of(HOUR).is_empty());
/// # Ok::<(), clock::HoursError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminders(Vec<Reminder>);

impl Default for Reminders {
    fn default() -> Self {
        Reminders::from_share(80)
    }
}

impl Reminders {
    /// The most reminders of a move.
    pub const MOST: usize = 5;

    /// Returns reminders of which the first comes at this percentage of the time. The intervals get longer, and the last reminder
    /// comes before the time is up.
    fn from_share(first: u8) -> Reminders {
        let first = first.clamp(1, 99);
        let rest = 100 - first;
        let mut shares = vec![first, first + rest / 4, (first + rest - rest / 4).min(99)];
        shares.dedup();
        Reminders(shares.into_iter().map(Reminder::Used).collect())
    }

    /// Returns the points of the list, in the player's order.
    pub fn iter(&self) -> impl Iterator<Item = Reminder> + '_ {
        self.0.iter().copied()
    }

    /// Returns how much of a turn's time is used at each reminder, in the order in which they come. Reminders before the turn and
    /// soon after another one are left out.
    #[must_use]
    pub fn in_turn_of(&self, full: SignedDuration) -> Vec<SignedDuration> {
        let mut all: Vec<SignedDuration> = self.0.iter().filter_map(|one| one.used_of(full)).collect();
        all.sort();
        let mut kept: Vec<SignedDuration> = Vec::with_capacity(all.len());
        for used in all {
            let is_apart = |last: &SignedDuration| used.saturating_sub(*last) >= BETWEEN_REMINDERS;
            if kept.last().is_none_or(is_apart) {
                kept.push(used);
            }
        }
        kept
    }
}

impl fmt::Display for Reminders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join(", "))
    }
}

impl FromStr for Reminders {
    type Err = HoursError;

    /// Reads a list such as `50%, 8h, 1h`. A number alone is the percentage of the first of three reminders. An empty list is
    /// `none`, `0` or the like.
    fn from_str(typed: &str) -> Result<Reminders, HoursError> {
        let typed = typed.trim().to_lowercase();
        if ["none", "no", "never", "off", "-", "0", "0%"].contains(&typed.as_str()) {
            return Ok(Reminders(Vec::new()));
        }
        let unreadable = || HoursError::NoReminder(typed.chars().take(ECHO).collect());
        if let Ok(first) = typed.parse::<u8>() {
            return if first < 100 { Ok(Reminders::from_share(first)) } else { Err(unreadable()) };
        }
        let mut all = Vec::new();
        for one in typed.replace(" and ", ",").split([',', ';']) {
            let reminder = read(one.trim()).ok_or_else(unreadable)?;
            if !all.contains(&reminder) {
                all.push(reminder);
            }
        }
        if all.len() > Reminders::MOST { Err(HoursError::TooManyReminders) } else { Ok(Reminders(all)) }
    }
}

/// Reads one reminder: `50%`, `8h`, `1 day` or `1d 12h`.
fn read(typed: &str) -> Option<Reminder> {
    /// The longest time before the end of a turn.
    const LONGEST: SignedDuration = crate::time::days(30);
    if let Some(percent) = typed.strip_suffix('%') {
        let percent = percent.trim().parse().ok().filter(|percent| (1..100).contains(percent))?;
        return Some(Reminder::Used(percent));
    }
    let mut left = SignedDuration::ZERO;
    let mut rest = typed;
    while !rest.is_empty() {
        let number = &rest[..rest.find(|c: char| !c.is_ascii_digit())?];
        let after = rest[number.len()..].trim_start();
        let word = &after[..after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len())];
        let seconds = unit(word)?.as_secs().checked_mul(number.parse().ok()?)?;
        left = left.saturating_add(SignedDuration::from_secs(seconds));
        rest = after[word.len()..].trim_start();
    }
    (MINUTE..=LONGEST).contains(&left).then_some(Reminder::Left(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(typed: &str) -> Reminders {
        typed.parse().unwrap()
    }

    #[test]
    fn lists_of_reminders_read_back() {
        for (typed, written) in [
            ("80", "80%, 85%, 95%"),
            ("50", "50%, 62%, 88%"),
            ("99", "99%"),
            ("50 %; 8h and 90 min", "50%, 8h, 90m"),
            ("1d 12h, 1 day, 1 day", "36h, 1d"),
            ("Never", "none"),
        ] {
            assert_eq!(list(typed).to_string(), written, "{typed}");
            assert_eq!(list(written), list(typed));
        }
        assert_eq!("1%,2%,3%,4%,5%,6%".parse::<Reminders>(), Err(HoursError::TooManyReminders));
        for typed in ["", "100", "100%", "0h", "8", "soon", "8h,", "31 days", "h", "é8h"] {
            let read = typed.parse::<Reminders>();
            let expected = if typed == "8" { Ok(Reminders::from_share(8)) } else { Err(()) };
            assert_eq!(read.map_err(drop), expected, "{typed}");
        }
    }

    #[test]
    fn reminders_come_in_order_and_apart() {
        let all = list("1h, 50%, 8h, 100m");
        assert_eq!(all.in_turn_of(DAY), [HOUR * 12, HOUR * 16, MINUTE * 1340, HOUR * 23]);
        // In a turn of two hours, the first one comes after 20 minutes and the others too soon after it or each other.
        assert_eq!(all.in_turn_of(HOUR * 2), [MINUTE * 20, HOUR]);
        assert!(list("8h").in_turn_of(HOUR * 8).is_empty(), "the turn's board has just notified");
    }
}
