//! Receipts of moves, questions about them, and the menus that lead to them.

use std::collections::BTreeSet;

use data::{GameId, Player, Seating};
use messages::{
    posts::{self, GROUP, PLAY},
    text,
    view::{Post, Row},
};
use play::{
    Content, Response,
    fixture::{ANN, BOB, Fixture},
};
use rules::Seat;

use crate::world::{buttons, menu, post};

const SEMI: &str = "semiosphere columns=4 rows=5";

/// Lets the player to act play this, and returns the post of the receipt.
async fn played(world: &Fixture, id: GameId, typed: &str) -> Post {
    let receipt: Content = world.play(id, typed).await;
    post(world, Ok(Response::Ephemeral(receipt))).await
}

#[tokio::test]
async fn receipt_names_the_move_and_offers_plans() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let by = world.by(mover);
    let receipt = post(&world, world.service.play_typed(&by, " P@F4 ".to_owned()).await).await;
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);
    assert_eq!(buttons(&receipt), ["Plan ahead"], "the turn is complete");
    let again = post(&world, world.service.play_typed(&by, "p@f4".to_owned()).await).await;
    assert_eq!(again, receipt, "a repeated interaction gets the same response");

    world.play_any(id).await;
    let later = post(&world, world.service.play_typed(&by, "p@f4".to_owned()).await).await;
    assert!(later.content.starts_with("✅ `p@f4`"), "also after further moves");
}

#[tokio::test]
async fn repeated_last_move_gets_its_receipt_again() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let by = world.by(mover);
    let receipt = post(&world, world.service.play_typed(&by, "p@f4".to_owned()).await).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let again = post(&world, world.service.play_typed(&by, "p@f4".to_owned()).await).await;
    assert_eq!(again.content, receipt.content);
}

#[tokio::test]
async fn ambiguous_move_gets_a_menu() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let type_it = async |typed: &str| world.service.play_typed(&world.by(mover), typed.to_owned()).await;
    let receipt = post(&world, type_it("Pawn on F4").await).await;
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);

    world.play_any(id).await;
    let question = post(&world, type_it("e3").await).await;
    assert!(question.content.contains("`e3` can mean several moves"), "{}", question.content);
    assert!(question.content.contains("\n`p@e3` pawn on e3"), "{}", question.content);
    assert_eq!(world.game(id).await.record.len(), 2, "no move is played");
    let (_, value) = *menu(&question).iter().find(|(label, _)| *label == "p@e3").unwrap();
    let (revision, notation) = (world.game(id).await.table.revision(), value.strip_prefix(PLAY).unwrap());
    let picked = world.service.play_picked(&world.by(mover), id, revision, seat, notation.to_owned()).await;
    post(&world, picked).await;
    assert_eq!(world.game(id).await.record.len(), 3);
}

#[tokio::test]
async fn receipt_continues_an_unfinished_turn() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let receipt = played(&world, id, "+a3, +b3").await;
    assert!(receipt.content.starts_with("✅ `+a3` `+b3`"), "{}", receipt.content);
    assert!(!menu(&receipt).is_empty(), "the receipt continues the turn");
    let receipt = played(&world, id, "end").await;
    assert!(
        receipt.content.contains("`+a3` `+b3` `end`") && menu(&receipt).is_empty(),
        "{}",
        receipt.content
    );
}

#[tokio::test]
async fn closed_panel_says_whose_move_it_is() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let (revision, notation) = (table.revision(), table.legal(seat).pop().unwrap());
    let offered = async || {
        let picked = world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
        post(&world, picked).await.content
    };
    offered().await;
    let again = offered().await;
    assert!(
        again.starts_with(&format!("✅ `{notation}`")) && again.contains("The game is now waiting for"),
        "{again}"
    );
    world.play_any(id).await;
    let late = offered().await;
    assert!(late.contains("it's your move again. The new board is below"), "{late}");
    assert!(!late.contains("wasn't played"), "{late}");
    // Another choice in the same menu is not what was played then.
    let other = table.legal(seat).remove(0);
    let picked = world.service.play_picked(&world.by(mover), id, revision, seat, other.clone()).await;
    let stale = post(&world, picked).await.content;
    assert!(stale.starts_with("That menu was from an earlier turn"), "{stale}");
    assert!(stale.contains(&format!("`{other}` wasn't played")) && stale.contains(&notation), "{stale}");
}

