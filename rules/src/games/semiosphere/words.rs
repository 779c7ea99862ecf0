//! Sentences for players: what an action does, what happened, and the state of the game.

use crate::{
    Game, Seat,
    grid::Square,
    text::{counted, listed},
};

use super::{
    about::ABOUT,
    event::Event,
    moves::Move,
    position::{Planet, Semiosphere, Whereabouts},
};

/// The warning before a turn that ends in the row that the void takes next.
pub(super) const LOST: &str = "the void takes you at the end of this round";

/// The warning before a turn that leaves the planet in that row.
pub(super) const PLANET_LOST: &str = "the void takes your planet at the end of this round";

/// Describes an action: `step up to d5 (1 point); take your planet (2 points); ends the turn`.
pub(super) fn explain(game: &Semiosphere, seat: Seat, mv: Move) -> String {
    if let Err(why) = game.check(seat, mv) {
        return why.to_string();
    }
    let cost = game.cost(seat, mv);
    let price = if cost == 0 { "free".to_owned() } else { points(cost) };
    let mut what = match mv {
        Move::Go(to) => match game.whereabouts(seat) {
            Whereabouts::On(from) => format!("step {} to {to} ({price})", direction(from, to)),
            Whereabouts::Inside => format!("leave the Semiosphere to {to} ({price})"),
            Whereabouts::Unplaced | Whereabouts::Out { .. } => format!("place your piece on {to}"),
        },
        Move::Mark(at) if at.row == game.taken() => format!("mark {at} ({price}); pays 1 next round"),
        Move::Mark(at) => format!("mark {at} ({price})"),
        Move::Erase(at) => match game.mark(at) {
            Some(owner) => format!("erase {}'s mark on {at} ({price})", ABOUT.colour(owner).name()),
            None => format!("erase the mark on {at} ({price})"),
        },
        Move::Drop => "drop your planet behind you (1 point, gives 2)".to_owned(),
        Move::Enter if game.planet(seat) == Planet::Carried => {
            return format!("enter the Semiosphere with your planet and win ({price})");
        }
        Move::Enter => format!("enter the Semiosphere without your planet ({price})"),
        Move::End => match game.points(seat) {
            1 => "end the turn; 1 point is lost".to_owned(),
            unused => format!("end the turn; {unused} points are lost"),
        },
    };
    if let Move::Go(to) = mv
        && game.planet(seat) == Planet::On(to)
    {
        let loss = game.points(seat) - cost - game.points_left(seat, mv);
        what += &format!("; take your planet ({})", points(loss));
    }
    if game.is_lost_by(seat, mv) {
        // There is no room for both, and the void comes after the end of the turn anyway.
        what += "; the void takes you";
    } else if mv != Move::End && game.ends_turn(seat, mv) {
        what += "; ends the turn";
    }
    what
}

fn direction(from: Square, to: Square) -> &'static str {
    if to.row > from.row {
        "up"
    } else if to.row < from.row {
        "back"
    } else if to.col < from.col {
        "left"
    } else {
        "right"
    }
}

fn points(count: u8) -> String {
    counted(count.into(), "point", "points")
}

/// Describes an event in one sentence.
pub(super) fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match *event {
        Event::Placed { seat, at } => format!("{} begins on {at}.", who(seat)),
        Event::Stepped { seat, from, to } => match direction(from, to) {
            "back" => format!("{} steps back to {to}.", who(seat)),
            _ => format!("{} steps to {to}.", who(seat)),
        },
        Event::Left { seat, to } => format!("{} leaves the Semiosphere and goes to {to}.", who(seat)),
        Event::Recovered { seat, at } => format!("{} takes the planet on {at} back.", who(seat)),
        Event::Marked { seat, at } => format!("{} marks {at}.", who(seat)),
        Event::Erased { seat, owner, at } => format!("{} erases {}'s mark on {at}.", who(seat), who(owner)),
        Event::DroppedPlanet { seat, at } => format!("{} drops the planet on {at}.", who(seat)),
        Event::Entered { seat, with_planet: true, .. } => {
            format!("{} enters the Semiosphere with the planet!", who(seat))
        }
        Event::Entered { seat, with_planet: false, .. } => {
            format!("{} enters the Semiosphere without a planet.", who(seat))
        }
        Event::TurnEnded { unused: 0, .. } | Event::MarkPaid { .. } => String::new(),
        Event::TurnEnded { seat, unused } => {
            format!("{} ends the turn with {} unused.", who(seat), points(unused))
        }
        Event::RowTaken { row } => format!("The void takes row {}.", row + 1),
        Event::Earned { seat, marks: 1 } => format!("{} gets a point for a mark in it.", who(seat)),
        Event::Earned { seat, marks } => format!("{} gets {marks} points for marks in it.", who(seat)),
        Event::PieceTaken { seat, .. } => format!("{} is taken by the void.", who(seat)),
        Event::PlanetTaken { seat, .. } => format!("{}'s planet is taken by the void.", who(seat)),
        Event::RoundBegan { round, first } => format!("Round {round} begins with {}.", who(first)),
        Event::Retired { seat } => format!("{}'s piece vanishes into the void.", who(seat)),
    }
}

