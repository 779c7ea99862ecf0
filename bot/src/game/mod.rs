//! The floor around the record of a game: what reacts when an entry is made, and the one driver that makes entries.
//!
//! [`record`] is the driver: it enters, lets everything react, and writes. The other modules react and never enter: clocks, plans,
//! offers, questions about late players, seats that are handed over, and suspended games. [`turn`] answers questions that need the
//! game alone. The use cases are the floor above and call `record::commit` once.

pub(crate) mod ahead;
pub(crate) mod clocks;
pub(crate) mod offer_post;
pub(crate) mod offers;
pub(crate) mod overdue;
pub(crate) mod plans;
pub(crate) mod record;
pub(crate) mod substitutes;
pub(crate) mod suspension;
pub(crate) mod turn;

/// How many days a lobby stays open.
pub(crate) const LOBBY_DAYS: i64 = 7;
