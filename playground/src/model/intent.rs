//! Gateway intents: the bits by which a bot chooses the events that it receives.

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
pub(crate) const GUILD_REACTIONS: u64 = 1 << 10;
pub(crate) const GUILD_TYPING: u64 = 1 << 11;
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(crate) const DIRECT_REACTIONS: u64 = 1 << 13;
pub(crate) const DIRECT_TYPING: u64 = 1 << 14;
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;

/// The privileged intents, each with the application flag that permits it.
pub(crate) const PRIVILEGED: [(u64, u64); 3] =
    [(GUILD_PRESENCES, 1 << 13), (GUILD_MEMBERS, 1 << 15), (MESSAGE_CONTENT, 1 << 19)];
/// The application flags that permit all privileged intents.
pub(crate) const PRIVILEGED_FLAGS: u64 = 1 << 13 | 1 << 15 | 1 << 19;
