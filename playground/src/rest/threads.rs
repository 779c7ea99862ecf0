//! Routes of threads: starting, joining and listing them.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Query, State};
use axum::routing::{get, post, put};
use serde_json::{Value, json};

use super::access::Caller;
use super::channels::AUTO_ARCHIVE;
use super::query::limit;
use crate::enforce::Report;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, created, done, ok};
use crate::model::channel::{ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT};
use crate::model::permission::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, READ_MESSAGE_HISTORY,
};
use crate::model::{Channel, Id, World};
use crate::payload::Payload;
use crate::state::{self, NewThread, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/channels/{channel}/threads", post(start))
        .route("/channels/{channel}/messages/{message}/threads", post(start_from))
        .route("/channels/{channel}/threads/archived/public", get(archived_public))
        .route("/channels/{channel}/threads/archived/private", get(archived_private))
        .route("/channels/{channel}/users/@me/threads/archived/private", get(archived_private))
        .route("/channels/{channel}/thread-members", get(members))
        .route("/channels/{channel}/thread-members/@me", put(join).delete(leave))
        .route("/channels/{channel}/thread-members/{user}", get(member).put(add).delete(remove))
        .route("/guilds/{guild}/threads/active", get(active))
}

async fn start(State(app): State<Shared>, caller: Caller, At(channel): At<Id>, body: Payload) -> ApiResult {
    begin(&app, caller, channel, None, &body)
}

async fn start_from(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, message)): At<(Id, Id)>,
    body: Payload,
) -> ApiResult {
    begin(&app, caller, channel, Some(message), &body)
}

fn begin(app: &Shared, caller: Caller, channel: Id, message: Option<Id>, body: &Payload) -> ApiResult {
    let mut state = app.lock();
    let parent = state.channel_for(caller.0, channel, 0)?;
    if !matches!(parent.kind, TEXT | ANNOUNCEMENT) {
        return Err(ApiError::bad(50024, "Cannot execute action on this channel type"));
    }
    // Announcement channels have a thread type of their own, and no private threads.
    let kinds: &[u8] =
        if parent.kind == ANNOUNCEMENT { &[ANNOUNCEMENT_THREAD] } else { &[PUBLIC_THREAD, PRIVATE_THREAD] };
    // Without a message and a type, Discord starts a private thread.
    let kind = match message {
        Some(_) => kinds[0],
        None => kinds.iter().copied().find(|kind| body.json["type"] == *kind).unwrap_or(PRIVATE_THREAD),
    };
    let needed = if kind == PRIVATE_THREAD { CREATE_PRIVATE_THREADS } else { CREATE_PUBLIC_THREADS };
    let allowed: Vec<u64> = kinds.iter().copied().map(u64::from).collect();
    let parent = state.channel_for(caller.0, channel, needed)?;
    if let Some(message) = message {
        let known = parent.messages.get(&message).filter(|message| !message.is_ephemeral());
        known.ok_or_else(|| ApiError::unknown(Unknown::Message))?;
    }
    let mut report = Report::default();
    report.text("name", &body.json["name"], 1, 100);
    if message.is_none() && (body.has("type") || !kinds.contains(&kind)) {
        report.choice("type", &body.json["type"], &allowed);
    }
    if body.has("auto_archive_duration") {
        report.choice("auto_archive_duration", &body.json["auto_archive_duration"], &AUTO_ARCHIVE);
    }
    report.number("rate_limit_per_user", &body.json["rate_limit_per_user"], 0, 21_600);
    report.flag("invitable", &body.json["invitable"]);
    report.done()?;
    let id = state.add_thread(&NewThread {
        parent: channel,
        kind,
        name: body.json["name"].as_str().unwrap_or_default().trim(),
        owner: caller.0,
        auto_archive: body.json["auto_archive_duration"].as_u64().unwrap_or(4_320),
        invitable: body.json["invitable"].as_bool().unwrap_or(true),
        message,
    })?;
    let thread = state.channel_for(caller.0, id, 0)?;
    created(state.world.channel_json(thread, Some(caller.0)))
}

