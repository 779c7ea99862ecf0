//! Opening lobbies, in a channel or in a thread of their own.

use std::collections::BTreeMap;

use clock::{Control, MINUTE, earlier, later};
use data::{
    ChannelId, Clocks, Game, GameId, GuestStatus, GuildId, Lobby, Machine, NewGame, Payload, PersonId, Tx,
};
use engine::Level;
use jiff::{SignedDuration, Timestamp};
use rules::{Kind, Options};

use super::{
    core::{Caller, Service, once},
    limits::{self, LIFE, Member},
    lobby::{UNSHOWN, shown, usual_control},
    lobby_options::impossible_options,
    machine_lobby,
};
use crate::{
    catalogue,
    content::LobbyState,
    error::Error,
    rejected::{LobbyRejected, Rejected},
    seats, setup,
};

/// How long a repeated `/play` means the same lobby. Its caller saw no response, or sent it twice.
const SAME_WISH: SignedDuration = MINUTE;

/// A request for a game as its caller typed it.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The name of the game.
    pub game: String,
    /// The options, such as `size=6 goal=12`.
    pub options: String,
    /// The time control, or empty for the server's default.
    pub clock: String,
    /// The level of the machines that fill the free seats.
    pub machine: Option<Level>,
    /// The users to invite. The caller among them is ignored.
    pub invited: Vec<Invitee>,
}

/// The outcome of a request for a lobby.
#[derive(Clone, Debug)]
pub enum Opened {
    /// The lobby is open now, or has its number and waits for its thread.
    New(Lobby),
    /// An earlier request has opened the same lobby.
    Before(Lobby),
    /// An earlier request is about to open the same lobby in a thread.
    Soon,
    /// Machines fill the lobby, so its game has started.
    Started(Box<Game>),
}

/// A user to invite to a lobby.
#[derive(Clone, Copy, Debug)]
pub struct Invitee {
    /// The id of the user.
    pub person: PersonId,
    /// Whether this is a bot. Bots cannot play.
    pub bot: bool,
    /// Whether the user is a member of the server. Others could not see the lobby.
    pub here: bool,
}

/// A thread that was opened for a lobby.
#[derive(Clone, Debug)]
pub struct NewThread {
    /// The thread.
    pub id: ChannelId,
    /// Its name.
    pub name: String,
    /// The names of the host and the invited players on the server.
    pub people: BTreeMap<PersonId, String>,
}

/// A wish that was found possible.
#[derive(Clone, Debug)]
pub struct Request {
    kind: Kind,
    options: Options,
    control: Option<Control>,
    invited: Vec<PersonId>,
    machines: Option<Level>,
}

