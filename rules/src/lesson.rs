//! Lessons: guided first games, step by step.

use crate::{
    registry::AnyEvent,
    seat::{Seat, SeatSet},
    table::Table,
};

/// A guided first game of five to ten moves. The learner has the first seat, and the other seat is a machine.
///
/// A lesson begins at a position of its own. Each step has a goal, and the learner stays at the step until a move reaches it. Tests
/// in `rules/tests` play every lesson to its end in every way that its goals allow.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The position at which the lesson begins, as the game's position text. The learner is to move.
    pub position: &'static str,
    /// The steps, one move of the learner each.
    pub steps: &'static [LessonStep],
}

/// A step of a [`Lesson`]: one move that the learner should find.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// The text before the move: the situation and the goal, at most 400 characters of Discord's markdown.
    pub task: &'static str,
    /// Help for a learner whose move misses the goal, at most 250 characters.
    pub hint: &'static str,
    /// The text after a move that reaches the goal, at most 250 characters.
    pub praise: &'static str,
    /// The title of the page of the game's rules that explains this step.
    pub page: &'static str,
    /// Whether a move reaches the goal.
    pub goal: fn(&Attempt<'_>) -> bool,
    /// A move that reaches the goal, for learners who want to see it.
    pub shown: &'static str,
    /// The moves of the machine that follow. They are empty while the learner's turn continues, and when the game is over. Where all
    /// seats order at once, this is the order that the machine gives in secret.
    pub reply: &'static [&'static str],
}

/// A move that a learner makes, for [`LessonStep::goal`].
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The move in canonical notation.
    pub notation: &'a str,
    /// The game after the move. Where all seats order at once, the turn has been carried out.
    pub table: &'a Table,
    /// The events of the move. Where all seats order at once, these are the events of the turn.
    pub events: &'a [AnyEvent],
}

impl Attempt<'_> {
    /// Whether the learner has won the game.
    pub fn wins(&self) -> bool {
        let first = self.table.outcome().and_then(|outcome| outcome.ranking.groups().first().copied());
        first == Some(SeatSet::one(Lesson::LEARNER))
    }

    /// Whether an event of the move fulfils a condition.
    pub fn has(&self, condition: impl Fn(&AnyEvent) -> bool) -> bool {
        self.events.iter().any(condition)
    }
}

impl Lesson {
    /// The seat of the learner.
    pub const LEARNER: Seat = Seat::FIRST;
}
