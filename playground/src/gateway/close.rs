//! The codes with which the gateway closes connections.

/// Why the playground closes a connection: Discord's close code and reason.
pub(super) struct HangUp(pub(super) u16, pub(super) &'static str);

pub(super) const ERROR: HangUp = HangUp(4000, "Unknown error");
pub(super) const UNKNOWN_OPCODE: HangUp = HangUp(4001, "Unknown opcode");
pub(super) const DECODE: HangUp = HangUp(4002, "Error while decoding payload");
pub(super) const NOT_AUTHENTICATED: HangUp = HangUp(4003, "Not authenticated");
pub(super) const FAILED_AUTHENTICATION: HangUp = HangUp(4004, "Authentication failed");
pub(super) const ALREADY_AUTHENTICATED: HangUp = HangUp(4005, "Already authenticated");
pub(super) const INVALID_SEQ: HangUp = HangUp(4007, "Invalid seq");
pub(super) const RATE_LIMITED: HangUp = HangUp(4008, "Rate limited");
pub(super) const TIMED_OUT: HangUp = HangUp(4009, "Session timed out");
pub(super) const INVALID_SHARD: HangUp = HangUp(4010, "Invalid shard");
pub(super) const INVALID_VERSION: HangUp = HangUp(4012, "Invalid API version");
// This code keeps libraries from reconnecting, and it is about the address.
pub(super) const INVALID_ENCODING: HangUp =
    HangUp(4012, "Only JSON is supported: connect with encoding=json");
pub(super) const INVALID_INTENTS: HangUp = HangUp(4013, "Invalid intents");
pub(super) const DISALLOWED_INTENTS: HangUp = HangUp(4014, "Disallowed intents");
