//! Moves by taps alone: every choice is a press on the panel behind the **Move** button.

use rules::{END, Kind, PASS};

use crate::{
    table::{Match, best, previewed_after, quick_options, says_played},
    world::story,
};

#[tokio::test(flavor = "multi_thread")]
async fn whole_protozoa_by_taps() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "goal=9 rounds=4").await;
        let mut board = game.first.clone();
        let mut plies = 0;
        while let Some((seat, _)) = game.mover() {
            let notation = best(&game.table, seat);
            let receipt = game.choose_move(world, &board, &notation).await;
            says_played(&receipt, &[&notation]);
            assert!(receipt.private() && !receipt.has_picture(), "the receipt replaces the panel: {receipt}");
            plies += 1;
            board = world.board(&channel, game.id, plies).await;
        }
        assert!(plies > 3, "{plies}");
        assert_eq!(world.game(game.id).await.record.len(), plies);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_each_game_by_taps() {
    for &kind in Kind::ALL {
        story(async |world| {
            let (ann, bob, channel) = world.two().await;
            let mut game = Match::begin(world, &channel, (&ann, &bob), kind, &quick_options(kind, 2)).await;
            let mut board = game.first.clone();
            let mut plies = 0;
            while game.table.turn() < 5
                && let Some((seat, _)) = game.mover()
            {
                let legal = game.table.legal(seat);
                let wanted = |notation: &&String| ![PASS, END].contains(&notation.as_str());
                let notation = legal.iter().rfind(wanted).unwrap_or(&legal[0]).clone();
                let receipt = game.choose_move(world, &board, &notation).await;
                says_played(&receipt, &[&notation]);
                plies += 1;
                board = world.board(&channel, game.id, plies).await;
            }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_survives_restarts_between_presses() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Parasites, "size=8").await;
        for (ply, notation) in [(1, "a1=q"), (2, "h8=q")] {
            game.type_move(world, notation).await;
            world.board(&channel, game.id, ply).await;
        }
        let (seat, mover) = game.mover().expect("the game is running");
        let board = world.board(&channel, game.id, 2).await;
        let mut panel = world.chat.press(&mover, &board, "Move").await.shown();
        let mut draft: Vec<String> = Vec::new();
        let mut ahead = game.table.clone();
        // The queen has points for five builders. The bot is killed between any two presses.
        for nth in 1..=5 {
            let legal = ahead.legal(seat);
            let Some(notation) = legal.iter().find(|notation| notation.ends_with("=b")) else { break };
            let notation = notation.clone();
            let killed = async || world.restart_bot().await;
            panel = previewed_after(world, &mover, (&ahead, seat), panel, &notation, killed).await;
            ahead.play(seat, &notation).expect("a legal move");
            draft.push(notation);
            if nth == 5 || ahead.turn() != game.table.turn() {
                break;
            }
            world.restart_bot().await;
        }
        assert_eq!(draft.len(), 5, "{draft:?}");
        assert_eq!(world.game(game.id).await.record.len(), 2, "nothing is played before it is confirmed");
        world.restart_bot().await;
        let receipt = world.chat.press(&mover, &panel, "Confirm").await.shown();
        says_played(&receipt, &draft);
        let played = world.game(game.id).await.record;
        let played: Vec<&str> = played[2..].iter().map(|entry| entry.notation.as_str()).collect();
        assert_eq!(played, draft, "the turn comes out once");
    })
    .await;
}
