//! The small changes that lead from one step of a turn to the next.

use rules::grid::Square;

use crate::scene::{Arrow, Ground, Mark, Piece, Scene, Shape, Sign, State, Way};

/// A change of a scene. A piece is found by its square, shape and owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece appears.
    Add(Piece),
    /// A piece is lost. It leaves a ghost if that empties its square.
    Remove(Piece),
    /// A piece goes to another square.
    Move {
        /// The piece on its old square.
        piece: Piece,
        /// Its new square.
        to: Square,
        /// The kind of arrow that shows it.
        way: Way,
    },
    /// A piece changes in any way but its place.
    Become {
        /// The piece before.
        piece: Piece,
        /// The same piece after.
        into: Piece,
    },
    /// A mark appears.
    Mark(Mark),
    /// A whole row gets this ground.
    Lay {
        /// The row, from 0.
        row: u8,
        /// Its new ground.
        ground: Ground,
    },
    /// An arrow appears, such as that from a parent to its child.
    Point(Arrow),
}

impl Scene {
    /// Changes the scene, and marks what has changed. A piece that is not there changes nothing.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Add(piece) => {
                self.pieces.retain(|other| other.on != piece.on || other.state != State::Ghost);
                self.pieces.push(piece);
                self.touch(piece);
            }
            Change::Remove(piece) => {
                let Some(index) = self.index_of(&piece) else { return };
                self.pieces.remove(index);
                self.touch(piece);
                self.unshield(piece.on);
                let is_empty = self.pieces.iter().all(|other| other.on != piece.on);
                if is_empty {
                    let ghost = Piece { state: State::Ghost, count: None, strength: None, ..piece };
                    self.pieces.insert(0, ghost);
                }
            }
            Change::Move { piece, to, way } => {
                let Some(index) = self.index_of(&piece) else { return };
                let moved = Piece { on: to, ..self.pieces.remove(index) };
                self.pieces.push(moved);
                self.touch(moved);
                self.unshield(piece.on);
                self.arrows.push(Arrow { owner: piece.owner, from: piece.on, to, way });
            }
            Change::Become { piece, into } => {
                let Some(index) = self.index_of(&piece) else { return };
                self.pieces[index] = into;
                if (piece.art, piece.owner) != (into.art, into.owner) {
                    self.touch(into);
                }
            }
            Change::Mark(mark) => self.marks.push(mark),
            Change::Lay { row, ground } if row < self.board.rows() => self.board.lay(row, ground),
            Change::Lay { .. } => {}
            Change::Point(arrow) => self.arrows.push(arrow),
        }
    }

    /// Adds what the scene of an earlier step of the same film shows to this one, so that nothing is lost when two steps share a
    /// frame. A later ghost or mark on the same square counts.
    pub(crate) fn overlay(&mut self, earlier: &Scene) {
        for (cell, old) in self.board.cells.iter_mut().zip(&earlier.board.cells) {
            cell.fresh |= old.fresh;
        }
        let moves = earlier.arrows.iter().filter(|arrow| arrow.way != Way::Shields);
        self.arrows.splice(0..0, moves.copied());
        for old in &earlier.pieces {
            match old.state {
                State::Ghost if self.pieces.iter().all(|piece| piece.on != old.on) => {
                    self.pieces.insert(0, *old);
                }
                State::New | State::Won => {
                    if let Some(index) = self.index_of(old)
                        && self.pieces[index].state == State::Sound
                    {
                        self.pieces[index].state = old.state;
                    }
                }
                _ => {}
            }
        }
        let passing = |mark: &Mark| match *mark {
            Mark::Sign { on, sign: Sign::Born | Sign::Fell | Sign::Survived | Sign::Goal } => Some(on),
            _ => None,
        };
        let taken: Vec<Square> = self.marks.iter().filter_map(passing).collect();
        let kept = earlier.marks.iter().filter(|mark| passing(mark).is_some_and(|on| !taken.contains(&on)));
        self.marks.extend(kept.copied());
    }

    /// Removes everything that only shows what has just happened or is only planned: ghosts, and arrows and marks other than
    /// lasting ones.
    pub(crate) fn settle(&mut self) {
        self.pieces.retain(|piece| !matches!(piece.state, State::Ghost | State::Planned));
        for piece in &mut self.pieces {
            if matches!(piece.state, State::New | State::Won) {
                piece.state = State::Sound;
            }
        }
        self.arrows.retain(|arrow| arrow.way == Way::Shields);
        self.marks.retain(|mark| matches!(mark, Mark::Sign { sign: Sign::Sticky | Sign::Held(_), .. }));
        self.board.cells.iter_mut().for_each(|cell| cell.fresh = false);
    }

    /// Removes the lines between the piece on a square, which leaves it, and the pieces that it shields or that shield it.
    fn unshield(&mut self, on: Square) {
        self.arrows.retain(|arrow| arrow.way != Way::Shields || (arrow.from != on && arrow.to != on));
    }

    fn touch(&mut self, piece: Piece) {
        let span = if self.board.shape == Shape::Hexagon { 1 } else { piece.art.span() };
        let (cols, rows) = (self.board.cols, self.board.rows());
        for (col, row) in (0..span).flat_map(|col| (0..span).map(move |row| (col, row))) {
            let on = Square::new(piece.on.col + col, piece.on.row + row);
            if on.col < cols && on.row < rows {
                self.board.cell_mut(on).fresh = true;
            }
        }
    }

    fn index_of(&self, piece: &Piece) -> Option<usize> {
        let same = |other: &Piece| {
            (other.on, other.art, other.owner) == (piece.on, piece.art, piece.owner)
                && other.state != State::Ghost
        };
        self.pieces.iter().position(same)
    }
}
