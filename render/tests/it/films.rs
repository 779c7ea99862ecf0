//! Films of random games.

use std::io::Cursor;

use image::{AnimationDecoder as _, codecs::gif::GifDecoder};
use render::{Frame, PaintError, Painter, Profile, Role, Scene, Theme};
use rules::{Kind, Options, PASS, Table, Viewer};

use crate::play::{Moment, playout, quick, typical};

/// Returns the scenes of a random game, one for each turn, as `to` sees them.
fn turns(kind: Kind, moments: &[Moment], to: Viewer) -> Vec<Scene> {
    let ends = moments.windows(2).filter(|pair| pair[0].table.turn() != pair[1].table.turn());
    let mut scenes: Vec<Scene> = ends.map(|pair| pair[1].seen_by(to)).collect();
    scenes.insert(0, render::scene(&moments[0].table, to, &[]));
    assert!(scenes.len() > 1, "{kind}");
    scenes
}

fn frames(scenes: Vec<Scene>) -> Vec<Frame> {
    scenes.into_iter().map(|scene| Frame { scene, label: String::new(), millis: 250 }).collect()
}

/// Returns scenes with the labels that replays have.
fn labelled(scenes: Vec<Scene>) -> Vec<(String, Scene)> {
    let labels = (0..).map(|turn| if turn == 0 { "Start".to_owned() } else { format!("Turn {turn}") });
    labels.zip(scenes).collect()
}

fn labelled_frames(scenes: Vec<Scene>) -> Vec<Frame> {
    let frame = |(label, scene)| Frame { scene, label, millis: 250 };
    labelled(scenes).into_iter().map(frame).collect()
}

/// Returns the frames of a film and the colours of their pixels, as a second decoder reads them.
fn decoded(film: Vec<u8>) -> Vec<(image::Frame, Vec<u8>)> {
    let frames = GifDecoder::new(Cursor::new(film)).unwrap().into_frames().collect_frames().unwrap();
    let pixels = |frame: &image::Frame| {
        frame.buffer().pixels().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    };
    frames.into_iter().map(|frame| (frame.clone(), pixels(&frame))).collect()
}

fn colours(painter: &Painter, scene: &Scene) -> (u32, u32) {
    let plane = painter.plane(scene, 600).unwrap();
    (plane.width, plane.height)
}

/// A second decoder gives back the colours of every plane that went into a film.
#[test]
fn second_decoder_reads_the_planes() {
    for (kind, theme) in Kind::ALL.iter().zip(Theme::ALL.into_iter().cycle()) {
        let painter = Painter::new(theme);
        let options = quick(*kind).next().unwrap();
        let moments = playout(*kind, &options, 5, 24, |notation, _| -i32::from(notation == PASS));
        // The cards of a frame can be higher than those of its own scene. Without cards, every frame is the plane of its scene.
        let scenes: Vec<Scene> = turns(*kind, &moments, Viewer::Public)
            .into_iter()
            .map(|scene| Scene { cards: Vec::new(), ..scene })
            .collect();
        let decoded = decoded(painter.film(&frames(scenes.clone()), 300, None).unwrap());
        assert_eq!(decoded.len(), scenes.len(), "{kind}");
        for ((frame, read), scene) in decoded.into_iter().zip(&scenes) {
            let numer = frame.delay().numer_denom_ms();
            assert_eq!(numer.0 / numer.1, 250, "{kind}");
            let plane = painter.plane(scene, 300).unwrap();
            assert_eq!((plane.width, plane.height), frame.buffer().dimensions(), "{kind}");
            let rgb = plane.indices.iter().flat_map(|&index| &plane.palette[usize::from(index) * 3..][..3]);
            assert!(rgb.copied().collect::<Vec<u8>>() == read, "{kind}");
        }
    }
}

#[test]
fn every_frame_has_its_label() {
    let kind = Kind::Protozoa;
    let painter = Painter::new(Theme::Dark);
    let moments = playout(kind, &typical(kind)[0].1, 3, 6, |_, _| 0);
    let scenes: Vec<Scene> = turns(kind, &moments, Viewer::Public)
        .into_iter()
        .map(|scene| Scene { cards: Vec::new(), ..scene })
        .collect();
    let plain = decoded(painter.film(&frames(scenes.clone()), 600, None).unwrap());
    let with_labels = decoded(painter.film(&labelled_frames(scenes), 600, None).unwrap());
    let mut lines = std::collections::BTreeSet::new();
    for ((frame, pixels), (higher, labelled)) in plain.iter().zip(&with_labels) {
        let line = (higher.buffer().height() - frame.buffer().height()) * 600 * 3;
        let (line, board) = labelled.split_at(line as usize);
        assert!(board == pixels, "the board below the label is as without it");
        assert!(!line.is_empty() && line.chunks(3).any(|pixel| pixel != &line[..3]), "no words");
        lines.insert(line.to_vec());
    }
    assert_eq!(lines.len(), plain.len(), "each frame has its own words");
}

