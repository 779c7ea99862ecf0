//! The choices that lead to an order: what to spawn and where, or the piece, its target and, for an earth, what it does there.

use crate::{
    Seat, Step, Word,
    path::{PASS_WORD, capital},
};

use super::{
    moves::Move,
    piece::{Element, Team},
    position::Stract,
};

const MOVE: Word = Word { letter: 'm', name: "move" };

const SWITCH: Word = Word { letter: 's', name: "switch" };

const fn spawn(element: Element) -> Word {
    let (letter, name) = match element {
        Element::Water => ('w', "spawn water"),
        Element::Fire => ('f', "spawn fire"),
        Element::Earth => ('e', "spawn earth"),
    };
    Word { letter, name }
}

pub(super) const KINDS: &[&[Word]] =
    &[&[spawn(Element::Water), spawn(Element::Fire), spawn(Element::Earth)], &[MOVE, SWITCH]];

pub(super) fn path(game: &Stract, order: Move) -> Vec<Step> {
    match order {
        Move::Pass => vec![Step::Do(PASS_WORD)],
        Move::Spawn { element, at } => vec![Step::Kind(spawn(element)), Step::To(at)],
        Move::Go { from, to } => {
            // An earth can also switch with every tile that it can move to.
            let earth = game.piece(from).is_some_and(|piece| piece.element() == Element::Earth);
            let kind = earth.then_some(Step::Kind(MOVE));
            [Step::From(from), Step::To(to)].into_iter().chain(kind).collect()
        }
        Move::Switch { from, to } => {
            let beside = from.col.abs_diff(to.col) + from.row.abs_diff(to.row) == 1;
            let kind = beside.then_some(Step::Kind(SWITCH));
            [Step::From(from), Step::To(to)].into_iter().chain(kind).collect()
        }
    }
}

/// Returns `Spawn water 4` if the seat's team can spawn four more waters after the orders of its teammates, and `c4 fire · known to all` for a piece of the seat's team.
pub(super) fn label(game: &Stract, seat: Seat, step: Step) -> String {
    let team = Team::of(seat);
    if let Some(element) = Element::ALL.into_iter().find(|&element| step == Step::Kind(spawn(element))) {
        let left = game.pool_for(seat)[element.index()];
        return format!("{} {left}", capital(spawn(element).name));
    }
    match step {
        Step::From(from) => match game.piece(from).filter(|piece| piece.team() == team) {
            Some(piece) if piece.is_known() => format!("{from} {} · known to all", piece.element().name()),
            Some(piece) => format!("{from} {}", piece.element().name()),
            None => step.plain_label(),
        },
        _ => step.plain_label(),
    }
}
