//! Try-out boards: positions in which one person plays all seats. The meaning of the moves is decided elsewhere.

use std::fmt;

use jiff::Timestamp;
use rules::{Kind, Seat};
use rusqlite::params;

use crate::{
    columns::kind_from,
    error::StoreError,
    ids::{Millis, PersonId},
    puzzle::PuzzleId,
    sql::Row,
    tx::Tx,
};

/// The id of a try-out board. It is never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SketchId(u64);

impl From<u64> for SketchId {
    fn from(id: u64) -> Self {
        SketchId(id)
    }
}

impl fmt::Display for SketchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A move on a try-out board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchMove {
    /// The seat that moves.
    pub seat: Seat,
    /// The move in the game's notation.
    pub notation: String,
}

/// The use of a try-out board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The person plays all seats.
    Tryout,
    /// A guided first game: the person plays the first seat, and a machine the other.
    Lesson,
    /// The person looks for the best turn of a puzzle.
    Puzzle(PuzzleId),
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Purpose::Tryout => "tryout",
            Purpose::Lesson => "lesson",
            Purpose::Puzzle(_) => "puzzle",
        }
    }

    const fn puzzle(self) -> Option<PuzzleId> {
        match self {
            Purpose::Tryout | Purpose::Lesson => None,
            Purpose::Puzzle(puzzle) => Some(puzzle),
        }
    }

    fn of(word: &str, puzzle: Option<PuzzleId>) -> Option<Purpose> {
        match (word, puzzle) {
            ("tryout", None) => Some(Purpose::Tryout),
            ("lesson", None) => Some(Purpose::Lesson),
            ("puzzle", Some(puzzle)) => Some(Purpose::Puzzle(puzzle)),
            _ => None,
        }
    }
}

/// A try-out board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// The person who plays all seats.
    pub person: PersonId,
    /// The game that is played.
    pub kind: Kind,
    /// The position text before the first move.
    pub start: String,
    /// The moves from there on, including those that were undone.
    pub moves: Vec<SketchMove>,
    /// How many of the moves are shown.
    pub ply: u32,
    /// Whether a public message shows the board. It then stays as it is.
    pub posted: bool,
    /// The use of the board.
    pub purpose: Purpose,
}

impl Sketch {
    /// The most boards of a person. The one that was not used for longest makes room for another.
    pub const MOST: u32 = 20;
    /// How many days a board is kept after its last use.
    pub const DAYS: i64 = 30;
}

