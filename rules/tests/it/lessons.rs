//! Lessons can be played to their end, whichever of the moves that reach a goal the learner finds.

use std::collections::BTreeSet;

use rules::{Any, AnyEvent, Attempt, Kind, Lesson, LessonStep, Table};

/// A lesson after some steps: the position, and the number of steps that are done.
type Reached = BTreeSet<(usize, String)>;

/// Plays a move of the learner and returns the table and the events. Where all order at once, the turn is carried out.
fn attempt(before: &Table, step: &LessonStep, notation: &str) -> (Table, Vec<AnyEvent>) {
    let mut table = before.clone();
    let mut events = table.play(Lesson::LEARNER, notation).unwrap().events;
    if table.kind().is_simultaneous() {
        events.extend(replies(&mut table, step));
    }
    (table, events)
}

/// Plays the machine's moves of a step and returns their events.
fn replies(table: &mut Table, step: &LessonStep) -> Vec<AnyEvent> {
    let mut events = Vec::new();
    for reply in step.reply {
        let seat = table.to_act().without(rules::SeatSet::one(Lesson::LEARNER)).first();
        let seat = seat.unwrap_or_else(|| panic!("{reply}: nobody but the learner is to act"));
        events.extend(table.play(seat, reply).unwrap_or_else(|why| panic!("{reply}: {why}")).events);
    }
    events
}

/// Walks through all ways in which the rest of a lesson can go. Returns whether any way reached its end.
fn walk(lesson: &Lesson, table: &Table, done: usize, seen: &mut Reached) {
    if !seen.insert((done, table.game().position())) {
        return;
    }
    let here = format!("step {} at {}", done + 1, table.game().position());
    let Some(step) = lesson.steps.get(done) else {
        assert!(table.outcome().is_some(), "{here}: the last step ends the game");
        return;
    };
    assert!(table.to_act().contains(Lesson::LEARNER), "{here}: the learner is to move");
    let mut ways = 0;
    for notation in table.legal(Lesson::LEARNER) {
        let (mut after, events) = attempt(table, step, &notation);
        if !(step.goal)(&Attempt { notation: &notation, table: &after, events: &events }) {
            continue;
        }
        ways += 1;
        if !table.kind().is_simultaneous() && after.outcome().is_none() {
            replies(&mut after, step);
        }
        walk(lesson, &after, done + 1, seen);
    }
    assert!(ways > 0, "{here}: no move reaches the goal");
}

fn start(kind: Kind) -> (Lesson, Table) {
    let lesson = kind.lesson();
    let game: Any = kind.read(lesson.position).unwrap();
    (lesson, Table::from(game))
}

#[test]
fn every_way_leads_to_the_end_of_a_lesson() {
    for &kind in Kind::ALL {
        let (lesson, table) = start(kind);
        let mut seen = Reached::new();
        walk(&lesson, &table, 0, &mut seen);
        println!("{kind}: {} positions", seen.len());
    }
}

#[test]
fn shown_moves_win_the_game() {
    for &kind in Kind::ALL {
        let (lesson, mut table) = start(kind);
        for (index, step) in lesson.steps.iter().enumerate() {
            let (after, events) = attempt(&table, step, step.shown);
            let reached = Attempt { notation: step.shown, table: &after, events: &events };
            assert!((step.goal)(&reached), "{kind}, step {}: {}", index + 1, step.shown);
            assert_eq!(reached.wins(), index + 1 == lesson.steps.len(), "{kind}, step {}", index + 1);
            table = after;
            if !kind.is_simultaneous() {
                replies(&mut table, step);
            }
        }
    }
}

#[test]
fn most_first_moves_do_not_reach_a_goal() {
    for &kind in Kind::ALL {
        let (lesson, table) = start(kind);
        let legal = table.legal(Lesson::LEARNER);
        let reached = legal.iter().filter(|notation| {
            let (after, events) = attempt(&table, &lesson.steps[0], notation);
            (lesson.steps[0].goal)(&Attempt { notation, table: &after, events: &events })
        });
        assert!(2 * reached.count() < legal.len(), "{kind}");
    }
}

#[test]
fn lessons_have_few_steps_and_short_words() {
    for &kind in Kind::ALL {
        let steps = kind.lesson().steps;
        assert!((5..=10).contains(&steps.len()), "{kind} has {} steps", steps.len());
        for step in steps {
            for (words, most) in [(step.task, 400), (step.hint, 250), (step.praise, 250)] {
                let length = words.chars().count();
                assert!((1..=most).contains(&length), "{kind}, {length} characters: {words}");
                let last = words.trim_end_matches(['*', '`']).chars().last();
                assert!(last.is_some_and(|last| ".!?".contains(last)), "{kind}: {words}");
                assert!(!words.contains('’'), "{kind} has a curly apostrophe: {words}");
            }
            assert!(step.task.matches("**").count().is_multiple_of(2), "{kind}: {}", step.task);
            assert!(kind.about().pages.iter().any(|page| page.title == step.page), "{kind}: {}", step.page);
        }
    }
}
