use std::collections::BTreeSet;

use data::{GameId, GameState, NewGame, OutboxKind, PersonId, Player, Seating, Tx};
use rules::{Kind, Refusal, Seat, Value, Viewer};

use super::{lookup::viewer, *};
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, buttons, ephemeral, menu, rejection, replaced},
    posts::{self, GROUP, PLAY},
    rejected::{MoveRejected, Rejected},
    text,
    view::Row,
};

mod lobbies;

const SEMI: &str = "semiosphere columns=4 rows=5";

fn people(ids: &[u64]) -> BTreeSet<PersonId> {
    ids.iter().map(|&id| id.into()).collect()
}

#[tokio::test]
async fn move_is_played_and_posted_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let by = world.by(mover);
    let receipt = ephemeral(world.service.play_typed(&by, " P@F4 ".to_owned()).await);
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);
    assert_eq!(buttons(&receipt), ["Plan ahead"], "the turn is complete");
    let again = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert_eq!(again, receipt, "a repeated interaction plays nothing");
    let game = world.game(id).await;
    assert_eq!(game.record.len(), 1);
    assert_eq!((game.record[0].seat, game.record[0].notation.as_str()), (seat, "p@f4"));
    assert!(world.outbox().await.contains(&OutboxKind::Board));

    world.play_any(id).await;
    let later = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert!(later.content.starts_with("✅ `p@f4`"), "also after further moves");
}

/// Returns the text that the rules could not read as a move.
fn unreadable(why: Rejected) -> String {
    match why {
        Rejected::Move(MoveRejected::IllegalMove { notation, refusal: Refusal::Notation(_), .. }) => notation,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn illegal_move_changes_nothing() {
    let world = Fixture::new().await;
    let play = async |person: PersonId, typed: &str| {
        rejection(world.service.play_typed(&world.by(person), typed.to_owned()).await)
    };
    let nowhere = play(ANN.into(), "x").await;
    assert!(matches!(&nowhere, Rejected::NoGameHere { own, .. } if own.is_empty()), "{nowhere:?}");
    let id = world.open("protozoa", &[]).await;
    assert_eq!(play(ANN.into(), "x").await, Rejected::NotStarted);
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    let (mover, _) = world.mover(id).await;
    let other: PersonId = if mover == ANN.into() { BOB.into() } else { ANN.into() };
    world.outbox().await;
    let Rejected::NotPlaying { mut players } = play(EVE.into(), "p@f4").await else { panic!() };
    players.sort_unstable();
    assert_eq!(players, [ANN.into(), BOB.into()]);
    assert_eq!(play(other, "p@f4").await, Rejected::NotYourTurn { to_act: vec![mover] });
    let no_move = play(mover, "").await;
    assert!(matches!(no_move, Rejected::Move(MoveRejected::NoMove { .. })), "{no_move:?}");
    let over_before = MoveRejected::TurnOverBefore { notation: "p@g4".to_owned() };
    assert_eq!(play(mover, "p@f4 p@g4").await, over_before.into());
    for typed in ["nonsense", "!resign"] {
        assert_eq!(unreadable(play(mover, typed).await), typed);
    }
    let illegal = play(mover, "p@d4").await;
    let Rejected::Move(MoveRejected::IllegalMove { notation, refusal, suggestions, after_others, .. }) =
        illegal
    else {
        panic!("{illegal:?}");
    };
    assert!(matches!(refusal, Refusal::Illegal(_)), "{refusal:?}");
    assert_eq!((notation.as_str(), suggestions.is_empty(), after_others), ("p@d4", false, false));
    assert!(world.game(id).await.record.is_empty());
    assert!(world.outbox().await.is_empty(), "it queues nothing");
}

#[tokio::test]
async fn described_moves_are_played() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let by = world.by(mover);
    let type_it = async |by: &Caller, typed: &str| world.service.play_typed(by, typed.to_owned()).await;
    let receipt = ephemeral(type_it(&by, "Pawn on F4").await);
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);
    assert_eq!(ephemeral(type_it(&by, "Pawn on F4").await), receipt, "a repeated interaction plays nothing");

    world.play_any(id).await;
    let asked = ephemeral(type_it(&world.by(mover), "e3").await);
    assert!(asked.content.contains("`e3` can mean several moves"), "{}", asked.content);
    assert!(asked.content.contains("\n`p@e3` pawn on e3"), "{}", asked.content);
    assert_eq!(world.game(id).await.record.len(), 2, "no move is played");
    let (_, value) = *menu(&asked).iter().find(|(label, _)| *label == "p@e3").unwrap();
    let (revision, notation) = (world.game(id).await.table.revision(), value.strip_prefix(PLAY).unwrap());
    replaced(world.service.play_picked(&world.by(mover), id, revision, seat, notation.to_owned()).await);
    assert_eq!(world.game(id).await.record.len(), 3);
}

