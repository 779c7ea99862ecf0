//! Texts about clocks.

use clock::{Control, Mode, OnTimeout, Vacation, Why, in_words};
use data::SeatClock;
use jiff::{SignedDuration, Timestamp};

use super::common::*;

/// Returns one line per player to act: when their clock runs out, or why it is stopped. Empty in a game without clocks.
#[must_use]
pub fn clocks(game: &Game, now: Timestamp) -> String {
    let clocks = &game.clocks;
    if clocks.seats.is_empty() || game.table.outcome().is_some() {
        return String::new();
    }
    let mut lines = Vec::new();
    if clocks.away > SignedDuration::ZERO {
        lines.push(format!("🔌 I was offline for {}, and no clock ran.", together(&in_words(clocks.away))));
    }
    if clocks.paused.is_some() {
        lines.push("⏸️ The game is paused, and all clocks are stopped.".to_owned());
    } else if clocks.suspended.is_some() {
        lines.push(
            "⏸️ The game was suspended, and its clocks are stopped. The next move here resumes it."
                .to_owned(),
        );
    } else {
        lines.extend(most_urgent(game).into_iter().map(|clock| seat_clock(game, clock, now)));
    }
    lines.join("\n")
}

/// Returns the clock of each player to act. For a player with several seats, this is the clock that ran out first, or else
/// runs out first.
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

fn seat_clock(game: &Game, clock: &SeatClock, now: Timestamp) -> String {
    let who = game.person_in(clock.seat).map(mention).unwrap_or_default();
    if let Some(since) = clock.overdue {
        return format!("⌛ {who} ran out of time {}. They can still move.", stamp(since, 'R'));
    }
    let (Some(deadline), Some(since)) = (game.clocks.deadline(clock.seat), clock.clock.since) else {
        return format!("⏸️ {who}'s clock is stopped.");
    };
    let then = format!("{} ({})", stamp(deadline, 'f'), stamp(deadline, 'R'));
    if since > now {
        return format!(
            "🏖️ {who} has a vacation day: the clock is stopped until {}. After that, their time is up unless they have another one.",
            stamp(since, 'f')
        );
    }
    match game.clocks.calendar(clock).stopped_until(now) {
        Some((why, until)) => {
            let why = match why {
                Why::Sleep => "💤 It's night",
                Why::Weekend => "🛋️ It's the weekend",
            };
            let until = stamp(until, 'f');
            format!("{why} where {who} is. The clock is stopped until {until}, then runs until {then}.")
        }
        None => format!("⏳ {who}'s clock runs until {then}{}.", left_out(game, clock)),
    }
}

/// Notifies a player that a vacation day was spent for them. `left` are their days left this year, `here` those that this
/// game still allows.
#[must_use]
pub fn vacation_day(until: Timestamp, left: u16, here: u16) -> String {
    let here = match left.min(here) {
        0 => "none of them for this game".to_owned(),
        here => format!("{here} of them for this game"),
    };
    format!(
        "Your time ran out, so I've spent one of your vacation days. Your clock is stopped until {} ({}). You have {} left this year, {here}.",
        stamp(until, 'f'),
        stamp(until, 'R'),
        plural(usize::from(left), "vacation day"),
    )
}

/// Says when a clock stops by itself, so that a board stays correct through the night.
fn left_out(game: &Game, clock: &SeatClock) -> &'static str {
    match (clock.hours.sleep.is_some(), game.clocks.control.weekends_off) {
        (false, false) => "",
        (true, false) => "; it stops while they sleep",
        (false, true) => "; it stops at weekends",
        (true, true) => "; it stops while they sleep and at weekends",
    }
}

/// Returns what is left on the clock of a seat, to follow its name. Empty in a game without clocks.
#[must_use]
pub fn time_left(game: &Game, seat: Seat, now: Timestamp) -> String {
    match game.clocks.of(seat).filter(|_| !game.table.left().contains(seat)) {
        Some(clock) => {
            let left = clock.clock.left_at(now, &game.clocks.calendar(clock));
            format!(" · {}", together(&in_words(left)))
        }
        None => String::new(),
    }
}

