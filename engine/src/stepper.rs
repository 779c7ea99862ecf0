//! The steps of a search: single moves or whole turns.

use rules::{Searchable, Seat, Turn};

use crate::{evaluate::Judge, stop::Budget, tree::Stepper, turns};

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
        judge: &Judge<'_>,
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

/// Goes from one position to the next by a whole turn.
pub(crate) struct Turns;

impl<G: Searchable> Stepper<G> for Turns {
    type Step = Box<[G::Move]>;

    fn each(
        &mut self,
        game: &G,
        seat: Seat,
        judge: &Judge<'_>,
        budget: &mut Budget<'_>,
        visit: &mut dyn FnMut(Box<[G::Move]>, &G) -> bool,
    ) {
        for whole in turns::grow(judge, game, seat, budget) {
            if !visit(whole.moves.into(), &whole.after) {
                break;
            }
        }
    }

    fn play(&self, game: &mut G, seat: Seat, turn: &Box<[G::Move]>) -> Option<Turn> {
        let mut last = None;
        for mv in turn {
            last = Some(game.play(seat, mv, &mut |_| {}).ok()?);
        }
        last
    }

    fn write(&self, turn: &Box<[G::Move]>, notations: &mut Vec<String>) {
        notations.extend(turn.iter().map(ToString::to_string));
    }
}
