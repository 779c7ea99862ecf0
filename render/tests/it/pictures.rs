//! Pictures, pixel by pixel, but with a tolerance: a picture that is meant to change is blessed with
//! `BLESS=1 cargo test -p render`.

use std::{fs, io::Cursor, path::PathBuf};

use render::{MAX_WIDTH, MIN_WIDTH, PaintError, Painter, Profile, Scene, Sprite, Theme};
use rules::{Seat, Viewer};

use crate::{play::Moment, positions};

/// The largest difference of a channel that is let through anywhere, and on the average over the picture.
const WORST: u8 = 48;
const MEAN: f64 = 0.25;

#[track_caller]
fn check(name: &str, moment: &Moment) {
    check_scene(name, &moment.scene());
}

#[track_caller]
fn check_scene(name: &str, scene: &Scene) {
    for theme in Theme::ALL {
        let picture = Painter::new(theme).png_wide(scene, 450, Profile::Post).unwrap();
        let file = |suffix: &str| {
            let name = format!("tests/it/pictures/{name}-{}{suffix}.png", theme.name());
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
        };
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(file("").parent().unwrap()).unwrap();
            fs::write(file(""), &picture).unwrap();
            continue;
        }
        let blessed = fs::read(file("")).unwrap_or_default();
        if let Some(difference) = difference(&blessed, &picture) {
            fs::write(file(".new"), &picture).unwrap();
            panic!("{difference}; compare {} and {}", file("").display(), file(".new").display());
        }
    }
}

/// How two pictures differ, if by more than the tolerance.
fn difference(old: &[u8], new: &[u8]) -> Option<String> {
    let Ok(old) = image::load_from_memory(old) else { return Some("there is no blessed picture".to_owned()) };
    let (old, new) = (old.to_rgb8(), image::load_from_memory(new).unwrap().to_rgb8());
    if old.dimensions() != new.dimensions() {
        return Some(format!("the size was {:?} and is {:?}", old.dimensions(), new.dimensions()));
    }
    let differences = || old.as_raw().iter().zip(new.as_raw()).map(|(old, new)| old.abs_diff(*new));
    let worst = differences().max().unwrap_or(0);
    let mean = differences().map(f64::from).sum::<f64>() / old.as_raw().len() as f64;
    (worst > WORST || mean > MEAN)
        .then(|| format!("channels differ by up to {worst}, {mean:.3} on the average"))
}

#[test]
fn protozoa_looks_as_blessed() {
    check("protozoa", &positions::protozoa());
}

#[test]
fn semiosphere_looks_as_blessed() {
    check("semiosphere", &positions::semiosphere());
}

#[test]
fn plankton_looks_as_blessed() {
    check("plankton", &positions::plankton());
}

#[test]
fn stract_looks_as_blessed() {
    check("stract", &positions::stract());
}

#[test]
fn parasites_look_as_blessed() {
    check("parasites", &positions::parasites());
}

#[test]
fn what_is_held_and_the_cross_on_what_fell_look_as_blessed() {
    check("plankton-eaten", &positions::plankton_eaten());
}

#[test]
fn orders_look_as_blessed_to_the_team_that_gave_them() {
    check_scene("stract-ordered", &positions::stract_ordered().seen_by(Viewer::Seat(Seat::FIRST)));
}

#[test]
fn the_end_of_a_game_of_eight_looks_as_blessed() {
    check("stract-won", &positions::stract_won());
}

#[test]
fn eight_seats_look_as_blessed() {
    check("parasites-of-eight", &positions::parasites_of_eight());
}

#[test]
fn another_position_is_another_picture() {
    let painter = Painter::new(Theme::Light);
    let [one, other] = [positions::semiosphere(), positions::semiosphere_won()]
        .map(|moment| painter.png_wide(&moment.scene(), 450, Profile::Quick).unwrap());
    assert!(difference(&one, &other).is_some());
}

#[test]
fn files_are_palette_pictures_of_at_most_256_colours_and_profiles_agree() {
    for theme in Theme::ALL {
        let painter = Painter::new(theme);
        let scene = positions::protozoa().scene();
        let [post, quick] =
            [Profile::Post, Profile::Quick].map(|profile| painter.png(&scene, profile).unwrap());
        let mut reader = png::Decoder::new(Cursor::new(&post)).read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
        assert_eq!(info.width, 900);
        let colours = info.palette.as_ref().unwrap().len() / 3;
        assert!(colours <= 256, "{colours}");
        let mut indices = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut indices).unwrap();
        assert!(post.len() < quick.len(), "{} and {} bytes", post.len(), quick.len());
        let pixels = |file: &[u8]| image::load_from_memory(file).unwrap().to_rgb8();
        assert!(pixels(&post) == pixels(&quick), "profiles show different pictures");
    }
}

/// Square by square, so that nothing that is missing drowns in what is alike.
#[test]
fn sprites_pasted_one_after_the_other_are_nearly_the_picture() {
    const SIDE: u32 = 50;
    for theme in Theme::ALL {
        let painter = Painter::new(theme);
        for moment in [
            positions::protozoa(),
            positions::semiosphere(),
            positions::plankton(),
            positions::stract(),
            positions::parasites(),
        ] {
            let scene = moment.scene();
            let sprites = painter.sprites(&scene);
            let mut pasted = sprites[0].image.clone();
            for Sprite { left, top, image } in &sprites[1..] {
                image::imageops::overlay(&mut pasted, image, (*left).into(), (*top).into());
            }
            let pasted = image::DynamicImage::from(pasted).to_rgb8();
            let file = painter.png(&scene, Profile::Quick).unwrap();
            let file = image::load_from_memory(&file).unwrap().to_rgb8();
            assert_eq!(pasted.dimensions(), file.dimensions());
            let mut sums = std::collections::HashMap::new();
            for (x, y, pixel) in pasted.enumerate_pixels() {
                let apart = pixel.0.iter().zip(file.get_pixel(x, y).0).map(|(a, b)| f64::from(a.abs_diff(b)));
                *sums.entry((x / SIDE, y / SIDE)).or_insert(0.0) += apart.sum::<f64>();
            }
            let (square, sum) = sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            let mean = sum / f64::from(SIDE * SIDE * 3);
            assert!(mean < 6.0, "{} in {}: {mean:.3} in square {square:?}", scene.title, theme.name());
        }
    }
}

#[test]
fn the_same_scene_is_the_same_file_whatever_was_painted_before() {
    let scene = positions::protozoa().scene();
    let fresh = Painter::new(Theme::Dark).png(&scene, Profile::Post).unwrap();
    let used = Painter::new(Theme::Dark);
    for moment in [positions::semiosphere(), positions::semiosphere_won()] {
        used.png(&moment.scene(), Profile::Quick).unwrap();
        used.png_wide(&moment.scene(), 333, Profile::Quick).unwrap();
    }
    assert!(fresh == used.png(&scene, Profile::Post).unwrap(), "files differ");
}

#[test]
fn threads_share_a_painter() {
    let painter = Painter::new(Theme::Light);
    let scene = positions::semiosphere().scene();
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
fn widths_out_of_range_are_refused() {
    let painter = Painter::new(Theme::Light);
    let scene = positions::protozoa().scene();
    for width in [0, MIN_WIDTH - 1, MAX_WIDTH + 1, u32::MAX] {
        let refused = painter.png_wide(&scene, width, Profile::Quick);
        assert!(matches!(refused, Err(PaintError::Width { width: asked }) if asked == width));
    }
}
