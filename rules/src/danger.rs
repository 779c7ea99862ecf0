//! The squares that opponents can reach or attack with their next move.

use std::collections::BTreeMap;

use crate::{Focus, Game, Seat, grid::Square};

/// The squares that opponents can reach, and those on which they can take something of a seat.
#[derive(Default)]
pub(crate) struct Danger(BTreeMap<(u8, u8), (Square, Focus)>);

impl Danger {
    /// Adds a square that an opponent can reach.
    pub(crate) fn reach(&mut self, at: Square) {
        self.0.entry((at.row, at.col)).or_insert((at, Focus::Reach));
    }

    /// Adds a square on which an opponent can take something.
    pub(crate) fn threaten(&mut self, at: Square) {
        self.0.insert((at.row, at.col), (at, Focus::Threat));
    }

    /// Adds the effects of every move of `opponent`, which is to act in this position. `reached` returns the square that a move leads
    /// to, and `taken` adds those that an event threatens.
    pub(crate) fn look_at<G: Game>(
        &mut self,
        position: &G,
        opponent: Seat,
        reached: impl Fn(&G::Move) -> Option<Square>,
        taken: impl Fn(&G::Event, &mut Danger),
    ) {
        let mut moves = Vec::new();
        position.legal(opponent, &mut moves);
        for mv in &moves {
            if let Some(at) = reached(mv) {
                self.reach(at);
            }
            // A legal move is never refused.
            let _ = position.clone().play(opponent, mv, &mut |event| taken(&event, self));
        }
    }

    /// Returns the squares row by row from below.
    pub(crate) fn into_squares(self) -> Vec<(Square, Focus)> {
        self.0.into_values().collect()
    }
}
