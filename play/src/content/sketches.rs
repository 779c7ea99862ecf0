//! The content of try-out boards.

use data::{PersonId, SketchId};
use rules::AnyEvent;

use crate::game::{course::Course, tryout::Tryout};

/// A screen of a try-out board.
#[derive(Clone, Debug)]
pub struct SketchScreen {
    /// The board.
    pub sketch: SketchId,
    /// The person who plays all seats.
    pub person: PersonId,
    /// The position.
    pub board: Tryout,
    /// How many moves have been made.
    pub ply: u32,
    /// How many undone moves can be made again.
    pub undone: u32,
    /// The choices made so far for the next move, as words with dots between them.
    pub path: String,
    /// Whether the button belonged to another position, so that this is the present one.
    pub moved_on: bool,
}

/// A screen of a lesson.
#[derive(Clone, Debug)]
pub struct LessonScreen {
    /// The board of the lesson.
    pub sketch: SketchId,
    /// How many moves it has, those of the machine included.
    pub ply: u32,
    /// The position, and what the learner has done so far.
    pub course: Course,
    /// The part of it on the screen.
    pub view: LessonView,
}

/// The content of a lesson's screen.
#[derive(Clone, PartialEq, Debug)]
pub enum LessonView {
    /// The present step.
    Step {
        /// The choices made so far for the next move, as words with dots between them.
        path: String,
    },
    /// The present step with help.
    Hint {
        /// A move that reaches the goal.
        solution: Option<String>,
    },
    /// A move that does not reach the goal of the step. It was not played.
    Missed {
        /// The move.
        notation: String,
        /// Its events.
        events: Vec<AnyEvent>,
    },
    /// The present step, because the button belonged to another one.
    MovedOn,
}

impl LessonView {
    /// Returns the first screen of the present step.
    #[must_use]
    pub const fn step() -> LessonView {
        LessonView::Step { path: String::new() }
    }
}
