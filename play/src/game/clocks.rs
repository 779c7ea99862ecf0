//! Clocks follow the record.
//!
//! A seat's turn lasts from the moment the game waits for it until it no longer does. The seat's clock runs through all plies of that
//! turn. With simultaneous orders it runs until the seat's order is in. Each running clock has a timer in the store, written in the
//! same transaction.

use clock::{Calendar, Clock};
use data::{
    Clocks, Game, GameId, Payload, Player, SeatClock, StoreError, Timer, TimerKind, Tx, reminder_shares,
};
use jiff::{SignedDuration, Timestamp};
use rules::{BACK, Seat};

use super::{machines, overdue};

/// The due time of a reminder whose clock is stopped.
const NEVER: Timestamp = Timestamp::MAX;

/// Gives every seat of a new game its clock and starts the clocks of the seats to act.
pub fn begin(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
    for player in game.players.clone() {
        add(tx, game, player)?;
    }
    follow(tx, game, 0, at)
}

/// Gives a seat its clock, if the game has clocks and a person plays the seat. Machines take no time.
fn add(tx: &Tx<'_>, game: &mut Game, player: Player) -> Result<(), StoreError> {
    let Some(clock) = Clock::new(&game.clocks.control).filter(|_| !player.person.is_machine()) else {
        return Ok(());
    };
    let hours = tx.person(player.person)?.hours;
    let clock = SeatClock { seat: player.seat, clock, turn: None, hours, overdue: None, late: false };
    tx.set_clock(game.id, &clock)?;
    game.clocks.seats.push(clock);
    game.clocks.seats.sort_by_key(|clock| clock.seat);
    Ok(())
}

/// Stops and starts clocks for the entries of the record from `stored` on.
pub fn follow(tx: &Tx<'_>, game: &mut Game, stored: usize, at: Timestamp) -> Result<(), StoreError> {
    let (to_act, turn) = (game.table.to_act(), game.table.turn());
    let went_back = game.record[stored..].iter().any(|entry| entry.notation.starts_with(BACK));
    // These seats did not complete a turn, so they earn no increment.
    let cut_short = went_back || game.table.outcome().is_some();
    let control = game.clocks.control;
    for index in 0..game.clocks.seats.len() {
        let before = game.clocks.seats[index].clone();
        let mut clock = before.clone();
        let acts = to_act.contains(clock.seat);
        match clock.turn {
            Some(of) if acts && (of == turn || went_back) => {
                if went_back {
                    // The turn has a new number, so the old board no longer shows it.
                    clock.clock.settle(at, &control.calendar(&clock.hours));
                }
                clock.turn = Some(turn);
            }
            in_turn => {
                if in_turn.is_some() {
                    let calendar = control.calendar(&clock.hours);
                    if cut_short || game.table.left().contains(clock.seat) {
                        clock.clock.hold(at, &calendar);
                    } else {
                        clock.clock.stop(at, &calendar, &control);
                    }
                    (clock.turn, clock.overdue, clock.late) = (None, None, false);
                }
                if acts {
                    start(tx, game, &mut clock, at)?;
                }
            }
        }
        if clock != before {
            game.clocks.seats[index] = clock;
            write(tx, game.id, &game.clocks, index, at)?;
        }
    }
    Ok(())
}

/// Starts a turn of a seat with the hours that its player has set now.
fn start(tx: &Tx<'_>, game: &Game, clock: &mut SeatClock, at: Timestamp) -> Result<(), StoreError> {
    let Some(person) = game.person_in(clock.seat) else { return Ok(()) };
    let person = tx.person(person)?;
    clock.turn = Some(game.table.turn());
    clock.hours = person.hours;
    clock.clock.start(at, &game.clocks.control);
    if game.clocks.are_stopped() {
        clock.clock.hold(at, &game.clocks.calendar(clock));
    }
    tx.clear_timers(game.id, Some(clock.seat), TimerKind::Remind)?;
    set_reminder(tx, game.id, &game.clocks, clock, person.remind, 0)
}

