use std::collections::BTreeSet;

use clock::later;
use data::{Game, GameId, GameState, Listed, NewGame, OutboxKind, PersonId, Player, Seating, Tx};
use jiff::SignedDuration;
use rules::{Kind, Refusal, Seat, SeatSet, Value, Viewer};

use super::{lookup::viewer, *};
use crate::{
    content::{Content, Doubt, Question, Response},
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, ephemeral, open_lobby, rejection, replaced},
    rejected::{MoveRejected, Rejected},
};

mod community;
mod lobbies;

const SEMI: &str = "semiosphere columns=4 rows=5";

fn people(ids: &[u64]) -> BTreeSet<PersonId> {
    ids.iter().map(|&id| id.into()).collect()
}

/// Returns the game, the player and the ply of a receipt.
#[track_caller]
fn receipt(content: &Content) -> (&Game, PersonId, u32) {
    match content {
        Content::Receipt { game, person, ply } => (game, *person, *ply),
        other => panic!("no receipt: {other:?}"),
    }
}

/// Returns the moves that a receipt confirms: those of the player's latest turn up to its ply, oldest first.
#[track_caller]
fn confirmed(content: &Content) -> Vec<&str> {
    let (game, person, ply) = receipt(content);
    let own = game.seats_of(person);
    let moves = game.record[..ply as usize].iter().filter(|entry| own.contains(entry.seat) && !entry.forced);
    let moves: Vec<_> = moves.collect();
    let turn = moves.last().map(|entry| entry.turn);
    moves.iter().filter(|entry| Some(entry.turn) == turn).map(|entry| entry.notation.as_str()).collect()
}

/// Returns whether the player of a receipt can play more in the same turn.
#[track_caller]
fn turn_continues(content: &Content) -> bool {
    let (game, person, ply) = receipt(content);
    let same_turn = game.record[ply as usize - 1].turn == game.table.turn();
    same_turn && game.awaited().contains(&person)
}

/// Returns the game of a closed panel, and the moves that the panel's player made in its turn.
#[track_caller]
fn closed(content: &Content) -> (&Game, Vec<&str>) {
    let Content::ClosedPanel { game, person, turn, .. } = content else { panic!("not closed: {content:?}") };
    let own = game.seats_of(*person);
    let moves = game.record.iter().filter(|entry| entry.turn == *turn && own.contains(entry.seat));
    (game, moves.map(|entry| entry.notation.as_str()).collect())
}

/// Returns the seat and the path of a panel, and whether players have moved since it was shown.
#[track_caller]
fn panel(content: &Content) -> (Seat, &str, bool) {
    match content {
        Content::MovesPanel { seat, path, moved_on, .. } => (*seat, path, *moved_on),
        other => panic!("no panel: {other:?}"),
    }
}

/// Returns the screen for a seat at a revision, after these choices.
fn screen(game: GameId, revision: u32, seat: Seat, path: &str) -> Screen {
    Screen { path: path.to_owned(), ..Screen::first(game, revision, seat) }
}

/// Returns the question whether a player really wants to play some moves.
#[track_caller]
fn question(content: &Content) -> &Question {
    match content {
        Content::Question(question) => question,
        other => panic!("no question: {other:?}"),
    }
}

