//! Pictures, compared pixel by pixel with a tolerance. `BLESS=1 cargo test -p render` accepts the new pictures.

use std::{fs, io::Cursor, path::PathBuf};

use render::{MAX_WIDTH, MIN_WIDTH, PaintError, Painter, Profile, Scene, State, Theme};
use rules::{AnyEvent, Diagram, Kind, Seat, Table, Viewer};

use crate::positions;

/// The largest accepted difference of a channel in any pixel. The next line is the limit for the average of the picture.
const WORST: u8 = 48;
const MEAN: f64 = 0.25;

#[track_caller]
pub(crate) fn check(name: &str, scene: &Scene) {
    for theme in Theme::ALL {
        compare(name, theme, &Painter::new(theme).png_wide(scene, 450, Profile::Post).unwrap());
    }
}

/// Compares a picture with the blessed one of this name and theme.
#[track_caller]
pub(crate) fn compare(name: &str, theme: Theme, picture: &[u8]) {
    let file = |suffix: &str| {
        let name = format!("tests/it/pictures/{name}-{}{suffix}.png", theme.name());
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
    };
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(file("").parent().unwrap()).unwrap();
        fs::write(file(""), picture).unwrap();
        return;
    }
    let blessed = fs::read(file("")).unwrap_or_default();
    if let Some(difference) = difference(&blessed, picture) {
        fs::write(file(".new"), picture).unwrap();
        panic!("{difference}; compare {} and {}", file("").display(), file(".new").display());
    }
}

/// Returns how two pictures differ, if they differ by more than the tolerance.
fn difference(old: &[u8], new: &[u8]) -> Option<String> {
    let Ok(old) = image::load_from_memory(old) else {
        return Some("there is no picture yet, `BLESS=1 cargo test -p render` writes it".to_owned());
    };
    let (old, new) = (old.to_rgb8(), image::load_from_memory(new).unwrap().to_rgb8());
    if old.dimensions() != new.dimensions() {
        return Some(format!("the size was {:?} and is {:?}", old.dimensions(), new.dimensions()));
    }
    let differences = || old.as_raw().iter().zip(new.as_raw()).map(|(old, new)| old.abs_diff(*new));
    let worst = differences().max().unwrap_or(0);
    let mean = differences().map(f64::from).sum::<f64>() / old.as_raw().len() as f64;
    (worst > WORST || mean > MEAN).then(|| format!("channels differ by up to {worst}, {mean:.3} on average"))
}

#[test]
fn every_showcase_looks_as_blessed() {
    for (kind, showcase) in positions::all() {
        check(showcase.name, &positions::scene(kind, showcase));
    }
}

#[test]
fn corner_shows_what_a_hidden_piece_can_be() {
    const ORDERS: [(u8, &str); 6] =
        [(1, "a6-b5"), (2, "a1-a3"), (1, "c5-c3"), (2, "e1-d2"), (1, "c3-c2"), (2, "d2-c3")];
    let start = Diagram::new("Nw1Ne2/2Nf2/5/5/5/Sf1Se1Sw 3/20 2 0:0 5,5,5:5,5,5 -", "Six pieces.");
    let (mut table, _) = start.set_up(Kind::Stract).unwrap();
    let orders = ORDERS.map(|(seat, order)| table.play(Seat::new(seat).unwrap(), order).unwrap());
    let scene = |to| {
        let last: Vec<AnyEvent> = orders[4..].iter().flat_map(|played| played.events.clone()).collect();
        let past = orders.iter().flat_map(|played| &played.events);
        render::with_clues(render::scene(&table, to, &last), &table, to, past)
    };
    let words = scene(Viewer::Public).story.join(" ");
    assert!(words.contains("By their moves: c2 fire, a3 fire, c3 water, b5 water."), "{words}");
    let words = scene(Viewer::Seat(Seat::FIRST)).story.join(" ");
    assert!(words.contains("By their moves: a3 fire, c3 water."), "{words}");
    assert!(words.contains("By your moves, others can tell: c2 fire, b5 water."), "{words}");
    // Everybody knows the pieces that went two tiles and diagonally, but not the one that stayed.
    let own = scene(Viewer::Seat(Seat::FIRST)).pieces;
    let secret = own.iter().filter(|piece| piece.state == State::Secret);
    assert_eq!(secret.map(|piece| piece.on.to_string()).collect::<Vec<_>>(), ["c6"]);
    check("stract-clues", &scene(Viewer::Public));
}

