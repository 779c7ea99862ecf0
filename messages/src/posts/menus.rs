//! The menu of the moves that a typed text can mean.

use data::Game;
use rules::{LegalMove, Seat};

pub use crate::action::{GROUP, PLAY};
use crate::{
    action::Action,
    text,
    view::{Choice, MOST_CHOICES, Menu, Post, Row, cut},
};

/// Returns the message that asks which of a seat's moves the player meant. If `choosable`, a menu lists them.
#[must_use]
pub fn which_move(game: &Game, seat: Seat, typed: &str, legal_moves: &[LegalMove], choosable: bool) -> Post {
    let mut legal_moves: Vec<&LegalMove> = legal_moves.iter().collect();
    legal_moves.sort_by_key(|legal_move| legal_move.rank());
    let content = text::which_move(typed, &legal_moves);
    let choices = legal_moves.into_iter().take(MOST_CHOICES).map(line).collect();
    let action = Action::Pick { game: game.id, revision: game.table.revision(), seat, path: Vec::new() };
    let menu = Menu { prompt: "Which one?".to_owned(), action, choices };
    Post { content, rows: if choosable { vec![Row::Menu(menu)] } else { Vec::new() }, ..Post::default() }
}

/// Returns the menu line that plays a move.
fn line(legal_move: &LegalMove) -> Choice {
    Choice {
        label: legal_move.notation.clone(),
        value: format!("{PLAY}{}", legal_move.notation),
        hint: cut(&legal_move.words, 100),
    }
}
