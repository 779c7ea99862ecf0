//! The panel with everything that a player can do beside moving, and the board in letters.

use data::{Casual, Game, OfferKind};
use play::content::Page;
use render::{Home, Scene};
use rules::{Kind, Viewer};

use super::lists::IN_ROW;
use crate::{
    action::Action,
    pictures::board_scene,
    text,
    view::{Button, File, Look, Post, Row, cut},
};

/// The widest board that a phone shows in a code block without breaking its lines, in characters.
const WIDEST: usize = 38;
/// The name of the file with a wider board.
const FILE: &str = "board.txt";

/// Returns the panel with everything else that the caller can do with a game. Only people `at_table` can make offers.
#[must_use]
pub fn more(game: &Game, to: Viewer, at_table: bool) -> Post {
    let kind = game.table.kind();
    let plain = |label: &str, action: Action| Button::new(label, Look::Plain, action);
    let offer = |label: &str, kind: OfferKind| plain(label, Action::Offer(game.id, kind));
    let mut looks = vec![
        plain("Text board", Action::TextBoard(game.id)),
        plain("History", Action::History(game.id, Page::Last)),
    ];
    if render::scene(&game.table, to, &[]).board.home == Home::Above {
        looks.push(plain("Flip the board", Action::Flip(game.id)));
    }
    if !game.keeps_secrets() {
        looks.push(plain(text::TRY_MOVES, Action::TryOut(game.id)));
    }
    if game.table.outcome().is_none() {
        looks.push(plain(text::CATCH_UP, Action::CatchUp(game.id)));
    }
    let people = game.people();
    let alone = people.len() > 1 && people.iter().filter(|person| !person.is_machine()).count() == 1;
    if at_table && (alone || game.terms.casual == Some(Casual::Hints)) {
        looks.push(plain(text::HINT, Action::HintNow(game.id)));
    }
    let mut rows: Vec<Row> = looks.chunks(IN_ROW).map(|row| Row::Buttons(row.to_vec())).collect();
    if at_table {
        let mut offers = vec![offer("Offer a draw", OfferKind::Draw)];
        if !kind.is_simultaneous() {
            offers.push(offer("Take back", OfferKind::TakeBack));
        }
        if game.clocks.paused.is_some() {
            offers.push(plain("Resume", Action::Resume(game.id)));
        } else if !game.clocks.seats.is_empty() {
            offers.push(offer("Pause", OfferKind::Pause));
        }
        rows.push(Row::Buttons(offers));
        rows.push(Row::Buttons(vec![
            plain("Find a substitute", Action::OpenSeat(game.id)),
            offer("Call it off", OfferKind::Abort),
            Button::new("Resign", Look::Danger, Action::AskResign(game.id)),
        ]));
    }
    Post { content: text::more(game, at_table), rows, ..Post::default() }
}

/// A board in letters.
#[derive(Debug)]
pub(crate) struct Letters {
    /// The board in a code block, or nothing if it is too wide for a phone; then its key and the position in words.
    pub(crate) body: String,
    /// The file with a wide board.
    pub(crate) file: Option<File>,
}

/// Writes a scene in letters. Marks for a player who chooses a move are named below the board.
pub(crate) fn letters(kind: Kind, scene: &Scene) -> Letters {
    let board = scene.text_board();
    let key = text::board_key(&board);
    let marked = text::marked_squares(kind, &scene.marks);
    let words = [key.as_str(), marked.as_str(), &scene.story.join(" ")].join("\n").replace("\n\n", "\n");
    let rows = board.rows.join("\n");
    if board.width() <= WIDEST {
        return Letters { body: format!("```\n{rows}\n```{words}"), file: None };
    }
    let bytes = format!("{rows}\n\n{key}\n{}\n", scene.story.join("\n")).into_bytes();
    Letters { body: words, file: Some(File { name: FILE.to_owned(), bytes }) }
}

/// Returns the board in letters as `to` may see it, with the position in words below. A board that is too wide for a phone comes as
/// a file.
#[must_use]
pub fn text_board(game: &Game, to: Viewer) -> Post {
    let scene = board_scene(&game.table, to, &game.record);
    let Letters { body, file } = letters(game.table.kind(), &scene);
    let content = match file {
        Some(_) => text::text_board_file(game),
        None => cut(&format!("{}\n{body}", text::text_board(game)), 2000),
    };
    Post { content, file, ..Post::default() }
}

#[cfg(test)]
mod tests {
    use play::fixture;
    use rules::{Kind, Options, Table};

    use super::*;

    fn board_of(kind: Kind, options: &Options) -> Post {
        let table = Table::new(kind, options).unwrap();
        let seats = table.game().seats();
        text_board(&fixture::game(seats, seats.into(), table), Viewer::Public)
    }

    #[test]
    fn boards_in_letters_fit_a_message() {
        for &kind in Kind::ALL {
            let post = board_of(kind, &Options::new());
            assert!(post.content.chars().count() <= 2000, "{kind}: {}", post.content);
            assert_eq!(post.content.matches("```").count(), 2, "{kind}: {}", post.content);
        }
    }

    #[test]
    fn wide_board_in_letters_is_a_file() {
        let post = board_of(Kind::Parasites, &Options::new().with("size", 22));
        let text = String::from_utf8(post.file.unwrap().bytes).unwrap();
        assert!(text.starts_with("22 "), "{text}");
    }
}