#[tokio::test]
async fn several_moves_are_played_all_or_none() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, _) = world.mover(id).await;
    let refused = world.service.play_typed(&world.by(mover), "+a3 +a3".to_owned()).await;
    let refused = rejection(refused);
    let is_second = matches!(refused, Rejected::Move(MoveRejected::IllegalMove { after_others: true, .. }));
    assert!(is_second, "{refused:?}");
    assert_eq!(world.game(id).await.record.len(), 2);

    let receipt = world.play(id, "+a3, +b3").await;
    assert!(receipt.content.starts_with("✅ `+a3` `+b3`"), "{}", receipt.content);
    assert!(!menu(&receipt).is_empty(), "the receipt continues the turn");
    assert_eq!(world.game(id).await.record.len(), 4);
    let receipt = world.play(id, "end").await;
    assert!(
        receipt.content.contains("`+a3` `+b3` `end`") && menu(&receipt).is_empty(),
        "{}",
        receipt.content
    );
}

#[tokio::test]
async fn offered_move_is_valid_until_the_next_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let (revision, notation) = (table.revision(), table.legal(seat).pop().unwrap());
    let offered =
        async || world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
    replaced(offered().await);
    let again = replaced(offered().await).content;
    assert!(
        again.starts_with(&format!("✅ `{notation}`")) && again.contains("The game is now waiting for"),
        "{again}"
    );
    world.play_any(id).await;
    let late = replaced(offered().await).content;
    assert!(late.contains("it's your move again. The new board is below"), "{late}");
    assert_eq!(world.game(id).await.record.len(), 2);
    let unknown = world.service.play_shown(&world.by(mover), 77.into(), 0, notation.clone()).await;
    assert_eq!(rejection(unknown), Rejected::UnknownGame);
}

// Ends that a player may not intend

/// Begins a game of one round and plays up to the last player, who can end the game without winning it. Returns that move.
async fn last_move(world: &Fixture, wish: &str) -> (GameId, PersonId, u32, String) {
    let id = world.begin(wish, &[BOB]).await;
    world.play_any(id).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let ends_badly = |notation: &String| {
        let mut after = table.clone();
        after.play(seat, notation).unwrap();
        after.outcome().unwrap().ranking.groups()[0] != rules::SeatSet::one(seat)
    };
    let notation = table.legal(seat).into_iter().find(ends_badly).unwrap();
    (id, mover, table.revision(), notation)
}

