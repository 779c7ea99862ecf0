use data::Setting;

use super::*;
use crate::fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection, replaced};

/// Returns a server with a channel for puzzles and a game.
async fn server() -> Fixture {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    world.set(Setting::Puzzles, "310").await;
    world
}

#[track_caller]
fn board_in(content: Content) -> PuzzleBoard {
    match content {
        Content::PuzzleBoard(board) => *board,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn result_in(content: Content) -> PuzzleResult {
    match content {
        Content::PuzzleResult(result) => *result,
        other => panic!("{other:?}"),
    }
}

impl Fixture {
    async fn solve(&self, by: u64, puzzle: &Puzzle) -> Content {
        ephemeral(self.service.solve(&self.by(by), puzzle.id).await)
    }

    async fn on(&self, by: u64, board: &PuzzleBoard, act: SketchAct) -> Content {
        replaced(self.service.press_sketch(&self.by(by), board.sketch, board.ply, act).await)
    }

    /// Lets a person answer a puzzle with this move.
    async fn answer(&self, by: u64, puzzle: &Puzzle, notation: &str) -> PuzzleResult {
        let board = board_in(self.solve(by, puzzle).await);
        let board = board_in(self.on(by, &board, SketchAct::Play(notation.to_owned())).await);
        result_in(self.on(by, &board, SketchAct::Answer).await)
    }

    async fn puzzle_page(&self, by: u64) -> PuzzlePage {
        self.service.clock().advance(clock::MINUTE);
        match ephemeral(self.service.puzzle(&self.by(by)).await) {
            Content::PuzzlePage(page) => *page,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn full_answer_shows_the_solution() {
    let world = server().await;
    let puzzle = world.next_puzzle().await;
    let board = board_in(world.solve(EVE, &puzzle).await);
    assert!(!board.is_complete());
    let early = world.service.press_sketch(&world.by(EVE), board.sketch, 0, SketchAct::Answer).await;
    assert_eq!(rejection(early), PuzzleRejected::Incomplete.into());
    let tried = board_in(world.on(EVE, &board, SketchAct::Play("p@a1".to_owned())).await);
    assert!(tried.is_complete());
    let back = board_in(world.on(EVE, &tried, SketchAct::Undo).await);
    assert_eq!(
        (back.ply, back.board.table.clone()),
        (0, board.board.table),
        "nothing counts before the answer"
    );
    let right = board_in(world.on(EVE, &back, SketchAct::Play("q@d6".to_owned())).await);
    let result = result_in(world.on(EVE, &right, SketchAct::Answer).await);
    assert_eq!(result.answer, Some(PuzzleAnswer { turn: vec!["q@d6".to_owned()], solved: true }));
    assert_eq!(result.streak.map(|streak| (streak.run, streak.best)), Some((1, 1)));
}

#[tokio::test]
async fn only_the_first_answer_counts() {
    let world = server().await;
    let puzzle = world.next_puzzle().await;
    let board = board_in(world.solve(EVE, &puzzle).await);
    let board = board_in(world.on(EVE, &board, SketchAct::Play("p@a1".to_owned())).await);
    let result = result_in(world.on(EVE, &board, SketchAct::Answer).await);
    assert!(result.answer.is_some_and(|answer| !answer.solved));
    let again = result_in(world.solve(EVE, &puzzle).await);
    assert!(again.answer.is_some_and(|answer| answer.turn == ["p@a1"]), "the board is gone");
    let gone = world.service.press_sketch(&world.by(EVE), board.sketch, board.ply, SketchAct::Answer).await;
    assert_eq!(rejection(gone), SketchRejected::Gone.into());
}

#[tokio::test]
async fn board_waits_until_the_solution_is_out() {
    let world = server().await;
    let first = world.next_puzzle().await;
    let board = board_in(world.solve(EVE, &first).await);
    let moved = board_in(world.on(EVE, &board, SketchAct::Play("q@d6".to_owned())).await);
    let again = board_in(world.solve(EVE, &first).await);
    assert_eq!((again.sketch, again.ply), (moved.sketch, 1), "the moves are kept");
    let stale = board_in(world.on(EVE, &board, SketchAct::Undo).await);
    assert!(stale.moved_on && stale.ply == 1);

    world.next_puzzle().await;
    let late = result_in(world.on(EVE, &moved, SketchAct::Answer).await);
    assert_eq!((late.answer, late.streak), (None, None), "it no longer counts");
    assert!(result_in(world.solve(BOB, &first).await).answer.is_none());
}

#[tokio::test]
async fn streaks_are_listed_and_end() {
    let world = server().await;
    for day in 0..3 {
        let puzzle = world.next_puzzle().await;
        world.answer(ANN, &puzzle, "q@d6").await;
        if day != 1 {
            world.answer(BOB, &puzzle, "q@d6").await;
        }
        world.answer(CID, &puzzle, "p@a1").await;
    }
    let page = world.puzzle_page(ANN).await;
    let best: Vec<(u64, u32)> = page.best.iter().map(|of| (of.person.get(), of.best)).collect();
    assert_eq!((page.run, best), (3, vec![(ANN, 3), (BOB, 1)]));
    assert!(page.answer.is_some_and(|answer| answer.solved) && page.next.is_some());
    world.next_puzzle().await;
    assert_eq!(world.puzzle_page(ANN).await.run, 3, "today's is still open");
    world.next_puzzle().await;
    let page = world.puzzle_page(ANN).await;
    assert_eq!((page.run, page.streak.map(|streak| streak.best)), (0, Some(3)));
}

#[tokio::test]
async fn puzzle_is_its_servers_and_board_its_persons() {
    let world = server().await;
    let puzzle = world.next_puzzle().await;
    let elsewhere = Caller { guild: Some(51.into()), ..world.by(EVE) };
    assert_eq!(rejection(world.service.solve(&elsewhere, puzzle.id).await), PuzzleRejected::Gone.into());
    assert_eq!(rejection(world.service.solve(&world.by(EVE), 99.into()).await), PuzzleRejected::Gone.into());
    let alone = Caller { guild: None, ..world.by(EVE) };
    assert_eq!(rejection(world.service.puzzle(&alone).await), Rejected::OutsideServers);
    let board = board_in(world.solve(EVE, &puzzle).await);
    let other = world.service.press_sketch(&world.by(BOB), board.sketch, 0, SketchAct::Answer).await;
    assert_eq!(rejection(other), SketchRejected::NotYours.into());
}

#[tokio::test]
async fn puzzle_before_its_post_is_nobodys() {
    let world = server().await;
    world.prepare_puzzle().await;
    let day = data::day_of(world.puzzle_due().await.unwrap());
    let find = move |tx: &Tx<'_>| tx.puzzle_of(crate::fixture::GUILD.into(), day);
    let prepared = world.service.store().read(find).await.unwrap().unwrap();
    let early = world.service.solve(&world.by(EVE), prepared.id).await;
    assert_eq!(rejection(early), PuzzleRejected::Gone.into());
    let page = world.puzzle_page(EVE).await;
    assert!(page.puzzle.is_none() && page.best.is_empty() && page.next.is_some());
}

#[tokio::test]
async fn puzzles_wait_for_the_first_game() {
    let world = Fixture::new().await;
    assert!(world.puzzle_page(ANN).await.needs_game);
    world.begin("protozoa", &[BOB]).await;
    assert!(!world.puzzle_page(ANN).await.needs_game);
}
