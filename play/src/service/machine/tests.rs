use data::{Casual, GameId, GameState, GuestStatus, Machine, OutboxKind, PersonId, Vote};
use engine::{Stop, think};
use rules::{AGREED, END, PASS, RESIGN};

use super::*;
use crate::{
    content::{Content, LobbyState, Response},
    fixture::{
        ANN, BOB, CID, EVE, Fixture, ephemeral, machine, open_lobby, rejection, replaced, shown_offer,
        started_game,
    },
    game::machines::IDLE_TURNS,
    rejected::{LobbyRejected, MachineRejected, OfferRejected, Rejected},
    service::{Caller, MachineAct, Opened, USUAL_LEVEL},
};

mod lobbies;
mod offers;
mod seats;

/// Claims the thought of a game as a thinker does, ten seconds later.
async fn claimed(world: &Fixture) -> Problem {
    world.service.clock().advance(SignedDuration::from_secs(10));
    world.service.claim_thought().await.unwrap().expect("a machine is to move")
}

fn thought(problem: &Problem) -> engine::Thought {
    think(&problem.request, &Stop::new())
}

/// Returns a game in which the machine is to move.
async fn machine_to_move(world: &Fixture, wish: &str) -> GameId {
    let id = world.alone(wish, Level::Spore).await;
    if world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    id
}

#[tokio::test]
async fn lone_player_plays_and_ends_every_game() {
    for kind in rules::Kind::ALL.iter().filter(|kind| kind.is_searchable()) {
        let world = Fixture::new().await;
        let id = world.alone(kind.slug(), Level::Spore).await;
        let mut turns = 0;
        while world.game(id).await.table.outcome().is_none() && turns < 12 {
            world.until_a_person_is_to_move(id).await;
            let game = world.game(id).await;
            let seat = game.seats_of(ANN.into()).first().unwrap();
            if let Some(first) = game.table.legal(seat).first() {
                world.play(id, first).await;
            }
            turns += 1;
        }
        if world.game(id).await.table.outcome().is_none() {
            world.service.resign(&world.by(ANN), id).await.unwrap();
        }
        let game = world.game(id).await;
        assert!(game.state == GameState::Ended && game.record.len() > 2, "{kind}: {:?}", game.record);
        let machine_moved = game.record.iter().any(|entry| game.machine_in(entry.seat).is_some());
        assert!(machine_moved, "{kind}");
        assert_eq!(world.service.next_thought().await.unwrap(), None, "{kind}: nothing is left to think");
        assert_eq!(game.terms.casual, Some(Casual::Machines));
    }
}

#[tokio::test]
async fn machine_answers_within_ten_seconds() {
    let world = Fixture::new().await;
    let id = machine_to_move(&world, "protozoa").await;
    let ply = world.game(id).await.record.len();
    assert!(world.service.claim_thought().await.unwrap().is_none(), "it lets people look first");
    let due = world.service.next_thought().await.unwrap().unwrap().duration_since(world.service.now());
    assert!(due > SignedDuration::from_secs(3) && due <= SignedDuration::from_secs(10), "{due:?}");
    assert_eq!(world.let_machines_move().await, 1);
    assert_eq!(world.game(id).await.record.len(), ply + 1);
    assert_eq!(world.mover(id).await.0, ANN.into());
}

/// Returns a turn of moves with this ending, as far as they are legal.
fn turn_of(game: &Game, seat: Seat, ending: &str) -> Vec<String> {
    let (mut table, mut turn) = (game.table.clone(), Vec::new());
    while table.to_act().contains(seat) && table.turn() == game.table.turn() {
        let legal = table.legal(seat);
        let wanted = legal.iter().find(|legal| legal.ends_with(ending) && turn.len() < 4);
        let notation = wanted.or_else(|| legal.iter().find(|legal| *legal == END)).unwrap_or(&legal[0]);
        table.play(seat, notation).unwrap();
        turn.push(notation.clone());
    }
    turn
}

