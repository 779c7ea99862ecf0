//! Routes of people, guilds, channels and bots.

use axum::Router;
use axum::extract::State;
use axum::routing::{delete, get, post, put};
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{Body, Params, channel, person};
use crate::enforce::Report;
use crate::error::{ApiError, Unknown};
use crate::http::{ApiResult, At, done, ok};
use crate::model::channel::{
    ANNOUNCEMENT, ANNOUNCEMENT_THREAD, CATEGORY, PRIVATE_THREAD, PUBLIC_THREAD, TEXT,
};
use crate::model::permission::Bits;
use crate::model::{Id, Person, Role};
use crate::state::{self, NewThread, Shared};

/// The most guilds that one request adds. Discord serves as many on one shard.
const MOST_GUILDS: u64 = 2_500;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/people", get(people).post(add_person))
        .route("/people/{person}/dms", put(open_dms))
        .route("/people/{person}/membership", put(change_membership))
        .route("/people/{person}/roles", put(change_roles))
        .route("/roles", post(add_role))
        .route("/guilds", get(guilds).post(add_guilds))
        .route("/channels", get(channels).post(add_channel))
        .route("/channels/{channel}", delete(remove_channel))
        .route("/channels/{channel}/permissions", put(permissions))
        .route("/bots", get(bots))
        .route("/dms", post(direct))
}

/// The person who looks, if one is named.
#[derive(Deserialize)]
struct Viewer {
    #[serde(rename = "as")]
    person: Option<Id>,
}

async fn people(State(app): State<Shared>) -> ApiResult {
    ok(app.lock().people_json())
}

#[derive(Deserialize)]
struct NewPerson {
    name: String,
    locale: Option<String>,
}

async fn add_person(State(app): State<Shared>, Body(new): Body<NewPerson>) -> ApiResult {
    let name = new.name.trim();
    let mut report = Report::default();
    report.text("name", &json!(name), 1, 32);
    report.done()?;
    let mut state = app.lock();
    let id = state.next_id();
    let person = Person::new(id, name, new.locale.as_deref().unwrap_or("en-US"));
    state.world.people.insert(id, person);
    let people = state.people_json();
    state.send_to_people("people", |_, _| Some(people.clone()));
    send_member_event(&mut state, id);
    ok(json!({"id": id}))
}

/// Notifies bots that a person has joined or left.
fn send_member_event(state: &mut state::State, id: Id) {
    let event = if state.world.is_member(id) { "GUILD_MEMBER_ADD" } else { "GUILD_MEMBER_REMOVE" };
    send_to_guilds(state, event, id);
}

/// Sends bots an event about a person in every guild.
fn send_to_guilds(state: &mut state::State, event: &str, id: Id) {
    let about = match state.world.is_member(id) {
        true => state.world.member_json(id),
        false => json!({"user": state.world.user_json(id)}),
    };
    for guild in state.world.guilds.keys().copied().collect::<Vec<_>>() {
        let scope = crate::state::Scope::guild(guild, crate::model::intent::GUILD_MEMBERS);
        let about = crate::state::with_guild(about.clone(), Some(guild));
        state.send_to_bots(event, scope, |_, _, _| Some(about.clone()));
    }
}

#[derive(Deserialize)]
struct Membership {
    member: bool,
}