#[tokio::test]
async fn move_is_played_and_posted_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let by = world.by(mover);
    let played = ephemeral(world.service.play_typed(&by, " P@F4 ".to_owned()).await);
    assert_eq!((confirmed(&played), turn_continues(&played)), (vec!["p@f4"], false), "the turn is complete");
    let (shown, person, ply) = receipt(&played);
    assert_eq!((shown.id, person, ply), (id, mover, 1));
    let again = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    let (unchanged, person, ply) = receipt(&again);
    assert_eq!((person, ply), (mover, 1));
    assert_eq!(unchanged.record, shown.record, "a repeated interaction plays nothing");
    let game = world.game(id).await;
    assert_eq!(game.record.len(), 1);
    assert_eq!((game.record[0].seat, game.record[0].notation.as_str()), (seat, "p@f4"));
    assert!(world.outbox().await.contains(&OutboxKind::Board));

    world.play_any(id).await;
    let later = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert_eq!(confirmed(&later), ["p@f4"], "also after further moves");
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
    assert!(matches!(&nowhere, Rejected::NoGameHere { others } if others.is_empty()), "{nowhere:?}");
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
    for _ in 0..2 {
        let played = ephemeral(type_it(&by, "Pawn on F4").await);
        assert_eq!(confirmed(&played), ["p@f4"]);
        assert_eq!(world.game(id).await.record.len(), 1, "a repeated interaction plays nothing");
    }

    world.play_any(id).await;
    let question_shown = ephemeral(type_it(&world.by(mover), "e3").await);
    let Content::WhichMove { game, seat: asked_for, typed, legal_moves, choosable: true } = question_shown
    else {
        panic!("{question_shown:?}");
    };
    assert_eq!((game.id, asked_for, typed.as_str()), (id, seat, "e3"));
    assert!(legal_moves.len() > 1, "{legal_moves:?}");
    let pawn = legal_moves.iter().find(|legal_move| legal_move.notation == "p@e3").unwrap();
    assert!(pawn.words.starts_with("pawn on e3"), "{pawn:?}");
    assert_eq!(world.game(id).await.record.len(), 2, "no move is played");
    let revision = game.table.revision();
    replaced(world.service.play_picked(&world.by(mover), id, revision, seat, pawn.notation.clone()).await);
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

    let played = world.play(id, "+a3, +b3").await;
    assert_eq!(confirmed(&played), ["+a3", "+b3"]);
    assert!(turn_continues(&played), "the receipt continues the turn");
    assert_eq!(world.game(id).await.record.len(), 4);
    let played = world.play(id, "end").await;
    assert_eq!((confirmed(&played), turn_continues(&played)), (vec!["+a3", "+b3", "end"], false));
}

#[tokio::test]
async fn end_of_a_turn_that_is_over_is_left_out() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let played = ephemeral(world.service.play_typed(&world.by(mover), "p@f4 end".to_owned()).await);
    assert_eq!(confirmed(&played), ["p@f4"]);
    assert_eq!(world.game(id).await.record.len(), 1);
}

#[tokio::test]
async fn offered_move_is_valid_until_the_next_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let (revision, notation) = (table.revision(), world.safe_move(id).await);
    let offered =
        async || world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await;
    replaced(offered().await);
    let again = replaced(offered().await);
    let (game, moves) = closed(&again);
    assert_eq!(moves, [notation.as_str()]);
    assert!(!game.awaited().is_empty() && !game.awaited().contains(&mover), "the game waits for the others");
    world.play_any(id).await;
    let late = replaced(offered().await);
    let (game, moves) = closed(&late);
    assert_eq!((moves, game.awaited()), (vec![notation.as_str()], vec![mover]), "it is their move again");
    assert_eq!(world.game(id).await.record.len(), 2);
    let unknown = world.service.play_shown(&world.by(mover), 77.into(), 0, notation.clone()).await;
    assert_eq!(rejection(unknown), Rejected::UnknownGame);
}

#[tokio::test]
async fn move_after_the_end_names_other_games() {
    let world = Fixture::new().await;
    let over = world.begin("protozoa", &[BOB]).await;
    world.service.resign(&world.by(BOB), over).await.unwrap();
    let elsewhere = Caller { channel: 101.into(), ..world.by(ANN) };
    let running = world.try_open(&elsewhere, "protozoa", &[]).await.unwrap().id;
    world.service.join(&world.by(BOB), running).await.unwrap();
    world.service.start(&world.by(ANN), running).await.unwrap();
    let late = rejection(world.service.play_typed(&world.by(ANN), "p@f4".to_owned()).await);
    let Rejected::GameOver { ended: Some(_), others } = &late else { panic!("{late:?}") };
    assert_eq!(others.iter().map(|listed| listed.id).collect::<Vec<_>>(), [running]);
    let abroad = Caller { guild: Some(7.into()), ..world.by(ANN) };
    let late = rejection(world.service.play_typed(&abroad, "p@f4".to_owned()).await);
    assert!(matches!(&late, Rejected::GameOver { others, .. } if others.is_empty()), "{late:?}");
}

// Ends that a player may not intend