#[tokio::test]
async fn ending_without_a_win_needs_confirmation() {
    let world = Fixture::new().await;
    let (id, mover, revision, notation) = last_move(&world, "protozoa rounds=1").await;
    world.outbox().await;
    let service = &world.service;
    let by = world.by(mover);
    let typed = ephemeral(service.play_typed(&by, notation.clone()).await);
    let seat = world.mover(id).await.1;
    let pressed = ephemeral(service.play_shown(&world.by(mover), id, revision, notation.clone()).await);
    let chosen = replaced(service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await);
    for question in [&typed, &pressed, &chosen] {
        assert_eq!(buttons(question), ["Play it", "Cancel"]);
        assert!(question.content.contains("the game is over: "), "{}", question.content);
        assert!(question.pings.is_empty());
    }
    assert_eq!(world.game(id).await.record.len(), 1, "asking is not playing");
    assert!(world.outbox().await.is_empty(), "it queues nothing");

    let early = service.play_confirmed(&world.by(mover), id, revision - 1, vec![notation.clone()]).await;
    assert!(replaced(early).content.starts_with("Nothing was played."));
    let stranger = service.play_confirmed(&world.by(EVE), id, revision, vec![notation.clone()]).await;
    assert!(matches!(rejection(stranger), Rejected::NotPlaying { .. }));
    let yes = world.by(mover);
    let confirmed = async || service.play_confirmed(&yes, id, revision, vec![notation.clone()]).await;
    let receipt = replaced(confirmed().await);
    assert!(receipt.content.starts_with(&format!("✅ `{notation}`")), "{}", receipt.content);
    assert_eq!(replaced(confirmed().await), receipt, "a repeated press plays nothing");
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 2));
    let late = rejection(service.play_typed(&by, notation.clone()).await);
    assert!(matches!(late, Rejected::NoGameHere { .. }), "{late:?}");
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
    world.outbox().await;
    let service = &world.service;
    let typed = ephemeral(service.play_typed(&world.by(mover), "end".to_owned()).await);
    let several = ephemeral(service.play_typed(&world.by(mover), "+a3 end".to_owned()).await);
    let pressed = ephemeral(service.play_shown(&world.by(mover), id, revision, "end".to_owned()).await);
    let chosen = replaced(service.play_picked(&world.by(mover), id, revision, seat, "end".to_owned()).await);
    for (question, moves) in
        [(&typed, "`end`"), (&several, "`+a3` `end`"), (&pressed, "`end`"), (&chosen, "`end`")]
    {
        assert_eq!(buttons(question), ["Play it", "Cancel"]);
        let says = format!(
            "If you play {moves}, the void takes you at the end of this round. Nothing has been played yet."
        );
        assert_eq!(question.content, says);
        assert!(question.pings.is_empty());
    }
    assert_eq!(world.game(id).await.record.len(), 2, "asking is not playing");
    assert!(world.outbox().await.is_empty(), "it queues nothing");

    let receipt = ephemeral(service.play_typed(&world.by(mover), "+a3".to_owned()).await);
    assert!(receipt.content.starts_with("✅ `+a3`"), "the turn is not complete: {}", receipt.content);
    let revision = world.game(id).await.table.revision();
    let yes = service.play_confirmed(&world.by(mover), id, revision, vec!["end".to_owned()]).await;
    assert!(replaced(yes).content.starts_with("✅ `+a3` `end`"));
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    let up = world.game(id).await.table.legal(world.mover(id).await.1);
    let up =
        up.iter().find(|notation| notation.ends_with('2') && !notation.starts_with('+')).unwrap().clone();
    let safe = ephemeral(service.play_typed(&world.by(next), format!("{up} +b4 +c4")).await);
    assert!(
        safe.content.starts_with('✅') || safe.content.contains("the game would be over"),
        "{}",
        safe.content
    );
}

#[tokio::test]
async fn winning_move_needs_no_confirmation() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa goal=6", &[BOB]).await;
    while world.game(id).await.state == GameState::Running {
        let (_, seat) = world.mover(id).await;
        let table = world.game(id).await.table;
        let score = |notation: &String| {
            let mut after = table.clone();
            after.play(seat, notation).unwrap();
            after.game().scores()[seat.index()]
        };
        let best = table.legal(seat).into_iter().max_by_key(score).unwrap();
        let receipt = world.play(id, &best).await;
        assert!(receipt.content.starts_with('✅'), "{}", receipt.content);
    }
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, "organism");
}

// Resigning