#[tokio::test]
async fn machine_passes_instead_of_putting_off_the_end() {
    let world = Fixture::new().await;
    let id = world.alone("parasites", Level::Spore).await;
    let mut changes = 0;
    for round in 0.. {
        let game = world.game(id).await;
        if game.table.outcome().is_some() {
            break;
        }
        let (mover, seat) = world.mover(id).await;
        if mover == ANN.into() {
            let legal = game.table.legal(seat);
            let notation = if legal.iter().any(|legal| legal == PASS) { PASS } else { legal[0].as_str() };
            world.play(id, notation).await;
            continue;
        }
        let problem = claimed(&world).await;
        // Every machine's turn changes one parasite into a colony, which wins nothing.
        let turn = turn_of(&game, seat, if round < 4 { "=b" } else { "=c" });
        changes += usize::from(turn[0].ends_with("=c"));
        let chosen = engine::Thought { turn, ..thought(&problem) };
        world.service.enter_thought(problem.thought, chosen).await.unwrap();
    }
    let game = world.game(id).await;
    let last: Vec<&str> = game.record.iter().rev().take(2).map(|entry| entry.notation.as_str()).collect();
    assert_eq!((changes, last), (IDLE_TURNS + 1, vec![PASS, PASS]), "{:?}", game.record);
}

#[tokio::test]
async fn claimed_thought_is_claimed_once() {
    let world = Fixture::new().await;
    let id = machine_to_move(&world, "protozoa").await;
    let first = claimed(&world).await;
    assert!(world.service.claim_thought().await.unwrap().is_none());
    // The thinker dies, and another process takes over.
    world.service.release_thoughts().await.unwrap();
    let second = world.service.claim_thought().await.unwrap().unwrap();
    assert_eq!((first.thought, first.request.seed), (second.thought, second.request.seed));
    assert_eq!(thought(&first), thought(&second), "it comes to the same move");
    let ply = world.game(id).await.record.len();
    for problem in [&first, &second] {
        world.service.enter_thought(problem.thought, thought(problem)).await.unwrap();
    }
    assert_eq!(world.game(id).await.record.len(), ply + 1, "one move, however often it is entered");
}

#[tokio::test]
async fn late_thought_changes_nothing() {
    for (case, wish) in [
        ("resigned", "protozoa players=3"),
        ("taken back", "protozoa"),
        ("moved again", "protozoa"),
        ("gone", "protozoa"),
        ("paused", "protozoa | 3d/turn"),
    ] {
        let world = Fixture::new().await;
        let id = world.alone(wish, Level::Spore).await;
        world.until_a_person_is_to_move(id).await;
        world.play_any(id).await;
        let problem = claimed(&world).await;
        let ann = world.by(ANN);
        match case {
            "resigned" => drop(world.service.resign(&ann, id).await.unwrap()),
            "taken back" => drop(world.service.offer(&ann, OfferKind::TakeBack).await.unwrap()),
            "moved again" => {
                world.service.offer(&ann, OfferKind::TakeBack).await.unwrap();
                let (_, seat) = world.mover(id).await;
                let other = world.game(id).await.table.legal(seat).first().unwrap().clone();
                world.play(id, &other).await;
            }
            "paused" => drop(world.service.offer(&ann, OfferKind::Pause).await.unwrap()),
            _ => world.service.channel_gone(ann.channel).await.unwrap(),
        }
        let record = world.game(id).await.record;
        world.service.enter_thought(problem.thought, thought(&problem)).await.unwrap();
        assert_eq!(world.game(id).await.record, record, "{case}");
    }
}

#[tokio::test]
async fn pause_holds_a_thought_until_its_end() {
    let world = Fixture::new().await;
    let id = machine_to_move(&world, "protozoa | 3d/turn").await;
    world.service.offer(&world.by(ANN), OfferKind::Pause).await.unwrap();
    assert_eq!(world.let_machines_move().await, 0);
    world.service.resume(&world.by(ANN), id).await.unwrap();
    assert_eq!(world.let_machines_move().await, 1);
}

#[tokio::test]
async fn suspended_game_holds_a_thought() {
    let world = Fixture::new().await;
    let id = machine_to_move(&world, "protozoa").await;
    let here = world.by(ANN);
    world.service.channel_gone(here.channel).await.unwrap();
    assert_eq!(world.let_machines_move().await, 0);
    let there = Caller { channel: 101.into(), ..world.by(ANN) };
    world.service.resume_suspended(&there, &id.to_string()).await.unwrap();
    assert_eq!(world.let_machines_move().await, 1);
}

#[tokio::test]
async fn refused_turn_is_thought_again_at_lower_levels() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Apex).await;
    if world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let nonsense =
        |problem: &Problem| engine::Thought { turn: vec!["nonsense".to_owned()], ..thought(problem) };
    let mut levels = Vec::new();
    for _ in 0..2 {
        let mut problem = claimed(&world).await;
        levels.push(problem.request.level);
        problem.request.level = Level::Spore;
        world.service.enter_thought(problem.thought, nonsense(&problem)).await.unwrap();
    }
    assert_eq!(levels, [Level::Apex, Level::Spore]);
    let ply = world.game(id).await.record.len();
    assert_eq!(world.let_machines_move().await, 0, "nothing more is thought");
    assert_eq!(world.game(id).await.record.len(), ply + 1, "the first legal move");
}