#[tokio::test]
async fn ending_without_a_win_needs_confirmation() {
    let world = Fixture::new().await;
    let (id, mover, revision, notation) = world.last_move("protozoa rounds=1").await;
    world.outbox().await;
    let service = &world.service;
    let by = world.by(mover);
    let typed = ephemeral(service.play_typed(&by, notation.clone()).await);
    let seat = world.mover(id).await.1;
    let pressed = ephemeral(service.play_shown(&world.by(mover), id, revision, notation.clone()).await);
    let chosen = replaced(service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await);
    for question_shown in [&typed, &pressed, &chosen].map(question) {
        assert_eq!(
            (question_shown.game, question_shown.revision, &question_shown.notations[..]),
            (id, revision, [notation.clone()].as_slice())
        );
        let Doubt::Ends { over, outcome } = &question_shown.reason else {
            panic!("{:?}", question_shown.reason)
        };
        assert_eq!(over.table.outcome().as_ref(), Some(outcome));
    }
    assert_eq!(world.game(id).await.record.len(), 1, "asking is not playing");
    assert!(world.outbox().await.is_empty(), "it queues nothing");

    let early = service.play_confirmed(&world.by(mover), id, revision - 1, vec![notation.clone()]).await;
    assert_eq!(closed(&replaced(early)).1, [""; 0], "nothing was played");
    let stranger = service.play_confirmed(&world.by(EVE), id, revision, vec![notation.clone()]).await;
    assert!(matches!(rejection(stranger), Rejected::NotPlaying { .. }));
    let yes = world.by(mover);
    let confirm = async || service.play_confirmed(&yes, id, revision, vec![notation.clone()]).await;
    for _ in 0..2 {
        let played = replaced(confirm().await);
        assert_eq!(confirmed(&played), [notation.as_str()], "a repeated press plays nothing");
        let (game, person, ply) = receipt(&played);
        assert_eq!((game.record.len(), person, ply), (2, mover, 2));
    }
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 2));
    let late = rejection(service.play_typed(&by, notation.clone()).await);
    assert!(matches!(late, Rejected::GameOver { .. }), "{late:?}");
    let elsewhere = rejection(service.play_typed(&world.by(EVE), notation.clone()).await);
    assert!(matches!(elsewhere, Rejected::NoGameHere { .. }), "she did not play here: {elsewhere:?}");
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
    for (content, moves) in [
        (&typed, vec!["end"]),
        (&several, vec!["+a3", "end"]),
        (&pressed, vec!["end"]),
        (&chosen, vec!["end"]),
    ] {
        let question_shown = question(content);
        assert_eq!((question_shown.game, question_shown.revision), (id, revision));
        assert_eq!(question_shown.notations, moves);
        let Doubt::Costs(cost) = &question_shown.reason else { panic!("{:?}", question_shown.reason) };
        assert_eq!(cost, "the void takes you at the end of this round");
    }
    assert_eq!(world.game(id).await.record.len(), 2, "asking is not playing");
    assert!(world.outbox().await.is_empty(), "it queues nothing");

    let played = ephemeral(service.play_typed(&world.by(mover), "+a3".to_owned()).await);
    assert_eq!(
        (confirmed(&played), turn_continues(&played)),
        (vec!["+a3"], true),
        "the turn is not complete"
    );
    let revision = world.game(id).await.table.revision();
    let yes = service.play_confirmed(&world.by(mover), id, revision, vec!["end".to_owned()]).await;
    assert_eq!(confirmed(&replaced(yes)), ["+a3", "end"]);
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    let up = world.game(id).await.table.legal(world.mover(id).await.1);
    let up =
        up.iter().find(|notation| notation.ends_with('2') && !notation.starts_with('+')).unwrap().clone();
    let safe = ephemeral(service.play_typed(&world.by(next), format!("{up} +b4 +c4")).await);
    let is_safe = matches!(
        safe,
        Content::Receipt { .. } | Content::Question(Question { reason: Doubt::Ends { .. }, .. })
    );
    assert!(is_safe, "{safe:?}");
}

