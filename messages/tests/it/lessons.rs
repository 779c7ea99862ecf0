//! The screens of lessons.

use engine::Level;
use messages::{
    action::Action,
    view::{Post, Row},
};
use play::{
    fixture::{ANN, Fixture},
    service::SketchAct,
};
use rules::Kind;

use crate::world::{action, post};

async fn learn(world: &Fixture, kind: Kind) -> Post {
    post(world, world.service.learn(&world.by(ANN), kind.title().to_owned()).await).await
}

/// Presses a button of a lesson and returns what the response shows.
async fn press(world: &Fixture, on: &Post, label: &str) -> Post {
    let Action::Try { sketch, ply, act } = action(on, label) else {
        panic!("{label} is no button of a lesson")
    };
    post(world, world.service.press_sketch(&world.by(ANN), sketch, ply, act).await).await
}

/// Plays a move in a lesson and returns what the response shows.
async fn play(world: &Fixture, on: &Post, notation: &str) -> Post {
    let Action::Try { sketch, ply, .. } = action(on, "Close") else { panic!("no lesson") };
    let act = SketchAct::Play(notation.to_owned());
    post(world, world.service.press_sketch(&world.by(ANN), sketch, ply, act).await).await
}

fn labels(post: &Post) -> Vec<&str> {
    let buttons = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    buttons.flatten().map(|button| button.label.as_str()).collect()
}

#[tokio::test]
async fn first_step_says_what_to_do_and_where() {
    let world = Fixture::new().await;
    let first = learn(&world, Kind::Protozoa).await;
    let words = &first.content;
    assert!(
        words.starts_with("**Protozoa lesson, step 1 of 7.** You're 🔵 Blue; 🟠 Orange is a machine."),
        "{words}"
    );
    assert!(
        words.contains("**Place a pawn on e4.**") && words.contains("dot: a new piece can go here"),
        "{words}"
    );
    assert!(first.card.as_ref().unwrap().picture.is_some());
    let labels = labels(&first);
    assert!(
        labels.contains(&"e4") && labels.ends_with(&["Rules", "Show me", "Close", "Elsewhere"]),
        "{labels:?}"
    );
}

#[tokio::test]
async fn coach_praises_explains_and_goes_on() {
    let world = Fixture::new().await;
    let first = learn(&world, Kind::Protozoa).await;
    let second = press(&world, &first, "e4").await;
    let words = &second.content;
    assert!(words.contains("step 2 of 7") && words.contains("✅ It lives"), "{words}");
    assert!(words.contains("**Orange** places a pawn on a1."), "{words}");
    assert!(words.contains("**Place a drone on e3.**"), "{words}");
    let rules = press(&world, &second, "Rules").await;
    assert!(rules.card.unwrap().title.ends_with("Pieces and neighbours"));
}

#[tokio::test]
async fn stray_move_brings_a_hint_and_the_same_board() {
    let world = Fixture::new().await;
    let first = learn(&world, Kind::Protozoa).await;
    let stray = press(&world, &first, "e3").await;
    let words = &stray.content;
    assert!(words.contains("step 1 of 7") && words.contains("`p@e3` is a legal move, but"), "{words}");
    assert!(words.contains("💡") && words.contains("**Blue** places a pawn on e3."), "{words}");
    let hint = press(&world, &stray, "Show me").await;
    assert!(
        hint.content.contains("One move that does it: `p@e4`, pawn on e4: organism grows to 5."),
        "{}",
        hint.content
    );
}

#[tokio::test]
async fn lesson_ends_with_a_way_to_a_whole_game() {
    let world = Fixture::new().await;
    for &kind in Kind::ALL {
        let mut screen = learn(&world, kind).await;
        for step in kind.lesson().steps {
            screen = play(&world, &screen, step.shown).await;
        }
        let words = &screen.content;
        assert!(words.contains(&format!("That's the game of {}", kind.title())), "{words}");
        assert!(words.contains(&format!("`/play {}` invites people", kind.slug())), "{words}");
        assert_eq!(labels(&screen), ["Play Spore", "Start again", "Rules", "Close"]);
        assert_eq!(action(&screen, "Play Spore"), Action::PlayMachines(kind, Level::Spore));
    }
}

/// Plays moves of the lesson of Stract from its beginning. Returns what the response to the last one shows.
async fn stract_after(world: &Fixture, moves: &[&str]) -> Post {
    let mut screen = learn(world, Kind::Stract).await;
    for notation in moves {
        screen = play(world, &screen, notation).await;
    }
    screen
}

fn alt(screen: &Post) -> &str {
    &screen.card.as_ref().unwrap().picture.as_ref().unwrap().alt
}

#[tokio::test]
async fn learner_of_stract_sees_no_secrets() {
    let world = Fixture::new().await;
    let second = stract_after(&world, &["c4-c3"]).await;
    for words in [second.content.as_str(), alt(&second)] {
        assert!(!words.contains("fire is spawned on d1") && !words.contains("fire on d1"), "{words}");
    }
    assert!(second.content.contains("is spawned on d1"), "{}", second.content);
}

#[tokio::test]
async fn learner_of_stract_sees_what_moves_give_away() {
    let world = Fixture::new().await;
    let fourth = stract_after(&world, &["c4-c3", "f+b6", "b6-b4"]).await;
    assert!(alt(&fourth).contains("By their moves: d5 fire."), "{}", alt(&fourth));
    assert!(alt(&fourth).contains("By your moves, others can tell: b4 fire."), "{}", alt(&fourth));
}
