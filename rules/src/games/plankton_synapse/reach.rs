//! The squares that cells can go to, and what stops them (sections 5 and 6 of the rules).

use crate::{Seat, grid::Square};

use super::{
    board::{Cell, CellKind},
    position::PlanktonSynapse,
    squares::{Direction, SIDE, Squares, between},
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

impl Ground {
    /// Returns the squares on which a walk of at most `most` squares in one direction can end.
    fn walk(self, from: Squares, to: Direction, most: u8) -> Squares {
        let mut ends = Squares::NONE;
        let mut at = from;
        for _ in 0..most {
            at = at.step(to);
            ends |= at & (self.free | self.prey);
            at &= self.free.without(self.sticky);
            if at.is_empty() {
                break;
            }
        }
        ends
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
        let mut at = from;
        loop {
            let next = at.step(to) & self.free;
            if next.is_empty() {
                break if at == from { Squares::NONE } else { (at.around() & self.free).without(at) };
            }
            at = next;
            if at.meets(self.sticky) {
                break at;
            }
        }
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
        let shielded = self.board.kind(CellKind::Zoorb) & self.marks;
        let prey = enemies.without(self.board.kind(CellKind::Tetrazoa) | shielded);
        let ground = Ground { free: self.board.free(), sticky: self.sticky(), prey };
        let (mut reach, mut eaten) = (Squares::NONE, Squares::NONE);
        for kind in MOVERS {
            let bodies = self.board.own(seat, kind);
            let names = if kind == CellKind::Tetraphyte { bodies & self.board.anchors() } else { bodies };
            for at in names.iter() {
                let cell = Cell { owner: seat, kind, at };
                let goals = match kind {
                    CellKind::Picophyte | CellKind::Tetrazoa => self.reach(cell),
                    _ => self.reach_over(cell, ground),
                };
                let filled = if kind == CellKind::Tetraphyte { goals.block() } else { goals };
                reach |= filled;
                eaten |= match kind {
                    CellKind::Pentazoa => {
                        goals.iter().fold(Squares::NONE, |all, to| all | between(at, to)) & prey
                    }
                    CellKind::Tetraphyte => filled & prey,
                    // Only a marked tetrazoa finds enemies where it can go, and these are tetrazoas.
                    _ => filled & enemies,
                };
            }
        }
        (reach, eaten)
    }

    fn reach_over(&self, cell: Cell, ground: Ground) -> Squares {
        let from = Squares::one(cell.at);
        let marked = self.marks.contains(cell.at);
        let timid = Ground { prey: Squares::NONE, ..ground };
        let every = |directions: &[Direction], ends: &dyn Fn(Direction) -> Squares| {
            directions.iter().fold(Squares::NONE, |all, &to| all | ends(to))
        };
        match cell.kind {
            CellKind::Neatom | CellKind::Pentaphyte => Squares::NONE,
            CellKind::Picophyte => {
                let near = every(&Direction::STRAIGHT, &|to| ground.walk(from, to, 1));
                if marked {
                    near | every(&Direction::STRAIGHT, &|to| timid.walk(from, to, SIDE))
                } else {
                    near
                }
            }
            CellKind::Picozoa => {
                ground.walk(from, Direction::North, 2) | ground.walk(from, Direction::South, 2)
            }
            CellKind::Tetraphyte => self.roll(cell, ground),
            CellKind::Tetrazoa if marked => every(Direction::ALL, &|to| ground.walk(from, to, SIDE)),
            CellKind::Tetrazoa => {
                every(&Direction::STRAIGHT, &|to| ground.walk(from, to, 2))
                    | every(&Direction::SLANTED, &|to| ground.walk(from, to, 1))
            }
            CellKind::Pentazoa if marked => every(Direction::ALL, &|to| ground.leap(from, to)),
            CellKind::Pentazoa => every(Direction::ALL, &|to| ground.hop(from, to)),
            CellKind::Phytorb => every(&Direction::SLANTED, &|to| ground.slide(from, to)),
            CellKind::Zoorb => every(Direction::ALL, &|to| {
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
