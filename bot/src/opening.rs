//! Opens lobbies, for `/play` and for buttons that play a machine.

use std::collections::BTreeMap;

use data::{ChannelId, Lobby, Machine, PersonId};
use messages::{
    posts, text,
    view::{self, Response},
};
use play::{
    error::Error,
    rejected::{ChannelRejected, LobbyRejected, Rejected},
    service::{Caller, Member, NewThread, Opened, Request, Wish, thread_name},
};
use poise::serenity_prelude::{ChannelType, PartialChannel, Permissions};

use crate::{app::App, chat::ChatError, discord};

/// The place of a request for a lobby, and the person behind it.
pub(crate) struct Place<'a> {
    /// The person who asks, and the channel.
    pub caller: Caller,
    /// The caller's roles and rights.
    pub member: Member,
    /// The channel as Discord describes it.
    pub channel: Option<&'a PartialChannel>,
    /// The bot's permissions in the channel, if Discord says them.
    pub permissions: Option<Permissions>,
}

impl Place<'_> {
    fn kind(&self) -> ChannelType {
        self.channel.map_or(ChannelType::Text, |channel| channel.kind)
    }

    /// Returns the channel that a lobby is opened from. For a thread, this is its parent channel.
    fn home(&self) -> ChannelId {
        let above = self.channel.filter(|channel| in_thread(channel.kind));
        above.and_then(|channel| channel.parent_id).map_or(self.caller.channel, |home| home.get().into())
    }

    fn permissions(&self) -> Permissions {
        self.permissions.unwrap_or(Permissions::all())
    }
}

/// Opens the requested lobby in this channel, or in a new thread if the channel already has a lobby or game. `names` are those of the
/// caller and the invited players on the server.
///
/// # Errors
/// [`Error::Rejected`] if the lobby is not possible, or the bot lacks a permission.
pub(crate) async fn open(
    app: &App,
    place: Place<'_>,
    wish: Wish,
    names: BTreeMap<PersonId, String>,
) -> Result<Response, Error> {
    let thread = in_thread(place.kind());
    let (service, caller) = (&app.service, &place.caller);
    let request = service.consider(caller, &wish).await?;
    allowed(discord::missing(place.permissions(), thread))?;
    match service.open_lobby(caller, &place.member, &request, place.home()).await {
        Err(Error::Rejected(Rejected::Lobby(LobbyRejected::ChannelTaken { .. }))) => {
            let waiting = service.lobby_in(caller.channel).await?;
            if thread {
                let waiting = waiting.as_ref().map(Into::into);
                return Err(Error::rejected(LobbyRejected::ChannelTaken { waiting }));
            }
            open_in_thread(app, &place, &request, names, waiting.as_ref()).await.map(view::ephemeral)
        }
        opened => Ok(match opened? {
            Opened::New(lobby) => Response::Lobby(lobby.id, app.writer.lobby(&lobby).await?),
            Opened::Before(lobby) => {
                Response::Ephemeral(posts::opened_before(&lobby, lobby.channel == caller.channel))
            }
            Opened::Soon => view::ephemeral(text::OPENED_SOON),
            Opened::Started(game) => Response::Lobby(game.id, posts::started_lobby(&game)),
        }),
    }
}

const fn in_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
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
    app: &App,
    place: &Place<'_>,
    request: &Request,
    names: BTreeMap<PersonId, String>,
    waiting: Option<&Lobby>,
) -> Result<String, Error> {
    let kind = discord::thread_kind(place.kind());
    let kind = kind.ok_or_else(|| Error::rejected(ChannelRejected::NoThreads))?;
    allowed(discord::missing_for_threads(place.permissions()))?;
    let service = &app.service;
    let lobby = match service.reserve_lobby(&place.caller, &place.member, request).await? {
        Opened::New(lobby) => lobby,
        Opened::Before(lobby) => return Ok(text::opened_before(&lobby)),
        Opened::Soon | Opened::Started(_) => return Ok(text::OPENED_SOON.to_owned()),
    };
    let name = |person: PersonId| {
        names.get(&person).cloned().or_else(|| Machine::of(person).map(|machine| machine.to_string()))
    };
    let people: Vec<String> = lobby.guests.iter().filter_map(|guest| name(guest.person)).collect();
    let name = thread_name(lobby.kind, &people, lobby.id);
    let placed = put_in_thread(app, &place.caller, &lobby, kind, name, names).await;
    if placed.is_err() {
        service.forget_lobby(lobby.id).await;
    }
    Ok(text::opened_thread(placed?, lobby.kind, waiting))
}

/// Opens the thread of a reserved lobby, and the lobby in it. If that fails, the thread is deleted again.
async fn put_in_thread(
    app: &App,
    caller: &Caller,
    lobby: &Lobby,
    kind: ChannelType,
    name: String,
    people: BTreeMap<PersonId, String>,
) -> Result<ChannelId, Error> {
    let thread = app.discord.open_thread(caller.channel, kind, &name).await.map_err(|error| match error {
        ChatError::Refused(why) => Error::rejected(ChannelRejected::ThreadRefused { why }),
        ChatError::Forbidden => missing_permissions(vec!["Create Public Threads"]),
        ChatError::Limited { .. } => Error::rejected(ChannelRejected::ThreadsLimited),
        other => Error::Internal(other.into()),
    })?;
    let new = NewThread { id: thread, name, people };
    let placed = app.service.place_lobby(caller, lobby.id, new).await;
    if placed.is_err()
        && let Err(error) = app.discord.remove_thread(thread).await
    {
        tracing::warn!(%thread, "deleting a thread without a game failed: {error}");
    }
    placed.map(|()| thread)
}
