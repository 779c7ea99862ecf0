//! The screens of try-out boards.

use std::collections::BTreeSet;

use data::PersonId;
use messages::{
    action::{Action, GROUP, PLAY},
    posts,
    view::{Post, Row},
};
use play::{
    content::SketchScreen,
    fixture::{ANN, BOB, EVE, Fixture, chance},
    game::tryout::{CARRY_OUT, Tryout},
    service::{SketchAct, SketchWish},
};
use rules::{Kind, Options, Seat};

use crate::world::{action, post};

/// Returns the labels of the buttons, those that are disabled in brackets.
fn labels(post: &Post) -> Vec<String> {
    let buttons = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    buttons
        .flatten()
        .map(|button| if button.on { button.label.clone() } else { format!("({})", button.label) })
        .collect()
}

async fn analyse(world: &Fixture, kind: Kind) -> Post {
    let wish = SketchWish { kind: Some(kind), ..SketchWish::default() };
    post(world, world.service.analyse(&world.by(ANN), wish).await).await
}

/// Presses a button of a board and returns what the response shows.
async fn press(world: &Fixture, by: impl Into<PersonId>, on: &Post, label: &str) -> Post {
    let Action::Try { sketch, ply, act } = action(on, label) else {
        panic!("{label} is no button of a board")
    };
    post(world, world.service.press_sketch(&world.by(by), sketch, ply, act).await).await
}

#[tokio::test]
async fn board_is_played_by_its_buttons() {
    let world = Fixture::new().await;
    let first = analyse(&world, Kind::Protozoa).await;
    assert!(first.card.as_ref().unwrap().picture.is_some());
    assert!(first.content.contains("🔵 Blue is to move. Turn 1 of 60"), "{}", first.content);
    assert!(first.content.contains("dot: a new piece can go here"), "{}", first.content);
    let all = labels(&first);
    assert!(
        all.ends_with(&["(Undo)", "Other side", "Post it here", "Close", "Elsewhere"].map(str::to_owned)),
        "{all:?}"
    );
    let drones = press(&world, ANN, &first, "Drone 3").await;
    assert!(drones.content.contains("place a drone …"), "{}", drones.content);
    assert_eq!(press(&world, ANN, &drones, "Back").await, first);
    let second = press(&world, ANN, &first, "f4").await;
    assert!(second.content.contains("🟠 Orange is to move."), "{}", second.content);
    assert!(second.content.contains("1\u{a0}step so far."), "{}", second.content);
    let back = press(&world, ANN, &second, "Undo").await;
    assert!(back.content.contains("0\u{a0}steps so far, 1 more with **Redo**."), "{}", back.content);
    assert_eq!(press(&world, ANN, &back, "Redo").await, second);
    let other = press(&world, ANN, &second, "Other side").await;
    assert!(other.content.contains("🔵 Blue is to move."), "{}", other.content);
    assert_eq!(press(&world, ANN, &other, "Undo").await.card, second.card);
    let stale = press(&world, ANN, &first, "f5").await;
    assert!(stale.content.starts_with("This board has changed since."), "{}", stale.content);
    let closed = press(&world, ANN, &second, "Close").await;
    assert!(closed.content.contains("is closed") && closed.rows.is_empty() && closed.card.is_none());
}

#[tokio::test]
async fn posted_board_has_words_picture_and_copy() {
    let world = Fixture::new().await;
    let first = analyse(&world, Kind::Protozoa).await;
    let second = press(&world, ANN, &first, "f4").await;
    let shown = press(&world, ANN, &second, "Post it here").await;
    assert!(shown.pings.is_empty() && shown.content.starts_with(&format!("<@{ANN}> shows")), "{shown:?}");
    assert_eq!(labels(&shown), ["Copy"]);
    let card = shown.card.as_ref().unwrap();
    assert_eq!(card.title, "Protozoa · try-out board");
    assert!(card.picture.as_ref().is_some_and(|picture| picture.alt.starts_with("Protozoa")));
    assert!(card.body.contains("\n`8 2 15 1/60 2 "), "{}", card.body);
    let copy = press(&world, EVE, &shown, "Copy").await;
    assert_eq!(copy.content, second.content, "the copy begins where the post is");
    let own = press(&world, EVE, &copy, "Undo").await;
    assert!(own.content.contains("🔵 Blue is to move."), "{}", own.content);
}

