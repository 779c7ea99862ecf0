//! What is to be told, until it is.

use data::{Due, GameId, Time, Topic};

use crate::world::{World, side_door};

/// Leases a row at `now` for 100 ms: its game, ply and how often it was tried.
async fn lease(world: &World, now: i64, busy: &[GameId]) -> Option<Due> {
    let busy = busy.to_vec();
    world.write(move |tx| tx.lease(Time(now), Time(now + 100), &busy)).await
}

async fn queue(world: &World, game: GameId, ply: u32, topic: Topic, due: i64) {
    world.write(move |tx| tx.queue(game, ply, topic, Time(due))).await;
}

async fn next_due(world: &World) -> Option<i64> {
    world.read(|tx| tx.next_due()).await.map(|due| due.0)
}

fn rows(world: &World) -> u32 {
    side_door(&world.path).query_row("SELECT count(*) FROM outbox", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_row_is_leased_until_it_is_settled() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    assert_eq!(next_due(&world).await, None);
    assert_eq!(lease(&world, 1000, &[]).await, None);
    queue(&world, id, 1, Topic::Board, 10).await;
    queue(&world, id, 1, Topic::Board, 20).await;
    assert_eq!(rows(&world), 1, "once for a game, ply and topic");
    assert_eq!(next_due(&world).await, Some(10));
    assert_eq!(lease(&world, 9, &[]).await, None, "not yet");

    let due = lease(&world, 10, &[]).await.unwrap();
    assert_eq!((due.game, due.key, due.topic, due.tries), (id, 1, Topic::Board, 1));
    assert_eq!(lease(&world, 109, &[]).await, None, "somebody has it");
    assert_eq!(next_due(&world).await, Some(110));

    // Whoever had it did not come back.
    let again = lease(&world, 110, &[]).await.unwrap();
    assert_eq!((again.id, again.tries), (due.id, 2));
    world.write(move |tx| tx.retry(due.id, Time(500))).await;
    assert_eq!(next_due(&world).await, Some(500));
    assert_eq!(lease(&world, 499, &[]).await, None);
    assert_eq!(lease(&world, 500, &[]).await.unwrap().tries, 3);

    // A new worker takes over what the old one had.
    world.write(|tx| tx.release(Time(501))).await;
    assert_eq!(lease(&world, 501, &[]).await.unwrap().tries, 4);

    world.write(move |tx| tx.settle_boards(id, 1, Time(501))).await;
    assert_eq!(next_due(&world).await, None);
    queue(&world, id, 1, Topic::Board, 600).await;
    assert_eq!(lease(&world, 1000, &[]).await, None, "told once is told");
}

#[tokio::test]
async fn the_oldest_due_row_of_a_game_that_is_not_busy_comes_first() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    queue(&world, one, 2, Topic::Board, 30).await;
    queue(&world, one, 1, Topic::Ready, 10).await;
    queue(&world, two, 1, Topic::Board, 20).await;
    assert_eq!(lease(&world, 50, &[one, two]).await, None);
    assert_eq!(lease(&world, 50, &[one]).await.unwrap().game, two);
    assert_eq!(lease(&world, 50, &[two]).await.unwrap().topic, Topic::Ready);
    assert_eq!(lease(&world, 50, &[]).await.unwrap().key, 2);
    assert_eq!(lease(&world, 50, &[]).await, None);
}

#[tokio::test]
async fn a_newer_board_settles_the_older_ones() {
    let world = World::new().await;
    let (one, two) = (world.game_of_two(1).await, world.game_of_two(2).await);
    for ply in 1..=4 {
        queue(&world, one, ply, Topic::Board, 10).await;
    }
    queue(&world, one, 1, Topic::Ready, 11).await;
    queue(&world, two, 1, Topic::Board, 12).await;
    world.write(move |tx| tx.settle_boards(one, 3, Time(20))).await;
    let mut left = Vec::new();
    while let Some(due) = lease(&world, 50, &[]).await {
        left.push((due.game, due.topic, due.key));
    }
    assert_eq!(left, [(one, Topic::Board, 4), (one, Topic::Ready, 1), (two, Topic::Board, 1)]);
}

#[tokio::test]
async fn a_hopeless_row_is_given_up() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, 1, Topic::Board, 10).await;
    queue(&world, id, 2, Topic::Board, 10).await;
    let due = lease(&world, 10, &[]).await.unwrap();
    world.write(move |tx| tx.give_up(due.id, "may not write in the channel", Time(10))).await;
    assert_eq!(lease(&world, 1000, &[]).await.unwrap().key, 2);
    assert_eq!(lease(&world, 1050, &[]).await, None, "the first one does not come back");
    let why: String = side_door(&world.path)
        .query_row("SELECT failed FROM outbox WHERE id = ?", [due.id.get()], |row| row.get(0))
        .unwrap();
    assert_eq!(why, "may not write in the channel");
}

#[tokio::test]
async fn a_lobby_becomes_due_again_whenever_it_changes() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    queue(&world, id, 0, Topic::Lobby, 10).await;
    let first = lease(&world, 10, &[]).await.unwrap();
    let lobby = first.id;
    world.write(move |tx| tx.settle(lobby, None, Time(11))).await;
    assert_eq!(next_due(&world).await, None);
    queue(&world, id, 0, Topic::Lobby, 20).await;
    let again = lease(&world, 20, &[]).await.unwrap();
    assert_eq!((again.id, again.tries), (first.id, 1));

    // It changes while the message is under way: what is sent is out of date already.
    queue(&world, id, 0, Topic::Lobby, 30).await;
    world.write(move |tx| tx.settle(lobby, None, Time(31))).await;
    assert_eq!(lease(&world, 32, &[]).await.unwrap().id, first.id);
    world.write(move |tx| tx.settle(lobby, None, Time(33))).await;
    assert_eq!(next_due(&world).await, None);

    // A lobby that could not be shown may be tried again once it has changed.
    world.write(move |tx| tx.give_up(first.id, "no", Time(33))).await;
    queue(&world, id, 0, Topic::Lobby, 40).await;
    assert_eq!(next_due(&world).await, Some(40));
    assert_eq!(rows(&world), 1);
}
