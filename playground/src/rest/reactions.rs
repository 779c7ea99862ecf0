//! Routes of reactions to messages.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Query, State};
use axum::routing::{delete, get, put};
use serde_json::{Value, json};

use super::access::Caller;
use super::query::{anchor, limit};
use crate::enforce::names_emoji;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, done, ok};
use crate::model::intent::{DIRECT_REACTIONS, GUILD_REACTIONS};
use crate::model::permission::{ADD_REACTIONS, MANAGE_MESSAGES, READ_MESSAGE_HISTORY};
use crate::model::world::emoji_json;
use crate::model::{Id, Message, Reaction};
use crate::state::{self, Scope, Shared, with_guild};

/// The number of different emoji under one message.
const MOST_EMOJI: usize = 20;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}/@me", put(add).delete(remove_own))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}/{user}", delete(remove))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}", get(users))
}

fn message(state: &mut state::State, channel: Id, id: Id) -> Result<&mut Message, ApiError> {
    let known = state.world.channels.get_mut(&channel).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    let found = known.messages.get_mut(&id).filter(|message| !message.is_ephemeral());
    found.ok_or_else(|| ApiError::unknown(Unknown::Message))
}

fn known_emoji(text: &str) -> Result<(), ApiError> {
    if names_emoji(text) { Ok(()) } else { Err(ApiError::bad(10014, "Unknown Emoji")) }
}

async fn add(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, id, emoji)): At<(Id, Id, String)>,
) -> ApiResult {
    let mut state = app.lock();
    state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    known_emoji(&emoji)?;
    state.require_unarchived(channel)?;
    let new = !message(&mut state, channel, id)?.reactions.iter().any(|reaction| reaction.emoji == emoji);
    if new {
        state.channel_for(caller.0, channel, ADD_REACTIONS)?;
    }
    let target = message(&mut state, channel, id)?;
    if new {
        if target.reactions.len() >= MOST_EMOJI {
            return Err(ApiError::bad(30010, format!("Maximum number of reactions reached ({MOST_EMOJI})")));
        }
        target.reactions.push(Reaction { emoji: emoji.clone(), users: Vec::new() });
    }
    let known = target.reactions.iter_mut().find(|reaction| reaction.emoji == emoji);
    if let Some(reaction) = known.filter(|reaction| !reaction.users.contains(&caller.0)) {
        reaction.users.push(caller.0);
        send_event(&mut state, "MESSAGE_REACTION_ADD", channel, id, caller.0, &emoji);
    }
    done()
}

async fn remove_own(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, id, emoji)): At<(Id, Id, String)>,
) -> ApiResult {
    take_away(&app, caller, channel, id, &emoji, caller.0)
}

async fn remove(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, id, emoji, user)): At<(Id, Id, String, Id)>,
) -> ApiResult {
    take_away(&app, caller, channel, id, &emoji, user)
}

fn take_away(app: &Shared, caller: Caller, channel: Id, id: Id, emoji: &str, user: Id) -> ApiResult {
    let mut state = app.lock();
    let needed = if user == caller.0 { 0 } else { MANAGE_MESSAGES };
    state.channel_for(caller.0, channel, needed)?;
    known_emoji(emoji)?;
    state.require_unarchived(channel)?;
    let target = message(&mut state, channel, id)?;
    let mut found = false;
    for reaction in target.reactions.iter_mut().filter(|reaction| reaction.emoji == emoji) {
        found |= reaction.users.contains(&user);
        reaction.users.retain(|known| *known != user);
    }
    target.reactions.retain(|reaction| !reaction.users.is_empty());
    if found {
        send_event(&mut state, "MESSAGE_REACTION_REMOVE", channel, id, user, emoji);
    }
    done()
}

/// Sends a reaction event to bots, and the changed message to pages.
fn send_event(state: &mut state::State, event: &str, channel: Id, id: Id, user: Id, emoji: &str) {
    let Some(known) = state.world.channels.get(&channel) else { return };
    let scope = Scope::channel(known, GUILD_REACTIONS, DIRECT_REACTIONS);
    let Some(message) = known.messages.get(&id).cloned() else { return };
    let mut data = with_guild(
        json!({
            "user_id": user,
            "channel_id": channel,
            "message_id": id,
            "emoji": emoji_json(emoji),
            "burst": false,
            "type": 0,
        }),
        scope.guild,
    );
    if event == "MESSAGE_REACTION_ADD" {
        data["message_author_id"] = json!(message.author);
    }
    state.send_to_bots(event, scope, |_, _, _| Some(data.clone()));
    state.send_to_people("message_update", |world, person| {
        world.sees_channel(person, channel).then(|| world.message_json(&message, person))
    });
}

async fn users(
    State(app): State<Shared>,
    caller: Caller,
    At((channel, id, emoji)): At<(Id, Id, String)>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResult {
    let mut state = app.lock();
    state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    known_emoji(&emoji)?;
    let most = limit(query.get("limit"), 1, 100, 25)?;
    let after = anchor(&query, "after")?.unwrap_or(Id(0));
    let target = message(&mut state, channel, id)?;
    let mut users: Vec<Id> = target
        .reactions
        .iter()
        .filter(|reaction| reaction.emoji == emoji)
        .flat_map(|reaction| reaction.users.iter().copied())
        .filter(|user| *user > after)
        .collect();
    users.sort();
    ok(users.into_iter().take(most).map(|user| state.world.user_json(user)).collect::<Value>())
}
