//! Routes of channels: reading, editing and removing them.

use axum::Router;
use axum::extract::State;
use axum::routing::get;

use super::access::Caller;
use crate::enforce::Report;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, ok};
use crate::model::permission::{MANAGE_CHANNELS, MANAGE_THREADS};
use crate::model::{Channel, Id};
use crate::payload::Payload;
use crate::state::Shared;

/// The minutes after which a thread can archive itself.
pub(super) const AUTO_ARCHIVE: [u64; 4] = [60, 1_440, 4_320, 10_080];

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/channels/{channel}", get(one).patch(edit).delete(delete))
}

async fn one(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    let channel = state.channel_for(caller.0, id, 0)?;
    ok(state.world.channel_json(channel, Some(caller.0)))
}

async fn edit(State(app): State<Shared>, caller: Caller, At(id): At<Id>, body: Payload) -> ApiResult {
    let mut state = app.lock();
    let channel = state.channel_for(caller.0, id, 0)?;
    if channel.is_direct() {
        return Err(ApiError::bad(50024, "Cannot execute action on this channel type"));
    }
    may_edit(&state, caller, channel, &body)?;
    check(channel, &body)?;
    let now = state.now();
    let Some(channel) = state.world.channels.get_mut(&id) else {
        return Err(ApiError::unknown(Unknown::Channel));
    };
    let json = &body.json;
    if let Some(name) = json["name"].as_str() {
        channel.name =
            if channel.is_thread() { name.trim().to_owned() } else { crate::state::text_name(name) };
    }
    if json.get("topic").is_some() {
        channel.topic = json["topic"].as_str().map(str::to_owned);
    }
    if let Some(seconds) = json["rate_limit_per_user"].as_u64() {
        channel.slowmode = seconds;
    }
    if let Some(nsfw) = json["nsfw"].as_bool() {
        channel.nsfw = nsfw;
    }
    if let Some(thread) = &mut channel.thread {
        if let Some(archived) = json["archived"].as_bool() {
            thread.archived = archived;
            thread.changed = now;
        }
        thread.locked = json["locked"].as_bool().unwrap_or(thread.locked);
        thread.invitable = json["invitable"].as_bool().unwrap_or(thread.invitable);
        thread.auto_archive = json["auto_archive_duration"].as_u64().unwrap_or(thread.auto_archive);
    }
    let event = if channel.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
    state.send_channel(event, id);
    let channel = state.channel_for(caller.0, id, 0)?;
    ok(state.world.channel_json(channel, Some(caller.0)))
}

/// Checks who may edit a channel. The owner and moderators may edit a thread, and everybody who may write there can unarchive
/// it.
fn may_edit(
    state: &crate::state::State,
    caller: Caller,
    channel: &Channel,
    body: &Payload,
) -> Result<(), ApiError> {
    let may = state.world.permissions(caller.0, channel);
    let Some(thread) = &channel.thread else {
        return if may & MANAGE_CHANNELS == 0 { Err(ApiError::no_permission()) } else { Ok(()) };
    };
    if may & MANAGE_THREADS != 0 {
        return Ok(());
    }
    let sets = |name: &str| body.json.get(name).is_some();
    let only_wakes =
        body.json["archived"] == false && body.json.as_object().is_some_and(|fields| fields.len() == 1);
    let unlocked = !thread.locked;
    if unlocked && (only_wakes || (thread.owner == caller.0 && !sets("locked"))) {
        return Ok(());
    }
    Err(ApiError::no_permission())
}

fn check(channel: &Channel, body: &Payload) -> Result<(), ApiError> {
    let json = &body.json;
    let mut report = Report::default();
    if body.has("name") {
        report.text("name", &json["name"], 1, 100);
    }
    if body.has("topic") {
        report.text("topic", &json["topic"], 0, 1_024);
    }
    report.number("rate_limit_per_user", &json["rate_limit_per_user"], 0, 21_600);
    for field in ["archived", "locked", "invitable", "nsfw"] {
        report.flag(field, &json[field]);
    }
    if body.has("auto_archive_duration") {
        report.choice("auto_archive_duration", &json["auto_archive_duration"], &AUTO_ARCHIVE);
    }
    report.done()?;
    let archived = channel.thread.as_ref().is_some_and(|thread| thread.archived);
    if archived && json["archived"] != false {
        return Err(ApiError::bad(50083, "Thread is archived"));
    }
    Ok(())
}

async fn delete(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    let mut state = app.lock();
    let channel = state.channel_for(caller.0, id, 0)?;
    if channel.is_direct() {
        // As with Discord, closing a direct message does not remove it.
        return ok(state.world.channel_json(channel, Some(caller.0)));
    }
    let needed = if channel.is_thread() { MANAGE_THREADS } else { MANAGE_CHANNELS };
    state.channel_for(caller.0, id, needed)?;
    ok(state.remove_channel(id)?)
}
