//! Legal actions (section 5 of the rules).

use crate::grid::Square;

use super::{
    board::{Cell, CellKind, on_board},
    moves::Move,
    position::{Free, PlanktonSynapse},
    squares::{Direction, Squares},
    why::Why,
};

impl PlanktonSynapse {
    /// Calls `add` with every legal action of the seat to act.
    pub(super) fn each_move(&self, add: &mut dyn FnMut(Move)) {
        match self.free {
            None => {
                for at in self.board.names_in(self.board.of(self.next)).iter() {
                    self.each_move_of(at, add);
                }
                return;
            }
            Some(Free::Neatom) => {
                for at in self.board.own(self.next, CellKind::Neatom).iter() {
                    self.each_split(at, add);
                    self.each_fusion(at, add);
                }
            }
            Some(Free::Tetraphyte(at)) => self.each_way(at, add),
            Some(Free::Pentaphyte { at, .. }) => self.each_swap(at, add),
        }
        add(Move::Pass);
    }

    fn each_move_of(&self, at: Square, add: &mut dyn FnMut(Move)) {
        let Some(cell) = self.board.cell(at) else { return };
        match cell.kind {
            CellKind::Neatom => {
                self.each_split(at, add);
                self.each_fusion(at, add);
            }
            CellKind::Zoorb => {
                self.each_split(at, add);
                self.each_way(at, add);
                return;
            }
            CellKind::Pentaphyte => self.each_swap(at, add),
            _ => self.each_way(at, add),
        }
        add(Move::Die(at));
    }

    fn each_way(&self, from: Square, add: &mut dyn FnMut(Move)) {
        self.destinations(from).iter().for_each(|to| add(Move::Go { from, to }));
    }

    fn each_split(&self, from: Square, add: &mut dyn FnMut(Move)) {
        let births = self.cell(from).map(|parent| self.births(parent)).unwrap_or_default();
        births.iter().for_each(|to| add(Move::Split { from, to }));
    }

    fn each_fusion(&self, at: Square, add: &mut dyn FnMut(Move)) {
        let neatoms = self.board.own(self.next, CellKind::Neatom);
        let one = Squares::one(at);
        for with in (one.beside() & neatoms).iter() {
            CellKind::MINOR.into_iter().for_each(|into| add(Move::Fuse { at, with, into }));
        }
        for to in Direction::SLANTED {
            if let Some(with) = (one.step(to) & neatoms).first()
                && corners(at, with).without(neatoms).is_empty()
            {
                CellKind::MAJOR.into_iter().for_each(|into| add(Move::Fuse { at, with, into }));
            }
        }
    }

    /// Calls `add` with every swap of a pentaphyte of the seat to act.
    pub(super) fn each_swap(&self, from: Square, add: &mut dyn FnMut(Move)) {
        let tetraphytes = self.board.own(self.next, CellKind::Tetraphyte);
        let pentaphytes = self.board.kind(CellKind::Pentaphyte);
        let held = self.held();
        let singles = self.board.of(self.next).without(tetraphytes | pentaphytes | held | self.price());
        singles.iter().for_each(|to| add(Move::Swap { from, to, anchor: None }));

        for tetraphyte in (self.board.anchors() & tetraphytes).iter().filter_map(|at| self.board.cell(at)) {
            let body = tetraphyte.body();
            if body.meets(held) {
                continue;
            }
            for anchor in Squares::one(from).anchors().iter() {
                let goal = self.swap_goal(from, body, anchor);
                for to in body.without(goal).iter().filter(|_| !goal.is_empty()) {
                    add(Move::Swap { from, to, anchor: Some(anchor) });
                }
            }
        }
    }

    /// Returns the neatom that dies if the free pentaphyte swaps again.
    fn price(&self) -> Squares {
        match self.free {
            Some(Free::Pentaphyte { neatom, .. }) => Squares::one(neatom),
            _ => Squares::NONE,
        }
    }

    /// Returns the four squares at `anchor` if a tetraphyte can go there in place of the pentaphyte on `from`, otherwise none
    /// (R19).
    fn swap_goal(&self, from: Square, body: Squares, anchor: Square) -> Squares {
        let goal = Squares::one(anchor).block();
        let open = self.board.free() | body | Squares::one(from) | self.price();
        let fits = goal.len() == body.len() && goal.contains(from) && goal.without(open).is_empty();
        if fits { goal } else { Squares::NONE }
    }

    /// Checks whether the seat to act may do this.
    pub(super) fn check(&self, mv: Move) -> Result<(), Why> {
        match (self.free, mv) {
            (None, Move::Pass) => Err(Why::NoPass),
            (Some(_), Move::Pass) => Ok(()),
            (None, _) => self.check_action(mv),
            (Some(free), _) => {
                let allowed = match (free, mv) {
                    (Free::Neatom, Move::Fuse { .. }) => true,
                    (Free::Neatom, Move::Split { from, .. }) => {
                        self.cell(from).is_none_or(|parent| parent.kind == CellKind::Neatom)
                    }
                    (Free::Tetraphyte(at), Move::Go { from, .. }) => from == at,
                    (Free::Pentaphyte { at, .. }, Move::Swap { from, .. }) => from == at,
                    _ => false,
                };
                if allowed { self.check_action(mv) } else { Err(Why::FreeTurn(free)) }
            }
        }
    }

    fn check_action(&self, mv: Move) -> Result<(), Why> {
        match mv {
            Move::Go { from, to } => self.check_way(from, to),
            Move::Split { from, to } => self.check_split(from, to),
            Move::Fuse { at, with, into } => self.check_fusion(at, with, into),
            Move::Swap { from, to, anchor } => self.check_swap(from, to, anchor),
            Move::Die(at) => match self.own_cell(at)?.kind {
                CellKind::Zoorb => Err(Why::NoZoorb),
                _ => Ok(()),
            },
            Move::Pass => Err(Why::NoPass),
        }
    }

