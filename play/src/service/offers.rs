//! Offers between players: a draw, a take-back, a pause, and calling the game off. `docs/game-life.md` says who must agree.

use clock::later;
use data::{
    Ending, Game, GameId, GameState, Machine, NewOffer, Offer, OfferId, OfferKind, OfferPost, PersonId, Tx,
    Vote,
};
use jiff::Timestamp;
use rules::{ABORT, BACK, DRAW, Played, RESIGN, Refusal, TIMEOUT, in_effect};

use super::{
    core::{Caller, Service, once},
    lobby::ANSWERED,
    lookup::{at_table, game_here},
    overdue, substitute,
};
use crate::{
    content::{Content, Response},
    error::Error,
    game::{
        clocks,
        machines::declines_draw,
        offers::voters_missing,
        overdue::lapse,
        record::enter,
        turn::{everybody_has_moved, is_own_move},
    },
    rejected::{MachineRejected, OfferRejected, Rejected},
};

impl Service {
    /// Makes an offer to all others in the channel's game, or accepts the same offer of another player. Until everybody has
    /// moved, a player can call the game off alone, after a confirmation.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game, the caller does not play in it, or the offer is not possible now.
    pub async fn offer(&self, caller: &Caller, kind: OfferKind) -> Result<Response, Error> {
        let (caller, offered) = (*caller, self.offers_machines());
        self.act(move |tx| offer(tx, &caller, kind, offered)).await
    }

    /// Votes on an offer, and carries it out once all have agreed. A closed offer is only shown as it ended.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller has no vote.
    pub async fn vote(&self, caller: &Caller, id: OfferId, vote: Vote) -> Result<Response, Error> {
        let (caller, offered) = (*caller, self.offers_machines());
        self.act(move |tx| {
            let (mut game, offer) = pressed(tx, &caller, id)?;
            let as_it_is = updated(&game, &offer);
            if offer.ending.is_some() {
                return Ok(as_it_is);
            }
            once(
                tx,
                &caller,
                |_, _| Ok(as_it_is),
                || {
                    let offer = match offer.kind {
                        OfferKind::Substitute if vote == Vote::Decline => {
                            at_table(&game, caller.person)?;
                            substitute::keep_machine(tx, &game, &offer, &caller)?
                        }
                        OfferKind::Substitute => substitute::take_over(tx, &mut game, &offer, &caller)?,
                        OfferKind::Overdue if vote == Vote::Machine && !offered => {
                            return Err(Error::rejected(MachineRejected::NotOffered));
                        }
                        OfferKind::Overdue => {
                            at_table(&game, caller.person)?;
                            overdue::choose(tx, &mut game, &offer, (caller.person, vote), caller.at)?
                        }
                        _ if !matches!(vote, Vote::Accept | Vote::Decline) => {
                            return Err(Error::rejected(Rejected::UnknownButton));
                        }
                        _ if offer.person == caller.person => {
                            return Err(Error::rejected(OfferRejected::OwnOffer { kind: offer.kind }));
                        }
                        _ => {
                            at_table(&game, caller.person)?;
                            answer(tx, &mut game, &offer, (caller.person, vote), caller.at)?
                        }
                    };
                    Ok((updated(&game, &offer), Some((game.id, game.table.ply()))))
                },
            )
        })
        .await
    }

    /// Withdraws the caller's own offer.
    ///
    /// # Errors
    /// [`Error::Rejected`] if another player made it.
    pub async fn withdraw_offer(&self, caller: &Caller, id: OfferId) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let (game, offer) = pressed(tx, &caller, id)?;
            // One player cannot withdraw what a majority has chosen.
            let chosen = offer.kind == OfferKind::Overdue || offer.voters(Vote::Open).next().is_some();
            if offer.person != caller.person || chosen {
                return Err(Error::rejected(OfferRejected::NotYourOffer));
            }
            tx.close_offer(id, Ending::Withdrawn, caller.at)?;
            let offer = Offer { ending: offer.ending.or(Some(Ending::Withdrawn)), ..offer };
            Ok(updated(&game, &offer))
        })
        .await
    }

    /// Calls off a game in which not everybody has moved.
    ///
    /// # Errors
    /// [`Error::Rejected`] if everybody has moved by now, or the caller is not in the game.
    pub async fn abort(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        let (caller, offered) = (*caller, self.offers_machines());
        self.act(move |tx| {
            once(
                tx,
                &caller,
                |_, _| Ok(Response::Update(Content::CalledOff)),
                || {
                    let mut game = tx.open(id)?;
                    if game.state != GameState::Running {
                        return Err(Error::rejected(Rejected::game_over(&game)));
                    }
                    let seat = at_table(&game, caller.person)?;
                    if !can_abort_alone(&game, caller.person, offered) {
                        return Err(Error::rejected(OfferRejected::EverybodyMoved));
                    }
                    enter(tx, &mut game, seat, ABORT, caller.at)?;
                    tx.set_ended_by(id, game.table.ply(), caller.person)?;
                    Ok((Response::Update(Content::CalledOff), Some((id, game.table.ply()))))
                },
            )
        })
        .await
    }
}

