//! The marks on the picture of a screen, and the legend for them.

use std::collections::BTreeMap;

use render::{Piece, Scene, State};
use rules::{Focus, Kind, Step, grid::Square};

use super::walk::{Place, Stage};
use crate::text;

/// Returns the marks of a screen: the piece that was chosen, and every square that can be chosen next.
pub(crate) fn marks(place: &Place<'_>, scene: &Scene) -> Vec<(Square, Focus)> {
    let Stage::Choose { others, squares } = place.stage(true) else { return Vec::new() };
    let mut marks: BTreeMap<(u8, u8), (Square, Focus)> = BTreeMap::new();
    let (pieces, quick): (Vec<Step>, Vec<Step>) = others
        .into_iter()
        .filter(|step| step.square().is_some())
        .partition(|step| matches!(step, Step::From(_)));
    // The steps of a piece are what most players want. Marks for all other squares would hide them.
    let (from, steps) = if quick.is_empty() { (&squares, squares.next()) } else { (place, quick) };
    let marked =
        pieces.into_iter().map(|step| (place, step)).chain(steps.into_iter().map(|step| (from, step)));
    for (from, step) in marked {
        if let Some(at) = step.square()
            && let Some(focus) = focus_of(from, step, scene)
        {
            marks.insert((at.col, at.row), (at, focus));
        }
    }
    for step in &squares.steps {
        let Step::From(at) = *step else { continue };
        let standing = scene.pieces.iter().rev().find(|piece| piece.on == at && is_standing(piece));
        let span = standing.map_or(1, |piece| piece.art.span());
        for square in (0..span).flat_map(|up| (0..span).map(move |right| (right, up))) {
            let on = Square::new(at.col + square.0, at.row + square.1);
            marks.entry((on.col, on.row)).or_insert((on, Focus::Here));
        }
    }
    marks.into_values().collect()
}

/// Returns the mark of a step: the best of what its moves do on the square. A square far from all pieces on which a new piece
/// would die has none, because nobody would put it there.
fn focus_of(place: &Place<'_>, step: Step, scene: &Scene) -> Option<Focus> {
    let Step::To(at) = step else { return Some(Focus::Actor) };
    let mut best: Option<Focus> = None;
    for path in place.moves_by(step) {
        let focus = match path.route.to {
            Some((to, focus)) if to == at => focus,
            _ if path.dies => Focus::Dies,
            _ if path.route.from == Some(at) => Focus::Change,
            // A tetraphyte can swap onto other squares than the one by which it was chosen.
            _ => Focus::Goal,
        };
        if best.is_none_or(|best| weight(focus) > weight(best)) {
            best = Some(focus);
        }
    }
    let beside = |piece: &Piece| piece.on.col.abs_diff(at.col) <= 1 && piece.on.row.abs_diff(at.row) <= 1;
    best.filter(|&focus| {
        focus != Focus::Dies || scene.pieces.iter().any(|piece| is_standing(piece) && beside(piece))
    })
}

fn is_standing(piece: &Piece) -> bool {
    !matches!(piece.state, State::Ghost | State::Planned)
}

/// Returns how much a mark says, for a square with several moves.
const fn weight(focus: Focus) -> u8 {
    match focus {
        Focus::Here | Focus::Actor | Focus::Reach | Focus::Threat => 0,
        Focus::Dies => 1,
        Focus::Change => 2,
        Focus::Goal => 3,
        Focus::Other => 4,
        Focus::Prey => 5,
    }
}

/// Returns one line that explains the marks in use.
pub(crate) fn legend(kind: Kind, marks: &[(Square, Focus)]) -> String {
    let all = [
        Focus::Actor,
        Focus::Here,
        Focus::Goal,
        Focus::Prey,
        Focus::Other,
        Focus::Change,
        Focus::Dies,
        Focus::Reach,
        Focus::Threat,
    ];
    let used = all.into_iter().filter(|focus| marks.iter().any(|(_, mark)| mark == focus));
    used.map(|focus| text::mark(kind, focus)).collect::<Vec<_>>().join(" · ")
}