#[tokio::test]
async fn orders_are_shown_before_they_are_carried_out() {
    let world = Fixture::new().await;
    let first = analyse(&world, Kind::Stract).await;
    assert!(first.content.contains("The next order is for 🔵 Blue."), "{}", first.content);
    let second = press(&world, ANN, &first, "Pass").await;
    assert!(second.content.contains("Orders: 🔵 Blue `pass`."), "{}", second.content);
    let both = press(&world, ANN, &second, "Pass").await;
    assert!(both.content.contains("All have ordered.\nOrders: "), "{}", both.content);
    assert!(both.content.contains("Press **Carry out** to see what happens."), "{}", both.content);
    assert!(both.content.contains("🔵 Blue `pass` and 🟠 Orange `pass`"), "{}", both.content);
    assert_eq!(labels(&both), ["Undo", "(Redo)", "Carry out", "Post it here", "Close"]);
    let posted = press(&world, ANN, &both, "Post it here").await;
    let words = posted.card.unwrap().body;
    assert!(words.starts_with("All have ordered.\nOrders: ") && !words.contains("Carry out"), "{words}");
    let next = press(&world, ANN, &both, "Carry out").await;
    assert!(next.content.contains("The next order is for 🔵 Blue."), "{}", next.content);
    let early = press(&world, ANN, &next, "Carry out").await;
    assert!(early.content.contains("4\u{a0}steps so far."), "{}", early.content);
}

#[tokio::test]
async fn game_of_the_channel_opens_unless_it_has_secrets() {
    let world = Fixture::new().await;
    world.begin("stract", &[BOB]).await;
    let refused = world.service.analyse(&world.by(ANN), SketchWish::default()).await;
    let words = match refused.unwrap_err() {
        play::Error::Rejected(why) => messages::text::rejected(&why),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        words,
        "Stract keeps its secrets until the game is over. Then `/analyse` opens it, with everything that happened."
    );
}

/// Returns a screen of a board.
fn screen(board: &Tryout, path: &str) -> SketchScreen {
    SketchScreen {
        sketch: 1.into(),
        person: ANN.into(),
        board: board.clone(),
        ply: 1,
        undone: 1,
        path: path.to_owned(),
        moved_on: false,
    }
}

/// Returns the moves that the screens of a board lead to.
fn moves_on_screens(board: &Tryout) -> BTreeSet<String> {
    let (mut seen, mut paths, mut moves) = (BTreeSet::new(), vec![String::new()], BTreeSet::new());
    while let Some(path) = paths.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let panel = posts::sketch(&screen(board, &path));
        let mut acts = Vec::new();
        for row in &panel.post.rows {
            match row {
                Row::Buttons(buttons) => {
                    acts.extend(buttons.iter().map(|button| (&button.action, String::new())));
                }
                Row::Menu(menu) => {
                    acts.extend(menu.choices.iter().map(|choice| (&menu.action, choice.value.clone())));
                }
                other => panic!("{other:?}"),
            }
        }
        for (action, value) in acts {
            match action {
                Action::Try { act: SketchAct::Play(notation), .. } => {
                    moves.insert(notation.clone());
                }
                Action::Try { act: SketchAct::Show(of), .. } => {
                    match (value.strip_prefix(PLAY), value.strip_prefix(GROUP)) {
                        (Some(notation), _) => {
                            moves.insert(notation.to_owned());
                        }
                        (None, Some(word)) => paths.push(format!("{of}.{word}")),
                        (None, None) => paths.push(of.clone()),
                    }
                }
                Action::Try { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
    moves
}

#[test]
fn screens_lead_to_every_legal_move() {
    let mut chance = chance(5);
    for &kind in Kind::ALL {
        let start = kind.new_game(&kind.quick(2)).unwrap_or_else(|_| kind.new_game(&Options::new()).unwrap());
        let mut board = Tryout::new(kind, &start.position()).unwrap();
        for _ in 0..12 {
            let Some(seat) = board.next_seat() else {
                let carry = data::SketchMove { seat: Seat::FIRST, notation: CARRY_OUT.to_owned() };
                if board.enter(&carry).is_err() {
                    break;
                }
                continue;
            };
            let legal = board.table.legal(seat);
            let known: BTreeSet<String> = legal.iter().cloned().collect();
            assert_eq!(moves_on_screens(&board), known, "{kind}: {}", board.table.game().position());
            let notation = legal[chance(legal.len())].clone();
            board.enter(&data::SketchMove { seat, notation }).unwrap();
        }
    }
}

#[test]
fn unknown_path_leads_to_the_first_screen() {
    for &kind in Kind::ALL {
        let board = Tryout::new(kind, &kind.new_game(&Options::new()).unwrap().position()).unwrap();
        let first = posts::sketch(&screen(&board, "")).post;
        for path in ["=z.zz", "zz", "=p.*.*.*", "!x", "…"] {
            assert_eq!(posts::sketch(&screen(&board, path)).post, first, "{kind}: {path}");
        }
    }
}
