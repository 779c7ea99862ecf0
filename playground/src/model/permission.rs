//! Permission bits and what they add up to.

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

/// Every bit that is defined today: what the owner of a guild may do.
pub(crate) const ALL: Bits = (1 << 53) - 1;

/// What everyone may do: talk, look, react, use commands and threads.
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

/// What the role of a bot adds to that, unless something else is asked for.
pub(crate) const BOT: Bits =
    MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS | MENTION_EVERYONE | PIN_MESSAGES;

/// What may be done in a direct message.
pub(crate) const DIRECT: Bits =
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY | ADD_REACTIONS;

/// What is left of `base` where `denied` is taken away; nothing can be done in a channel that cannot be seen.
pub(crate) fn reduced(base: Bits, denied: Bits) -> Bits {
    if denied & VIEW_CHANNEL != 0 { 0 } else { base & !denied }
}