#[test]
fn film_needs_frames_of_one_size() {
    let painter = Painter::new(Theme::Dark);
    assert!(matches!(painter.film(&[], 600, None), Err(PaintError::Frames)));
    let scene = |kind: Kind| playout(kind, &typical(kind)[0].1, 1, 1, |_, _| 0)[0].scene();
    let [one, other] = [Kind::Protozoa, Kind::Semiosphere].map(scene);
    assert_ne!(colours(&painter, &one), colours(&painter, &other));
    let film = painter.film(&frames(vec![one.clone(), other]), 600, None);
    assert!(matches!(film, Err(PaintError::Frames)));
    assert!(matches!(painter.film(&frames(vec![one]), 100, None), Err(PaintError::Width { width: 100 })));
}

/// Forty turns of a random game make a small file.
#[test]
fn forty_frames_are_small() {
    for &kind in Kind::ALL {
        let painter = Painter::new(Theme::Dark);
        for (name, options) in typical(kind) {
            let moments = playout(kind, &options, 3, 400, |notation, _| -i32::from(notation == PASS));
            let scenes: Vec<Scene> = turns(kind, &moments, Viewer::Public).into_iter().take(40).collect();
            let count = scenes.len();
            let begun = std::time::Instant::now();
            let film = painter.film(&labelled_frames(scenes), 600, None).unwrap();
            let (bytes, took) = (film.len(), begun.elapsed());
            if let Some(folder) = std::env::var_os("FILMS") {
                let file = std::path::Path::new(&folder).join(format!("{kind}-{name}.gif"));
                std::fs::write(file, &film).unwrap();
            }
            println!("{kind} {name}: {count} frames, {bytes} bytes, {:?} a frame", took / count as u32);
            assert!(bytes <= 320 * 1024, "{kind} {name}: {count} frames have {bytes} bytes");
        }
    }
}

/// The mark of the next player takes few bytes of a film, unlike a card that lights up.
#[test]
fn next_player_costs_few_bytes() {
    const MARKS: usize = 600;
    for &kind in Kind::ALL.iter().filter(|kind| !kind.is_simultaneous()) {
        let painter = Painter::new(Theme::Dark);
        let table = Table::new(kind, &Options::new()).unwrap();
        let first = render::scene(&table, Viewer::Public, &[]);
        let mut second = first.clone();
        for card in &mut second.cards {
            card.role = if card.role == Role::ToAct { Role::Waiting } else { Role::ToAct };
        }
        let bytes = |scenes: &[&Scene]| {
            let frames = frames(scenes.iter().map(|&scene| scene.clone()).collect());
            painter.film(&frames, 600, None).unwrap().len()
        };
        let (alone, both) = (bytes(&[&first]), bytes(&[&first, &second]));
        assert_ne!(both, bytes(&[&first, &first]), "{kind}: the mark moves");
        assert!(both - alone < MARKS, "{kind}: {}", both - alone);
    }
}

#[test]
fn sheet_has_six_pictures() {
    let painter = Painter::new(Theme::Light);
    assert!(matches!(painter.sheet(&[], Profile::Quick), Err(PaintError::Frames)));
    for &kind in Kind::ALL {
        for (name, options) in typical(kind) {
            let moments = playout(kind, &options, 3, 60, |notation, _| -i32::from(notation == PASS));
            let scenes: Vec<Scene> = turns(kind, &moments, Viewer::Public).into_iter().take(6).collect();
            let png = painter.sheet(&labelled(scenes), Profile::Quick).unwrap();
            let size = png::Decoder::new(Cursor::new(&png)).read_info().unwrap().info().size();
            assert_eq!(size, (900, 700), "{kind}");
            if let Some(folder) = std::env::var_os("FILMS") {
                let file = std::path::Path::new(&folder).join(format!("{kind}-{name}.png"));
                std::fs::write(file, &png).unwrap();
            }
        }
    }
}
