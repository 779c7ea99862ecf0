//! Compares films with those of the crate `gift`, and of Pillow if `python3` has it.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::collections::BTreeMap;

use divan::black_box;
use render::{Frame, Painter, Plane, Theme};
use rules::{Kind, Options, PASS, Table, Viewer};

use crate::{
    pillow, rival,
    table::{medians, time},
};

/// The width of a film in pixels.
const WIDTH: u32 = 600;
/// The number of frames of a film, if the game has as many of one height.
const FRAMES: usize = 40;
/// How many turns are played to find them.
const PLAYED: usize = 120;

/// Prints a line for each game: the bytes and CPU milliseconds of each frame of a film of random play, and its largest later frame.
/// Then the time and bytes of the film as ratios to the same planes, drawn and then written by `gift`; the targets are 2 and 1.2.
/// Last, how many times as much Pillow needs to write the same film in full colour; the targets are 10 times the time and 5 times the bytes.
pub(crate) fn print() {
    println!(
        "{:16} {:>6} {:>7} {:>6} {:>6} {:>6} | {:>5} {:>6} | {:>6} {:>6}",
        "films", "frames", "bytes", "first", "later", "ms", "gift", "bytes", "Pillow", "bytes"
    );
    println!(
        "{:16} {:>6} {:>7} {:>6} {:>6} {:>6} | {:>5} {:>6} | {:>6} {:>6}",
        "target", "", "<=320K", "", "", "", "<=2", "<=1.2", ">=10", ">=5"
    );
    for &kind in Kind::ALL {
        let painter = Painter::new(Theme::Dark);
        let frames = same_height(&painter, frames(kind));
        let bytes = |frames: &[Frame]| painter.film(frames, WIDTH, None).unwrap().len();
        let planes_of = |width: u32| -> Vec<Plane> {
            frames.iter().map(|frame| painter.plane(&frame.scene, width).unwrap()).collect()
        };
        let planes = || planes_of(WIDTH);
        let (all, first) = (bytes(&frames), bytes(&frames[..1]));
        let later = (all - first) / (frames.len() - 1).max(1);
        let drawn = planes();
        let rival_bytes = rival::film(&drawn).len();
        let [took, rival] = medians([&mut || time(|| bytes(black_box(&frames))), &mut || {
            time(|| rival::film(&planes()).len())
        }]);
        let pillow = match pillow::write(&planes_of(WIDTH * pillow::LARGER)) {
            Some((bytes, millis)) => {
                format!("{:>6.1} {:>6.2}", 1000.0 * millis / took, bytes as f64 / all as f64)
            }
            None => " (python3 has no Pillow)".to_owned(),
        };
        println!(
            "{:16} {:6} {all:7} {first:6} {later:6} {:6.2} | {:5.2} {:6.2} | {pillow}",
            kind.slug(),
            frames.len(),
            took / 1000.0 / frames.len() as f64,
            took / rival,
            all as f64 / rival_bytes as f64,
        );
    }
}

/// Keeps frames whose planes have the most common height. Frames of one film have the height of the highest cards, which a single plane
/// does not know.
fn same_height(painter: &Painter, frames: Vec<Frame>) -> Vec<Frame> {
    let mut heights: BTreeMap<u32, Vec<Frame>> = BTreeMap::new();
    for frame in frames {
        let height = painter.plane(&frame.scene, WIDTH).unwrap().height;
        heights.entry(height).or_default().push(frame);
    }
    let mut most = heights.into_values().max_by_key(Vec::len).unwrap();
    most.truncate(FRAMES);
    most
}

/// Returns the frames of random play, one for each turn.
fn frames(kind: Kind) -> Vec<Frame> {
    let mut table = Table::new(kind, &Options::new()).unwrap();
    let mut seed = 3_u64;
    let mut roll = |sides: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % sides
    };
    let (mut recent, mut turn) = (Vec::new(), 0);
    let frame = |table: &Table, recent: &[_]| Frame {
        scene: render::scene(table, Viewer::Public, recent),
        label: String::new(),
        millis: 900,
    };
    let mut frames = vec![frame(&table, &recent)];
    while frames.len() < PLAYED {
        // A film of several short games is as good as one of a long game.
        let Some(seat) = table.to_act().first() else {
            table = Table::new(kind, &Options::new()).unwrap();
            (recent, turn) = (Vec::new(), 0);
            continue;
        };
        let mut moves = table.legal(seat);
        // A random player would pass too often.
        if moves.len() > 1 {
            moves.retain(|mv| mv != PASS);
        }
        recent.extend(table.play(seat, &moves[roll(moves.len())]).unwrap().events);
        if table.turn() > turn {
            turn = table.turn();
            frames.push(frame(&table, &recent));
            recent.clear();
        }
    }
    frames
}