impl Service {
    /// Returns the preset that the caller's server has chosen for a game.
    pub async fn usual_preset(&self, caller: &Caller, kind: Kind) -> Result<Option<&'static str>, Error> {
        let Some(guild) = caller.guild else { return Ok(None) };
        Ok(self.store.read(move |tx| tx.settings(guild)).await?.presets.get(&kind).copied())
    }

    /// Checks a wish: the game, its options and the invited users.
    ///
    /// # Errors
    /// [`Error::Rejected`] with what would be possible instead.
    pub async fn consider(&self, caller: &Caller, wish: &Wish) -> Result<Request, Error> {
        let unknown = || Error::rejected(Rejected::UnknownKind { typed: wish.game.clone() });
        let kind = catalogue::find_game(&wish.game).ok_or_else(unknown)?;
        let options = setup::read(kind, &wish.options).map_err(Error::rejected)?;
        let server = self.usual_preset(caller, kind).await?;
        let options = catalogue::with_usual(kind, options, server);
        let control = setup::read_clock(&wish.clock).map_err(Error::rejected)?;
        let counts = seats::people_counts(kind, &options).map_err(|error| impossible_options(kind, error))?;
        let invited = people_to_invite(caller.person, &wish.invited)?;
        let most = counts.last().copied().unwrap_or(kind.about().most());
        if invited.len() >= usize::from(most) {
            return Err(Error::rejected(LobbyRejected::TooManyInvited { kind, most }));
        }
        let machines = wish.machine;
        if machines.is_some() {
            let (offered, at) = (self.offers_machines(), caller.at);
            self.store.read(move |tx| machine_lobby::check(tx, kind, offered, at)).await?;
        }
        // Somebody who plays with machines alone takes all the time they need.
        let alone = machines.is_some() && invited.is_empty();
        let control = control.or_else(|| alone.then(|| Clocks::default().control));
        Ok(Request { kind, options, control, invited, machines })
    }

    /// Opens a lobby in the caller's channel, where the response shows it. `home` is that channel, or the parent channel of a
    /// thread. If the interaction comes twice, the second one finds the lobby of the first.
    ///
    /// # Errors
    /// [`LobbyRejected::ChannelTaken`] when another lobby or game has the channel; [`Rejected::Limit`] when it would be one too
    /// many; [`Rejected::Blocked`] or another [`LobbyRejected`] when the caller may not open games there.
    pub async fn open_lobby(
        &self,
        caller: &Caller,
        member: &Member,
        request: &Request,
        home: ChannelId,
    ) -> Result<Opened, Error> {
        let (new, control, machines) = (new_game(caller, request)?, request.control, request.machines);
        let (caller, member) = (*caller, member.clone());
        let opened = self.act(move |tx| {
            let again = |game, _| {
                let lobby = match shown(tx, game, caller.at)? {
                    LobbyState::Started(game) => return Ok(Opened::Started(game)),
                    _ => tx.lobby(game)?,
                };
                let here = lobby.channel == new.channel;
                Ok(if here { Opened::New(lobby) } else { Opened::Before(lobby) })
            };
            once(tx, &caller, again, || {
                if let Some(opened) = opened_before(tx, &new, (control, machines), home)? {
                    return Ok((opened, None));
                }
                limits::may_join(tx, caller.person)?;
                limits::check(tx, &member, &new, home)?;
                let game = tx.open_lobby(&new)?;
                furnish(tx, game, new.guild, control, home)?;
                tx.queue(game, &Payload::Lobby, later(new.at, UNSHOWN))?;
                let mut lobby = tx.lobby(game)?;
                if let Some(level) = machines {
                    lobby = seat_machines(tx, &lobby, level, new.at)?;
                }
                let opened = match start_with_machines(tx, lobby, &caller)? {
                    LobbyState::Started(game) => Opened::Started(game),
                    _ => Opened::New(tx.lobby(game)?),
                };
                Ok((opened, Some((game, 0))))
            })
        });
        let opened = opened.await?;
        Ok(match opened {
            Opened::New(lobby) => Opened::New(self.with_paces(lobby).await),
            Opened::Before(lobby) => {
                self.look_for_lobby(&lobby).await;
                Opened::Before(self.with_paces(lobby).await)
            }
            Opened::Soon => Opened::Soon,
            Opened::Started(game) => Opened::Started(game),
        })
    }

    /// Reserves the number of a lobby that will be in a new thread of the caller's channel. The lobby counts towards the
    /// caller's limit. [`Service::place_lobby`] opens it and [`Service::forget_lobby`] discards it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if a limit is reached, or the caller may not open games there.
    pub async fn reserve_lobby(
        &self,
        caller: &Caller,
        member: &Member,
        request: &Request,
    ) -> Result<Opened, Error> {
        let (new, control, machines) = (new_game(caller, request)?, request.control, request.machines);
        let member = member.clone();
        self.store
            .write(move |tx| {
                let home = new.channel;
                if let Some(opened) = opened_before(tx, &new, (control, machines), home)? {
                    return Ok(opened);
                }
                limits::may_join(tx, new.host)?;
                limits::check(tx, &member, &new, home)?;
                let game = tx.reserve_lobby(&new)?;
                furnish(tx, game, new.guild, control, home)?;
                let reserved = tx.lobby_or_closed(game)?;
                let (mut lobby, _) = reserved.ok_or_else(|| Error::rejected(Rejected::UnknownGame))?;
                if let Some(level) = machines {
                    lobby = seat_machines(tx, &lobby, level, new.at)?;
                }
                Ok(Opened::New(lobby))
            })
            .await
    }

    /// Opens a reserved lobby in its thread. The outbox posts it there, or the board if machines fill it.
    pub async fn place_lobby(&self, caller: &Caller, game: GameId, thread: NewThread) -> Result<(), Error> {
        let caller = *caller;
        self.act(move |tx| {
            tx.place_lobby(game, thread.id)?;
            tx.set_thread(game, &thread.name)?;
            for (&person, name) in &thread.people {
                tx.set_name(game, person, name)?;
            }
            tx.set_done(caller.interaction, game, 0, caller.at)?;
            tx.queue(game, &Payload::Lobby, caller.at)?;
            start_with_machines(tx, tx.lobby(game)?, &caller).map(drop)
        })
        .await
    }

    /// Discards a reserved lobby that gets no thread. If that fails, the lobby counts as open for a minute.
    pub async fn forget_lobby(&self, game: GameId) {
        if let Err(error) = self.store.write(move |tx| tx.forget_reserved(game)).await {
            tracing::warn!(%game, "deleting a lobby without a thread failed: {error:#}");
        }
    }
}