/// Finds a thread that a bot sees.
fn thread(state: &state::State, caller: Caller, id: Id) -> Result<&Channel, ApiError> {
    let channel = state.channel_for(caller.0, id, 0)?;
    if !channel.is_thread() {
        return Err(ApiError::bad(50024, "Cannot execute action on this channel type"));
    }
    Ok(channel)
}

async fn members(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    let channel = thread(&state, caller, id)?;
    let joined = channel
        .thread
        .iter()
        .flat_map(|thread| thread.members.keys().filter_map(|user| thread.member_json(id, *user)));
    ok(joined.collect::<Value>())
}

async fn member(State(app): State<Shared>, caller: Caller, At((id, user)): At<(Id, Id)>) -> ApiResult {
    let state = app.lock();
    let channel = thread(&state, caller, id)?;
    let member = channel.thread.as_ref().and_then(|thread| thread.member_json(id, user));
    ok(member.ok_or_else(|| ApiError::unknown(Unknown::Member))?)
}

async fn join(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    set_member(&app, caller, id, caller.0, true)
}

async fn leave(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    set_member(&app, caller, id, caller.0, false)
}

async fn add(State(app): State<Shared>, caller: Caller, At((id, user)): At<(Id, Id)>) -> ApiResult {
    set_member(&app, caller, id, user, true)
}

async fn remove(State(app): State<Shared>, caller: Caller, At((id, user)): At<(Id, Id)>) -> ApiResult {
    set_member(&app, caller, id, user, false)
}

fn set_member(app: &Shared, caller: Caller, id: Id, user: Id, member: bool) -> ApiResult {
    let mut state = app.lock();
    let channel = thread(&state, caller, id)?;
    let owns = channel.kind == PRIVATE_THREAD
        && channel.thread.as_ref().is_some_and(|thread| thread.owner == caller.0);
    if !member && user != caller.0 && !owns {
        state.channel_for(caller.0, id, MANAGE_THREADS)?;
    }
    state.require_unarchived(id)?;
    state.world.user_name(user).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    state.set_thread_member(id, user, member)?;
    done()
}

/// Returns a list of threads with the bot's membership of each, newest first.
fn listed<'a>(world: &World, bot: Id, threads: impl Iterator<Item = &'a Channel>, most: usize) -> Value {
    let mut threads: Vec<&Channel> = threads.filter(|channel| world.sees(bot, channel)).collect();
    threads.sort_by_key(|channel| std::cmp::Reverse(channel.id));
    let has_more = threads.len() > most;
    threads.truncate(most);
    let members: Vec<Value> =
        threads.iter().filter_map(|channel| channel.thread.as_ref()?.member_json(channel.id, bot)).collect();
    let threads: Vec<Value> =
        threads.into_iter().map(|channel| world.channel_json(channel, Some(bot))).collect();
    json!({"threads": threads, "members": members, "has_more": has_more})
}

async fn active(State(app): State<Shared>, caller: Caller, At(guild): At<Id>) -> ApiResult {
    let state = app.lock();
    state.world.guilds.get(&guild).ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    let threads = state.world.channels.values().filter(|channel| {
        channel.guild == Some(guild) && channel.thread.as_ref().is_some_and(|thread| !thread.archived)
    });
    ok(listed(&state.world, caller.0, threads, usize::MAX))
}

async fn archived_public(
    State(app): State<Shared>,
    caller: Caller,
    At(channel): At<Id>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    archived(&app, caller, channel, PUBLIC_THREAD, &query)
}

async fn archived_private(
    State(app): State<Shared>,
    caller: Caller,
    At(channel): At<Id>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    archived(&app, caller, channel, PRIVATE_THREAD, &query)
}

fn archived(
    app: &Shared,
    caller: Caller,
    parent: Id,
    kind: u8,
    query: &HashMap<String, String>,
) -> ApiResult {
    let state = app.lock();
    state.channel_for(caller.0, parent, READ_MESSAGE_HISTORY)?;
    let most = limit(query.get("limit"), 2, 100, 50)?;
    let threads = state.world.channels.values().filter(|channel| {
        channel.parent == Some(parent)
            && channel.kind == kind
            && channel.thread.as_ref().is_some_and(|thread| thread.archived)
    });
    ok(listed(&state.world, caller.0, threads, most))
}
