//! The boards on the pages of rules.

use render::{Mark, Painter, Profile, Scene, Theme};
use rules::{Diagram, Kind};

/// Every board of a game's rules, with the number of its page from 1.
pub(crate) fn all(kind: Kind) -> impl Iterator<Item = (usize, &'static Diagram)> {
    let pages = kind.about().pages.iter().enumerate();
    pages.filter_map(|(index, page)| Some((index + 1, page.board.as_ref()?)))
}

#[track_caller]
pub(crate) fn scene(kind: Kind, diagram: &Diagram) -> Scene {
    render::diagram(kind, diagram).unwrap()
}

#[test]
fn every_diagram_is_drawn_with_its_marks_on_the_board() {
    let painter = Painter::new(Theme::Dark);
    for &kind in Kind::ALL {
        for (page, diagram) in all(kind) {
            let scene = scene(kind, diagram);
            for mark in &scene.marks {
                if let Mark::Focus { on, .. } = mark {
                    let within = on.col < scene.board.cols && on.row < scene.board.rows();
                    assert!(within, "{kind}, page {page}: {on} is not on the board");
                }
            }
            let marked = scene.marks.iter().filter(|mark| matches!(mark, Mark::Focus { .. })).count();
            assert_eq!(marked, diagram.focus().unwrap().len(), "{kind}, page {page}");
            assert!(scene.alt().starts_with(diagram.caption), "{kind}, page {page}: {}", scene.alt());
            painter.png(&scene, Profile::Quick).unwrap();
        }
    }
}