fn updated(game: &Game, offer: &Offer) -> Response {
    Response::Update(Content::Offer { game: Box::new(game.clone()), offer: offer.clone() })
}

/// Makes the offer, or accepts the same offer of another player.
fn offer(tx: &Tx<'_>, caller: &Caller, kind: OfferKind, offered: bool) -> Result<Response, Error> {
    let others = |game: &Game| {
        let mut others = game.people_in(game.table.here());
        others.retain(|&person| person != caller.person && !person.is_machine());
        others
    };
    let again = |game, _| Ok(Response::Ephemeral(Content::Offered { kind, voters: others(&tx.open(game)?) }));
    once(tx, caller, again, || {
        let mut game = tx.open(game_here(tx, caller)?)?;
        at_table(&game, caller.person)?;
        let same = tx.open_offers(game.id)?.into_iter().find(|offer| offer.kind == kind);
        let response = match same {
            Some(offer) if offer.person == caller.person => {
                let voters = voters_missing(&game, &offer);
                return Err(Error::rejected(OfferRejected::StillOpen { kind, voters }));
            }
            Some(offer) => {
                let offer = answer(tx, &mut game, &offer, (caller.person, Vote::Accept), caller.at)?;
                tx.queue(game.id, &OfferPost::Itself.of(offer.id), caller.at)?;
                let declines = offer.voters(Vote::Decline).find_map(Machine::of);
                match declines {
                    Some(machine) => Response::Ephemeral(Content::MachineDeclines(machine)),
                    None => {
                        let missing = voters_missing(&game, &offer);
                        Response::Ephemeral(Content::Accepted {
                            game: Box::new(game.clone()),
                            offer,
                            missing,
                        })
                    }
                }
            }
            None if kind == OfferKind::Abort && can_abort_alone(&game, caller.person, offered) => {
                return Ok((Response::Ephemeral(Content::AskAbort(Box::new(game))), None));
            }
            None => {
                let ply = possible(tx, &game, kind, caller.person)?;
                let new =
                    NewOffer { game: game.id, kind, person: caller.person, seat: None, ply, at: caller.at };
                let id = tx.open_offer(&new)?;
                if let Some(machine) = machine_declines(tx, &game, kind)? {
                    tx.cast_vote(id, machine.person(), Vote::Decline, caller.at)?;
                    tx.close_offer(id, Ending::Declined, caller.at)?;
                    let declined = Response::Ephemeral(Content::MachineDeclines(machine));
                    return Ok((declined, Some((game.id, game.table.ply()))));
                }
                let offer = tx.offer(id)?.ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
                if voters_missing(&game, &offer).is_empty() {
                    // Machines agree to everything else at once.
                    let offer = agree(tx, &mut game, &offer, caller.person, caller.at)?;
                    let (game, ply) = (Box::new(game.clone()), game.table.ply());
                    let done = Some((game.id, ply));
                    return Ok((
                        Response::Ephemeral(Content::Accepted { game, offer, missing: Vec::new() }),
                        done,
                    ));
                }
                tx.queue(game.id, &OfferPost::Itself.of(id), caller.at)?;
                tx.reply_with(game.id, &OfferPost::Itself.of(id), caller.interaction)?;
                Response::Public(Content::Offered { kind, voters: others(&game) })
            }
        };
        Ok((response, Some((game.id, game.table.ply()))))
    })
}

/// Returns the offer whose button was pressed, and its game. It records the post if it was unknown, and queues one more edit of the
/// post in case the response is lost.
fn pressed(tx: &Tx<'_>, caller: &Caller, id: OfferId) -> Result<(Game, Offer), Error> {
    let mut offer = tx.offer(id)?.ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
    if let (None, Some(message)) = (offer.message, caller.pressed) {
        tx.set_offer_message(id, message)?;
        offer.message = Some(message);
    }
    tx.queue(offer.game, &OfferPost::Itself.of(id), later(caller.at, ANSWERED))?;
    Ok((tx.open(offer.game)?, offer))
}

/// Returns the ply that an offer is about, if the offer is possible.
fn possible(tx: &Tx<'_>, game: &Game, kind: OfferKind, person: PersonId) -> Result<u32, Error> {
    let ply = match kind {
        OfferKind::TakeBack => take_back_to(game, person)?,
        OfferKind::Pause if game.clocks.seats.is_empty() => {
            return Err(Error::rejected(OfferRejected::NoClocks));
        }
        OfferKind::Pause if game.clocks.paused.is_some() => {
            return Err(Error::rejected(OfferRejected::AlreadyPaused));
        }
        _ => game.table.ply(),
    };
    let refused = |offer: &Offer| matches!(offer.ending, Some(Ending::Declined | Ending::Withdrawn));
    if let Some(last) = tx.last_offer(game.id, kind, person)?.filter(refused) {
        let since = game.record.get(last.ply as usize..).unwrap_or_default();
        let moved =
            since.iter().any(|entry| is_own_move(entry) && game.person_in(entry.seat) == Some(person));
        let same = if kind == OfferKind::TakeBack { last.ply == ply } else { !moved };
        if same {
            return Err(Error::rejected(OfferRejected::RefusedBefore { kind }));
        }
    }
    Ok(ply)
}

