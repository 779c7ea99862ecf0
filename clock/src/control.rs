//! Time controls: how much time each seat of a game has, and what happens when it runs out.

pub(crate) mod parse;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};

use jiff::SignedDuration;

use crate::{
    calendar::Calendar,
    hours::Hours,
    time::{DAY, HOUR, MINUTE, days},
    vacation::Vacation,
};

/// How much time a seat has. [`Control::check`] and parsing enforce the ranges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// A bank for the whole game.
    Bank {
        /// The bank at the start of the game: 1 minute to 60 days.
        start: SignedDuration,
        /// The time added after each of the seat's turns: at most 30 days.
        increment: SignedDuration,
        /// The limit for additions: from `start` to 60 days.
        cap: SignedDuration,
    },
    /// The same time for each turn: 1 minute to 30 days. Unused time is lost.
    PerTurn(SignedDuration),
    /// No clock and no time limit.
    None,
}

/// The choice between two ways to end a turn that is out of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// The other players may end it, or wait.
    #[default]
    Soft,
    /// The clock ends it at once.
    Hard,
}

/// The consequence for a seat that runs out of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnTimeout {
    /// The seat leaves the game.
    #[default]
    Forfeit,
    /// The turn is skipped. If all seats order at once, the turn is resolved without this seat.
    Pass,
}

/// The time control of a game.
///
/// [`Display`](fmt::Display) writes the text that players type and the store keeps. It is the pace, followed by a word for each
/// setting that differs from the default (`soft`, weekends on, `forfeit`).
///
/// ```
/// use clock::Control;
///
/// let control: Control = "3 days a turn, hard, weekends off".parse()?;
/// assert_eq!(control.to_string(), "3d/turn hard weekends");
/// assert_eq!(control.words(), "3 days for each turn; hard, after up to 7 vacation days; weekends off");
/// assert_eq!(Control::default().to_string(), "72h+12h/120h");
/// # Ok::<(), clock::ControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Control {
    /// How much time a seat has.
    pub pace: Pace,
    /// Selects who ends a turn that is out of time.
    pub mode: Mode,
    /// Whether clocks are stopped on Saturdays and Sundays, each in its player's time zone.
    pub weekends_off: bool,
    /// The consequence for a seat that runs out of time.
    pub on_timeout: OnTimeout,
}

impl Pace {
    /// 72 hours, 12 more after each turn, at most 120.
    const DEFAULT: Pace = Pace::Bank {
        start: SignedDuration::from_hours(72),
        increment: SignedDuration::from_hours(12),
        cap: SignedDuration::from_hours(120),
    };
}

impl Default for Pace {
    fn default() -> Self {
        Pace::DEFAULT
    }
}

/// Why a text is not a time control. The message speaks to the player who typed it, in whole sentences with an example.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// A word, number or sign that has no meaning in its place.
    #[error("I can't read `{0}` in that clock. {POSSIBLE}")]
    Unknown(String),
    /// No amount of time, or more than one.
    #[error("A clock takes one amount of time. {POSSIBLE}")]
    NotOne,
    /// A time that may be for the game or for a turn. The control inside takes it as the time for a turn.
    #[error("{}", for_what(*.0))]
    ForWhat(Control),
    /// The time at the start of a bank is out of range.
    #[error(
        "A game starts with at least 1 minute and at most 60 days on the clock. Write it like `72h+12h/120h`."
    )]
    Start,
    /// The time added after each turn is out of range.
    #[error("A turn can add at most 30 days, in whole minutes. Write it like `72h+12h/120h`.")]
    Increment,
    /// The limit of a bank is out of range.
    #[error(
        "The most time a clock can hold is at least what it starts with, and at most 60 days. Write it like `72h+12h/120h`."
    )]
    Cap,
    /// The time for a turn is out of range.
    #[error("A turn takes at least 1 minute and at most 30 days. Write it like `3d/turn`.")]
    Turn,
}

