//! Machines in lobbies: the host seats them and sends them away.

use data::{GameId, GuestStatus, Lobby, Machine, Tx};
use engine::Level;
use jiff::Timestamp;
use rules::{Kind, PLAYERS};

use super::{
    core::{Caller, Service},
    limits,
    lobby::{begin, most_players, only_host, to_change, with_control_at_start},
    machine::are_busy,
};
use crate::{
    content::{LobbyState, Response},
    error::Error,
    rejected::MachineRejected,
    seats,
};

/// The level of the machines that fill a lobby with one press.
pub const USUAL_LEVEL: Level = Level::Grazer;

/// A host's act about the machines of a lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MachineAct {
    /// Adds a machine of this level.
    Add(Level),
    /// Fills the free seats with machines of the usual level, and starts the game if nobody else is expected.
    Fill,
    /// Sends the machine away that came last.
    Remove,
}

impl Service {
    /// Adds machines to a lobby, or sends one away.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, there are no machines for the game, no seat is free, or a limit is reached.
    pub async fn change_machines(
        &self,
        caller: &Caller,
        game: GameId,
        act: MachineAct,
    ) -> Result<Response, Error> {
        let (caller, offered) = (*caller, self.offers_machines());
        self.change(&caller, game, move |tx| {
            let lobby = to_change(tx, &caller, game)?;
            only_host(&lobby, caller.person)?;
            if act != MachineAct::Remove {
                check(tx, lobby.kind, offered, caller.at)?;
                limits::check_machine_lobby(tx, &lobby, caller.at)?;
            }
            match act {
                MachineAct::Add(level) => Ok(LobbyState::Open(add(tx, &lobby, level, caller.at)?)),
                MachineAct::Fill => {
                    let lobby = fill(tx, &lobby, USUAL_LEVEL, caller.at)?;
                    start_if_complete(tx, with_control_at_start(tx, lobby)?, &caller, offered)
                }
                MachineAct::Remove => remove(tx, lobby),
            }
        })
        .await
    }
}

/// Checks that machines can play a game.
///
/// # Errors
/// [`MachineRejected`].
pub(super) fn check(tx: &Tx<'_>, kind: Kind, offered: bool, at: Timestamp) -> Result<(), Error> {
    if !offered {
        return Err(Error::rejected(MachineRejected::NotOffered));
    }
    if !kind.is_searchable() {
        return Err(Error::rejected(MachineRejected::CannotPlay { kind }));
    }
    if are_busy(tx, at)? {
        return Err(Error::rejected(MachineRejected::Busy));
    }
    Ok(())
}

/// Returns how many people and machines have joined a lobby or are invited.
fn expected(lobby: &Lobby) -> usize {
    lobby.guests.iter().filter(|guest| guest.answer != GuestStatus::Declined).count()
}

/// Fills a lobby with machines of a level: up to the chosen number of seats, or else until a game can begin.
pub(super) fn fill(tx: &Tx<'_>, lobby: &Lobby, level: Level, at: Timestamp) -> Result<Lobby, Error> {
    let counts = seats::people_counts(lobby.kind, &lobby.options).unwrap_or_default();
    let expected = expected(lobby);
    let wanted = match lobby.options.get(PLAYERS) {
        Some(_) => counts.last(),
        None => counts.iter().find(|&&count| usize::from(count) > expected),
    };
    let free = wanted.map_or(0, |&wanted| usize::from(wanted).saturating_sub(expected));
    if free == 0 {
        return Err(Error::rejected(MachineRejected::NoSeat { most: most_players(lobby) }));
    }
    let mut lobby = lobby.clone();
    for _ in 0..free {
        lobby = add(tx, &lobby, level, at)?;
    }
    Ok(lobby)
}

/// Starts the game of a lobby in which nobody else is expected.
pub(super) fn start_if_complete(
    tx: &Tx<'_>,
    lobby: Lobby,
    caller: &Caller,
    offered: bool,
) -> Result<LobbyState, Error> {
    let is_waiting = lobby.guests.iter().any(|guest| guest.answer == GuestStatus::Invited);
    let fits = seats::game_for(lobby.kind, &lobby.options, lobby.joined().count()).is_some();
    if fits && !is_waiting { begin(tx, &lobby, caller, offered) } else { Ok(LobbyState::Open(lobby)) }
}

/// Lets the next machine of a level join a lobby.
pub(super) fn add(tx: &Tx<'_>, lobby: &Lobby, level: Level, at: Timestamp) -> Result<Lobby, Error> {
    let most = most_players(lobby);
    let mut machines = (1..=Machine::MOST).filter_map(|number| Machine::new(level, number));
    let free = machines.find(|machine| lobby.status_of(machine.person()).is_none());
    let Some(machine) = free.filter(|_| expected(lobby) < usize::from(most)) else {
        return Err(Error::rejected(MachineRejected::NoSeat { most }));
    };
    tx.set_guest_status(lobby.id, machine.person(), GuestStatus::Joined, at)?;
    tx.set_name(lobby.id, machine.person(), &machine.to_string())?;
    let (lobby, _) = tx.lobby_or_closed(lobby.id)?.ok_or(data::StoreError::NoSuchGame(lobby.id))?;
    Ok(lobby)
}

/// Removes the machine that joined last.
fn remove(tx: &Tx<'_>, lobby: Lobby) -> Result<LobbyState, Error> {
    let Some(last) = lobby.joined().filter(|person| person.is_machine()).last() else {
        return Ok(LobbyState::Open(lobby));
    };
    tx.remove_guest(lobby.id, last)?;
    Ok(LobbyState::Open(tx.lobby(lobby.id)?))
}