#[tokio::test]
async fn ending_without_a_win_needs_confirmation() {
    let world = Fixture::new().await;
    let (id, mover, revision, notation) = world.last_move("protozoa rounds=1").await;
    let service = &world.service;
    let by = world.by(mover);
    let typed = post(&world, service.play_typed(&by, notation.clone()).await).await;
    let seat = world.mover(id).await.1;
    let pressed = service.play_shown(&world.by(mover), id, revision, notation.clone()).await;
    let chosen = service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
    for question in [typed, post(&world, pressed).await, post(&world, chosen).await] {
        assert_eq!(buttons(&question), ["Play it", "Cancel"]);
        assert!(question.content.contains("the game is over: "), "{}", question.content);
        assert!(question.pings.is_empty());
    }

    let early = service.play_confirmed(&world.by(mover), id, revision - 1, vec![notation.clone()]).await;
    assert!(post(&world, early).await.content.starts_with("Nothing was played."));
    let yes = world.by(mover);
    let confirmed =
        async || post(&world, service.play_confirmed(&yes, id, revision, vec![notation.clone()]).await).await;
    let receipt = confirmed().await;
    assert!(receipt.content.starts_with(&format!("✅ `{notation}`")), "{}", receipt.content);
    assert_eq!(confirmed().await, receipt, "a repeated press gets the same response");
}

#[tokio::test]
async fn turn_ending_in_a_lost_row_needs_confirmation() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    // Row 1 leaves the board at the end of this round. The other player moves before that, so the game continues for now.
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let service = &world.service;
    let end = || "end".to_owned();
    let typed = service.play_typed(&world.by(mover), end()).await;
    let several = service.play_typed(&world.by(mover), "+a3 end".to_owned()).await;
    let pressed = service.play_shown(&world.by(mover), id, revision, end()).await;
    let chosen = service.play_picked(&world.by(mover), id, revision, seat, end()).await;
    for (question, moves) in
        [(typed, "`end`"), (several, "`+a3` `end`"), (pressed, "`end`"), (chosen, "`end`")]
    {
        let question = post(&world, question).await;
        assert_eq!(buttons(&question), ["Play it", "Cancel"]);
        let says = format!(
            "If you play {moves}, the void takes you at the end of this round. Nothing has been played yet."
        );
        assert_eq!(question.content, says);
        assert!(question.pings.is_empty());
    }

    let receipt = post(&world, service.play_typed(&world.by(mover), "+a3".to_owned()).await).await;
    assert!(receipt.content.starts_with("✅ `+a3`"), "the turn is not complete: {}", receipt.content);
    let revision = world.game(id).await.table.revision();
    let yes = service.play_confirmed(&world.by(mover), id, revision, vec![end()]).await;
    assert!(post(&world, yes).await.content.starts_with("✅ `+a3` `end`"));
}

#[tokio::test]
async fn resignation_needs_confirmation() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let question = post(&world, world.service.ask_resign(&world.by(BOB)).await).await;
    assert_eq!(buttons(&question), ["Resign", "Keep playing"]);
    let by = world.by(BOB);
    for _ in 0..2 {
        assert_eq!(post(&world, world.service.resign(&by, id).await).await.content, text::RESIGNED);
    }
}

// Menus

#[tokio::test]
async fn menus_lead_to_a_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let mut panel = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    let revision = world.game(id).await.table.revision();
    let pick = async |path: &[u8]| {
        post(&world, world.service.pick(&world.by(mover), id, revision, seat, path.to_vec()).await).await
    };
    let mut path = Vec::new();
    let notation = loop {
        let &(_, value) = menu(&panel).last().unwrap();
        if let Some(notation) = value.strip_prefix(PLAY) {
            break notation.to_owned();
        }
        path.push(value.strip_prefix(GROUP).unwrap().parse().unwrap());
        panel = pick(&path).await;
        assert_eq!(buttons(&panel), ["Start over"]);
    };
    assert!(!path.is_empty(), "the moves do not fit into one menu");
    assert!(world.game(id).await.table.legal(seat).contains(&notation));
    let receipt = world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
    assert!(post(&world, receipt).await.content.contains(&format!("`{notation}`")));

    world.play_any(id).await;
    let late = pick(&path).await;
    assert!(late.content.contains("The new board is below") && late.rows.is_empty(), "{late:?}");
}

#[tokio::test]
async fn unknown_path_leads_to_the_first_menu() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let panel = world.service.pick(&world.by(mover), id, revision, seat, vec![255; 9]).await;
    assert!(!menu(&post(&world, panel).await).is_empty());
}

#[tokio::test]
async fn panel_restarts_within_its_turn() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let step = table.legal(seat).into_iter().find(|notation| notation.starts_with('+')).unwrap();
    world.play(id, &step).await;
    assert_eq!(world.mover(id).await, (mover, seat), "the turn is not complete");
    let restarted = world.service.pick(&world.by(mover), id, table.revision(), seat, vec![0]).await;
    let restarted = post(&world, restarted).await;
    assert!(
        restarted.content.contains("The game has moved on") && !menu(&restarted).is_empty(),
        "{restarted:?}"
    );
}

