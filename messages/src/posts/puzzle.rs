//! Posts of puzzles: the daily one, the private board, and the solution.

use data::Puzzle;
use play::{
    content::{PuzzleBoard, PuzzlePage, PuzzlePost, PuzzleResult, puzzle_table},
    service::SketchAct,
};
use render::Scene;
use rules::{AnyEvent, Viewer};

use super::{panel::Panel, sketch::Tried};
use crate::{
    action::Action,
    panel::{Choices, Offers, Part, Place, choices, legend, marks},
    text,
    view::{Button, Card, Look, Picture, Post, Row, cut},
};

/// The most characters of the words of a board.
const MOST_WORDS: usize = 1900;
/// The most characters of a field.
const LONGEST_FIELD: usize = 1_024;

/// Returns the post of a server's puzzle of a day. It notifies nobody.
#[must_use]
pub fn puzzle(post: &PuzzlePost, picture: Picture) -> Post {
    let puzzle = &post.puzzle;
    let task = puzzle_table(puzzle)
        .map(|(table, seat)| text::puzzle_task(&puzzle.is, seat, &table.status(Viewer::Open)))
        .unwrap_or_default();
    let streaks = Some(&post.best).filter(|best| !best.is_empty());
    let streaks = streaks
        .map(|best| (text::LONGEST_STREAKS.to_owned(), cut(&text::puzzle_streaks(best), LONGEST_FIELD)));
    let before =
        text::puzzle_before(post).map(|words| (text::SOLUTION_BEFORE.to_owned(), cut(&words, LONGEST_FIELD)));
    Post {
        card: Some(Card {
            title: text::puzzle_title(&puzzle.is),
            body: cut(&task, 4000),
            fields: before.into_iter().chain(streaks).collect(),
            footer: text::puzzle_footer(puzzle.is.day),
            picture: Some(picture),
        }),
        rows: vec![solve(puzzle)],
        ..Post::default()
    }
}

fn solve(puzzle: &Puzzle) -> Row {
    Row::Buttons(vec![Button::new(text::SOLVE, Look::Main, Action::Solve(puzzle.id))])
}

/// Returns the picture's content: the position of a puzzle. `None` if the rules no longer read it.
#[must_use]
pub fn puzzle_scene(puzzle: &Puzzle) -> Option<Scene> {
    let (table, _) = puzzle_table(puzzle).ok()?;
    Some(render::scene(&table, Viewer::Open, &[]))
}

/// Returns the picture's content: the position after the solution. `None` if the rules no longer allow it.
#[must_use]
pub fn solution_scene(puzzle: &Puzzle) -> Option<Scene> {
    let (mut table, seat) = puzzle_table(puzzle).ok()?;
    let mut events: Vec<AnyEvent> = Vec::new();
    for notation in &puzzle.is.solution {
        events.extend(table.play(seat, notation).ok()?.events);
    }
    Some(render::scene(&table, Viewer::Open, &events))
}

/// Returns a screen on which a person looks for the best turn, before its picture is drawn.
#[must_use]
pub fn puzzle_board(screen: &PuzzleBoard) -> Panel {
    let ids = Tried { sketch: screen.sketch, ply: screen.ply };
    let table = &screen.board.table;
    let events: Vec<AnyEvent> =
        screen.board.record.iter().flat_map(|played| played.events.iter().cloned()).collect();
    let scene = render::scene(table, Viewer::Open, &events);
    let undo = ids.button(text::UNDO, SketchAct::Undo).only_if(screen.ply > 0);
    let close = ids.button(text::CLOSE, SketchAct::Close);
    if screen.is_complete() {
        let answer = Button::new(text::ANSWER, Look::Yes, ids.act(SketchAct::Answer));
        let post = Post {
            content: cut(&text::puzzle_board(screen, &[]), MOST_WORDS),
            rows: vec![Row::Buttons(vec![answer, undo, close])],
            ..Post::default()
        };
        let kind = table.kind();
        return Panel { post, legend: String::new(), kind, scene, part: None, is_preview: true };
    }
    let offers = Offers::of_seat(table, screen.seat);
    let place = Place::read(&offers, &screen.path);
    let Choices { mut rows, last: further } = choices(&place, &ids, false);
    let mut last = match place.words().is_empty() {
        true => vec![undo, close],
        false => vec![ids.button(text::BACK, SketchAct::Show(place.back().path())), close],
    };
    last.extend(further);
    rows.push(Row::Buttons(last));
    let marks = marks(&place, &scene);
    let words = text::puzzle_board(screen, &text::trail(&place));
    let legend = legend(table.kind(), &marks);
    let content = cut(format!("{words}\n{legend}").trim_end(), MOST_WORDS);
    Panel {
        post: Post { content, rows, ..Post::default() },
        legend,
        kind: table.kind(),
        scene: scene.focused(&marks),
        part: Part::of_place(&place),
        is_preview: screen.ply > 0,
    }
}

/// Returns the solution of a puzzle for a person who has answered it, or for whom it is too late.
#[must_use]
pub fn puzzle_result(result: &PuzzleResult, picture: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::puzzle_title(&result.puzzle.is),
            body: cut(&text::puzzle_result(result), 4000),
            footer: text::puzzle_footer(result.puzzle.is.day),
            picture,
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns the newest puzzle of a server for one person, with the longest streaks. A puzzle that they have not answered has a button.
#[must_use]
pub fn puzzle_page(page: &PuzzlePage, picture: Option<Picture>) -> Post {
    let open = page.puzzle.as_ref().filter(|_| page.answer.is_none());
    Post {
        card: Some(Card {
            title: text::PUZZLES_TITLE.to_owned(),
            body: cut(&text::puzzle_page(page), 4000),
            picture,
            ..Card::default()
        }),
        rows: open.map(solve).into_iter().collect(),
        ..Post::default()
    }
}
