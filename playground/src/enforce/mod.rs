//! Discord's documented limits. What does not fit is refused with Discord's tree of errors.

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
