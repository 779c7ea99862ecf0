//! Offers that the players have to agree on: a draw, taking moves back, a pause, calling the game off. What they mean with how many
//! players is told in `docs/game-life.md`.

use std::ops::Range;

use data::{
    Ending, Game, GameId, GameState, NewOffer, Offer, OfferId, OfferKind, OutboxKind, PersonId, Time, Tx,
    Vote,
};
use rules::{ABORT, BACK, DRAW, Played, RESIGN, Refusal, SUBSTITUTE, Seat, SeatSet, TIMEOUT, in_effect};

use super::{
    Caller, Service, clockwork, done, lobby::ANSWERED_MS, overdue, play::game_here, record::enter, substitute,
};
use crate::{error::Error, posts, text, view::Response};

/// What the outbox tells of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    /// The post that shows it, as it is now.
    Itself,
    /// What came of it.
    News,
    /// That the pause it was about is over.
    Resumed,
}

impl About {
    const ALL: [About; 3] = [About::Itself, About::News, About::Resumed];
    /// Room for what may be told of offers one day.
    const MOST: i64 = 4;

    /// The key of this in the outbox.
    pub(crate) fn key(self, offer: OfferId) -> i64 {
        offer.get().cast_signed() * About::MOST + self as i64
    }

    /// The offer that a key is about, and what of it.
    pub(crate) fn of(key: i64) -> Option<(OfferId, About)> {
        let about = About::ALL.into_iter().find(|&about| about as i64 == key % About::MOST)?;
        Some(((key / About::MOST).cast_unsigned().into(), about))
    }
}

impl Service {
    /// Makes an offer to all others at the table of the channel's game; if somebody else has made the same, accepts that. A
    /// game in which not everybody has moved can be called off alone: that is asked once more.
    ///
    /// # Errors
    /// When there is no game, the caller is not (or no longer) in it, or the offer cannot be made now.
    pub async fn offer(&self, caller: &Caller, kind: OfferKind) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| offer(tx, &caller, kind)).await
    }

    /// Answers an offer; what all have agreed on is done.
    ///
    /// # Errors
    /// When the caller is not asked. To an offer that is no longer open, nothing is said: its post shows how it ended.
    pub async fn vote(&self, caller: &Caller, id: OfferId, vote: Vote) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let (mut game, offer) = pressed(tx, &caller, id)?;
            if offer.ending.is_some() || tx.done(caller.interaction)?.is_some() {
                return Ok(Response::Update(posts::offer(&game, &offer)));
            }
            let offer = match offer.kind {
                OfferKind::Substitute => substitute::take_over(tx, &mut game, &offer, &caller)?,
                OfferKind::Overdue => {
                    at_table(&game, caller.person)?;
                    overdue::choose(tx, &mut game, &offer, (caller.person, vote), caller.at)?
                }
                _ if !matches!(vote, Vote::Accept | Vote::Decline) => {
                    return Err(Error::rejected(text::UNKNOWN_BUTTON));
                }
                _ if offer.person == caller.person => return Err(Error::rejected(text::OWN_OFFER)),
                _ => {
                    at_table(&game, caller.person)?;
                    answer(tx, &mut game, &offer, (caller.person, vote), caller.at)?
                }
            };
            tx.set_done(caller.interaction, game.id, game.table.ply(), caller.at)?;
            Ok(Response::Update(posts::offer(&game, &offer)))
        })
        .await
    }

    /// Takes an offer back.
    ///
    /// # Errors
    /// When somebody else has made it.
    pub async fn withdraw_offer(&self, caller: &Caller, id: OfferId) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            let (game, offer) = pressed(tx, &caller, id)?;
            // What more than half have chosen is not for one of them to take back.
            let chosen = offer.kind == OfferKind::Overdue || offer.voters(Vote::Open).next().is_some();
            if offer.person != caller.person || chosen {
                return Err(Error::rejected(text::NOT_YOUR_OFFER));
            }
            tx.close_offer(id, Ending::Withdrawn, caller.at)?;
            let offer = Offer { ending: offer.ending.or(Some(Ending::Withdrawn)), ..offer };
            Ok(Response::Update(posts::offer(&game, &offer)))
        })
        .await
    }

    /// Calls a game off that not everybody has moved in.
    ///
    /// # Errors
    /// When everybody has moved by now, or the caller is not in the game.
    pub async fn abort(&self, caller: &Caller, id: GameId) -> Result<Response, Error> {
        let caller = *caller;
        self.act(move |tx| {
            if tx.done(caller.interaction)?.is_some() {
                return Ok(done(text::CALLED_OFF));
            }
            let mut game = tx.open(id)?;
            if game.state != GameState::Running {
                return Err(Error::rejected(text::over(&game)));
            }
            let seat = at_table(&game, caller.person)?;
            if everybody_has_moved(&game) {
                return Err(Error::rejected(text::MOVED_BY_NOW));
            }
            enter(tx, &mut game, seat, ABORT, caller.at)?;
            tx.set_ended_by(id, game.table.ply(), caller.person)?;
            tx.set_done(caller.interaction, id, game.table.ply(), caller.at)?;
            Ok(done(text::CALLED_OFF))
        })
        .await
    }
}

