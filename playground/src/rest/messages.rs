//! Routes of messages and pins in channels.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post, put};
use serde_json::{Value, json};

use super::access::{Caller, sending, shared};
use super::query::{anchor, limit};
use super::references;
use crate::clock::{Millis, iso};
use crate::enforce::{self, Place, Report};
use crate::error::ApiError;
use crate::http::{ApiResult, At, done, ok};
use crate::model::intent::{DIRECT_MESSAGES, DIRECT_TYPING, GUILD_TYPING, GUILDS};
use crate::model::message;
use crate::model::permission::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, PIN_MESSAGES, READ_MESSAGE_HISTORY,
};
use crate::model::{Id, Message, Reference};
use crate::payload::Payload;
use crate::state::{Allowed, Rule, Scope, Shared, with_guild};

/// How long the playground remembers a nonce.
const NONCE_LIFE: Millis = 5 * 60 * 1_000;
/// The number of pinned messages in a channel.
const MOST_PINS: usize = 250;
/// How many messages can be deleted at once, and how old they may be.
const FEWEST_AT_ONCE: usize = 2;
const MOST_AT_ONCE: usize = 100;
const DELETABLE_AT_ONCE: Millis = 14 * 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/channels/{channel}/messages", get(list).post(create))
        .route("/channels/{channel}/messages/{message}", get(one).patch(edit).delete(delete))
        .route("/channels/{channel}/messages/bulk-delete", post(bulk_delete))
        .route("/channels/{channel}/typing", post(typing))
        .route("/channels/{channel}/pins", get(old_pins))
        .route("/channels/{channel}/messages/pins", get(pins))
        .route("/channels/{channel}/pins/{message}", put(pin).delete(unpin))
        .route("/channels/{channel}/messages/pins/{message}", put(pin).delete(unpin))
}

async fn list(
    State(app): State<Shared>,
    caller: Caller,
    At(channel): At<Id>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    let state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let count = limit(query.get("limit"), 1, 100, 50)?;
    // Without the history permission, Discord returns an empty list.
    let may_read = state.world.permissions(caller.0, known) & READ_MESSAGE_HISTORY != 0;
    let (around, after) = (anchor(&query, "around")?, anchor(&query, "after")?);
    let before = anchor(&query, "before")?;
    let shared = || known.messages.values().filter(|message| may_read && !message.is_ephemeral());
    let mut page: Vec<&Message> = if let Some(around) = around {
        let newer: Vec<_> = shared().filter(|message| message.id >= around).take(count.div_ceil(2)).collect();
        let older = shared().rev().filter(|message| message.id < around).take(count - newer.len());
        newer.into_iter().chain(older).collect()
    } else if let Some(after) = after {
        shared().filter(|message| message.id > after).take(count).collect()
    } else {
        let before = before.unwrap_or(Id(u64::MAX));
        shared().rev().filter(|message| message.id < before).take(count).collect()
    };
    page.sort_by_key(|message| std::cmp::Reverse(message.id));
    ok(page.into_iter().map(|message| state.world.message_json(message, caller.0)).collect::<Value>())
}

async fn one(State(app): State<Shared>, caller: Caller, At((channel, id)): At<(Id, Id)>) -> ApiResult {
    let state = app.lock();
    let known = state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    ok(state.world.message_json(shared(known, id)?, caller.0))
}