/// Returns the people that `host` invites, each once and without themselves.
///
/// # Errors
/// [`LobbyRejected`] if one of them is a bot or not on the server, or only the host is invited.
pub(super) fn people_to_invite(host: PersonId, invitees: &[Invitee]) -> Result<Vec<PersonId>, Error> {
    let mut people: Vec<PersonId> = Vec::new();
    for invitee in invitees {
        if invitee.bot {
            return Err(Error::rejected(LobbyRejected::BotInvited { bot: invitee.person }));
        }
        if !invitee.here {
            return Err(Error::rejected(LobbyRejected::NotOnServer { person: invitee.person }));
        }
        if invitee.person != host && !people.contains(&invitee.person) {
            people.push(invitee.person);
        }
    }
    if people.is_empty() && !invitees.is_empty() {
        return Err(Error::rejected(LobbyRejected::OnlyYourself));
    }
    Ok(people)
}

/// Returns the lobby that a caller requests in their channel.
fn new_game(caller: &Caller, request: &Request) -> Result<NewGame, Error> {
    Ok(NewGame {
        kind: request.kind,
        options: request.options.clone(),
        guild: caller.guild.ok_or_else(|| Error::rejected(Rejected::OutsideServers))?,
        channel: caller.channel,
        host: caller.person,
        invited: request.invited.clone(),
        at: caller.at,
    })
}

/// Gives a new lobby its time control, and records the channel it was opened from.
fn furnish(
    tx: &Tx<'_>,
    game: GameId,
    guild: GuildId,
    chosen: Option<Control>,
    home: ChannelId,
) -> Result<(), Error> {
    let control = match chosen {
        Some(control) => control,
        None => usual_control(tx, guild)?,
    };
    tx.set_control(game, &control)?;
    Ok(tx.set_home(game, home)?)
}

/// Finds a lobby that the same person has opened from the same channel by the same request, if that was a moment ago or the
/// lobby has no message yet.
fn opened_before(
    tx: &Tx<'_>,
    new: &NewGame,
    wish: (Option<Control>, Option<Level>),
    home: ChannelId,
) -> Result<Option<Opened>, Error> {
    let (since, reserved) = (earlier(new.at, LIFE), earlier(new.at, limits::RESERVED));
    for id in tx.lobbies_of(new.host, new.guild, since, reserved)? {
        let Some((lobby, open)) = tx.lobby_or_closed(id)? else { continue };
        let is_new = lobby.message.is_none() || lobby.created > earlier(new.at, SAME_WISH);
        if is_new && tx.home(id)? == home && wishes_for(new, wish, &lobby) {
            return Ok(Some(if open { Opened::Before(lobby) } else { Opened::Soon }));
        }
    }
    Ok(None)
}

/// Returns whether a lobby is what `new` asks for.
fn wishes_for(new: &NewGame, (control, machines): (Option<Control>, Option<Level>), lobby: &Lobby) -> bool {
    let all_asked = new.invited.iter().all(|&person| lobby.status_of(person).is_some());
    let nobody_else = lobby
        .guests
        .iter()
        .all(|guest| guest.answer == GuestStatus::Joined || new.invited.contains(&guest.person));
    let mut levels = lobby.joined().filter_map(Machine::of).map(Machine::level);
    let same_machines = match machines {
        Some(_) => levels.next() == machines && levels.all(|level| Some(level) == machines),
        None => levels.next().is_none(),
    };
    lobby.rematch_of.is_none()
        && same_machines
        && lobby.kind == new.kind
        && lobby.options == new.options
        && control.is_none_or(|control| control == lobby.control)
        && all_asked
        && nobody_else
}

/// Fills the free seats of a new lobby with machines.
fn seat_machines(tx: &Tx<'_>, lobby: &Lobby, level: Level, at: Timestamp) -> Result<Lobby, Error> {
    limits::check_machine_lobby(tx, lobby, at)?;
    machine_lobby::fill(tx, lobby, level, at)
}

/// Starts the game of a new lobby with machines, if nobody else is expected. [`Service::consider`] has checked that they are offered.
fn start_with_machines(tx: &Tx<'_>, lobby: Lobby, caller: &Caller) -> Result<LobbyState, Error> {
    let has_machines = lobby.joined().any(PersonId::is_machine);
    if has_machines {
        machine_lobby::start_if_complete(tx, lobby, caller, true)
    } else {
        Ok(LobbyState::Open(lobby))
    }
}
