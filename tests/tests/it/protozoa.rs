//! A whole game of Protozoa, by commands and by menus, as two people play it.

use rules::Kind;
use serde_json::json;

use crate::{
    check::{self, Course},
    table::{Match, best, says_played},
    world::{World, story},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_from_the_lobby_to_its_end() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "goal=9 rounds=3").await;

        let (mut course, mut by_board) = (Course::default(), 0);
        course.show(world, game.first.clone()).await;
        while let Some((seat, mover)) = game.mover() {
            course.call(&mover);
            let board = course.boards.last().expect("there is a first board");
            // A turn in which pieces die has several steps.
            let mut buttons = board.buttons();
            buttons.retain(|label| *label != "What happened");
            assert_eq!(buttons, ["Move", "Plan ahead", "Rules", "More"]);
            let notation = best(&game.table, seat);
            // Both ways to play a move take turns.
            let answer = if course.moves.len() % 3 == 1 {
                game.choose_move(world, board, &notation).await
            } else {
                let offered = suggested(world, &game, &notation[..notation.len() - 1]).await;
                assert!(offered.contains(&notation), "{notation} is not among {offered:?}");
                game.type_move(world, &notation).await
            };
            says_played(&answer, &[&notation]);
            by_board += usize::from(!answer.private());
            course.moves.push((seat, notation));
            course.show(world, world.board(&channel, game.id, course.moves.len()).await).await;
        }
        assert_ne!(by_board, 0, "the response to a typed move is the board");
        let mut ids: Vec<&str> = course.boards.iter().map(|board| board.id()).collect();
        ids.dedup();
        assert_eq!(ids.len(), course.moves.len() + 1, "every turn has a message of its own");
        check::whole_game(world, &game, &course).await;
    })
    .await;
}

async fn suggested(world: &World, game: &Match, typed: &str) -> Vec<String> {
    let (_, mover) = game.mover().expect("the game is running");
    world.chat.suggestions(&mover, &game.channel, "move", "move", json!({ "move": typed })).await
}
