//! Facts about a position for the evaluation of machines.

use crate::{Feature, FeatureRow, Game, Searchable, Seat, Stride, search::Mixer};

use super::Semiosphere;

impl Searchable for Semiosphere {
    const FEATURES: &'static [Feature] =
        &[Feature { name: "tempo", about: "1 if the side is to act" }, Feature { name: "score", about: "the row of the piece" }];

    const STRIDE: Stride = Stride::Turn;

    type Knowledge = Self;

    fn knowledge(view: Self, _: &[Self::Event], _: Seat) -> Self {
        view
    }

    fn world(knowledge: &Self, _: &mut dyn FnMut(u32) -> u32) -> Self {
        knowledge.clone()
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        for ((row, side), score) in rows.iter_mut().zip(self.sides()).zip(self.scores()) {
            row[0] = i16::from(side.iter().any(|seat| self.to_act().contains(seat)));
            row[1] = score as i16;
        }
    }

    fn key(&self) -> u64 {
        self.to_string().bytes().fold(Mixer::new(), |mixer, byte| mixer.with(byte.into())).finish()
    }
}