    /// Returns the cell of the seat to act that has this square as its name.
    fn own_cell(&self, at: Square) -> Result<Cell, Why> {
        if !on_board(at) {
            return Err(Why::OffBoard(at));
        }
        let cell = self.board.cell(at).ok_or(Why::Empty(at))?;
        if cell.owner != self.next {
            Err(Why::NotYours(at))
        } else if cell.at != at {
            Err(Why::NotAnchor(cell.at))
        } else {
            Ok(cell)
        }
    }

    fn check_way(&self, from: Square, to: Square) -> Result<(), Why> {
        let cell = self.own_cell(from)?;
        if !on_board(to) {
            return Err(Why::OffBoard(to));
        }
        if self.reach(cell).contains(to) {
            return Ok(());
        }
        Err(match cell.kind {
            kind @ (CellKind::Neatom | CellKind::Pentaphyte) => Why::Unable { kind, what: "move" },
            kind => self.why_not(cell, to).unwrap_or(Why::Unreachable { kind, from, to }),
        })
    }

    /// Returns the reason if this cell cannot eat the cell that is where it wants to go.
    fn why_not(&self, cell: Cell, to: Square) -> Option<Why> {
        let goal = cell.body_at(Squares::one(to)).without(cell.body());
        let blocked = goal.without(self.board.free() | self.prey(cell)).first()?;
        let blocker = self.board.cell(blocked)?;
        let eats_nothing = match cell.kind {
            CellKind::Pentazoa | CellKind::Phytorb => true,
            CellKind::Tetrazoa => !self.marks.contains(cell.at),
            _ => false,
        };
        match blocker.kind {
            _ if blocker.owner == cell.owner => Some(Why::Friend(blocked)),
            _ if eats_nothing => Some(Why::NotFree { kind: cell.kind, at: blocked }),
            CellKind::Tetrazoa => Some(Why::Wall(blocked)),
            CellKind::Zoorb if self.marks.contains(blocked) => Some(Why::Shielded(blocked)),
            _ => None,
        }
    }

    fn check_split(&self, from: Square, to: Square) -> Result<(), Why> {
        let parent = self.own_cell(from)?;
        if !on_board(to) {
            return Err(Why::OffBoard(to));
        }
        if !matches!(parent.kind, CellKind::Neatom | CellKind::Zoorb) {
            return Err(Why::Unable { kind: parent.kind, what: "split" });
        }
        if self.births(parent).contains(to) {
            Ok(())
        } else if self.board.filled().contains(to) {
            Err(Why::Taken(to))
        } else if !Squares::one(from).around().contains(to) {
            Err(Why::NotAround { from, to })
        } else {
            Err(Why::Barren(to))
        }
    }

    fn check_fusion(&self, at: Square, with: Square, into: CellKind) -> Result<(), Why> {
        let performer = self.own_cell(at)?;
        if performer.kind != CellKind::Neatom {
            return Err(Why::Unable { kind: performer.kind, what: "fuse" });
        }
        if !on_board(with) {
            return Err(Why::OffBoard(with));
        }
        let consumed = if CellKind::MINOR.contains(&into) {
            if !Squares::one(at).beside().contains(with) {
                return Err(Why::NotBeside { at, with, into });
            }
            Squares::one(with)
        } else {
            let square = corners(at, with);
            if square.is_empty() {
                return Err(Why::NotCorners { into });
            }
            square
        };
        match consumed.without(self.board.own(self.next, CellKind::Neatom)).first() {
            Some(missing) => Err(Why::NoNeatom(missing)),
            None => Ok(()),
        }
    }

    fn check_swap(&self, from: Square, to: Square, anchor: Option<Square>) -> Result<(), Why> {
        let pentaphyte = self.own_cell(from)?;
        if pentaphyte.kind != CellKind::Pentaphyte {
            return Err(Why::Unable { kind: pentaphyte.kind, what: "swap" });
        }
        if !on_board(to) {
            return Err(Why::OffBoard(to));
        }
        let friend = self.board.cell(to).ok_or(Why::Empty(to))?;
        if friend.owner != self.next {
            return Err(Why::NotYours(to));
        }
        if friend.kind == CellKind::Pentaphyte {
            return Err(Why::TwoPentaphytes);
        }
        if friend.body().meets(self.held()) {
            return Err(Why::Held(to));
        }
        if self.price().contains(to) {
            return Err(Why::Price(to));
        }
        match anchor {
            None if friend.kind == CellKind::Tetraphyte => Err(Why::NoAnchor),
            None => Ok(()),
            Some(_) if friend.kind != CellKind::Tetraphyte => Err(Why::NeedlessAnchor),
            Some(anchor) if !on_board(anchor) => Err(Why::OffBoard(anchor)),
            Some(anchor) if !Squares::one(anchor).block().contains(from) => {
                Err(Why::BlockElsewhere { anchor, from })
            }
            Some(anchor) => {
                let goal = self.swap_goal(from, friend.body(), anchor);
                if goal.is_empty() || goal.contains(to) { Err(Why::BlockTaken(anchor)) } else { Ok(()) }
            }
        }
    }
}

/// Returns the four squares that have these two as opposite corners, or none if the two are not such corners.
pub(super) fn corners(at: Square, with: Square) -> Squares {
    if at.col.abs_diff(with.col) != 1 || at.row.abs_diff(with.row) != 1 {
        return Squares::NONE;
    }
    Squares::one(Square::new(at.col.min(with.col), at.row.min(with.row))).block()
}
