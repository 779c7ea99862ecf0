//! `/play`: opens a lobby.

use std::collections::BTreeMap;

use data::{ChannelId, Lobby, Machine, PersonId};
use engine::Level;
use messages::{
    choices, posts, text,
    view::{self, Response},
};
use play::{
    catalogue,
    error::Error,
    rejected::{ChannelRejected, LobbyRejected, Rejected},
    service::{Invitee, NewThread, Opened, Request, Wish, thread_name},
};
use poise::serenity_prelude::{ChannelType, CreateAutocompleteResponse, Permissions, ResolvedValue, User};

use super::context::{
    Context, Done, caller, complete_clock, complete_game, completed, completions, member, respond_with,
};
use crate::{chat::ChatError, discord};

/// The strengths of machines, weakest first.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Strength {
    #[name = "Spore (easiest)"]
    Spore,
    #[name = "Drifter (easy)"]
    Drifter,
    #[name = "Grazer (medium)"]
    Grazer,
    #[name = "Hunter (strong)"]
    Hunter,
    #[name = "Apex (hardest)"]
    Apex,
}

impl Strength {
    const fn level(self) -> Level {
        match self {
            Strength::Spore => Level::Spore,
            Strength::Drifter => Level::Drifter,
            Strength::Grazer => Level::Grazer,
            Strength::Hunter => Level::Hunter,
            Strength::Apex => Level::Apex,
        }
    }
}

/// Open a game in this channel and invite people to it
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn play(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "A player to invite"] invite: Option<User>,
    #[description = "Options, such as size=8; leave empty for the recommended game"]
    #[autocomplete = "complete_options"]
    options: Option<String>,
    #[description = "The clock, such as 72h+12h/120h, 3d/turn or none, hard or soft; leave empty for the default"]
    #[autocomplete = "complete_clock"]
    clock: Option<String>,
    #[description = "Fill the free seats with machines of this strength; alone, you start at once"]
    machine: Option<Strength>,
    #[description = "Another player to invite"] invite2: Option<User>,
    #[description = "Another player to invite"] invite3: Option<User>,
    #[description = "Another player to invite"] invite4: Option<User>,
    #[description = "Another player to invite"] invite5: Option<User>,
    #[description = "Another player to invite"] invite6: Option<User>,
    #[description = "Another player to invite"] invite7: Option<User>,
) -> Done {
    let invited = [invite, invite2, invite3, invite4, invite5, invite6, invite7];
    let members = &ctx.interaction.data.resolved.members;
    let mut names = BTreeMap::from([(ctx.interaction.user.id.get().into(), host_name(ctx))]);
    let invited = invited.into_iter().flatten().map(|user| {
        let (person, member) = (user.id.get().into(), members.get(&user.id));
        let nick = member.and_then(|member| member.nick.clone());
        names.insert(person, nick.unwrap_or_else(|| user.display_name().to_owned()));
        Invitee { person, bot: user.bot, here: member.is_some() }
    });
    let wish = Wish {
        options: choices::plain_options(&game, &options.unwrap_or_default()),
        game,
        clock: clock.unwrap_or_default(),
        machine: machine.map(Strength::level),
        invited: invited.collect(),
    };
    respond_with(ctx, open(ctx, wish, &names)).await
}

/// Opens the requested lobby in this channel, or in a new thread if the channel already has a lobby or game.
async fn open(ctx: Context<'_>, wish: Wish, names: &BTreeMap<PersonId, String>) -> Result<Response, Error> {
    let caller = caller(ctx);
    let thread = in_thread(channel_kind(ctx));
    let service = &ctx.data().service;
    let request = service.consider(&caller, &wish).await?;
    allowed(discord::missing(permissions(ctx), thread))?;
    match service.open_lobby(&caller, &member(ctx), &request, home(ctx)).await {
        Err(Error::Rejected(Rejected::Lobby(LobbyRejected::ChannelTaken { .. }))) => {
            let waiting = service.lobby_in(caller.channel).await?;
            if thread {
                let waiting = waiting.as_ref().map(Into::into);
                return Err(Error::rejected(LobbyRejected::ChannelTaken { waiting }));
            }
            open_in_thread(ctx, &request, names, waiting.as_ref()).await.map(view::ephemeral)
        }
        opened => Ok(match opened? {
            Opened::New(lobby) => Response::Lobby(lobby.id, ctx.data().writer.lobby(&lobby).await?),
            Opened::Before(lobby) => {
                Response::Ephemeral(posts::opened_before(&lobby, lobby.channel == caller.channel))
            }
            Opened::Soon => view::ephemeral(text::OPENED_SOON),
            Opened::Started(game) => Response::Lobby(game.id, posts::started_lobby(&game)),
        }),
    }
}

