//! The first frame of a new session: what a bot states, and whether the gateway accepts it.

use serde_json::Value;

use super::close::{
    DISALLOWED_INTENTS, FAILED_AUTHENTICATION, HangUp, INVALID_INTENTS, INVALID_SHARD, RATE_LIMITED,
};
use super::own::ready;
use crate::model::{Id, intent};
use crate::state::{Identity, Line, Shared, Start, guild_create};

/// Every intent that Discord defines.
const KNOWN_INTENTS: u64 = ((1 << 17) - 1) | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;

/// Starts a session. Returns `None` if another session of its bucket has just started.
pub(super) fn identify(
    app: &Shared,
    node: Option<&str>,
    data: &Value,
) -> Result<Option<(String, Line)>, HangUp> {
    let token = data["token"].as_str().filter(|token| !token.trim().is_empty());
    let token = token.ok_or(FAILED_AUTHENTICATION)?;
    let intents = data["intents"].as_u64().filter(|bits| bits & !KNOWN_INTENTS == 0);
    let intents = intents.ok_or(INVALID_INTENTS)?;
    let shard = match &data["shard"] {
        Value::Null => (0, 1),
        shard => match (shard[0].as_u64(), shard[1].as_u64()) {
            (Some(number), Some(count)) if number < count => (number, count),
            _ => return Err(INVALID_SHARD),
        },
    };
    let mut state = app.lock();
    let bot = state.sign_in(token);
    let flags = state.world.flags(bot);
    if intent::PRIVILEGED.iter().any(|(intent, flag)| intents & intent != 0 && flags & flag == 0) {
        return Err(DISALLOWED_INTENTS);
    }
    let now = state.now();
    match state.starts.begin(bot, shard.0, now) {
        Start::Allowed => {}
        Start::TooSoon => return Ok(None),
        Start::NoneLeft => return Err(RATE_LIMITED),
    }
    let id = format!("{:032x}", rand::random::<u128>());
    let line = state.sessions.open(&id, Identity { bot, intents, shard, node: node.map(str::to_owned) });
    let guilds: Vec<Id> = state.world.guilds.keys().copied().collect();
    let guilds: Vec<Id> = guilds.into_iter().filter(|guild| guild.shard(shard.1) == shard.0).collect();
    let ready = ready(&state.world, bot, &guilds, &id, shard, node);
    state.sessions.send_to(&id, "READY", &ready);
    if intents & intent::GUILDS != 0 {
        for guild in guilds {
            let data = guild_create(&state.world, guild, bot, intents);
            state.sessions.send_to(&id, "GUILD_CREATE", &data);
        }
    }
    state.send_bot_list();
    Ok(Some((id, line)))
}
