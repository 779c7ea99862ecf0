//! Receipts of moves, questions about them, and the menus that lead to them.

use std::collections::BTreeSet;

use data::{GameId, Player, Seating};
use messages::{
    action::Action,
    posts::{self, PLAY},
    text,
    view::{Look, Post, Row},
};
use play::{
    Content, Response,
    fixture::{ANN, BOB, Fixture},
    service::Screen,
};
use rules::{Seat, Viewer};

use crate::world::{buttons, choose, ids, menu, post, press};

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
    assert!(buttons(&receipt).contains(&"Close"), "the receipt continues the turn");
    let receipt = played(&world, id, "end").await;
    assert!(
        receipt.content.contains("`+a3` `+b3` `end`") && !buttons(&receipt).contains(&"Close"),
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
    let safe = table.legal_moves(seat).into_iter().rfind(|legal_move| !legal_move.dies);
    let (revision, notation) = (table.revision(), safe.unwrap().notation);
    let pick = async || {
        let picked = world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
        post(&world, picked).await
    };
    let offered = async || pick().await.content;
    offered().await;
    let again = offered().await;
    assert!(
        again.starts_with(&format!("✅ `{notation}`")) && again.contains("The game is now waiting for"),
        "{again}"
    );
    world.play_any(id).await;
    let late = offered().await;
    assert!(late.contains("it's your move again. Press **Move** to see the new board."), "{late}");
    assert!(!late.contains("wasn't played"), "{late}");
    // A button opens the current panel in the place of the closed one.
    let closed = pick().await;
    assert_eq!(buttons(&closed), ["Move"]);
    let current = press(&world, mover, &closed, "Move").await;
    assert!(current.card.is_some() && buttons(&current).contains(&"Close"), "{current:?}");
    assert!(!current.content.contains("moved on"), "{}", current.content);
    // Another choice in the same menu is not what was played then.
    let other = table.legal(seat).remove(0);
    let picked = world.service.play_picked(&world.by(mover), id, revision, seat, other.clone()).await;
    let stale = post(&world, picked).await.content;
    assert!(stale.starts_with("That panel was for an earlier turn"), "{stale}");
    assert!(stale.contains(&format!("`{other}` wasn't played")) && stale.contains(&notation), "{stale}");
    // A late confirmation names everything that was not played.
    let draft = [notation, other.clone(), "p@a1".to_owned()];
    let confirmed = world.service.play_confirmed(&world.by(mover), id, revision, draft.to_vec()).await;
    let stale = post(&world, confirmed).await.content;
    assert!(stale.contains(&format!("`{other}` and `p@a1` weren't played")), "{stale}");
    let screen = Screen { draft: vec![other.clone()], ..Screen::first(id, revision, seat) };
    let stale = post(&world, world.service.screen(&world.by(mover), screen).await).await.content;
    assert!(stale.contains(&format!("`{other}` wasn't played")), "{stale}");
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

// The panel

#[tokio::test]
async fn words_name_the_squares_without_a_mark() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for square in ["b1", "a1"] {
        let _: Content = world.play(id, square).await;
    }
    let (mover, _) = world.mover(id).await;
    let steps = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    assert!(steps.content.contains("\nThe other squares are for **Mark · 1**.\n"), "{}", steps.content);
}

