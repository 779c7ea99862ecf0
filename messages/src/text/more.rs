//! Texts of the panel with everything else, and of boards in letters.

use render::TextBoard;

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

/// Explains the letters and numbers of a board.
#[must_use]
pub fn board_key(board: &TextBoard) -> String {
    let seats = board.owners.iter().map(|owner| format!("{} {}", owner.seat, owner.colour.name()));
    let seats: Vec<String> = seats.collect();
    let parts = [board.key.join(", "), seats.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
