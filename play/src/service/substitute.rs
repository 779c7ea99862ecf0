//! Substitutes: players who take over the seats of others.

use data::{Ending, Game, Offer, OfferPost, PersonId, Tx, Vote};
use rules::{Kind, SUBSTITUTE, Seat};

use super::{
    core::{Caller, Service, once},
    limits,
    lookup::{at_table, game_here},
};
use crate::{
    content::{Content, Response},
    error::Error,
    game::{clocks, record::commit, substitutes::open},
    rejected::{Rejected, SeatRejected},
};

impl Service {
    /// Returns who has the seat that is to be opened: the typed number, or the caller's own seat.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game, it has no such seat, or the caller is not playing in it.
    pub async fn seat_to_open(&self, caller: &Caller, typed: Option<String>) -> Result<PersonId, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                at_table(&game, caller.person)?;
                let Some(typed) = &typed else { return Ok(caller.person) };
                let named = open_seats(&game).into_iter().find(|&(seat, _)| seat.to_string() == typed.trim());
                named.map(|(_, person)| person).ok_or_else(|| Error::rejected(SeatRejected::NoSuchSeat))
            })
            .await
    }

    /// Returns the seats of the channel's game that can be opened.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game.
    pub async fn seats_that_can_open(&self, caller: &Caller) -> Result<(Kind, Vec<Seat>), Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &caller)?)?;
                let seats = open_seats(&game).into_iter().map(|(seat, _)| seat);
                Ok((game.table.kind(), seats.collect()))
            })
            .await
    }

    /// Opens an offer to take over the seats of a person: of the caller, or of a player who is `gone` from the server.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller or that person is not in the game, or another player is still on the server.
    pub async fn open_seat(&self, caller: &Caller, of: PersonId, gone: bool) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            once(
                tx,
                &caller,
                |_, _| Ok(Response::Ephemeral(Content::SeatOpened)),
                || {
                    let game = tx.open(game_here(tx, &caller)?)?;
                    at_table(&game, caller.person)?;
                    let seat = at_table(&game, of)?;
                    // The machine does not mind; the others can decline.
                    if of != caller.person && !gone && !of.is_machine() {
                        return Err(Error::rejected(SeatRejected::StillHere { person: of }));
                    }
                    let Some(id) = open(tx, &game, caller.person, seat, caller.at)? else {
                        return Ok((Response::Ephemeral(Content::SeatAlreadyOpen), None));
                    };
                    tx.reply_with(game.id, &OfferPost::Itself.of(id), caller.interaction)?;
                    Ok((Response::Public(Content::SeatOpened), Some((game.id, game.table.ply()))))
                },
            )
        })
        .await
    }
}

/// Returns the seats that are still in the game, with their players.
fn open_seats(game: &Game) -> Vec<(Seat, PersonId)> {
    let here = game.table.here();
    let players = game.players.iter().filter(|player| here.contains(player.seat));
    players.map(|player| (player.seat, player.person)).collect()
}

/// Lets the caller take over all seats of the player whom an open offer concerns, except those that have left.
pub(super) fn take_over(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    caller: &Caller,
) -> Result<Offer, Error> {
    limits::not_blocked(tx, game.guild, caller.person)?;
    if tx.had_seat(game.id, caller.person)? {
        return Err(Error::rejected(SeatRejected::HadASeat));
    }
    limits::may_join(tx, caller.person)?;
    let before = offer.seat.and_then(|seat| game.person_in(seat));
    // If the last machine leaves by this, the game no longer counts as one with machines.
    if game.machines().any(|player| Some(player.person) != before) {
        let (settings, person) = (tx.settings(game.guild)?, caller.person);
        limits::check_machine_games_of(tx, &settings, game.guild, (person, person))?;
    }
    let asked = before == Some(offer.person);
    let seats = before.map(|person| game.seats_of(person).without(game.table.left())).unwrap_or_default();
    tx.cast_vote(offer.id, caller.person, Vote::Accept, caller.at)?;
    tx.close_offer(offer.id, Ending::Accepted, caller.at)?;
    let stored = game.record.len();
    for seat in seats.iter() {
        tx.substitute(game, seat, caller.person, asked, caller.at)?;
        tx.unseat_machine(game.id, seat)?;
        game.enter(seat, SUBSTITUTE).map_err(anyhow::Error::from)?;
    }
    commit(tx, game, stored, caller.at)?;
    for seat in seats.iter() {
        clocks::hand_over(tx, game, seat, caller.at)?;
    }
    let votes = vec![(caller.person, Vote::Accept)];
    Ok(Offer { ending: Some(Ending::Accepted), votes, ..offer.clone() })
}

/// Closes the offer of a machine's seat, because a player at the table wants the machine to play on.
pub(super) fn keep_machine(tx: &Tx<'_>, game: &Game, offer: &Offer, caller: &Caller) -> Result<Offer, Error> {
    if offer.seat.and_then(|seat| game.machine_in(seat)).is_none() {
        return Err(Error::rejected(Rejected::UnknownButton));
    }
    tx.cast_vote(offer.id, caller.person, Vote::Decline, caller.at)?;
    tx.close_offer(offer.id, Ending::Declined, caller.at)?;
    let offer = offer.with_vote(caller.person, Vote::Decline);
    Ok(Offer { ending: Some(Ending::Declined), ..offer })
}

#[cfg(test)]
mod tests;
