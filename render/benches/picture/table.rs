//! How the painter does against the floor and the rival: ratios of medians of CPU time, and of bytes.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use divan::black_box;
use render::{Painter, Profile, Theme};
use rules::Viewer;
use rustix::time::{ClockId, clock_gettime};

use crate::{
    GAMES,
    floor::Floor,
    position,
    rival::{self, Rival},
};

const RUNS: usize = 41;

/// Prints a line for each game: milliseconds and bytes of its pictures, then four groups of ratios with what is wanted of them.
///
/// - A quick picture to its floor. What goes where may take as long as writing the file, not longer.
/// - A post to its floor, in time and bytes. There the file is the work, so everything else has to be little beside it.
/// - The rival to a post and to a quick picture, in time, and a post to the rival, in bytes: what somebody gains who draws with
///   this and not with Pillow.
/// - The scene alone to a post, and the first post of a painter to all later ones.
pub(crate) fn print() {
    let pillow = rival::is_there();
    if !pillow {
        println!("the rival is left out: Python with Pillow is not there");
    }
    println!(
        "{:16} {:>8} {:>8} {:>6} | {:>5} | {:>6} {:>6} | {:>6} {:>6} {:>6} {:>7} | {:>6} {:>6}",
        "CPU ms, bytes",
        "quick ms",
        "post ms",
        "bytes",
        "quick",
        "post",
        "bytes",
        "rival",
        "quick",
        "bytes",
        "rival",
        "scene",
        "first",
    );
    println!(
        "{:16} {:>8} {:>8} {:>6} | {:>5} | {:>6} {:>6} | {:>6} {:>6} {:>6} {:>7} | {:>6} {:>6}",
        "wanted", "", "", "", "<=2", "<=1.5", "<=1.1", ">=6", ">=35", "<=.333", "bytes", "<=5%", "<=10",
    );
    for game in GAMES.into_iter().chain(["reference"]) {
        line(game, pillow);
    }
}

fn line(game: &str, pillow: bool) {
    let (table, events) = position(game);
    let scene = || render::scene(&table, Viewer::Public, black_box(&events));
    let painter = Painter::new(Theme::Dark);
    let file = |profile| painter.png(&scene(), profile).unwrap();
    let bytes = file(Profile::Post).len();
    let floor = Floor::of(&file(Profile::Quick));
    let floor_bytes = floor.png(Profile::Post).len();
    let mut rival = pillow.then(|| Rival::of(&painter.sprites(&scene())));
    let [quick, floor_quick, post, floor_post, only_scene, cold, pasted] = medians([
        &mut || time(|| file(Profile::Quick).len()),
        &mut || time(|| floor.png(Profile::Quick).len()),
        &mut || time(|| file(Profile::Post).len()),
        &mut || time(|| floor.png(Profile::Post).len()),
        &mut || time(|| scene().pieces.len()),
        &mut || time(|| Painter::new(Theme::Dark).png(&scene(), Profile::Post).unwrap().len()),
        &mut || rival.as_mut().map_or(0.0, Rival::run),
    ]);
    print!(
        "{game:16} {:8.2} {:8.2} {bytes:6} | {:5.2} | {:6.2} {:6.2} |",
        quick / 1000.0,
        post / 1000.0,
        quick / floor_quick,
        post / floor_post,
        bytes as f64 / floor_bytes as f64,
    );
    if let Some(Rival { bytes: rival_bytes, .. }) = rival {
        let part = bytes as f64 / rival_bytes as f64;
        print!(" {:6.1} {:6.1} {part:6.3} {rival_bytes:7} |", pasted / post, pasted / quick);
    } else {
        print!(" {:>6} {:>6} {:>6} {:>7} |", "-", "-", "-", "-");
    }
    println!(" {:5.1}% {:6.1}", 100.0 * only_scene / post, cold / post);
}

/// The medians of what runs of each take. They take turns, so that what else the machine does disturbs all of them alike.
fn medians<const N: usize>(mut runs: [&mut dyn FnMut() -> f64; N]) -> [f64; N] {
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

/// The CPU time of a run in microseconds, after one to warm up.
fn time(run: impl Fn() -> usize) -> f64 {
    black_box(run());
    let begun = now();
    black_box(run());
    now() - begun
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}
