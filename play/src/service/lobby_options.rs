//! The options of a lobby, its clock and its order of seats, which the host changes.

use data::{GameId, Lobby, Payload, Seating, Tx};
use rules::{Kind, Options, PRESET, SetupError};

use super::{
    core::{Caller, Service},
    lobby::{notify_host_if_ready, only_host, to_change},
};
use crate::{
    content::{Content, LobbyState, Response},
    error::Error,
    rejected::{LobbyRejected, OptionsRejected},
    seats, setup,
};

impl Service {
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

/// Returns the rejection that a game cannot be set up with some options.
pub(super) fn impossible_options(kind: Kind, error: SetupError) -> Error {
    Error::rejected(OptionsRejected::Impossible { kind, error, meant: None })
}
