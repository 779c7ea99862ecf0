//! Routes of guilds: their channels, members and roles.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use serde_json::Value;

use super::access::Caller;
use super::query::{anchor, limit};
use crate::enforce::Report;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, created, ok};
use crate::model::channel::{ANNOUNCEMENT, CATEGORY, TEXT};
use crate::model::permission::MANAGE_CHANNELS;
use crate::model::{Guild, Id};
use crate::payload::Payload;
use crate::state::{self, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/guilds/{guild}", get(one))
        .route("/guilds/{guild}/channels", get(channels).post(add_channel))
        .route("/guilds/{guild}/roles", get(roles))
        .route("/guilds/{guild}/members", get(members))
        .route("/guilds/{guild}/members/search", get(search))
        .route("/guilds/{guild}/members/{user}", get(member))
}

fn guild(state: &state::State, id: Id) -> Result<&Guild, ApiError> {
    state.world.guilds.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Guild))
}

async fn one(State(app): State<Shared>, _: Caller, At(id): At<Id>) -> ApiResult {
    ok(guild(&app.lock(), id)?.json())
}

async fn channels(State(app): State<Shared>, caller: Caller, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    guild(&state, id)?;
    let here = state.world.channels.values().filter(|c| c.guild == Some(id) && !c.is_thread());
    ok(here.map(|channel| state.world.channel_json(channel, Some(caller.0))).collect::<Value>())
}

async fn add_channel(State(app): State<Shared>, caller: Caller, At(id): At<Id>, body: Payload) -> ApiResult {
    let mut state = app.lock();
    let granted = guild(&state, id)?.permissions(caller.0, &[]);
    if granted & MANAGE_CHANNELS == 0 {
        return Err(ApiError::no_permission());
    }
    let mut report = Report::default();
    report.text("name", &body.json["name"], 1, 100);
    if body.has("type") {
        report.choice("type", &body.json["type"], &[TEXT, CATEGORY, ANNOUNCEMENT].map(u64::from));
    }
    let parent: Option<Id> = serde_json::from_value(body.json["parent_id"].clone()).ok();
    let is_category = |id| state.world.channels.get(&id).is_some_and(|channel| channel.kind == CATEGORY);
    if body.has("parent_id") && !parent.is_some_and(is_category) {
        report.add("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist");
    }
    report.text("topic", &body.json["topic"], 0, 1_024);
    report.done()?;
    let kind = body.json["type"].as_u64().and_then(|kind| u8::try_from(kind).ok()).unwrap_or(TEXT);
    let mut channel = state.new_channel(kind, id, body.json["name"].as_str().unwrap_or_default(), parent);
    channel.topic = body.json["topic"].as_str().map(str::to_owned);
    let id = state.add_channel(channel);
    let channel = state.channel_for(caller.0, id, 0)?;
    created(state.world.channel_json(channel, Some(caller.0)))
}

async fn roles(State(app): State<Shared>, _: Caller, At(id): At<Id>) -> ApiResult {
    ok(Value::Array(guild(&app.lock(), id)?.roles_json()))
}

async fn members(
    State(app): State<Shared>,
    _: Caller,
    At(id): At<Id>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    let state = app.lock();
    guild(&state, id)?;
    let most = limit(query.get("limit"), 1, 1_000, 1)?;
    let after = anchor(&query, "after")?.unwrap_or(Id(0));
    let mut users: Vec<Id> = state.world.member_ids().filter(|user| *user > after).collect();
    users.sort();
    ok(users.into_iter().take(most).map(|user| state.world.member_json(user)).collect::<Value>())
}

async fn search(
    State(app): State<Shared>,
    _: Caller,
    At(id): At<Id>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    let state = app.lock();
    guild(&state, id)?;
    let most = limit(query.get("limit"), 1, 1_000, 1)?;
    let Some(start) = query.get("query").filter(|text| !text.is_empty()).map(|text| text.to_lowercase())
    else {
        let mut report = Report::default();
        report.add("query", "BASE_TYPE_REQUIRED", "This field is required");
        return Err(report.into_error());
    };
    let found = state.world.member_ids().filter(|user| {
        state.world.user_name(*user).is_some_and(|name| name.to_lowercase().starts_with(&start))
    });
    ok(found.take(most).map(|user| state.world.member_json(user)).collect::<Value>())
}

async fn member(State(app): State<Shared>, _: Caller, At((id, user)): At<(Id, Id)>) -> ApiResult {
    let state = app.lock();
    guild(&state, id)?;
    if !state.world.is_member(user) {
        return Err(ApiError::unknown(Unknown::Member));
    }
    ok(state.world.member_json(user))
}
