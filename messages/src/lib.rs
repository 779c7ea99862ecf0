//! Everything that people read, press and type in Petri, and the pictures of their games.
//!
//! The crate `play` returns values. This crate makes posts of them: a [`Writer`] turns a response of a use case into words,
//! buttons and pictures, and [`text::rejected()`] says what is possible instead of what was asked for. It reads no database and
//! knows no type of serenity.
//!
//! ```
//! use messages::text;
//! use play::Rejected;
//!
//! let typed = "protozoan".to_owned();
//! let sentence = text::rejected(&Rejected::UnknownKind { typed });
//! assert!(sentence.contains("Did you mean **Protozoa**?"));
//! ```
//!
//! | item | holds |
//! | --- | --- |
//! | [`Writer`] | the way from a value to its post |
//! | [`text`] | sentences |
//! | [`posts`] | lobbies, boards, panels and lists, made of these sentences |
//! | [`view`] | what a post consists of |
//! | [`action`] | what a button or menu asks for, and its custom id |
//! | [`choices`] | completions of games, options and clocks |
//! | [`films`] | replays and steps as animated pictures |
//! | [`missed`] | the turns that a player has not seen yet |
//! | [`info`] | the pieces on a board |
//! | [`pictures`] | boards as pictures |
//! | [`progress`] | how far a film is drawn |
//! | [`undelivered`] | messages that could not be delivered, added to the next private response |

pub mod action;
pub mod choices;
pub mod films;
pub mod info;
pub mod missed;
mod panel;
pub mod pictures;
pub mod posts;
pub mod progress;
mod starts;
pub mod text;
pub mod undelivered;
pub mod view;
mod writer;

pub use writer::Writer;
