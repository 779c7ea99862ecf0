//! Routes for using commands, components and forms.

use std::collections::{BTreeMap, HashMap};

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::request::{Body, Form, Params, channel, person, wait_until};
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, ok};
use crate::model::{Id, Interaction, Phase};
use crate::payload::Upload;
use crate::state::{self, CommandUse, ComponentUse, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/commands", get(commands).post(use_command))
        .route("/autocomplete", post(autocomplete))
        .route("/components", post(use_component))
        .route("/modals", post(submit_form))
        .route("/interactions/{interaction}", get(interaction))
}

#[derive(Deserialize)]
struct Where {
    #[serde(rename = "as")]
    person: Id,
    channel_id: Id,
}

async fn commands(State(app): State<Shared>, Params(place): Params<Where>) -> ApiResult {
    let state = app.lock();
    person(&state, place.person)?;
    let here = channel(&state, place.person, place.channel_id)?;
    let found = state::available(&state.world, place.person, here).into_iter().map(|(bot, command)| {
        let mut command = command.clone();
        command["bot"] =
            json!({"id": bot.id, "name": bot.name, "avatar_url": state.world.avatar_url(bot.id)});
        command
    });
    ok(found.collect::<Vec<Value>>())
}

#[derive(Deserialize)]
struct Command {
    #[serde(rename = "as")]
    person: Id,
    channel_id: Id,
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    target_id: Option<Id>,
    application_id: Option<Id>,
    focused: Option<String>,
}

impl Command {
    fn act<'a>(&'a self, files: &'a BTreeMap<u64, Upload>, focused: Option<&'a str>) -> CommandUse<'a> {
        CommandUse {
            person: self.person,
            channel: self.channel_id,
            name: &self.name,
            options: &self.options,
            files,
            target: self.target_id,
            application: self.application_id,
            focused,
        }
    }
}

/// Starts the deadline of a new interaction and returns its id.
fn began(app: &Shared, interaction: &Interaction) -> ApiResult {
    if let Some(at) = interaction.deadline() {
        app.watch_deadline(interaction.id, at);
    }
    ok(json!({"interaction_id": interaction.id}))
}

async fn use_command(State(app): State<Shared>, Form(request, files): Form<Command>) -> ApiResult {
    let begun = app.lock().use_command(&request.act(&files, None))?;
    began(&app, &begun)
}

async fn autocomplete(State(app): State<Shared>, Body(request): Body<Command>) -> ApiResult {
    let focused = request.focused.as_deref().unwrap_or_default();
    let begun = app.lock().use_command(&request.act(&BTreeMap::new(), Some(focused)))?;
    if let Some(at) = begun.deadline() {
        app.watch_deadline(begun.id, at);
    }
    loop {
        let next = {
            let mut state = app.lock();
            let now = state.world.interactions.get(&begun.id);
            match now.map(|now| (now.phase, now.choices.clone())) {
                Some((Phase::Pending, _)) => state.next_phase(begun.id).notified_owned(),
                Some((Phase::Answered, choices)) => return ok(json!({"choices": choices})),
                _ => return ok(json!({"choices": [], "timed_out": true})),
            }
        };
        tokio::select! {
            () = next => {}
            () = app.stop.cancelled() => return ok(json!({"choices": [], "timed_out": true})),
        }
    }
}

#[derive(Deserialize)]
struct Component {
    #[serde(rename = "as")]
    person: Id,
    message_id: Id,
    custom_id: String,
    #[serde(default)]
    values: Option<Vec<String>>,
}

async fn use_component(State(app): State<Shared>, Body(request): Body<Component>) -> ApiResult {
    let begun = app.lock().use_component(&ComponentUse {
        person: request.person,
        message: request.message_id,
        custom_id: &request.custom_id,
        values: request.values.as_deref().unwrap_or_default(),
    })?;
    began(&app, &begun)
}

#[derive(Deserialize)]
struct FilledIn {
    #[serde(rename = "as")]
    person: Id,
    interaction_id: Id,
    #[serde(default)]
    fields: HashMap<String, Value>,
}

async fn submit_form(State(app): State<Shared>, Body(request): Body<FilledIn>) -> ApiResult {
    let fields: Map<String, Value> = request.fields.into_iter().collect();
    let begun = app.lock().submit_form(&state::SubmittedForm {
        person: request.person,
        interaction: request.interaction_id,
        fields: &fields,
    })?;
    began(&app, &begun)
}

#[derive(Deserialize)]
struct Wait {
    #[serde(default)]
    wait_ms: u64,
}

async fn interaction(State(app): State<Shared>, At(id): At<Id>, Params(query): Params<Wait>) -> ApiResult {
    let until = wait_until(query.wait_ms);
    loop {
        let next = {
            let mut state = app.lock();
            state.expire(id);
            let found =
                state.world.interactions.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Interaction))?;
            if found.has_ended() || Instant::now() >= until || app.stop.is_cancelled() {
                return ok(found.json());
            }
            state.next_phase(id).notified_owned()
        };
        tokio::select! {
            () = next => {}
            () = tokio::time::sleep_until(until) => {}
            () = app.stop.cancelled() => {}
        }
    }
}
