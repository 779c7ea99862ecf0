//! The words of hints.

use engine::Reason;
use play::{
    content::{Hint, HintLine, Standing},
    rejected::HintRejected,
};
use rules::Wording;

use super::common::*;

/// Labels the button for a hint.
pub const HINT: &str = "Hint";
/// Small print below a hint.
pub const HINT_FOOTER: &str = "What a Hunter would play. Only you see this, and nothing of it is stored";

/// Heads a hint.
#[must_use]
pub fn hint_title(hint: &Hint) -> String {
    let game = &hint.game;
    match hint.turn {
        Some(turn) => format!("{} · game {} · after turn {turn} · hint", game.table.kind().title(), game.id),
        None => format!("{} · game {} · hint", game.table.kind().title(), game.id),
    }
}

/// Says who is ahead and lists the turns that a machine would consider.
#[must_use]
pub fn hint(hint: &Hint) -> String {
    let name = seat(hint.game.table.kind(), hint.seat);
    let (who, verb) = match hint.turn {
        Some(_) => (format!("{name} is to move"), "stands"),
        None => (format!("You're {name}"), "stand"),
    };
    let verdict = match hint.standing() {
        None => ". It's too early to say who is ahead".to_owned(),
        Some(Standing::ClearlyBetter) => format!(" and {verb} **clearly better**"),
        Some(Standing::Better) => format!(" and {verb} **a little better**"),
        Some(Standing::Even) => format!(" and {verb} **about even**"),
        Some(Standing::Worse) => format!(" and {verb} **a little worse**"),
        Some(Standing::ClearlyWorse) => format!(" and {verb} **clearly worse**"),
    };
    let what = match hint.lines.len() {
        1 => "The best turn:",
        _ => "The best turns:",
    };
    let best = hint.lines.first().map_or(0, |line| line.value);
    let lines = (1..).zip(&hint.lines).map(|(number, line)| {
        format!("{number}. {}{}.{}", turn_in_words(&line.moves), beside(best, line), reasons(hint, line))
    });
    format!("{who}{verdict}.\n\n{what}\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// Says how much weaker a turn is than the best one, whose value is `best` per mille. Nobody notices less than 2 of 100 points.
fn beside(best: u16, line: &HintLine) -> &'static str {
    match best.saturating_sub(line.value) {
        ..20 => "",
        20..100 => " (a little weaker)",
        _ => " (clearly weaker)",
    }
}

/// Says why a turn is good: ` *Then your queen is safe in the next turn and Orange's queen is in danger.*` A turn that only prepares
/// later ones has no reasons.
fn reasons(hint: &Hint, line: &HintLine) -> String {
    let clauses: Vec<String> = line.reasons.iter().map(|reason| clause(hint, reason)).collect();
    match &*clauses {
        [] => String::new(),
        clauses if hint.game.table.kind().has_secrets() => {
            format!(" *If nobody gets in the way, {}.*", listed(clauses))
        }
        clauses => format!(" *Then {}.*", listed(clauses)),
    }
}

fn clause(hint: &Hint, reason: &Reason) -> String {
    match *reason {
        Reason::Wins => {
            let Side { name, wins, .. } = side_of(hint, |side| side.contains(hint.seat));
            format!("{name} {wins}")
        }
        Reason::Stops(side) => {
            format!("{} next turn can't win any more", side_of(hint, |other| other == side).whose)
        }
        Reason::Threatens => {
            format!("{} next turn can win", side_of(hint, |side| side.contains(hint.seat)).whose)
        }
        Reason::Changes { side, wording, before, after } => {
            let Side { name, whose, has, .. } = side_of(hint, |other| other == side);
            let counted = |one, many| match after {
                0 => format!("no {many}"),
                1 => format!("1 {one}"),
                after => format!("{after} {many}"),
            };
            match wording {
                Wording::Has(one, many) => format!("{name} {has} {} ({before} before)", counted(one, many)),
                Wording::Can(verb, one, many) => {
                    format!("{name} can {verb} {} ({before} before)", counted(one, many))
                }
                Wording::Measures(what, most) => {
                    let number = |number: i16| match most {
                        Some(most) if number >= most => format!("at least {most}"),
                        _ => number.to_string(),
                    };
                    format!("{whose} {what} {} ({} before)", number(after), number(before))
                }
                Wording::Whether(yes, no) => format!("{whose} {}", if after > 0 { yes } else { no }),
            }
        }
    }
}

/// How a sentence of a hint names a side.
struct Side {
    /// As in `you` and `Orange`.
    name: String,
    /// As in `your` and `Orange's`.
    whose: String,
    has: &'static str,
    wins: &'static str,
}

/// Returns how to name the first side that fits. The caller's own seat in a running game is `you`.
fn side_of(hint: &Hint, fits: impl Fn(SeatSet) -> bool) -> Side {
    let (kind, sides) = (hint.game.table.kind(), hint.game.table.game().sides());
    let index = sides.iter().position(|&side| fits(side)).unwrap_or_default();
    let seats = sides.get(index).copied().unwrap_or_default();
    let is_own = hint.turn.is_none() && seats.contains(hint.seat);
    let name = match seats.first() {
        Some(_) if is_own && seats.len() == 1 => {
            return Side { name: "you".to_owned(), whose: "your".to_owned(), has: "have", wins: "win" };
        }
        _ if is_own => "your team".to_owned(),
        Some(seat) if seats.len() == 1 => kind.colour(seat).name().to_owned(),
        _ => team(kind, index),
    };
    Side { whose: format!("{name}'s"), name, has: "has", wins: "wins" }
}

/// Says why there is no hint.
#[must_use]
pub fn hint_rejected(why: &HintRejected) -> String {
    match why {
        HintRejected::NotAgreed { rated: true } => {
            "There are no hints in rated games. Once the game is over, `/hint` explains any of its turns.".to_owned()
        }
        HintRejected::NotAgreed { rated: false } => {
            "The players of this game haven't agreed on hints: the host allows them under **Options** in the lobby. Once the \
             game is over, `/hint` explains any of its turns."
                .to_owned()
        }
        HintRejected::StillRunning => {
            "Earlier turns of a running game stay as they are. Leave `turn` empty for a hint about your next move.".to_owned()
        }
        HintRejected::NoSuchTurn { last: 0 } => "No turn of this game was played. Leave `turn` empty.".to_owned(),
        HintRejected::NoSuchTurn { last } => {
            format!("This game has turns 1 to {last}. Choose one of them, or 0 for the beginning.")
        }
        HintRejected::NobodyToMove => {
            "Nobody was to move there: the game was over. Choose an earlier turn.".to_owned()
        }
        HintRejected::NoMachines { kind } => {
            format!("I can't give hints in {} yet: my machines don't play it.", kind.title())
        }
        HintRejected::TooMany { most } => {
            format!("You've had your {most} hints of today. There are {most} more tomorrow.")
        }
        HintRejected::Busy => "All my machines are thinking right now. Try again in a minute.".to_owned(),
    }
}
