//! Texts about the ratings after a game.

use data::Shape;
use play::content::{Explanation, Part, RatedEnd, RatingChange};

use super::{
    common::*,
    leaderboards::{games_of, signed},
};

/// A full game's share, in millionths.
const FULL: i64 = 1_000_000;

/// Lists the ratings after a game; empty if no rating changed.
#[must_use]
pub fn rated_end(end: &RatedEnd) -> String {
    if end.voided {
        return "**Ratings** The result was voided, so everyone's rating is back without it.".to_owned();
    }
    let change = |change: &play::content::ShownChange| {
        let unsure = if change.listed { "" } else { "?" };
        format!("{} {}{unsure} ({})", mention(change.person), change.shown, signed(change.gained))
    };
    let changes: Vec<String> = end.changes.iter().map(change).collect();
    if changes.is_empty() { String::new() } else { format!("**Ratings** {}", changes.join(" · ")) }
}

/// Explains to a player how a game changed their rating.
#[must_use]
pub fn rating_change(change: &RatingChange) -> String {
    let explanation = match &change.part {
        Part::Stranger => return "You didn't play in this game, so your rating is as it was.".to_owned(),
        Part::Unchanged { substitute: true } => {
            return "You took over a seat. A substitute's rating never changes, so you can help without a risk.".to_owned();
        }
        Part::Unchanged { substitute: false } => {
            return "This game didn't change your rating: you made no move of your own, or you handed your seat over and it \
did well."
                .to_owned();
        }
        Part::Changed(explanation) => explanation,
    };
    let Explanation { here: (before, after), world, .. } = explanation;
    let name = format!("{} {}", change.kind.title(), games_of(change.shape));
    let mut lines = vec![format!(
        "**{name}: {} → {} ({})**, and ± {} → {}.",
        before.shown(),
        after.shown(),
        signed(after.shown() - before.shown()),
        before.plus_minus(),
        after.plus_minus()
    )];
    if let Some((before, after)) = world {
        let gained = signed(after.shown() - before.shown());
        lines.push(format!("In the world: {} → {} ({gained}).", before.shown(), after.shown()));
    }
    lines.push(who_was_met(explanation));
    lines.extend(how_much(explanation, change.shape));
    if explanation.seat_offset != 0 {
        let (points, than) = (
            explanation.seat_offset.unsigned_abs(),
            if explanation.seat_offset > 0 { "more" } else { "less" },
        );
        lines.push(format!(
            "Your seat is worth {} {than} than the average one, and that is taken into account.",
            plural(points as usize, "point")
        ));
    }
    if change.voided {
        lines.push("Later the result was voided, so your rating is back without it.".to_owned());
    }
    lines.join("\n")
}

fn who_was_met(explanation: &Explanation) -> String {
    let place = match (explanation.place, explanation.sides) {
        (1, 2) => "You finished ahead of".to_owned(),
        (_, 2) => "You finished behind".to_owned(),
        (place, sides) => format!("You finished on place {place} of {sides} against"),
    };
    let opponents = mentions(explanation.opponents.iter().map(|&(person, _)| person));
    let against = match (explanation.against, explanation.opponents.len()) {
        (None, _) => String::new(),
        (Some(points), 1) => format!(", rated {points}"),
        (Some(points), _) => format!(", rated {points} on average"),
    };
    format!("{place} {opponents}{against}.")
}

/// Says why a game counted less than a full one.
fn how_much(explanation: &Explanation, shape: Shape) -> Option<String> {
    if explanation.share >= FULL {
        return None;
    }
    let counts = match explanation.share {
        0 => "counts nothing".to_owned(),
        250_000 => "counts ¼".to_owned(),
        500_000 => "counts ½".to_owned(),
        750_000 => "counts ¾".to_owned(),
        share => format!("counts {} %", (100 * share + FULL / 2) / FULL),
    };
    if explanation.replaced {
        return Some(format!("It {counts}, because a substitute played a part of your turns."));
    }
    Some(match explanation.opponents.as_slice() {
        [(opponent, earlier)] => {
            format!("It {counts}: {} game with {} in 30 days.", ordinal(earlier + 1), mention(*opponent))
        }
        many => {
            let often: Vec<String> = many
                .iter()
                .filter(|(_, earlier)| *earlier >= 3)
                .map(|&(person, earlier)| format!("{} {}", mention(person), plural(earlier as usize, "time")))
                .collect();
            let games = games_of(shape);
            format!("It {counts}: in these {games} you had met {} in the 30 days before.", listed(&often))
        }
    })
}

/// Returns a number as a place in an order, such as `fourth` or `12th`.
fn ordinal(number: u32) -> String {
    const WORDS: [&str; 9] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let word = (number as usize).checked_sub(1).and_then(|index| WORDS.get(index));
    match (word, number % 10, number % 100) {
        (Some(word), ..) => (*word).to_owned(),
        (None, _, 11..=13) => format!("{number}th"),
        (None, 1, _) => format!("{number}st"),
        (None, 2, _) => format!("{number}nd"),
        (None, 3, _) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}