/// Returns the ply at which the player's last turn began that was not taken back.
fn take_back_to(game: &Game, person: PersonId) -> Result<u32, Error> {
    if game.table.kind().is_simultaneous() {
        return Err(Error::rejected(OfferRejected::NoTakingBack));
    }
    let mine = game.seats_of(person);
    let own = |entry: &Played| is_own_move(entry) && mine.contains(entry.seat);
    let in_effect = in_effect(&game.record);
    let turn = in_effect.iter().rev().find(|entry| own(entry)).map(|entry| entry.turn);
    // A turn that replaces one that was taken back has a new number.
    let first = game.record.iter().position(|entry| own(entry) && Some(entry.turn) == turn);
    let first = first.ok_or_else(|| Error::rejected(OfferRejected::NothingToTakeBack))?;
    let leaves = |entry: &Played| entry.notation == RESIGN || entry.notation == TIMEOUT;
    if game.record[first..].iter().any(leaves) {
        return Err(Error::rejected(OfferRejected::LeftSince));
    }
    Ok(first as u32)
}

/// Records a vote. The last missing vote carries the offer out, and a "no" closes it.
fn answer(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    (person, vote): (PersonId, Vote),
    at: Timestamp,
) -> Result<Offer, Error> {
    tx.cast_vote(offer.id, person, vote, at)?;
    let offer = offer.with_vote(person, vote);
    if vote == Vote::Decline {
        return decline(tx, game, offer, at);
    }
    if !voters_missing(game, &offer).is_empty() {
        return Ok(offer);
    }
    match machine_declines(tx, game, offer.kind)? {
        Some(machine) => {
            tx.cast_vote(offer.id, machine.person(), Vote::Decline, at)?;
            decline(tx, game, offer.with_vote(machine.person(), Vote::Decline), at)
        }
        None => agree(tx, game, &offer, person, at),
    }
}

/// Closes an offer that a player has declined.
fn decline(tx: &Tx<'_>, game: &Game, offer: Offer, at: Timestamp) -> Result<Offer, Error> {
    tx.close_offer(offer.id, Ending::Declined, at)?;
    // A machine reads no news.
    if !offer.person.is_machine() {
        tx.queue(game.id, &OfferPost::News.of(offer.id), at)?;
    }
    Ok(Offer { ending: Some(Ending::Declined), ..offer })
}

/// Carries out an offer on which nobody's vote is missing. `person` was the last to agree.
fn agree(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    person: PersonId,
    at: Timestamp,
) -> Result<Offer, Error> {
    tx.close_offer(offer.id, Ending::Accepted, at)?;
    let offer = Offer { ending: Some(Ending::Accepted), ..offer.clone() };
    carry_out(tx, game, &offer, at)?;
    if matches!(offer.kind, OfferKind::Draw | OfferKind::Abort | OfferKind::Resign) {
        tx.set_ended_by(game.id, game.table.ply(), person)?;
    }
    Ok(offer)
}

/// Returns the machine that says no to an offer. Machines judge draws only, and agree to everything else if all people do.
fn machine_declines(tx: &Tx<'_>, game: &Game, kind: OfferKind) -> Result<Option<Machine>, Error> {
    match kind {
        OfferKind::Draw if game.has_machines() => Ok(declines_draw(tx, game)?),
        _ => Ok(None),
    }
}

/// Returns whether a player can call the game off without asking anybody: not everybody has moved, all others are machines, or a
/// machine can no longer move, because it fails or because this bot does not `offer` machines.
fn can_abort_alone(game: &Game, person: PersonId, offered: bool) -> bool {
    let is_stuck = game.held || (!offered && game.has_machines());
    !everybody_has_moved(game) || game.is_alone_with_machines(person) || is_stuck
}

/// Carries out an offer that all have agreed on.
fn carry_out(tx: &Tx<'_>, game: &mut Game, offer: &Offer, at: Timestamp) -> Result<(), Error> {
    // Any seat will do: the player who made the offer may have been eliminated.
    let seat = at_table(game, offer.person).ok().or(game.table.here().first());
    let seat = seat.ok_or_else(|| anyhow::Error::from(Refusal::Over))?;
    match offer.kind {
        OfferKind::Draw => enter(tx, game, seat, DRAW, at),
        OfferKind::TakeBack => enter(tx, game, seat, &format!("{BACK}{}", offer.ply), at),
        OfferKind::Abort => enter(tx, game, seat, ABORT, at),
        OfferKind::Pause => {
            clocks::pause(tx, game, at)?;
            lapse(tx, game, at)?;
            Ok(tx.queue(game.id, &OfferPost::News.of(offer.id), at)?)
        }
        OfferKind::Resign => match offer.seat.filter(|&seat| game.table.here().contains(seat)) {
            Some(seat) => enter(tx, game, seat, RESIGN, at),
            None => Ok(()),
        },
        OfferKind::Overdue | OfferKind::Substitute => Ok(()),
    }
}

#[cfg(test)]
mod tests;
