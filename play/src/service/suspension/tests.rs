use data::{OfferKind, OutboxKind, TimerKind};

use super::*;
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, EVE, Fixture, ephemeral, rejection},
    rejected::{LobbyRejected, Rejected},
};

const ELSEWHERE: u64 = 200;

fn elsewhere(world: &Fixture, person: u64) -> Caller {
    Caller { channel: ELSEWHERE.into(), ..world.by(person) }
}

/// Returns the games that a player's list shows.
async fn games(world: &Fixture, person: u64) -> Vec<Listed> {
    let shown = ephemeral(world.service.games(&world.by(person)).await);
    let Content::Games { games, .. } = shown else { panic!("{shown:?}") };
    games
}

/// Returns whether a player's list shows one game, and that it is suspended.
async fn is_listed_as_suspended(world: &Fixture, person: u64) -> bool {
    let games = games(world, person).await;
    let [listed] = games.as_slice() else { panic!("{games:?}") };
    listed.suspended
}

fn nothing_suspended() -> Rejected {
    SuspendedRejected::NoneSuch { suspended: Vec::new() }.into()
}

#[tokio::test]
async fn suspended_game_resumes_in_another_channel() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    world.service.offer(&world.by(ANN), OfferKind::Draw).await.unwrap();
    let service = &world.service;
    let typed = id.to_string();
    let none = service.resume_suspended(&elsewhere(&world, ANN), &typed).await;
    assert_eq!(rejection(none), nothing_suspended());
    for channel in [ELSEWHERE, CHANNEL, CHANNEL] {
        service.channel_gone(channel.into()).await.unwrap();
    }
    for person in [ANN, BOB] {
        assert!(is_listed_as_suspended(&world, person).await);
        let listed =
            service.store().read(move |tx| tx.games_of(person.into(), voters_missing)).await.unwrap();
        assert!(!listed[0].waits, "nobody can move");
    }
    let choices = service.suspended(&elsewhere(&world, BOB)).await.unwrap();
    assert_eq!(choices.iter().map(|choice| choice.id).collect::<Vec<_>>(), [id]);

    let wrong = service.resume_suspended(&elsewhere(&world, ANN), "77").await;
    let wrong = rejection(wrong);
    assert!(
        matches!(&wrong, Rejected::Suspended(SuspendedRejected::NoneSuch { suspended })
            if suspended.iter().map(|listed| listed.id).eq([id])),
        "{wrong:?}"
    );
    let abroad = Caller { guild: Some(51.into()), ..elsewhere(&world, ANN) };
    for caller in [abroad, elsewhere(&world, EVE)] {
        assert_eq!(rejection(service.resume_suspended(&caller, &typed).await), nothing_suspended());
    }
    let taken = elsewhere(&world, CID);
    let lobby = world.try_open(&taken, "protozoa", &[]).await.unwrap();
    let taken = rejection(service.resume_suspended(&elsewhere(&world, ANN), &typed).await);
    assert_eq!(taken, SuspendedRejected::ChannelTaken.into());
    service.leave(&elsewhere(&world, CID), lobby.id).await.unwrap();

    world.outbox().await;
    service.lobby_shown(id, 7.into()).await.unwrap();
    let by = elsewhere(&world, ANN);
    for _ in 0..2 {
        let response = ephemeral(service.resume_suspended(&by, &typed).await);
        assert!(matches!(response, Content::ResumedHere), "{response:?}");
    }
    assert_eq!(world.outbox().await, [OutboxKind::Board]);
    let game = world.game(id).await;
    assert_eq!((game.channel, game.board), (ELSEWHERE.into(), None));
    assert_eq!(game.lobby_message, None, "the lobby's message is in the old channel");
    assert!(!is_listed_as_suspended(&world, ANN).await);
    let open = service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
    assert_eq!(open, [], "offers whose post is gone have lapsed");
    let (mover, seat) = world.mover(id).await;
    let notation = game.table.legal(seat).pop().unwrap();
    let receipt =
        service.play_typed(&Caller { channel: ELSEWHERE.into(), ..world.by(mover) }, notation).await;
    let receipt = ephemeral(receipt);
    let Content::Receipt { person, ply, .. } = &receipt else { panic!("{receipt:?}") };
    assert_eq!((*person, *ply), (mover, 2));
}