#[tokio::test]
async fn panel_closes_when_its_turn_is_over() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.begin("stract", &[BOB]).await;
    let players = world.game(id).await.players;
    let (first, last) = (players[0], players[1]);
    let pick = async |player: Player, revision| {
        let by = world.by(player.person);
        post(&world, service.play_picked(&by, id, revision, player.seat, "pass".to_owned()).await).await
    };
    let waits = pick(first, 0).await;
    assert!(waits.content.starts_with("✅ `pass`") && !waits.content.contains("below"), "{waits:?}");
    let carried_out = pick(last, 0).await;
    // The player who ordered first tries to change the order, in the menu and by its last choice.
    let stale = post(&world, service.pick(&world.by(first.person), id, 0, first.seat, vec![]).await).await;
    for closed in [carried_out, stale, pick(first, 0).await, pick(last, 0).await] {
        assert!(closed.content.starts_with("✅ `pass`") && closed.rows.is_empty(), "{closed:?}");
        assert!(closed.content.contains("the turn was carried out. The new board is below"), "{closed:?}");
    }

    // A player with two seats orders for the second seat in the same panel.
    let world = Fixture::new().await;
    let id = world.begin("stract players=4", &[BOB]).await;
    let player = world.game(id).await.players[0];
    let by = world.by(player.person);
    let next =
        post(&world, world.service.play_picked(&by, id, 0, player.seat, "pass".to_owned()).await).await;
    assert!(next.content.starts_with("✅ `pass`") && !menu(&next).is_empty(), "{next:?}");
}

#[tokio::test]
async fn panel_names_the_seat_of_several() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("stract players=4 preset=correspondence", &[]).await;
    service.join(&world.by(BOB), id).await.unwrap();
    service.set_seating(&world.by(ANN), id, Seating::Order).await.unwrap();
    service.start(&world.by(ANN), id).await.unwrap();

    // The panel names the seat, and its receipt continues with the other seat.
    let panel = post(&world, service.moves_panel(&world.by(ANN), id).await).await;
    assert!(panel.content.contains("for 🔵 Blue, one of your 2 seats"), "{}", panel.content);
    assert_eq!(buttons(&panel), ["Order for 🩵 Teal"]);
    let pick = async |seat: Seat, notation: &str| {
        let picked = service.play_picked(&world.by(ANN), id, 0, seat, notation.to_owned()).await;
        post(&world, picked).await
    };
    let third = Seat::new(3).unwrap();
    let receipt = pick(Seat::FIRST, "w+a6").await;
    assert!(receipt.content.starts_with("✅ `w+a6`"), "{}", receipt.content);
    assert!(receipt.content.contains("for 🩵 Teal") && !menu(&receipt).is_empty(), "{}", receipt.content);
    let receipt = pick(third, "f+b6").await;
    assert!(
        receipt.content.starts_with("✅ `w+a6` `f+b6`") && menu(&receipt).is_empty(),
        "{}",
        receipt.content
    );

    // Orders of either seat can be changed.
    let panel = post(&world, service.pick(&world.by(ANN), id, 0, third, vec![]).await).await;
    assert!(panel.content.contains("for 🩵 Teal"), "{}", panel.content);
    pick(third, "e+c6").await;
    let both = post(&world, service.play_typed(&world.by(BOB), "w+a1 f+b1".to_owned()).await).await;
    assert!(both.content.starts_with("✅ `w+a1` `f+b1`"), "{}", both.content);
}

#[tokio::test]
async fn buttons_and_menus_have_different_ids() {
    for game in [SEMI, "protozoa", "stract"] {
        let world = Fixture::new().await;
        let id = world.begin(game, &[BOB]).await;
        let (_, seat) = world.mover(id).await;
        let game = world.game(id).await;
        let (mut menus, mut pressed) = (BTreeSet::new(), BTreeSet::new());
        for path in [&[][..], &[0], &[0, 0]] {
            for row in posts::moves_panel(&game, seat, path).rows {
                match row {
                    Row::Menu(menu) => assert!(menus.insert(menu.action.to_string())),
                    Row::Pick(pick) => assert!(menus.insert(pick.action.to_string())),
                    Row::Link(_) => {}
                    Row::Buttons(buttons) => pressed.extend(buttons.iter().map(|one| one.action.to_string())),
                }
            }
        }
        assert!(!pressed.is_empty() && menus.is_disjoint(&pressed), "{menus:?} {pressed:?}");
    }
}
