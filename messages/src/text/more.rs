//! Texts of the panel with everything else, and of boards in letters.

use render::{Mark, TextBoard};

use super::{board::board_title, common::*};

/// Heads the panel with everything else that a person can do with a game.
#[must_use]
pub fn more(game: &Game, at_table: bool) -> String {
    let title = board_title(game);
    match at_table {
        true => {
            format!(
                "**{title}**\nOnly you can see this. The others are asked before anything changes for them."
            )
        }
        false => format!("**{title}**"),
    }
}

/// Heads a board in letters.
#[must_use]
pub fn text_board(game: &Game) -> String {
    format!("**{}**", board_title(game))
}

/// Heads a board in letters that comes as a file.
#[must_use]
pub fn text_board_file(game: &Game) -> String {
    format!("**{}**\nThis board is too wide for a message, so here it is as a file.", board_title(game))
}

/// Names the squares that are marked for a player who chooses a move, by what the marks mean. Pictures show these marks.
#[must_use]
pub fn marked_squares(kind: Kind, marks: &[Mark]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for mark in marks {
        let Mark::Focus { on, focus } = mark else { continue };
        let meaning = super::panel::mark(kind, *focus);
        let meaning = meaning.split_once(": ").map_or(meaning, |(_, meaning)| meaning);
        match groups.iter_mut().find(|(known, _)| *known == meaning) {
            Some((_, squares)) => squares.push(on.to_string()),
            None => groups.push((meaning, vec![on.to_string()])),
        }
    }
    let groups = groups.into_iter().map(|(meaning, squares)| format!("{meaning}: {}", squares.join(" ")));
    groups.collect::<Vec<_>>().join(" · ")
}

/// Explains the letters and numbers of a board.
#[must_use]
pub fn board_key(board: &TextBoard) -> String {
    let seats = board.owners.iter().map(|owner| format!("{} {}", owner.seat, owner.colour.name()));
    let seats: Vec<String> = seats.collect();
    let capitals = board.capitals.map(|meaning| format!("a capital letter: {meaning}")).unwrap_or_default();
    let parts = [board.key.join(", "), capitals, seats.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
