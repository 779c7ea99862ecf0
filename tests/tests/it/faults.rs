//! Discord has a bad day: requests fail, responses are lost, messages are deleted, the connection breaks.

use rules::Kind;
use serde_json::json;

use crate::{
    table::{Match, best},
    world::{World, story},
};

async fn begin(world: &World, kind: Kind, options: &str) -> Match {
    let (ann, bob, channel) = world.two().await;
    Match::begin(world, &channel, (&ann, &bob), kind, options).await
}

/// Plays moves whose boards meet failures on `route`.
async fn failures(route: &str) {
    story(async |world| {
        let mut game = begin(world, Kind::Protozoa, "").await;
        let mut board = game.first.clone();
        for (plies, fault) in [
            (1, json!({ "status": 500, "times": 2 })),
            (2, json!({ "lose_reply": true })),
            (3, json!({ "lose_reply": true, "reset": true })),
            (4, json!({ "reset": true })),
            (5, json!({ "status": 429, "body": { "message": "slow down", "retry_after": 0.1, "global": false } })),
        ] {
            let (mover, next) = game.mover_and_other();
            let (seat, _) = game.mover().expect("the game is running");
            let notation = best(&game.table, seat);
            let mut whole = json!({ "route": route, "method": "POST", "times": 1 });
            whole.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            world.chat.fault(whole).await;
            if route == ANSWERS {
                // The response may arrive or not.
                let typed = json!({ "move": notation });
                world.chat.begin_command(&mover, &game.channel, "move", typed).await.expect("the playground takes the command");
                game.table.play(seat, &notation).expect("a legal move");
                world.played(game.id, plies).await;
            } else {
                game.choose_move(world, &board, &notation).await;
            }
            board = world.board(&game.channel, game.id, plies).await;
            world.chat.no_faults().await;
            let boards = world.messages(&game.channel).await.iter().filter(|message| message.has_picture()).count();
            assert_eq!(boards, plies + 1, "every turn has one board despite the fault: {fault}");
            let pings = world.chat.pings(&next).await;
            assert_eq!(pings.iter().filter(|id| *id == board.id()).count(), 1, "{fault}");
            assert_ne!(world.chat.pings(&mover).await.last().map(String::as_str), Some(board.id()));
        }
    })
    .await;
}

/// The route of boards that are posted, and of those that are responses.
const POSTS: &str = "/messages";
const ANSWERS: &str = "/callback";

#[tokio::test(flavor = "multi_thread")]
async fn failing_board_is_posted_once() {
    failures(POSTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_board_response_is_shown_once() {
    failures(ANSWERS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_board_comes_back_and_pings_nobody() {
    story(async |world| {
        let mut game = begin(world, Kind::Semiosphere, "").await;
        game.play(world).await;
        let board = game.play(world).await;
        let (mover, _) = game.mover_and_other();
        let pings = world.chat.pings(&mover).await.len();
        world.chat.delete_as_bot(&game.channel, &board).await;
        let again = game.play(world).await;
        assert_ne!(again.id(), board.id());
        assert!(again.has_picture() && again.content().contains(&mover.mention()), "{again}");
        assert_eq!(world.chat.pings(&mover).await.len(), pings, "the turn is still the same");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_survives_a_broken_connection() {
    story(async |world| {
        let mut game = begin(world, Kind::Protozoa, "").await;
        world.chat.post("/gateway/drop", json!({ "resumable": true })).await;
        world.online().await;
        game.play(world).await;
        world.chat.post("/gateway/drop", json!({ "resumable": false })).await;
        world.online().await;
        game.play(world).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outdated_board_is_not_posted() {
    story(async |world| {
        let chat = &world.chat;
        let mut game = begin(world, Kind::Protozoa, "").await;
        let (mover, next) = game.mover_and_other();
        let called = chat.pings(&next).await;
        chat.fault(json!({ "route": "/callback", "method": "POST", "times": 1, "reset": true })).await;
        for (plies, by) in [(1, &mover), (2, &next)] {
            let (seat, _) = game.mover().expect("the game is running");
            let notation = best(&game.table, seat);
            let typed = json!({ "move": notation });
            chat.begin_command(by, &game.channel, "move", typed)
                .await
                .expect("the playground takes the command");
            game.table.play(seat, &notation).expect("a legal move");
            world.played(game.id, plies).await;
        }
        let board = world.board(&game.channel, game.id, 2).await;
        let boards = world.messages(&game.channel).await;
        assert_eq!(
            boards.iter().filter(|message| message.has_picture()).count(),
            2,
            "one board shows both moves"
        );
        assert_eq!(chat.pings(&next).await, called, "a player who has moved gets no ping");
        assert_eq!(chat.pings(&mover).await.iter().filter(|id| *id == board.id()).count(), 1);
    })
    .await;
}
