//! Hints and puzzles.

use data::{NewPuzzle, Purpose, Puzzle, PuzzleAnswer, PuzzleStreak, Sketch, SketchMove};
use engine::{Reason, reasons};
use play::{
    content::{Hint, HintLine, PuzzleBoard, PuzzlePage, PuzzlePost, PuzzleResult, puzzle_table},
    fixture::WIN_IN_ONE,
    game::tryout::Tryout,
};

use super::*;

/// Returns a picture whose description has the greatest length.
fn picture() -> Picture {
    Picture { png: vec![0], alt: "x".repeat(1024) }
}

/// Returns the longest turn of a seat that its first legal moves make, up to eight moves.
fn long_turn(table: &Table, seat: Seat) -> Vec<LegalMove> {
    let (mut then, mut moves) = (table.clone(), Vec::new());
    while moves.len() < 8
        && let Some(next) = then.legal_moves(seat).into_iter().max_by_key(|mv| mv.words.len())
    {
        then.play(seat, &next.notation).unwrap();
        moves.push(next);
    }
    moves
}

#[test]
fn hints_are_within_discords_limits() {
    for &kind in Kind::ALL {
        for showcase in kind.showcase() {
            let (table, _) = showcase.set_up(kind).unwrap();
            let Some(seat) = table.to_act().first() else { continue };
            let moves = long_turn(&table, seat);
            let seats = table.game().seats();
            let sight = table.sight(seat, &[]).unwrap();
            let notations: Vec<String> = moves.iter().map(|mv| mv.notation.clone()).collect();
            let side = SeatSet::all(seats);
            let reasons = [Reason::Stops(side), Reason::Threatens]
                .into_iter()
                .chain(reasons(&sight, &notations))
                .collect();
            let line = HintLine { moves, value: 0, reasons };
            for turn in [None, Some(usize::MAX)] {
                let lines = vec![line.clone(); 3];
                let hint =
                    Hint { game: Box::new(game(seats, seats.into(), table.clone())), seat, turn, lines };
                check(&posts::hint(&hint, Some(picture())));
            }
        }
    }
}

fn puzzle(kind: Kind, position: String, solution: Vec<String>) -> Puzzle {
    let is = NewPuzzle { guild: BIG.into(), day: 99_999, kind, position, solution, played: true };
    Puzzle { id: BIG.into(), is, posted: true }
}

#[test]
fn puzzles_are_within_discords_limits() {
    for kind in play::game::riddle::kinds() {
        for showcase in kind.showcase() {
            let (table, _) = showcase.set_up(kind).unwrap();
            let Some(seat) = table.to_act().first() else { continue };
            let turn: Vec<String> = long_turn(&table, seat).into_iter().map(|mv| mv.notation).collect();
            let puzzle = puzzle(kind, table.game().position(), turn.clone());
            let before = Some((puzzle.clone(), (u32::MAX, u32::MAX)));
            check(&posts::puzzle(
                &PuzzlePost { puzzle: puzzle.clone(), before, best: vec![streak(); 3] },
                picture(),
            ));
            for solved in [true, false] {
                let answer = Some(PuzzleAnswer { turn: turn.clone(), solved });
                let streak = Some(streak());
                check(&posts::puzzle_result(
                    &PuzzleResult { puzzle: puzzle.clone(), answer: answer.clone(), streak },
                    Some(picture()),
                ));
                let best = vec![self::streak(); 5];
                check(&posts::puzzle_page(
                    &PuzzlePage {
                        person: BIG.into(),
                        puzzle: Some(puzzle.clone()),
                        answer,
                        streak,
                        run: u32::MAX,
                        best,
                        next: Some(NOW),
                        needs_game: false,
                    },
                    Some(picture()),
                ));
            }
            boards(&puzzle, seat, &turn);
        }
    }
    check(&Post::text(text::PUZZLE_CLOSED));
}

fn streak() -> PuzzleStreak {
    let most = u32::MAX;
    PuzzleStreak { person: BIG.into(), last: 99_999, run: most, best: most, tried: most, solved: most }
}

/// Checks the screens of a puzzle's board after each move of a turn.
fn boards(puzzle: &Puzzle, seat: Seat, turn: &[String]) {
    let moves: Vec<SketchMove> =
        turn.iter().map(|notation| SketchMove { seat, notation: notation.clone() }).collect();
    for ply in 0..=moves.len() as u32 {
        let sketch = Sketch {
            person: BIG.into(),
            kind: puzzle.is.kind,
            start: puzzle.is.position.clone(),
            moves: moves.clone(),
            ply,
            posted: false,
            purpose: Purpose::Puzzle(puzzle.id),
        };
        let (board, _) = Tryout::of(&sketch).unwrap();
        let screen = |path: &str| PuzzleBoard {
            sketch: BIG.into(),
            puzzle: puzzle.clone(),
            seat,
            board: board.clone(),
            ply: u32::MAX,
            path: path.to_owned(),
            moved_on: true,
        };
        check_screens(|_, path| drawn(posts::puzzle_board(&screen(path))));
    }
}

#[test]
fn puzzle_that_is_unreadable_has_a_page() {
    let broken = puzzle(Kind::Protozoa, "of another version".to_owned(), vec!["q@d6".to_owned()]);
    assert!(posts::puzzle_scene(&broken).is_none() && posts::solution_scene(&broken).is_none());
    let result = PuzzleResult { puzzle: broken, answer: None, streak: None };
    check(&posts::puzzle_result(&result, None));
    let (_, seat) = puzzle_table(&puzzle(Kind::Protozoa, WIN_IN_ONE.to_owned(), Vec::new())).unwrap();
    assert_eq!(seat, Seat::FIRST);
}
