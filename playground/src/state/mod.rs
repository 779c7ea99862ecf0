//! The running playground: the world, the connected bots and pages, and every change to them.
//!
//! [`State`] is the data, [`App`] the handle that locks it. One lock guards everything, so that all events arrive in the order
//! in which things happened. No method of `State` waits. May use `model`, `payload`, `disk` and other files below it, but
//! neither routes nor connections.

mod app;
mod bots;
mod channels;
mod commands;
mod events;
mod feeds;
mod guilds;
mod interact;
pub(crate) mod limits;
mod mention;
mod messages;
mod options;
mod responses;
mod running;
mod sessions;
mod starts;

pub(crate) use app::{App, Shared};
pub(crate) use channels::{NewThread, text_name};
pub(crate) use commands::CommandUse;
pub(crate) use events::{Scope, with_guild};
pub(crate) use guilds::guild_create;
pub(crate) use interact::{ComponentUse, SubmittedForm};
pub(crate) use mention::{Allowed, Rule};
pub(crate) use options::available;
pub(crate) use running::State;
pub(crate) use sessions::{Choice, Frame, Identity, Line};
pub(crate) use starts::{Start, StartLimits};
