//! Completes what players type.

use data::StoreError;
use rules::LegalMove;

use super::{
    core::{Caller, Service},
    describe::may_become,
    lookup::{running_in, seat_named, seats_to_act},
    sentence::{SEPARATORS, Sentence, Turn, words},
};
use crate::{
    content::{Completion, LONGEST_CHOICE, MOST_CHOICES, cut},
    error::Error,
};

/// The text between a move and its description.
const BETWEEN: &str = " · ";

impl Service {
    /// Returns completions for typed moves, each with its description. Moves that begin with the typed text come first, then
    /// those that contain it. Complete moves before it are first played on a copy. The colour of one of several seats may come
    /// first.
    pub async fn complete_move(&self, caller: &Caller, typed: String) -> Result<Vec<Completion>, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| -> Result<_, StoreError> {
                let Some(game) = running_in(tx, caller.channel)? else { return Ok(Vec::new()) };
                let Ok(mut seats) = seats_to_act(&game, caller.person) else { return Ok(Vec::new()) };
                let typed = typed.to_lowercase();
                let (named, rest) = seat_named(&game, caller.person, &typed);
                let colour = &typed[..typed.len() - rest.len()];
                seats.retain(|&seat| named.is_none_or(|named| named == seat));
                Ok(completions(Turn { table: game.table, seats }, colour, rest))
            })
            .await
            .map_err(Error::from)
    }
}

/// Returns the completions of `typed`. Each begins with `front`, which was typed before.
pub(super) fn completions(mut sentence: impl Sentence, front: &str, typed: &str) -> Vec<Completion> {
    let typed = without_words(&sentence, typed);
    let (before, last) = match typed.rfind(SEPARATORS) {
        // All separators are one byte long.
        Some(at) => typed.split_at(at + 1),
        None => ("", typed.as_str()),
    };
    let mut unread = before.trim_start_matches(SEPARATORS);
    while let Some(word) = words(unread).next() {
        let mut after = sentence.clone();
        if !after.read(word) {
            break;
        }
        sentence = after;
        unread = unread[word.len()..].trim_start_matches(SEPARATORS);
    }
    let entered = match before[..before.len() - unread.len()].trim() {
        "" => front.to_owned(),
        entered => format!("{front}{entered} "),
    };
    let mut legal_moves = sentence.next();
    if unread.is_empty() {
        return matching(&entered, last, legal_moves);
    }
    // Words that are no notation may describe a move.
    legal_moves.retain(|legal_move| may_become(legal_move, &format!("{unread}{last}")));
    matching(&entered, "", legal_moves)
}

/// Removes descriptions from a typed text. If a player picks a completion and types on, Discord keeps its label with the
/// description.
pub(super) fn without_words(sentence: &impl Sentence, typed: &str) -> String {
    let mut plain = typed.to_owned();
    while let Some((entered, _)) = plain.split_once(BETWEEN) {
        let (before, last) = match entered.rsplit_once(' ') {
            Some((before, last)) => (format!("{before} "), last),
            None => (String::new(), entered),
        };
        let mut sentence = sentence.clone();
        if words(&before).any(|word| !sentence.read(word)) {
            break;
        }
        let legal_moves = sentence.next();
        let Some(legal_move) = legal_moves.iter().find(|legal_move| legal_move.notation == last) else {
            break;
        };
        let label = label(&before, legal_move).to_lowercase();
        let Some(rest) = plain.strip_prefix(&label) else { break };
        plain = format!("{before}{last} {}", rest.trim_start());
    }
    plain
}

/// Returns the label of a completion.
fn label(before: &str, legal_move: &LegalMove) -> String {
    cut(&format!("{before}{}{BETWEEN}{}", legal_move.notation, legal_move.words), LONGEST_CHOICE)
}

fn matching(before: &str, last: &str, mut legal_moves: Vec<LegalMove>) -> Vec<Completion> {
    legal_moves.sort_by_key(LegalMove::rank);
    let (begin, rest): (Vec<_>, Vec<_>) =
        legal_moves.into_iter().partition(|legal_move| legal_move.notation.starts_with(last));
    let contains = |legal_move: &LegalMove| {
        legal_move.notation.contains(last) || legal_move.words.to_lowercase().contains(last)
    };
    begin
        .into_iter()
        .chain(rest.into_iter().filter(contains))
        .map(|legal_move| Completion {
            label: label(before, &legal_move),
            value: format!("{before}{}", legal_move.notation),
        })
        // A value that was cut would be another move, so leave it out.
        .filter(|choice| choice.value.chars().count() <= LONGEST_CHOICE)
        .take(MOST_CHOICES)
        .collect()
}

