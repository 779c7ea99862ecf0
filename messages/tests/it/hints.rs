//! The posts of hints.

use data::PersonId;
use engine::{Stop, think};
use messages::view::{Post, Row};
use play::{
    fixture::{ANN, BOB, EVE, Fixture},
    service::HintWish,
};
use rules::Kind;

use crate::world::post;

async fn hint(world: &Fixture, by: impl Into<PersonId>, turn: Option<u32>) -> Post {
    let task = world.service.hint(&world.by(by), HintWish { game: None, turn }).await.unwrap();
    let thought = think(&task.request, &Stop::new());
    post(world, Ok(world.service.hinted(task, &thought))).await
}

fn buttons(post: &Post) -> Vec<&str> {
    let rows = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    rows.flatten().map(|button| button.label.as_str()).collect()
}

#[tokio::test]
async fn hint_names_turns_and_how_the_seat_stands() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let panel = post(&world, world.service.set_hints(&world.by(ANN), id, true).await).await;
    assert!(panel.content.contains("**Hints** are on") && buttons(&panel).contains(&"No hints"), "{panel:?}");
    world.service.join(&world.by(BOB), id).await.unwrap();
    let shown = post(&world, world.service.options_panel(&world.by(ANN), id).await).await;
    assert!(shown.content.contains("**Hints** are on"), "{shown:?}");
    world.service.start(&world.by(ANN), id).await.unwrap();
    let (person, _) = world.mover(id).await;
    let card = hint(&world, person, None).await.card.unwrap();
    assert_eq!(card.title, format!("Protozoa · game {id} · hint"));
    assert!(card.body.starts_with("You're 🔵 Blue and stand **"), "{}", card.body);
    assert!(card.body.contains("\n1. `") && card.body.contains(" on "), "{}", card.body);
    assert!(card.picture.is_some() && card.footer.contains("Only you see this"), "{card:?}");
    let more = post(&world, world.service.more(&world.by(person), id).await).await;
    assert!(buttons(&more).contains(&"Hint"), "{more:?}");
}

#[tokio::test]
async fn hint_says_which_turns_are_weaker() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    world.service.set_hints(&world.by(ANN), id, true).await.unwrap();
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    let (person, _) = world.mover(id).await;
    let task = world.service.hint(&world.by(person), HintWish { game: None, turn: None }).await.unwrap();
    let mut thought = think(&task.request, &Stop::new());
    for (candidate, value) in thought.best.iter_mut().zip([600, 550, 300]) {
        candidate.value = value;
    }
    let card = post(&world, Ok(world.service.hinted(task, &thought))).await.card.unwrap();
    let ends: Vec<&str> =
        card.body.lines().rev().take(3).map(|line| line.rsplit(" (").next().unwrap()).collect();
    assert_eq!(ends[..2], ["clearly weaker)", "a little weaker)"], "{}", card.body);
    assert!(!ends[2].ends_with("weaker)"), "{}", card.body);
}

#[tokio::test]
async fn lobby_says_that_hints_are_on() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    world.service.set_hints(&world.by(ANN), id, true).await.unwrap();
    let joined = post(&world, world.service.join(&world.by(BOB), id).await).await;
    let rating = joined.card.unwrap().fields.into_iter().find(|(name, _)| name == "Rating").unwrap().1;
    assert_eq!(rating, "Casual, because hints are on: each of you may ask for good moves with `/hint`.");
}

#[tokio::test]
async fn pages_of_a_finished_game_have_hints() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play(id, "p@f4").await;
    let running = post(&world, world.service.history(&world.by(EVE)).await).await;
    assert!(!buttons(&running).contains(&"Hint"), "{running:?}");
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let page = world.service.history_page(&world.by(EVE), id, play::content::Page::At(1)).await;
    assert!(buttons(&post(&world, page).await).contains(&"Hint"));
    let card = hint(&world, EVE, Some(0)).await.card.unwrap();
    assert_eq!(card.title, format!("Protozoa · game {id} · after turn 0 · hint"));
    assert!(card.body.starts_with("🔵 Blue is to move and stands **"), "{}", card.body);
}

#[tokio::test]
async fn only_games_of_machines_can_allow_hints() {
    let world = Fixture::new().await;
    for &kind in Kind::ALL {
        let id = world.open(kind.slug(), &[]).await;
        let panel = post(&world, world.service.options_panel(&world.by(ANN), id).await).await;
        assert_eq!(buttons(&panel).contains(&"Allow hints"), kind.is_searchable(), "{kind}");
        world.service.leave(&world.by(ANN), id).await.unwrap();
    }
}
