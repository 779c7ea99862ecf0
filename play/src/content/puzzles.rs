//! The content of puzzles.

use data::{PersonId, Puzzle, PuzzleAnswer, PuzzleStreak, SketchId};
use jiff::Timestamp;
use rules::{ParseError, Seat, Table};

use crate::game::tryout::Tryout;

/// A board on which a person looks for the solution of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleBoard {
    /// The board.
    pub sketch: SketchId,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The seat whose turn is looked for.
    pub seat: Seat,
    /// The position after the moves so far.
    pub board: Tryout,
    /// How many moves have been made.
    pub ply: u32,
    /// The choices made so far for the next move, as words with dots between them.
    pub path: String,
    /// Whether the button belonged to another position, so that this is the present one.
    pub moved_on: bool,
}

impl PuzzleBoard {
    /// Returns whether the turn is complete, so that it can be the answer.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.board.table.turn() > 0 || self.board.table.outcome().is_some()
    }
}

/// A puzzle with its solution.
#[derive(Clone, Debug)]
pub struct PuzzleResult {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The person's answer. `None` if they have given none and the solution is out.
    pub answer: Option<PuzzleAnswer>,
    /// How the person does with the puzzles of the server.
    pub streak: Option<PuzzleStreak>,
}

/// The newest puzzle of a server, and the streaks there.
#[derive(Clone, Debug)]
pub struct PuzzlePage {
    /// The person who looks.
    pub person: PersonId,
    /// The newest puzzle that was posted.
    pub puzzle: Option<Puzzle>,
    /// The person's answer to it.
    pub answer: Option<PuzzleAnswer>,
    /// How the person does.
    pub streak: Option<PuzzleStreak>,
    /// How many puzzles in a row the person has solved up to now.
    pub run: u32,
    /// The people with the longest streaks, the longest first.
    pub best: Vec<PuzzleStreak>,
    /// When the next puzzle is posted. `None` if the server wants none.
    pub next: Option<Timestamp>,
    /// Whether puzzles begin only after the first game on the server.
    pub needs_game: bool,
}

/// The post of a server's puzzle of a day.
#[derive(Clone, Debug)]
pub struct PuzzlePost {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The puzzle before it, with how many people have answered and how many have solved it.
    pub before: Option<(Puzzle, (u32, u32))>,
    /// The people with the longest streaks, the longest first.
    pub best: Vec<PuzzleStreak>,
}

/// Returns the position of a puzzle, and the seat whose turn is looked for.
///
/// # Errors
/// [`ParseError`] if the rules no longer read it.
pub fn puzzle_table(puzzle: &Puzzle) -> Result<(Table, Seat), ParseError> {
    let table = Table::from(puzzle.is.kind.read(&puzzle.is.position)?);
    let seat = table.to_act().first().unwrap_or(Seat::FIRST);
    Ok((table, seat))
}
