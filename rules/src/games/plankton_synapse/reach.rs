//! The squares that cells can go to, and what stops them (sections 5 and 6 of the rules).

use crate::{Seat, grid::Square};

use super::{
    board::{Cell, CellKind},
    position::PlanktonSynapse,
    squares::{Direction, Squares, between},
};

/// The kinds that can go somewhere by themselves.
const MOVERS: [CellKind; 7] = [
    CellKind::Picophyte,
    CellKind::Picozoa,
    CellKind::Tetraphyte,
    CellKind::Tetrazoa,
    CellKind::Pentazoa,
    CellKind::Phytorb,
    CellKind::Zoorb,
];

/// The squares that matter for a walk.
#[derive(Clone, Copy)]
struct Ground {
    free: Squares,
    /// The squares on which the walk must stop.
    sticky: Squares,
    /// The squares on which it may end by eating.
    prey: Squares,
}

/// Returns everything that is in one of these directions.
fn every(directions: &[Direction], ends: impl Fn(Direction) -> Squares) -> Squares {
    directions.iter().fold(Squares::NONE, |all, &to| all | ends(to))
}

// Every function takes the squares of any number of cells and returns the ends of all their walks together.
impl Ground {
    /// Returns the same squares for a walk that eats nothing.
    fn timid(self) -> Ground {
        Ground { prey: Squares::NONE, ..self }
    }

    /// Returns the squares on which a walk in one direction can end.
    fn walk(self, from: Squares, to: Direction) -> Squares {
        let passed = from.spread(to, self.free.without(self.sticky));
        passed.step(to) & (self.free | self.prey)
    }

    /// Returns the squares on which a walk of at most two squares in one direction can end.
    fn walk_two(self, from: Squares, to: Direction) -> Squares {
        let near = from.step(to);
        let far = (near & self.free.without(self.sticky)).step(to);
        (near | far) & (self.free | self.prey)
    }

    /// Returns the squares on which a step in one direction can end.
    fn step(self, from: Squares, to: Direction) -> Squares {
        from.step(to) & (self.free | self.prey)
    }

    /// Returns the ends of even distances, with one jump possible at the end (R32).
    fn hop(self, from: Squares, to: Direction) -> Squares {
        let mut ends = Squares::NONE;
        let mut at = from;
        while !at.is_empty() {
            let odd = at.step(to) & self.free;
            // `at.step(to).step(to)` is the jump over whatever is in between, which ends the move.
            let even = odd.without(self.sticky).step(to) & self.free;
            ends |= at.step(to).step(to) & self.free;
            ends |= (odd & self.sticky) | even;
            at = even.without(self.sticky);
        }
        ends
    }

    /// Returns the ends of steps and jumps in any order (R33).
    fn leap(self, from: Squares, to: Direction) -> Squares {
        let mut ends = Squares::NONE;
        // `at` and `behind` are the squares reached at the last two distances: steps start from `at`, jumps from `behind`.
        let (mut behind, mut at) = (Squares::NONE, from);
        while !(at | behind).is_empty() {
            let next = (at.step(to) | behind.step(to).step(to)) & self.free;
            ends |= next;
            (behind, at) = (at, next.without(self.sticky));
        }
        ends
    }

    /// Returns the ends of a slide as far as possible and then one step. A sticky square ends the slide without the step (R35).
    fn slide(self, from: Squares, to: Direction) -> Squares {
        let passed = from.spread(to, self.free.without(self.sticky)).step(to) & self.free;
        let stuck = passed & self.sticky;
        let stopped = passed.without(stuck | self.free.step(to.opposite()));
        let sides = stopped.step(Direction::East) | stopped.step(Direction::West);
        let row = sides | stopped;
        stuck | ((sides | row.step(Direction::North) | row.step(Direction::South)) & self.free)
    }
}

impl PlanktonSynapse {
    /// Returns the squares beside picophytes, including occupied ones, on which a walking cell must stop (R22).
    pub fn sticky(&self) -> Squares {
        self.board.sticky(Squares::NONE)
    }

