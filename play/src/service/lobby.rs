//! Lobbies: joining and leaving them, and starting the game.

use clock::{Control, earlier, later};
use data::{
    ChannelId, GameId, GameState, GuestStatus, GuildId, Lobby, MessageId, Payload, PersonId, Readiness,
    Seating, StoreError, Tx,
};
use jiff::{SignedDuration, Timestamp};
use rand::seq::SliceRandom as _;
use rules::{PLAYERS, Table};

use super::{
    core::{Caller, Service, once},
    limits::{self, LIFE},
    machine_lobby, returning,
    thread::thread_name,
};
use crate::{
    content::{Closed, Content, LobbyState, Response},
    error::Error,
    game::{
        clocks,
        lots::{Purpose, lots},
        machines, terms,
    },
    rejected::LobbyRejected,
    seats, setup,
};

/// When the outbox checks that the response has shown a new lobby, and otherwise posts it. By then a late response can no
/// longer arrive ([`data::REPLY`]), so the lobby never appears twice.
pub(super) const UNSHOWN: SignedDuration = SignedDuration::from_millis(4_500);

/// How long after a response has changed a lobby the outbox updates its message again. Responses to several people at once can
/// arrive in another order or get lost.
pub(super) const ANSWERED: SignedDuration = SignedDuration::from_secs(2);

impl Service {
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
            begin(tx, &with_control_at_start(tx, lobby)?, &caller, offered)
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

/// Gives a lobby the clock that its game starts with ([`setup::control_at_start`]).
pub(super) fn with_control_at_start(tx: &Tx<'_>, lobby: Lobby) -> Result<Lobby, StoreError> {
    let control = setup::control_at_start(&lobby);
    tx.set_control(lobby.id, &control)?;
    Ok(Lobby { control, ..lobby })
}

/// Returns the time control of a server's games whose host has chosen none.
pub(super) fn usual_control(tx: &Tx<'_>, guild: GuildId) -> Result<Control, StoreError> {
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
pub(super) fn notify_host_if_ready(tx: &Tx<'_>, lobby: &Lobby, by: &Caller) -> Result<(), Error> {
    let ready = readiness(lobby);
    if ready < lobby.host_notified {
        tx.set_host_notified(lobby.id, ready)?;
    } else if ready > lobby.host_notified && by.person != lobby.host {
        tx.notify_host(lobby.id, ready, by.at)?;
    }
    Ok(())
}