async fn create(State(app): State<Shared>, caller: Caller, At(channel): At<Id>, body: Payload) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let mut needed = sending(known);
    if body.json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()) {
        needed |= EMBED_LINKS;
    }
    if !body.files.is_empty() {
        needed |= ATTACH_FILES;
    }
    let known = state.channel_for(caller.0, channel, needed)?;
    if body.has("message_reference") && state.world.permissions(caller.0, known) & READ_MESSAGE_HISTORY == 0 {
        let message = "Cannot reply without permission to read message history";
        return Err(ApiError::bad(160_002, message));
    }
    let forwards = references::is_forward(&body.json["message_reference"]);
    if known.kind == crate::model::channel::CATEGORY {
        return Err(ApiError::bad(50008, "Cannot send messages in a non-text channel"));
    }
    let mut recipients = known.recipients.iter().filter_map(|id| state.world.people.get(id));
    match recipients.find(|person| person.gone || !person.dms_open) {
        Some(person) if person.gone => {
            let message = "Cannot send messages to this user due to having no mutual guilds";
            return Err(ApiError::new(StatusCode::FORBIDDEN, 50278, message));
        }
        Some(_) => {
            return Err(ApiError::new(StatusCode::FORBIDDEN, 50007, "Cannot send messages to this user"));
        }
        None => {}
    }
    if forwards {
        enforce::forward(&body)?;
    } else {
        enforce::message(&body, Place::Channel)?;
    }
    let now = state.now();
    if body.json["enforce_nonce"] == true && body.has("nonce") {
        let sent = known.messages.values().rev().take_while(|message| message.sent + NONCE_LIFE > now);
        let same = |nonce: &Value| text_of(nonce) == text_of(&body.json["nonce"]);
        let first =
            sent.filter(|message| message.author == caller.0).find(|m| m.nonce.as_ref().is_some_and(same));
        if let Some(first) = first {
            return ok(state.world.message_json(first, caller.0));
        }
    }
    let field = &body.json["message_reference"];
    let forwarded = if forwards { Some(references::forwarded(&state, caller, field)?) } else { None };
    let reference = if forwards { None } else { references::reply(known, field)? };
    let replied = reference.and_then(|id| known.messages.get(&id)).map(|message| message.author);
    let allowed = Allowed::read(&body.json, Rule::Everything);
    let mut draft = state.draft(&body, caller.0, channel, &allowed, replied);
    draft.flags &= message::SUPPRESS_EMBEDS | message::SUPPRESS_NOTIFICATIONS | message::COMPONENTS_V2;
    if let Some(message) = reference {
        draft.kind = message::REPLY;
        draft.reference = Some(Reference { channel, message });
    }
    if let Some(original) = forwarded {
        draft.flags |= message::HAS_SNAPSHOT;
        draft.reference = Some(Reference { channel: original.channel, message: original.id });
        draft.forwarded = Some(Box::new(original));
    }
    let sent = state.post(draft)?;
    ok(state.world.message_json(&sent, caller.0))
}

/// Returns the text of a nonce, which may also be a number.
fn text_of(nonce: &Value) -> String {
    nonce.as_str().map_or_else(|| nonce.to_string(), str::to_owned)
}

async fn edit(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, id)): At<(Id, Id)>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let current = shared(known, id)?.clone();
    if current.author != caller.0 {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            50005,
            "Cannot edit a message authored by another user",
        ));
    }
    state.require_unarchived(channel)?;
    enforce::edit(&body, &current)?;
    let change = state.change(&body, &current, &Allowed::read(&body.json, Rule::Everything));
    let edited = state.edit(channel, id, change)?;
    ok(state.world.message_json(&edited, caller.0))
}

async fn delete(State(app): State<Shared>, caller: Caller, At((channel, id)): At<(Id, Id)>) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let message = shared(known, id)?;
    if message.author != caller.0 {
        if known.is_direct() {
            return Err(ApiError::new(StatusCode::FORBIDDEN, 50003, "Cannot execute action on a DM channel"));
        }
        state.channel_for(caller.0, channel, MANAGE_MESSAGES)?;
    }
    state.require_unarchived(channel)?;
    state.delete(channel, id)?;
    done()
}