#[test]
fn cost_of_a_step_is_beside_what_is_on_the_square() {
    let game = Kind::Semiosphere.read("8x11 3/0/3/r 3 2 2 c6:h:3,f6:f5:5 g6=2,d7=1").unwrap();
    let legal = game.legal(Seat::new(2).unwrap());
    assert!(["f5", "g6"].iter().all(|step| legal.iter().any(|mv| mv == step)), "{legal:?}");
    check("semiosphere-steps", &render::scene(&Table::from(game), Viewer::Public, &[]));
}

#[test]
fn other_positions_give_other_pictures() {
    let painter = Painter::new(Theme::Light);
    let [one, other] = ["semiosphere", "semiosphere-won"]
        .map(positions::named)
        .map(|moment| painter.png_wide(&moment.scene(), 450, Profile::Quick).unwrap());
    assert!(difference(&one, &other).is_some());
}

#[test]
fn profiles_give_the_same_palette_picture() {
    for theme in Theme::ALL {
        let painter = Painter::new(theme);
        let scene = positions::named("protozoa").scene();
        let [post, quick] =
            [Profile::Post, Profile::Quick].map(|profile| painter.png(&scene, profile).unwrap());
        let mut reader = png::Decoder::new(Cursor::new(&post)).read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
        assert_eq!(info.width, 900);
        let colours = info.palette.as_ref().unwrap().len() / 3;
        assert!(colours <= 254, "{colours}");
        let mut indices = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut indices).unwrap();
        assert!(post.len() < quick.len(), "{} and {} bytes", post.len(), quick.len());
        let pixels = |file: &[u8]| image::load_from_memory(file).unwrap().to_rgb8();
        assert!(pixels(&post) == pixels(&quick), "profiles show different pictures");
    }
}

#[test]
fn same_scene_gives_the_same_file() {
    let scene = positions::named("protozoa").scene();
    let fresh = Painter::new(Theme::Dark).png(&scene, Profile::Post).unwrap();
    let used = Painter::new(Theme::Dark);
    for moment in ["semiosphere", "semiosphere-won"].map(positions::named) {
        used.png(&moment.scene(), Profile::Quick).unwrap();
        used.png_wide(&moment.scene(), 333, Profile::Quick).unwrap();
    }
    assert!(fresh == used.png(&scene, Profile::Post).unwrap(), "files differ");
}

#[test]
fn threads_share_a_painter() {
    let painter = Painter::new(Theme::Light);
    let scene = positions::named("semiosphere").scene();
    let alone = Painter::new(Theme::Light).png(&scene, Profile::Quick).unwrap();
    std::thread::scope(|threads| {
        let painting: Vec<_> =
            (0..4).map(|_| threads.spawn(|| painter.png(&scene, Profile::Quick).unwrap())).collect();
        for thread in painting {
            assert!(thread.join().unwrap() == alone, "files differ");
        }
    });
}

#[test]
fn widths_out_of_range_are_rejected() {
    let painter = Painter::new(Theme::Light);
    let scene = positions::named("protozoa").scene();
    for width in [0, MIN_WIDTH - 1, MAX_WIDTH + 1, u32::MAX] {
        let refused = painter.png_wide(&scene, width, Profile::Quick);
        assert!(matches!(refused, Err(PaintError::Width { width: wished }) if wished == width));
    }
}