#[tokio::test]
async fn button_asks_before_a_piece_dies() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let fatal = table.legal_moves(seat).into_iter().find(|legal_move| legal_move.dies).unwrap().notation;
    let quick = Changes { preview: Some(false), ..Changes::default() };
    ephemeral(world.service.settings(&world.by(mover), quick).await);
    let (by, revision) = (world.by(mover), table.revision());
    let chosen = replaced(world.service.play_picked(&by, id, revision, seat, fatal.clone()).await);
    let asked = question(&chosen);
    assert!(matches!(asked.reason, Doubt::Dies), "{:?}", asked.reason);
    assert_eq!(asked.notations, [fatal.as_str()]);
    assert!(world.game(id).await.record.is_empty(), "asking is not playing");
    let typed = world.service.play_typed(&world.by(mover), fatal).await;
    assert!(matches!(typed, Ok(Response::Public(_))), "a typed move is meant: {typed:?}");
}

#[tokio::test]
async fn button_asks_before_it_gives_points_up() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere columns=4 rows=5", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(seat);
    let up = legal.iter().find(|mv| mv.ends_with('2') && !mv.starts_with('+')).unwrap();
    world.play(id, up).await;
    let revision = world.game(id).await.table.revision();
    let press = async || world.service.play_shown(&world.by(mover), id, revision, "end".to_owned()).await;
    let asked = ephemeral(press().await);
    let Doubt::GivesUp(unused) = &question(&asked).reason else { panic!("{asked:?}") };
    assert!(unused.contains("lost"), "{unused}");
    let quick = Changes { preview: Some(false), ..Changes::default() };
    ephemeral(world.service.settings(&world.by(mover), quick).await);
    assert!(matches!(press().await, Ok(Response::Public(_))), "a player can switch the question off");
}

#[tokio::test]
async fn stale_confirmation_shows_the_panel_as_it_is() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere columns=4 rows=5", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    world.play(id, "+a3").await;
    let confirm = world.service.play_confirmed(&world.by(mover), id, revision, vec!["+b3".to_owned()]).await;
    assert_eq!(panel(&replaced(confirm)), (seat, "", true));
    assert_eq!(world.game(id).await.record.len(), 3, "nothing was played");
    let twice = world.service.play_confirmed(&world.by(mover), id, revision, vec!["+a3".to_owned()]).await;
    assert_eq!(confirmed(&replaced(twice)), ["+a3"], "a move that was played shows its receipt");
    assert_eq!(world.game(id).await.record.len(), 3);
}

#[tokio::test]
async fn winning_move_needs_no_confirmation() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa goal=6", &[BOB]).await;
    while world.game(id).await.state == GameState::Running {
        let (mover, seat) = world.mover(id).await;
        let table = world.game(id).await.table;
        let score = |notation: &String| {
            let mut after = table.clone();
            after.play(seat, notation).unwrap();
            after.game().scores()[seat.index()]
        };
        let best = table.legal(seat).into_iter().max_by_key(score).unwrap();
        let played = ephemeral(world.service.play_typed(&world.by(mover), best).await);
        receipt(&played);
    }
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, "organism");
}

// Resigning

#[tokio::test]
async fn resignation_ends_a_game_of_two() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let question_shown = ephemeral(world.service.ask_resign(&world.by(BOB)).await);
    assert!(matches!(&question_shown, Content::AskResign(game) if game.id == id), "{question_shown:?}");
    assert!(world.game(id).await.record.is_empty(), "asking is not resigning");
    for refused in
        [world.service.ask_resign(&world.by(EVE)).await, world.service.resign(&world.by(EVE), id).await]
    {
        assert!(matches!(rejection(refused), Rejected::NotPlaying { .. }));
    }

    let by = world.by(BOB);
    for _ in 0..2 {
        let resigned = replaced(world.service.resign(&by, id).await);
        assert!(matches!(resigned, Content::Resigned), "{resigned:?}");
    }
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 1));
    let over = rejection(world.service.resign(&world.by(ANN), id).await);
    let Rejected::GameOver { ended: Some(ended), .. } = &over else { panic!("{over:?}") };
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

// The panel