/// One transaction: the offer is made, or accepted if it stands already.
fn offer(tx: &Tx<'_>, caller: &Caller, kind: OfferKind) -> Result<Response, Error> {
    let others = |game: &Game| {
        let mut others = game.people_in(game.table.here());
        others.retain(|&person| person != caller.person);
        others
    };
    if let Some((game, _)) = tx.done(caller.interaction)? {
        return Ok(Response::ephemeral(text::offered(kind, &others(&tx.open(game)?))));
    }
    let mut game = tx.open(game_here(tx, caller)?)?;
    at_table(&game, caller.person)?;
    let same = tx.open_offers(game.id)?.into_iter().find(|offer| offer.kind == kind);
    let said = match same {
        Some(offer) if offer.person == caller.person => {
            return Err(Error::rejected(text::offered_already(&still_asked(&game, &offer))));
        }
        Some(offer) => {
            let offer = answer(tx, &mut game, &offer, (caller.person, Vote::Accept), caller.at)?;
            tx.queue(game.id, About::Itself.key(offer.id), OutboxKind::Offer, caller.at)?;
            Response::ephemeral(text::accepted(&game, &offer, &still_asked(&game, &offer)))
        }
        None if kind == OfferKind::Abort && !everybody_has_moved(&game) => {
            return Ok(Response::Ephemeral(posts::ask_abort(&game)));
        }
        None => {
            let ply = possible(tx, &game, kind, caller.person)?;
            let new = NewOffer { game: game.id, kind, person: caller.person, seat: None, ply, at: caller.at };
            let id = tx.open_offer(&new)?;
            tx.queue(game.id, About::Itself.key(id), OutboxKind::Offer, caller.at)?;
            tx.reply_with(game.id, About::Itself.key(id), OutboxKind::Offer, caller.interaction)?;
            Response::public(text::offered(kind, &others(&game)))
        }
    };
    tx.set_done(caller.interaction, game.id, game.table.ply(), caller.at)?;
    Ok(said)
}

/// The offer whose post a button was pressed on, and its game. The post is kept in mind if it was not, and will be brought up
/// to date once more, however the answer fares.
fn pressed(tx: &Tx<'_>, caller: &Caller, id: OfferId) -> Result<(Game, Offer), Error> {
    let mut offer = tx.offer(id)?.ok_or_else(|| Error::rejected(text::UNKNOWN_BUTTON))?;
    if let (None, Some(message)) = (offer.message, caller.pressed) {
        tx.set_offer_message(id, message)?;
        offer.message = Some(message);
    }
    tx.queue(offer.game, About::Itself.key(id), OutboxKind::Offer, caller.at.plus_ms(ANSWERED_MS))?;
    Ok((tx.open(offer.game)?, offer))
}

