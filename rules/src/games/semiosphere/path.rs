//! The choices that lead to an action: a step of the piece, a mark with its square, or a command.

use crate::{Seat, Step, Word, path::END_WORD};

use super::{
    moves::Move,
    position::{ENTER_COST, ERASE_COST, Semiosphere, Whereabouts},
};

const MARK: Word = Word { letter: 'm', name: "place a mark" };
const ERASE: Word = Word { letter: 'e', name: "erase a mark" };
const DROP: Word = Word { letter: 'd', name: "drop your planet" };
const ENTER: Word = Word { letter: 'i', name: "enter the Semiosphere" };

pub(super) const KINDS: &[&[Word]] = &[&[MARK, ERASE]];

pub(super) fn path(mv: Move) -> Vec<Step> {
    match mv {
        Move::Go(to) => vec![Step::To(to)],
        Move::Mark(at) => vec![Step::Kind(MARK), Step::To(at)],
        Move::Erase(at) => vec![Step::Kind(ERASE), Step::To(at)],
        Move::Drop => vec![Step::Do(DROP)],
        Move::Enter => vec![Step::Do(ENTER)],
        Move::End => vec![Step::Do(END_WORD)],
    }
}

/// Returns `↑ d5 · 1` for a step up that costs a point, and `Mark · 1` for a mark.
pub(super) fn label(game: &Semiosphere, seat: Seat, step: Step) -> String {
    match step {
        Step::To(to) => match game.whereabouts(seat) {
            Whereabouts::On(from) if from.col.abs_diff(to.col) + from.row.abs_diff(to.row) == 1 => {
                let arrow = match () {
                    () if to.row > from.row => "↑",
                    () if to.row < from.row => "↓",
                    () if to.col < from.col => "←",
                    () => "→",
                };
                format!("{arrow} {to} · {}", game.cost(seat, Move::Go(to)))
            }
            _ => to.to_string(),
        },
        Step::Kind(word) if word == ERASE => format!("Erase · {ERASE_COST}"),
        Step::Kind(_) => "Mark · 1".to_owned(),
        Step::Do(word) if word == DROP => "Drop planet · 1, gives 2".to_owned(),
        Step::Do(word) if word == ENTER => format!("Enter · {ENTER_COST}"),
        Step::Do(_) | Step::From(_) => step.plain_label(),
    }
}
