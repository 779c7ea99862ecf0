//! The world as data and as Discord's JSON: guilds, channels, people, bots, messages and interactions.
//!
//! Nothing here sends or checks anything. May use only [`clock`](crate::clock).

pub(crate) mod app;
pub(crate) mod channel;
pub(crate) mod guild;
pub(crate) mod id;
pub(crate) mod intent;
pub(crate) mod interaction;
mod lengths;
pub(crate) mod message;
pub(crate) mod messages;
pub(crate) mod permission;
pub(crate) mod person;
pub(crate) mod world;

pub(crate) use app::Bot;
pub(crate) use channel::{Channel, Thread};
pub(crate) use guild::{Guild, Role};
pub(crate) use id::Id;
pub(crate) use interaction::{Interaction, Phase, Target};
pub(crate) use message::{Attachment, Message, Reaction, Reference};
pub(crate) use person::{Notification, Person};
pub(crate) use world::World;
