//! Lobbies: opening, joining and leaving them, their options, and starting the game.

use std::collections::BTreeMap;

use clock::{Control, MINUTE, earlier, later};
use data::{
    ChannelId, Clocks, Game, GameId, GameState, GuestStatus, GuildId, Lobby, Machine, MessageId, NewGame,
    Payload, PersonId, Readiness, Seating, StoreError, Tx,
};
use engine::Level;
use jiff::{SignedDuration, Timestamp};
use rand::seq::SliceRandom as _;
use rules::{Kind, Options, PLAYERS, PRESET, SetupError, Table};

use super::{
    core::{Caller, Service, once},
    limits::Member,
    limits::{self, LIFE},
    machine_lobby, returning,
    thread::thread_name,
};
use crate::{
    catalogue,
    content::{Closed, Content, LobbyState, Response},
    error::Error,
    game::{
        clocks,
        lots::{Purpose, lots},
        machines, terms,
    },
    rejected::{LobbyRejected, OptionsRejected, Rejected},
    seats, setup,
};

/// When the outbox checks that the response has shown a new lobby, and otherwise posts it. By then a late response can no
/// longer arrive ([`data::REPLY`]), so the lobby never appears twice.
pub(super) const UNSHOWN: SignedDuration = SignedDuration::from_millis(4_500);
/// How long a repeated `/play` means the same lobby. Its caller saw no response, or sent it twice.
const SAME_WISH: SignedDuration = MINUTE;
/// How long after a response has changed a lobby the outbox updates its message again. Responses to several people at once can
/// arrive in another order or get lost.
pub(super) const ANSWERED: SignedDuration = SignedDuration::from_secs(2);

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

    /// Returns the open lobby of a channel.
    pub async fn lobby_in(&self, channel: ChannelId) -> Result<Option<Lobby>, Error> {
        self.store
            .read(move |tx| match tx.game_in(channel)? {
                Some((id, GameState::Lobby)) => Ok(Some(tx.lobby(id)?)),
                _ => Ok(None),
            })
            .await
    }

    /// Lets the outbox check whether the message of a lobby still exists, and post a new one if not. Does nothing for a lobby
    /// opened a moment ago, because the response that shows it may still be on its way.
    pub(super) async fn look_for_lobby(&self, lobby: &Lobby) {
        let (id, at) = (lobby.id, self.now());
        if lobby.message.is_none() && at < later(lobby.created, UNSHOWN) {
            return;
        }
        match self.store.write(move |tx| tx.queue(id, &Payload::Lobby, at)).await {
            Ok(()) => self.wake_outbox(),
            Err(error) => {
                tracing::warn!(game = %id, "requeuing the lobby's post failed: {error}")
            }
        }
    }

    /// Records which message shows a lobby.
    pub async fn lobby_shown(&self, game: GameId, message: MessageId) -> Result<(), Error> {
        self.store.write(move |tx| Ok(tx.set_lobby_message(game, message)?)).await
    }

    /// Joins a lobby as a player who is called `name` on the server; a rematch that everybody has joined starts.
    ///
    /// # Errors
    /// When it is full, has started or was closed.
    pub async fn join_as(&self, caller: &Caller, game: GameId, name: &str) -> Result<Response, Error> {
        let (caller, name, offered) = (*caller, name.to_owned(), self.offers_machines());
        self.change(&caller, game, move |tx| {
            let post = join(tx, &caller, game, offered)?;
            tx.set_name(game, caller.person, &name)?;
            Ok(post)
        })
        .await
    }

    /// Lets the caller leave a lobby or decline its invitation. If the host leaves, the player who joined next becomes the
    /// host. If no player remains, the lobby closes.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller has neither joined nor been invited.
    pub async fn leave(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let caller = *caller;
        self.change(&caller, game, move |tx| leave(tx, &caller, game)).await
    }

    /// Starts the game: assigns the seats and queues the first board.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, or the number of players does not fit.
    pub async fn start(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let (caller, offered) = (*caller, self.offers_machines());
        self.change(&caller, game, move |tx| {
            let lobby = to_change(tx, &caller, game)?;
            only_host(&lobby, caller.person)?;
            begin(tx, &without_usual_clock(tx, lobby)?, &caller, offered)
        })
        .await
    }

    /// Changes a lobby in response to a press. If the press comes twice, the second one only shows the lobby.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        game: GameId,
        work: impl Fn(&Tx<'_>) -> Result<LobbyState, Error> + Send + 'static,
    ) -> Result<Response, Error> {
        let caller = *caller;
        let done = self.act(move |tx| {
            once(tx, &caller, |_, _| shown(tx, game, caller.at), || Ok((work(tx)?, Some((game, 0)))))
        });
        Ok(Response::Update(Content::Lobby(self.paced(done.await?).await)))
    }

    /// Returns the panel in which the host changes a lobby's options.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host.
    pub async fn options_panel(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let lobby = tx.lobby(game)?;
                only_host(&lobby, person)?;
                Ok(Response::Ephemeral(Content::OptionsPanel(lobby)))
            })
            .await
    }

    /// Returns the panel with the values that an option of a lobby can take.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host.
    pub async fn option_values(
        &self,
        caller: &Caller,
        game: GameId,
        name: String,
    ) -> Result<Response, Error> {
        let person = caller.person;
        self.store
            .read(move |tx| {
                let lobby = tx.lobby(game)?;
                only_host(&lobby, person)?;
                Ok(Response::Update(Content::OptionValues { lobby, name: name.clone() }))
            })
            .await
    }

    /// Sets an option of a lobby. The value [`setup::DEFAULT`] resets it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, or the option does not fit the others.
    pub async fn set_option(
        &self,
        caller: &Caller,
        game: GameId,
        name: String,
        value: String,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let lobby = tx.lobby(game)?;
            only_host(&lobby, caller.person)?;
            let mut options: Options = lobby
                .options
                .iter()
                .filter(|(other, _)| *other != name)
                .map(|(other, value)| (other.to_owned(), value.clone()))
                .collect();
            if value != setup::DEFAULT {
                options.set(&name, setup::read_value(lobby.kind, &name, &value));
            }
            let lobby = set_options(tx, &caller, lobby, options)?;
            tx.queue(game, &Payload::Lobby, caller.at)?;
            Ok(Response::Update(Content::OptionsPanel(lobby)))
        })
        .await
    }

    /// Sets the preset of a lobby.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, or the game has no such preset.
    pub async fn set_preset(&self, caller: &Caller, game: GameId, name: String) -> Result<Response, Error> {
        let caller = *caller;
        self.change(&caller, game, move |tx| {
            let lobby = to_change(tx, &caller, game)?;
            only_host(&lobby, caller.person)?;
            let options = lobby.options.clone().with(PRESET, name.as_str());
            Ok(LobbyState::Open(set_options(tx, &caller, lobby, options)?))
        })
        .await
    }

    /// Sets the time control of a lobby.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, or the text is no time control.
    pub async fn set_clock(&self, caller: &Caller, game: GameId, chosen: String) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let mut lobby = tx.lobby(game)?;
            only_host(&lobby, caller.person)?;
            if let Some(control) = setup::read_clock(&chosen).map_err(Error::rejected)? {
                tx.set_control(game, &control)?;
                tx.queue(game, &Payload::Lobby, caller.at)?;
                lobby.control = control;
            }
            Ok(Response::Update(Content::OptionsPanel(lobby)))
        })
        .await
    }

    /// Sets how a lobby assigns its seats.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host.
    pub async fn set_seating(
        &self,
        caller: &Caller,
        game: GameId,
        seating: Seating,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let lobby = tx.lobby(game)?;
            only_host(&lobby, caller.person)?;
            tx.set_seating(game, seating)?;
            tx.queue(game, &Payload::Lobby, caller.at)?;
            Ok(Response::Update(Content::OptionsPanel(Lobby { seating, ..lobby })))
        })
        .await
    }

    /// Closes lobbies that nobody has started for a week.
    pub async fn close_old_lobbies(&self) -> Result<(), Error> {
        let at = self.now();
        let before = earlier(at, LIFE);
        self.act(move |tx| {
            for game in tx.lobbies_before(before)? {
                tx.cancel_lobby(game, at)?;
                tx.queue(game, &Payload::Lobby, at)?;
            }
            Ok(())
        })
        .await
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

/// Returns the present state of a lobby, without how fast its people move.
pub(super) fn shown(tx: &Tx<'_>, id: GameId, at: Timestamp) -> Result<LobbyState, Error> {
    Ok(match tx.lobby_or_closed(id)? {
        Some((lobby, true)) => LobbyState::Open(lobby),
        Some((lobby, false)) => {
            let why = closed(tx, &lobby, at)?;
            LobbyState::Closed(lobby, why)
        }
        None => LobbyState::Started(Box::new(tx.open(id)?)),
    })
}

/// Lets the caller join a lobby, inside a transaction. `offered` says whether this bot lets machines play.
pub(super) fn join(tx: &Tx<'_>, caller: &Caller, game: GameId, offered: bool) -> Result<LobbyState, Error> {
    let lobby = to_change(tx, caller, game)?;
    if lobby.status_of(caller.person) == Some(GuestStatus::Joined) {
        return Err(Error::rejected(LobbyRejected::AlreadyIn));
    }
    limits::may_join(tx, caller.person)?;
    let most = most_players(&lobby);
    if lobby.joined().count() >= usize::from(most) {
        return Err(Error::rejected(LobbyRejected::Full { most }));
    }
    limits::check_join(tx, lobby.guild, caller.person)?;
    tx.set_guest_status(game, caller.person, GuestStatus::Joined, caller.at)?;
    let lobby = tx.lobby(game)?;
    if let Some(started) = begin_if_returned(tx, &lobby, caller, offered)? {
        return Ok(started);
    }
    notify_host_if_ready(tx, &lobby, caller)?;
    Ok(LobbyState::Open(lobby))
}

/// Starts a rematch that exactly the players of the game before it have joined.
pub(super) fn begin_if_returned(
    tx: &Tx<'_>,
    lobby: &Lobby,
    caller: &Caller,
    offered: bool,
) -> Result<Option<LobbyState>, Error> {
    let fits = seats::game_for(lobby.kind, &lobby.options, lobby.joined().count()).is_some();
    let returned = fits && returning::is_complete(tx, lobby)?;
    returned.then(|| begin(tx, lobby, caller, offered)).transpose()
}

/// Lets the caller leave a lobby or decline its invitation, inside a transaction.
pub(super) fn leave(tx: &Tx<'_>, caller: &Caller, game: GameId) -> Result<LobbyState, Error> {
    let lobby = to_change(tx, caller, game)?;
    let next = lobby.joined().find(|&person| person != caller.person && !person.is_machine());
    match lobby.status_of(caller.person) {
        None | Some(GuestStatus::Declined) => return Err(Error::rejected(LobbyRejected::NotIn)),
        Some(GuestStatus::Invited) => {
            tx.set_guest_status(game, caller.person, GuestStatus::Declined, caller.at)?
        }
        Some(GuestStatus::Joined) => match next {
            Some(next) => {
                tx.remove_guest(game, caller.person)?;
                if caller.person == lobby.host {
                    tx.set_host(game, next)?;
                }
            }
            None => {
                tx.cancel_lobby(game, caller.at)?;
                return Ok(LobbyState::Closed(lobby.clone(), why_closed(&lobby, caller.at)));
            }
        },
    }
    let lobby = tx.lobby(game)?;
    notify_host_if_ready(tx, &lobby, caller)?;
    Ok(LobbyState::Open(lobby))
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

/// Takes the server's usual clock from a lobby in which one person plays with machines alone, who takes all the time they need. A
/// clock that differs from it was chosen, so it stays.
pub(super) fn without_usual_clock(tx: &Tx<'_>, lobby: Lobby) -> Result<Lobby, StoreError> {
    let machines = lobby.joined().filter(|person| person.is_machine()).count();
    let is_alone = machines > 0 && lobby.joined().count() == machines + 1;
    if !is_alone || lobby.control != usual_control(tx, lobby.guild)? {
        return Ok(lobby);
    }
    let control = Clocks::default().control;
    tx.set_control(lobby.id, &control)?;
    Ok(Lobby { control, ..lobby })
}

/// Returns the time control of a server's games whose host has chosen none.
fn usual_control(tx: &Tx<'_>, guild: GuildId) -> Result<Control, StoreError> {
    Ok(tx.settings(guild)?.clock.unwrap_or_else(setup::usual_control))
}

/// Starts the game of a lobby. Seats go by the order of joining if the host chose that. Otherwise
/// they are drawn by lot, or rotate in a rematch. Machines play only if this bot `offered` them.
///
/// # Errors
/// [`Error::Rejected`] if the number of players does not fit, machines do not play now, or a limit is reached.
pub(super) fn begin(tx: &Tx<'_>, lobby: &Lobby, caller: &Caller, offered: bool) -> Result<LobbyState, Error> {
    let at = caller.at;
    let mut people: Vec<PersonId> = lobby.joined().collect();
    let Some(new) = seats::game_for(lobby.kind, &lobby.options, people.len()) else {
        return Err(Error::rejected(LobbyRejected::wrong_count(lobby, offered)));
    };
    let has_machines = people.iter().any(|person| person.is_machine());
    if has_machines {
        machine_lobby::check(tx, lobby.kind, offered, at)?;
        limits::check_machine_games(
            tx,
            lobby.guild,
            people.iter().copied().filter(|person| !person.is_machine()),
            caller.person,
        )?;
    }
    let seats = match (lobby.seating, lobby.rematch_of) {
        (Seating::Lot, None) => {
            let of = lobby.id.get().to_le_bytes();
            people.shuffle(&mut lots(&tx.installation_secret()?, Purpose::Seats, &of));
            seats::assign(&new, &people)
        }
        (Seating::Lot, Some(of)) => returning::seats(&tx.open(of)?, &new, &people),
        (Seating::Order, _) => seats::assign(&new, &people),
    };
    let options = lobby.options.clone().with(PLAYERS, i64::from(new.seats()));
    tx.start(lobby.id, &options, &seats, &Table::from(new), at)?;
    tx.set_terms(lobby.id, &terms::settled(lobby, &options, &seats))?;
    // If `/play` starts the game, its response comes first.
    let is_first = has_machines && lobby.message.is_none();
    let due = if is_first { later(at, SignedDuration::from_secs(1)) } else { at };
    tx.queue(lobby.id, &Payload::board(0), due)?;
    name_thread(tx, lobby, at)?;
    let mut begun = tx.open(lobby.id)?;
    for player in begun.machines() {
        tx.seat_machine(begun.id, player.seat)?;
    }
    clocks::begin(tx, &mut begun, at)?;
    machines::follow(tx, &begun, at)?;
    Ok(LobbyState::Started(Box::new(begun)))
}

/// Queues another name for the thread that was opened for a lobby, if others than the people in its name play.
fn name_thread(tx: &Tx<'_>, lobby: &Lobby, at: Timestamp) -> Result<(), Error> {
    let Some(before) = tx.thread(lobby.id)? else { return Ok(()) };
    let names = lobby.joined().map(|person| tx.name(lobby.id, person));
    let names: Option<Vec<String>> = names.collect::<Result<_, _>>()?;
    tx.forget_names(lobby.id)?;
    // A name without some of the players is worse than the present one.
    let name = names.map(|names| thread_name(lobby.kind, &names, lobby.id));
    if let Some(name) = name.filter(|name| *name != before) {
        tx.queue(lobby.id, &Payload::Rename { channel: lobby.channel, name }, at)?;
    }
    Ok(())
}

/// The lobby with these options, if everybody who has joined can play with them.
fn set_options(tx: &Tx<'_>, caller: &Caller, lobby: Lobby, options: Options) -> Result<Lobby, Error> {
    let counts =
        seats::people_counts(lobby.kind, &options).map_err(|error| impossible_options(lobby.kind, error))?;
    let most = counts.last().copied().unwrap_or_default();
    if lobby.joined().count() > usize::from(most) {
        return Err(Error::rejected(LobbyRejected::TooManyJoined { most }));
    }
    tx.set_options(lobby.id, &options)?;
    let lobby = Lobby { options, ..lobby };
    notify_host_if_ready(tx, &lobby, caller)?;
    Ok(lobby)
}

pub(super) fn most_players(lobby: &Lobby) -> u8 {
    seats::people_counts(lobby.kind, &lobby.options)
        .ok()
        .and_then(|counts| counts.last().copied())
        .unwrap_or(lobby.kind.about().most())
}

pub(super) fn only_host(lobby: &Lobby, person: PersonId) -> Result<(), Error> {
    let host = lobby.host;
    if host == person { Ok(()) } else { Err(Error::rejected(LobbyRejected::OnlyHost { host })) }
}

/// Returns the rejection that a game cannot be set up with some options.
fn impossible_options(kind: Kind, error: SetupError) -> Error {
    Error::rejected(OptionsRejected::Impossible { kind, error, meant: None })
}

/// Returns the lobby that a press is about to change. Records its message if that is unknown, and queues an update in case the
/// response gets lost.
pub(super) fn to_change(tx: &Tx<'_>, caller: &Caller, game: GameId) -> Result<Lobby, Error> {
    let mut lobby = tx.lobby(game)?;
    if let (None, Some(message)) = (lobby.message, caller.pressed) {
        tx.set_lobby_message(game, message)?;
        lobby.message = Some(message);
    }
    tx.queue(game, &Payload::Lobby, later(caller.at, ANSWERED))?;
    Ok(lobby)
}

/// Returns the reason why a lobby was closed, also if a person who manages the server did it.
pub fn closed(tx: &Tx<'_>, lobby: &Lobby, at: Timestamp) -> Result<Closed, StoreError> {
    Ok(if tx.was_ended(lobby.id)? { Closed::ByManager } else { why_closed(lobby, at) })
}

/// Returns the reason why a lobby was closed by its players or by time.
#[must_use]
pub fn why_closed(lobby: &Lobby, at: Timestamp) -> Closed {
    if later(lobby.created, LIFE) <= at { Closed::TooOld } else { Closed::HostLeft }
}

/// Returns how ready a lobby is. It can start once the number of players fits and every invited user has responded, or when no
/// one else can join.
#[must_use]
pub fn readiness(lobby: &Lobby) -> Readiness {
    let (kind, options, joined) = (lobby.kind, &lobby.options, lobby.joined().count());
    let all_answered = lobby.guests.iter().all(|guest| guest.answer != GuestStatus::Invited);
    match seats::game_for(kind, options, joined) {
        Some(_) if seats::is_full(kind, options, joined) => Readiness::Full,
        Some(_) if all_answered => Readiness::Enough,
        _ => Readiness::Waiting,
    }
}

/// Notifies the host when the lobby can start, and when it is full, since an edit of the lobby notifies nobody. If players
/// leave or options change, the host is notified again later. Hosts are not notified of what they did themselves.
fn notify_host_if_ready(tx: &Tx<'_>, lobby: &Lobby, by: &Caller) -> Result<(), Error> {
    let ready = readiness(lobby);
    if ready < lobby.host_notified {
        tx.set_host_notified(lobby.id, ready)?;
    } else if ready > lobby.host_notified && by.person != lobby.host {
        tx.notify_host(lobby.id, ready, by.at)?;
    }
    Ok(())
}
