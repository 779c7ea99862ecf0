//! Rematches: the same game again with rotated seats.

use clock::later;
use data::{Casual, Game, GameId, GameState, GuestStatus, NewGame, Payload, PersonId, StoreError, Terms, Tx};
use engine::Level;
use rules::PLAYERS;

use super::{
    core::{Caller, Service, once},
    limits,
    limits::Member,
    lobby, machine_lobby,
};
use crate::{
    content::{Content, Response},
    error::Error,
    rejected::RematchRejected,
};

impl Service {
    /// Opens the lobby of a rematch of a finished game and invites all its players. If that lobby exists, the caller joins it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the game is not over, the caller had no seat, the channel has another game, a limit is reached, or
    /// the caller may not open or join games.
    pub async fn rematch_as(&self, caller: &Caller, member: &Member, of: GameId) -> Result<Response, Error> {
        let (caller, member, offered) = (*caller, member.clone(), self.offers_machines());
        let response = self.act(move |tx| rematch(tx, &caller, &member, (of, None), offered)).await?;
        Ok(self.with_paces_in(response).await)
    }

    /// Does the same with machines of this level in place of those in the finished game.
    ///
    /// # Errors
    /// As for [`Service::rematch_as`].
    pub async fn rematch_against(
        &self,
        caller: &Caller,
        member: &Member,
        of: GameId,
        level: Level,
    ) -> Result<Response, Error> {
        let (caller, member, offered) = (*caller, member.clone(), self.offers_machines());
        let response = self.act(move |tx| rematch(tx, &caller, &member, (of, Some(level)), offered)).await?;
        Ok(self.with_paces_in(response).await)
    }

    /// Opens or joins the rematch of the last game of the caller's channel.
    ///
    /// # Errors
    /// As for [`Service::rematch_as`], and if the channel has had no game.
    pub async fn rematch_here(&self, caller: &Caller, member: &Member) -> Result<Response, Error> {
        let (caller, member, offered) = (*caller, member.clone(), self.offers_machines());
        let response = self.act(move |tx| {
            if let Some((of, GameState::Running)) = tx.game_in(caller.channel)? {
                return rematch(tx, &caller, &member, (of, None), offered);
            }
            let of = tx.last_game_in(caller.channel)?;
            let of = of.ok_or_else(|| Error::rejected(RematchRejected::NoLastGame))?;
            rematch(tx, &caller, &member, (of, None), offered)
        });
        Ok(self.with_paces_in(response.await?).await)
    }

    /// Adds how fast people move to the lobby of a rematch.
    async fn with_paces_in(&self, response: Response) -> Response {
        match response {
            Response::Lobby(id, Content::Lobby(state)) => {
                Response::Lobby(id, Content::Lobby(self.paced(state).await))
            }
            other => other,
        }
    }
}

/// Opens or joins the rematch of a game, with machines of another level if one is given.
fn rematch(
    tx: &Tx<'_>,
    caller: &Caller,
    member: &Member,
    (of, level): (GameId, Option<Level>),
    offered: bool,
) -> Result<Response, Error> {
    let again = |id, _| Ok(Response::Lobby(id, Content::Lobby(lobby::shown(tx, id, caller.at)?)));
    once(tx, caller, again, || {
        let game = tx.open(of)?;
        if game.seats_of(caller.person).is_empty() {
            return Err(Error::rejected(RematchRejected::NotTheirGame));
        }
        if game.state == GameState::Running {
            return Err(Error::rejected(RematchRejected::NotOver));
        }
        match tx.rematch(of)? {
            Some((id, GameState::Lobby)) => {
                // The button is on a board, not on the lobby.
                lobby::join(tx, &Caller { pressed: None, ..*caller }, id, offered)?;
                tx.queue(id, &Payload::Lobby, caller.at)?;
                Ok((Response::Ephemeral(Content::RematchJoined), None))
            }
            Some(_) => Err(Error::rejected(RematchRejected::Begun)),
            None => {
                let id = open(tx, caller, member, (&game, level), offered)?;
                Ok((Response::Lobby(id, Content::Lobby(lobby::shown(tx, id, caller.at)?)), Some((id, 0))))
            }
        }
    })
}

/// Opens the lobby of a rematch. Machines join it only if this bot `offered` them and they are not too busy. They have the `level` that
/// the caller has chosen, or are those of the finished game.
fn open(
    tx: &Tx<'_>,
    caller: &Caller,
    member: &Member,
    (game, level): (&Game, Option<Level>),
    offered: bool,
) -> Result<GameId, Error> {
    let everybody = game.people();
    let machines: Vec<PersonId> = everybody.iter().copied().filter(|person| person.is_machine()).collect();
    let new = NewGame {
        kind: game.table.kind(),
        // The start of the game added the number of seats, but another number of people may join the rematch. If players had
        // several seats, the number was chosen and stays.
        options: game
            .options
            .iter()
            .filter(|(name, _)| *name != PLAYERS || everybody.len() < game.players.len())
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect(),
        guild: game.guild,
        channel: game.channel,
        host: caller.person,
        invited: everybody
            .into_iter()
            .filter(|&person| person != caller.person && !person.is_former() && !person.is_machine())
            .collect(),
        at: caller.at,
    };
    let home = tx.home(game.id)?;
    limits::may_join(tx, caller.person)?;
    limits::check(tx, member, &new, home)?;
    let id = tx.open_lobby(&new).map_err(|error| match error {
        StoreError::ChannelTaken => Error::rejected(RematchRejected::ChannelTaken),
        other => other.into(),
    })?;
    tx.set_home(id, home)?;
    tx.set_rematch_of(id, game.id)?;
    tx.set_control(id, &game.clocks.control)?;
    if matches!(game.terms.casual, Some(Casual::Chosen | Casual::Hints)) {
        tx.set_terms(id, &Terms { casual: game.terms.casual, ..Terms::default() })?;
    }
    tx.queue(id, &Payload::Lobby, later(caller.at, lobby::UNSHOWN))?;
    if !machines.is_empty() {
        machine_lobby::check(tx, new.kind, offered, caller.at)?;
        limits::check_machine_lobby(tx, &tx.lobby(id)?, caller.at)?;
        match level {
            Some(level) => {
                let mut lobby = tx.lobby(id)?;
                for _ in machines {
                    lobby = machine_lobby::add(tx, &lobby, level, caller.at)?;
                }
                machine_lobby::start_if_complete(tx, lobby, caller, offered)?;
            }
            None => {
                for machine in machines {
                    tx.set_guest_status(id, machine, GuestStatus::Joined, caller.at)?;
                }
                lobby::begin_if_returned(tx, &tx.lobby(id)?, caller, offered)?;
            }
        }
    }
    Ok(id)
}

#[cfg(test)]
mod tests;
