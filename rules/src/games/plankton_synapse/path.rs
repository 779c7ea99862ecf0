//! The choices that lead to an action: the cell, the square, and what it becomes or where its friend goes.

use crate::{
    Step, Word,
    path::{PASS_WORD, capital},
};

use super::{board::CellKind, moves::Move, position::PlanktonSynapse};

const REMOVE: Word = Word { letter: 'x', name: "remove it (apoptosis)" };

fn fusion(into: CellKind) -> Word {
    Word { letter: into.letter(), name: into.name() }
}

pub(super) fn path(mv: Move) -> Vec<Step> {
    match mv {
        // No cell can both move to a square and make a neatom there: zoorbs jump over one square, and neatoms stay.
        Move::Go { from, to } | Move::Split { from, to } => vec![Step::From(from), Step::To(to)],
        Move::Fuse { at, with, into } => vec![Step::From(at), Step::To(with), Step::Kind(fusion(into))],
        Move::Swap { from, to, anchor } => {
            [Step::From(from), Step::To(to)].into_iter().chain(anchor.map(Step::To)).collect()
        }
        Move::Die(at) => vec![Step::From(at), Step::Do(REMOVE)],
        Move::Pass => vec![Step::Do(PASS_WORD)],
    }
}

/// Says in a few words what makes a cell useful.
const fn gist(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Neatom => "splits and fuses",
        CellKind::Picophyte => "pushes those beside it",
        CellKind::Picozoa => "pulls cells, traps eaters",
        CellKind::Tetraphyte => "rolls over four",
        CellKind::Tetrazoa => "a wall, eats little",
        CellKind::Pentaphyte => "swaps with friends",
        CellKind::Pentazoa => "leaps along lines",
        CellKind::Phytorb => "switches glows, shields",
        CellKind::Zoorb => "the cell to guard",
    }
}

/// Returns `d4 pentazoa` for a cell, `Picozoa: pulls cells, traps eaters` for a fusion and `Remove it` for its removal.
pub(super) fn label(game: &PlanktonSynapse, step: Step) -> String {
    match step {
        Step::From(from) => match game.cell(from) {
            Some(cell) => format!("{from} {}", cell.kind.name()),
            None => step.plain_label(),
        },
        Step::Do(REMOVE) => "Remove it".to_owned(),
        Step::Kind(word) => match CellKind::ALL.iter().copied().find(|&kind| fusion(kind) == word) {
            Some(kind) => format!("{}: {}", capital(word.name), gist(kind)),
            None => step.plain_label(),
        },
        _ => step.plain_label(),
    }
}
