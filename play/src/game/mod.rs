//! The floor around the record of a game: what reacts when an entry is made, and the one driver that writes entries.
//!
//! The private module `record` is the driver: it takes new entries, lets everything react, and writes. The other modules react and
//! write no entry: clocks, machines, lots, how reliably people play, plans, offers, questions about late players, seats that are handed over,
//! suspended games, and the results of finished ones. [`terms`] says whether a game is rated, [`tryout`] plays
//! on boards beside the game, [`course`] leads through a lesson on such a
//! board, [`riddle`] finds positions for puzzles, and [`turn`] answers questions that need the game alone. The use cases are the floor above and call
//! `record::commit` once.

pub mod advantages;
pub mod ahead;
pub mod clocks;
pub(crate) mod conduct;
pub mod course;
pub mod film;
pub(crate) mod lots;
pub mod machines;
pub mod missed;
pub mod offers;
pub mod overdue;
pub mod plans;
pub mod preview;
pub(crate) mod record;
pub(crate) mod results;
pub mod riddle;
pub(crate) mod substitutes;
pub mod suspension;
pub mod terms;
pub mod tryout;
pub mod turn;

/// How many days a lobby stays open.
pub const LOBBY_DAYS: i64 = 7;