#[tokio::test]
async fn screens_lead_to_a_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    assert!(first.card.as_ref().unwrap().picture.is_some(), "every screen has a picture");
    let toggles = ["Pawn 5", "Drone 3", "Queen 5", "Promote", "Demote"];
    assert!(buttons(&first).starts_with(&toggles), "{:?}", buttons(&first));
    assert!(first.content.contains("dot: a new piece can go here"), "{}", first.content);
    // The squares on which a pawn lives have buttons. The others are in menus.
    let elsewhere = press(&world, mover, &first, "Elsewhere").await;
    assert!(elsewhere.content.contains("place a pawn › elsewhere …"), "{}", elsewhere.content);
    let far = choose(&world, mover, &elsewhere, "f8").await;
    assert!(far.content.contains("Pawn on f8: dies · `p@f8`"), "{}", far.content);
    let preview = press(&world, mover, &first, "f4").await;
    assert!(preview.content.contains("Pawn on f4: organism grows to 5 · `p@f4`"), "{}", preview.content);
    assert!(preview.content.contains("Nothing is played until you confirm."), "{}", preview.content);
    assert!(preview.card.as_ref().unwrap().picture.as_ref().unwrap().alt.starts_with("Preview: "));
    assert_eq!(buttons(&preview), ["Back", "Confirm", "Show danger", "Close"]);
    assert_eq!(world.game(id).await.record.len(), 0, "a preview plays nothing");
    assert_eq!(press(&world, mover, &preview, "Back").await, first);
    assert_eq!(press(&world, mover, &elsewhere, "Back").await, first);
    // The first screen has the squares of pawns, so those of queens are a choice of their own.
    let queens = press(&world, mover, &first, "Queen 5").await;
    let queen = press(&world, mover, &queens, "e …").await;
    let back = press(&world, mover, &queen, "Back").await;
    assert!(back.content.contains("place a queen …"), "{}", back.content);
    assert_eq!(press(&world, mover, &back, "Back").await, first);
    let receipt = press(&world, mover, &preview, "Confirm").await;
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);

    world.play_any(id).await;
    let late = press(&world, mover, &first, "f5").await;
    assert!(late.content.contains("it's your move again") && buttons(&late) == ["Move"], "{late:?}");
    assert_eq!(world.mover(id).await, (mover, seat));
}

#[tokio::test]
async fn panel_of_parasites_says_when_an_enemy_is_eaten() {
    for (kind, says_so) in [("parasites", true), ("protozoa", false)] {
        let world = Fixture::new().await;
        let id = world.begin(kind, &[BOB]).await;
        let (mover, _) = world.mover(id).await;
        let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
        assert_eq!(first.content.contains("-# A new parasite eats"), says_so, "{}", first.content);
    }
}

#[tokio::test]
async fn dangers_are_marked_on_request() {
    let world = Fixture::new().await;
    let id = world.begin("plankton-synapse", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    let shown = press(&world, mover, &first, "Show danger").await;
    let legend = "thin ring: can act · diamond: an opponent can get here";
    assert!(shown.content.ends_with(legend), "the choices stay: {}", shown.content);
    assert_ne!(shown.card, first.card);
    assert_eq!(press(&world, mover, &shown, "Hide danger").await, first);
    // The marks stay while the player continues.
    let label = menu(&shown)[0].0.to_owned();
    let chosen = choose(&world, mover, &shown, &label).await;
    assert!(chosen.content.contains("diamond: ") && buttons(&chosen).contains(&"Hide danger"), "{chosen:?}");
    assert_eq!(world.game(id).await.record.len(), 0);
}

#[tokio::test]
async fn unknown_path_leads_to_the_first_screen() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let first = Screen::first(id, revision, seat);
    let shown =
        async |screen: Screen| post(&world, world.service.screen(&world.by(mover), screen).await).await;
    let known = shown(first.clone()).await;
    for path in ["=z", "zz", "a9", "=p.*.*.*", "1-9", "!p", "=p.e4.e4", "…", "=p.e4.=q"] {
        assert_eq!(shown(Screen { path: path.to_owned(), ..first.clone() }).await, known, "{path}");
    }
    for draft in ["z", "p@a1,p@a2", "!resign", "pass"] {
        let draft = draft.split(',').map(str::to_owned).collect();
        assert_eq!(shown(Screen { draft, ..first.clone() }).await, known);
    }
    assert_eq!(world.game(id).await.record.len(), 0);
}

