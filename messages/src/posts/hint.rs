//! Posts of hints.

use play::content::{Hint, HintLine};
use render::{Arrow, Mark, Owner, Scene, Sign, Way};
use rules::{Focus, LegalMove, Viewer, grid::Square};

use crate::{
    pictures::board_scene,
    text,
    view::{Card, Picture, Post, cut},
};

/// Returns a hint, with a picture of its turns unless the player prefers letters.
#[must_use]
pub fn hint(hint: &Hint, picture: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::hint_title(hint),
            body: cut(&text::hint(hint), 4000),
            footer: text::HINT_FOOTER.to_owned(),
            picture,
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns the board as the seat sees it, with arrows and marks for the moves of the best turn, and thinner ones for one move of each
/// other turn. Each turn has its number of the list.
#[must_use]
pub fn hint_scene(hint: &Hint) -> Scene {
    let table = &hint.game.table;
    let mut scene = board_scene(table, Viewer::Seat(hint.seat), &hint.game.record);
    // Arrows of the last turn would look like hints.
    scene.arrows.retain(|arrow| arrow.way == Way::Shields);
    let owner = Owner::of(table.kind(), hint.seat);
    let mut listed: Vec<(Square, [bool; 3])> = Vec::new();
    for (number, line) in hint.lines.iter().enumerate() {
        // The picture has all moves of the best turn, and one of each other turn: the first that the best one does not have. More would
        // hide the best one.
        let (shown, way) =
            if number == 0 { (&*line.moves, Way::Went) } else { (own_move(hint, line), Way::Slight) };
        if let Some(on) = shown.iter().find_map(|mv| mv.route.to.map(|(to, _)| to).or(mv.route.from))
            && number < 3
        {
            let at = listed.iter().position(|&(other, _)| other == on).unwrap_or_else(|| {
                listed.push((on, [false; 3]));
                listed.len() - 1
            });
            listed[at].1[number] = true;
        }
        for mv in shown {
            match (mv.route.from, mv.route.to) {
                (Some(from), Some((to, focus))) => {
                    scene.arrows.push(Arrow { owner, from, to, way });
                    scene.marks.push(Mark::Focus { on: to, focus });
                }
                (None, Some((to, focus))) => scene.marks.push(Mark::Focus { on: to, focus }),
                (Some(from), None) => scene.marks.push(Mark::Focus { on: from, focus: Focus::Change }),
                (None, None) => {}
            }
        }
    }
    scene.marks.extend(listed.into_iter().map(|(on, turns)| Mark::Sign { on, sign: Sign::Listed(turns) }));
    scene
}

/// Returns the first move of a turn on the board that the best turn does not have, or its first one.
fn own_move<'a>(hint: &Hint, line: &'a HintLine) -> &'a [LegalMove] {
    let best = hint.lines.first().map_or(&[][..], |best| &best.moves);
    let is_own = |mv: &LegalMove| {
        let is_shown = mv.route.from.is_some() || mv.route.to.is_some();
        is_shown && best.iter().all(|other| other.notation != mv.notation)
    };
    let at = line.moves.iter().position(is_own).unwrap_or_default();
    line.moves.get(at..=at).unwrap_or_default()
}
