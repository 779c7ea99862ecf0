//! The events that a connection receives for itself: `READY`, and the members that it requests.

use serde_json::{Value, json};

use crate::model::{Id, World};

pub(super) fn ready(
    world: &World,
    bot: Id,
    guilds: &[Id],
    session: &str,
    shard: (u64, u64),
    node: Option<&str>,
) -> Value {
    let mut user = world.user_json(bot);
    user["verified"] = json!(true);
    user["mfa_enabled"] = json!(false);
    user["email"] = Value::Null;
    json!({
        "v": 10,
        "user": user,
        "user_settings": {},
        "guilds": guilds.iter().map(|id| json!({"id": id, "unavailable": true})).collect::<Vec<_>>(),
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "session_id": session,
        "session_type": "normal",
        "resume_gateway_url": world.gateway_url(node),
        "shard": [shard.0, shard.1],
        "application": {"id": bot, "flags": world.flags(bot)},
        "geo_ordered_rtc_regions": [],
        "_trace": [],
    })
}

/// Returns the response to a request for members.
pub(super) fn members_chunk(world: &World, request: &Value) -> Value {
    let wanted: Option<Vec<Id>> = match &request["user_ids"] {
        Value::Null => None,
        Value::Array(ids) => {
            Some(ids.iter().filter_map(|id| serde_json::from_value(id.clone()).ok()).collect())
        }
        one => Some(serde_json::from_value(one.clone()).ok().into_iter().collect()),
    };
    let query = request["query"].as_str().unwrap_or_default().to_lowercase();
    let limit = match request["limit"].as_u64() {
        Some(0) | None => usize::MAX,
        Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
    };
    let found = world.member_ids().filter(|user| match &wanted {
        Some(wanted) => wanted.contains(user),
        None => world.user_name(*user).is_some_and(|name| name.to_lowercase().starts_with(&query)),
    });
    let members: Vec<Value> = found.take(limit).map(|user| world.member_json(user)).collect();
    let unknown: Vec<Id> =
        wanted.into_iter().flatten().filter(|user| world.user_name(*user).is_none()).collect();
    json!({
        "guild_id": request["guild_id"],
        "members": members,
        "not_found": unknown,
        "chunk_index": 0,
        "chunk_count": 1,
        "presences": [],
        "nonce": request["nonce"],
    })
}