#[tokio::test]
async fn resignation_ends_a_game_of_two() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let asked = ephemeral(world.service.ask_resign(&world.by(BOB)).await);
    assert_eq!(buttons(&asked), ["Resign", "Keep playing"]);
    assert!(world.game(id).await.record.is_empty(), "asking is not resigning");
    for refused in
        [world.service.ask_resign(&world.by(EVE)).await, world.service.resign(&world.by(EVE), id).await]
    {
        assert!(matches!(rejection(refused), Rejected::NotPlaying { .. }));
    }

    let by = world.by(BOB);
    for _ in 0..2 {
        assert_eq!(replaced(world.service.resign(&by, id).await).content, text::RESIGNED);
    }
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 1));
    let over = rejection(world.service.resign(&world.by(ANN), id).await);
    let Rejected::GameOver { ended: Some(ended) } = &over else { panic!("{over:?}") };
    assert_eq!((ended.first.as_slice(), ended.outcome.reason), ([ANN.into()].as_slice(), rules::RESIGNED));
    assert_eq!(rejection(world.service.moves_panel(&world.by(ANN), id).await), over);
}

#[tokio::test]
async fn resignation_leaves_a_game_of_three_running() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let (mover, seat) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running);
    assert!(game.table.left().contains(seat));
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    for gone in
        [world.service.resign(&world.by(mover), id).await, world.service.ask_resign(&world.by(mover)).await]
    {
        let Rejected::NoLongerPlaying { players } = rejection(gone) else { panic!() };
        assert!(players.len() == 2 && !players.contains(&mover), "{players:?}");
    }
    for _ in 0..4 {
        assert_ne!(world.mover(id).await.0, mover, "no turn waits for a player who left");
        world.play_any(id).await;
    }
    world.service.resign(&world.by(next), id).await.unwrap();
    let outcome = world.game(id).await.table.outcome().unwrap();
    assert_eq!(outcome.ranking.groups().len(), 3);
    assert_eq!(outcome.ranking.place(seat), Some(3), "the first to leave is last");
}

// Menus

#[tokio::test]
async fn menus_lead_to_a_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let mut panel = ephemeral(world.service.moves_panel(&world.by(mover), id).await);
    let revision = world.game(id).await.table.revision();
    let mut path = Vec::new();
    let notation = loop {
        let &(_, value) = menu(&panel).last().unwrap();
        if let Some(notation) = value.strip_prefix(PLAY) {
            break notation.to_owned();
        }
        path.push(value.strip_prefix(GROUP).unwrap().parse().unwrap());
        panel = replaced(world.service.pick(&world.by(mover), id, revision, seat, path.clone()).await);
        assert_eq!(buttons(&panel), ["Start over"]);
    };
    assert!(world.game(id).await.table.legal(seat).contains(&notation));
    let receipt =
        replaced(world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await);
    assert!(receipt.content.contains(&format!("`{notation}`")));

    world.play_any(id).await;
    let late = replaced(world.service.pick(&world.by(mover), id, revision, seat, path).await);
    assert!(late.content.contains("The new board is below") && late.rows.is_empty(), "{late:?}");
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
    let anew = world.service.pick(&world.by(mover), id, table.revision(), seat, vec![0]).await;
    let anew = replaced(anew);
    assert!(anew.content.contains("The game has moved on") && !menu(&anew).is_empty(), "{anew:?}");
}

#[tokio::test]
async fn panel_closes_when_its_turn_is_over() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.begin("stract", &[BOB]).await;
    let players = world.game(id).await.players;
    let (first, last) = (players[0], players[1]);
    let pick = async |player: Player, revision| {
        let notation = "pass".to_owned();
        replaced(service.play_picked(&world.by(player.person), id, revision, player.seat, notation).await)
    };
    let waits = pick(first, 0).await;
    assert!(waits.content.starts_with("✅ `pass`") && !waits.content.contains("below"), "{waits:?}");
    let carried_out = pick(last, 0).await;
    // The player who ordered first tries to change the order, in the menu and by its last choice.
    let stale = replaced(service.pick(&world.by(first.person), id, 0, first.seat, vec![]).await);
    for closed in [carried_out, stale, pick(first, 0).await, pick(last, 0).await] {
        assert!(closed.content.starts_with("✅ `pass`") && closed.rows.is_empty(), "{closed:?}");
        assert!(closed.content.contains("the turn was carried out. The new board is below"), "{closed:?}");
    }
    let game = world.game(id).await;
    assert_eq!((game.record.len(), game.table.turn()), (2, 1), "the next turn has no orders yet");

    // A player with two seats orders for the second seat in the same panel.
    let world = Fixture::new().await;
    let id = world.begin("stract players=4", &[BOB]).await;
    let player = world.game(id).await.players[0];
    let by = world.by(player.person);
    let next = replaced(world.service.play_picked(&by, id, 0, player.seat, "pass".to_owned()).await);
    assert!(next.content.starts_with("✅ `pass`") && !menu(&next).is_empty(), "{next:?}");
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
                    Row::Buttons(buttons) => pressed.extend(buttons.iter().map(|one| one.action.to_string())),
                }
            }
        }
        assert!(!pressed.is_empty() && menus.is_disjoint(&pressed), "{menus:?} {pressed:?}");
    }
}

