//! The options that a playground is started with.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::model::permission;

/// The options that a playground is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on loopback. 0 picks a free one.
    pub port: u16,
    /// The file that keeps the state from one start to the next. Without it, uploaded files are in a temporary folder.
    pub keep: Option<PathBuf>,
    /// The names of bots, by token. Any other bot is called "Bot" and a number.
    pub bot_names: HashMap<String, String>,
    /// The permissions that bots have in addition to those of `@everyone`, in Discord's bits.
    pub bot_permissions: u64,
    /// The lines that the page shows in an empty channel, in chat markdown. Without any, the page shows its own.
    pub welcome: Vec<String>,
    /// The interval at which bots must send heartbeats.
    pub heartbeat: Duration,
    /// How long the playground waits before it acknowledges a heartbeat, like the network on the way to Discord.
    pub heartbeat_latency: Duration,
    /// Whether every bot may use the privileged intents. Otherwise the gateway rejects a bot whose application flags do not
    /// permit them.
    pub privileged_intents: bool,
    /// Whether a bot that sends too many requests gets status 429, as from Discord.
    pub rate_limits: bool,
}

impl Default for Options {
    /// Returns options for any free port, no kept state, bots that may moderate, and Discord's usual heartbeat of 41.25
    /// seconds.
    fn default() -> Self {
        Self {
            port: 0,
            keep: None,
            bot_names: HashMap::new(),
            bot_permissions: permission::BOT,
            welcome: Vec::new(),
            heartbeat: Duration::from_millis(41_250),
            heartbeat_latency: Duration::from_millis(20),
            privileged_intents: false,
            rate_limits: false,
        }
    }
}