/// Returns the caller's name on this server.
fn host_name(ctx: Context<'_>) -> String {
    let member = ctx.interaction.member.as_ref();
    let name = member.map_or_else(|| ctx.interaction.user.display_name(), |member| member.display_name());
    name.to_owned()
}

/// Returns the channel that a lobby is opened from. For a thread, this is its parent channel.
fn home(ctx: Context<'_>) -> ChannelId {
    let above = ctx.interaction.channel.as_ref().filter(|channel| in_thread(channel.kind));
    let home = above.and_then(|channel| channel.parent_id).unwrap_or(ctx.interaction.channel_id);
    home.get().into()
}

fn channel_kind(ctx: Context<'_>) -> ChannelType {
    ctx.interaction.channel.as_ref().map_or(ChannelType::Text, |channel| channel.kind)
}

const fn in_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

/// Returns the bot's permissions in the channel.
fn permissions(ctx: Context<'_>) -> Permissions {
    ctx.interaction.app_permissions.unwrap_or(Permissions::all())
}

fn allowed(missing: Vec<&'static str>) -> Result<(), Error> {
    if missing.is_empty() { Ok(()) } else { Err(missing_permissions(missing)) }
}

fn missing_permissions(names: Vec<&'static str>) -> Error {
    Error::rejected(ChannelRejected::MissingPermissions { names })
}

/// Opens a thread named after the lobby's number, and the lobby in it. Returns the message for the host. Limits are checked
/// before there is a thread.
async fn open_in_thread(
    ctx: Context<'_>,
    request: &Request,
    names: &BTreeMap<PersonId, String>,
    waiting: Option<&Lobby>,
) -> Result<String, Error> {
    let kind = discord::thread_kind(channel_kind(ctx));
    let kind = kind.ok_or_else(|| Error::rejected(ChannelRejected::NoThreads))?;
    allowed(discord::missing_for_threads(permissions(ctx)))?;
    let caller = caller(ctx);
    let service = &ctx.data().service;
    let lobby = match service.reserve_lobby(&caller, &member(ctx), request).await? {
        Opened::New(lobby) => lobby,
        Opened::Before(lobby) => return Ok(text::opened_before(&lobby)),
        Opened::Soon | Opened::Started(_) => return Ok(text::OPENED_SOON.to_owned()),
    };
    let name = |person: PersonId| {
        names.get(&person).cloned().or_else(|| Machine::of(person).map(|machine| machine.to_string()))
    };
    let people: Vec<String> = lobby.guests.iter().filter_map(|guest| name(guest.person)).collect();
    let name = thread_name(lobby.kind, &people, lobby.id);
    let placed = place(ctx, &lobby, kind, name, names.clone()).await;
    if placed.is_err() {
        service.forget_lobby(lobby.id).await;
    }
    Ok(text::opened_thread(placed?, lobby.kind, waiting))
}

/// Opens the thread of a reserved lobby, and the lobby in it. If that fails, the thread is deleted again.
async fn place(
    ctx: Context<'_>,
    lobby: &Lobby,
    kind: ChannelType,
    name: String,
    people: BTreeMap<PersonId, String>,
) -> Result<ChannelId, Error> {
    let (app, caller) = (ctx.data(), caller(ctx));
    let thread = app.discord.open_thread(caller.channel, kind, &name).await.map_err(|error| match error {
        ChatError::Refused(why) => Error::rejected(ChannelRejected::ThreadRefused { why }),
        ChatError::Forbidden => missing_permissions(vec!["Create Public Threads"]),
        ChatError::Limited { .. } => Error::rejected(ChannelRejected::ThreadsLimited),
        other => Error::Internal(other.into()),
    })?;
    let new = NewThread { id: thread, name, people };
    let placed = app.service.place_lobby(&caller, lobby.id, new).await;
    if placed.is_err()
        && let Err(error) = app.discord.remove_thread(thread).await
    {
        tracing::warn!(%thread, "deleting a thread without a game failed: {error}");
    }
    placed.map(|()| thread)
}

async fn complete_options(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let named =
        ctx.interaction.data.options().into_iter().find_map(|option| match (option.name, option.value) {
            ("game", ResolvedValue::String(name)) => Some(name),
            _ => None,
        });
    let kind = named.and_then(catalogue::find_game);
    let Some(kind) = kind else { return completions(Vec::new()) };
    let usual = ctx.data().service.usual_preset(&caller(ctx), kind).await;
    completed("options", usual.map(|usual| choices::complete(kind, typed, usual)))
}
