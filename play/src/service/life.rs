//! Resignations, and the end of a pause.

use data::{Game, GameId, GameState, OfferKind, OfferPost, PersonId, Tx, Vote};
use jiff::Timestamp;
use rules::{DRAW, RESIGN, SeatSet};

use super::{
    core::{Caller, Service, once},
    lookup::{at_table, game_here},
};
use crate::{
    content::{Content, Response},
    error::Error,
    game::{clocks, record::commit},
    rejected::{OfferRejected, Rejected},
};

impl Service {
    /// Returns the question whether the caller really wants to resign the game of this channel.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game or the caller is no longer playing in it.
    pub async fn ask_resign(&self, caller: &Caller) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                at_table(&game, caller.person)?;
                Ok(Response::Ephemeral(Content::AskResign(Box::new(game))))
            })
            .await
    }

    /// Lets all seats of the caller leave a game for good.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the game is over or the caller is no longer playing in it.
    pub async fn resign(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            once(
                tx,
                &caller,
                |_, _| Ok(Response::Update(Content::Resigned)),
                || {
                    let mut game = tx.open(id)?;
                    if game.state != GameState::Running {
                        return Err(Error::rejected(Rejected::game_over(&game)));
                    }
                    at_table(&game, caller.person)?;
                    resign_seats(tx, &mut game, caller.person, caller.at)?;
                    Ok((Response::Update(Content::Resigned), Some((id, game.table.ply()))))
                },
            )
        })
        .await
    }

    /// Ends the pause of a game, so that its clocks run again, and notifies the others.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the game is not paused, or the caller is no longer playing in it.
    pub async fn resume(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| resume(tx, &caller, id)).await
    }

    /// Ends the pause of the game in the caller's channel.
    ///
    /// # Errors
    /// As for [`Service::resume`], and if there is no game.
    pub async fn resume_here(&self, caller: &Caller) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| resume(tx, &caller, game_here(tx, &caller)?)).await
    }
}

/// Lets all seats of a person leave a running game for good.
pub(super) fn resign_seats(
    tx: &Tx<'_>,
    game: &mut Game,
    person: PersonId,
    at: Timestamp,
) -> Result<(), Error> {
    let stored = game.record.len();
    for seat in seats_to_resign(game, person).iter() {
        // The resignation of one seat can end the game, and with it the others'.
        let _ = game.enter(seat, RESIGN);
    }
    let ended = game.table.outcome().is_some();
    commit(tx, game, stored, at)?;
    // Machines that are left alone end the game.
    let ended = ended || game.record.last().is_some_and(|last| last.notation == DRAW);
    if ended {
        tx.set_ended_by(game.id, game.table.ply(), person)?;
    }
    Ok(())
}

/// Returns the seats of a person that are still at the table. An eliminated seat keeps its rank, so it does not resign.
pub(super) fn seats_to_resign(game: &Game, person: PersonId) -> SeatSet {
    game.seats_of(person).iter().filter(|&seat| game.table.here().contains(seat)).collect()
}

/// Ends a pause, inside a transaction.
fn resume(tx: &Tx<'_>, caller: &Caller, id: GameId) -> Result<Response, Error> {
    once(
        tx,
        caller,
        |_, _| Ok(Response::Ephemeral(Content::Resumed)),
        || {
            let mut game = tx.open(id)?;
            if game.state != GameState::Running {
                return Err(Error::rejected(Rejected::game_over(&game)));
            }
            at_table(&game, caller.person)?;
            if game.clocks.paused.is_none() {
                return Err(Error::rejected(OfferRejected::NotPaused));
            }
            clocks::resume(tx, &mut game, caller.at)?;
            let done = Some((id, game.table.ply()));
            let Some(pause) = tx.last_agreed(id, OfferKind::Pause)? else {
                return Ok((Response::Ephemeral(Content::Resumed), done));
            };
            tx.cast_vote(pause.id, caller.person, Vote::Resume, caller.at)?;
            tx.queue(id, &OfferPost::Resumed.of(pause.id), caller.at)?;
            tx.reply_with(id, &OfferPost::Resumed.of(pause.id), caller.interaction)?;
            Ok((Response::Public(Content::Resumed), done))
        },
    )
}