/// Describes events one after the other. The steps and marks of a seat in a row are one sentence:
/// `Blue steps to d5 and d6, then marks f7.`
pub(super) fn describe_all(events: &[&Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
    let told: Vec<&Event> = events.iter().copied().filter(|event| !describe(event, who).is_empty()).collect();
    let together = |one: &&Event, other: &&Event| match (clause(one), clause(other)) {
        (Some((seat, ..)), Some((other, ..))) => seat == other,
        _ => false,
    };
    let sentence = |run: &[&Event]| match run {
        [event] => describe(event, who),
        _ => {
            let clauses: Vec<(Seat, &str, Square)> = run.iter().filter_map(|event| clause(event)).collect();
            let does = clauses.chunk_by(|one, other| one.1 == other.1).map(|same| {
                let squares: Vec<String> = same.iter().map(|(.., at)| at.to_string()).collect();
                format!("{} {}", same[0].1, listed(&squares))
            });
            format!("{} {}.", who(clauses[0].0), does.collect::<Vec<_>>().join(", then "))
        }
    };
    told.chunk_by(together).map(sentence).collect()
}

/// Returns who did what where, for an event that can share a sentence with others.
fn clause(event: &Event) -> Option<(Seat, &'static str, Square)> {
    match *event {
        Event::Stepped { seat, from, to } if direction(from, to) == "back" => {
            Some((seat, "steps back to", to))
        }
        Event::Stepped { seat, to, .. } => Some((seat, "steps to", to)),
        Event::Marked { seat, at } => Some((seat, "marks", at)),
        _ => None,
    }
}

/// Describes the numbers of this game: `Every turn has 3 points. The game lasts at most 11 rounds on 8 × 11 squares.`
pub(super) fn figures(game: &Semiosphere) -> String {
    let (columns, rows, points) = (game.columns(), game.rows(), game.rules.points);
    format!(
        "Every turn has {points} points. The game lasts at most {rows} rounds on {columns} × {rows} squares."
    )
}

/// Describes the turn: `3 points left · row 4 goes after this round; in it: Blue, Green's planet`. The order follows in games of
/// three or more seats. If another seat begins the next round, the line says which, and of two seats that it has two turns in a row.
pub(super) fn status(game: &Semiosphere) -> String {
    let Some(seat) = game.to_act().first() else { return String::new() };
    if game.is_placing() {
        return format!("{} places its piece on a free square of row 1", ABOUT.colour(seat).name());
    }
    let row = game.taken();
    let mut danger = Vec::new();
    for seat in game.order() {
        let name = ABOUT.colour(seat).name();
        if matches!(game.whereabouts(seat), Whereabouts::On(at) if at.row == row) {
            danger.push(name.to_owned());
        }
        if matches!(game.planet(seat), Planet::On(at) if at.row == row) {
            danger.push(format!("{name}'s planet"));
        }
    }
    let danger = if danger.is_empty() { String::new() } else { format!("; in it: {}", danger.join(", ")) };
    let mut status =
        format!("{} left · row {} goes after this round{danger}", points(game.points(seat)), row + 1);
    let is_duel = game.seats() == 2;
    if !is_duel {
        let order: Vec<&str> = game.order().map(|seat| ABOUT.colour(seat).name()).collect();
        status += &format!(" · order: {}", order.join(", "));
    }
    if let Some(next) = game.next_to_lead() {
        let name = ABOUT.colour(next).name();
        status += &match is_duel {
            true if next == seat => format!(" · then {name} again: two turns in a row"),
            true => format!(" · then {name} has two turns in a row"),
            false => format!(" · {name} goes first in the next round"),
        };
    }
    status
}