#[tokio::test]
async fn three_failures_hold_a_game_and_status_says_so() {
    let world = Fixture::new().await;
    let id = machine_to_move(&world, "protozoa").await;
    let problem = claimed(&world).await;
    world.outbox().await;
    for _ in 0..DueThought::MOST_FAILURES {
        assert!(!world.game(id).await.held && world.outbox().await.is_empty());
        world.service.fail_thought(problem.thought).await.unwrap();
    }
    assert!(world.game(id).await.held);
    assert_eq!(world.outbox().await, [OutboxKind::Refresh], "the board says so");
    assert_eq!(world.let_machines_move().await, 0);
    let held = world.service.status(&world.by(EVE), false).await.unwrap().held;
    assert_eq!(held.iter().map(|place| place.game).collect::<Vec<_>>(), [id]);
    world.service.abort(&world.by(ANN), id).await.unwrap();
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
    assert!(world.service.status(&world.by(EVE), false).await.unwrap().held.is_empty());
}

#[tokio::test]
async fn board_before_a_machine_waits_for_its_move() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Spore).await;
    world.until_a_person_is_to_move(id).await;
    world.outbox().await;
    // The player answers from the panel, whose response shows the move.
    let (_, seat) = world.mover(id).await;
    let revision = world.game(id).await.table.revision();
    let safe = world.safe_move(id).await;
    world.service.play_picked(&world.by(ANN), id, revision, seat, safe).await.unwrap();
    let now = world.service.now();
    let leased = async |seconds| {
        let soon = later(now, SignedDuration::from_secs(seconds));
        let due = world.service.store().write(move |tx| tx.lease(soon, later(soon, MINUTE), &[])).await;
        due.unwrap().map(|due| due.payload.kind())
    };
    assert_eq!(leased(25).await, None, "its board waits");
    assert_eq!(leased(31).await, Some(OutboxKind::Board), "but not for long");
}

#[tokio::test]
async fn typed_move_is_shown_at_once() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Spore).await;
    world.until_a_person_is_to_move(id).await;
    world.outbox().await;
    let (_, seat) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(seat);
    let caller = world.by(ANN);
    let typed = world.service.play_typed(&caller, legal.last().unwrap().clone()).await.unwrap();
    assert!(matches!(typed, Response::Public(Content::Receipt { .. })), "{typed:?}");
    let at = world.service.now();
    let due = world.service.store().write(move |tx| tx.lease(at, later(at, MINUTE), &[])).await.unwrap();
    let due = due.expect("the board is the response");
    assert_eq!((due.payload.kind(), due.reply), (OutboxKind::Board, Some(caller.interaction)));
}

#[tokio::test]
async fn machines_that_follow_each_other_move_at_once() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa players=4", Level::Spore).await;
    world.until_a_person_is_to_move(id).await;
    let safe = world.safe_move(id).await;
    world.play(id, &safe).await;
    assert_eq!(world.let_machines_move().await, 3, "{:?}", world.game(id).await.record);
    assert_eq!(world.mover(id).await.0, ANN.into());
}

#[tokio::test]
async fn game_ends_when_only_machines_are_left() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa players=4", Level::Spore).await;
    world.until_a_person_is_to_move(id).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let game = world.game(id).await;
    let outcome = game.table.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.ranking.groups().len()), (AGREED, 2));
    assert_eq!(world.let_machines_move().await, 0);
}

#[tokio::test]
async fn machines_have_no_clock_and_no_conduct() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa | 3d/turn", Level::Spore).await;
    let game = world.game(id).await;
    let clocks: Vec<_> = game.clocks.seats.iter().map(|clock| game.person_in(clock.seat)).collect();
    assert_eq!(clocks, [Some(ANN.into())]);
    world.until_a_person_is_to_move(id).await;
    world.play_any(id).await;
    world.let_machines_move().await;
    let (at, spore) = (world.service.now(), machine(Level::Spore).person());
    for (person, turns) in [(spore, 0), (ANN.into(), 1)] {
        let conduct = world.service.store().read(move |tx| tx.conduct(person, at)).await.unwrap();
        assert_eq!(conduct.turns, turns);
    }
}

#[tokio::test]
async fn lone_player_has_no_clock_unless_they_choose_one() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Spore).await;
    assert!(world.game(id).await.clocks.seats.is_empty());
}