#[tokio::test]
async fn screens_lead_to_a_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let first = ephemeral(world.service.moves_panel(&world.by(mover), id).await);
    assert_eq!(panel(&first), (seat, "", false));
    let table = world.game(id).await.table;
    let (revision, notation) = (table.revision(), world.safe_move(id).await);
    let path = screen(id, revision, seat, "=q.e");
    let next = replaced(world.service.screen(&world.by(mover), path.clone()).await);
    assert_eq!(panel(&next), (seat, "=q.e", false));
    let played =
        replaced(world.service.play_picked(&world.by(mover), id, revision, seat, notation.clone()).await);
    assert_eq!(confirmed(&played), [notation.as_str()]);

    world.play_any(id).await;
    let late = replaced(world.service.screen(&world.by(mover), path).await);
    let (game, moves) = closed(&late);
    assert_eq!((moves, game.awaited()), (vec![notation.as_str()], vec![mover]));
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
    let restarted = world.service.screen(&world.by(mover), screen(id, table.revision(), seat, "=m")).await;
    assert_eq!(panel(&replaced(restarted)), (seat, "", true));
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
    assert_eq!((confirmed(&waits), turn_continues(&waits)), (vec!["pass"], false));
    let (ordered, _, ply) = receipt(&waits);
    assert_eq!((ordered.table.turn(), ordered.awaited(), ply), (0, vec![last.person], 1));
    let carried_out = pick(last, 0).await;
    // The player who ordered first tries to change the order, in the menu and by its last choice.
    let stale = replaced(service.screen(&world.by(first.person), screen(id, 0, first.seat, "")).await);
    assert_eq!((confirmed(&carried_out), turn_continues(&carried_out)), (vec!["pass"], false));
    assert_eq!(receipt(&carried_out).0.table.turn(), 1, "the turn was carried out");
    for late in [stale, pick(first, 0).await, pick(last, 0).await] {
        let (game, moves) = closed(&late);
        assert_eq!((moves, game.table.turn()), (vec!["pass"], 1));
    }
    let game = world.game(id).await;
    assert_eq!((game.record.len(), game.table.turn()), (2, 1), "the next turn has no orders yet");

    // A player with two seats orders for the second seat in the same panel.
    let world = Fixture::new().await;
    let id = world.begin("stract players=4", &[BOB]).await;
    let player = world.game(id).await.players[0];
    let by = world.by(player.person);
    let next = replaced(world.service.play_picked(&by, id, 0, player.seat, "pass".to_owned()).await);
    assert_eq!((confirmed(&next), turn_continues(&next)), (vec!["pass"], true));
}

