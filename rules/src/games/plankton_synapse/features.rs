//! Facts about a position for the evaluation of machines.

use crate::{Feature, FeatureRow, Searchable, Seat, Stride, Wording, search::Mixer};

use super::{
    board::{CellKind, SEATS},
    position::{Free, PlanktonSynapse},
    squares::Squares,
};

/// The number of parts into which the features of late turns divide a game.
const PARTS: i32 = 8;

impl Searchable for PlanktonSynapse {
    const FEATURES: &'static [Feature] = &[
        Feature::new("tempo", "1 if the seat is to act"),
        Feature::new("neatoms", "its neatoms").worded(Wording::Has("neatom", "neatoms")),
        Feature::new("picophytes", "its picophytes").worded(Wording::Has("picophyte", "picophytes")),
        Feature::new("picozoas", "its picozoas"),
        Feature::new("tetraphytes", "its tetraphytes").worded(Wording::Has("tetraphyte", "tetraphytes")),
        Feature::new("tetrazoas", "its tetrazoas"),
        Feature::new("pentaphytes", "its pentaphytes").worded(Wording::Has("pentaphyte", "pentaphytes")),
        Feature::new("pentazoas", "its pentazoas"),
        Feature::new("phytorbs", "its phytorbs"),
        Feature::new("zoorbs", "its zoorbs").worded(Wording::Has("zoorb", "zoorbs")),
        Feature::new("spare-zoorbs", "its zoorbs beyond the second"),
        Feature::new("open-zoorbs", "its zoorbs that are not shielded"),
        Feature::new("reach", "the squares that its cells can reach")
            .worded(Wording::Can("reach", "square", "squares")),
        Feature::new("prey", "the enemy cells that it can eat, without zoorbs")
            .worded(Wording::Can("eat", "cell", "cells")),
        Feature::new("prey-tempo", "the same, if the seat is to act"),
        Feature::new("hunted", "the enemy zoorbs that it can eat")
            .worded(Wording::Can("eat", "zoorb", "zoorbs")),
        Feature::new("hunted-tempo", "the same, if the seat is to act"),
        Feature::new(
            "late-zoorbs",
            "its zoorbs times the eighths of the game that are over, if counts decide",
        ),
        Feature::new(
            "late-squares",
            "the squares that it fills times the eighths of the game that are over, if counts decide",
        ),
    ];

    const STRIDE: Stride = Stride::Move;

    type Knowledge = Self;

    fn knowledge(view: Self, _: &[Self::Event], _: Seat) -> Self {
        view
    }

    fn world(knowledge: &Self, _: &mut dyn FnMut(u32) -> u32) -> Self {
        knowledge.clone()
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        for (seat, row) in SEATS.into_iter().zip(rows) {
            self.write_row(seat, row);
        }
    }

    fn key(&self) -> u64 {
        let free = match self.free {
            None => 0,
            Some(Free::Neatom) => 1,
            Some(Free::Tetraphyte(at)) => 2 | Squares::one(at).bits() << 2,
            Some(Free::Pentaphyte { at, neatom }) => {
                3 | (at.index(8) as u64) << 2 | (neatom.index(8) as u64) << 8
            }
        };
        let rules = self.rules;
        let flags =
            u64::from(rules.counts) | u64::from(rules.first_loss) << 1 | u64::from(self.next.number()) << 2;
        let fallen = self.fallen.iter().fold(0, |fallen, seat| fallen | 1 << seat.number());
        let mixer = Mixer::new().with(self.board.fingerprint()).with(self.marks.bits()).with(free);
        let over = self.over.map_or(0, |end| end as u64 + 1);
        mixer
            .with(u64::from(self.turn) << 16 | u64::from(rules.limit))
            .with(flags << 16 | fallen << 8 | over)
            .finish()
    }
}

impl PlanktonSynapse {
    fn write_row(&self, seat: Seat, row: &mut FeatureRow) {
        let own = |kind| self.board.own(seat, kind).len() as i32;
        let enemies = self.board.of(seat.next(2));
        let zoorbs = own(CellKind::Zoorb);
        let open = self.board.own(seat, CellKind::Zoorb).without(self.marks);
        let (reach, prey) = self.grasp(seat);
        let hunted = (prey & self.board.kind(CellKind::Zoorb) & enemies).len() as i32;
        let prey = self.board.names_in(prey).len() as i32 - hunted;
        let to_act = i32::from(self.next == seat);
        let late =
            if self.rules.counts { i32::from(self.turn) * PARTS / i32::from(self.rules.limit) } else { 0 };
        let numbers = [
            to_act,
            own(CellKind::Neatom),
            own(CellKind::Picophyte),
            own(CellKind::Picozoa),
            own(CellKind::Tetraphyte) / 4,
            own(CellKind::Tetrazoa),
            own(CellKind::Pentaphyte),
            own(CellKind::Pentazoa),
            own(CellKind::Phytorb),
            zoorbs,
            (zoorbs - 2).max(0),
            open.len() as i32,
            reach.len() as i32,
            prey,
            prey * to_act,
            hunted,
            hunted * to_act,
            zoorbs * late,
            self.filled(seat) as i32 * late,
        ];
        for (entry, number) in row.iter_mut().zip(numbers) {
            *entry = number as i16;
        }
    }
}
