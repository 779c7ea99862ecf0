//! Looks: patterns, turned boards, and big pictures.

use std::collections::BTreeSet;

use render::{Home, Look, Mark, Painter, Profile, Scene, Theme};
use rules::{Kind, Options, Seat, Table, Viewer};

use crate::positions;

fn start(kind: Kind, to: Viewer) -> Scene {
    render::scene(&Table::new(kind, &Options::new()).unwrap(), to, &[])
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat::new(number).unwrap())
}

#[test]
fn turning_a_board_twice_gives_the_same_bytes() {
    let painter = Painter::new(Theme::Dark);
    for (kind, showcase) in positions::all() {
        let scene = positions::scene(kind, showcase);
        let twice = scene.clone().turned().turned();
        assert!(twice == scene, "{} changes", showcase.name);
        let [once, twice] =
            [&scene, &twice].map(|scene| painter.png_wide(scene, 450, Profile::Quick).unwrap());
        assert!(once == twice, "{} has another picture", showcase.name);
    }
}

#[test]
fn squares_keep_their_names_on_a_turned_board() {
    let scene = start(Kind::PlanktonSynapse, seat(2));
    let turned = scene.clone().turned();
    let named = |scene: &Scene| -> BTreeSet<(String, &str, u8)> {
        let name = |col: u8, row: u8| {
            format!("{}{}", scene.board.col_names[usize::from(col)], scene.board.row_names[usize::from(row)])
        };
        let pieces = scene.pieces.iter().flat_map(|piece| {
            let reach = 0..piece.art.span();
            let squares = reach.clone().flat_map(move |up| reach.clone().map(move |right| (right, up)));
            squares.map(move |(right, up)| (piece.on.col + right, piece.on.row + up, piece))
        });
        pieces
            .map(|(col, row, piece)| (name(col, row), piece.art.name(), piece.owner.seat.number()))
            .collect()
    };
    assert_eq!(named(&scene), named(&turned));
    assert!(scene.pieces != turned.pieces, "the pieces move");
}

#[test]
fn players_of_the_upper_side_can_turn_the_board() {
    for (kind, upper, lower) in [(Kind::PlanktonSynapse, 2, 1), (Kind::Stract, 1, 2)] {
        assert_eq!(start(kind, seat(upper)).board.home, Home::Above);
        assert_eq!(start(kind, seat(lower)).board.home, Home::Below);
        assert_eq!(start(kind, Viewer::Public).board.home, Home::None);
        for theme in Theme::ALL {
            let plain = Painter::new(theme);
            let flipped = plain.with(Look { flip: true, ..Look::from(theme) });
            let png =
                |painter: &Painter, scene: &Scene| painter.png_wide(scene, 450, Profile::Quick).unwrap();
            let [above, below] = [upper, lower].map(|number| start(kind, seat(number)));
            assert!(png(&plain, &above) != png(&flipped, &above), "{kind}: the board is turned");
            assert!(png(&flipped, &above) == png(&plain, &above.clone().turned()), "{kind}: by half a turn");
            assert!(png(&plain, &below) == png(&flipped, &below), "{kind}: this side is below already");
        }
    }
    for kind in [Kind::Protozoa, Kind::Semiosphere, Kind::Parasites] {
        assert_eq!(start(kind, seat(2)).board.home, Home::None);
    }
}

#[test]
fn marks_turn_with_the_board() {
    let scene = positions::named("semiosphere").scene();
    let steps = |scene: &Scene| -> BTreeSet<(u8, u8)> {
        let on = scene.marks.iter().map(|mark| match mark {
            Mark::Step { on, .. } | Mark::Sign { on, .. } | Mark::Focus { on, .. } => (on.col, on.row),
        });
        on.collect()
    };
    let (cols, rows) = (scene.board.cols, scene.board.rows());
    let expected = steps(&scene).into_iter().map(|(col, row)| (cols - 1 - col, rows - 1 - row)).collect();
    assert_eq!(steps(&scene.turned()), expected);
}

/// The width of a phone's screen in points.
const PHONE: u32 = 390;

#[test]
fn big_pictures_show_large_squares_alone() {
    for kind in [Kind::Protozoa, Kind::PlanktonSynapse, Kind::Semiosphere] {
        let scene = start(kind, seat(1));
        let painter = Painter::new(Look { big: true, ..Look::from(Theme::Light) });
        let picture =
            image::load_from_memory(&painter.png(&scene, Profile::Quick).unwrap()).unwrap().to_rgb8();
        let usual = Painter::new(Theme::Light).png(&scene, Profile::Quick).unwrap();
        assert!(picture.height() < image::load_from_memory(&usual).unwrap().height(), "{kind}");
        // The widest row of squares without pieces shows how wide the board is.
        let squares = [[0xfc, 0xfa, 0xf5], [0xea, 0xe5, 0xd9]];
        let rows = picture.rows().map(|row| row.filter(|pixel| squares.contains(&pixel.0)).count() as u32);
        let board = rows.max().unwrap();
        let side = board / u32::from(scene.board.cols);
        assert!(side * PHONE / picture.width() >= 40, "{kind}: a square is {side} of {}", picture.width());
    }
}

#[test]
fn every_look_has_its_own_picture() {
    let scene = start(Kind::PlanktonSynapse, seat(2));
    let painter = Painter::new(Theme::Light);
    let mut pictures = BTreeSet::new();
    let mut looks = 0;
    for theme in Theme::ALL {
        for (patterns, flip, big) in (0..8).map(|bits: u8| (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)) {
            let look = Look { theme, patterns, flip, big };
            let shared = painter.with(look).png_wide(&scene, 400, Profile::Quick).unwrap();
            let alone = Painter::new(look).png_wide(&scene, 400, Profile::Quick).unwrap();
            assert!(shared == alone, "{look:?} depends on the pictures before");
            pictures.insert(shared);
            looks += 1;
        }
    }
    assert_eq!(pictures.len(), looks);
}