impl Tx<'_> {
    /// Adds a try-out board and returns its id. If the person then has more than [`Sketch::MOST`], those that were not used for
    /// longest are deleted.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, _) = world().await?;
    /// use clock::from_millis;
    /// use data::{Purpose, Sketch};
    /// use rules::{Kind, Options};
    ///
    /// let start = Kind::Protozoa.new_game(&Options::new())?.position();
    /// let sketch = Sketch {
    ///     person: 3.into(),
    ///     kind: Kind::Protozoa,
    ///     start,
    ///     moves: vec![],
    ///     ply: 0,
    ///     posted: false,
    ///     purpose: Purpose::Tryout,
    /// };
    /// let stored = sketch.clone();
    /// let id = store.write(move |tx| tx.add_sketch(&stored, from_millis(2))).await?;
    /// assert_eq!(store.read(move |tx| tx.sketch(id)).await?, Some(sketch));
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_sketch(&self, sketch: &Sketch, at: Timestamp) -> Result<SketchId, StoreError> {
        let Sketch { person, kind, start, moves, ply, posted, purpose } = sketch;
        let values = params![
            person,
            kind.slug(),
            start,
            moves_to_json(moves),
            ply,
            posted,
            Millis(at),
            purpose.word(),
            purpose.puzzle().map(|puzzle| puzzle.get().cast_signed()),
        ];
        let id: i64 = self
            .sql
            .prepare_cached(
                "INSERT INTO sketch (person, kind, start, moves, ply, posted, at, purpose, puzzle)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            )?
            .query_row(values, |row| row.get(0))?;
        let id = SketchId(id.cast_unsigned());
        self.sql
            .prepare_cached(
                "DELETE FROM sketch WHERE person = ?1 AND id NOT IN
                     (SELECT id FROM sketch WHERE person = ?1 ORDER BY at DESC, id DESC LIMIT ?2)",
            )?
            .send(params![person, Sketch::MOST])?;
        Ok(id)
    }

    /// Returns a try-out board, or `None` if it was deleted.
    pub fn sketch(&self, id: SketchId) -> Result<Option<Sketch>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT person, kind, start, moves, ply, posted, purpose, puzzle FROM sketch WHERE id = ?",
        )?;
        let mut rows = query.query([id.0.cast_signed()])?;
        rows.next()?.map(|row| sketch_from(&row)).transpose()
    }

    /// Returns the newest lesson of a person in a game.
    pub fn lesson(&self, person: PersonId, kind: Kind) -> Result<Option<SketchId>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT id FROM sketch WHERE person = ? AND kind = ? AND purpose = 'lesson' ORDER BY at DESC, id DESC LIMIT 1",
        )?;
        let mut rows = query.query(params![person, kind.slug()])?;
        let id = rows.next()?.map(|row| row.get::<i64>(0)).transpose()?;
        Ok(id.map(|id| SketchId(id.cast_unsigned())))
    }

    /// Returns the board on which a person looks for the solution of a puzzle.
    pub fn puzzle_board(&self, person: PersonId, puzzle: PuzzleId) -> Result<Option<SketchId>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT id FROM sketch WHERE person = ? AND puzzle = ? AND purpose = 'puzzle' ORDER BY at DESC, id DESC LIMIT 1",
        )?;
        let mut rows = query.query(params![person, puzzle.get().cast_signed()])?;
        let id = rows.next()?.map(|row| row.get::<i64>(0)).transpose()?;
        Ok(id.map(|id| SketchId(id.cast_unsigned())))
    }

    /// Replaces the moves of a try-out board and records its use.
    pub fn set_sketch(
        &self,
        id: SketchId,
        moves: &[SketchMove],
        ply: u32,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE sketch SET moves = ?, ply = ?, at = ? WHERE id = ?")?
            .send(params![moves_to_json(moves), ply, Millis(at), id.0.cast_signed()])?;
        Ok(())
    }

    /// Deletes a try-out board.
    pub fn drop_sketch(&self, id: SketchId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM sketch WHERE id = ?")?.send([id.0.cast_signed()])?;
        Ok(())
    }

    /// Deletes the try-out boards that were last used before `before`.
    pub fn forget_sketches(&self, before: Timestamp) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM sketch WHERE at < ?")?.send([Millis(before)])?;
        Ok(())
    }
}

fn sketch_from(row: &Row<'_>) -> Result<Sketch, StoreError> {
    let moves = row.get_ref(3)?.as_str().ok().and_then(moves_from_json);
    let puzzle = row.get::<Option<i64>>(7)?.map(|id| PuzzleId::from(id.cast_unsigned()));
    let purpose = Purpose::of(row.get_ref(6)?.as_str().unwrap_or_default(), puzzle);
    Ok(Sketch {
        person: row.get(0)?,
        kind: kind_from(row.get_ref(1)?)?,
        start: row.get(2)?,
        moves: moves.ok_or(StoreError::Unreadable("try-out board"))?,
        ply: row.get(4)?,
        posted: row.get(5)?,
        purpose: purpose.ok_or(StoreError::Unreadable("try-out board"))?,
    })
}

fn moves_to_json(moves: &[SketchMove]) -> String {
    let moves: Vec<(u8, &str)> = moves.iter().map(|mv| (mv.seat.number(), mv.notation.as_str())).collect();
    serde_json::json!(moves).to_string()
}

