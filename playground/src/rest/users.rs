//! Routes of users and applications, and the address of the gateway.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::access::Caller;
use crate::door::Node;
use crate::enforce::Report;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, ok};
use crate::model::intent::PRIVILEGED_FLAGS;
use crate::model::{Bot, Id, World};
use crate::payload::Payload;
use crate::state::Shared;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/gateway", get(gateway))
        .route("/gateway/bot", get(gateway_bot))
        .route("/users/@me", get(me).patch(patch_me))
        .route("/users/@me/guilds", get(my_guilds))
        .route("/users/@me/channels", post(open_direct).get(no_directs))
        .route("/users/{user}", get(user))
        .route("/applications/@me", get(application).patch(patch_application))
        .route("/oauth2/applications/@me", get(application))
}

async fn gateway(State(app): State<Shared>, node: Option<Extension<Node>>) -> ApiResult {
    ok(json!({"url": app.lock().world.gateway_url(name(node.as_ref()))}))
}

async fn gateway_bot(State(app): State<Shared>, caller: Caller, node: Option<Extension<Node>>) -> ApiResult {
    let state = app.lock();
    let mut answer = state.starts.json(caller.0, state.now());
    answer["url"] = json!(state.world.gateway_url(name(node.as_ref())));
    ok(answer)
}

fn name(node: Option<&Extension<Node>>) -> Option<&str> {
    node.map(|Extension(Node(name))| name.as_str())
}

fn me_json(world: &World, bot: Id) -> Value {
    let mut user = world.user_json(bot);
    user["mfa_enabled"] = json!(false);
    user["locale"] = json!("en-US");
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    user
}

async fn me(State(app): State<Shared>, caller: Caller) -> ApiResult {
    ok(me_json(&app.lock().world, caller.0))
}

async fn patch_me(State(app): State<Shared>, caller: Caller, body: Payload) -> ApiResult {
    if body.has("username") {
        rename(&app, caller, &body.json["username"], "username")?;
    }
    ok(me_json(&app.lock().world, caller.0))
}

/// Renames a bot and its role.
fn rename(app: &Shared, caller: Caller, name: &Value, field: &str) -> Result<(), ApiError> {
    let name = name.as_str().map(str::trim).filter(|name| (2..=32).contains(&name.chars().count()));
    let Some(name) = name else {
        let mut report = Report::default();
        report.add(field, "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.");
        return Err(report.into_error());
    };
    let mut state = app.lock();
    if let Some(bot) = state.world.bots.get_mut(&caller.0) {
        name.clone_into(&mut bot.name);
    }
    for role in state.world.guilds.values_mut().flat_map(|guild| &mut guild.roles) {
        if role.bot == Some(caller.0) {
            name.clone_into(&mut role.name);
        }
    }
    state.send_bot_list();
    Ok(())
}

async fn my_guilds(State(app): State<Shared>, caller: Caller) -> ApiResult {
    let state = app.lock();
    let bits = crate::model::permission::EVERYONE | crate::model::permission::BOT;
    let guilds = state.world.guilds.values().map(|guild| {
        json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "banner": null,
            "owner": guild.owner == caller.0,
            "permissions": bits.to_string(),
            "features": [],
        })
    });
    ok(guilds.collect::<Value>())
}

async fn open_direct(State(app): State<Shared>, caller: Caller, body: Payload) -> ApiResult {
    let recipient: Option<Id> = serde_json::from_value(body.json["recipient_id"].clone()).ok();
    let mut state = app.lock();
    let person = recipient.filter(|id| state.world.people.contains_key(id));
    // Discord returns the same error for bots, unknown users and the caller itself.
    let person = person.ok_or_else(|| ApiError::bad(50033, "Invalid Recipient(s)"))?;
    let id = state.open_direct(person, caller.0);
    let channel = state.world.channels.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    ok(state.world.channel_json(channel, Some(caller.0)))
}

async fn no_directs(_: Caller) -> ApiResult {
    // As from Discord, bots get an empty list.
    ok(json!([]))
}

async fn user(State(app): State<Shared>, _: Caller, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    state.world.user_name(id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    ok(state.world.user_json(id))
}

fn with_bot<T>(app: &Shared, caller: Caller, use_it: impl FnOnce(&World, &Bot) -> T) -> Result<T, ApiError> {
    let state = app.lock();
    let bot = state.world.bots.get(&caller.0).ok_or_else(|| ApiError::unknown(Unknown::Application))?;
    Ok(use_it(&state.world, bot))
}

async fn application(State(app): State<Shared>, caller: Caller) -> ApiResult {
    ok(with_bot(&app, caller, World::application_json)?)
}

async fn patch_application(State(app): State<Shared>, caller: Caller, body: Payload) -> ApiResult {
    if body.has("name") {
        rename(&app, caller, &body.json["name"], "name")?;
    }
    if let Some(flags) = body.json["flags"].as_u64() {
        let mut state = app.lock();
        let known = state.world.flags(caller.0);
        if (flags ^ known) & !PRIVILEGED_FLAGS != 0 {
            let mut report = Report::default();
            report.add("flags", "BITFIELD_TYPE_INVALID", "Only the flags of privileged intents can be set.");
            return Err(report.into_error());
        }
        if let Some(bot) = state.world.bots.get_mut(&caller.0) {
            bot.flags = flags;
        }
    }
    if let Some(text) = body.json["description"].as_str() {
        let mut report = Report::default();
        report.text("description", &body.json["description"], 0, 400);
        report.done()?;
        let mut state = app.lock();
        if let Some(bot) = state.world.bots.get_mut(&caller.0) {
            text.clone_into(&mut bot.description);
        }
    }
    ok(with_bot(&app, caller, World::application_json)?)
}