#[tokio::test]
async fn choices_never_offered_do_no_harm() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let unknown = screen(id, revision, seat, "zz.=.!");
    let unknown = replaced(world.service.screen(&world.by(mover), unknown).await);
    assert_eq!(panel(&unknown), (seat, "zz.=.!", false));
    let game = world.game(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    for (person, why) in [
        (EVE, Rejected::NotPlaying { players: game.people_in(game.table.here()) }),
        (other, Rejected::NotYourTurn { to_act: vec![mover] }),
    ] {
        assert_eq!(rejection(world.service.moves_panel(&world.by(person), id).await), why);
        let picked = world.service.screen(&world.by(person), screen(id, revision, seat, "")).await;
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
async fn board_command_shows_the_callers_view() {
    let world = Fixture::new().await;
    let nothing = rejection(world.service.board(&world.by(ANN)).await);
    assert!(matches!(nothing, Rejected::NoGameHere { .. }), "{nothing:?}");
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    for person in [ANN, BOB, EVE] {
        let board = ephemeral(world.service.board(&world.by(person)).await);
        let Content::Board { game, to, since: 0, .. } = board else { panic!("{board:?}") };
        assert_eq!((game.id, game.record.len()), (id, 1));
        assert_eq!(to, viewer(&game, person.into()));
    }
    let game = world.game(id).await;
    assert_eq!(viewer(&game, EVE.into()), Viewer::Public);
    for player in &game.players {
        assert_eq!(viewer(&game, player.person), Viewer::Seat(player.seat));
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let last = ephemeral(world.service.board(&world.by(EVE)).await);
    let Content::Board { game, .. } = last else { panic!("{last:?}") };
    assert_eq!((game.id, game.state), (id, GameState::Ended), "the last game of the channel");
}

#[tokio::test]
async fn lobby_is_shown_again_on_request() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    world.outbox().await;
    let looked = async || {
        let shown = open_lobby(ephemeral(world.service.board(&world.by(EVE)).await));
        assert_eq!(shown.id, id);
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

/// Returns the list of a person's games.
async fn games_of(world: &Fixture, person: u64) -> Vec<Listed> {
    match ephemeral(world.service.games(&world.by(person)).await) {
        Content::Games { person: of, games } if of == person.into() => games,
        other => panic!("no list: {other:?}"),
    }
}

#[tokio::test]
async fn games_are_listed_with_those_that_wait_first() {
    let world = Fixture::new().await;
    assert!(games_of(&world, ANN).await.is_empty());
    let id = world.begin("protozoa", &[BOB]).await;
    let other = Caller { channel: 101.into(), ..world.by(EVE) };
    world.try_open(&other, "semiosphere", &[ANN]).await.unwrap();
    while world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let listed = games_of(&world, ANN).await;
    let [invitation, waiting] = listed.as_slice() else { panic!("{listed:?}") };
    assert_eq!((invitation.state, invitation.waits), (GameState::Lobby, true));
    assert_eq!(invitation.channel, 101.into());
    assert_eq!((waiting.id, waiting.waits, waiting.to_move), (id, false, false));
    assert!(waiting.people.contains(&BOB.into()), "{waiting:?}");
    assert_eq!(waiting.deadline, None, "only the caller's own clock is shown");

    let listed = games_of(&world, BOB).await;
    let game = world.game(id).await;
    let deadline = game.clocks.deadline(world.mover(id).await.1).unwrap();
    assert_eq!(listed.first().and_then(|listed| listed.deadline), Some(deadline));
}

#[tokio::test]
async fn rules_are_of_the_named_or_the_channels_game() {
    let world = Fixture::new().await;
    let rules = async |named: Option<&str>| {
        ephemeral(world.service.rules(&world.by(EVE), named.map(str::to_owned)).await)
    };
    let all = rules(None).await;
    assert!(matches!(all, Content::AllGames), "{all:?}");
    let named = rules(Some("semi")).await;
    assert!(matches!(named, Content::Rules { kind: Kind::Semiosphere, page: 0, here: None }), "{named:?}");
    world.open("protozoa", &[]).await;
    let of_channel = rules(None).await;
    let is_of_lobby = |content: &Content, number: u8| matches!(content, Content::Rules { kind: Kind::Protozoa, page, here: Some(_) } if *page == number);
    assert!(is_of_lobby(&of_channel, 0), "{of_channel:?}");
    let turned = world.service.rules_page(&world.by(EVE), Kind::Protozoa, 3).await;
    let Ok(Response::Update(turned)) = turned else { panic!("{turned:?}") };
    assert!(is_of_lobby(&turned, 3), "{turned:?}");
    let another = rules(Some("semi")).await;
    assert!(matches!(another, Content::Rules { here: None, .. }), "{another:?}");
    let unknown = world.service.rules(&world.by(EVE), Some("chess".to_owned())).await;
    assert_eq!(rejection(unknown), Rejected::UnknownKind { typed: "chess".to_owned() });
}

#[tokio::test]
async fn interactions_are_forgotten_after_a_day() {
    let world = Fixture::new().await;
    let now = world.service.now();
    for (interaction, hours) in [(5000, 25), (5001, 23)] {
        let at = later(now, SignedDuration::from_hours(-hours));
        let set = move |tx: &Tx<'_>| tx.set_done(interaction.into(), 1.into(), 0, at);
        world.service.store().write(set).await.unwrap();
    }
    world.service.tidy().await.unwrap();
    let done = |id| world.service.store().read(move |tx| tx.done(id));
    assert_eq!(done(5000.into()).await.unwrap(), None);
    assert!(done(5001.into()).await.unwrap().is_some());
}

#[tokio::test]
async fn repeated_last_move_gets_its_response_again() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let by = world.by(mover);
    let played = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let again = ephemeral(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert_eq!(confirmed(&again), confirmed(&played));
    let ((_, person, ply), (_, same_person, same_ply)) = (receipt(&again), receipt(&played));
    assert_eq!((person, ply), (same_person, same_ply));
}