fn moves_from_json(text: &str) -> Option<Vec<SketchMove>> {
    let moves: Vec<(u8, String)> = serde_json::from_str(text).ok()?;
    moves.into_iter().map(|(seat, notation)| Some(SketchMove { seat: Seat::new(seat)?, notation })).collect()
}

#[cfg(test)]
mod tests {
    use clock::{days, from_millis, later};

    use super::*;
    use crate::Store;

    fn of(person: u64) -> Sketch {
        Sketch {
            person: person.into(),
            kind: Kind::Protozoa,
            start: "any text".to_owned(),
            moves: vec![SketchMove { seat: Seat::FIRST, notation: "p@f4".to_owned() }],
            ply: 1,
            posted: false,
            purpose: Purpose::Tryout,
        }
    }

    async fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
        (dir, store)
    }

    #[tokio::test]
    async fn board_comes_back_as_it_was_stored() {
        let (_dir, store) = store().await;
        store
            .write(|tx| {
                let id = tx.add_sketch(&of(3), from_millis(1))?;
                assert_eq!(tx.sketch(id)?, Some(of(3)));
                tx.set_sketch(id, &[], 0, from_millis(2))?;
                assert_eq!(tx.sketch(id)?, Some(Sketch { moves: vec![], ply: 0, ..of(3) }));
                tx.drop_sketch(id)?;
                assert_eq!(tx.sketch(id)?, None);
                let next = tx.add_sketch(&of(3), from_millis(3))?;
                assert!(next > id, "a deleted board's id is never used again");
                Ok::<_, StoreError>(())
            })
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn oldest_board_makes_room() {
        let (_dir, store) = store().await;
        store
            .write(|tx| {
                let other = tx.add_sketch(&of(4), from_millis(0))?;
                let mut ids = Vec::new();
                for at in 0..i64::from(Sketch::MOST) {
                    ids.push(tx.add_sketch(&of(3), from_millis(at))?);
                }
                tx.set_sketch(ids[0], &[], 0, from_millis(99))?;
                let newest = tx.add_sketch(&of(3), from_millis(100))?;
                let kept = |id| Ok::<_, StoreError>(tx.sketch(id)?.is_some());
                assert!(kept(ids[0])? && !kept(ids[1])? && kept(ids[2])? && kept(newest)? && kept(other)?);
                Ok::<_, StoreError>(())
            })
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn newest_lesson_of_a_game_is_found() {
        let (_dir, store) = store().await;
        store
            .write(|tx| {
                let lesson = Sketch { purpose: Purpose::Lesson, ..of(3) };
                tx.add_sketch(&of(3), from_millis(9))?;
                tx.add_sketch(&Sketch { kind: Kind::Stract, ..lesson.clone() }, from_millis(9))?;
                assert_eq!(tx.lesson(3.into(), Kind::Protozoa)?, None);
                let first = tx.add_sketch(&lesson, from_millis(1))?;
                let second = tx.add_sketch(&lesson, from_millis(2))?;
                assert_eq!(tx.lesson(3.into(), Kind::Protozoa)?, Some(second));
                tx.set_sketch(first, &[], 0, from_millis(3))?;
                assert_eq!(tx.lesson(3.into(), Kind::Protozoa)?, Some(first));
                assert_eq!(tx.lesson(4.into(), Kind::Protozoa)?, None);
                Ok::<_, StoreError>(())
            })
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn unused_board_is_forgotten() {
        let (_dir, store) = store().await;
        store
            .write(|tx| {
                let (old, used) =
                    (tx.add_sketch(&of(3), from_millis(0))?, tx.add_sketch(&of(3), from_millis(0))?);
                tx.set_sketch(used, &[], 0, later(from_millis(0), days(1)))?;
                tx.forget_sketches(later(from_millis(0), days(1)))?;
                assert!(tx.sketch(old)?.is_none() && tx.sketch(used)?.is_some());
                Ok::<_, StoreError>(())
            })
            .await
            .unwrap();
    }
}
