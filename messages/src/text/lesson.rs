//! The words of lessons.

use play::{
    content::{LessonScreen, LessonView},
    game::course::Course,
};
use rules::{AnyEvent, Lesson};

use super::{common::*, panel::MOVED_ON};

/// Labels the button that opens a lesson.
pub const LEARN: &str = "Learn by playing";
/// Labels the button that shows a move that reaches the goal of a step.
pub const SHOW_ME: &str = "Show me";
/// Labels the button that starts a lesson again.
pub const START_AGAIN: &str = "Start again";
/// Labels the button that starts a whole game against the weakest machine.
pub const PLAY_SPORE: &str = "Play Spore";
/// Labels the button that opens the page of the rules for a step.
pub const RULES: &str = "Rules";

/// The seat of the machine.
const MACHINE: Seat = Lesson::LEARNER.next(2);

/// Replaces a lesson that was closed.
#[must_use]
pub fn lesson_closed(kind: Kind) -> String {
    format!("Your lesson waits here: `/learn {}` continues it.", kind.slug())
}

/// Describes a screen of a lesson: what has just happened, and what to do now.
#[must_use]
pub fn lesson(screen: &LessonScreen, trail: &[String]) -> String {
    let course = &screen.course;
    let Some(step) = course.step() else { return lesson_over(course) };
    let mut parts = vec![head(course)];
    match &screen.view {
        LessonView::Missed { notation, events } => {
            let happened = sentences(course, events);
            parts.push(format!(
                "`{notation}` is a legal move, but not the one for this step, so I've taken it back. {happened}"
            ));
            parts.push(format!("💡 {}", step.hint));
        }
        LessonView::Hint { solution } => {
            parts.push(format!("💡 {}", step.hint));
            parts.extend(solution.as_deref().and_then(|notation| shown(course, notation)));
        }
        LessonView::Step { path } if path.is_empty() => parts.extend(news(course)),
        LessonView::Step { .. } => {}
        LessonView::MovedOn => parts.push(MOVED_ON.to_owned()),
    }
    parts.push(step.task.to_owned());
    if !trail.is_empty() {
        parts.push(format!("{} …", trail.join(" › ")));
    }
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n\n")
}

/// Heads a lesson: which step it is, and who plays which side.
fn head(course: &Course) -> String {
    let kind = course.board.table.kind();
    let step = format!("step {} of {}", course.done + 1, course.lesson().steps.len());
    let (learner, machine) = (seat(kind, Lesson::LEARNER), seat(kind, MACHINE));
    format!("**{} lesson, {step}.** You're {learner}; {machine} is a machine.", kind.title())
}

/// Reports the learner's last move and the machine's reply.
fn news(course: &Course) -> Vec<String> {
    let praise = course.last_step().map(|step| format!("✅ {}", step.praise));
    let table = &course.board.table;
    let news = course.news();
    let told = match table.kind().is_simultaneous() {
        true => vec![sentences(course, news.iter().flat_map(|played| &played.events))],
        // The learner knows their own move already.
        false => vec![sentences(
            course,
            news.iter().filter(|played| played.seat != Lesson::LEARNER).flat_map(|played| &played.events),
        )],
    };
    praise.into_iter().chain(told).collect()
}

/// Describes events as the learner may know them.
fn sentences<'e>(course: &Course, events: impl IntoIterator<Item = &'e AnyEvent>) -> String {
    let table = &course.board.table;
    let who = |by: Seat| format!("**{}**", table.kind().colour(by).name());
    let to = table.viewer(Viewer::Seat(Lesson::LEARNER));
    // The learner knows what they have ordered. To others that is news for a moment only.
    let passing =
        |event: &&AnyEvent| event.visible_to(Viewer::Public).is_some_and(|seen| seen.is_transient());
    let seen = events.into_iter().filter(|event| !passing(event)).filter_map(|event| event.visible_to(to));
    AnyEvent::describe_all(&seen.collect::<Vec<_>>(), &who).join(" ")
}

/// Names a move that reaches the goal.
fn shown(course: &Course, notation: &str) -> Option<String> {
    let solution = course.board.table.legal_move(Lesson::LEARNER, notation)?;
    Some(format!("One move that does it: `{notation}`, {}.", solution.words))
}

/// Describes the end of a lesson.
fn lesson_over(course: &Course) -> String {
    let kind = course.board.table.kind();
    let mut parts = vec![format!("🎉 **That's the game of {}. You've won your first one!**", kind.title())];
    parts.extend(news(course));
    let slug = kind.slug();
    parts.push(format!(
        "Now a whole game? Spore is the weakest machine, and it has time at any hour: press **{PLAY_SPORE}**. `/play {slug}` \
         invites people."
    ));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}