    /// Returns the squares beside marked picozoas. Cells there cannot be shifted or swapped away (R27).
    pub fn held(&self) -> Squares {
        (self.board.kind(CellKind::Picozoa) & self.marks).beside()
    }

    /// Returns the part of [`PlanktonSynapse::held`] that is beside picozoas of this seat.
    pub fn held_by(&self, seat: Seat) -> Squares {
        (self.board.own(seat, CellKind::Picozoa) & self.marks).beside()
    }

    /// Returns the squares on which a seat can make no neatom: those beside marked picozoas of the other seat (R27).
    pub fn barren(&self, seat: Seat) -> Squares {
        self.held_by(seat.next(2))
    }

    /// Returns the squares to which the cell on a square can move in this turn. For a tetraphyte these are its new anchors.
    /// Neatoms and pentaphytes have none.
    pub(super) fn destinations(&self, at: Square) -> Squares {
        self.cell(at).map(|cell| self.reach(cell)).unwrap_or_default()
    }

    /// Returns the squares of enemies that a cell can eat if it gets there. Friends are never eaten (R43).
    pub(super) fn prey(&self, eater: Cell) -> Squares {
        let enemies = self.board.of(eater.owner.next(2));
        let walls = self.board.kind(CellKind::Tetrazoa);
        if eater.kind == CellKind::Tetrazoa {
            let marked = self.marks.contains(eater.at);
            return if marked { enemies & walls } else { Squares::NONE };
        }
        let shielded = self.board.kind(CellKind::Zoorb) & self.marks;
        enemies.without(walls | shielded)
    }

    /// Returns the squares as [`PlanktonSynapse::destinations`] does, for a cell.
    pub(super) fn reach(&self, cell: Cell) -> Squares {
        let sticky = self.board.sticky(Squares::one(cell.at));
        self.reach_over(cell, Ground { free: self.board.free(), sticky, prey: self.prey(cell) })
    }

    /// Returns the squares that a seat's cells can fill by going somewhere, and those of the enemies that they eat on the way. It does
    /// not matter which seat is to act.
    pub(super) fn grasp(&self, seat: Seat) -> (Squares, Squares) {
        let enemies = self.board.of(seat.next(2));
        let (walls, sticky) = (self.board.kind(CellKind::Tetrazoa), self.sticky());
        let shielded = self.board.kind(CellKind::Zoorb) & self.marks;
        let prey = enemies.without(walls | shielded);
        let ground = Ground { free: self.board.free(), sticky, prey };
        let (mut reach, mut eaten) = (Squares::NONE, Squares::NONE);
        for kind in MOVERS {
            let bodies = self.board.own(seat, kind);
            if bodies.is_empty() {
                continue;
            }
            let (marked, plain) = (bodies & self.marks, bodies.without(self.marks));
            let goals = match kind {
                // A picophyte does not stop itself.
                CellKind::Picophyte => {
                    let reach = |at| self.reach(Cell { owner: seat, kind, at });
                    bodies.iter().fold(Squares::NONE, |all, at| all | reach(at))
                }
                CellKind::Tetraphyte => {
                    let anchors = bodies & self.board.anchors();
                    let reach = |at| self.roll(Cell { owner: seat, kind, at }, ground).block();
                    anchors.iter().fold(Squares::NONE, |all, at| all | reach(at))
                }
                CellKind::Tetrazoa => {
                    let (hungry, timid) = (Ground { prey: enemies & walls, ..ground }, ground.timid());
                    self.goals(kind, true, marked, hungry) | self.goals(kind, false, plain, timid)
                }
                CellKind::Pentazoa => {
                    for at in bodies.iter() {
                        let goals = self.goals(kind, marked.contains(at), Squares::one(at), ground);
                        eaten |= goals.iter().fold(Squares::NONE, |all, to| all | between(at, to)) & prey;
                        reach |= goals;
                    }
                    continue;
                }
                _ => self.goals(kind, false, bodies, ground),
            };
            reach |= goals;
            // A tetraphyte can be on squares that it fills again. All others go to free squares and to those of their prey.
            eaten |= goals & if kind == CellKind::Tetraphyte { prey } else { enemies };
        }
        (reach, eaten)
    }

