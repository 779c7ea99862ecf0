//! Petri on Discord: commands, buttons, the gateway, and the workers that deliver posts and watch clocks.
//!
//! Commands and buttons read what a user wants, call a use case of the crate `play`, let `messages` make a post of its result, and
//! respond. The outbox worker ([`outbox`]) posts to channels what has happened. Everything else here keeps the connection.
//!
//! ```
//! // Any channel of messages will do in place of Discord; tests pass one that they control.
//! fn needs<C: bot::chat::Chat>() {}
//! needs::<bot::discord::Discord>();
//! assert_eq!(bot::commands::all().len(), 28);
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | [`commands`], [`buttons`], [`app`] | from an interaction to its response |
//! | [`outbox`], [`replies`], [`chat`] | deliveries to channels and direct messages |
//! | [`scheduler`], [`thinkers`] | clocks that run out, and turns of machines |
//! | [`connect`], [`link`], [`seen`], [`mentions`] | the connection and its state |
//! | [`under_way`] | what other bots must wait for before they take over |
//! | [`discord`] | Discord's types |

pub mod app;
mod aside;
mod budget;
pub mod buttons;
pub mod causes;
pub mod chat;
pub mod commands;
pub mod connect;
pub mod discord;
pub mod link;
pub mod mentions;
mod opening;
pub mod outbox;
pub mod puzzles;
pub mod replies;
pub mod scheduler;
pub mod seen;
pub mod thinkers;
pub mod thinking;
pub mod under_way;

#[cfg(test)]
mod limits;
