//! The time from a position to a PNG (`cargo bench -p render`), compared with a floor: the indices of the finished picture, copied
//! square by square and encoded.
//!
//! Compare ratios of medians within one run. Without arguments the bench first prints a table of these ratios in CPU time, and one of
//! films.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot continue fails")]

mod films;
mod floor;
mod pillow;
mod rival;
mod table;

use divan::{Bencher, black_box};
use floor::Floor;
use render::{Painter, Profile, Scene, Theme};
use rules::{AnyEvent, Kind, Showcase, Table, Viewer};

fn main() {
    if std::env::args().skip(1).all(|argument| argument == "--bench") {
        table::print();
        table::print_beside_pillow();
        films::print();
    }
    divan::main();
}

const PROFILES: [Profile; 2] = [Profile::Quick, Profile::Post];

/// Returns the busiest board of a game: the first one of its showcases.
fn busiest(kind: Kind) -> &'static Showcase {
    kind.showcase().first().unwrap()
}

/// Returns the position of a showcase, and the events of its last turn.
fn position(kind: Kind, showcase: &Showcase) -> (Table, Vec<AnyEvent>) {
    showcase.set_up(kind).unwrap()
}

fn scene(kind: Kind) -> Scene {
    let (table, events) = position(kind, busiest(kind));
    render::scene(&table, Viewer::Public, &events)
}

/// From position to file with all tiles in the cache, which is the usual case.
#[divan::bench(args = Kind::ALL, consts = [0, 1])]
fn whole<const PROFILE: usize>(bencher: Bencher<'_, '_>, &kind: &Kind) {
    let (table, events) = position(kind, busiest(kind));
    let painter = Painter::new(Theme::Dark);
    bencher.bench_local(|| {
        let scene = render::scene(&table, Viewer::Public, black_box(&events));
        painter.png(&scene, PROFILES[PROFILE]).unwrap().len()
    });
}

/// The same picture, copied from its finished squares.
#[divan::bench(args = Kind::ALL, consts = [0, 1])]
fn floor<const PROFILE: usize>(bencher: Bencher<'_, '_>, &kind: &Kind) {
    let floor = Floor::of(&Painter::new(Theme::Dark).png(&scene(kind), PROFILES[PROFILE]).unwrap());
    bencher.bench_local(|| black_box(&floor).png(PROFILES[PROFILE]).len());
}

/// The scene without a picture.
#[divan::bench(args = Kind::ALL)]
fn only_scene(bencher: Bencher<'_, '_>, &kind: &Kind) {
    let (table, events) = position(kind, busiest(kind));
    bencher.bench_local(|| render::scene(&table, Viewer::Public, black_box(&events)));
}

/// The first picture of a new painter, which draws every tile.
#[divan::bench(args = Kind::ALL, sample_count = 20)]
fn first_picture(bencher: Bencher<'_, '_>, &kind: &Kind) {
    let scene = scene(kind);
    bencher.bench_local(|| Painter::new(Theme::Dark).png(&scene, Profile::Post).unwrap().len());
}
