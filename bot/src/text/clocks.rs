//! Words about clocks.

use clock::{Control, Instant, Mode, Ms, OnTimeout, Vacation, Why};
use data::{SeatClock, Time};

use super::*;

/// Whose clock runs and until when, and why one is stopped that does not run; a line for each person. Empty in a game without
/// clocks.
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
        lines.push("⏸️ The game is paused: all clocks are stopped.".to_owned());
    } else if clocks.suspended.is_some() {
        lines.push(
            "⏸️ The game was put aside, and its clocks are stopped: the next move here goes on with it."
                .to_owned(),
        );
    } else {
        lines.extend(most_urgent(game).into_iter().map(|clock| seat_clock(game, clock, now)));
    }
    lines.join("\n")
}

/// The clock of everybody who is to act; of several that somebody has the one that has run out, or else runs out first.
fn most_urgent(game: &Game) -> Vec<&SeatClock> {
    let urgency = |clock: &SeatClock| {
        let deadline = game.clocks.deadline(clock.seat);
        (clock.overdue.is_none(), deadline.is_none(), clock.overdue, deadline)
    };
    let mut clocks: Vec<&SeatClock> = Vec::new();
    for clock in game.clocks.seats.iter().filter(|clock| clock.turn.is_some()) {
        let person = game.person_in(clock.seat);
        match clocks.iter_mut().find(|known| game.person_in(known.seat) == person) {
            Some(known) if urgency(clock) < urgency(known) => *known = clock,
            Some(_) => {}
            None => clocks.push(clock),
        }
    }
    clocks
}

fn seat_clock(game: &Game, clock: &SeatClock, now: Time) -> String {
    let who = game.person_in(clock.seat).map(mention).unwrap_or_default();
    if let Some(since) = clock.overdue {
        return format!("⌛ {who} ran out of time {}. They can still move.", stamp(since, 'R'));
    }
    let (Some(deadline), Some(since)) = (game.clocks.deadline(clock.seat), clock.clock.since) else {
        return format!("⏸️ The clock of {who} is stopped.");
    };
    let then = format!("{} ({})", stamp(deadline, 'f'), stamp(deadline, 'R'));
    if since > Instant::from(now) {
        return format!(
            "🏖️ {who} has a vacation day: the clock is stopped until {}. Then their time is up unless they have another one.",
            stamp(since.into(), 'f')
        );
    }
    match game.clocks.calendar(clock).stopped_until(now.into()) {
        Some((why, until)) => {
            let why = match why {
                Why::Sleep => "💤 It is night",
                Why::Weekend => "🛋️ It is weekend",
            };
            let until = stamp(until.into(), 'f');
            format!("{why} where {who} is: the clock is stopped until {until}, then runs until {then}.")
        }
        None => format!("⏳ The clock of {who} runs until {then}{}.", left_out(game, clock)),
    }
}

/// Sent to a player whose time was up, with how many vacation days they have left this year, and how many this game lets them
/// spend.
#[must_use]
pub fn vacation_day(until: Time, left: u16, here: u16) -> String {
    let here = match left.min(here) {
        0 => "none of them for this game".to_owned(),
        here => format!("{here} of them for this game"),
    };
    format!(
        "Your time was up, so one of your vacation days was spent: your clock is stopped until {} ({}). You have {} left this year, {here}.",
        stamp(until, 'f'),
        stamp(until, 'R'),
        plural(usize::from(left), "vacation day"),
    )
}

/// When a clock will stop by itself, so that what a board says stays true through the night.
fn left_out(game: &Game, clock: &SeatClock) -> &'static str {
    match (clock.hours.sleep.is_some(), game.clocks.control.weekends_off) {
        (false, false) => "",
        (true, false) => "; it stops while they sleep",
        (false, true) => "; it stops at weekends",
        (true, true) => "; it stops while they sleep and at weekends",
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

/// Beside a clock in a menu: what follows when time is up.
#[must_use]
pub fn when_time_is_up(control: &Control) -> String {
    if control.start().is_none() {
        return "everybody takes the time they need".to_owned();
    }
    let vacation = match control.has_vacation() {
        true => format!("up to {} vacation days, then", Vacation::MOST_IN_A_GAME),
        false => "when time is up,".to_owned(),
    };
    match (control.mode, control.on_timeout) {
        (Mode::Soft, _) => format!("soft: {vacation} the others choose what follows"),
        (Mode::Hard, OnTimeout::Pass) => {
            format!("pass: {vacation} the turn goes by where the game allows it")
        }
        (Mode::Hard, OnTimeout::Forfeit) => format!("hard: {vacation} you're out of the game"),
    }
}

/// The heading of a reminder.
pub const REMINDER_TITLE: &str = "Time for your move";

/// How much time a seat has left for its move.
#[must_use]
pub fn time_for_move(game: &Game, seat: Seat) -> String {
    match game.clocks.deadline(seat) {
        Some(deadline) => format!("You have until {} ({}).", stamp(deadline, 'f'), stamp(deadline, 'R')),
        None => "Your clock is stopped.".to_owned(),
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

/// Said when a server's usual clock was set.
#[must_use]
pub fn usual_clock(control: &Control) -> String {
    format!(
        "Games on this server now begin with this clock unless `/play` says otherwise: {}.",
        control.words()
    )
}

/// Shows an administrator the clock that games on the server begin with.
#[must_use]
pub fn present_clock(control: &Control, is_default: bool) -> String {
    let (from, back) = match is_default {
        true => ("This is the default.", ""),
        false => (
            "An administrator of this server has chosen it.",
            " `/admin clock clock:default` goes back to the default.",
        ),
    };
    format!(
        "Games on this server begin with this clock unless `/play` says otherwise: {} (`{control}`). {from}\n\
         `/admin clock clock:3d/turn hard` sets another one.{back}",
        control.words()
    )
}

/// Said to somebody who may not manage the server.
pub const NOT_ADMIN: &str = "Only people who may manage this server can set that.";

#[cfg(test)]
mod tests {
    use rules::{Options, Table};

    use super::*;
    use crate::limits;

    #[test]
    fn everybody_has_one_line_however_many_seats_they_have() {
        let table = Table::new(Kind::Stract, &Options::new().with(PLAYERS, 8)).unwrap();
        let mut game = limits::game(8, 2, table);
        game.clocks.away = Ms::ZERO;
        let people = game.people_in(SeatSet::all(8));
        let said = clocks(&game, Time(0));
        assert_eq!(said.lines().count(), 2, "{said}");
        assert!(people.iter().all(|&person| said.contains(&mention(person))), "{said}");

        game.clocks.seats[6].overdue = Some(Time(0));
        let said = clocks(&game, Time(0));
        assert_eq!(said.lines().count(), 2, "{said}");
        assert!(said.contains(&format!("⌛ {} ran out of time", mention(people[0]))), "{said}");
    }
}
