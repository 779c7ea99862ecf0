//! A second bot waits beside the first, and takes its place when it dies or falls silent. Only a database on a server has room for
//! two.

use rules::Kind;
use rustix::process::Signal;

use crate::{
    process::{Bot, PATIENCE},
    table::Match,
    world::{World, rough_story},
};

const WAITS: &str = "waits to take its place";

/// Starts a second bot, which must wait.
async fn spare(world: &World) -> Bot {
    let mut spare = Bot::launch(&world.launch(), &world.log);
    assert!(spare.logs(&world.log, WAITS).await, "the second bot must wait:\n{}", world.log.tail());
    spare
}

async fn connected(bot: &mut Bot, world: &World) {
    let connected = tokio::time::timeout(PATIENCE, bot.connected(&world.log)).await;
    assert_eq!(connected, Ok(true), "{}", world.log.tail());
}

#[tokio::test(flavor = "multi_thread")]
async fn second_bot_goes_on_when_the_first_is_killed() {
    rough_story(async |world| {
        if !world.is_on_a_server() {
            return;
        }
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        game.play(world).await;
        for _ in 0..3 {
            let mut spare = spare(world).await;
            world.kill_bot().await;
            connected(&mut spare, world).await;
            world.put_bot(spare);
            world.online().await;
            game.play(world).await;
        }
        world.all_public_is_delivered().await;
        assert_eq!(world.game(game.id).await.record.len(), 4);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_bot_loses_its_place() {
    rough_story(async |world| {
        if !world.is_on_a_server() {
            return;
        }
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let mut spare = spare(world).await;
        let mut stopped = world.take_bot();
        stopped.signal(Signal::STOP);
        connected(&mut spare, world).await;
        world.put_bot(spare);
        game.play(world).await;
        stopped.signal(Signal::CONT);
        assert!(!stopped.ended().await.success());
        assert!(world.log.lines().iter().any(|line| line.contains("another Petri has taken over")));
        game.play(world).await;
        world.all_public_is_delivered().await;
        assert_eq!(world.game(game.id).await.record.len(), 2);
    })
    .await;
}
