//! Routes of application commands, global and of one guild.

use std::collections::HashMap;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde_json::{Value, json};

use super::access::Caller;
use crate::enforce;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, created, done, ok};
use crate::model::Id;
use crate::payload::Payload;
use crate::state::{self, Shared};

pub(super) fn routes() -> Router<Shared> {
    let all = || get(list).put(replace).post(create);
    let one = || get(fetch).patch(edit).delete(delete);
    Router::new()
        .route("/applications/{application}/commands", all())
        .route("/applications/{application}/commands/{command}", one())
        .route("/applications/{application}/guilds/{guild}/commands", all())
        .route("/applications/{application}/guilds/{guild}/commands/{command}", one())
        .route("/applications/{application}/guilds/{guild}/commands/permissions", get(all_permissions))
        .route(
            "/applications/{application}/guilds/{guild}/commands/{command}/permissions",
            get(permissions).put(set_permissions),
        )
}

/// The scope that a path names, which must belong to the caller.
#[derive(Clone, Copy)]
struct CommandScope {
    application: Id,
    guild: Option<Id>,
    command: Option<Id>,
}

impl CommandScope {
    fn of(state: &state::State, caller: Caller, path: &HashMap<String, Id>) -> Result<Self, ApiError> {
        let scope = Self {
            application: path.get("application").copied().unwrap_or_default(),
            guild: path.get("guild").copied(),
            command: path.get("command").copied(),
        };
        if scope.application != caller.0 {
            return Err(ApiError::new(
                axum::http::StatusCode::FORBIDDEN,
                20012,
                "You are not authorized to perform this action on this application",
            ));
        }
        if scope.guild.is_some_and(|guild| !state.world.guilds.contains_key(&guild)) {
            return Err(ApiError::unknown(Unknown::Guild));
        }
        Ok(scope)
    }

    fn commands<'a>(&self, state: &'a mut state::State) -> Result<&'a mut Vec<Value>, ApiError> {
        let bot = state.world.bots.get_mut(&self.application);
        Ok(bot.ok_or_else(|| ApiError::unknown(Unknown::Application))?.scope_mut(self.guild))
    }

    /// Finds the command that the path names.
    fn known(&self, state: &mut state::State) -> Result<Value, ApiError> {
        let wanted = json!(self.command);
        let found = self.commands(state)?.iter().find(|command| command["id"] == wanted).cloned();
        found.ok_or_else(|| ApiError::unknown(Unknown::Command))
    }

    /// Makes Discord's command object of a checked body.
    fn command(&self, state: &mut state::State, body: &Value, old: Option<&Value>) -> Value {
        let mut command = old.cloned().unwrap_or_else(|| {
            json!({
                "id": state.next_id(),
                "application_id": self.application,
                "type": 1,
                "description": "",
                "name_localizations": null,
                "description_localizations": null,
                "default_member_permissions": null,
                "nsfw": false,
                "integration_types": [0],
            })
        });
        for (field, value) in body.as_object().into_iter().flatten() {
            if KEPT.contains(&field.as_str()) {
                command[field] = value.clone();
            }
        }
        if let Some(fields) = command.as_object_mut() {
            fields.retain(|field, value| field != "options" || !value.is_null());
            fields.get_mut("options").into_iter().for_each(drop_nulls);
        }
        if command["type"].is_null() {
            command["type"] = json!(1);
        }
        // Discord accepts a number here but always returns a string.
        if let Some(bits) = command["default_member_permissions"].as_u64() {
            command["default_member_permissions"] = json!(bits.to_string());
        }
        match self.guild {
            Some(guild) => command["guild_id"] = json!(guild),
            None => {
                // Discord still returns this older field and keeps it in step with the contexts.
                let contexts = command["contexts"].as_array().cloned();
                let direct = contexts.map(|contexts| contexts.iter().any(|context| *context == 1));
                if let Some(direct) = direct {
                    command["dm_permission"] = json!(direct);
                } else {
                    command["contexts"] = Value::Null;
                    let usual = command["dm_permission"].as_bool().unwrap_or(true);
                    command["dm_permission"] = json!(usual);
                }
            }
        }
        command["version"] = json!(state.next_id());
        command
    }
}

