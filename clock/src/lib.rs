//! Time controls and the arithmetic of correspondence clocks.
//!
//! Everything here is pure: what the time is comes in as an [`Instant`], what a player has chosen as data. A clock runs only
//! while its player can act: it stands in the player's sleeping hours, at weekends if the game has them off, and whenever
//! somebody stops it.
//!
//! ```
//! use clock::{Clock, Control, Hours, Instant, Ms, Why};
//!
//! let control: Control = "72h+12h/120h weekends".parse()?;
//! let hours: Hours = "Europe/Berlin 23:00-08:00".parse()?;
//! let calendar = control.calendar(&hours);
//!
//! // The turn begins on Friday the 2nd of January 2026, at 22:00 in Berlin.
//! let friday = Instant(1_767_387_600_000);
//! let mut clock = Clock::new(&control).ok_or("no clock")?;
//! clock.start(friday, &control);
//!
//! // An hour later the player sleeps, then it is the weekend, then the player sleeps again.
//! let asleep = friday + Ms::hours(2);
//! assert_eq!(clock.left_at(asleep, &calendar), Ms::hours(71));
//! assert_eq!(calendar.stands_until(asleep), Some((Why::Weekend, friday + Ms::hours(58))));
//!
//! // A move on Monday at 09:00 has cost two hours and brings twelve.
//! clock.stop(friday + Ms::hours(59), &calendar, &control);
//! assert_eq!(clock.left, Ms::hours(82));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | what |
//! | --- | --- |
//! | [`Control`] | what a game is played with: how much time, and what happens when it is over |
//! | [`Hours`], [`Zone`], [`Sleep`] | when a player can act |
//! | [`Calendar`] | when a player's clock runs in a game: running time between instants, deadlines |
//! | [`Clock`] | the clock of a seat |
//! | [`Vacation`] | a player's vacation days |
//! | [`Instant`], [`Ms`] | a moment, a length of time |

mod calendar;
mod control;
mod hours;
mod seat;
mod time;
mod vacation;
mod zone;

pub use calendar::{Calendar, Why};
pub use control::{Control, ControlError, Mode, OnTimeout, PRESETS, Pace, Preset};
pub use hours::{Hours, HoursError, Minute, Sleep};
pub use seat::{Clock, SHORTEST_OUTAGE, counts_as_outage};
pub use time::{Instant, Ms};
pub use vacation::Vacation;
pub use zone::{Zone, complete};