    fn reach_over(&self, cell: Cell, ground: Ground) -> Squares {
        match cell.kind {
            CellKind::Tetraphyte => self.roll(cell, ground),
            kind => self.goals(kind, self.marks.contains(cell.at), Squares::one(cell.at), ground),
        }
    }

    /// Returns the squares to which cells of one kind can go together. All of them are marked, or none. Tetraphytes are not
    /// possible.
    fn goals(&self, kind: CellKind, marked: bool, from: Squares, ground: Ground) -> Squares {
        match kind {
            CellKind::Neatom | CellKind::Pentaphyte | CellKind::Tetraphyte => Squares::NONE,
            CellKind::Picophyte => {
                let timid = ground.timid();
                let far = |to| if marked { timid.walk(from, to) } else { Squares::NONE };
                every(&Direction::STRAIGHT, |to| ground.step(from, to) | far(to))
            }
            CellKind::Picozoa => {
                ground.walk_two(from, Direction::North) | ground.walk_two(from, Direction::South)
            }
            CellKind::Tetrazoa if marked => every(Direction::ALL, |to| ground.walk(from, to)),
            CellKind::Tetrazoa => {
                every(&Direction::STRAIGHT, |to| ground.walk_two(from, to))
                    | every(&Direction::SLANTED, |to| ground.step(from, to))
            }
            CellKind::Pentazoa if marked => every(Direction::ALL, |to| ground.leap(from, to)),
            CellKind::Pentazoa => every(Direction::ALL, |to| ground.hop(from, to)),
            CellKind::Phytorb => every(&Direction::SLANTED, |to| ground.slide(from, to)),
            CellKind::Zoorb => every(Direction::ALL, |to| {
                let over = from.step(to) & self.board.filled();
                over.step(to) & (ground.free | ground.prey)
            }),
        }
    }

    /// Returns the new anchors of a tetraphyte (R28).
    fn roll(&self, cell: Cell, ground: Ground) -> Squares {
        let from = Squares::one(cell.at);
        let body = cell.body();
        let open = body | ground.free | ground.prey;
        let goals = Direction::ALL.iter().copied().filter(|&to| {
            let goal = body.step(to);
            goal.len() == body.len() && goal.without(open).is_empty()
        });
        goals.fold(Squares::NONE, |all, to| all | from.step(to))
    }

    /// Returns the squares on which a neatom or zoorb can make a neatom.
    pub(super) fn births(&self, parent: Cell) -> Squares {
        (Squares::one(parent.at).around() & self.board.free()).without(self.barren(parent.owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game as _, Options};

    /// Returns what [`PlanktonSynapse::grasp`] should, cell by cell.
    fn slow(game: &PlanktonSynapse, seat: Seat) -> (Squares, Squares) {
        let enemies = game.board.of(seat.next(2));
        let (mut reach, mut eaten) = (Squares::NONE, Squares::NONE);
        for at in game.board.names_in(game.board.of(seat)).iter() {
            let Some(cell) = game.board.cell(at) else { continue };
            for to in game.reach(cell).iter() {
                let filled = cell.body_at(Squares::one(to));
                let crossed = if cell.kind == CellKind::Pentazoa { between(at, to) } else { filled };
                reach |= filled;
                eaten |= crossed & game.prey(cell) & enemies;
            }
        }
        (reach, eaten)
    }

    #[test]
    fn grasp_joins_the_reach_of_all_cells() {
        for seed in 1..40_usize {
            let mut game = PlanktonSynapse::new(&Options::new()).unwrap();
            let mut legal = Vec::new();
            for ply in 0..120_usize {
                let Some(seat) = game.to_act().first() else { break };
                for seat in [seat, seat.next(2)] {
                    assert_eq!(game.grasp(seat), slow(&game, seat), "{game} for {seat}");
                }
                legal.clear();
                game.legal(seat, &mut legal);
                let mv = legal[(ply * 7919 + seed * 104_729) % legal.len()];
                game.play(seat, &mv, &mut |_| {}).unwrap();
            }
        }
    }
}