#[tokio::test]
async fn buttons_of_earlier_releases_show_the_first_screen() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    for old in ["v1:1:pick:0:1:2.0", "v1:1:over:0:1"] {
        let screen = match old.parse().unwrap() {
            Action::Pick { revision, seat, .. } | Action::StartOver { revision, seat, .. } => {
                Screen::first(id, revision, seat)
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(post(&world, world.service.screen(&world.by(mover), screen).await).await, first);
    }
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
    let old = Screen { path: "=m".to_owned(), ..Screen::first(id, table.revision(), seat) };
    let restarted = post(&world, world.service.screen(&world.by(mover), old).await).await;
    assert!(
        restarted.content.contains("The game has moved on") && buttons(&restarted).contains(&"Close"),
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
    // The player who ordered first tries to change the order, in the panel and by its last choice.
    let stale = service.screen(&world.by(first.person), Screen::first(id, 0, first.seat)).await;
    let stale = post(&world, stale).await;
    for closed in [carried_out, stale, pick(first, 0).await, pick(last, 0).await] {
        assert!(closed.content.starts_with("✅ `pass`") && closed.leads_on, "{closed:?}");
        assert!(closed.content.contains("the turn was carried out. Press **Move**"), "{closed:?}");
    }

    // A player with two seats orders for the second seat in the same panel.
    let world = Fixture::new().await;
    let id = world.begin("stract players=4", &[BOB]).await;
    let player = world.game(id).await.players[0];
    let by = world.by(player.person);
    let next =
        post(&world, world.service.play_picked(&by, id, 0, player.seat, "pass".to_owned()).await).await;
    assert!(next.content.starts_with("✅ `pass`") && buttons(&next).contains(&"Close"), "{next:?}");
}

/// Returns what replaces a message whose player presses its button to close it.
fn close(id: GameId, message: &Post) -> Post {
    let buttons = message.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        _ => &[],
    });
    let offered: Vec<_> = buttons.map(|button| (button.label.clone(), button.action.clone())).collect();
    assert!(offered.iter().any(|(_, action)| *action == Action::KeepPlaying(id)), "{message:?}");
    posts::closed(id, &offered)
}

#[tokio::test]
async fn closed_draft_can_be_opened_again() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let shown = async |draft: &[&str], path: &str| {
        let draft = draft.iter().map(|&notation| notation.to_owned()).collect();
        let screen = Screen { draft, path: path.to_owned(), ..Screen::first(id, revision, seat) };
        post(&world, world.service.screen(&world.by(mover), screen).await).await
    };
    // Each way of an action: the first screen after it, a deeper one, and the preview of all.
    for (draft, path) in [(&["+a3"][..], ""), (&["+a3"], "=m"), (&["+a3", "end"], "")] {
        let panel = shown(draft, path).await;
        let closed = close(id, &panel);
        assert!(closed.content.starts_with("Nothing was played. **Move** brings back"), "{closed:?}");
        assert!(draft.iter().all(|notation| closed.content.contains(&format!("`{notation}`"))), "{closed:?}");
        assert_eq!(buttons(&closed), ["Move"]);
        assert_eq!(press(&world, mover, &closed, "Move").await, shown(draft, "").await, "{draft:?} {path}");
    }
    let first = shown(&[], "").await;
    let closed = close(id, &first);
    assert_eq!(closed.content, "Nothing was played. Press **Move** when you're ready.");
    assert!(closed.leads_on);
    assert_eq!(press(&world, mover, &closed, "Move").await, first);
    assert_eq!(world.game(id).await.record.len(), 2, "nothing is played");

    let question = post(&world, world.service.play_typed(&world.by(mover), "end".to_owned()).await).await;
    assert_eq!(close(id, &question).content, "Nothing was played. Press **Move** when you're ready.");
    let resign = post(&world, world.service.ask_resign(&world.by(mover)).await).await;
    assert_eq!(close(id, &resign), Post::text("Good. The game continues."));

    // Where all order at once, the order that was chosen comes back.
    let world = Fixture::new().await;
    let id = world.begin("stract", &[BOB]).await;
    let player = world.game(id).await.players[0];
    let first = post(&world, world.service.moves_panel(&world.by(player.person), id).await).await;
    let preview = press(&world, player.person, &first, "Pass").await;
    let closed = close(id, &preview);
    assert!(closed.content.contains("`pass`"), "{preview:?}: {closed:?}");
    let again = press(&world, player.person, &closed, "Move").await;
    assert_eq!(again.card, preview.card);
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
    assert!(
        buttons(&panel).ends_with(&["Order for 🩵 Teal", "Show danger", "Close"]),
        "{:?}",
        buttons(&panel)
    );
    let order = async |panel: &Post, toggle: &str, tile: &str| {
        let chosen = press(&world, ANN.into(), panel, toggle).await;
        let preview = press(&world, ANN.into(), &chosen, tile).await;
        press(&world, ANN.into(), &preview, "Confirm").await
    };
    let third = Seat::new(3).unwrap();
    let receipt = order(&panel, "Spawn water 5", "a6").await;
    assert!(receipt.content.starts_with("✅ `w+a6`"), "{}", receipt.content);
    assert!(receipt.content.contains("for 🩵 Teal"), "{}", receipt.content);
    assert!(buttons(&receipt).contains(&"Close"), "{}", receipt.content);
    let receipt = order(&receipt, "Spawn fire 5", "b6").await;
    assert!(
        receipt.content.starts_with("✅ `w+a6` `f+b6`") && receipt.rows.is_empty(),
        "{}",
        receipt.content
    );

    // Orders of either seat can be changed.
    let panel = service.screen(&world.by(ANN), Screen::first(id, 0, third)).await;
    let panel = post(&world, panel).await;
    assert!(panel.content.contains("for 🩵 Teal"), "{}", panel.content);
    order(&panel, "Spawn earth 5", "c6").await;
    let both = post(&world, service.play_typed(&world.by(BOB), "w+a1 f+b1".to_owned()).await).await;
    assert!(both.content.starts_with("✅ `w+a1` `f+b1`"), "{}", both.content);
}

