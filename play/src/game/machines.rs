//! Machines at the table: when one is to think, and what they do together.
//!
//! A machine's seat that is to move has a thought in the store, written in the same transaction as the entry that made it its turn.
//! A due thought becomes a turn in [`crate::service`], by the same driver as any other move.

use std::{collections::BTreeSet, ops::RangeInclusive};

use clock::later;
use data::{Ending, Expectation, Game, Machine, OfferKind, PersonId, StoreError, Tx};
use engine::Level;
use jiff::{SignedDuration, Timestamp};
use rules::{DRAW, PASS, SUBSTITUTE, Seat, SeatSet, Table, in_effect};

use super::turn::is_own_move;

/// The least and the most milliseconds after which a machine answers a person.
const PACE: RangeInclusive<i64> = 4_000..=10_000;
/// When a machine orders after a turn has opened in which all order at once, whatever the position.
const ORDER: SignedDuration = SignedDuration::from_secs(10);
/// How long a board waits for the moves of machines that follow.
const TOGETHER: SignedDuration = SignedDuration::from_secs(30);
/// A machine accepts a draw after every seat has moved so often.
const TURNS_BEFORE_DRAW: usize = 10;
/// And if it expects no more than this share of the win, per mille.
const EVEN: u16 = 500;
/// A machine that expects less than this, per mille, is about to lose.
const LOST: u16 = 20;
/// After so many of its turns in a row it offers to resign.
const LOST_TURNS: u32 = 3;
/// An offer to resign that was declined is not repeated for so many of its turns.
const SILENT_TURNS: usize = 10;
/// A machine that has changed no score in so many turns passes instead of doing so again, if everybody else has passed meanwhile.
pub(crate) const IDLE_TURNS: usize = 2;
/// The lowest level that offers to resign.
const RESIGNS_FROM: Level = Level::Hunter;

/// Returns the moment of a machine's turn: the length of the record. Where all order at once, that at the beginning of the turn,
/// since orders of others change nothing for it.
#[must_use]
pub fn moment(game: &Game) -> u32 {
    if game.table.kind().is_simultaneous() {
        let turn = game.table.turn();
        game.record.iter().rposition(|entry| entry.turn < turn).map_or(0, |at| at as u32 + 1)
    } else {
        game.table.ply()
    }
}

/// Returns whether a machine in `seat` is to move.
#[must_use]
pub fn is_to_move(game: &Game, seat: Seat) -> bool {
    !game.clocks.are_stopped() && game.machine_in(seat).is_some() && game.table.to_act().contains(seat)
}

/// Keeps the thoughts of a game up to date after new entries, and when its clocks are stopped or restarted.
pub(crate) fn follow(tx: &Tx<'_>, game: &Game, at: Timestamp) -> Result<(), StoreError> {
    if !game.has_machines() {
        return Ok(());
    }
    if game.table.outcome().is_some() {
        return tx.end_machines(game.id);
    }
    let ply = moment(game);
    for player in game.machines() {
        if is_to_move(game, player.seat) {
            tx.set_thought(game.id, player.seat, ply, later(at, wait(game)))?;
        } else {
            tx.drop_thought(game.id, player.seat)?;
        }
    }
    Ok(())
}

/// Returns how long a machine waits before it moves. It never depends on the position.
fn wait(game: &Game) -> SignedDuration {
    if game.table.kind().is_simultaneous() {
        return ORDER;
    }
    let last = game.record.iter().rev().find(|entry| is_own_move(entry));
    // Turns of several machines in a row become one post.
    if last.is_some_and(|entry| game.machine_in(entry.seat).is_some()) {
        return SignedDuration::ZERO;
    }
    SignedDuration::from_millis(rand::random_range(PACE))
}

/// Returns when the board after new entries is due. A board whose next seat is a machine waits for its move.
pub(crate) fn board_due(game: &Game, at: Timestamp) -> Timestamp {
    let to_act = game.table.to_act();
    let waits = !to_act.is_empty() && to_act.iter().all(|seat| is_to_move(game, seat));
    if waits { later(at, TOGETHER) } else { at }
}

/// Lets the machines agree on a draw if no person is left at the table.
pub(crate) fn end_alone(game: &mut Game) {
    let here = game.table.here();
    let people = game.people_in(here);
    let is_alone = !people.is_empty() && people.into_iter().all(PersonId::is_machine);
    if let Some(seat) = here.first().filter(|_| is_alone && game.table.outcome().is_none()) {
        // A seat at the table of a running game can always agree.
        let _ = game.enter(seat, DRAW);
    }
}

/// Records what a machine expects after a turn of its seat.
pub(crate) fn expect(tx: &Tx<'_>, game: &Game, seat: Seat, value: u16) -> Result<Expectation, StoreError> {
    let before = tx.expectation(game.id, seat)?;
    let low = if value < LOST { before.low.saturating_add(1) } else { 0 };
    let expectation = Expectation { value: Some(value), low };
    tx.set_expectation(game.id, seat, expectation)?;
    Ok(expectation)
}