/// Returns the small print of a clock in a menu: what happens when time is up.
#[must_use]
pub fn when_time_is_up(control: &Control) -> String {
    if control.start().is_none() {
        return "everyone takes the time they need".to_owned();
    }
    let vacation = match control.has_vacation() {
        true => format!("up to {} vacation days, then", Vacation::MOST_IN_A_GAME),
        false => "when time is up,".to_owned(),
    };
    match (control.mode, control.on_timeout) {
        (Mode::Soft, _) => format!("soft: {vacation} the others decide what happens"),
        (Mode::Hard, OnTimeout::Pass) => {
            format!("pass: {vacation} the turn passes if the game allows it")
        }
        (Mode::Hard, OnTimeout::Forfeit) => format!("hard: {vacation} you leave the game"),
    }
}

/// Heads a reminder.
pub const REMINDER_TITLE: &str = "Time for your move";

/// Says how much time a seat has left for its move.
#[must_use]
pub fn time_for_move(game: &Game, seat: Seat) -> String {
    match game.clocks.deadline(seat) {
        Some(deadline) => format!("You have until {} ({}).", stamp(deadline, 'f'), stamp(deadline, 'R')),
        None => "Your clock is stopped.".to_owned(),
    }
}

/// Returns the small print of a reminder. No other message of the bot has the same, so the outbox can find it again.
#[must_use]
pub fn reminder_footer(game: &Game, seat: Seat, turn: u32, number: u32) -> String {
    let colour = game.table.kind().colour(seat).name();
    format!("Game {}, turn {}, {colour}, reminder {}", game.id, u64::from(turn) + 1, number + 1)
}

/// Returns a timestamp that Discord shows in each reader's time zone. Style `f` is date and time, `R` is how far away it is.
#[must_use]
pub fn stamp(at: Timestamp, style: char) -> String {
    format!("<t:{}:{style}>", at.as_second())
}

/// Describes a lobby's clock.
#[must_use]
pub fn control(control: &Control) -> String {
    match control.start() {
        Some(_) => format!("{} (`{control}`)", together(&control.words())),
        None => "No clock: everyone takes the time they need.".to_owned(),
    }
}

/// Confirms that a server's default clock was set.
#[must_use]
pub fn usual_clock(control: &Control) -> String {
    format!(
        "Games on this server now start with this clock unless `/play` says otherwise: {}.",
        together(&control.words())
    )
}

/// Shows an administrator the server's default clock.
#[must_use]
pub fn present_clock(control: &Control, is_default: bool) -> String {
    let (from, back) = match is_default {
        true => ("This is the default.", ""),
        false => (
            "An administrator of this server chose it.",
            " `/admin clock clock:default` restores the default.",
        ),
    };
    format!(
        "Games on this server start with this clock unless `/play` says otherwise: {} (`{control}`). {from}\n\
         `/admin clock clock:3d/turn hard` sets another one.{back}",
        together(&control.words())
    )
}

/// Rejects a caller who may not manage the server.
pub const NOT_ADMIN: &str = "Only people who manage this server can do that.";

#[cfg(test)]
mod tests {
    use clock::from_millis;
    use play::fixture;
    use rules::{Options, Table};

    use super::*;

    #[test]
    fn each_player_has_one_line_for_all_seats() {
        let table = Table::new(Kind::Stract, &Options::new().with(PLAYERS, 8)).unwrap();
        let mut game = fixture::game(8, 2, table);
        game.clocks.away = SignedDuration::ZERO;
        let people = game.people_in(SeatSet::all(8));
        let lines = clocks(&game, from_millis(0));
        assert_eq!(lines.lines().count(), 2, "{lines}");
        assert!(people.iter().all(|&person| lines.contains(&mention(person))), "{lines}");

        game.clocks.seats[6].overdue = Some(from_millis(0));
        let lines = clocks(&game, from_millis(0));
        assert_eq!(lines.lines().count(), 2, "{lines}");
        assert!(lines.contains(&format!("⌛ {} ran out of time", mention(people[0]))), "{lines}");
    }
}
