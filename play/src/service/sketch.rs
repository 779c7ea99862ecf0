//! Try-out boards: positions in which the caller plays all seats, in private.

use data::{GameId, Purpose, Sketch, SketchId, SketchMove, Tx};
use jiff::Timestamp;
use rules::{Kind, Options, Seat, Table};

use super::{
    core::{Caller, Service},
    history::turns,
    learn, puzzle,
    replay::game_of,
};
use crate::{
    content::{Content, Response, SketchScreen},
    error::Error,
    game::tryout::{CARRY_OUT, MOST_MOVES, OTHER_SIDE, Tryout, steps_of},
    rejected::{Rejected, SketchRejected},
};

/// The position with which a caller wants to open a try-out board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SketchWish {
    /// A game that was played or is being played, or `None` for that of the caller's channel.
    pub game: Option<GameId>,
    /// The kind of a position text, or of a new game.
    pub kind: Option<Kind>,
    /// A position text.
    pub position: Option<String>,
    /// The turn of a game after which to begin. Without it, the board begins at the present or at the end.
    pub turn: Option<u32>,
}

/// The request of a button on a try-out board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SketchAct {
    /// Show the choices at this path.
    Show(String),
    /// Make this move for the seat that is next.
    Play(String),
    /// Take the last move back.
    Undo,
    /// Make the last undone move again.
    Redo,
    /// Carry out the orders of a turn.
    CarryOut,
    /// Let the next seat move instead.
    OtherSide,
    /// Post the board for everybody in the channel.
    Post,
    /// Open a copy of a posted board.
    Copy,
    /// Delete the board, or close a lesson.
    Close,
    /// In a lesson: show a move that reaches the goal.
    Hint,
    /// In a lesson: show the page of the rules that explains the step.
    Page,
    /// In a lesson: start again.
    Again,
    /// On the board of a puzzle: the moves on it are the answer.
    Answer,
}

impl Service {
    /// Opens a try-out board. A running game with secrets has none.
    ///
    /// The caller must be allowed to see the history of a game that they name ([`Service::check_press`]).
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game, turn or position, or the caller asks too often.
    pub async fn analyse(&self, caller: &Caller, wish: SketchWish) -> Result<Response, Error> {
        let (of, now) = (*caller, self.now());
        let sketch = match (&wish.position, wish.kind) {
            (Some(text), kind) => at_position(&of, kind, text)?,
            (None, Some(kind)) => {
                let game = kind.new_game(&Options::new()).map_err(anyhow::Error::from)?;
                sketch_of(&of, kind, game.position(), Vec::new())
            }
            (None, None) => {
                self.store.read(move |tx| of_game(tx, &of, game_of(tx, &of, wish.game)?, wish.turn)).await?
            }
        };
        if wish.turn.is_some() && (wish.position.is_some() || wish.kind.is_some()) {
            return Err(Error::rejected(SketchRejected::TurnOfPosition));
        }
        self.admit_costly(caller)?;
        self.store.write(move |tx| Ok(Response::Ephemeral(opened(tx, &sketch, now)?))).await
    }

    /// Does what a button of a try-out board asks for. `ply` is how many moves the board had when the button was shown. If it has
    /// another number now, nothing changes and the response is the present state.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the board is gone, belongs to another person, or has no room for another move. On a posted board
    /// only [`SketchAct::Copy`] works.
    pub async fn press_sketch(
        &self,
        caller: &Caller,
        id: SketchId,
        ply: u32,
        act: SketchAct,
    ) -> Result<Response, Error> {
        let (of, now) = (*caller, self.now());
        if matches!(act, SketchAct::Post | SketchAct::Copy) {
            self.admit_costly(caller)?;
        }
        let shows = matches!(act, SketchAct::Show(_) | SketchAct::Hint | SketchAct::Page);
        let work = move |tx: &Tx<'_>| pressed(tx, &of, (id, ply), act.clone(), now);
        if shows { self.store.read(work).await } else { self.store.write(work).await }
    }
}