/// A seat of a person that is still in the game, to speak for.
pub(super) fn at_table(game: &Game, person: PersonId) -> Result<Seat, Error> {
    let seats = game.seats_of(person);
    if seats.is_empty() {
        return Err(Error::rejected(text::stranger(game)));
    }
    let here = game.table.here();
    seats.iter().find(|&seat| here.contains(seat)).ok_or_else(|| Error::rejected(text::no_vote(game)))
}

/// Those whose answer to an open offer is missing: all at the table who neither made it nor have answered. A seat is open to
/// everybody, and nobody has to answer.
pub(crate) fn still_asked(game: &Game, offer: &Offer) -> Vec<PersonId> {
    if offer.kind == OfferKind::Substitute {
        return Vec::new();
    }
    let mut asked = match offer.kind {
        OfferKind::Overdue => overdue::choosers(game, offer),
        _ => game.people_in(game.table.here()),
    };
    asked.retain(|&person| person != offer.person && offer.vote_of(person).is_none());
    asked
}

/// The ply that an offer is about, if it can be made.
fn possible(tx: &Tx<'_>, game: &Game, kind: OfferKind, person: PersonId) -> Result<u32, Error> {
    let ply = match kind {
        OfferKind::TakeBack => take_back_to(game, person)?,
        OfferKind::Pause if game.clocks.seats.is_empty() => return Err(Error::rejected(text::NO_CLOCKS)),
        OfferKind::Pause if game.clocks.paused.is_some() => {
            return Err(Error::rejected(text::PAUSED_ALREADY));
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
            return Err(Error::rejected(text::REFUSED_ALREADY));
        }
    }
    Ok(ply)
}

/// Whether an entry is a move that its player chose.
pub(super) fn is_own_move(entry: &Played) -> bool {
    entry.is_move() && !entry.forced
}

/// The ply at which the last turn of a person began in which they have moved and that stands.
fn take_back_to(game: &Game, person: PersonId) -> Result<u32, Error> {
    if game.table.kind().is_simultaneous() {
        return Err(Error::rejected(text::NO_TAKING_BACK));
    }
    let mine = game.seats_of(person);
    let own = |entry: &Played| is_own_move(entry) && mine.contains(entry.seat);
    let in_effect = in_effect(&game.record);
    let turn = in_effect.iter().rev().find(|entry| own(entry)).map(|entry| entry.turn);
    // A turn that was taken back has another number than the one that was played in its place.
    let first = game.record.iter().position(|entry| own(entry) && Some(entry.turn) == turn);
    let first = first.ok_or_else(|| Error::rejected(text::NOTHING_TO_TAKE_BACK))?;
    let leaves = |entry: &Played| entry.notation == RESIGN || entry.notation == TIMEOUT;
    if game.record[first..].iter().any(leaves) {
        return Err(Error::rejected(text::LEFT_SINCE));
    }
    Ok(first as u32)
}

/// Whether every seat that is in the game has made a move that stands; where all order at once, whether a turn has ended,
/// since who has ordered must not show.
fn everybody_has_moved(game: &Game) -> bool {
    if game.table.kind().is_simultaneous() {
        return game.table.turn() > 0;
    }
    let moves = in_effect(&game.record).into_iter().filter(|entry| is_own_move(entry));
    let moved: SeatSet = moves.map(|entry| entry.seat).collect();
    game.table.here().without(moved).is_empty()
}

/// Notes an answer; does what was offered if it was the last one missing, and ends the offer if it was a no.
fn answer(
    tx: &Tx<'_>,
    game: &mut Game,
    offer: &Offer,
    (person, vote): (PersonId, Vote),
    at: Time,
) -> Result<Offer, Error> {
    tx.cast_vote(offer.id, person, vote, at)?;
    let mut offer = offer.with_vote(person, vote);
    if vote == Vote::Decline {
        tx.close_offer(offer.id, Ending::Declined, at)?;
        tx.queue(game.id, About::News.key(offer.id), OutboxKind::Offer, at)?;
        offer.ending = Some(Ending::Declined);
    } else if still_asked(game, &offer).is_empty() {
        tx.close_offer(offer.id, Ending::Accepted, at)?;
        offer.ending = Some(Ending::Accepted);
        carry_out(tx, game, &offer, at)?;
        if matches!(offer.kind, OfferKind::Draw | OfferKind::Abort) {
            tx.set_ended_by(game.id, game.table.ply(), person)?;
        }
    }
    Ok(offer)
}

