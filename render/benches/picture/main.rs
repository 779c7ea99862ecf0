//! The time from a position to a PNG (`cargo bench -p render`), compared with a floor: the indices of the finished picture, copied
//! square by square and encoded.
//!
//! Compare ratios of medians within one run. Without arguments the bench first prints a table of these ratios in CPU time.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot continue fails")]

mod floor;
mod table;

use divan::{Bencher, black_box};
use floor::Floor;
use render::{Painter, Profile, Scene, Theme};
use rules::{AnyEvent, Kind, Options, Seat, Table, Viewer};

fn main() {
    if std::env::args().skip(1).all(|argument| argument == "--bench") {
        table::print();
    }
    divan::main();
}

const GAMES: [&str; 5] = ["protozoa", "semiosphere", "plankton-synapse", "stract", "parasites"];
const PROFILES: [Profile; 2] = [Profile::Quick, Profile::Post];

/// Returns a busy board, and the events of its last turn.
fn position(game: &str) -> (Table, Vec<AnyEvent>) {
    let (kind, position, moves): (_, _, &[&str]) = match game {
        // 8 by 8 squares of 100 pixels and 42 pieces, without marks on them.
        "reference" => return (Table::new(Kind::PlanktonSynapse, &Options::new()).unwrap(), Vec::new()),
        "protozoa" => (
            Kind::Protozoa,
            "8 2 15 48/60 1 13@37,13@48 \
             d3=d2,f3=d1,g3=d1,h3=p1,c4=p2,d4=d1,e4=q2,f4=q1,g4=q2,d5=d1,e5=q2,f5=q1,g5=d1,h5=p2,e6=d2,f6=d2",
            &["q@h4"],
        ),
        "plankton-synapse" => (
            Kind::PlanktonSynapse,
            "z1sr2rz/nw1j2wn/nnna1n1n/2n1tt1p/1PN1tt1j/N1NTTN1N/NWJTTJWN/ZR3SRZ 1 - - 117/120 cells",
            &["b4-b5"],
        ),
        "stract" => (
            Kind::Stract,
            "1NwNf1Ne2/2Nw4/NF1Ne1Nf2/3Nw1SE1/Sw1Sf1NF2/1Se2Sw1Sf/2SW4/SeSf2Sw2 14/45 2 12:24 4,4,4:4,3,4 1:d5-d4",
            &["c4-c6"],
        ),
        "parasites" => (
            Kind::Parasites,
            "D3,C3,A3,D3,D3,D3,A3,D3,4,D3,2/\
             C3,A3,1,D1,A1,2,C3,7/\
             D1,D1,D1,4,D3,4,D3,D3,C3/\
             D1,1,D1,D1,C1,D3,D3,D3,D3,Q3,D3,D3,2,A3/\
             4,D1,D1,2,A1,1,D3,1,A3,2/\
             3,Q1,D1,C1,A1,C1,1,D3,1,D2,2,A3/\
             A1,D1,C1,D1,1,D1,A1,1,A1,1,A2,1,C2,D2,1/\
             1,D1,D1,D1,D1,D1,1,A2,D2,D2,D2,3,A3/\
             1,C2,1,D2,D2,D2,1,A2,D2,C2,D2,1,D2,D3,C3/\
             A2,2,D2,1,A1,D2,C2,D2,2,D2,2,D3/\
             D1,D1,2,A1,1,A2,D2,Q2,1,A2,1,A2,1,D3/\
             D2,D2,1,A1,1,A1,3,A2,2,D2,D3,D3/\
             A2,2,D1,1,C1,D1,C1,D1,1,A2,1,A2,D1,D1/\
             D1,D2,1,C1,4,D1,4,D1,1/\
             D1,C1,A1,D1,3,C1,1,D1,A2,1,D1,D1,1 3 3 2 - 0 -",
            &["h14+i15=b", "h14+i14=b"],
        ),
        _ => (
            Kind::Semiosphere,
            "8x11 3/2/0/- 4 1 2 d9:d8:0,f6:h:5,S:v:3,x2:v:0 a5=2,d5=4,c7=1,h7=2,b8=2,e9=3,a10=1,g10=1,c11=3,h11=2",
            &["f7", "drop", "g7"],
        ),
    };
    let mut table = Table::from(kind.read(position).unwrap());
    let seat = table.to_act().first().unwrap_or(Seat::FIRST);
    let events = moves.iter().flat_map(|mv| table.play(seat, mv).unwrap().events).collect();
    (table, events)
}

fn scene(game: &str) -> Scene {
    let (table, events) = position(game);
    render::scene(&table, Viewer::Public, &events)
}

/// From position to file with all tiles in the cache, which is the usual case.
#[divan::bench(args = GAMES, consts = [0, 1])]
fn whole<const PROFILE: usize>(bencher: Bencher<'_, '_>, game: &str) {
    let (table, events) = position(game);
    let painter = Painter::new(Theme::Dark);
    bencher.bench_local(|| {
        let scene = render::scene(&table, Viewer::Public, black_box(&events));
        painter.png(&scene, PROFILES[PROFILE]).unwrap().len()
    });
}

/// The same picture, copied from its finished squares.
#[divan::bench(args = GAMES, consts = [0, 1])]
fn floor<const PROFILE: usize>(bencher: Bencher<'_, '_>, game: &str) {
    let floor = Floor::of(&Painter::new(Theme::Dark).png(&scene(game), PROFILES[PROFILE]).unwrap());
    bencher.bench_local(|| black_box(&floor).png(PROFILES[PROFILE]).len());
}

/// The scene without a picture.
#[divan::bench(args = GAMES)]
fn only_scene(bencher: Bencher<'_, '_>, game: &str) {
    let (table, events) = position(game);
    bencher.bench_local(|| render::scene(&table, Viewer::Public, black_box(&events)));
}

/// The first picture of a new painter, which draws every tile.
#[divan::bench(args = GAMES, sample_count = 20)]
fn first_picture(bencher: Bencher<'_, '_>, game: &str) {
    let scene = scene(game);
    bencher.bench_local(|| Painter::new(Theme::Dark).png(&scene, Profile::Post).unwrap().len());
}
