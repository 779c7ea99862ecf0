//! Carries out actions (sections 5 and 6 of the rules). They have all been checked before.

use crate::{Turn, grid::Square};

use super::{
    board::{Cell, CellKind, SEATS},
    event::Event,
    legal::corners,
    moves::Move,
    position::{Free, PlanktonSynapse},
    squares::{Direction, Squares, between},
};

/// The direction of a shift: away from the cell that moved, or towards it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Push,
    Pull,
}

impl PlanktonSynapse {
    /// Carries out one action of the seat to act, with all its consequences.
    pub(super) fn carry_out(&mut self, mv: Move, report: &mut dyn FnMut(Event)) -> Turn {
        let zoorbs = SEATS.map(|seat| self.zoorbs(seat));
        let opens = self.act(mv, report);
        self.judge(zoorbs, report);
        // A free action never opens another one, and a game that has just ended opens none.
        if let Some(free) = opens
            && self.free.is_none()
            && self.fallen.is_empty()
            && self.try_free_turn(free, report)
        {
            return Turn::Open;
        }
        self.end_turn();
        Turn::Ended
    }

    /// Carries out an action and returns the free turn that it would open.
    fn act(&mut self, mv: Move, report: &mut dyn FnMut(Event)) -> Option<Free> {
        match mv {
            Move::Go { from, to } => self.go(self.board.cell(from)?, to, report),
            Move::Split { from, to } => self.split(self.board.cell(from)?, to, report),
            Move::Fuse { at, with, into } => self.fuse(at, with, into, report),
            Move::Swap { from, to, anchor } => {
                self.pay(report);
                self.swap(self.board.cell(from)?, to, anchor, report)
            }
            Move::Die(at) => {
                let cell = self.board.cell(at)?;
                self.remove(cell);
                report(Event::Died { seat: cell.owner, kind: cell.kind, at });
                None
            }
            Move::Pass => {
                report(Event::Passed { seat: self.next });
                None
            }
        }
    }

    /// Removes a cell from the board and returns whether it was marked.
    fn remove(&mut self, cell: Cell) -> bool {
        let name = Squares::one(cell.at);
        let marked = self.marks.meets(name);
        self.board.take(cell);
        self.marks = self.marks.without(name);
        marked
    }

    /// Puts a cell on free squares.
    fn place(&mut self, cell: Cell, marked: bool) {
        self.board.put(cell);
        if marked {
            self.marks |= Squares::one(cell.at);
        }
    }

    /// Puts a new cell on the board. New cells have no mark (R8).
    fn bear(&mut self, kind: CellKind, at: Square) {
        self.place(Cell { owner: self.next, kind, at }, false);
    }

    /// Returns the names of the cells that a cell eats by going there.
    fn prey_on_the_way(&self, cell: Cell, to: Square) -> Squares {
        let crossed = match cell.kind {
            CellKind::Pentazoa => between(cell.at, to),
            _ => cell.body_at(Squares::one(to)),
        };
        self.board.names_in(crossed & self.prey(cell))
    }

    /// Whether a cell that goes there eats a picozoa and dies of it.
    pub(super) fn is_trap(&self, cell: Cell, to: Square) -> bool {
        let is_picozoa = |at| self.board.cell(at).is_some_and(|prey| prey.kind == CellKind::Picozoa);
        self.prey_on_the_way(cell, to).iter().any(is_picozoa)
    }

    fn go(&mut self, cell: Cell, to: Square, report: &mut dyn FnMut(Event)) -> Option<Free> {
        let Cell { owner: seat, kind, at: from } = cell;
        let prey = self.prey_on_the_way(cell, to);
        // The cell leaves its squares first, because a tetraphyte can move onto some of them.
        let marked = self.remove(cell);
        report(Event::Moved { seat, kind, from, to });
        let trap = self.eat(prey, report);
        if let Some(trap) = trap {
            // A tetraphyte enters several squares, so its neatom appears where the picozoa was.
            let at = if kind == CellKind::Tetraphyte { trap } else { to };
            let neatom = (!self.barren(seat).contains(at)).then_some(at);
            neatom.into_iter().for_each(|at| self.bear(CellKind::Neatom, at));
            report(Event::Trapped { seat, kind, at: to, neatom });
            return None;
        }
        self.place(Cell { at: to, ..cell }, marked);
        match kind {
            CellKind::Picophyte => self.shift(to, Shift::Push, report),
            CellKind::Picozoa => self.shift(to, Shift::Pull, report),
            CellKind::Tetraphyte if marked => return Some(Free::Tetraphyte(to)),
            _ => {}
        }
        None
    }