#[tokio::test]
async fn turn_of_several_actions_is_confirmed_at_once() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, _) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    let labels: Vec<String> = buttons(&first).into_iter().map(str::to_owned).collect();
    let up = labels.iter().find(|label| label.starts_with('↑')).unwrap();
    assert!(up.ends_with(" · 1") && labels.contains(&"Mark · 1".to_owned()), "{labels:?}");
    let stepped = press(&world, mover, &first, up).await;
    assert!(stepped.content.contains("Nothing is played until you confirm."), "{}", stepped.content);
    assert!(stepped.content.contains("**Confirm and end** ends your turn early: "), "{}", stepped.content);
    let labels: Vec<&str> = buttons(&stepped);
    assert!(labels.contains(&"Undo") && labels.contains(&"Confirm and end"), "{labels:?}");
    assert!(!labels.contains(&"End the turn"), "{labels:?}");
    assert_eq!(world.game(id).await.record.len(), 2, "nothing is played yet");
    let up = labels.iter().find(|label| label.starts_with('↑')).unwrap();
    let twice = press(&world, mover, &stepped, up).await;
    assert_eq!(twice.content.matches("Step up").count(), 2, "{}", twice.content);
    assert_eq!(press(&world, mover, &twice, "Undo").await, stepped);
    let receipt = press(&world, mover, &twice, "Confirm and end").await;
    assert!(receipt.content.starts_with("✅ `"), "{}", receipt.content);
    assert_eq!(world.game(id).await.record.len(), 5, "both steps and the end of the turn");
    assert_ne!(world.mover(id).await.0, mover);
    // The same button again plays nothing.
    let again = press(&world, mover, &twice, "Confirm and end").await;
    assert!(again.rows.is_empty(), "{again:?}");
    assert_eq!(world.game(id).await.record.len(), 5);
}

#[tokio::test]
async fn regretted_moves_are_red_and_bold() {
    let look = |post: &Post, label: &str| {
        let rows = post.rows.iter().filter_map(|row| match row {
            Row::Buttons(buttons) => Some(buttons),
            _ => None,
        });
        rows.flatten().find(|button| button.label == label).map(|button| button.look)
    };
    let world = Fixture::new().await;
    let (id, mover, revision, notation) = world.last_move("protozoa rounds=1").await;
    let seat = world.mover(id).await.1;
    let steps = world.game(id).await.table.legal_move(seat, &notation).unwrap().path;
    let path = steps.iter().map(|choice| choice.step.to_string()).collect::<Vec<_>>().join(".");
    let screen = Screen { path, ..Screen::first(id, revision, seat) };
    let preview = post(&world, world.service.screen(&world.by(mover), screen).await).await;
    assert!(preview.content.contains("**If you confirm, the game is over: "), "{}", preview.content);
    assert_eq!(look(&preview, "Confirm"), Some(Look::Danger));
    let receipt = press(&world, mover, &preview, "Confirm").await;
    assert!(receipt.content.starts_with("✅ `"), "there is no second question: {}", receipt.content);

    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, _) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    let end = press(&world, mover, &first, "End the turn").await;
    assert!(end.content.contains("**If you confirm, the void takes you"), "{}", end.content);
    assert_eq!(look(&end, "Confirm"), Some(Look::Danger));

    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    for (path, expected) in [("=p.c5", Look::Yes), ("=q.c5", Look::Danger)] {
        let screen = Screen { path: path.to_owned(), ..Screen::first(id, revision, seat) };
        let preview = post(&world, world.service.screen(&world.by(mover), screen).await).await;
        assert_eq!(look(&preview, "Confirm"), Some(expected), "{}", preview.content);
    }
}

