use clock::from_millis;

use super::*;
use crate::Store;

async fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
    (dir, store)
}

fn of(guild: u64, day: i64) -> NewPuzzle {
    NewPuzzle {
        guild: guild.into(),
        day,
        kind: Kind::Protozoa,
        position: "any text".to_owned(),
        solution: vec!["p@f4".to_owned()],
        played: true,
    }
}

/// Stores a puzzle that is posted.
fn posted(tx: &Tx<'_>, guild: u64, day: i64) -> Puzzle {
    assert!(tx.add_puzzle(&of(guild, day)).unwrap());
    let puzzle = tx.puzzle_of(guild.into(), day).unwrap().unwrap();
    tx.set_puzzle_posted(puzzle.id).unwrap();
    tx.puzzle(puzzle.id).unwrap().unwrap()
}

fn answer(solved: bool) -> PuzzleAnswer {
    PuzzleAnswer { turn: vec!["p@a1".to_owned()], solved }
}

#[tokio::test]
async fn day_has_one_puzzle_on_each_server() {
    let (_dir, store) = store().await;
    store
        .write(|tx| {
            assert!(tx.add_puzzle(&of(5, 10))?);
            assert!(!tx.add_puzzle(&NewPuzzle { position: "another".to_owned(), ..of(5, 10) })?);
            assert!(tx.add_puzzle(&of(6, 10))? && tx.add_puzzle(&of(5, 11))?);
            let found = tx.puzzle_of(5.into(), 10)?.expect("it was stored");
            assert_eq!((found.is, found.posted), (of(5, 10), false));
            assert_eq!(tx.puzzle_before(5.into(), 11)?, None, "it is not posted yet");
            tx.set_puzzle_posted(found.id)?;
            assert_eq!(tx.puzzle_before(5.into(), 11)?.map(|puzzle| puzzle.id), Some(found.id));
            tx.forget_puzzles(11)?;
            assert!(tx.puzzle(found.id)?.is_none() && tx.puzzle_of(5.into(), 11)?.is_some());
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn only_the_first_answer_counts() {
    let (_dir, store) = store().await;
    store
        .write(|tx| {
            let (puzzle, ann) = (posted(tx, 5, 10), 3.into());
            assert!(tx.answer_puzzle(&puzzle, ann, &answer(false), None, from_millis(1))?);
            assert!(!tx.answer_puzzle(&puzzle, ann, &answer(true), None, from_millis(2))?);
            assert_eq!(tx.puzzle_answer(puzzle.id, ann)?, Some(answer(false)));
            assert!(tx.answer_puzzle(&puzzle, 4.into(), &answer(true), None, from_millis(2))?);
            assert_eq!(tx.puzzle_counts(puzzle.id)?, (2, 1));
            let streak = tx.puzzle_streak(5.into(), ann)?.expect("they answered");
            assert_eq!((streak.run, streak.best, streak.tried, streak.solved), (0, 0, 1, 0));
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn streak_counts_puzzles_solved_in_a_row() {
    let (_dir, store) = store().await;
    store
        .write(|tx| {
            let mut runs = Vec::new();
            // There was no puzzle on day 12. The one of day 14 is left out, and that of day 16 is not solved.
            for (day, solved) in [(10, true), (11, true), (13, true), (15, true), (16, false), (17, true)] {
                if day == 15 {
                    posted(tx, 5, 14);
                }
                let puzzle = posted(tx, 5, day);
                let before = tx.puzzle_before(5.into(), day)?.map(|puzzle| puzzle.is.day);
                tx.answer_puzzle(&puzzle, 3.into(), &answer(solved), before, from_millis(day))?;
                runs.push(tx.puzzle_streak(5.into(), 3.into())?.map(|streak| (streak.run, streak.best)));
            }
            assert_eq!(runs, [(1, 1), (2, 2), (3, 3), (1, 3), (0, 3), (1, 3)].map(Some));
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn best_streaks_leave_hidden_people_out() {
    let (_dir, store) = store().await;
    store
        .write(|tx| {
            for day in 10..13 {
                let puzzle = posted(tx, 5, day);
                for person in [3, 4, 6].into_iter().filter(|person| day < 12 || *person != 3) {
                    tx.answer_puzzle(
                        &puzzle,
                        person.into(),
                        &answer(person != 6),
                        Some(day - 1),
                        from_millis(day),
                    )?;
                }
            }
            let best = |tx: &Tx<'_>| {
                let best = tx.best_puzzle_streaks(5.into(), 5)?;
                Ok::<_, StoreError>(best.iter().map(|of| (of.person.get(), of.best)).collect::<Vec<_>>())
            };
            assert_eq!(best(tx)?, [(4, 3), (3, 2)], "a person without a solved puzzle has no streak");
            tx.set_visibility(
                4.into(),
                crate::Visibility { profile: false, ..crate::Visibility::default() },
            )?;
            assert_eq!(best(tx)?, [(3, 2)]);
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn due_puzzles_are_found_by_their_time() {
    let (_dir, store) = store().await;
    store
        .write(|tx| {
            assert_eq!(tx.next_puzzle()?, None);
            for (guild, due) in [(5, 30), (6, 20), (7, 40)] {
                tx.set_puzzle_due(guild.into(), from_millis(due))?;
            }
            let due = tx.puzzles_due(from_millis(30), 9)?;
            assert_eq!(due, [(6.into(), from_millis(20)), (5.into(), from_millis(30))]);
            assert_eq!(tx.next_puzzle()?, Some(from_millis(20)));
            tx.set_puzzle_due(6.into(), from_millis(50))?;
            tx.clear_puzzle_due(5.into())?;
            assert_eq!(
                (tx.puzzle_due_of(6.into())?, tx.puzzle_due_of(5.into())?),
                (Some(from_millis(50)), None)
            );
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}