#[tokio::test]
async fn choices_never_offered_do_no_harm() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let panel = replaced(world.service.pick(&world.by(mover), id, revision, seat, vec![255; 9]).await);
    assert!(!menu(&panel).is_empty());
    let game = world.game(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    for (person, why) in [
        (EVE, Rejected::NotPlaying { players: game.people_in(game.table.here()) }),
        (other, Rejected::NotYourTurn { to_act: vec![mover] }),
    ] {
        assert_eq!(rejection(world.service.moves_panel(&world.by(person), id).await), why);
        let picked = world.service.pick(&world.by(person), id, revision, seat, vec![]).await;
        assert_eq!(rejection(picked), why);
    }
}

#[tokio::test]
async fn completion_lists_legal_moves_to_the_mover() {
    let world = Fixture::new().await;
    let complete = async |person: PersonId, typed: &str| {
        world.service.complete_move(&world.by(person), typed.to_owned()).await.unwrap()
    };
    assert!(complete(ANN.into(), "").await.is_empty(), "there is no game");
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(seat);
    let offered = complete(mover, "+A").await;
    assert!(offered.iter().all(|choice| legal.contains(&choice.value)), "{offered:?}");
    assert!(offered[0].value.starts_with("+a"));
    let second = complete(mover, "+a3 ").await;
    assert!(second.iter().all(|choice| choice.value.starts_with("+a3 ") && choice.value != "+a3 +a3"));
    assert!(!second.is_empty());
    assert!(complete(mover, "zz ").await.is_empty());
    assert!(complete(EVE.into(), "").await.is_empty());
}

// Views of a game

#[tokio::test]
async fn board_command_shows_all_and_pings_nobody() {
    let world = Fixture::new().await;
    let nothing = rejection(world.service.board(&world.by(ANN)).await);
    assert!(matches!(nothing, Rejected::NoGameHere { .. }), "{nothing:?}");
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    for person in [ANN, BOB, EVE] {
        let post = ephemeral(world.service.board(&world.by(person)).await);
        let card = post.card.unwrap();
        assert!(post.pings.is_empty() && card.picture.is_some_and(|picture| !picture.alt.is_empty()));
        assert!(card.body.contains("◀ to move"), "{}", card.body);
    }
    let game = world.game(id).await;
    assert_eq!(viewer(&game, EVE.into()), Viewer::Public);
    for player in &game.players {
        assert_eq!(viewer(&game, player.person), Viewer::Seat(player.seat));
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let last = ephemeral(world.service.board(&world.by(EVE)).await);
    assert!(
        last.content.contains("wins!") && buttons(&last) == ["Rematch", "Rules"],
        "shows the last game of the channel"
    );
}

#[tokio::test]
async fn lobby_is_shown_again_without_pings() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    world.outbox().await;
    let looked = async || {
        let post = ephemeral(world.service.board(&world.by(EVE)).await);
        assert!(post.pings.is_empty() && buttons(&post).contains(&"Join"));
        world.outbox().await
    };
    assert_eq!(looked().await, [], "the response to `/play` may be on its way");
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    assert_eq!(looked().await, [OutboxKind::Lobby], "its message may be deleted");
    assert_eq!(world.lobby(id).await.message, Some(7.into()));
    // A press on a private copy does not reveal the lobby's message.
    let other =
        world.try_open(&Caller { channel: 101.into(), ..world.by(ANN) }, "protozoa", &[]).await.unwrap();
    world.service.join(&world.by(EVE), other.id).await.unwrap();
    assert_eq!(world.lobby(other.id).await.message, None);
}