#[tokio::test]
async fn soft_clock_of_a_lone_player_asks_nobody() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa | 10m/turn soft", Level::Spore).await;
    world.until_a_person_is_to_move(id).await;
    world.outbox().await;
    world.pass(60).await;
    assert_eq!(world.open_offers(id).await, []);
    world.play_any(id).await;
}

#[tokio::test]
async fn thousand_games_with_machines_drain() {
    const GAMES: u64 = 1_000;
    let world = Fixture::new().await;
    let mut settings = data::Settings::default();
    assert!(settings.set(data::Setting::MachineGames, "1000"));
    let guild = crate::fixture::GUILD.into();
    let raise = move |tx: &Tx<'_>| tx.set_setting(guild, data::Setting::MachineGames, &settings);
    world.service.store().write(raise).await.unwrap();
    let here = &world;
    let begin = |number: u64| async move {
        let caller = Caller { channel: (10_000 + number).into(), ..here.by(100_000 + number) };
        match here.try_with_machines(&caller, "protozoa size=6", Level::Spore, &[]).await.unwrap() {
            Opened::Started(game) => game.id,
            other => panic!("{other:?}"),
        }
    };
    let ids = futures_util::future::join_all((0..GAMES).map(begin)).await;
    world.let_machines_move().await;
    assert_eq!(world.service.next_thought().await.unwrap(), None, "the queue drains");
    for id in ids {
        let game = world.game(id).await;
        assert!(game.awaited().iter().all(|person| !person.is_machine()), "each machine has moved once");
        assert!(game.record.len() <= 1);
    }
}

#[tokio::test]
async fn game_left_to_machines_is_called_off() {
    let world = Fixture::new().await;
    let begin = async |channel: u64, wish: &str| {
        let caller = Caller { channel: channel.into(), ..world.by(channel) };
        match world.try_with_machines(&caller, wish, Level::Spore, &[]).await.unwrap() {
            Opened::Started(game) => game.id,
            other => panic!("{other:?}"),
        }
    };
    let left = begin(11, "protozoa").await;
    let timed = begin(12, "protozoa | 30d+30d/60d hard").await;
    world.let_machines_move().await;
    world.service.clock().advance(days(LEFT_DAYS) - MINUTE);
    let played = begin(13, "protozoa").await;
    world.service.tidy().await.unwrap();
    assert_eq!(world.game(left).await.state, GameState::Running, "thirty days are not over");
    world.outbox().await;
    world.service.clock().advance(SignedDuration::from_mins(2));
    world.service.tidy().await.unwrap();
    assert_eq!(world.game(left).await.state, GameState::Cancelled);
    assert_eq!(world.outbox().await, [OutboxKind::Board], "its last board says so");
    assert_eq!(world.game(timed).await.state, GameState::Running, "its clock ends it");
    assert_eq!(world.game(played).await.state, GameState::Running, "it has just begun");
}

#[tokio::test]
async fn game_of_two_people_is_not_left_to_machines() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3 | none", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, MachineAct::Fill).await.unwrap();
    world.service.clock().advance(days(LEFT_DAYS + 1));
    world.service.tidy().await.unwrap();
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn players_leave_a_game_whose_machines_are_off() {
    let mut world = Fixture::new().await;
    let id = world.open("protozoa players=3 | none", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, MachineAct::Fill).await.unwrap();
    for _ in 0..3 {
        world.until_a_person_is_to_move(id).await;
        world.play_any(id).await;
    }
    world.until_a_person_is_to_move(id).await;
    let ask = |world: &Fixture| (world.service.clone(), world.by(ANN));
    let (on, ann) = ask(&world);
    assert_eq!(rejection(on.abort(&ann, id).await), OfferRejected::EverybodyMoved.into());
    assert_eq!(on.status(&ann, false).await.unwrap().without_machines, 0);
    world.service = world.service.clone().with_machines(false);
    let (off, ann) = ask(&world);
    assert_eq!(off.status(&ann, false).await.unwrap().without_machines, 1);
    off.abort(&ann, id).await.unwrap();
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
    assert_eq!(off.status(&ann, false).await.unwrap().without_machines, 0);
}

#[tokio::test]
async fn bot_without_thinkers_updates_waiting_boards() {
    let world = Fixture::new().await;
    machine_to_move(&world, "protozoa").await;
    world.outbox().await;
    world.service.show_missing_machines().await.unwrap();
    assert_eq!(world.outbox().await, [OutboxKind::Refresh]);
}