const POSSIBLE: &str = "Write it like `3d/turn`, `90m/turn`, `72h+12h/120h` (72 hours, 12 more after each turn, 120 at most) or \
                        `none`. You can add `hard` or `soft`, `weekends` (off), and `pass` or `forfeit`.";

fn for_what(turn: Control) -> String {
    let start = turn.start().unwrap_or(SignedDuration::ZERO);
    let game = format!("{}+0h{}", text(start, TURN_DAYS), turn.manner());
    format!(
        "Is that {} for each turn or for the whole game? Write `{turn}` or `{game}`.",
        words(start, TURN_DAYS)
    )
}

/// A ready-made time control for a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name that players see.
    pub name: &'static str,
    /// The time control behind the name.
    pub control: Control,
}

impl Preset {
    const fn new(name: &'static str, pace: Pace) -> Preset {
        let control = Control { pace, mode: Mode::Soft, weekends_off: false, on_timeout: OnTimeout::Forfeit };
        Preset { name, control }
    }
}

/// The choices in the menu, the default first.
pub const PRESETS: [Preset; 6] = [
    Preset::new("72 hours and 12 more after each turn", Pace::DEFAULT),
    Preset::new("1 day a turn", Pace::PerTurn(days(1))),
    Preset::new("3 days a turn", Pace::PerTurn(days(3))),
    Preset::new("7 days a turn", Pace::PerTurn(days(7))),
    Preset::new("10 minutes a turn", Pace::PerTurn(SignedDuration::from_mins(10))),
    Preset::new("no clock", Pace::None),
];

const BANK: (SignedDuration, SignedDuration) = (MINUTE, days(60));
const INCREMENT: (SignedDuration, SignedDuration) = (SignedDuration::ZERO, days(30));
const TURN: (SignedDuration, SignedDuration) = (MINUTE, days(30));

/// Returns whether a duration is a whole number of units.
fn is_whole(duration: SignedDuration, unit: SignedDuration) -> bool {
    duration.as_millis() % unit.as_millis() == 0
}

fn within(duration: SignedDuration, (least, most): (SignedDuration, SignedDuration)) -> bool {
    (least..=most).contains(&duration) && is_whole(duration, MINUTE)
}

impl Control {
    /// Returns the control unchanged if all its times are whole minutes within their ranges.
    ///
    /// # Errors
    ///
    /// The variant for the first time that is out of range: [`ControlError::Start`], [`ControlError::Increment`],
    /// [`ControlError::Cap`] or [`ControlError::Turn`].
    pub fn check(self) -> Result<Control, ControlError> {
        match self.pace {
            Pace::Bank { start, .. } if !within(start, BANK) => Err(ControlError::Start),
            Pace::Bank { increment, .. } if !within(increment, INCREMENT) => Err(ControlError::Increment),
            Pace::Bank { start, cap, .. } if !within(cap, (start, BANK.1)) => Err(ControlError::Cap),
            Pace::PerTurn(turn) if !within(turn, TURN) => Err(ControlError::Turn),
            _ => Ok(self),
        }
    }

    /// Returns the control with the time for one turn made into a bank for the whole game.
    ///
    /// ```
    /// use clock::Control;
    ///
    /// let control: Control = "3d/turn hard".parse()?;
    /// assert_eq!(control.for_whole_game().to_string(), "72h+0h/72h hard");
    /// # Ok::<(), clock::ControlError>(())
    /// ```
    #[must_use]
    pub fn for_whole_game(self) -> Control {
        match self.pace {
            Pace::PerTurn(start) => {
                Control { pace: Pace::Bank { start, increment: SignedDuration::ZERO, cap: start }, ..self }
            }
            Pace::Bank { .. } | Pace::None => self,
        }
    }

    /// Returns the time a seat has at the beginning, or `None` if the game has no clock.
    pub fn start(&self) -> Option<SignedDuration> {
        match self.pace {
            Pace::Bank { start, .. } => Some(start),
            Pace::PerTurn(turn) => Some(turn),
            Pace::None => None,
        }
    }