#[cfg(test)]
mod tests {
    use rules::{Kind, Options, Route, Seat, Table};

    use super::*;

    fn legal_move(notation: &str, words: String) -> LegalMove {
        LegalMove {
            notation: notation.to_owned(),
            words,
            path: Vec::new(),
            route: Route::default(),
            takes: 0,
            dies: false,
        }
    }

    #[track_caller]
    fn check(before: &str, last: &str, want: &[&str]) {
        let legal_moves = ["d4+", "d@a1", "p@d4", "q@d4"].map(|mv| legal_move(mv, format!("does {mv}")));
        let found: Vec<String> =
            matching(before, last, legal_moves.into()).into_iter().map(|c| c.value).collect();
        assert_eq!(found, want);
    }

    #[test]
    fn moves_with_the_typed_prefix_come_first() {
        check("", "d4", &["d4+", "p@d4", "q@d4"]);
        check("", "does q", &["q@d4"]);
        check("e2 ", "", &["e2 d4+", "e2 d@a1", "e2 p@d4", "e2 q@d4"]);
    }

    #[test]
    fn described_moves_are_completed() {
        let turn =
            |kind| Turn { table: Table::new(kind, &Options::new()).unwrap(), seats: vec![Seat::FIRST] };
        let found = |turn: Turn, typed: &str| -> Vec<String> {
            completions(turn, "", typed).into_iter().map(|choice| choice.value).collect()
        };
        assert_eq!(found(turn(Kind::Protozoa), "pawn on e3"), ["p@e3"]);
        assert_eq!(found(turn(Kind::Protozoa), "place a queen on e3"), ["q@e3"]);
        assert!(found(turn(Kind::Protozoa), "a drone on e").len() > 3, "shows every square of the column");
        assert_eq!(found(turn(Kind::Protozoa), "rook on e3"), [""; 0]);
        let mut table = turn(Kind::Semiosphere).table;
        for (seat, mv) in [(1, "d1"), (2, "f1")] {
            table.play(Seat::new(seat).unwrap(), mv).unwrap();
        }
        let turn = Turn { table, seats: vec![Seat::FIRST] };
        assert_eq!(found(turn, "d2 mark e5"), ["d2 +e5"]);
    }

    #[test]
    fn moves_that_lose_their_piece_come_last() {
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let legal_moves = table.legal_moves(Seat::FIRST);
        assert!(
            !legal_moves.is_sorted_by_key(|legal_move| legal_move.dies),
            "sorting by notation does not put them last"
        );
        let shown: Vec<bool> =
            matching("", "", legal_moves).iter().map(|choice| choice.label.contains("dies")).collect();
        assert!(shown.is_sorted() && !shown[0] && shown[MOST_CHOICES - 1], "{shown:?}");
    }

    #[test]
    fn completion_can_be_continued() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        table.play(Seat::FIRST, "d1").unwrap();
        table.play(Seat::new(2).unwrap(), "f1").unwrap();
        let shown = |before: &str, last: &str, at: &Table| {
            let legal_moves = at.legal_moves(Seat::FIRST);
            label(before, legal_moves.iter().find(|legal_move| legal_move.notation == last).unwrap())
                .to_lowercase()
        };
        let first = shown("", "d2", &table);
        let turn = |table: &Table| Turn { table: table.clone(), seats: vec![Seat::FIRST] };
        assert_eq!(without_words(&turn(&table), &format!("{first} +e5")), "d2 +e5");
        let mut later = table.clone();
        later.play(Seat::FIRST, "d2").unwrap();
        let second = shown("d2 ", "d3", &later);
        assert_eq!(without_words(&turn(&table), &format!("{second} +e5")), "d2 d3 +e5");
        for other in ["d2 d3", "d2 · something else", " · ", "zz · x"] {
            assert_eq!(without_words(&turn(&table), other), other);
        }
    }

    #[test]
    fn values_are_never_cut_and_lists_are_limited() {
        check(&"e2 ".repeat(33), "d", &[]);
        let many = (0..99).map(|n| legal_move(&format!("m{n}"), "x".repeat(200))).collect();
        let found = matching("", "m", many);
        assert_eq!(found.len(), MOST_CHOICES);
        assert!(found.iter().all(|choice| choice.label.chars().count() <= LONGEST_CHOICE));
    }
}