async fn bulk_delete(
    State(app): State<Shared>,
    caller: Caller,
    At(channel): At<Id>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    if known.is_direct() {
        return Err(ApiError::new(StatusCode::FORBIDDEN, 50003, "Cannot execute action on a DM channel"));
    }
    state.channel_for(caller.0, channel, MANAGE_MESSAGES)?;
    state.require_unarchived(channel)?;
    let mut report = Report::default();
    let mut ids: Vec<Id> = Vec::new();
    let list = report.list("messages", &body.json["messages"], FEWEST_AT_ONCE, MOST_AT_ONCE);
    for (index, id) in list.iter().enumerate() {
        match serde_json::from_value::<Id>(id.clone()) {
            Ok(id) if !ids.contains(&id) => ids.push(id),
            Ok(_) => report.add(
                &format!("messages.{index}"),
                "SET_TYPE_ALREADY_CONTAINS_VALUE",
                "The set already contains this value",
            ),
            Err(_) => {
                report.add(&format!("messages.{index}"), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
            }
        }
    }
    report.done()?;
    let now = state.now();
    if ids.iter().any(|id| id.created() + DELETABLE_AT_ONCE < now) {
        return Err(ApiError::bad(50034, "You can only bulk delete messages that are under 14 days old."));
    }
    state.delete_all(channel, &ids)?;
    done()
}

async fn typing(State(app): State<Shared>, caller: Caller, At(channel): At<Id>) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let needed = sending(known);
    let scope = Scope::channel(state.channel_for(caller.0, channel, needed)?, GUILD_TYPING, DIRECT_TYPING);
    let seconds = state.now() / 1_000;
    let data = json!({"channel_id": channel, "user_id": caller.0, "timestamp": seconds});
    state.send_to_bots("TYPING_START", scope, |world, _, _| {
        let mut data = with_guild(data.clone(), scope.guild);
        if scope.guild.is_some() {
            data["member"] = world.member_json(caller.0);
        }
        Some(data)
    });
    let name = state.world.user_name(caller.0).unwrap_or_default().to_owned();
    let shown = json!({"channel_id": channel, "user_id": caller.0, "name": name});
    state
        .send_to_people("typing", |world, person| world.sees_channel(person, channel).then(|| shown.clone()));
    done()
}

async fn old_pins(State(app): State<Shared>, caller: Caller, At(channel): At<Id>) -> ApiResult {
    let state = app.lock();
    let known = state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    let pinned = known.messages.values().rev().filter(|message| message.pinned);
    ok(pinned.map(|message| state.world.message_json(message, caller.0)).collect::<Value>())
}

async fn pins(State(app): State<Shared>, caller: Caller, At(channel): At<Id>) -> ApiResult {
    let state = app.lock();
    let known = state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    let pinned = known.messages.values().rev().filter(|message| message.pinned);
    let items: Vec<Value> = pinned
        .map(|message| {
            json!({
                "pinned_at": iso(known.last_pin.unwrap_or(message.sent)),
                "message": state.world.message_json(message, caller.0),
            })
        })
        .collect();
    ok(json!({"items": items, "has_more": false}))
}

async fn pin(State(app): State<Shared>, caller: Caller, At((channel, id)): At<(Id, Id)>) -> ApiResult {
    set_pinned(&app, caller, channel, id, true)
}

async fn unpin(State(app): State<Shared>, caller: Caller, At((channel, id)): At<(Id, Id)>) -> ApiResult {
    set_pinned(&app, caller, channel, id, false)
}

fn set_pinned(app: &Shared, caller: Caller, channel: Id, id: Id, pinned: bool) -> ApiResult {
    let mut state = app.lock();
    let known = state.channel_for(caller.0, channel, 0)?;
    let needed = if known.is_direct() { 0 } else { PIN_MESSAGES };
    let known = state.channel_for(caller.0, channel, needed)?;
    state.require_unarchived(channel)?;
    if shared(known, id)?.pinned == pinned {
        return done();
    }
    if pinned && known.messages.values().filter(|message| message.pinned).count() >= MOST_PINS {
        return Err(ApiError::bad(30003, format!("Maximum number of pins reached ({MOST_PINS})")));
    }
    let now = state.now();
    let Some(known) = state.world.channels.get_mut(&channel) else { return done() };
    if pinned {
        known.last_pin = Some(now);
    }
    let scope = Scope::channel(known, GUILDS, DIRECT_MESSAGES);
    let last_pin = known.last_pin.map(iso);
    let Some(message) = known.messages.get_mut(&id) else { return done() };
    message.pinned = pinned;
    let message = message.clone();
    state.send_message("MESSAGE_UPDATE", &message);
    let data = with_guild(json!({"channel_id": channel, "last_pin_timestamp": last_pin}), scope.guild);
    state.send_to_bots("CHANNEL_PINS_UPDATE", scope, |_, _, _| Some(data.clone()));
    if pinned {
        state.post(Message {
            channel,
            author: caller.0,
            kind: message::PINNED,
            reference: Some(Reference { channel, message: id }),
            ..Message::default()
        })?;
    }
    done()
}