fn pressed(
    tx: &Tx<'_>,
    caller: &Caller,
    (id, ply): (SketchId, u32),
    act: SketchAct,
    now: Timestamp,
) -> Result<Response, Error> {
    let sketch = tx.sketch(id)?.ok_or_else(|| Error::rejected(SketchRejected::Gone))?;
    if sketch.posted && act == SketchAct::Copy {
        // A board that people copy counts as used.
        tx.set_sketch(id, &sketch.moves, sketch.ply, now)?;
        let copy = Sketch { person: caller.person, posted: false, ..sketch };
        return Ok(Response::Ephemeral(opened(tx, &copy, now)?));
    }
    if sketch.person != caller.person || sketch.posted {
        return Err(Error::rejected(SketchRejected::NotYours));
    }
    match sketch.purpose {
        Purpose::Lesson => return learn::pressed(tx, (id, ply), sketch, act, now),
        Purpose::Puzzle(puzzle) => return puzzle::pressed(tx, caller, (id, ply), (sketch, puzzle), act, now),
        Purpose::Tryout => {}
    }
    let (board, played) = read(&sketch)?;
    let sketch = Sketch { ply: played, ..sketch };
    if ply != played {
        return Ok(present(id, &sketch, board));
    }
    match act {
        SketchAct::Show(path) => Ok(Response::Update(screen(id, &sketch, board, path, false))),
        SketchAct::Play(notation) => match board.next_seat() {
            Some(seat) => entered(tx, (id, sketch), board, SketchMove { seat, notation }, now),
            None => Ok(present(id, &sketch, board)),
        },
        SketchAct::CarryOut => {
            let entry = SketchMove { seat: Seat::FIRST, notation: CARRY_OUT.to_owned() };
            entered(tx, (id, sketch), board, entry, now)
        }
        SketchAct::OtherSide => match board.next_seat() {
            Some(seat) => {
                let entry = SketchMove { seat, notation: OTHER_SIDE.to_owned() };
                entered(tx, (id, sketch), board, entry, now)
            }
            None => Ok(present(id, &sketch, board)),
        },
        SketchAct::Undo => shown_at(tx, id, Sketch { ply: ply.saturating_sub(1), ..sketch }, now),
        SketchAct::Redo => {
            let ply = (ply + 1).min(sketch.moves.len() as u32);
            shown_at(tx, id, Sketch { ply, ..sketch }, now)
        }
        SketchAct::Post => {
            // The moves that were undone are nobody else's business.
            let moves = sketch.moves[..ply as usize].to_vec();
            let posted = Sketch { moves, posted: true, ..sketch };
            let id = tx.add_sketch(&posted, now)?;
            Ok(Response::Shown(Content::PostedSketch(shown(id, &posted, board, String::new(), false))))
        }
        SketchAct::Close => {
            tx.drop_sketch(id)?;
            Ok(Response::Update(Content::SketchClosed))
        }
        SketchAct::Copy => Err(Error::rejected(SketchRejected::NotYours)),
        SketchAct::Hint | SketchAct::Page | SketchAct::Again | SketchAct::Answer => {
            Err(Error::rejected(Rejected::UnknownButton))
        }
    }
}

/// Returns the present state for a button of another one.
fn present(id: SketchId, sketch: &Sketch, board: Tryout) -> Response {
    Response::Update(screen(id, sketch, board, String::new(), true))
}

/// Makes a move and stores it. A move that is not legal comes from a button of another position.
fn entered(
    tx: &Tx<'_>,
    (id, mut sketch): (SketchId, Sketch),
    mut board: Tryout,
    entry: SketchMove,
    now: Timestamp,
) -> Result<Response, Error> {
    let at = sketch.ply as usize;
    if at >= MOST_MOVES {
        return Err(Error::rejected(SketchRejected::Full { most: MOST_MOVES }));
    }
    if board.enter(&entry).is_err() {
        return Ok(present(id, &sketch, board));
    }
    // The undone moves stay if this is the first of them.
    if sketch.moves.get(at) != Some(&entry) {
        sketch.moves.truncate(at);
        sketch.moves.push(entry);
    }
    sketch.ply += 1;
    tx.set_sketch(id, &sketch.moves, sketch.ply, now)?;
    Ok(Response::Update(screen(id, &sketch, board, String::new(), false)))
}

