//! Single moves as the steps of a search.

use rules::{Searchable, Seat, Turn};

use crate::{evaluate::Judge, stop::Budget, tree::Stepper};

/// Goes from one position to the next by a single move.
pub(crate) struct Moves<G: Searchable> {
    /// Room for the legal moves of one position.
    legal: Vec<G::Move>,
}

impl<G: Searchable> Default for Moves<G> {
    fn default() -> Self {
        Moves { legal: Vec::new() }
    }
}

impl<G: Searchable> Stepper<G> for Moves<G> {
    type Step = G::Move;

    fn each(
        &mut self,
        game: &G,
        seat: Seat,
        judge: &Judge,
        budget: &mut Budget<'_>,
        visit: &mut dyn FnMut(G::Move, &G) -> bool,
    ) {
        self.legal.clear();
        game.legal(seat, &mut self.legal);
        for mv in self.legal.drain(..) {
            let mut after = game.clone();
            budget.spend();
            if after.play(seat, &mv, &mut |_| {}).is_err() {
                continue;
            }
            judge.party.settle(&mut after);
            if !visit(mv, &after) {
                break;
            }
        }
    }

    fn play(&self, game: &mut G, seat: Seat, mv: &G::Move) -> Option<Turn> {
        game.play(seat, mv, &mut |_| {}).ok()
    }

    fn write(&self, mv: &G::Move, notations: &mut Vec<String>) {
        notations.push(mv.to_string());
    }
}
