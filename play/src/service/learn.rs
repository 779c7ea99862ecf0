//! Lessons: guided first games, in private, against a machine.

use data::{Purpose, Sketch, SketchId, Tx};
use jiff::Timestamp;
use rules::Kind;

use super::{
    core::{Caller, Service},
    sketch::SketchAct,
};
use crate::{
    catalogue,
    content::{Content, LessonScreen, LessonView, Response},
    error::Error,
    game::course::{Course, Tried},
    rejected::{Rejected, SketchRejected},
};

impl Service {
    /// Opens the lesson of a game. A lesson that the caller has begun continues where they left it.
    ///
    /// # Errors
    /// [`Rejected::UnknownKind`] if `typed` names no game, and [`Error::Rejected`] if the caller asks too often.
    pub async fn learn(&self, caller: &Caller, typed: String) -> Result<Response, Error> {
        let kind =
            catalogue::find_game(&typed).ok_or_else(|| Error::rejected(Rejected::UnknownKind { typed }))?;
        self.admit_costly(caller)?;
        let (of, now) = (*caller, self.now());
        self.store.write(move |tx| Ok(Response::Ephemeral(begun(tx, &of, kind, now)?))).await
    }
}

/// Returns the lesson that the caller has begun and not finished, or else a new one.
fn begun(tx: &Tx<'_>, caller: &Caller, kind: Kind, now: Timestamp) -> Result<Content, Error> {
    if let Some(id) = tx.lesson(caller.person, kind)?
        && let Some(sketch) = tx.sketch(id)?
        && let Ok((course, ply)) = Course::of(&sketch)
        && course.step().is_some()
    {
        tx.set_sketch(id, &sketch.moves, ply, now)?;
        return Ok(screen((id, ply), course, LessonView::step()));
    }
    let sketch = Sketch {
        person: caller.person,
        kind,
        start: kind.lesson().position.to_owned(),
        moves: Vec::new(),
        ply: 0,
        posted: false,
        purpose: Purpose::Lesson,
    };
    let (course, ply) = read(&sketch)?;
    let id = tx.add_sketch(&sketch, now)?;
    Ok(screen((id, ply), course, LessonView::step()))
}

/// Does what a button of a lesson asks for. `ply` is how many moves it had when the button was shown.
pub(super) fn pressed(
    tx: &Tx<'_>,
    (id, ply): (SketchId, u32),
    sketch: Sketch,
    act: SketchAct,
    now: Timestamp,
) -> Result<Response, Error> {
    let (course, played) = read(&sketch)?;
    if ply != played && act != SketchAct::Again {
        return Ok(Response::Update(screen((id, played), course, LessonView::MovedOn)));
    }
    let view = match act {
        SketchAct::Play(notation) => match course.try_move(&notation) {
            Ok(Tried::Reached { course, moves }) => {
                let moves: Vec<_> = sketch.moves.into_iter().take(ply as usize).chain(moves).collect();
                let ply = moves.len() as u32;
                tx.set_sketch(id, &moves, ply, now)?;
                return Ok(Response::Update(screen((id, ply), *course, LessonView::step())));
            }
            Ok(Tried::Missed(events)) => LessonView::Missed { notation, events },
            // A move that is not legal comes from a button of another position.
            Err(_) => LessonView::MovedOn,
        },
        SketchAct::Hint => LessonView::Hint { solution: course.solution() },
        SketchAct::Page => {
            let kind = sketch.kind;
            let title = course.step().or(course.last_step()).map(|step| step.page);
            let page = kind.about().pages.iter().position(|page| Some(page.title) == title);
            let page = page.unwrap_or_default() as u8;
            return Ok(Response::Ephemeral(Content::Rules { kind, page, here: None }));
        }
        SketchAct::Again => {
            tx.set_sketch(id, &[], 0, now)?;
            let (course, ply) = read(&Sketch { moves: Vec::new(), ply: 0, ..sketch })?;
            return Ok(Response::Update(screen((id, ply), course, LessonView::step())));
        }
        SketchAct::Close => return Ok(Response::Update(Content::LessonClosed(sketch.kind))),
        SketchAct::Show(path) => LessonView::Step { path },
        _ => return Err(Error::rejected(Rejected::UnknownButton)),
    };
    Ok(Response::Update(screen((id, ply), course, view)))
}

/// Returns the lesson of a sketch. The rules of a later version may no longer know its position.
fn read(sketch: &Sketch) -> Result<(Course, u32), Error> {
    Course::of(sketch).map_err(|_| Error::rejected(SketchRejected::Gone))
}

fn screen((sketch, ply): (SketchId, u32), course: Course, view: LessonView) -> Content {
    Content::Lesson(Box::new(LessonScreen { sketch, ply, course, view }))
}

#[cfg(test)]
mod tests;
