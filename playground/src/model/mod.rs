//! The world: guilds, channels, members, messages, applications and interactions, as data and as Discord's JSON.

pub(crate) mod app;
pub(crate) mod channel;
pub(crate) mod guild;
pub(crate) mod id;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod permission;
pub(crate) mod person;
pub(crate) mod world;

pub(crate) use app::Bot;
pub(crate) use channel::{Channel, Thread};
pub(crate) use guild::{Guild, Role};
pub(crate) use id::Id;
pub(crate) use interaction::{Interaction, Phase};
pub(crate) use message::{Attachment, Message, Reaction, Reference};
pub(crate) use person::{Notification, Person};
pub(crate) use world::World;
