//! How a game has ended.

use play::rejected::Ended;

use super::common::*;

/// Says who won, and why. The notification of a game's end is found again by these words.
pub(super) fn result(game: &Game, outcome: &Outcome) -> String {
    result_of(&Ended::with(game, outcome.clone()))
}

/// As [`result`], from what is known of the end alone.
pub(super) fn result_of(Ended { kind, outcome, first }: &Ended) -> String {
    let people = || mentions(first.iter().copied());
    let result = match outcome.ranking.groups() {
        _ if outcome.reason == rules::ABORTED => return "it was called off and has no result.".to_owned(),
        [_, _, ..] if outcome.is_draw() => format!("a draw between {}", people()),
        [] | [_] => "a draw".to_owned(),
        _ if first.len() == 1 => format!("{} wins!", people()),
        _ => format!("{} win!", people()),
    };
    format!("{result} ({})", kind.ending(outcome.reason))
}

/// Rejects a move in a game that is over.
#[must_use]
pub fn over(ended: Option<&Ended>) -> String {
    match ended {
        Some(ended) => format!("This game is over: {}", result_of(ended)),
        None => "This game is over.".to_owned(),
    }
}
