//! Posts of lists and explanations: games, rules, pieces.

use data::{Listed, PersonId};
use rules::{Kind, LegalMove, Options, PieceInfo};

use crate::{
    action::Action,
    text,
    view::{Button, Card, Choice, Look, MOST_CHOICES, Menu, Picture, Post, Row, cut},
};

/// Returns the list of a player's games.
#[must_use]
pub fn games(person: PersonId, games: &[Listed]) -> Post {
    Post {
        card: Some(Card {
            title: "Your games".to_owned(),
            body: cut(&text::games(person, games), 4000),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns a player's digest of a day: the games that wait for them, and how many others there are.
#[must_use]
pub fn digest(person: PersonId, games: &[Listed], day: &str) -> Post {
    // Machines can wait.
    let games = games.iter().filter(|game| !game.against_machines).cloned();
    let (waiting, others): (Vec<Listed>, Vec<Listed>) = games.partition(|game| game.waits);
    Post {
        content: text::digest(waiting.len(), others.len()),
        card: Some(Card {
            title: "What's waiting for you".to_owned(),
            body: cut(&text::games(person, &waiting), 4000),
            footer: text::digest_footer(day),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// The most buttons in a row. Discord also accepts at most five rows.
pub(super) const IN_ROW: usize = 5;

/// Returns the list of all games that can be played.
#[must_use]
pub fn all_games() -> Post {
    Post {
        card: Some(Card {
            title: "The games".to_owned(),
            body: text::all_games() + text::ALL_GAMES_ADVICE,
            ..Card::default()
        }),
        rows: buttons_of(Kind::ALL),
        ..Post::default()
    }
}

/// Returns a button for the rules of each game. There is room for 25.
fn buttons_of(kinds: &[Kind]) -> Vec<Row> {
    let button = |&kind: &Kind| Button::new(kind.title(), Look::Plain, Action::Rules(kind, 0));
    kinds.chunks(IN_ROW).map(|row| Row::Buttons(row.iter().map(button).collect())).collect()
}

/// Returns page `index` of a game's rules with its board, and buttons to the other pages. It says in what the game with the options
/// `here` differs from the page.
#[must_use]
pub fn rules(kind: Kind, index: usize, picture: Option<Picture>, here: Option<&Options>) -> Post {
    let pages = kind.about().pages;
    let shown = pages.get(index);
    let mut unusual = here.map(|options| kind.about().unusual(options)).unwrap_or_default();
    if index > 0 {
        // The first page names them all.
        unusual.retain(|(spec, _)| shown.is_some_and(|page| page.text.contains(&format!("`{}`", spec.name))));
    }
    let to = |index: usize| Action::Rules(kind, index as u8);
    let mut buttons = Vec::new();
    if index > 0 {
        buttons.push(Button::new("Back", Look::Plain, to(index - 1)));
    }
    if index + 1 < pages.len() {
        buttons.push(Button::new("Next", Look::Main, to(index + 1)));
    }
    if index == 0 {
        buttons.push(Button::new(text::LEARN, Look::Plain, Action::Learn(kind)));
    }
    let contents = pages.iter().take(MOST_CHOICES).enumerate().map(|(page, shown)| Choice {
        label: text::in_contents(page, shown),
        value: page.to_string(),
        hint: String::new(),
    });
    let contents = Menu {
        prompt: "Go to a page".to_owned(),
        action: Action::Contents(kind),
        choices: contents.collect(),
    };
    Post {
        card: Some(Card {
            title: format!("{}: {}", kind.title(), shown.map_or("", |page| page.title)),
            body: shown.map(|page| text::rules_page(page, &unusual)).unwrap_or_default(),
            footer: text::rules_footer(kind, index, pages.len()),
            picture,
            ..Card::default()
        }),
        rows: vec![Row::Buttons(buttons), Row::Menu(contents)],
        ..Post::default()
    }
}

/// A piece on a board, as one player sees it.
pub struct PieceOnBoard<'m> {
    /// The player's legal moves with it.
    pub moves: &'m [LegalMove],
    /// Whether it is the player's turn.
    pub to_act: bool,
    /// The board with these moves marked, unless it is written in letters.
    pub picture: Option<Picture>,
}

/// Returns the description of a piece. If it is on a board, its moves follow, marked in the picture.
#[must_use]
pub fn piece(kind: Kind, info: &PieceInfo, on_board: Option<PieceOnBoard<'_>>) -> Post {
    let (moves, picture) = match on_board {
        Some(PieceOnBoard { moves, to_act, picture }) => (text::piece_moves(moves, to_act), picture),
        None => (String::new(), None),
    };
    Post {
        card: Some(Card {
            title: text::piece_title(kind, info),
            body: cut(format!("{}\n\n{moves}", info.text).trim_end(), 4000 - text::PIECE_ADVICE.len())
                + text::PIECE_ADVICE,
            picture,
            ..Card::default()
        }),
        rows: vec![Row::Buttons(vec![Button::new("Rules", Look::Plain, Action::ShowRules(kind))])],
        ..Post::default()
    }
}

/// Returns the list of the commands with what they do.
#[must_use]
pub fn help() -> Post {
    Post {
        card: Some(Card {
            title: "Slow games, played here".to_owned(),
            body: text::HELP.to_owned(),
            footer: text::HELP_FOOTER.to_owned(),
            ..Card::default()
        }),
        ..Post::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_25_games_have_buttons() {
        let many: Vec<Kind> = Kind::ALL.iter().copied().cycle().take(25).collect();
        for count in 1..=many.len() {
            let rows = buttons_of(&many[..count]);
            let in_rows = rows.iter().map(|row| match row {
                Row::Buttons(buttons) => buttons.len(),
                _ => 0,
            });
            let in_rows: Vec<usize> = in_rows.collect();
            assert!(
                in_rows.len() <= 5 && in_rows.iter().all(|&buttons| (1..=5).contains(&buttons)),
                "{in_rows:?}"
            );
            assert_eq!(in_rows.iter().sum::<usize>(), count);
        }
    }

    #[test]
    fn all_games_fit_into_rows_of_buttons() {
        assert!(Kind::ALL.len() <= 25, "posts::all_games needs another way to choose among so many games");
    }
}
