use rules::{Kind, Lesson};

use super::*;
use crate::fixture::{ANN, BOB, Fixture, ephemeral, rejection, replaced};

#[track_caller]
fn screen_in(content: Content) -> LessonScreen {
    match content {
        Content::Lesson(screen) => *screen,
        other => panic!("{other:?}"),
    }
}

impl Fixture {
    async fn learn(&self, kind: Kind) -> LessonScreen {
        self.service.clock().advance(clock::MINUTE);
        screen_in(ephemeral(self.service.learn(&self.by(ANN), kind.title().to_owned()).await))
    }

    /// Lets Ann press a button of this screen.
    async fn teach(&self, on: &LessonScreen, act: SketchAct) -> LessonScreen {
        screen_in(replaced(self.service.press_sketch(&self.by(ANN), on.sketch, on.ply, act).await))
    }

    /// Lets Ann make the moves that the lesson shows, from this screen to the end.
    async fn finish(&self, from: LessonScreen) -> LessonScreen {
        let mut screen = from;
        while screen.course.step().is_some() {
            let shown = screen.course.solution().unwrap();
            let done = screen.course.done;
            screen = self.teach(&screen, play(&shown)).await;
            assert_eq!(screen.course.done, done + 1, "{shown}");
        }
        screen
    }
}

fn play(notation: &str) -> SketchAct {
    SketchAct::Play(notation.to_owned())
}

#[tokio::test]
async fn every_lesson_is_played_to_its_end() {
    let world = Fixture::new().await;
    for &kind in Kind::ALL {
        let first = world.learn(kind).await;
        assert_eq!((first.ply, first.course.done), (0, 0), "{kind}");
        let last = world.finish(first).await;
        let outcome = last.course.board.table.outcome().unwrap();
        assert!(outcome.ranking.groups()[0].contains(Lesson::LEARNER), "{kind}");
        assert!((5..=10).contains(&last.course.done), "{kind}");
    }
}

#[tokio::test]
async fn goal_brings_the_machines_reply_and_the_next_step() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Protozoa).await;
    assert!(first.course.news().is_empty() && first.course.last_step().is_none());
    let second = world.teach(&first, play("p@e4")).await;
    let news: Vec<&str> = second.course.news().iter().map(|played| played.notation.as_str()).collect();
    assert_eq!((second.ply, second.course.done, news), (2, 1, vec!["p@e4", "p@a1"]));
    assert_eq!(second.view, LessonView::step());
}

#[tokio::test]
async fn missed_goal_is_explained_and_not_played() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Protozoa).await;
    let missed = world.teach(&first, play("p@a1")).await;
    let LessonView::Missed { notation, events } = &missed.view else { panic!("{:?}", missed.view) };
    assert_eq!((notation.as_str(), events.len()), ("p@a1", 2), "the pawn is placed, and dies");
    assert_eq!((missed.ply, missed.course.board.table.clone()), (0, first.course.board.table));
    let stale = world.teach(&missed, play("d3+")).await;
    assert_eq!(stale.view, LessonView::MovedOn, "Orange's piece is nobody's to promote here");
}

#[tokio::test]
async fn lesson_continues_where_it_was_left() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Stract).await;
    let second = world.teach(&first, play("c4-c3")).await;
    let closed =
        world.service.press_sketch(&world.by(ANN), second.sketch, second.ply, SketchAct::Close).await;
    assert!(matches!(replaced(closed), Content::LessonClosed(Kind::Stract)));
    let again = world.learn(Kind::Stract).await;
    assert_eq!((again.sketch, again.ply, again.course.done), (second.sketch, second.ply, 1));
    assert_ne!(world.learn(Kind::Protozoa).await.sketch, second.sketch, "each game has its own lesson");
    let stale = world.teach(&first, play("c4-c3")).await;
    assert_eq!((stale.view.clone(), stale.ply), (LessonView::MovedOn, second.ply));

    let last = world.finish(stale).await;
    let new = world.learn(Kind::Stract).await;
    assert_ne!(new.sketch, last.sketch, "a finished lesson begins again");
    assert_eq!(new.ply, 0);
}

#[tokio::test]
async fn lesson_starts_again_from_any_step() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Parasites).await;
    let last = world.finish(first.clone()).await;
    let again = world.teach(&last, SketchAct::Again).await;
    assert_eq!((again.sketch, again.ply, again.course.done), (first.sketch, 0, 0));
    assert_eq!(world.learn(Kind::Parasites).await.sketch, first.sketch);
}

#[tokio::test]
async fn hint_and_page_belong_to_the_step() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Protozoa).await;
    let hint = world.teach(&first, SketchAct::Hint).await;
    assert_eq!(hint.view, LessonView::Hint { solution: Some("p@e4".to_owned()) });
    let second = world.teach(&first, play("p@e4")).await;
    let page = world.service.press_sketch(&world.by(ANN), second.sketch, second.ply, SketchAct::Page).await;
    let Content::Rules { kind: Kind::Protozoa, page, .. } = ephemeral(page) else {
        panic!("no page of the rules")
    };
    let title = Kind::Protozoa.about().pages[usize::from(page)].title;
    assert_eq!(title, Kind::Protozoa.lesson().steps[1].page);
}

#[tokio::test]
async fn lesson_belongs_to_its_learner() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Protozoa).await;
    let other = world.service.press_sketch(&world.by(BOB), first.sketch, 0, play("p@e4")).await;
    assert_eq!(rejection(other), SketchRejected::NotYours.into());
    let tryout = world.service.press_sketch(&world.by(ANN), first.sketch, 0, SketchAct::Undo).await;
    assert_eq!(rejection(tryout), Rejected::UnknownButton);
    let unknown = world.service.learn(&world.by(ANN), "chess".to_owned()).await;
    assert_eq!(rejection(unknown), Rejected::UnknownKind { typed: "chess".to_owned() });
}

#[tokio::test]
async fn prepared_reply_that_is_not_legal_is_replaced() {
    let world = Fixture::new().await;
    let first = world.learn(Kind::Protozoa).await;
    let id = first.sketch;
    // A lesson of another version began at another position: the machine's pawn can't go to a1.
    let start = "6 2 14 0/60 1 4@0,4@0 a1=p1,b1=p1,c3=d1,d3=d2,c4=d2,d4=d1";
    let other = world.service.store().write(move |tx| {
        let mut sketch = tx.sketch(id)?.unwrap();
        sketch.start = start.to_owned();
        tx.add_sketch(&sketch, jiff::Timestamp::UNIX_EPOCH)
    });
    let other = other.await.unwrap();
    let second =
        screen_in(replaced(world.service.press_sketch(&world.by(ANN), other, 0, play("p@e4")).await));
    let reply = &second.course.news()[1];
    assert!(reply.seat != Lesson::LEARNER && reply.notation != "p@a1", "{reply:?}");
}