    /// Returns whether vacation days are spent before a player's time runs out. In games of less than a day nobody waits a day
    /// for a move.
    pub fn has_vacation(&self) -> bool {
        self.start().is_some_and(|start| start >= DAY)
    }

    /// Returns when the clock of a player with these hours runs under this control.
    pub fn calendar(&self, hours: &Hours) -> Calendar {
        Calendar { hours: hours.clone(), weekends_off: self.weekends_off }
    }

    /// Returns the words after the pace, each with a space before it.
    fn manner(&self) -> String {
        let mut manner = String::new();
        if self.mode == Mode::Hard {
            manner.push_str(" hard");
        }
        if self.weekends_off {
            manner.push_str(" weekends");
        }
        if self.on_timeout == OnTimeout::Pass {
            manner.push_str(" pass");
        }
        manner
    }

    /// Describes the control for players: `3 h for each turn; soft; weekends off`.
    pub fn words(&self) -> String {
        let mut words = match self.pace {
            Pace::None => return "no clock".to_owned(),
            Pace::PerTurn(turn) => format!("{} for each turn", words(turn, TURN_DAYS)),
            Pace::Bank { start, increment: SignedDuration::ZERO, .. } => {
                format!("{} for the game", words(start, BANK_DAYS))
            }
            Pace::Bank { start, increment, cap } => format!(
                "{} for the game, {} more after each turn, at most {}",
                words(start, BANK_DAYS),
                words(increment, BANK_DAYS),
                words(cap, BANK_DAYS)
            ),
        };
        words.push_str(match self.mode {
            Mode::Soft => "; soft",
            Mode::Hard => "; hard",
        });
        if self.has_vacation() {
            let _ = write!(words, ", after up to {} vacation days", Vacation::MOST_IN_A_GAME);
        }
        if self.weekends_off {
            words.push_str("; weekends off");
        }
        if self.on_timeout == OnTimeout::Pass {
            words.push_str(match self.mode {
                Mode::Soft => "; the others can let a late turn pass if the rules allow it",
                Mode::Hard => "; a late turn passes if the rules allow it",
            });
        }
        words
    }
}

/// The length from which whole days are written as days: people think of a bank in hours and of turns in days.
const BANK_DAYS: SignedDuration = days(6);
const TURN_DAYS: SignedDuration = days(1);

/// Splits a length into a count and the largest unit of which it is a whole number.
fn in_unit(duration: SignedDuration, days_from: SignedDuration) -> (i64, Unit) {
    match () {
        () if is_whole(duration, DAY) && duration >= days_from => (duration.as_hours() / 24, Unit::Day),
        () if is_whole(duration, HOUR) => (duration.as_hours(), Unit::Hour),
        () => (duration.as_mins(), Unit::Minute),
    }
}

/// A unit in which people give durations.
enum Unit {
    Day,
    Hour,
    Minute,
}

fn words(duration: SignedDuration, days_from: SignedDuration) -> String {
    match in_unit(duration, days_from) {
        (1, Unit::Day) => "1 day".to_owned(),
        (count, Unit::Day) => format!("{count} days"),
        (count, Unit::Hour) => format!("{count} h"),
        (count, Unit::Minute) => format!("{count} min"),
    }
}

fn text(duration: SignedDuration, days_from: SignedDuration) -> String {
    let (count, unit) = in_unit(duration, days_from);
    let letter = match unit {
        Unit::Day => 'd',
        Unit::Hour => 'h',
        Unit::Minute => 'm',
    };
    format!("{count}{letter}")
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pace::None => f.write_str("none"),
            Pace::PerTurn(turn) => write!(f, "{}/turn", text(turn, TURN_DAYS)),
            Pace::Bank { start, increment, cap } => {
                let [start, increment, cap] = [start, increment, cap].map(|ms| text(ms, BANK_DAYS));
                write!(f, "{start}+{increment}/{cap}")
            }
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pace, self.manner())
    }
}
