//! Compares the painter with its floor: ratios of medians of CPU time, and of bytes.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use divan::black_box;
use render::{Painter, Profile, Theme};
use rules::{Kind, Showcase, Viewer};
use rustix::time::{ClockId, clock_gettime};

use crate::{busiest, floor::Floor, pillow, position};

const RUNS: usize = 41;

/// Prints a line for each game: milliseconds and bytes of its pictures, then three groups of ratios, each with its target.
///
/// - A quick picture to its floor. The layout may take as long as writing the file, but not longer.
/// - A post to its floor, in time and bytes. Writing the file is most of the work here, so the rest must be small.
/// - The scene alone to a post, and the first post of a painter to all later ones.
pub(crate) fn print() {
    println!(
        "{:16} {:>8} {:>8} {:>6} | {:>5} | {:>6} {:>6} | {:>6} {:>6}",
        "CPU ms, bytes", "quick ms", "post ms", "bytes", "quick", "post", "bytes", "scene", "first",
    );
    println!(
        "{:16} {:>8} {:>8} {:>6} | {:>5} | {:>6} {:>6} | {:>6} {:>6}",
        "target", "", "", "", "<=2", "<=1.2", "<=1.1", "<=5%", "<=10",
    );
    let kinds = Kind::ALL.iter().map(|&kind| (kind, busiest(kind)));
    for (kind, showcase) in kinds.chain(bare()) {
        line(kind, showcase);
    }
}

/// Prints a line for each game: how many times as much CPU time and bytes Pillow needs for the same board, beside a post and a quick
/// picture.
pub(crate) fn print_beside_pillow() {
    const WIDTH: u32 = 800;
    println!("{:16} {:>6} {:>6} {:>6}", "Pillow", "post", "bytes", "quick");
    println!("{:16} {:>6} {:>6} {:>6}", "target", ">=6", ">=3", ">=35");
    for &kind in Kind::ALL {
        let (table, events) = position(kind, busiest(kind));
        let scene = || render::scene(&table, Viewer::Public, black_box(&events));
        let painter = Painter::new(Theme::Dark);
        let file = |profile| painter.board(&scene(), WIDTH, profile).unwrap().len();
        let [post, quick] =
            medians([&mut || time(|| file(Profile::Post)), &mut || time(|| file(Profile::Quick))]);
        let Some((bytes, millis)) =
            pillow::write(&[painter.plane(&scene(), WIDTH * pillow::LARGER).unwrap()])
        else {
            println!("{:16} python3 has no Pillow", kind.slug());
            continue;
        };
        println!(
            "{:16} {:6.1} {:6.2} {:6.1}",
            kind.slug(),
            1000.0 * millis / post,
            bytes as f64 / file(Profile::Post) as f64,
            1000.0 * millis / quick,
        );
    }
}

/// Returns a board of 8 by 8 squares of 100 pixels and 42 pieces, without marks on them.
fn bare() -> Option<(Kind, &'static Showcase)> {
    let kind = Kind::PlanktonSynapse;
    Some((kind, kind.showcase().iter().find(|showcase| showcase.name == "plankton-start")?))
}

fn line(kind: Kind, showcase: &Showcase) {
    let game = showcase.name;
    let (table, events) = position(kind, showcase);
    let scene = || render::scene(&table, Viewer::Public, black_box(&events));
    let painter = Painter::new(Theme::Dark);
    let file = |profile| painter.png(&scene(), profile).unwrap();
    let bytes = file(Profile::Post).len();
    let floor = Floor::of(&file(Profile::Quick));
    let floor_bytes = floor.png(Profile::Post).len();
    let [quick, floor_quick, post, floor_post, only_scene, cold] = medians([
        &mut || time(|| file(Profile::Quick).len()),
        &mut || time(|| floor.png(Profile::Quick).len()),
        &mut || time(|| file(Profile::Post).len()),
        &mut || time(|| floor.png(Profile::Post).len()),
        &mut || time(|| scene().pieces.len()),
        &mut || time(|| Painter::new(Theme::Dark).png(&scene(), Profile::Post).unwrap().len()),
    ]);
    println!(
        "{game:16} {:8.2} {:8.2} {bytes:6} | {:5.2} | {:6.2} {:6.2} | {:5.1}% {:6.1}",
        quick / 1000.0,
        post / 1000.0,
        quick / floor_quick,
        post / floor_post,
        bytes as f64 / floor_bytes as f64,
        100.0 * only_scene / post,
        cold / post,
    );
}

/// Returns the median time of each run. The runs take turns, so that other work on the machine disturbs all of them alike.
pub(crate) fn medians<const N: usize>(mut runs: [&mut dyn FnMut() -> f64; N]) -> [f64; N] {
    let mut times = [[0.0; RUNS]; N];
    for nth in 0..RUNS {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            times[nth] = run();
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    })
}

/// Returns the CPU time of a run in microseconds, after one run to warm up.
pub(crate) fn time(run: impl Fn() -> usize) -> f64 {
    black_box(run());
    let begun = now();
    black_box(run());
    now() - begun
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}
