//! The diagrams on the pages of rules.

use render::{Painter, Piece, Profile, Scene, Theme};
use rules::{Diagram, Focus, Kind};

/// Returns every diagram of a game's rules, with the number of its page from 1.
pub(crate) fn all(kind: Kind) -> impl Iterator<Item = (usize, &'static Diagram)> {
    let pages = kind.about().pages.iter().enumerate();
    pages.filter_map(|(index, page)| Some((index + 1, page.board.as_ref()?)))
}

#[track_caller]
pub(crate) fn scene(kind: Kind, diagram: &Diagram) -> Scene {
    render::diagram(kind, diagram).unwrap()
}

#[test]
fn every_diagram_is_drawn_with_its_marks() {
    let painter = Painter::new(Theme::Dark);
    for &kind in Kind::ALL {
        for (page, diagram) in all(kind) {
            let scene = scene(kind, diagram);
            let focus = diagram.focus().unwrap();
            for (nth, &(on, focused)) in focus.iter().enumerate() {
                let at = format!("{kind}, page {page}: {on}");
                assert!(on.col < scene.board.cols && on.row < scene.board.rows(), "{at} is not on the board");
                assert!(focus[..nth].iter().all(|&(other, _)| other != on), "{at} has two marks");
                let filled = |piece: &Piece| {
                    let inside = |from: u8, at: u8| (from..from + piece.art.span()).contains(&at);
                    inside(piece.on.col, on.col) && inside(piece.on.row, on.row)
                };
                if focused == Focus::Here {
                    assert!(scene.pieces.iter().any(filled), "{at} has no piece to explain");
                }
            }
            painter.png(&scene, Profile::Quick).unwrap();
        }
    }
}