/// Returns whether the machine of a seat should offer to resign.
pub(crate) fn would_resign(
    tx: &Tx<'_>,
    game: &Game,
    seat: Seat,
    expectation: Expectation,
) -> Result<bool, StoreError> {
    let Some(machine) = game.machine_in(seat).filter(|_| expectation.low >= LOST_TURNS) else {
        return Ok(false);
    };
    let side = game.table.game().sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
    let is_alone = game.people_in(side) == [machine.person()];
    if machine.level() < RESIGNS_FROM || !is_alone || game.table.outcome().is_some() {
        return Ok(false);
    }
    let kind = OfferKind::Resign;
    let is_open = tx.open_offers(game.id)?.iter().any(|offer| offer.kind == kind && offer.seat == Some(seat));
    let last = tx.last_offer(game.id, kind, machine.person())?;
    let declined = last.filter(|last| last.ending == Some(Ending::Declined));
    let since = declined.map_or(SILENT_TURNS, |last| turns_since(game, seat, last.ply as usize));
    Ok(!is_open && since >= SILENT_TURNS)
}

/// Returns whether a machine's turn, which leads from `before` to `after`, only puts off the end of the game: everybody else passes, and
/// neither its turns before nor this one change a score.
pub(crate) fn puts_off_the_end(before: &Game, after: &Table, seat: Seat) -> Result<bool, StoreError> {
    if before.table.kind().is_simultaneous() || !before.table.legal(seat).iter().any(|legal| legal == PASS) {
        return Ok(false);
    }
    let (mut own_turns, mut first) = (BTreeSet::new(), None);
    for (ply, entry) in before.record.iter().enumerate().rev() {
        if entry.seat == seat && entry.is_move() {
            own_turns.insert(entry.turn);
            if own_turns.len() > IDLE_TURNS {
                break;
            }
            first = Some(ply);
        } else if entry.notation != PASS {
            break;
        }
    }
    let Some(first) = first.filter(|_| own_turns.len() > IDLE_TURNS) else { return Ok(false) };
    let scores = before.table.game().scores();
    Ok(after.game().scores() == scores && before.at_ply(first as u32)?.table.game().scores() == scores)
}

/// Returns the level of the strongest machine at the table, if there is one.
#[must_use]
pub fn strongest(game: &Game) -> Option<Level> {
    game.machines().filter_map(|player| Machine::of(player.person)).map(Machine::level).max()
}

/// Returns the level for the next game of a person who has played against machines alone: the next one up after a win, and the next one
/// down after a loss. Returns `None` after a tie, at the end of the levels, and if a second person played.
#[must_use]
pub fn next_level(game: &Game) -> Option<Level> {
    let outcome = game.table.outcome().filter(|outcome| !outcome.is_draw())?;
    let mut people = game.people().into_iter().filter(|person| !person.is_machine());
    let (Some(person), None) = (people.next(), people.next()) else { return None };
    let level = strongest(game)?.number();
    let won = game.seats_of(person).iter().any(|seat| outcome.ranking.place(seat) == Some(1));
    let other = if won { level + 1 } else { level - 1 };
    Level::from_number(other)
}

/// Returns the first machine at the table that declines a draw, unless all accept.
pub(crate) fn declines_draw(tx: &Tx<'_>, game: &Game) -> Result<Option<Machine>, StoreError> {
    let here = game.table.here();
    let is_early = here.iter().any(|seat| turns_since(game, seat, 0) < TURNS_BEFORE_DRAW);
    for seat in here.iter() {
        let Some(machine) = game.machine_in(seat) else { continue };
        let value = tx.expectation(game.id, seat)?.value;
        if is_early || value.is_none_or(|value| value > EVEN) {
            return Ok(Some(machine));
        }
    }
    Ok(None)
}

/// Returns in how many turns a seat has moved since entry `since` of the record. With simultaneous orders, only turns that have
/// ended count.
fn turns_since(game: &Game, seat: Seat, since: usize) -> usize {
    let turn = game.record.get(since).map_or(game.table.turn(), |entry| entry.turn);
    let is_open = |of: u32| game.table.kind().is_simultaneous() && of >= game.table.turn();
    let moves = in_effect(&game.record).into_iter().filter(|entry| entry.seat == seat && is_own_move(entry));
    let turns = moves.map(|entry| entry.turn).filter(|&of| of >= turn && !is_open(of));
    turns.collect::<BTreeSet<_>>().len()
}

/// Gives the seats of a late player to a Hunter, which plays on there from the next entry on.
pub(crate) fn take_over(
    tx: &Tx<'_>,
    game: &mut Game,
    seats: SeatSet,
    at: Timestamp,
) -> Result<(), StoreError> {
    let mut hunters = (1..=Machine::MOST).filter_map(|number| Machine::new(Level::Hunter, number));
    // A person at the table has voted for this, so not all the other seats have a Hunter.
    let free = hunters.find(|machine| game.seats_of(machine.person()).is_empty());
    let Some(machine) = free else { return Ok(()) };
    for seat in seats.iter() {
        tx.substitute(game, seat, machine.person(), false, at)?;
        tx.seat_machine(game.id, seat)?;
        tx.drop_clock(game.id, seat)?;
        game.clocks.seats.retain(|clock| clock.seat != seat);
        // The seat of a late player has not left.
        let _ = game.enter(seat, SUBSTITUTE);
    }
    Ok(())
}
