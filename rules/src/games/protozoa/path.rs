//! The choices that lead to a move: what to do, then the square.

use crate::{
    Seat, Step, Word,
    path::{PASS_WORD, capital},
};

use super::{moves::Move, piece::Size, position::Protozoa};

const PROMOTE: Word = Word { letter: '+', name: "promote a piece" };

const DEMOTE: Word = Word { letter: '-', name: "demote a piece" };

const fn place(size: Size) -> Word {
    let name = match size {
        Size::Pawn => "place a pawn",
        Size::Drone => "place a drone",
        Size::Queen => "place a queen",
    };
    Word { letter: size.letter(), name }
}

pub(super) const KINDS: &[&[Word]] =
    &[&[place(Size::Pawn), place(Size::Drone), place(Size::Queen), PROMOTE, DEMOTE]];

pub(super) fn path(mv: Move) -> Vec<Step> {
    match mv {
        Move::Place { size, at } => vec![Step::Kind(place(size)), Step::To(at)],
        Move::Promote(at) => vec![Step::Kind(PROMOTE), Step::To(at)],
        Move::Demote(at) => vec![Step::Kind(DEMOTE), Step::To(at)],
        Move::Pass => vec![Step::Do(PASS_WORD)],
    }
}

/// Returns `Drone 3` for drones if the seat has three of them in its stash, `Promote` and `Demote`.
pub(super) fn label(game: &Protozoa, seat: Seat, step: Step) -> String {
    let placed = Size::ALL.into_iter().find(|&size| step == Step::Kind(place(size)));
    match placed {
        Some(size) => format!("{} {}", capital(size.name()), game.stash(seat)[size.index()]),
        None if step == Step::Kind(PROMOTE) => "Promote".to_owned(),
        None if step == Step::Kind(DEMOTE) => "Demote".to_owned(),
        None => step.plain_label(),
    }
}
