//! Completing what somebody types.

use data::{GameState, StoreError};
use rules::Offer;

use super::{Asker, Service, play::seat_to_act};
use crate::{
    trouble::Trouble,
    view::{Choice, cut},
};

/// How many completions Discord shows.
const MOST: usize = 25;
/// How long a completion's name or value may be, in characters.
const LONGEST: usize = 100;

impl Service {
    /// Legal moves that go on from what was typed: those that begin so first, then those that contain it, each with what it
    /// does. Moves typed before, with a space behind, are played on a copy first.
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
                let typed = typed.to_lowercase();
                let (before, last) = match typed.rsplit_once(' ') {
                    Some((before, last)) => (format!("{} ", before.trim()), last),
                    None => (String::new(), typed.as_str()),
                };
                let Ok(seat) = seat_to_act(&game, asker.person) else { return Ok(Vec::new()) };
                for notation in before.split_whitespace() {
                    if game.table.play(seat, notation).is_err() {
                        return Ok(Vec::new());
                    }
                }
                Ok(matching(&before, last, game.table.offers(seat)))
            })
            .await
            .map_err(Trouble::from)
    }
}

fn matching(before: &str, last: &str, offers: Vec<Offer>) -> Vec<Choice> {
    let (begin, rest): (Vec<_>, Vec<_>) =
        offers.into_iter().partition(|offer| offer.notation.starts_with(last));
    let contains = |offer: &Offer| offer.notation.contains(last) || offer.words.to_lowercase().contains(last);
    begin
        .into_iter()
        .chain(rest.into_iter().filter(contains))
        .map(|Offer { notation, words, .. }| Choice {
            label: cut(&format!("{before}{notation} · {words}"), LONGEST),
            value: format!("{before}{notation}"),
            hint: String::new(),
        })
        // A value cannot be cut, or it would be another move.
        .filter(|choice| choice.value.chars().count() <= LONGEST)
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(notation: &str, words: String) -> Offer {
        Offer { notation: notation.to_owned(), words, steps: Vec::new() }
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
    fn values_are_never_cut_and_the_list_never_too_long() {
        check(&"e2 ".repeat(33), "d", &[]);
        let many = (0..99).map(|n| offer(&format!("m{n}"), "x".repeat(200))).collect();
        let found = matching("", "m", many);
        assert_eq!(found.len(), MOST);
        assert!(found.iter().all(|choice| choice.label.chars().count() <= LONGEST));
    }
}