async fn change_membership(
    State(app): State<Shared>,
    At(id): At<Id>,
    Body(request): Body<Membership>,
) -> ApiResult {
    let mut state = app.lock();
    let person = state.world.people.get_mut(&id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    let changed = person.gone == request.member;
    person.gone = !request.member;
    if changed {
        let people = state.people_json();
        state.send_to_people("people", |_, _| Some(people.clone()));
        send_member_event(&mut state, id);
    }
    done()
}

#[derive(Deserialize)]
struct NewRole {
    name: String,
    permissions: Option<String>,
}

/// Adds a role to the first guild.
async fn add_role(State(app): State<Shared>, Body(new): Body<NewRole>) -> ApiResult {
    let name = new.name.trim();
    let mut report = Report::default();
    report.text("name", &json!(name), 1, 100);
    let permissions: Option<Bits> = new.permissions.as_deref().unwrap_or("0").parse().ok();
    if permissions.is_none() {
        report.add("permissions", "PERMISSIONS_INVALID_TYPE_CONVERT", "Could not convert to permissions");
    }
    report.done()?;
    let mut state = app.lock();
    let id = state.next_id();
    let role = Role { id, name: name.to_owned(), permissions: permissions.unwrap_or_default(), bot: None };
    let first = state.world.first_guild();
    let guild = first
        .and_then(|id| state.world.guilds.get_mut(&id))
        .ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    let (guild_id, about) = (guild.id, role.json(guild.roles.len()));
    guild.roles.push(role);
    let scope = crate::state::Scope::guild(guild_id, crate::model::intent::GUILDS);
    let about = json!({"guild_id": guild_id, "role": about});
    state.send_to_bots("GUILD_ROLE_CREATE", scope, |_, _, _| Some(about.clone()));
    let guilds = guilds_json(&state);
    state.send_to_people("guilds", |_, _| Some(guilds.clone()));
    ok(json!({"id": id}))
}

#[derive(Deserialize)]
struct Roles {
    roles: Vec<Id>,
}

async fn change_roles(State(app): State<Shared>, At(id): At<Id>, Body(request): Body<Roles>) -> ApiResult {
    let mut state = app.lock();
    let known =
        |role: &Id| state.world.guilds.values().flat_map(|guild| &guild.roles).any(|known| known.id == *role);
    if !request.roles.iter().all(known) {
        return Err(ApiError::unknown(Unknown::Role));
    }
    let person = state.world.people.get_mut(&id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    person.roles = request.roles;
    let people = state.people_json();
    state.send_to_people("people", |_, _| Some(people.clone()));
    if state.world.is_member(id) {
        send_to_guilds(&mut state, "GUILD_MEMBER_UPDATE", id);
    }
    done()
}

#[derive(Deserialize)]
struct Open {
    open: bool,
}

async fn open_dms(State(app): State<Shared>, At(id): At<Id>, Body(request): Body<Open>) -> ApiResult {
    let mut state = app.lock();
    let person = state.world.people.get_mut(&id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    person.dms_open = request.open;
    let people = state.people_json();
    state.send_to_people("people", |_, _| Some(people.clone()));
    done()
}

pub(super) fn guilds_json(state: &state::State) -> Value {
    let role = |role: &Role| json!({"id": role.id, "name": role.name});
    let guilds = state.world.guilds.values();
    guilds
        .map(|guild| {
            let roles: Vec<Value> = guild.roles.iter().map(role).collect();
            json!({"id": guild.id, "name": guild.name, "roles": roles})
        })
        .collect()
}

async fn guilds(State(app): State<Shared>) -> ApiResult {
    ok(guilds_json(&app.lock()))
}

#[derive(Deserialize)]
struct NewGuilds {
    count: u64,
}

async fn add_guilds(State(app): State<Shared>, Body(new): Body<NewGuilds>) -> ApiResult {
    if !(1..=MOST_GUILDS).contains(&new.count) {
        let mut report = Report::default();
        report.add("count", "NUMBER_TYPE_RANGE", &format!("Must be between 1 and {MOST_GUILDS}."));
        return Err(report.into_error());
    }
    let mut state = app.lock();
    let added = state.add_guilds(new.count);
    let guilds = guilds_json(&state);
    state.send_to_people("guilds", |_, _| Some(guilds.clone()));
    ok(added.iter().map(|(id, channel)| json!({"id": id, "channel_id": channel})).collect::<Value>())
}

/// Returns the channels that a person sees; without a person, those of the guilds.
pub(super) fn channels_json(state: &state::State, person: Option<Id>) -> Value {
    let world = &state.world;
    let seen = world.channels.values().filter(|channel| match person {
        Some(person) => world.sees(person, channel),
        None => !channel.is_direct(),
    });
    seen.map(|channel| world.channel_json(channel, person)).collect()
}

async fn channels(State(app): State<Shared>, Params(viewer): Params<Viewer>) -> ApiResult {
    let state = app.lock();
    if let Some(id) = viewer.person {
        person(&state, id)?;
    }
    ok(channels_json(&state, viewer.person))
}

#[derive(Deserialize)]
struct NewChannel {
    name: String,
    guild_id: Option<Id>,
    #[serde(rename = "type", default)]
    kind: u8,
    parent_id: Option<Id>,
    /// The owner of a new thread; by default the guild's owner.
    #[serde(rename = "as")]
    person: Option<Id>,
}

async fn add_channel(State(app): State<Shared>, Body(new): Body<NewChannel>) -> ApiResult {
    let mut state = app.lock();
    let guild = new.guild_id.or_else(|| state.world.first_guild());
    let guild = guild.filter(|guild| state.world.guilds.contains_key(guild));
    let guild = guild.ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    let mut report = Report::default();
    report.text("name", &json!(new.name), 1, 100);
    let kinds = [TEXT, CATEGORY, ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD];
    report.choice("type", &json!(new.kind), &kinds.map(u64::from));
    let is_thread = matches!(new.kind, ANNOUNCEMENT_THREAD | PUBLIC_THREAD | PRIVATE_THREAD);
    if is_thread && new.parent_id.is_none() {
        report.required("parent_id");
    }
    report.done()?;
    let parents: &[u8] = match new.kind {
        ANNOUNCEMENT_THREAD => &[ANNOUNCEMENT],
        PUBLIC_THREAD | PRIVATE_THREAD => &[TEXT],
        _ => &[CATEGORY],
    };
    if let Some(parent) = new.parent_id
        && state.world.channels.get(&parent).is_none_or(|channel| !parents.contains(&channel.kind))
    {
        return Err(ApiError::unknown(Unknown::Channel));
    }
    let owner = new.person.or_else(|| state.world.guilds.get(&guild).map(|guild| guild.owner));
    let owner = owner.map(|owner| person(&state, owner)).transpose()?;
    let id = match (new.parent_id, owner) {
        (Some(parent), Some(owner)) if is_thread => state.add_thread(&NewThread {
            parent,
            kind: new.kind,
            name: new.name.trim(),
            owner,
            auto_archive: 4_320,
            invitable: true,
            message: None,
        })?,
        _ => {
            let channel = state.new_channel(new.kind, guild, &new.name, new.parent_id);
            state.add_channel(channel)
        }
    };
    let channel = state.world.channels.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    ok(state.world.channel_json(channel, None))
}

async fn remove_channel(State(app): State<Shared>, At(id): At<Id>) -> ApiResult {
    app.lock().remove_channel(id)?;
    done()
}

#[derive(Deserialize)]
struct Denial {
    bot_id: Id,
    deny: String,
}

async fn permissions(State(app): State<Shared>, At(id): At<Id>, Body(denial): Body<Denial>) -> ApiResult {
    let bits: Bits = denial.deny.parse().map_err(|_| {
        let mut report = Report::default();
        report.add("deny", "NUMBER_TYPE_COERCE", "Value is not int.");
        report.into_error()
    })?;
    let mut state = app.lock();
    state.world.bots.get(&denial.bot_id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    let channel = state.world.channels.get_mut(&id).filter(|channel| channel.guild.is_some());
    let channel = channel.ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    if bits == 0 {
        channel.denied.remove(&denial.bot_id);
    } else {
        channel.denied.insert(denial.bot_id, bits);
    }
    state.send_channel("CHANNEL_UPDATE", id);
    done()
}

async fn bots(State(app): State<Shared>) -> ApiResult {
    ok(app.lock().bots_json())
}

#[derive(Deserialize)]
struct Direct {
    #[serde(rename = "as")]
    person: Id,
    bot_id: Id,
}

async fn direct(State(app): State<Shared>, Body(request): Body<Direct>) -> ApiResult {
    let mut state = app.lock();
    person(&state, request.person)?;
    state.world.bots.get(&request.bot_id).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    let id = state.open_direct(request.person, request.bot_id);
    let channel = channel(&state, request.person, id)?;
    ok(state.world.channel_json(channel, Some(request.person)))
}