#[tokio::test]
async fn newcomer_has_its_kind_in_the_preview() {
    let world = Fixture::new().await;
    let id = world.begin("parasites size=10", &[BOB]).await;
    world.play(id, "a1=q").await;
    world.play(id, "j10=q").await;
    let (mover, _) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    // The queen is the only one who can create, so the first screen has her squares.
    assert_eq!(
        buttons(&first),
        ["a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2", "d1", "Pass", "Show danger", "Close"]
    );
    let preview = press(&world, mover, &first, "b2").await;
    assert!(preview.content.contains("Builder on b2 for 2 points · `a1+b2=b`"), "{}", preview.content);
    let labels = buttons(&preview);
    assert!(labels.starts_with(&["Attacker 3", "Defender 2", "Builder 2", "a2"]), "{labels:?}");
    let attacker = press(&world, mover, &preview, "Attacker 3").await;
    assert!(attacker.content.contains("Attacker on b2 for 3 points · `a1+b2=a`"), "{}", attacker.content);
    assert_eq!(press(&world, mover, &attacker, "Builder 2").await.content, preview.content);
    let second = press(&world, mover, &attacker, "a2").await;
    assert!(second.content.contains("Attacker on a2 for 3 points · `a1+a2=a`"), "{}", second.content);
    assert!(buttons(&second).contains(&"Confirm and end"), "{second:?}");
}

#[tokio::test]
async fn cell_is_chosen_from_a_menu() {
    let world = Fixture::new().await;
    let id = world.begin("plankton-synapse", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let first = post(&world, world.service.moves_panel(&world.by(mover), id).await).await;
    let lines = menu(&first);
    assert!(lines.len() > 5, "{lines:?}");
    let table = world.game(id).await.table;
    let path = &table.legal_moves(seat).into_iter().find(|mv| mv.path.len() == 2).unwrap().path;
    let cell = choose(&world, mover, &first, &path[0].label).await;
    assert!(cell.content.contains(&format!("{} …", path[0].label)), "{}", cell.content);
    let preview = press(&world, mover, &cell, &path[1].label).await;
    assert!(buttons(&preview).contains(&"Confirm"), "{preview:?}");
}

#[tokio::test]
async fn ids_of_a_screen_differ() {
    for game in [SEMI, "protozoa", "stract", "parasites", "plankton-synapse"] {
        let world = Fixture::new().await;
        let id = world.begin(game, &[BOB]).await;
        let (_, seat) = world.mover(id).await;
        let game = world.game(id).await;
        for path in ["", "=p", "=m", "=p.a", "a", "=w"] {
            let all = ids(&posts::moves_panel(&game, seat, &[], path, false).post);
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        }
    }
}

#[tokio::test]
async fn finished_board_counts_moves_or_turns() {
    let world = Fixture::new().await;
    let footer = async |start: &str, moves: &[&str]| {
        let id = world.begin(start, &[BOB]).await;
        for typed in moves {
            world.play(id, typed).await;
        }
        world.service.resign(&world.by(BOB), id).await.unwrap();
        text::board_footer(&world.game(id).await, Viewer::Public)
    };
    assert_eq!(footer("protozoa", &["p@f4"]).await, "1\u{a0}move");
    let turn = ["a1=q", "j10=q", "a1+b1=b", "a1+c1=d", "a1+a2=b"];
    assert_eq!(footer("parasites", &turn).await, "3\u{a0}turns", "the third turn has three moves");
}