    /// Removes the cells with these names and returns the first picozoa among them. Even a last zoorb may go into such a trap
    /// (R42).
    fn eat(&mut self, prey: Squares, report: &mut dyn FnMut(Event)) -> Option<Square> {
        let mut trap = None;
        for at in prey.iter() {
            let Some(cell) = self.board.cell(at) else { continue };
            self.remove(cell);
            report(Event::Eaten { by: self.next, owner: cell.owner, kind: cell.kind, at });
            if cell.kind == CellKind::Picozoa {
                trap = trap.or(Some(at));
            }
        }
        trap
    }

    /// Pushes the cells beside `centre` away, or pulls those two squares away closer. All of them move at once, judged on the
    /// same board, and none of them eats (R44).
    fn shift(&mut self, centre: Square, shift: Shift, report: &mut dyn FnMut(Event)) {
        let held = self.held();
        let free = self.board.free();
        let mut goals = [Squares::NONE; 4];
        let mut shifted = [None; 4];
        for (n, to) in Direction::STRAIGHT.into_iter().enumerate() {
            let near = Squares::one(centre).step(to);
            let (there, to) = match shift {
                Shift::Push => (near, to),
                Shift::Pull => (near.step(to), to.opposite()),
            };
            let Some(cell) = there.first().and_then(|at| self.board.cell(at)) else { continue };
            let body = cell.body();
            let goal = body.step(to);
            let movable = cell.kind != CellKind::Tetrazoa && !body.meets(held);
            if movable && goal.len() == body.len() && goal.without(body | free).is_empty() {
                goals[n] = goal;
                shifted[n] = Squares::one(cell.at).step(to).first().map(|goal| (cell, goal));
            }
        }
        for (n, entry) in shifted.into_iter().enumerate() {
            let Some((cell, to)) = entry else { continue };
            // If two tetraphytes would be pulled onto a common square, both stay (R25).
            if goals.iter().enumerate().any(|(other, goal)| other != n && goal.meets(goals[n])) {
                continue;
            }
            let marked = self.remove(cell);
            self.place(Cell { at: to, ..cell }, marked);
            let Cell { owner, kind, at: from } = cell;
            report(match shift {
                Shift::Push => Event::Pushed { owner, kind, from, to },
                Shift::Pull => Event::Pulled { owner, kind, from, to },
            });
        }
    }

    fn split(&mut self, parent: Cell, to: Square, report: &mut dyn FnMut(Event)) -> Option<Free> {
        self.bear(CellKind::Neatom, to);
        report(Event::Split { seat: parent.owner, parent: parent.kind, from: parent.at, to });
        (parent.kind == CellKind::Neatom && self.marks.contains(parent.at)).then_some(Free::Neatom)
    }

    fn fuse(
        &mut self,
        at: Square,
        with: Square,
        into: CellKind,
        report: &mut dyn FnMut(Event),
    ) -> Option<Free> {
        let marked = self.marks.contains(at);
        let square = corners(at, with);
        let consumed = Squares::one(at) | if square.is_empty() { Squares::one(with) } else { square };
        for neatom in consumed.iter() {
            self.remove(Cell { owner: self.next, kind: CellKind::Neatom, at: neatom });
        }
        // The anchor of a tetraphyte is the first of its four squares in board order.
        let are_in_effect = if into == CellKind::Tetraphyte { consumed.first()? } else { at };
        self.bear(into, are_in_effect);
        report(Event::Fused { seat: self.next, at, with, into });
        marked.then_some(Free::Neatom)
    }

    /// Pays the price of a free swap: the neatom dies (R17).
    fn pay(&mut self, report: &mut dyn FnMut(Event)) {
        if let Some(Free::Pentaphyte { neatom: at, .. }) = self.free {
            self.remove(Cell { owner: self.next, kind: CellKind::Neatom, at });
            report(Event::Sacrificed { seat: self.next, at });
        }
    }

    fn swap(
        &mut self,
        pentaphyte: Cell,
        to: Square,
        anchor: Option<Square>,
        report: &mut dyn FnMut(Event),
    ) -> Option<Free> {
        let friend = self.board.cell(to)?;
        let from = pentaphyte.at;
        let friend_to = anchor.unwrap_or(from);
        let marked = self.remove(pentaphyte);
        let friend_marked = self.remove(friend);
        self.place(Cell { at: to, ..pentaphyte }, marked);
        self.place(Cell { at: friend_to, ..friend }, friend_marked);
        let Cell { owner: seat, kind, at: friend_from } = friend;
        report(Event::Swapped { seat, from, to, kind, friend_from, friend_to });
        (marked && kind == CellKind::Neatom).then_some(Free::Pentaphyte { at: to, neatom: from })
    }
}
