//! Compares films with those of the crate `gift`, and of Pillow if `python3` has it.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use divan::black_box;
use render::{Frame, Painter, Plane, Theme};
use rules::{Kind, Options, PASS, Table, Viewer};

use crate::{
    rival,
    table::{medians, time},
};

/// The width of a film in pixels.
const WIDTH: u32 = 600;
/// The number of frames of a film.
const FRAMES: usize = 40;

/// Reads planes with one palette, writes them as a GIF, and prints its bytes and the milliseconds that this took. Somebody who draws
/// with Pillow has its frames in full colour.
const PILLOW: &str = r#"
import io, struct, sys, time
from PIL import Image
data = sys.stdin.buffer
width, height, colours, count = struct.unpack("<4I", data.read(16))
palette = data.read(colours)
frames = []
for _ in range(count):
    frame = Image.frombytes("P", (width, height), data.read(width * height))
    frame.putpalette(palette)
    frames.append(frame.convert("RGB"))
file = io.BytesIO()
begun = time.process_time()
frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=900)
print(len(file.getvalue()), 1000 * (time.process_time() - begun))
"#;

/// Prints a line for each game: the bytes and CPU milliseconds of each frame of a film of random play, and its largest later frame.
/// Then the time and bytes of the film as ratios to the same planes, drawn and then written by `gift`; the targets are 2 and 1.2.
/// Last, how many times as much Pillow needs to write these planes; the targets are 10 times the time and 5 times the bytes.
pub(crate) fn print() {
    println!(
        "{:16} {:>7} {:>6} {:>6} {:>6} | {:>5} {:>6} | {:>6} {:>6}",
        "40 frames", "bytes", "first", "later", "ms", "gift", "bytes", "Pillow", "bytes"
    );
    println!(
        "{:16} {:>7} {:>6} {:>6} {:>6} | {:>5} {:>6} | {:>6} {:>6}",
        "target", "<=320K", "", "", "", "<=2", "<=1.2", ">=10", ">=5"
    );
    for &kind in Kind::ALL {
        let painter = Painter::new(Theme::Dark);
        let frames = same_height(&painter, frames(kind));
        let bytes = |frames: &[Frame]| painter.film(frames, WIDTH, None).unwrap().len();
        let planes = || -> Vec<Plane> {
            frames.iter().map(|frame| painter.plane(&frame.scene, WIDTH).unwrap()).collect()
        };
        let (all, first) = (bytes(&frames), bytes(&frames[..1]));
        let later = (all - first) / (frames.len() - 1).max(1);
        let drawn = planes();
        let rival_bytes = rival::film(&drawn).len();
        let [took, rival] = medians([&mut || time(|| bytes(black_box(&frames))), &mut || {
            time(|| rival::film(&planes()).len())
        }]);
        let pillow = match pillow(&drawn) {
            Some((bytes, millis)) => {
                format!("{:>6.1} {:>6.2}", 1000.0 * millis / took, bytes as f64 / all as f64)
            }
            None => " (python3 has no Pillow)".to_owned(),
        };
        println!(
            "{:16} {all:7} {first:6} {later:6} {:6.2} | {:5.2} {:6.2} | {pillow}",
            kind.slug(),
            took / 1000.0 / frames.len() as f64,
            took / rival,
            all as f64 / rival_bytes as f64,
        );
    }
}

/// Keeps the frames whose planes have the height of the first one. Frames of one film have the height of the highest cards, which a
/// single plane does not know.
fn same_height(painter: &Painter, frames: Vec<Frame>) -> Vec<Frame> {
    let height = |frame: &Frame| painter.plane(&frame.scene, WIDTH).unwrap().height;
    let first = height(&frames[0]);
    frames.into_iter().filter(|frame| height(frame) == first).collect()
}

/// Returns the frames of a game of random play, one for each turn.
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
    while frames.len() < FRAMES {
        let Some(seat) = table.to_act().first() else { break };
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

/// Returns the bytes and the CPU milliseconds of the same film by Pillow, or `None` without it.
fn pillow(planes: &[Plane]) -> Option<(usize, f64)> {
    let first = planes.first()?;
    let mut input = Vec::new();
    for number in [first.width, first.height, first.palette.len() as u32, planes.len() as u32] {
        input.extend(number.to_le_bytes());
    }
    input.extend(&first.palette);
    planes.iter().for_each(|plane| input.extend(&plane.indices));
    let mut python = Command::new("python3")
        .args(["-c", PILLOW])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // Without Pillow the program ends before it has read everything.
    let _ = python.stdin.take()?.write_all(&input);
    let output = python.wait_with_output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    let mut numbers = printed.split_whitespace();
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}
