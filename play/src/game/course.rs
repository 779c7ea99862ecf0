//! The course of a lesson: which step the learner has reached, and what a move leads to.

use data::{Sketch, SketchMove};
use rules::{AnyEvent, Attempt, Lesson, LessonStep, ParseError, Played, Refusal};

use super::tryout::{CARRY_OUT, Tryout};

/// A lesson after the steps that the learner has done.
#[derive(Clone, Debug)]
pub struct Course {
    /// The position.
    pub board: Tryout,
    /// The number of steps that are done. One move of the learner is stored for each.
    pub done: usize,
}

/// The outcome of a learner's move.
#[derive(Clone, Debug)]
pub enum Tried {
    /// The move reaches the goal of the step.
    Reached {
        /// The lesson after the machine's reply.
        course: Box<Course>,
        /// The moves to store: that of the learner and those of the machine.
        moves: Vec<SketchMove>,
    },
    /// The move is legal and misses the goal. These events would have followed.
    Missed(Vec<AnyEvent>),
}

impl Course {
    /// Returns a lesson after the first moves of a sketch, and how many moves that are. It ends before a move that the rules no
    /// longer allow.
    ///
    /// # Errors
    /// [`ParseError`] if the rules no longer read its first position.
    pub fn of(sketch: &Sketch) -> Result<(Course, u32), ParseError> {
        let (board, played) = Tryout::of(sketch)?;
        let moves = sketch.moves.iter().take(played as usize);
        let done = moves.filter(|mv| is_learners(mv)).count();
        Ok((Course { board, done }, played))
    }

    /// Returns the lesson that is taught.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        self.board.table.kind().lesson()
    }

    /// Returns the step that the learner is at, or `None` if the lesson is over.
    #[must_use]
    pub fn step(&self) -> Option<LessonStep> {
        let is_over = self.board.table.outcome().is_some();
        self.lesson().steps.get(self.done).copied().filter(|_| !is_over)
    }

    /// Returns the step that the learner has just done.
    #[must_use]
    pub fn last_step(&self) -> Option<LessonStep> {
        self.lesson().steps.get(self.done.checked_sub(1)?).copied()
    }

    /// Returns what has happened since the learner's last move, that move included.
    #[must_use]
    pub fn news(&self) -> &[Played] {
        let record = &self.board.record;
        let own = record.iter().rposition(|played| played.seat == Lesson::LEARNER && !played.forced);
        // Where all order at once, the orders of the others can come before that of the learner.
        let turn = own.map(|own| record[own].turn);
        let since = match turn {
            Some(turn) if self.board.table.kind().is_simultaneous() => {
                record.iter().position(|played| played.turn == turn)
            }
            _ => own,
        };
        &record[since.unwrap_or(record.len())..]
    }

    /// Returns what a move of the learner leads to.
    ///
    /// # Errors
    /// [`Refusal`] says why the move is not legal.
    pub fn try_move(&self, notation: &str) -> Result<Tried, Refusal> {
        let Some(step) = self.step() else { return Err(Refusal::Over) };
        let mut board = self.board.clone();
        let before = board.record.len();
        let mut moves = Vec::new();
        enter(&mut board, &mut moves, SketchMove { seat: Lesson::LEARNER, notation: notation.to_owned() })?;
        let simultaneous = board.table.kind().is_simultaneous();
        if simultaneous {
            reply(&mut board, &mut moves, &step)?;
            let carry_out = SketchMove { seat: Lesson::LEARNER.next(2), notation: CARRY_OUT.to_owned() };
            enter(&mut board, &mut moves, carry_out)?;
        }
        let events: Vec<AnyEvent> =
            board.record[before..].iter().flat_map(|played| played.events.iter().cloned()).collect();
        if !(step.goal)(&Attempt { notation, table: &board.table, events: &events }) {
            return Ok(Tried::Missed(events));
        }
        if !simultaneous {
            reply(&mut board, &mut moves, &step)?;
        }
        Ok(Tried::Reached { course: Box::new(Course { board, done: self.done + 1 }), moves })
    }

    /// Returns a move that reaches the goal of the step: the one that the lesson names, if it does in this position.
    #[must_use]
    pub fn solution(&self) -> Option<String> {
        let shown = self.step()?.shown.to_owned();
        let legal = self.board.table.legal(Lesson::LEARNER);
        let reaches = |notation: &String| matches!(self.try_move(notation), Ok(Tried::Reached { .. }));
        std::iter::once(shown).chain(legal).find(reaches)
    }
}

fn is_learners(mv: &SketchMove) -> bool {
    mv.seat == Lesson::LEARNER && mv.notation != CARRY_OUT
}

fn enter(board: &mut Tryout, moves: &mut Vec<SketchMove>, mv: SketchMove) -> Result<(), Refusal> {
    board.enter(&mv)?;
    moves.push(mv);
    Ok(())
}

/// Makes the moves of the machine until the learner is to move or the game is over: those of the lesson, then any. A lesson of another
/// version can have a reply that is not legal here.
fn reply(board: &mut Tryout, moves: &mut Vec<SketchMove>, step: &LessonStep) -> Result<(), Refusal> {
    let mut prepared = step.reply.iter();
    while let Some(seat) = board.next_seat().filter(|&seat| seat != Lesson::LEARNER) {
        let legal = |notation: &&&str| board.table.legal_move(seat, notation).is_some();
        let notation = match prepared.next().filter(legal) {
            Some(notation) => (*notation).to_owned(),
            None => board
                .table
                .legal_moves(seat)
                .into_iter()
                .min_by_key(rules::LegalMove::rank)
                .map_or_else(|| rules::PASS.to_owned(), |any| any.notation),
        };
        enter(board, moves, SketchMove { seat, notation })?;
    }
    Ok(())
}
