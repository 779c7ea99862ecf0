//! Everything that people read, press and type in Petri, and the pictures of their games.
//!
//! The crate `play` returns values. This crate makes posts of them: a [`Writer`] turns a response of a use case into words,
//! buttons and pictures, and [`text::rejected()`] says what is possible instead of what was asked for. It knows neither the
//! store nor Discord's types.
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
//! | module | holds |
//! | --- | --- |
//! | [`text`] | sentences |
//! | [`posts`] | lobbies, boards, panels and lists, made of these sentences |
//! | [`view`] | what a post consists of |
//! | [`action`] | what a button or menu asks for, and its custom id |
//! | [`choices`] | completions of games, options and clocks |
//! | [`info`] | the pieces on a board |
//! | [`pictures`] | boards as pictures |

pub mod action;
pub mod choices;
pub mod info;
pub mod pictures;
pub mod posts;
pub mod text;
pub mod undelivered;
pub mod view;
mod writer;

pub use writer::Writer;
