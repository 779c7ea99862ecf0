//! Daily puzzles: what a person sees and answers.

use data::{Purpose, Puzzle, PuzzleAnswer, PuzzleId, PuzzleStreak, Sketch, SketchId, SketchMove, Tx};
use jiff::Timestamp;

use super::{
    admin::guild_of,
    core::{Caller, Service},
    sketch::SketchAct,
};
use crate::{
    content::{Content, PuzzleBoard, PuzzlePage, PuzzleResult, Response, puzzle_table},
    error::Error,
    game::{
        riddle::position_after,
        tryout::{MOST_MOVES, Tryout},
    },
    rejected::{PuzzleRejected, Rejected, SketchRejected},
};

/// How many streaks `/puzzle` lists.
const LISTED: u32 = 5;

impl Service {
    /// Returns the newest puzzle of the caller's server, the caller's streak, and the longest streaks there.
    ///
    /// # Errors
    /// [`Error::Rejected`] outside servers, or if the caller asks too often.
    pub async fn puzzle(&self, caller: &Caller) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        self.admit_costly(caller)?;
        let person = caller.person;
        self.store
            .read(move |tx| {
                let puzzle = tx.puzzle_before(guild, i64::MAX)?;
                let answer = match &puzzle {
                    Some(puzzle) => tx.puzzle_answer(puzzle.id, person)?,
                    None => None,
                };
                let streak = tx.puzzle_streak(guild, person)?;
                Ok(Response::Ephemeral(Content::PuzzlePage(Box::new(PuzzlePage {
                    person,
                    run: current(tx, puzzle.as_ref(), streak)?,
                    puzzle,
                    answer,
                    streak,
                    best: tx.best_puzzle_streaks(guild, LISTED)?,
                    next: tx.puzzle_due_of(guild)?,
                    needs_game: tx.any_game_on(guild)?.is_none(),
                }))))
            })
            .await
    }

    /// Opens a board on which the caller looks for the solution of a puzzle. A caller who has answered it, or for whom it is too
    /// late, sees the solution.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the puzzle is gone or belongs to another server.
    pub async fn solve(&self, caller: &Caller, id: PuzzleId) -> Result<Response, Error> {
        let (of, now) = (*caller, self.now());
        self.store.write(move |tx| Ok(Response::Ephemeral(opened(tx, &of, id, now)?))).await
    }
}

/// Returns how many puzzles in a row a person has solved up to now. A streak lives on until the puzzle after its last one has been
/// replaced.
fn current(tx: &Tx<'_>, newest: Option<&Puzzle>, streak: Option<PuzzleStreak>) -> Result<u32, Error> {
    let (Some(newest), Some(streak)) = (newest, streak) else { return Ok(0) };
    let before = tx.puzzle_before(newest.is.guild, newest.is.day)?.map(|puzzle| puzzle.is.day);
    let lives = streak.last == newest.is.day || Some(streak.last) == before;
    Ok(if lives { streak.run } else { 0 })
}

fn opened(tx: &Tx<'_>, caller: &Caller, id: PuzzleId, now: Timestamp) -> Result<Content, Error> {
    let guild = guild_of(caller)?;
    let puzzle = tx.puzzle(id)?.filter(|puzzle| puzzle.posted && puzzle.is.guild == guild);
    let puzzle = puzzle.ok_or_else(gone)?;
    let answer = tx.puzzle_answer(id, caller.person)?;
    let is_newest = tx.puzzle_before(guild, i64::MAX)?.is_some_and(|newest| newest.id == id);
    if answer.is_some() || !is_newest {
        return result(tx, caller, puzzle, answer);
    }
    if let Some(sketch) = tx.puzzle_board(caller.person, id)?
        && let Some(board) = tx.sketch(sketch)?
    {
        return Ok(screen(board_of(sketch, &board, puzzle)?, String::new(), false));
    }
    let sketch = Sketch {
        person: caller.person,
        kind: puzzle.is.kind,
        start: puzzle.is.position.clone(),
        moves: Vec::new(),
        ply: 0,
        posted: false,
        purpose: Purpose::Puzzle(id),
    };
    let board = board_of(SketchId::from(0), &sketch, puzzle)?;
    let sketch = tx.add_sketch(&sketch, now)?;
    Ok(screen(PuzzleBoard { sketch, ..board }, String::new(), false))
}

