//! Words about clocks.

use clock::{Control, Instant, Ms, Why};
use data::{SeatClock, Time};

use super::*;

/// Whose clock runs and until when, and why one stands that does not run; a line each. Empty in a game without clocks.
#[must_use]
pub fn clocks(game: &Game, now: Time) -> String {
    let clocks = &game.clocks;
    if clocks.seats.is_empty() || game.table.outcome().is_some() {
        return String::new();
    }
    let mut lines = Vec::new();
    if clocks.away > Ms::ZERO {
        lines.push(format!("🔌 I was away for {}; no clock ran.", clocks.away));
    }
    if clocks.paused.is_some() {
        lines.push("⏸️ The game is paused: all clocks stand.".to_owned());
    } else {
        let in_turn = clocks.seats.iter().filter(|clock| clock.turn.is_some());
        lines.extend(in_turn.map(|clock| seat_clock(game, clock, now)));
    }
    lines.join("\n")
}

fn seat_clock(game: &Game, clock: &SeatClock, now: Time) -> String {
    let who = game.person_in(clock.seat).map(mention).unwrap_or_default();
    if let Some(since) = clock.overdue {
        return format!("⌛ The time of {who} is up {}. They can still move.", stamp(since, 'R'));
    }
    let (Some(deadline), Some(since)) = (game.clocks.deadline(clock.seat), clock.clock.since) else {
        return format!("⏸️ The clock of {who} stands.");
    };
    let then = format!("{} ({})", stamp(deadline, 'f'), stamp(deadline, 'R'));
    if since > Instant::from(now) {
        return format!(
            "🏖️ {who} has a vacation day: the clock stands until {}. Then their time is up unless they have another one.",
            stamp(since.into(), 'f')
        );
    }
    match game.clocks.calendar(clock).stands_until(now.into()) {
        Some((why, until)) => {
            let why = match why {
                Why::Sleep => "💤 It is night",
                Why::Weekend => "🛋️ It is weekend",
            };
            let until = stamp(until.into(), 'f');
            format!("{why} where {who} is: the clock stands until {until}, then runs until {then}.")
        }
        None => format!("⏳ The clock of {who} runs until {then}{}.", left_out(game, clock)),
    }
}

/// When a clock will stand by itself, so that what a board says stays true through the night.
fn left_out(game: &Game, clock: &SeatClock) -> &'static str {
    match (clock.hours.sleep.is_some(), game.clocks.control.weekends_off) {
        (false, false) => "",
        (true, false) => "; it stands while they sleep",
        (false, true) => "; it stands at weekends",
        (true, true) => "; it stands while they sleep and at weekends",
    }
}

/// What is left on the clock of a seat, after its name; empty in a game without clocks.
#[must_use]
pub fn time_left(game: &Game, seat: Seat, now: Time) -> String {
    match game.clocks.of(seat).filter(|_| !game.table.left().contains(seat)) {
        Some(clock) => {
            let left = clock.clock.left_at(now.into(), &game.clocks.calendar(clock));
            format!(" · {left}")
        }
        None => String::new(),
    }
}

/// The heading of a reminder.
pub const REMINDER_TITLE: &str = "Time for your move";

/// How much time a seat has left for its move.
#[must_use]
pub fn time_for_move(game: &Game, seat: Seat) -> String {
    match game.clocks.deadline(seat) {
        Some(deadline) => format!("Your time is up {} ({}).", stamp(deadline, 'R'), stamp(deadline, 'f')),
        None => "Your clock stands.".to_owned(),
    }
}

/// Small print of a reminder; no other message of ours has the same.
#[must_use]
pub fn reminder_footer(game: &Game, seat: Seat, turn: u32, number: i64) -> String {
    let colour = game.table.kind().colour(seat).name();
    format!("Game {}, turn {}, {colour}, reminder {}", game.id, u64::from(turn) + 1, number + 1)
}

/// A moment as Discord shows it to each reader in their own time zone: `f` a date and time, `R` how far away it is.
#[must_use]
pub fn stamp(at: Time, style: char) -> String {
    format!("<t:{}:{style}>", at.seconds())
}

/// A time control in a lobby.
#[must_use]
pub fn control(control: &Control) -> String {
    match control.start() {
        Some(_) => format!("{} (`{control}`)", control.words()),
        None => "No clock: everybody takes the time they need.".to_owned(),
    }
}

/// Said to a clock that cannot be read, with what can be.
#[must_use]
pub fn bad_clock(error: &clock::ControlError) -> String {
    format!("I do not know that clock: {error}.")
}

/// Said when a server's usual clock was set.
#[must_use]
pub fn usual_clock(control: &Control) -> String {
    format!(
        "Games on this server now begin with this clock unless `/play` says otherwise: {}.",
        control.words()
    )
}

/// Said to somebody who may not manage the server.
pub const NOT_ADMIN: &str = "Only who may manage this server can set that.";