#[tokio::test]
async fn games_are_listed_with_those_that_wait_first() {
    let world = Fixture::new().await;
    let none = ephemeral(world.service.games(&world.by(ANN)).await).card.unwrap().body;
    assert!(none.contains("You're not in a game yet"));
    let id = world.begin("protozoa", &[BOB]).await;
    let other = Caller { channel: 101.into(), ..world.by(EVE) };
    world.try_open(&other, "semiosphere", &[ANN]).await.unwrap();
    while world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let body = ephemeral(world.service.games(&world.by(ANN)).await).card.unwrap().body;
    let lines: Vec<&str> = body.lines().collect();
    assert!(lines[0].contains("you're invited") && lines[0].contains("<#101>"), "{body}");
    assert!(lines[1].contains("waiting for the others") && lines[1].contains("<@2>"), "{body}");
    assert!(!body.contains("<@1>"), "the list leaves out the caller");
    assert!(!body.contains("your time"), "only the caller's own clock is shown: {body}");

    let body = ephemeral(world.service.games(&world.by(BOB)).await).card.unwrap().body;
    let game = world.game(id).await;
    let deadline = game.clocks.deadline(world.mover(id).await.1).unwrap();
    assert!(body.contains(&format!("deadline <t:{}:R>", deadline.seconds())), "{body}");
}

#[tokio::test]
async fn rules_are_of_the_named_or_the_channels_game() {
    let world = Fixture::new().await;
    let title = async |named: Option<&str>| {
        let rules = world.service.rules(&world.by(EVE), named.map(str::to_owned)).await;
        ephemeral(rules).card.unwrap().title
    };
    assert_eq!(title(None).await, "The games");
    assert!(title(Some("semi")).await.starts_with("Semiosphere: "));
    world.open("protozoa", &[]).await;
    assert!(title(None).await.starts_with("Protozoa: "));
    let unknown = world.service.rules(&world.by(EVE), Some("chess".to_owned())).await;
    assert_eq!(rejection(unknown), Rejected::UnknownKind { typed: "chess".to_owned() });
    let last = replaced(world.service.rules_page(Kind::Protozoa, 255).await);
    assert!(buttons(&last).iter().all(|&label| label == "Back"));
}

#[tokio::test]
async fn interactions_are_forgotten_after_a_day() {
    let world = Fixture::new().await;
    let now = world.service.now();
    for (interaction, hours) in [(5000, 25), (5001, 23)] {
        let at = now.plus_ms(-hours * 3_600_000);
        let set = move |tx: &Tx<'_>| tx.set_done(interaction.into(), 1.into(), 0, at);
        world.service.store().write(set).await.unwrap();
    }
    world.service.tidy().await.unwrap();
    let done = |id| world.service.store().read(move |tx| tx.done(id));
    assert_eq!(done(5000.into()).await.unwrap(), None);
    assert!(done(5001.into()).await.unwrap().is_some());
}

#[tokio::test]
async fn board_announces_that_its_clock_stops_at_night() {
    let world = Fixture::new().await;
    let hour = world.service.now().0.div_euclid(3_600_000).rem_euclid(24);
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        let hours = format!("UTC {:02}:00-{:02}:00", (hour + 10) % 24, (hour + 12) % 24);
        settings.hours = hours.parse().unwrap();
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    world.begin("protozoa | 3d/turn", &[BOB]).await;
    let board = ephemeral(world.service.board(&world.by(EVE)).await).card.unwrap().body;
    assert!(board.contains("runs until") && board.contains("; it stops while they sleep."), "{board}");
}

#[tokio::test]
async fn repeated_last_move_gets_its_response_again() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let by = world.by(mover);
    let receipt = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let again = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert_eq!(again.content, receipt.content);
}
