//! Keeps the clocks of a game going with its record.
//!
//! A seat is in its turn from when the game waits for it until it does not. Its clock runs through all plies of that turn;
//! where all order at once, until the seat's order is in. What is due by a clock stands in the store's timers, written with
//! the clock.

use clock::{Clock, Ms};
use data::{
    Clocks, Game, GameId, OutboxKind, SeatClock, StoreError, Time, Timer, TimerKind, Tx, reminder_shares,
};
use rules::BACK;

/// When something is due that waits for a clock that stands.
const NEVER: Time = Time(i64::MAX);

/// Gives every seat of a game that has just started its clock, and starts those of the seats to act.
pub(super) fn begin(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<(), StoreError> {
    let Some(clock) = Clock::new(&game.clocks.control) else { return Ok(()) };
    for player in &game.players {
        let hours = tx.person(player.person)?.hours;
        let clock = SeatClock { seat: player.seat, clock, turn: None, hours, overdue: None };
        tx.set_clock(game.id, &clock)?;
        game.clocks.seats.push(clock);
    }
    follow(tx, game, 0, at)
}

/// Stops and starts clocks as it follows from what was entered into the record of `game` since it stood at `stored` entries.
pub(super) fn follow(tx: &Tx<'_>, game: &mut Game, stored: usize, at: Time) -> Result<(), StoreError> {
    let (to_act, turn) = (game.table.to_act(), game.table.turn());
    let went_back = game.record[stored..].iter().any(|entry| entry.notation.starts_with(BACK));
    // No turn was completed by whom these are about.
    let cut_short = went_back || game.table.outcome().is_some();
    let control = game.clocks.control;
    for index in 0..game.clocks.seats.len() {
        let before = game.clocks.seats[index].clone();
        let mut clock = before.clone();
        let acts = to_act.contains(clock.seat);
        match clock.turn {
            Some(of) if acts && (of == turn || went_back) => {
                if went_back {
                    // The board of the turn that this was is not one of the turn that it is now.
                    clock.clock.settle(at.into(), &control.calendar(&clock.hours));
                }
                clock.turn = Some(turn);
            }
            in_turn => {
                if in_turn.is_some() {
                    let calendar = control.calendar(&clock.hours);
                    if cut_short || game.table.left().contains(clock.seat) {
                        clock.clock.hold(at.into(), &calendar);
                    } else {
                        clock.clock.stop(at.into(), &calendar, &control);
                    }
                    (clock.turn, clock.overdue) = (None, None);
                }
                if acts {
                    start(tx, game, &mut clock, at)?;
                }
            }
        }
        if clock != before {
            game.clocks.seats[index] = clock;
            keep(tx, game.id, &game.clocks, index, at)?;
        }
    }
    Ok(())
}

/// Begins a turn of a seat, by the hours that its player has now.
fn start(tx: &Tx<'_>, game: &Game, clock: &mut SeatClock, at: Time) -> Result<(), StoreError> {
    let Some(person) = game.person_in(clock.seat) else { return Ok(()) };
    let person = tx.person(person)?;
    clock.turn = Some(game.table.turn());
    clock.hours = person.hours;
    clock.clock.start(at.into(), &game.clocks.control);
    if game.clocks.are_stopped() {
        clock.clock.hold(at.into(), &game.clocks.calendar(clock));
    }
    tx.clear_timers(game.id, Some(clock.seat), TimerKind::Remind)?;
    set_reminder(tx, game.id, &game.clocks, clock, person.remind, 0)
}

/// Writes the clock of a seat, when it will have run out, and when its board has to be looked at before.
pub(super) fn keep(
    tx: &Tx<'_>,
    game: GameId,
    clocks: &Clocks,
    index: usize,
    at: Time,
) -> Result<(), StoreError> {
    let clock = &clocks.seats[index];
    tx.set_clock(game, clock)?;
    let seat = Some(clock.seat);
    match clocks.deadline(clock.seat).filter(|_| clock.overdue.is_none()) {
        Some(due) => tx.set_timer(&Timer { game, seat, kind: TimerKind::Flag, step: 0, due })?,
        None => tx.clear_timers(game, seat, TimerKind::Flag)?,
    }
    set_calendar(tx, game, clocks, clock, at)?;
    if clock.turn.is_none() { tx.clear_timers(game, seat, TimerKind::Remind) } else { Ok(()) }
}

/// Sets when the clock of a seat begins to stand after `at`, or goes on, if that is before it has run out: its board says so.
pub(super) fn set_calendar(
    tx: &Tx<'_>,
    game: GameId,
    clocks: &Clocks,
    clock: &SeatClock,
    at: Time,
) -> Result<(), StoreError> {
    let (seat, kind) = (Some(clock.seat), TimerKind::Calendar);
    let running = clock.clock.since.filter(|_| clock.overdue.is_none());
    let next = running.and_then(|since| clocks.calendar(clock).next_change(since.max(at.into())));
    match next.map(Time::from).zip(clocks.deadline(clock.seat)) {
        Some((due, deadline)) if due < deadline => tx.set_timer(&Timer { game, seat, kind, step: 0, due }),
        _ => tx.clear_timers(game, seat, kind),
    }
}

/// Sets the reminder that comes after `step` others, if it comes.
pub(super) fn set_reminder(
    tx: &Tx<'_>,
    game: GameId,
    clocks: &Clocks,
    clock: &SeatClock,
    first: u8,
    step: u32,
) -> Result<(), StoreError> {
    match reminder(clocks, clock, first, step) {
        Some(due) => {
            tx.set_timer(&Timer { game, seat: Some(clock.seat), kind: TimerKind::Remind, step, due })
        }
        None => tx.clear_timers(game, Some(clock.seat), TimerKind::Remind),
    }
}

/// When the reminder after `step` others is due, if the first is due when `first` percent of the turn's time are used; never
/// while the player sleeps. `None` if there is no such reminder.
pub(super) fn reminder(clocks: &Clocks, clock: &SeatClock, first: u8, step: u32) -> Option<Time> {
    let share = *reminder_shares(first).get(usize::try_from(step).ok()?)?;
    let calendar = clocks.calendar(clock);
    match clock.clock.instant_at_share(share, &calendar) {
        Some(at) => Some(calendar.next_wake(at).into()),
        None => Some(NEVER),
    }
}

/// Lets all clocks of a game stand, since it is paused or put aside. Whose time is up is asked about anew when they go on.
pub(super) fn stop_all(tx: &Tx<'_>, game: GameId, clocks: &mut Clocks, at: Time) -> Result<(), StoreError> {
    for index in 0..clocks.seats.len() {
        let calendar = clocks.calendar(&clocks.seats[index]);
        let clock = &mut clocks.seats[index];
        if let Some(ahead) = clock.clock.since.map(|since| since - at.into()) {
            // What is left of a vacation day is not lost.
            clock.clock.left = clock.clock.left + ahead.at_least_zero();
        }
        clock.clock.hold(at.into(), &calendar);
        clock.overdue = None;
        keep(tx, game, clocks, index, at)?;
    }
    Ok(())
}

/// Lets the clocks of all seats go on that are in their turn, unless something else keeps them.
pub(super) fn go_on(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<(), StoreError> {
    let stand = game.clocks.are_stopped();
    for index in 0..game.clocks.seats.len() {
        if stand || game.clocks.seats[index].turn.is_none() {
            continue;
        }
        game.clocks.seats[index].clock.resume(at.into());
        keep_and_remind(tx, game, index, at)?;
    }
    Ok(())
}

/// Writes the clock of a seat that goes on at another time, and when its player is reminded then.
fn keep_and_remind(tx: &Tx<'_>, game: &Game, index: usize, at: Time) -> Result<(), StoreError> {
    keep(tx, game.id, &game.clocks, index, at)?;
    let clock = &game.clocks.seats[index];
    let Some(person) = game.person_in(clock.seat) else { return Ok(()) };
    let first = tx.person(person)?.remind;
    for timer in tx.timers(game.id, Some(clock.seat), TimerKind::Remind)? {
        set_reminder(tx, game.id, &game.clocks, clock, first, timer.step)?;
    }
    Ok(())
}

/// Gives the time of a turn back that nobody could see yet, since its board could not be posted. Tells whether a clock goes on
/// from now.
pub(crate) fn wait_for_board(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<bool, StoreError> {
    let mut given = false;
    if shows_turn(game) {
        return Ok(given);
    }
    for index in 0..game.clocks.seats.len() {
        let calendar = game.clocks.calendar(&game.clocks.seats[index]);
        let clock = &mut game.clocks.seats[index].clock;
        // One with nothing left would be looked at again at once.
        if let Some(since) = clock.since.filter(|&since| since < at.into() && clock.left > Ms::ZERO) {
            clock.forgive(since, at.into(), &calendar);
            keep_and_remind(tx, game, index, at)?;
            given = true;
        }
    }
    Ok(given)
}

/// Whether the newest board post is about the turn that the game is at.
fn shows_turn(game: &Game) -> bool {
    game.board.is_some_and(|(_, turn)| turn == game.table.turn())
}

/// Since when a clock has been running in a turn that no board shows yet.
pub(crate) fn unseen_since(game: &Game) -> Option<Time> {
    let running = game.clocks.seats.iter().filter_map(|clock| clock.clock.since);
    running.min().filter(|_| !shows_turn(game)).map(Time::from)
}

/// Pauses a game: all its clocks stand until [`resume`].
pub(super) fn pause(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<(), StoreError> {
    tx.set_paused(game.id, Some(at))?;
    game.clocks.paused = Some(at);
    stop_all(tx, game.id, &mut game.clocks, at)?;
    tx.queue(game.id, 0, OutboxKind::Refresh, at)
}

/// Ends a pause.
pub(super) fn resume(tx: &Tx<'_>, game: &mut Game, at: Time) -> Result<(), StoreError> {
    tx.set_paused(game.id, None)?;
    game.clocks.paused = None;
    go_on(tx, game, at)?;
    tx.queue(game.id, 0, OutboxKind::Refresh, at)
}

#[cfg(test)]
mod tests;