/// Writes a seat's clock and its timers: when it runs out, and when sleep or a weekend changes it before that.
pub fn write(
    tx: &Tx<'_>,
    game: GameId,
    clocks: &Clocks,
    index: usize,
    at: Timestamp,
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

/// Sets the timer for the next time after `at` that sleep or a weekend stops or restarts the clock. Boards show that time.
pub fn set_calendar(
    tx: &Tx<'_>,
    game: GameId,
    clocks: &Clocks,
    clock: &SeatClock,
    at: Timestamp,
) -> Result<(), StoreError> {
    let (seat, kind) = (Some(clock.seat), TimerKind::Calendar);
    let running = clock.clock.since.filter(|_| clock.overdue.is_none());
    let next = running.and_then(|since| clocks.calendar(clock).next_change(since.max(at)));
    match next.zip(clocks.deadline(clock.seat)) {
        Some((due, deadline)) if due < deadline => tx.set_timer(&Timer { game, seat, kind, step: 0, due }),
        _ => tx.clear_timers(game, seat, kind),
    }
}

/// Sets the timer of the reminder that follows `step` others, or clears it if no reminder follows.
pub fn set_reminder(
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

/// Returns when the reminder that follows `step` others is due, where the first is due after `first` percent of the turn's time. It
/// is never due while the player sleeps. Returns `None` if there is no such reminder.
pub fn reminder(clocks: &Clocks, clock: &SeatClock, first: u8, step: u32) -> Option<Timestamp> {
    let share = *reminder_shares(first).get(usize::try_from(step).ok()?)?;
    let calendar = clocks.calendar(clock);
    match clock.clock.instant_at_share(share, &calendar) {
        Some(at) => Some(calendar.next_wake(at)),
        None => Some(NEVER),
    }
}

/// Stops all clocks of a game that is paused or suspended. Questions about late players are asked again after that.
pub fn stop_all(tx: &Tx<'_>, game: GameId, clocks: &mut Clocks, at: Timestamp) -> Result<(), StoreError> {
    for index in 0..clocks.seats.len() {
        let calendar = clocks.calendar(&clocks.seats[index]);
        let clock = &mut clocks.seats[index];
        if let Some(ahead) = clock.clock.since.map(|since| since.duration_since(at)) {
            // The rest of a vacation day is not lost.
            clock.clock.left = clock.clock.left.saturating_add(ahead.max(SignedDuration::ZERO));
        }
        clock.clock.hold(at, &calendar);
        clock.overdue = None;
        write(tx, game, clocks, index, at)?;
    }
    Ok(())
}

/// Restarts the clocks of all seats in their turn, unless the game is still paused or suspended.
pub fn restart_all(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
    let stand = game.clocks.are_stopped();
    for index in 0..game.clocks.seats.len() {
        if stand || game.clocks.seats[index].turn.is_none() {
            continue;
        }
        game.clocks.seats[index].clock.resume(at);
        write_and_remind(tx, game, index, at)?;
    }
    Ok(())
}

/// Writes a clock whose times have moved, and moves the player's reminders.
fn write_and_remind(tx: &Tx<'_>, game: &Game, index: usize, at: Timestamp) -> Result<(), StoreError> {
    write(tx, game.id, &game.clocks, index, at)?;
    let clock = &game.clocks.seats[index];
    let Some(person) = game.person_in(clock.seat) else { return Ok(()) };
    let first = tx.person(person)?.remind;
    for timer in tx.timers(game.id, Some(clock.seat), TimerKind::Remind)? {
        set_reminder(tx, game.id, &game.clocks, clock, first, timer.step)?;
    }
    Ok(())
}

/// Gives back the time of a turn whose board could not be posted yet. Returns whether a clock was given time.
pub fn wait_for_board(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<bool, StoreError> {
    let mut given = false;
    if shows_turn(game) {
        return Ok(given);
    }
    for index in 0..game.clocks.seats.len() {
        let calendar = game.clocks.calendar(&game.clocks.seats[index]);
        let clock = &mut game.clocks.seats[index].clock;
        // A clock with nothing left would be due again at once.
        if let Some(since) = clock.since.filter(|&since| since < at && clock.left > SignedDuration::ZERO) {
            clock.forgive(since, at, &calendar);
            write_and_remind(tx, game, index, at)?;
            given = true;
        }
    }
    Ok(given)
}

/// Returns whether the newest board post shows the current turn.
fn shows_turn(game: &Game) -> bool {
    game.board.is_some_and(|(_, turn)| turn == game.table.turn())
}

/// Returns since when a clock has been running in a turn that no board shows yet.
pub fn unseen_since(game: &Game) -> Option<Timestamp> {
    let running = game.clocks.seats.iter().filter_map(|clock| clock.clock.since);
    running.min().filter(|_| !shows_turn(game))
}

/// Pauses a game: all its clocks are stopped until [`resume`].
pub fn pause(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
    tx.set_paused(game.id, Some(at))?;
    game.clocks.paused = Some(at);
    stop_all(tx, game.id, &mut game.clocks, at)?;
    machines::follow(tx, game, at)?;
    tx.queue(game.id, &Payload::Refresh, at)
}

/// Ends a pause and restarts the clocks.
pub fn resume(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
    tx.set_paused(game.id, None)?;
    game.clocks.paused = None;
    restart_all(tx, game, at)?;
    machines::follow(tx, game, at)?;
    tx.queue(game.id, &Payload::Refresh, at)
}

/// Returns whether a seat's clock has run out and nobody has reacted yet.
pub fn is_out(game: &Game, index: usize, at: Timestamp) -> bool {
    let clock = &game.clocks.seats[index];
    clock.overdue.is_none() && game.clocks.deadline(clock.seat).is_some_and(|deadline| deadline <= at)
}

/// Gives a seat more time, as the other players chose.
pub fn wait_longer(
    tx: &Tx<'_>,
    game: &mut Game,
    seat: Seat,
    more: SignedDuration,
    at: Timestamp,
) -> Result<(), StoreError> {
    change(tx, game, seat, at, |clock, calendar| clock.clock.give(at, calendar, more))
}

/// Gives a substitute the time that every seat began with, and their own hours.
pub fn hand_over(tx: &Tx<'_>, game: &mut Game, seat: Seat, at: Timestamp) -> Result<(), StoreError> {
    let Some(start) = game.clocks.control.start() else { return Ok(()) };
    if game.clocks.of(seat).is_none() {
        // A machine had the seat.
        let player = game.players.iter().copied().find(|player| player.seat == seat);
        if let Some(player) = player {
            add(tx, game, player)?;
        }
        follow(tx, game, game.record.len(), at)?;
        return tx.queue(game.id, &Payload::Refresh, at);
    }
    let person = game.person_in(seat).map(|person| tx.person(person)).transpose()?;
    change(tx, game, seat, at, |clock, _| {
        (clock.clock.left, clock.clock.full) = (start, start);
        // The former player was late.
        clock.late = false;
        // A vacation day of the former player ends here.
        clock.clock.since = clock.clock.since.map(|_| at);
        if let Some(person) = person {
            clock.hours = person.hours;
        }
    })
}

/// Changes a seat's clock, which is then no longer overdue. Its player is reminded as in a new turn: it may be another player, and a
/// late player has no reminders left.
fn change(
    tx: &Tx<'_>,
    game: &mut Game,
    seat: Seat,
    at: Timestamp,
    work: impl FnOnce(&mut SeatClock, &Calendar),
) -> Result<(), StoreError> {
    let Some(index) = game.clocks.seats.iter().position(|clock| clock.seat == seat) else { return Ok(()) };
    let calendar = game.clocks.calendar(&game.clocks.seats[index]);
    let clock = &mut game.clocks.seats[index];
    work(clock, &calendar);
    clock.overdue = None;
    write(tx, game.id, &game.clocks, index, at)?;
    let clock = &game.clocks.seats[index];
    if let Some(person) = game.person_in(seat).filter(|_| clock.turn.is_some()) {
        let first = tx.person(person)?.remind;
        tx.clear_timers(game.id, Some(seat), TimerKind::Remind)?;
        set_reminder(tx, game.id, &game.clocks, clock, first, 0)?;
    }
    overdue::lapse(tx, game, at)?;
    tx.queue(game.id, &Payload::Refresh, at)
}
