//! Lessons.

use data::{Purpose, Sketch};
use play::{
    content::{LessonScreen, LessonView},
    game::course::{Course, Tried},
};

use super::*;

#[test]
fn lessons_are_within_discords_limits() {
    for &kind in Kind::ALL {
        let start = kind.lesson().position.to_owned();
        let sketch = Sketch {
            person: BIG.into(),
            kind,
            start,
            moves: Vec::new(),
            ply: 0,
            posted: false,
            purpose: Purpose::Lesson,
        };
        let (mut course, _) = Course::of(&sketch).unwrap();
        let screen = |course: &Course, view: LessonView| {
            let screen = LessonScreen { sketch: BIG.into(), ply: u32::MAX, course: course.clone(), view };
            drawn(posts::lesson(&screen))
        };
        while course.step().is_some() {
            check_screens(|_, path| screen(&course, LessonView::Step { path: path.to_owned() }));
            let solution = course.solution().unwrap();
            check(&screen(&course, LessonView::Hint { solution: Some(solution.clone()) }));
            check(&screen(&course, LessonView::MovedOn));
            for notation in course.board.table.legal(rules::Lesson::LEARNER) {
                if let Ok(Tried::Missed(events)) = course.try_move(&notation) {
                    check(&screen(&course, LessonView::Missed { notation, events }));
                }
            }
            let Ok(Tried::Reached { course: next, .. }) = course.try_move(&solution) else {
                panic!("{kind}: {solution} does not reach the goal")
            };
            course = *next;
        }
        check(&screen(&course, LessonView::step()));
        check(&Post::text(text::lesson_closed(kind)));
    }
}
