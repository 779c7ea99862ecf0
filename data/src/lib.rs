//! The store: games, their records and the outbox, in one SQLite file.
//!
//! A [`Store`] is a cheap handle. Writes run one after the other on a thread of their own, several waiting ones in one commit,
//! and are acknowledged when they are on disk; reads run beside them and see the last commit. A closure given to
//! [`Store::write`] is a transaction: when it returns an error, nothing of it stays.
//!
//! The record of moves is the truth; [`Tx::open`] replays it with the rules. Whose turn it is and how a game ended follow from it,
//! and [`Tx::verify`] says so; clocks, offers, plans and who sits where stand beside it.
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use data::{NewGame, Store, Time};
//! use rules::{Kind, Options};
//!
//! # let dir = tempfile::tempdir()?;
//! # let path = dir.path().join("petri.sqlite");
//! let store = Store::open(&path).await?;
//! let new = NewGame {
//!     kind: Kind::Protozoa,
//!     options: Options::new(),
//!     guild: 1.into(),
//!     channel: 2.into(),
//!     host: 3.into(),
//!     invited: vec![4.into()],
//!     at: Time(0),
//! };
//! let game = store.write(move |tx| tx.open_lobby(&new)).await?;
//! let lobby = store.read(move |tx| tx.lobby(game)).await?;
//! assert_eq!(lobby.guests.len(), 2);
//! # Ok(())
//! # }
//! ```

mod board;
mod clocks;
mod derived;
mod error;
mod file;
mod game;
mod identity;
mod ids;
mod job;
mod list;
mod lobby;
mod migrate;
mod notice;
mod notification;
mod offer;
mod options;
mod outbox;
mod person;
mod plan;
#[cfg(test)]
mod query_plans;
mod recent;
mod record_file;
mod status;
mod store;
mod substitution;
mod suspension;
mod timer;
mod vacation;
mod verify;
mod words;

pub use board::BoardPost;
pub use clocks::{Clocks, Outage, SeatClock};
pub use error::{StoreError, Unwritable};
pub use file::{DatabaseFile, NextIds};
pub use game::{Entry, Game, GameState, Player, position_hash};
pub use ids::{ChannelId, GameId, GuildId, InteractionId, MessageId, OfferId, PersonId, Time};
pub use list::{Listed, Question};
pub use lobby::{Guest, GuestStatus, Lobby, NewGame, Place, RULES_VERSION, Readiness, Seating};
pub use notice::{Notice, PlanNews};
pub use notification::Notification;
pub use offer::{Ending, NewOffer, Offer, OfferKind, Vote};
pub use options::{options_from_json, options_to_json};
pub use outbox::{Due, OutboxId, OutboxKind, REPLY_MS};
pub use person::{Person, Pings, reminder_shares};
pub use plan::{Plan, PlanId, PlanStep};
pub use record_file::{RecordError, RecordFile, RecordedPly, Replayed};
pub use status::{Counts, Failed, Undelivered};
pub use store::{Store, Tx};
pub use substitution::Replaced;
pub use timer::{Timer, TimerKind};
pub use vacation::Days;
pub use verify::{Difference, Part, Stretch};
