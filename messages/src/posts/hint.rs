//! Posts of hints.

use play::content::Hint;
use render::{Arrow, Mark, Owner, Scene, Way};
use rules::{Focus, Viewer};

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

/// Returns the board as the seat sees it, with arrows and marks for the moves of the best turn, and thinner ones for the first moves
/// of the others.
#[must_use]
pub fn hint_scene(hint: &Hint) -> Scene {
    let table = &hint.game.table;
    let mut scene = board_scene(table, Viewer::Seat(hint.seat), &hint.game.record);
    // Arrows of the last turn would look like hints.
    scene.arrows.retain(|arrow| arrow.way == Way::Shields);
    let owner = Owner::of(table.kind(), hint.seat);
    for (number, line) in hint.lines.iter().enumerate() {
        // The picture has all moves of the best turn, and the first of each other turn. More would hide the best one.
        let (shown, way) = if number == 0 { (line.moves.len(), Way::Went) } else { (1, Way::Slight) };
        for mv in line.moves.iter().take(shown) {
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
    scene
}
