//! Names the threads that games are played in. The store keeps the name, so that a thread is renamed only if its name differs.

use data::GameId;
use rules::{Kind, listed};

use crate::content::cut;

/// Returns the name of a game's thread, such as `Protozoa: Ann and Ben, 7`. Players choose their names, so characters that
/// could mark up, mention or reverse text are left out.
#[must_use]
pub fn thread_name(kind: Kind, names: &[String], game: GameId) -> String {
    /// Discord's limit for a thread's name, in characters.
    const LONGEST: usize = 100;
    /// How many players are named at most. If there are more, only the first two are.
    const NAMED: usize = 3;
    let shown = if names.len() > NAMED { 2 } else { names.len() };
    let name_of = |people: Vec<String>| {
        let others = names.len() - shown;
        let others = (others > 0).then(|| format!("{others} others"));
        format!("{}: {}, {game}", kind.title(), listed(&people.into_iter().chain(others).collect::<Vec<_>>()))
    };
    let room = LONGEST.saturating_sub(name_of(vec![String::new(); shown]).chars().count());
    let each = room / shown.max(1);
    name_of(names[..shown].iter().map(|name| cut(&plain_name(name), each)).collect())
}

/// Returns a player's name in one line of plain text.
fn plain_name(name: &str) -> String {
    let is_plain = |c: &char| {
        let unseen = matches!(*c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}');
        !unseen && !"`*~|<>@#\\".contains(*c)
    };
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(is_plain).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() { "someone".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], want: &str) {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert_eq!(thread_name(Kind::Protozoa, &names, 7.into()), want);
    }

    #[test]
    fn thread_names_have_game_players_and_number() {
        check(&["Ann"], "Protozoa: Ann, 7");
        check(&["Ann", "Ben"], "Protozoa: Ann and Ben, 7");
        check(&["Ann", "Ben", "Cid"], "Protozoa: Ann, Ben and Cid, 7");
        check(&["Ann", "Ben", "Cid", "Dan"], "Protozoa: Ann, Ben and 2 others, 7");
    }

    #[test]
    fn names_in_threads_are_plain_text() {
        check(&["@everyone", "**<@1>**"], "Protozoa: everyone and 1, 7");
        check(&[" A\nn\u{202e}n ", "@"], "Protozoa: A nn and someone, 7");
        check(&["Ann_B 🐙", "Ännchen"], "Protozoa: Ann_B 🐙 and Ännchen, 7");
    }

    #[test]
    fn thread_names_fit_into_discords_limit() {
        for kind in Kind::ALL {
            for people in 1..=8 {
                let name = thread_name(*kind, &vec!["ä".repeat(32); people], u64::MAX.into());
                assert!(name.chars().count() <= 100 && name.ends_with(&u64::MAX.to_string()), "{name}");
            }
        }
    }
}