/// The fields of a command that a bot can set.
const KEPT: [&str; 11] = [
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "dm_permission",
    "nsfw",
    "type",
    "contexts",
    "integration_types",
];

/// Removes fields without a value from options, as Discord does.
fn drop_nulls(options: &mut Value) {
    match options {
        Value::Array(parts) => parts.iter_mut().for_each(drop_nulls),
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        _ => {}
    }
}

/// Notifies the pages that the commands have changed.
fn changed(state: &mut state::State) {
    state.send_to_people("commands", |_, _| Some(json!({})));
}

fn same(one: &Value, other: &Value) -> bool {
    let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
    one["name"] == other["name"] && kind(one) == kind(other)
}

async fn list(State(app): State<Shared>, caller: Caller, At(path): At<HashMap<String, Id>>) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    ok(Value::Array(scope.commands(&mut state)?.clone()))
}

async fn replace(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    enforce::commands(&body.json)?;
    let old = scope.commands(&mut state)?.clone();
    let mut fresh: Vec<Value> = Vec::new();
    for body in body.json.as_array().into_iter().flatten() {
        let mut command = scope.command(&mut state, body, None);
        if let Some(old) = old.iter().find(|old| same(old, body)) {
            command["id"] = old["id"].clone();
        }
        fresh.push(command);
    }
    scope.commands(&mut state)?.clone_from(&fresh);
    changed(&mut state);
    ok(Value::Array(fresh))
}

async fn create(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    enforce::command(&body.json)?;
    let old = scope.commands(&mut state)?.iter().find(|old| same(old, &body.json)).cloned();
    let mut command = scope.command(&mut state, &body.json, None);
    if let Some(old) = &old {
        command["id"] = old["id"].clone();
    }
    let mut all: Vec<Value> =
        scope.commands(&mut state)?.iter().filter(|known| known["id"] != command["id"]).cloned().collect();
    all.push(command.clone());
    enforce::command_count(&all)?;
    *scope.commands(&mut state)? = all;
    changed(&mut state);
    // Creating a command that exists already returns 200.
    if old.is_some() { ok(command) } else { created(command) }
}

async fn fetch(State(app): State<Shared>, caller: Caller, At(path): At<HashMap<String, Id>>) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    ok(scope.known(&mut state)?)
}

async fn edit(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
    body: Payload,
) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    let old = scope.known(&mut state)?;
    let mut fields = body.json.clone();
    if let Some(fields) = fields.as_object_mut() {
        // The type of a command cannot be changed.
        fields.remove("type");
    }
    let command = scope.command(&mut state, &fields, Some(&old));
    enforce::command(&command)?;
    let others = scope.commands(&mut state)?.iter().filter(|known| known["id"] != command["id"]);
    if others.into_iter().any(|other| same(other, &command)) {
        let mut report = enforce::Report::default();
        let message = "Application command names must be unique";
        report.add("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        return Err(report.into_error());
    }
    let known = scope.commands(&mut state)?.iter_mut().find(|known| known["id"] == command["id"]);
    if let Some(known) = known {
        known.clone_from(&command);
    }
    changed(&mut state);
    ok(command)
}

async fn delete(State(app): State<Shared>, caller: Caller, At(path): At<HashMap<String, Id>>) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    let gone = scope.known(&mut state)?;
    scope.commands(&mut state)?.retain(|command| command["id"] != gone["id"]);
    changed(&mut state);
    done()
}

/// Lists the guild's commands with permissions of their own. The list is empty, since only people can set those, and here they
/// cannot.
async fn all_permissions(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
) -> ApiResult {
    CommandScope::of(&app.lock(), caller, &path)?;
    ok(json!([]))
}

async fn permissions(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
) -> ApiResult {
    let mut state = app.lock();
    let scope = CommandScope::of(&state, caller, &path)?;
    let global = CommandScope { guild: None, ..scope };
    scope.known(&mut state).or_else(|_| global.known(&mut state))?;
    Err(ApiError::unknown(Unknown::CommandPermissions))
}

async fn set_permissions(
    State(app): State<Shared>,
    caller: Caller,
    At(path): At<HashMap<String, Id>>,
) -> ApiResult {
    CommandScope::of(&app.lock(), caller, &path)?;
    Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, 20001, "Bots cannot use this endpoint"))
}