#[tokio::test]
async fn move_in_its_channel_resumes_a_game() {
    const DAY: i64 = 24 * 60;
    for back in [false, true] {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 3d/turn hard", &[BOB]).await;
        world.service.guild_gone(50.into()).await.unwrap();
        assert!(world.game(id).await.clocks.suspended.is_some());
        world.pass(5 * DAY).await;
        if back {
            world.service.back_on(50.into()).await.unwrap();
        } else {
            world.play_any(id).await;
        }
        let game = world.game(id).await;
        assert_eq!(game.clocks.suspended, None);
        let (_, seat) = world.mover(id).await;
        assert!(game.clocks.deadline(seat).is_some(), "the clock runs");
        assert!(!is_listed_as_suspended(&world, ANN).await);
        world.pass(DAY).await;
        world.service.clock().advance(SignedDuration::from_mins(40 * DAY));
        world.service.abort_suspended().await.unwrap();
        assert_eq!(world.game(id).await.state, GameState::Running, "the game is not called off");
    }
}

#[tokio::test]
async fn suspension_stops_the_clocks() {
    const HOUR: i64 = 60;
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10h/turn hard", &[BOB]).await;
    let (_, seat) = world.mover(id).await;
    world.pass(4 * HOUR).await;
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    let flags =
        world.service.store().read(move |tx| tx.timers(id, Some(seat), TimerKind::Flag)).await.unwrap();
    assert_eq!(flags, []);
    world.pass(100 * HOUR).await;
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    ephemeral(world.service.resume_suspended(&elsewhere(&world, ANN), &id.to_string()).await);
    world.pass(5 * HOUR).await;
    assert_eq!(world.game(id).await.table.outcome(), None);
    world.pass(HOUR + 1).await;
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, rules::TIMED_OUT);
}

#[tokio::test]
async fn lobby_without_its_channel_is_closed() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    assert_eq!(rejection(world.service.join(&world.by(BOB), id).await), LobbyRejected::Closed.into());
}

#[tokio::test]
async fn suspended_game_is_called_off_after_a_month() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    for (days, state) in [(29, GameState::Running), (2, GameState::Cancelled)] {
        world.service.clock().advance(clock::days(days));
        world.service.tidy().await.unwrap();
        assert_eq!(world.game(id).await.state, state);
    }
    assert_eq!(games(&world, ANN).await, []);
}

#[tokio::test]
async fn removed_bot_suspends_games_of_the_server() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 1h/turn hard", &[BOB]).await;
    world.service.guild_gone(51.into()).await.unwrap();
    assert!(!is_listed_as_suspended(&world, ANN).await);
    world.service.guild_gone(50.into()).await.unwrap();
    assert!(is_listed_as_suspended(&world, ANN).await);
    world.pass(10 * 60).await;
    assert_eq!(world.game(id).await.table.outcome(), None, "no player can move");
    ephemeral(world.service.resume_suspended(&world.by(BOB), &id.to_string()).await);
    world.pass(2 * 60).await;
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, rules::TIMED_OUT);
}

#[tokio::test]
async fn broken_game_does_not_hold_up_others() {
    let world = Fixture::new().await;
    let broken = world.begin("protozoa", &[BOB]).await;
    let at = world.service.now();
    let break_off = move |tx: &Tx<'_>| {
        let mut game = tx.open(broken)?;
        game.enter(rules::Seat::FIRST, rules::SUBSTITUTE).unwrap();
        game.record[0].notation = "nonsense".to_owned();
        tx.append(&mut game, at)
    };
    world.service.store().write(break_off).await.unwrap();
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    let other = world.try_open(&elsewhere(&world, ANN), "protozoa", &[]).await.unwrap().id;
    world.service.join(&elsewhere(&world, BOB), other).await.unwrap();
    world.service.start(&elsewhere(&world, ANN), other).await.unwrap();
    world.service.channel_gone(ELSEWHERE.into()).await.unwrap();
    world.service.clock().advance(LIFE + SignedDuration::from_millis(1));
    world.service.tidy().await.unwrap();
    assert_eq!(world.game(other).await.state, GameState::Cancelled);
}

#[tokio::test]
async fn start_suspends_games_of_lost_servers() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let is_suspended = async || world.game(id).await.clocks.suspended.is_some();
    world.service.only_on(&[], |guild| guild != 50.into()).await.unwrap();
    assert!(!is_suspended().await, "another shard receives that server");
    world.service.only_on(&[50.into(), 60.into()], |_| true).await.unwrap();
    assert!(!is_suspended().await);
    world.service.only_on(&[60.into()], |_| true).await.unwrap();
    assert!(is_suspended().await);
}
