//! Try-out boards.

use play::{content::SketchScreen, game::tryout::Tryout};

use super::*;

#[test]
fn try_out_boards_are_within_discords_limits() {
    let picture = Picture { png: vec![0], alt: "x".repeat(1024) };
    for &kind in Kind::ALL {
        for showcase in kind.showcase() {
            let (table, _) = showcase.set_up(kind).unwrap();
            let board = Tryout::new(kind, &table.game().position()).unwrap();
            let screen = |path: &str| SketchScreen {
                sketch: BIG.into(),
                person: BIG.into(),
                board: board.clone(),
                ply: u32::MAX,
                undone: u32::MAX,
                path: path.to_owned(),
                moved_on: true,
            };
            check_screens(|_, path| drawn(posts::sketch(&screen(path))));
            check(&posts::posted_sketch(&screen(""), picture.clone()));
        }
    }
    check(&Post::text(text::SKETCH_CLOSED));
}
