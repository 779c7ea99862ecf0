//! Routes for reading and writing messages, and for what a person has not read.

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::request::{Body, Params, channel, person, wait_until};
use crate::enforce::{self, Place};
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, done, ok};
use crate::model::Id;
use crate::payload::Payload;
use crate::state::{self, Allowed, Rule, Shared, with_guild};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/channels/{channel}/messages", get(list).post(post_message))
        .route("/channels/{channel}/read", post(read))
        .route("/messages/{message}/dismiss", post(dismiss))
        .route("/people/{person}/notifications", get(notifications))
        .route("/people/{person}/unread", get(unread))
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(rename = "as")]
    person: Id,
    after: Option<Id>,
    #[serde(default)]
    wait_ms: u64,
}

async fn list(State(app): State<Shared>, At(id): At<Id>, Params(query): Params<ListQuery>) -> ApiResult {
    let until = wait_until(query.wait_ms);
    let mut changes = app.changes();
    loop {
        {
            let state = app.lock();
            person(&state, query.person)?;
            let here = channel(&state, query.person, id)?;
            let after = query.after.unwrap_or(Id(0));
            let news = here
                .messages
                .values()
                .filter(|message| message.id > after && message.visible_to(query.person));
            let news: Vec<Value> = news
                .map(|message| with_guild(state.world.message_json(message, query.person), here.guild))
                .collect();
            if !news.is_empty() || Instant::now() >= until || app.stop.is_cancelled() {
                return ok(news);
            }
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = tokio::time::sleep_until(until) => {}
            () = app.stop.cancelled() => {}
        }
    }
}

#[derive(Deserialize)]
struct NewMessage {
    #[serde(rename = "as")]
    person: Id,
    content: String,
}

async fn post_message(
    State(app): State<Shared>,
    At(id): At<Id>,
    Body(request): Body<NewMessage>,
) -> ApiResult {
    let mut state = app.lock();
    person(&state, request.person)?;
    let here = channel(&state, request.person, id)?;
    let guild = here.guild;
    if here.thread.as_ref().is_some_and(|thread| thread.locked) {
        return Err(ApiError::bad(50083, "Thread is archived"));
    }
    let body = Payload { json: json!({"content": request.content}), ..Payload::default() };
    enforce::message(&body, Place::Channel)?;
    let allowed = Allowed::read(&body.json, Rule::Everything);
    let draft = state.draft(&body, request.person, id, &allowed, None);
    let sent = state.post(draft)?;
    ok(with_guild(state.world.message_json(&sent, request.person), guild))
}

#[derive(Deserialize)]
struct As {
    #[serde(rename = "as")]
    person: Id,
}

async fn read(State(app): State<Shared>, At(id): At<Id>, Body(request): Body<As>) -> ApiResult {
    let mut state = app.lock();
    channel(&state, request.person, id)?;
    state.mark_read(request.person, id)?;
    done()
}

async fn dismiss(State(app): State<Shared>, At(id): At<Id>, Body(request): Body<As>) -> ApiResult {
    let mut state = app.lock();
    let all = state.world.channels.values().filter_map(|channel| channel.messages.get(&id));
    let mut mine = all.filter(|message| message.private_to == Some(request.person));
    let place =
        mine.next().map(|message| message.channel).ok_or_else(|| ApiError::unknown(Unknown::Message))?;
    state.delete(place, id)?;
    done()
}

async fn notifications(State(app): State<Shared>, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    let person = state.world.people.get(&id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    ok(person.notifications.iter().map(|note| note.json()).collect::<Vec<_>>())
}

/// Returns the unread messages and mentions of a person, by channel.
pub(super) fn unread_json(state: &state::State, id: Id) -> Value {
    let person = state.world.people.get(&id);
    json!(person.map(|person| &person.unread).unwrap_or(&Default::default()))
}

async fn unread(State(app): State<Shared>, At(id): At<Id>) -> ApiResult {
    let state = app.lock();
    person(&state, id)?;
    ok(unread_json(&state, id))
}
