//! Suspended games: how lists and boards show them, and what their players read when they resume.

use data::GameId;
use messages::{choices, text};
use play::{
    Caller,
    fixture::{ANN, BOB, CHANNEL, Fixture},
};

use crate::world::post;

const ELSEWHERE: u64 = 200;
/// The server of the fixture's games.
const GUILD: u64 = 50;

async fn games(world: &Fixture, person: u64) -> String {
    post(world, world.service.games(&world.by(person)).await).await.card.unwrap().body
}

async fn board(world: &Fixture, id: GameId) -> String {
    text::clocks(&world.game(id).await, world.service.now())
}

#[tokio::test]
async fn list_says_that_the_channel_is_gone() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    assert!(!games(&world, ANN).await.contains("its channel is gone"));
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    for person in [ANN, BOB] {
        assert!(games(&world, person).await.contains("its channel is gone"));
    }
    let elsewhere = |person| Caller { channel: ELSEWHERE.into(), ..world.by(person) };
    let suspended = world.service.suspended(&elsewhere(BOB)).await.unwrap();
    let typed = id.to_string();
    let choices = choices::suspended(&suspended);
    assert_eq!(choices.iter().map(|choice| &choice.value).collect::<Vec<_>>(), [&typed]);

    let by = elsewhere(ANN);
    for _ in 0..2 {
        let reply = post(&world, world.service.resume_suspended(&by, &typed).await).await;
        assert_eq!(reply.content, text::RESUMED_HERE);
    }
    assert!(!games(&world, ANN).await.contains("its channel is gone"));
    let (mover, seat) = world.mover(id).await;
    let notation = world.game(id).await.table.legal(seat).pop().unwrap();
    let receipt = world.service.play_typed(&elsewhere(mover.get()), notation).await;
    assert!(post(&world, receipt).await.content.starts_with('✅'));
}

#[tokio::test]
async fn board_says_that_the_next_move_resumes() {
    for back in [false, true] {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 3d/turn hard", &[BOB]).await;
        world.service.guild_gone(GUILD.into()).await.unwrap();
        let words = board(&world, id).await;
        assert!(words.contains("suspended") && words.contains("next move"), "{words}");
        if back {
            world.service.back_on(GUILD.into()).await.unwrap();
        } else {
            world.play_any(id).await;
        }
        let words = board(&world, id).await;
        assert!(!words.contains("suspended"), "{words}");
    }
}

#[tokio::test]
async fn list_forgets_a_game_that_was_called_off() {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    world.service.channel_gone(CHANNEL.into()).await.unwrap();
    world.service.clock().advance(clock::days(31));
    world.service.tidy().await.unwrap();
    assert!(games(&world, ANN).await.contains("You're not in a game yet"));
}
