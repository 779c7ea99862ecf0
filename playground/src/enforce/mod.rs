//! Discord's documented limits. Each check returns Discord's tree of errors for what does not fit.
//!
//! The checks see a body and at most the message or interaction that it is about, never the state. May use `model`, `payload`
//! and `error`.

mod command;
mod component;
mod embed;
mod emoji;
mod interaction;
mod message;
mod report;

pub(crate) use command::{command, command_count, commands};
pub(crate) use emoji::names_emoji;
pub(crate) use interaction::callback;
pub(crate) use message::{Place, edit, forward, message};
pub(crate) use report::Report;
