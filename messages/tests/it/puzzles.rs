//! The posts of puzzles.

use data::Setting;
use messages::{
    action::Action,
    posts,
    view::{Picture, Post, Row},
};
use play::{
    fixture::{ANN, BOB, EVE, Fixture, GUILD},
    service::puzzle_post,
};

use crate::world::{action, post};

const PUZZLES: u64 = 310;

async fn server() -> Fixture {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    world.set(Setting::Puzzles, &PUZZLES.to_string()).await;
    world
}

fn buttons(post: &Post) -> Vec<&str> {
    let rows = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    rows.flatten().map(|button| button.label.as_str()).collect()
}

/// Returns the newest daily post.
async fn daily(world: &Fixture) -> Post {
    let day = world.next_puzzle().await.is.day;
    let read = move |tx: &data::Tx<'_>| puzzle_post(tx, (GUILD.into(), PUZZLES.into()), day);
    let puzzle = world.service.store().read(read).await.unwrap().expect("it was posted");
    posts::puzzle(&puzzle, Picture { png: vec![0], alt: "a board".to_owned() })
}

async fn solve(world: &Fixture, by: u64, on: &Post) -> Post {
    let Action::Solve(puzzle) = action(on, "Solve") else { panic!("no puzzle") };
    post(world, world.service.solve(&world.by(by), puzzle).await).await
}

async fn press(world: &Fixture, by: u64, on: &Post, label: &str) -> Post {
    let Action::Try { sketch, ply, act } = action(on, label) else {
        panic!("{label} is no button of a board")
    };
    post(world, world.service.press_sketch(&world.by(by), sketch, ply, act).await).await
}

#[tokio::test]
async fn daily_post_asks_and_names_nobody() {
    let world = server().await;
    let first = daily(&world).await;
    let card = first.card.as_ref().unwrap();
    assert_eq!(card.title, "Puzzle of the day · Protozoa");
    assert!(card.body.starts_with("🔵 Blue is to move, and one turn is clearly the best. **Which one?**\n"));
    assert!(
        card.body.ends_with("It comes from a game between machines.") && !card.body.contains("<@"),
        "{card:?}"
    );
    assert!(card.fields.is_empty() && first.pings.is_empty() && first.content.is_empty(), "{first:?}");
    assert_eq!(buttons(&first), ["Solve"]);

    let board = solve(&world, ANN, &first).await;
    let turn = press(&world, ANN, &press(&world, ANN, &board, "Queen 4").await, "d6").await;
    press(&world, ANN, &turn, "Answer").await;
    let second = daily(&world).await.card.unwrap();
    let [(name, solution), (streaks, best)] = &second.fields[..] else { panic!("{second:?}") };
    assert_eq!((name.as_str(), streaks.as_str()), ("The last puzzle", "The longest streaks here"));
    assert!(best.starts_with(&format!("1. <@{ANN}>: 1 in a row")), "{best}");
    assert!(solution.starts_with("Protozoa: `q@d6` queen on d6: wins with 15 points"), "{solution}");
    assert!(
        solution.ends_with("One of you tried it and found it.") && !solution.contains("<@"),
        "{solution}"
    );
    assert_ne!(card.footer, second.footer, "the footer is the mark of a day");
}

#[tokio::test]
async fn board_asks_before_it_counts() {
    let world = server().await;
    let daily = daily(&world).await;
    let board = solve(&world, EVE, &daily).await;
    assert!(
        board.content.starts_with("**Protozoa puzzle.** Find the best turn for 🔵 Blue."),
        "{}",
        board.content
    );
    assert!(board.card.as_ref().unwrap().picture.is_some());
    let turn = press(&world, EVE, &press(&world, EVE, &board, "Queen 4").await, "d6").await;
    assert!(
        turn.content.contains("`q@d6` queen on d6") && turn.content.contains("only the first one"),
        "{turn:?}"
    );
    assert_eq!(buttons(&turn), ["Answer", "Undo", "Close"]);
    assert_eq!(press(&world, EVE, &turn, "Undo").await, board);
    let turn = press(&world, EVE, &press(&world, EVE, &board, "Queen 4").await, "d6").await;
    let card = press(&world, EVE, &turn, "Answer").await.card.unwrap();
    assert!(card.body.starts_with("✅ **That's it!**") && card.picture.is_some(), "{card:?}");
    assert!(card.body.contains("You've solved 1 puzzle in a row."), "{}", card.body);
}

#[tokio::test]
async fn page_has_puzzle_streak_and_best() {
    let world = server().await;
    let page = async |by: u64| {
        world.service.clock().advance(clock::MINUTE);
        post(&world, world.service.puzzle(&world.by(by)).await).await
    };
    let none = page(ANN).await;
    assert!(none.card.as_ref().unwrap().body.starts_with("No puzzle has been posted yet."), "{none:?}");
    let daily = daily(&world).await;
    let open = page(ANN).await;
    assert_eq!(buttons(&open), ["Solve"]);
    assert!(open.card.unwrap().body.starts_with("The Protozoa puzzle of "));
    let board = solve(&world, ANN, &daily).await;
    let turn = press(&world, ANN, &press(&world, ANN, &board, "Queen 4").await, "d6").await;
    press(&world, ANN, &turn, "Answer").await;
    let body = page(ANN).await.card.unwrap().body;
    assert!(body.starts_with("✅ You've solved the Protozoa puzzle of "), "{body}");
    assert!(body.contains("**The longest streaks here**\n1. <@1>: 1 in a row, 1 of 1 solved"), "{body}");
    world.set(Setting::Puzzles, "default").await;
    let empty = Fixture::new().await;
    let page = post(&empty, empty.service.puzzle(&empty.by(ANN)).await).await.card.unwrap();
    assert!(page.body.starts_with("This server has no puzzles."), "{page:?}");
}