/// Does what a button of a puzzle's board asks for. `ply` is how many moves the board had when the button was shown.
pub(super) fn pressed(
    tx: &Tx<'_>,
    caller: &Caller,
    (id, ply): (SketchId, u32),
    (sketch, puzzle): (Sketch, PuzzleId),
    act: SketchAct,
    now: Timestamp,
) -> Result<Response, Error> {
    let puzzle = tx.puzzle(puzzle)?.ok_or_else(gone)?;
    let board = board_of(id, &sketch, puzzle)?;
    if ply != board.ply {
        return Ok(Response::Update(screen(board, String::new(), true)));
    }
    let shown = match act {
        SketchAct::Show(path) => screen(board, path, false),
        SketchAct::Play(notation) => entered(tx, board, sketch, notation, now)?,
        SketchAct::Undo => {
            let moves: Vec<SketchMove> =
                sketch.moves.iter().take(ply.saturating_sub(1) as usize).cloned().collect();
            let sketch = Sketch { ply: moves.len() as u32, moves, ..sketch };
            tx.set_sketch(id, &sketch.moves, sketch.ply, now)?;
            screen(board_of(id, &sketch, board.puzzle)?, String::new(), false)
        }
        SketchAct::Answer => answered(tx, caller, board, now)?,
        SketchAct::Close => {
            tx.drop_sketch(id)?;
            Content::PuzzleClosed
        }
        _ => return Err(Error::rejected(Rejected::UnknownButton)),
    };
    Ok(Response::Update(shown))
}

/// Makes a move of the turn that is looked for.
fn entered(
    tx: &Tx<'_>,
    mut board: PuzzleBoard,
    mut sketch: Sketch,
    notation: String,
    now: Timestamp,
) -> Result<Content, Error> {
    let mv = SketchMove { seat: board.seat, notation };
    let fits = !board.is_complete() && (board.ply as usize) < MOST_MOVES;
    // A move that is not legal comes from a button of another position.
    if !fits || board.board.enter(&mv).is_err() {
        return Ok(screen(board, String::new(), true));
    }
    sketch.moves.truncate(board.ply as usize);
    sketch.moves.push(mv);
    board.ply += 1;
    tx.set_sketch(board.sketch, &sketch.moves, board.ply, now)?;
    Ok(screen(board, String::new(), false))
}

/// Stores the person's answer and shows the solution. The first full answer counts.
fn answered(tx: &Tx<'_>, caller: &Caller, board: PuzzleBoard, now: Timestamp) -> Result<Content, Error> {
    if !board.is_complete() {
        return Err(Error::rejected(PuzzleRejected::Incomplete));
    }
    let PuzzleBoard { sketch, puzzle, seat, board, .. } = board;
    let own = board.record.iter().filter(|played| played.seat == seat && !played.forced);
    let turn: Vec<String> = own.map(|played| played.notation.clone()).collect();
    let (table, _) = puzzle_table(&puzzle).map_err(|_| gone())?;
    let after = |turn: &[String]| position_after(&table, seat, turn);
    let solved = after(&turn).is_some_and(|position| Some(position) == after(&puzzle.is.solution));
    let is_newest = tx.puzzle_before(puzzle.is.guild, i64::MAX)?.is_some_and(|newest| newest.id == puzzle.id);
    if is_newest {
        let before = tx.puzzle_before(puzzle.is.guild, puzzle.is.day)?.map(|puzzle| puzzle.is.day);
        tx.answer_puzzle(&puzzle, caller.person, &PuzzleAnswer { turn, solved }, before, now)?;
    }
    tx.drop_sketch(sketch)?;
    let answer = tx.puzzle_answer(puzzle.id, caller.person)?;
    result(tx, caller, puzzle, answer)
}

fn result(
    tx: &Tx<'_>,
    caller: &Caller,
    puzzle: Puzzle,
    answer: Option<PuzzleAnswer>,
) -> Result<Content, Error> {
    let streak = tx.puzzle_streak(puzzle.is.guild, caller.person)?;
    Ok(Content::PuzzleResult(Box::new(PuzzleResult { puzzle, answer, streak })))
}

/// Returns the board of a puzzle. The rules of a later version may no longer know its position.
fn board_of(id: SketchId, sketch: &Sketch, puzzle: Puzzle) -> Result<PuzzleBoard, Error> {
    let lost = |_| Error::rejected(SketchRejected::Gone);
    let (board, ply) = Tryout::of(sketch).map_err(lost)?;
    let (_, seat) = puzzle_table(&puzzle).map_err(lost)?;
    Ok(PuzzleBoard { sketch: id, puzzle, seat, board, ply, path: String::new(), moved_on: false })
}

fn screen(board: PuzzleBoard, path: String, moved_on: bool) -> Content {
    Content::PuzzleBoard(Box::new(PuzzleBoard { path, moved_on, ..board }))
}

fn gone() -> Error {
    Error::rejected(PuzzleRejected::Gone)
}

#[cfg(test)]
mod tests;
