//! Reacts when the clock of a seat has run out.

use clock::{DAY, Mode, OnTimeout, Vacation, earlier, later};
use data::{Days, Game, GameState, Notice, Payload, StoreError, Timer, Tx};
use jiff::Timestamp;
use rules::{ABORT, ALL_LATE, SKIP, Seat, SeatSet, TIMEOUT};

use crate::{
    error::Error,
    game::{
        clocks::{self, is_out},
        conduct, overdue,
        record::{commit, enter, recount},
    },
};

/// Checks whether the clock of a seat has run out at `at`, and reacts. Otherwise it moves the timer, or clears it.
pub(super) fn flag(tx: &Tx<'_>, timer: &Timer, at: Timestamp) -> Result<(), Error> {
    let mut game = tx.open(timer.game)?;
    let index = game.clocks.seats.iter().position(|clock| Some(clock.seat) == timer.seat);
    let Some(index) = index.filter(|_| game.state == GameState::Running) else {
        return Ok(tx.clear_timer(timer)?);
    };
    let seat = game.clocks.seats[index].seat;
    if !is_out(&game, index, at) {
        return Ok(clocks::write(tx, game.id, &game.clocks, index, at)?);
    }
    if clocks::wait_for_board(tx, &mut game, at)? {
        return Ok(());
    }
    if take_vacation_day(tx, &mut game, index, at)? {
        return Ok(());
    }
    conduct::count_late(tx, &mut game, index, at)?;
    let control = game.clocks.control;
    match control.mode {
        Mode::Soft => set_overdue(tx, &mut game, index, at),
        Mode::Hard if control.on_timeout == OnTimeout::Pass && game.table.can_skip(seat) => {
            enter(tx, &mut game, seat, SKIP, at)?;
            call_off_abandoned(tx, &mut game, at)
        }
        Mode::Hard => forfeit_all(tx, &mut game, seat, at),
    }
}

/// Calls off a game in which every player was skipped twice in a row.
fn call_off_abandoned(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), Error> {
    let continues = game.table.outcome().is_none();
    match game.table.here().first().filter(|_| continues && game.is_abandoned(game.record.len())) {
        Some(seat) => enter(tx, game, seat, ABORT, at),
        None => Ok(()),
    }
}

/// Takes a seat out of the game, together with all others whose time is up: with simultaneous orders there can be several. If no
/// side would remain, nobody wins.
fn forfeit_all(tx: &Tx<'_>, game: &mut Game, seat: Seat, at: Timestamp) -> Result<(), Error> {
    let mut late = SeatSet::one(seat);
    for index in 0..game.clocks.seats.len() {
        let other = game.clocks.seats[index].seat;
        if other != seat && is_out(game, index, at) && !take_vacation_day(tx, game, index, at)? {
            conduct::count_late(tx, game, index, at)?;
            late.insert(other);
        }
    }
    if game.table.leaves_nobody(late) {
        return enter(tx, game, seat, ALL_LATE, at);
    }
    let stored = game.record.len();
    for seat in late.iter() {
        if game.table.outcome().is_none() {
            game.enter(seat, TIMEOUT).map_err(anyhow::Error::from)?;
        }
    }
    commit(tx, game, stored, at)
}

/// Spends a vacation day of the seat's player, if there is one: the clock is stopped for 24 hours. A day that began in another seat
/// or game counts here, too.
fn take_vacation_day(tx: &Tx<'_>, game: &mut Game, index: usize, at: Timestamp) -> Result<bool, StoreError> {
    let has_vacation = game.clocks.control.has_vacation();
    let clock = &game.clocks.seats[index];
    let Some(person) = game.person_in(clock.seat).filter(|_| has_vacation) else { return Ok(false) };
    // Nobody waits for the player.
    if game.is_alone_with_machines(person) {
        return Ok(false);
    }
    let days = tx.vacation(person)?;
    let calendar = game.clocks.calendar(clock);
    let shared = days.until.filter(|&until| until > at);
    let (spent, last) = tx.vacation_in(game.id, person)?.unzip();
    let spent = spent.unwrap_or(0);
    // A day from another game makes these players wait, too. It counts once for all seats of a player.
    let counts = shared.is_none() || last != shared;
    if counts && spent >= Vacation::MOST_IN_A_GAME {
        return Ok(false);
    }
    let until = match shared {
        Some(until) => until,
        None => {
            let zone = tx.person(person)?.hours.zone;
            let Some(vacation) = days.vacation.take_day(at, &zone) else { return Ok(false) };
            let until = later(at, DAY);
            tx.set_vacation(person, &Days { vacation, until: Some(until) })?;
            let left = vacation.days_left(at, &zone);
            let here = Vacation::MOST_IN_A_GAME - spent - 1;
            tx.queue_notice(game.id, person, Notice::Vacation { until, left, here }, at)?;
            until
        }
    };
    if counts {
        tx.spend_day_in(game.id, person, until)?;
    }
    let clock = &mut game.clocks.seats[index].clock;
    if shared.is_some() && !tx.outages(earlier(until, DAY))?.is_empty() {
        // A stopped clock gets back the part of the day in which the bot was away. This clock was not stopped then.
        clock.give(at, &calendar, until.duration_since(at));
    } else {
        clock.stop_until(at, until, &calendar);
    }
    clocks::write(tx, game.id, &game.clocks, index, at)?;
    tx.queue(game.id, &Payload::Refresh, at)?;
    Ok(true)
}

/// Marks a seat as late and asks the other players what happens next. Until they decide, the late player can still move.
fn set_overdue(tx: &Tx<'_>, game: &mut Game, index: usize, at: Timestamp) -> Result<(), Error> {
    game.clocks.seats[index].overdue = Some(at);
    clocks::write(tx, game.id, &game.clocks, index, at)?;
    let seat = game.clocks.seats[index].seat;
    // Machines choose nothing, and wait.
    if !game.person_in(seat).is_some_and(|person| game.is_alone_with_machines(person)) {
        overdue::ask(tx, game, seat, at)?;
    }
    tx.queue(game.id, &Payload::Refresh, at)?;
    recount(tx, game, at)
}
