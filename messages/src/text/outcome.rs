//! How a game has ended.

use play::rejected::Ended;

use super::common::*;

/// Says who won, by which scores, and why, without a final dot. The notification of a game's end is found again by these words.
pub(super) fn result(game: &Game, outcome: &Outcome) -> String {
    result_of(&Ended::with(game, outcome.clone()))
}

/// As [`result`], from what is known of the end alone.
pub(super) fn result_of(Ended { kind, outcome, first, scores }: &Ended) -> String {
    let people = || mentions(first.iter().copied());
    let result = match outcome.ranking.groups() {
        _ if outcome.reason == rules::ABORTED => return "it was called off and has no result".to_owned(),
        [_, _, ..] if outcome.is_draw() => format!("a draw between {}", people()),
        [] | [_] => "a draw".to_owned(),
        _ if first.len() == 1 => format!("{} wins", people()),
        _ => format!("{} win", people()),
    };
    let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
    let score = match scores.split_first() {
        Some((best, others @ [_, ..])) => format!(", {best} to {}", listed(others)),
        _ => String::new(),
    };
    format!("{result}{score} ({})", kind.ending(outcome.reason))
}

/// Rejects a move in a game that is over.
#[must_use]
pub fn over(ended: Option<&Ended>) -> String {
    match ended {
        Some(ended) => format!("This game is over: {}.", result_of(ended)),
        None => "This game is over.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use play::fixture;
    use rules::{RESIGN, Ranking, Table};

    use super::*;

    fn ended(reason: &'static str, scores: &[i32]) -> Ended {
        let ranking =
            Ranking::new([SeatSet::one(Seat::FIRST), SeatSet::all(2).without(SeatSet::one(Seat::FIRST))]);
        let outcome = Outcome { ranking, reason };
        Ended { kind: Kind::Stract, outcome, first: vec![7.into()], scores: scores.to_vec() }
    }

    #[test]
    fn result_names_the_score_and_the_reason() {
        for (scores, words) in [
            (&[][..], "<@7> wins (the turns are used up)"),
            (&[12, 9], "<@7> wins, 12 to 9 (the turns are used up)"),
            (&[12, 9, 0], "<@7> wins, 12 to 9 and 0 (the turns are used up)"),
        ] {
            assert_eq!(result_of(&ended("turns", scores)), words);
        }
    }

    #[test]
    fn only_endings_by_scores_name_a_score() {
        let table = Table::new(Kind::Stract, &Options::new()).unwrap();
        let mut game = fixture::game(2, 2, table);
        let level = Outcome { ranking: Ranking::new([SeatSet::all(2)]), reason: "turns" };
        assert_eq!(Ended::with(&game, level.clone()).scores, [0, 0]);
        // One side cannot win by level scores.
        let won = Outcome { ranking: ended("turns", &[]).outcome.ranking, ..level };
        assert!(Ended::with(&game, won).scores.is_empty());
        game.table.play(Seat::FIRST, RESIGN).unwrap();
        assert!(Ended::of(&game).unwrap().scores.is_empty());
    }
}
