//! Whole turns, for games in which a single move of a turn says little.

use rules::{Searchable, Seat, Turn};

use crate::{evaluate::Judge, stop::Budget};

/// A whole turn of a seat, or the rest of one.
#[derive(Clone, Debug)]
pub(crate) struct WholeTurn<G: Searchable> {
    pub(crate) moves: Vec<G::Move>,
    /// The position after the turn.
    pub(crate) after: G,
}

/// Returns turns of `seat`, which is to act, the best for it first.
pub(crate) fn grow<G: Searchable>(
    judge: &Judge<'_>,
    game: &G,
    seat: Seat,
    budget: &mut Budget<'_>,
) -> Vec<WholeTurn<G>> {
    let mut whole = WholeTurn { moves: Vec::new(), after: game.clone() };
    // The greedy turn: in each step the move that leads to the best position.
    while let Some((mv, next, turn)) = best_move(judge, &whole.after, seat, budget) {
        whole.moves.push(mv);
        whole.after = next;
        if turn == Turn::Ended || !judge.party.to_act(&whole.after).contains(seat) {
            break;
        }
    }
    vec![whole]
}

fn best_move<G: Searchable>(
    judge: &Judge<'_>,
    game: &G,
    seat: Seat,
    budget: &mut Budget<'_>,
) -> Option<(G::Move, G, Turn)> {
    let side = judge.party.side_of(seat);
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    let mut best: Option<(u16, G::Move, G, Turn)> = None;
    for mv in moves {
        let mut next = game.clone();
        let Ok(turn) = next.play(seat, &mv, &mut |_| {}) else { continue };
        judge.party.settle(&mut next);
        budget.spend();
        let (shares, _) = judge.shares(&next, 1);
        if best.as_ref().is_none_or(|(share, ..)| shares[side] > *share) {
            best = Some((shares[side], mv, next, turn));
        }
    }
    best.map(|(_, mv, next, turn)| (mv, next, turn))
}
