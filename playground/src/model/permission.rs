//! Permission bits, and how they combine.

/// A set of Discord's permission bits.
pub(crate) type Bits = u64;

pub(crate) const MANAGE_CHANNELS: Bits = 1 << 4;
pub(crate) const ADD_REACTIONS: Bits = 1 << 6;
pub(crate) const VIEW_CHANNEL: Bits = 1 << 10;
pub(crate) const SEND_MESSAGES: Bits = 1 << 11;
pub(crate) const MANAGE_MESSAGES: Bits = 1 << 13;
pub(crate) const EMBED_LINKS: Bits = 1 << 14;
pub(crate) const ATTACH_FILES: Bits = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: Bits = 1 << 16;
pub(crate) const MENTION_EVERYONE: Bits = 1 << 17;
pub(crate) const MANAGE_THREADS: Bits = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: Bits = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: Bits = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: Bits = 1 << 38;
pub(crate) const PIN_MESSAGES: Bits = 1 << 51;

/// Every permission defined today, which is what the owner of a guild has.
pub(crate) const ALL: Bits = (1 << 53) - 1;

/// The permissions of `@everyone`: read, write, react, use commands and threads.
pub(crate) const EVERYONE: Bits = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | (1 << 18) // external emojis
    | (1 << 26) // change nickname
    | (1 << 31); // application commands

/// The permissions that a bot's role adds by default.
pub(crate) const BOT: Bits =
    MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS | MENTION_EVERYONE | PIN_MESSAGES;

/// The permissions of both members in a direct message.
pub(crate) const DIRECT: Bits =
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY | ADD_REACTIONS;

/// Returns `base` without the denied bits. A channel that cannot be viewed leaves no permission at all.
pub(crate) fn reduced(base: Bits, denied: Bits) -> Bits {
    if denied & VIEW_CHANNEL != 0 { 0 } else { base & !denied }
}
