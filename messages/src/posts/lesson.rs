//! The screens of lessons.

use engine::Level;
use play::{
    content::{LessonScreen, LessonView},
    service::SketchAct,
};
use render::Scene;
use rules::{Focus, Kind, Lesson, Viewer, grid::Square};

use super::{panel::Panel, sketch::Tried};
use crate::{
    action::Action,
    panel::{Choices, Offers, Place, choices, legend, marks},
    pictures, text,
    view::{Button, Look, Post, Row, cut},
};

/// The most characters of the words of a screen.
const MOST_WORDS: usize = 1900;

/// Returns a screen of a lesson before its picture is drawn.
#[must_use]
pub fn lesson(screen: &LessonScreen) -> Panel {
    let course = &screen.course;
    let table = &course.board.table;
    let ids = Tried { sketch: screen.sketch, ply: screen.ply };
    let last = course.news().iter().flat_map(|played| played.events.iter().cloned()).collect::<Vec<_>>();
    let to = Viewer::Seat(Lesson::LEARNER);
    let scene = pictures::with_clues(render::scene(table, to, &last), table, to, &course.board.record);
    if course.step().is_none() {
        let again = ids.button(text::START_AGAIN, SketchAct::Again);
        let rules = Button::new(text::RULES, Look::Plain, Action::ShowRules(table.kind()));
        let play =
            Button::new(text::PLAY_SPORE, Look::Main, Action::PlayMachines(table.kind(), Level::Spore));
        let row = vec![play, again, rules, ids.button(text::CLOSE, SketchAct::Close)];
        return finish(
            table.kind(),
            text::lesson(screen, &[]),
            String::new(),
            vec![Row::Buttons(row)],
            scene,
        );
    }
    let path = match &screen.view {
        LessonView::Step { path } => path.as_str(),
        _ => "",
    };
    let offers = Offers::of_seat(table, Lesson::LEARNER);
    let place = Place::read(&offers, path);
    let Choices { mut rows, last: further } = choices(&place, &ids, false);
    let rules = ids.button(text::RULES, SketchAct::Page);
    let mut buttons = match place.words().is_empty() {
        true => vec![rules, ids.button(text::SHOW_ME, SketchAct::Hint)],
        false => vec![ids.button(text::BACK, SketchAct::Show(place.back().path())), rules],
    };
    buttons.push(ids.button(text::CLOSE, SketchAct::Close));
    buttons.extend(further);
    rows.push(Row::Buttons(buttons));
    let shown = solution_marks(screen);
    let marks = if shown.is_empty() { marks(&place, &scene) } else { shown };
    let words = text::lesson(screen, &text::trail(&place));
    finish(table.kind(), words, legend(table.kind(), &marks), rows, scene.focused(&marks))
}

/// Returns the squares of the move that a hint shows.
fn solution_marks(screen: &LessonScreen) -> Vec<(Square, Focus)> {
    let LessonView::Hint { solution: Some(solution) } = &screen.view else { return Vec::new() };
    let Some(solution) = screen.course.board.table.legal_move(Lesson::LEARNER, solution) else {
        return Vec::new();
    };
    let from = solution.route.from.map(|at| (at, Focus::Here));
    from.into_iter().chain(solution.route.to).collect()
}

fn finish(kind: Kind, words: String, legend: String, rows: Vec<Row>, scene: Scene) -> Panel {
    let content = cut(format!("{words}\n{legend}").trim_end(), MOST_WORDS);
    let post = Post { content, rows, ..Post::default() };
    Panel { post, legend, kind, scene, part: None, is_preview: false }
}