/// Does what all have agreed on.
fn carry_out(tx: &Tx<'_>, game: &mut Game, offer: &Offer, at: Time) -> Result<(), Error> {
    // Whose seat it is does not matter: the rules may have put out who made the offer.
    let seat = at_table(game, offer.person).ok().or(game.table.here().first());
    let seat = seat.ok_or_else(|| anyhow::Error::from(Refusal::Over))?;
    match offer.kind {
        OfferKind::Draw => enter(tx, game, seat, DRAW, at),
        OfferKind::TakeBack => enter(tx, game, seat, &format!("{BACK}{}", offer.ply), at),
        OfferKind::Abort => enter(tx, game, seat, ABORT, at),
        OfferKind::Pause => {
            clockwork::pause(tx, game, at)?;
            overdue::lapse(tx, game, at)?;
            Ok(tx.queue(game.id, About::News.key(offer.id), OutboxKind::Offer, at)?)
        }
        OfferKind::Overdue | OfferKind::Substitute => Ok(()),
    }
}

/// Ends the offers of a game that these new entries of its record have answered, or have taken the ground from.
pub(super) fn follow(tx: &Tx<'_>, game: &Game, news: Range<usize>, at: Time) -> Result<(), Error> {
    for offer in tx.open_offers(game.id)? {
        if let Some(ending) = fate(tx, game, &offer, &game.record[news.clone()], at)? {
            tx.close_offer(offer.id, ending, at)?;
            tx.queue(game.id, About::Itself.key(offer.id), OutboxKind::Offer, at)?;
        }
    }
    Ok(())
}

/// How an open offer ends by these new entries of its game's record, if it does.
fn fate(tx: &Tx<'_>, game: &Game, offer: &Offer, news: &[Played], at: Time) -> Result<Option<Ending>, Error> {
    let shakes = |entry: &Played| {
        [RESIGN, TIMEOUT, SUBSTITUTE].contains(&entry.notation.as_str()) || entry.notation.starts_with(BACK)
    };
    let over = game.table.outcome().is_some();
    if !over && offer.kind == OfferKind::Substitute {
        return Ok(substitute::fate(game, offer, news));
    }
    if !over && offer.kind == OfferKind::Overdue {
        return Ok(overdue::fate(game, offer));
    }
    if over || news.iter().any(shakes) {
        return Ok(Some(Ending::Lapsed));
    }
    let asked = still_asked(game, offer);
    // The rules have put out who made it, or all whose answers were missing.
    if asked.is_empty() || !game.people_in(game.table.here()).contains(&offer.person) {
        return Ok(Some(Ending::Lapsed));
    }
    let movers =
        news.iter().filter(|entry| is_own_move(entry)).filter_map(|entry| game.person_in(entry.seat));
    let silent = movers.into_iter().find(|person| asked.contains(person));
    let simultaneous = game.table.kind().is_simultaneous();
    let declines = match offer.kind {
        OfferKind::Draw if simultaneous => None,
        OfferKind::Draw | OfferKind::TakeBack => silent,
        _ => return Ok(None),
    };
    if let Some(person) = declines {
        tx.cast_vote(offer.id, person, Vote::Decline, at)?;
        return Ok(Some(Ending::Declined));
    }
    let turn_ended = news.iter().any(|entry| entry.turn != game.table.turn());
    let lapses = offer.kind == OfferKind::TakeBack || (simultaneous && turn_ended);
    Ok(lapses.then_some(Ending::Lapsed))
}

#[cfg(test)]
mod tests;
