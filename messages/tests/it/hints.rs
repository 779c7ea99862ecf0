//! The posts of hints.

use data::PersonId;
use engine::{Candidate, Reason, Stop, think};
use messages::{
    posts::hint_scene,
    view::{Post, Row},
};
use play::{
    Response,
    content::Content,
    fixture::{ANN, BOB, EVE, Fixture},
    service::HintWish,
};
use render::{Mark, Sign};
use rules::{Kind, Seat, SeatSet, Wording};

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
    assert!(card.body.starts_with("You're 🔵 Blue. It's too early to say who is ahead.\n"), "{}", card.body);
    assert!(card.body.contains("\n1. `") && card.body.contains(" on "), "{}", card.body);
    assert!(card.picture.is_some() && card.footer.contains("Only you see this"), "{card:?}");
    let more = post(&world, world.service.more(&world.by(person), id).await).await;
    assert!(buttons(&more).contains(&"Hint"), "{more:?}");
    world.play_any(id).await;
    world.play_any(id).await;
    let card = hint(&world, person, None).await.card.unwrap();
    assert!(card.body.starts_with("You're 🔵 Blue and stand **"), "{}", card.body);
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
    let turns: Vec<&str> = card.body.lines().rev().take(3).collect();
    assert!(turns[0].contains(" (clearly weaker). *"), "{}", card.body);
    assert!(turns[1].contains(" (a little weaker). *"), "{}", card.body);
    assert!(!turns[2].contains("weaker)"), "{}", card.body);
}

/// Returns what a hint of a new game says about its first turn, if these are the reasons for it.
async fn reasoned((game, others): (&str, &[u64]), turn: Option<usize>, reasons: &[Reason]) -> String {
    let world = Fixture::new().await;
    let id = world.open(game, &[]).await;
    world.service.set_hints(&world.by(ANN), id, true).await.unwrap();
    for &other in others {
        world.service.join(&world.by(other), id).await.unwrap();
    }
    world.service.start(&world.by(ANN), id).await.unwrap();
    let (person, _) = world.mover(id).await;
    let task = world.service.hint(&world.by(person), HintWish::default()).await.unwrap();
    let thought = think(&task.request, &Stop::new());
    let Response::Ephemeral(Content::Hint(mut hint)) = world.service.hinted(task, &thought) else {
        panic!("a hint");
    };
    hint.turn = turn;
    hint.lines[0].reasons = reasons.to_vec();
    let card = post(&world, Ok(Response::Ephemeral(Content::Hint(hint)))).await.card.unwrap();
    let line = card.body.lines().find(|line| line.starts_with("1. ")).unwrap();
    line.split_once(". *").map_or("", |(_, why)| why).to_owned()
}

#[tokio::test]
async fn hint_says_why_a_turn_is_good() {
    let side = |seat| SeatSet::one(Seat::new(seat).unwrap());
    let change = |seat, wording, before, after| Reason::Changes { side: side(seat), wording, before, after };
    let eat = Wording::Can("eat", "zoorb", "zoorbs");
    let queen = Wording::Whether("queen is in danger", "queen is out of danger");
    let distance = Wording::Measures("distance is", Some(4));
    let cases: [(Option<usize>, &[Reason], &str); 10] = [
        (None, &[], ""),
        (None, &[Reason::Wins], "Then you win.*"),
        (Some(2), &[Reason::Wins], "Then Blue wins.*"),
        (
            None,
            &[Reason::Stops(side(2)), Reason::Threatens],
            "Then Orange's next turn can't win any more and your next turn can win.*",
        ),
        (
            None,
            &[change(1, eat, 0, 1), change(2, eat, 2, 0)],
            "Then you can eat 1 zoorb (0 before) and Orange can eat no zoorbs (2 before).*",
        ),
        (Some(2), &[change(1, Wording::Has("point", "points"), 1, 3)], "Then Blue has 3 points (1 before).*"),
        (
            None,
            &[change(1, queen, 1, 0), change(2, queen, 0, 1)],
            "Then your queen is out of danger and Orange's queen is in danger.*",
        ),
        (None, &[change(1, distance, 1, 3)], "Then your distance is 3 (1 before).*"),
        (None, &[change(2, distance, 1, 4)], "Then Orange's distance is at least 4 (1 before).*"),
        (None, &[change(1, distance, 6, 2)], "Then your distance is 2 (at least 4 before).*"),
    ];
    for (turn, reasons, expected) in cases {
        assert_eq!(reasoned(("protozoa", &[BOB]), turn, reasons).await, expected);
    }
    let four = ("stract players=4", &[BOB, EVE, 777_000][..]);
    let near = Wording::Has("piece near the goal row", "pieces near the goal row");
    let team = SeatSet::all(4).iter().filter(|seat| seat.number() % 2 == 1).map(SeatSet::one);
    let team = team.fold(SeatSet::EMPTY, SeatSet::union);
    let near = Reason::Changes { side: team, wording: near, before: 0, after: 1 };
    assert_eq!(
        reasoned(four, None, &[near]).await,
        "If nobody gets in the way, your team has 1 piece near the goal row (0 before).*"
    );
    assert_eq!(
        reasoned(four, Some(1), &[near]).await,
        "If nobody gets in the way, North has 1 piece near the goal row (0 before).*"
    );
}

