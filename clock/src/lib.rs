//! Time controls and the arithmetic of correspondence clocks.
//!
//! The crate is pure: the current time comes in as a `Timestamp` of the crate `jiff`, and a player's choices come in as data. A clock runs only
//! while its player can act. It is stopped during the player's sleeping hours, at weekends if the game has them off, and
//! whenever the game stops it.
//!
//! ```
//! use clock::{Clock, Control, Hours, Why};
//! use jiff::{SignedDuration, Timestamp};
//!
//! let control: Control = "72h+12h/120h weekends".parse()?;
//! let hours: Hours = "Europe/Berlin 23:00-08:00".parse()?;
//! let calendar = control.calendar(&hours);
//!
//! // The turn begins on a Friday at 22:00 in Berlin.
//! let friday: Timestamp = "2026-01-02 22:00+01".parse()?;
//! let mut clock = Clock::new(&control).ok_or("no clock")?;
//! clock.start(friday, &control);
//!
//! // An hour later the player sleeps, then it is the weekend, then the player sleeps again.
//! let asleep = friday + SignedDuration::from_hours(2);
//! assert_eq!(clock.left_at(asleep, &calendar), SignedDuration::from_hours(71));
//! assert_eq!(calendar.stopped_until(asleep), Some((Why::Weekend, friday + SignedDuration::from_hours(58))));
//!
//! // The player's move on Monday at 09:00 has cost two hours and earns twelve.
//! clock.stop(friday + SignedDuration::from_hours(59), &calendar, &control);
//! assert_eq!(clock.left, SignedDuration::from_hours(82));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | what it holds |
//! | --- | --- |
//! | [`Control`] | how much time a game gives, and what happens when a player runs out of it |
//! | [`Hours`], [`Zone`], [`Sleep`] | when a player can act |
//! | [`Calendar`] | when a player's clock runs in one game: running time between instants, deadlines |
//! | [`Clock`] | the clock of one seat |
//! | [`Reminders`] | when a player is reminded of a move |
//! | [`Vacation`] | a player's vacation days |
//!
//! Most modules have the name of their type. The clock of a seat is in `seat`, arithmetic that cannot overflow in `time`, and
//! `control/parse.rs` reads time controls as people type them.

mod calendar;
mod control;
mod hours;
mod minute;
mod reminders;
mod seat;
mod time;
mod vacation;
mod zone;

pub use calendar::{Calendar, Why};
pub use control::{Control, ControlError, Mode, OnTimeout, PRESETS, Pace, Preset};
pub use hours::{Hours, Sleep};
pub use minute::{HoursError, Minute};
pub use reminders::{BETWEEN_REMINDERS, Reminder, Reminders};
pub use seat::{Clock, SHORTEST_OUTAGE, counts_as_outage};
pub use time::{DAY, HOUR, MINUTE, days, earlier, from_millis, in_words, later};
pub use vacation::Vacation;
pub use zone::{Zone, complete};