/// Stores how many moves are shown, and returns the board after them.
fn shown_at(tx: &Tx<'_>, id: SketchId, sketch: Sketch, now: Timestamp) -> Result<Response, Error> {
    let (board, played) = read(&sketch)?;
    let sketch = Sketch { ply: played, ..sketch };
    tx.set_sketch(id, &sketch.moves, sketch.ply, now)?;
    Ok(Response::Update(screen(id, &sketch, board, String::new(), false)))
}

/// Returns the board of a sketch. The rules of a later version may no longer know its position.
fn read(sketch: &Sketch) -> Result<(Tryout, u32), Error> {
    Tryout::of(sketch).map_err(|_| Error::rejected(SketchRejected::Gone))
}

/// Stores a new sketch and returns its first screen.
fn opened(tx: &Tx<'_>, sketch: &Sketch, now: Timestamp) -> Result<Content, Error> {
    let (board, played) = read(sketch)?;
    let sketch = Sketch { ply: played, ..sketch.clone() };
    let id = tx.add_sketch(&sketch, now)?;
    Ok(screen(id, &sketch, board, String::new(), false))
}

fn screen(id: SketchId, sketch: &Sketch, board: Tryout, path: String, moved_on: bool) -> Content {
    Content::Sketch(shown(id, sketch, board, path, moved_on))
}

fn shown(id: SketchId, sketch: &Sketch, board: Tryout, path: String, moved_on: bool) -> Box<SketchScreen> {
    let undone = (sketch.moves.len() as u32).saturating_sub(sketch.ply);
    let (person, ply) = (sketch.person, sketch.ply);
    Box::new(SketchScreen { sketch: id, person, board, ply, undone, path, moved_on })
}

fn sketch_of(caller: &Caller, kind: Kind, start: String, moves: Vec<SketchMove>) -> Sketch {
    let ply = moves.len() as u32;
    Sketch { person: caller.person, kind, start, moves, ply, posted: false, purpose: Purpose::Tryout }
}

/// Returns a sketch that begins at a position text of this kind, or of any kind that reads it.
fn at_position(caller: &Caller, kind: Option<Kind>, text: &str) -> Result<Sketch, Error> {
    let text = text.trim().trim_matches('`').trim();
    let found = match kind {
        Some(kind) => kind
            .read(text)
            .map(|game| (kind, game))
            .map_err(|error| SketchRejected::BadPosition { kind: Some(kind), error: Some(error) }),
        None => {
            let read = Kind::ALL.iter().find_map(|&kind| Some((kind, kind.read(text).ok()?)));
            read.ok_or(SketchRejected::BadPosition { kind: None, error: None })
        }
    };
    let (kind, game) = found.map_err(Error::rejected)?;
    Ok(sketch_of(caller, kind, game.position(), Vec::new()))
}

/// Returns a sketch of a game after a turn, or as it is now.
fn of_game(tx: &Tx<'_>, caller: &Caller, id: GameId, turn: Option<u32>) -> Result<Sketch, Error> {
    let game = tx.open(id)?;
    let kind = game.table.kind();
    if game.keeps_secrets() {
        return Err(Error::rejected(SketchRejected::StillSecret { kind }));
    }
    let turns = turns(&game);
    let last = turns.len();
    let end = match turn.map(|turn| turn as usize) {
        None => game.record.len(),
        Some(0) => 0,
        Some(turn) if turn <= last => turns[turn - 1].end,
        Some(_) => return Err(Error::rejected(SketchRejected::NoSuchTurn { last: last as u32 })),
    };
    let start = Table::new(kind, &game.options).map_err(anyhow::Error::from)?;
    let (position, moves) = steps_of(&start, &game.record[..end]).map_err(anyhow::Error::from)?;
    Ok(sketch_of(caller, kind, position, moves))
}

#[cfg(test)]
mod tests;