/// Returns the squares that the picture of a hint numbers, if these are the best turns after some moves of a game.
async fn listed(game: &str, moves: &[&str], turns: [&[&str]; 3]) -> Vec<(String, [bool; 3])> {
    let world = Fixture::new().await;
    let id = world.open(game, &[]).await;
    world.service.set_hints(&world.by(ANN), id, true).await.unwrap();
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    for mv in moves {
        world.play(id, mv).await;
    }
    let (person, _) = world.mover(id).await;
    let task = world.service.hint(&world.by(person), HintWish::default()).await.unwrap();
    let mut thought = think(&task.request, &Stop::new());
    let candidate =
        |turn: &[&str]| Candidate { turn: turn.iter().map(ToString::to_string).collect(), value: 500 };
    thought.best = turns.map(candidate).into();
    let Response::Ephemeral(Content::Hint(hint)) = world.service.hinted(task, &thought) else {
        panic!("a hint");
    };
    let marks = hint_scene(&hint).marks;
    let numbers = marks.iter().filter_map(|mark| match *mark {
        Mark::Sign { on, sign: Sign::Listed(turns) } => Some((on.to_string(), turns)),
        _ => None,
    });
    numbers.collect()
}

#[tokio::test]
async fn picture_numbers_the_turns() {
    let numbers = listed("protozoa", &[], [&["p@c5"], &["d@c5"], &["p@d6"]]).await;
    assert_eq!(numbers, [("c5".to_owned(), [true, true, false]), ("d6".to_owned(), [false, false, true])]);
    // The end of a turn is nowhere on the board, so the second turn has its number on its first move.
    let turns: [&[&str]; 3] = [&["c2", "c3", "c4"], &["c2", "c3", "end"], &["c2", "+a5", "end"]];
    let numbers = listed("semiosphere players=2", &["c1", "f1"], turns).await;
    assert_eq!(numbers, [("c2".to_owned(), [true, true, false]), ("a5".to_owned(), [false, false, true])]);
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
    world.play(id, "p@a1").await;
    let running = post(&world, world.service.history(&world.by(EVE)).await).await;
    assert!(!buttons(&running).contains(&"Hint"), "{running:?}");
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let page = world.service.history_page(&world.by(EVE), id, play::content::Page::At(1)).await;
    assert!(buttons(&post(&world, page).await).contains(&"Hint"));
    let card = hint(&world, EVE, Some(0)).await.card.unwrap();
    assert_eq!(card.title, format!("Protozoa · game {id} · after turn 0 · hint"));
    assert!(
        card.body.starts_with("🔵 Blue is to move. It's too early to say who is ahead."),
        "{}",
        card.body
    );
    let card = hint(&world, EVE, Some(2)).await.card.unwrap();
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
