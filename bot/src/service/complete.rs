//! Completing what somebody types.

use data::{GameState, StoreError};
use rules::{Offer, Seat, Table};

use super::{
    Asker, Service,
    play::{seat_for, seat_named, seats_to_act},
};
use crate::{
    trouble::Trouble,
    view::{Choice, cut},
};

/// How many completions Discord shows.
const MOST: usize = 25;
/// How long a completion's name or value may be, in characters.
const LONGEST: usize = 100;

/// Stands between a move and its words.
const BETWEEN: &str = " · ";

impl Service {
    /// Legal moves that go on from what was typed: those that begin so first, then those that contain it, each with what it
    /// does. Moves typed before, with a space behind, are played on a copy first; the colour of one of several seats may stand
    /// in front.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn complete_move(&self, asker: &Asker, typed: String) -> Result<Vec<Choice>, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| -> Result<_, StoreError> {
                let Some((id, GameState::Running)) = tx.game_in(asker.channel)? else {
                    return Ok(Vec::new());
                };
                let mut game = tx.open(id)?;
                let Ok(mut seats) = seats_to_act(&game, asker.person) else { return Ok(Vec::new()) };
                let typed = typed.to_lowercase();
                let (named, rest) = seat_named(&game, asker.person, &typed);
                let colour = &typed[..typed.len() - rest.len()];
                seats.retain(|&seat| named.is_none_or(|named| named == seat));
                let Some(&first) = seats.first() else { return Ok(Vec::new()) };
                let typed = without_words(&game.table, first, rest);
                let (before, last) = match typed.rsplit_once(' ') {
                    Some((before, last)) => (format!("{} ", before.trim()), last),
                    None => (String::new(), typed.as_str()),
                };
                for notation in before.split_whitespace() {
                    let Some(seat) = seat_for(&game.table, &seats, notation) else { return Ok(Vec::new()) };
                    if game.table.play(seat, notation).is_err() {
                        return Ok(Vec::new());
                    }
                    if game.table.kind().is_simultaneous() && seats.len() > 1 {
                        seats.retain(|&other| other != seat);
                    }
                }
                let before = format!("{colour}{before}");
                Ok(matching(&before, last, game.table.offers(seats[0])))
            })
            .await
            .map_err(Trouble::from)
    }
}

/// Takes the words of a suggestion out of what was typed: whoever picks one and types on, types on behind them.
pub(super) fn without_words(table: &Table, seat: Seat, typed: &str) -> String {
    let mut plain = typed.to_owned();
    while let Some((notations, _)) = plain.split_once(BETWEEN) {
        let notations: Vec<&str> = notations.split_whitespace().collect();
        let Some((last, before)) = notations.split_last() else { break };
        let mut table = table.clone();
        if before.iter().any(|notation| table.play(seat, notation).is_err()) {
            break;
        }
        let before: String = before.iter().map(|notation| format!("{notation} ")).collect();
        let offers = table.offers(seat);
        let Some(offer) = offers.iter().find(|offer| offer.notation == *last) else { break };
        let label = label(&before, offer).to_lowercase();
        let Some(rest) = plain.strip_prefix(&label) else { break };
        plain = format!("{before}{last} {}", rest.trim_start());
    }
    plain
}

/// What a suggestion shows.
fn label(before: &str, offer: &Offer) -> String {
    cut(&format!("{before}{}{BETWEEN}{}", offer.notation, offer.words), LONGEST)
}

fn matching(before: &str, last: &str, mut offers: Vec<Offer>) -> Vec<Choice> {
    // What stands for itself in the menus (a step, the end of the turn) comes before the many moves of one kind, and what
    // costs the piece itself at the end.
    offers.sort_by_key(|offer| (offer.dies, offer.steps.len()));
    let (begin, rest): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|offer| offer.notation.starts_with(last));
    let contains = |offer: &Offer| offer.notation.contains(last) || offer.words.to_lowercase().contains(last);
    begin
        .into_iter()
        .chain(rest.into_iter().filter(contains))
        .map(|offer| Choice {
            label: label(before, &offer),
            value: format!("{before}{}", offer.notation),
            hint: String::new(),
        })
        // A value cannot be cut, or it would be another move.
        .filter(|choice| choice.value.chars().count() <= LONGEST)
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use rules::{Kind, Options};

    use super::*;

    fn offer(notation: &str, words: String) -> Offer {
        Offer { notation: notation.to_owned(), words, steps: Vec::new(), dies: false }
    }

    #[track_caller]
    fn check(before: &str, last: &str, want: &[&str]) {
        let offers = ["d4+", "d@a1", "p@d4", "q@d4"].map(|mv| offer(mv, format!("does {mv}")));
        let found: Vec<String> = matching(before, last, offers.into()).into_iter().map(|c| c.value).collect();
        assert_eq!(found, want);
    }

    #[test]
    fn moves_that_begin_so_come_first() {
        check("", "d4", &["d4+", "p@d4", "q@d4"]);
        check("", "does q", &["q@d4"]);
        check("e2 ", "", &["e2 d4+", "e2 d@a1", "e2 p@d4", "e2 q@d4"]);
    }

    #[test]
    fn moves_that_cost_the_piece_itself_come_last() {
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let offers = table.offers(Seat::FIRST);
        assert!(!offers.is_sorted_by_key(|offer| offer.dies), "their notations do not put them last");
        let shown: Vec<bool> =
            matching("", "", offers).iter().map(|choice| choice.label.contains("dies")).collect();
        assert!(shown.is_sorted() && !shown[0] && shown[MOST - 1], "{shown:?}");
    }

    #[test]
    fn a_suggestion_can_be_typed_on_from() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        table.play(Seat::FIRST, "d1").unwrap();
        table.play(Seat::new(2).unwrap(), "f1").unwrap();
        let shown = |before: &str, last: &str, at: &Table| {
            let offers = at.offers(Seat::FIRST);
            label(before, offers.iter().find(|offer| offer.notation == last).unwrap()).to_lowercase()
        };
        let first = shown("", "d2", &table);
        assert_eq!(without_words(&table, Seat::FIRST, &format!("{first} +e5")), "d2 +e5");
        let mut later = table.clone();
        later.play(Seat::FIRST, "d2").unwrap();
        let second = shown("d2 ", "d3", &later);
        assert_eq!(without_words(&table, Seat::FIRST, &format!("{second} +e5")), "d2 d3 +e5");
        for other in ["d2 d3", "d2 · something else", " · ", "zz · x"] {
            assert_eq!(without_words(&table, Seat::FIRST, other), other);
        }
    }

    #[test]
    fn values_are_never_cut_and_the_list_never_too_long() {
        check(&"e2 ".repeat(33), "d", &[]);
        let many = (0..99).map(|n| offer(&format!("m{n}"), "x".repeat(200))).collect();
        let found = matching("", "m", many);
        assert_eq!(found.len(), MOST);
        assert!(found.iter().all(|choice| choice.label.chars().count() <= LONGEST));
    }
}
