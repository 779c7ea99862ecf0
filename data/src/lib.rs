//! The store: games, their records and the outbox, in one SQLite file.
//!
//! A [`Store`] is a cheap handle. Writes run one after the other on a thread of their own, and several waiting writes share one
//! commit. A write is acknowledged when it is on disk. Reads run on a second thread and see the last commit. A closure given to
//! [`Store::write`] is a transaction: if it returns an error, nothing that it wrote is kept.
//!
//! The record of moves is the truth, and [`Tx::open`] replays it with the rules. The player to move and the result follow from
//! the record, and [`Tx::verify`] checks that the stored columns agree with it. Clocks, offers, plans and seats do not follow
//! from the record and are stored beside it.
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use data::{NewGame, Store};
//! use clock::from_millis;
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
//!     at: from_millis(0),
//! };
//! let game = store.write(move |tx| tx.open_lobby(&new)).await?;
//! let lobby = store.read(move |tx| tx.lobby(game)).await?;
//! assert_eq!(lobby.guests.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! | modules | what they hold |
//! | --- | --- |
//! | `store`, `job`, `tx` | the handle, the two threads and the transactions |
//! | `slices` | the parts of the work that stores on one database divide among them |
//! | `lobby`, `recent` | lobbies, their guests and invitations |
//! | `game`, `derived`, `verify`, `record_file` | games that have started, their records, checks and exports |
//! | `clocks`, `timer`, `vacation` | clocks of seats, outages, timers, vacation days |
//! | `offer`, `plan`, `substitution`, `suspension` | offers and votes, planned moves, substitutes, suspended games |
//! | `machine` | machines that play, and their due thoughts |
//! | `puzzle` | the daily puzzles of servers, answers and streaks |
//! | `sketch` | try-out boards, on which one person plays all seats, and lessons |
//! | `outbox`, `payload`, `notice`, `notification` | what is still to be sent, private notices, notifications to move |
//! | `board`, `thread`, `weekly`, `status` | the board post, names of threads, weekly posts, figures and failures |
//! | `ledger` | which games are rated, their results, ratings, leaderboards and meetings |
//! | `person`, `list` | a player's settings and list of games |
//! | `conduct`, `visibility` | how reliably people play, and what of it others may see |
//! | `setting`, `blocked`, `audit`, `underway` | what people who manage a server set, decide and see |
//! | `personal`, `erasure`, `absent` | what is stored about a person, its deletion, and servers that the bot has left |
//! | `file`, `identity`, `migrate` | database files: backups, checks, schema versions |
//! | `sql`, `transfer` | the way of all queries to SQLite or PostgreSQL, and from one to the other |
//! | `ids`, `options`, `words`, `columns`, `error` | id types, options as JSON, enums stored as words, single columns, errors |
//!
//! The methods of [`Tx`] are the queries. Each module adds those of its own subject.

mod absent;
mod audit;
mod backlog;
mod blocked;
mod board;
mod clocks;
mod columns;
mod conduct;
mod derived;
mod erasure;
mod error;
mod file;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
mod game;
mod identity;
mod ids;
mod job;
mod ledger;
mod list;
mod lobby;
mod look;
mod machine;
mod migrate;
mod notice;
mod notification;
mod offer;
mod options;
mod outbox;
mod payload;
mod person;
mod personal;
mod plan;
mod puzzle;
#[cfg(test)]
mod query_plans;
mod recent;
mod record_file;
mod setting;
mod sketch;
mod slices;
mod sql;
mod status;
mod store;
mod substitution;
mod suspension;
mod thread;
mod timer;
mod transfer;
mod tx;
mod underway;
mod vacation;
mod verify;
mod visibility;
mod weekly;
mod words;

pub use audit::{Audit, AuditAction, AuditTarget};
pub use backlog::Backlog;
pub use blocked::Blocked;
pub use board::BoardPost;
pub use clocks::{Clocks, Outage, SeatClock};
pub use conduct::Conduct;
pub use erasure::{Erasure, ErasureKind};
pub use error::{StoreError, Unwritable};
pub use file::{DatabaseFile, NextIds};
pub use game::{Entry, Game, GameState, Player, RULES_VERSION, Replaced, Seating, position_hash};
pub use ids::RoleId;
pub use ids::{ChannelId, GameId, GuildId, InteractionId, MessageId, OfferId, PersonId};
pub use ledger::{
    Casual, Consent, ExplainedChange, GameChange, HeadToHead, LedgerEntry, Meeting, NewChange, NewMeeting,
    NewResult, OneSided, OpponentMet, PAIR_DAYS, PersonResult, Placing, Pool, PoolId, Ranked, RatingEvent,
    Ratings, RatingsWish, RowDifference, SEASON_GAMES, SNAPSHOT, SeasonRow, Shape, Standing, Terms, day_of,
    season_of, week_of,
};
pub use list::{Awaiting, Listed, Question};
pub use lobby::{Guest, GuestStatus, Lobby, NewGame, Place, Readiness};
pub use look::BoardLook;
pub use machine::{DueThought, Expectation, Machine};
pub use notice::{Notice, PlanNews};
pub use offer::{Ending, NewOffer, Offer, OfferKind, OfferPost, Vote};
pub use options::{options_from_json, options_to_json};
pub use outbox::{Due, OutboxId, REPLY};
pub use payload::{Notification, OutboxKind, Payload};
pub use person::{NotificationKind, Person, Pings};
pub use personal::{Holdings, PersonalFile};
pub use plan::{PassUntil, Plan, PlanId, PlanStep};
pub use puzzle::{NewPuzzle, Puzzle, PuzzleAnswer, PuzzleId, PuzzleStreak};
pub use record_file::{RecordError, RecordFile, RecordedPly, Replayed};
pub use setting::{BoardTheme, Setting, Settings};
pub use sketch::{Purpose, Sketch, SketchId, SketchMove};
pub use slices::{Held, Slices};
pub use sql::Error as DatabaseError;
pub use status::{Counts, Failed, Undelivered};
pub use store::{BETWEEN_SESSIONS, HostState, ServerFacts, SessionStart, Store};
pub use timer::{Timer, TimerKind};
pub use transfer::{Database, Transfer, copy_to_file, move_everything};
pub use tx::Tx;
pub use underway::Underway;
pub use vacation::Days;
pub use verify::{Difference, Part, Stretch};
pub use visibility::Visibility;
pub use weekly::Weekly;
