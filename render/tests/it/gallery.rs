//! Pictures to look at: `GALLERY=/an/absolute/folder cargo test -p render -- --ignored gallery`. With `ONLY=stract`, only
//! pictures with this in their names are written.

use std::{fs, path::PathBuf};

use image::imageops::FilterType;
use render::{Look, Painter, Profile, Scene, Theme};
use rules::{Focus, Kind, grid::Square};

use crate::{
    charts, diagrams,
    play::{extremes, playout, sensible, typical},
    positions, text,
};

/// The most entries of a game. The longest games of Parasites take about as many.
const MOST: usize = 1500;

/// Returns the scene for a player who asked about a tetraphyte.
fn focused() -> Scene {
    let square = |name: &str| name.parse().unwrap();
    let around = ["c1", "d1", "e1", "c2", "c3"].map(|name| (square(name), Focus::Goal));
    let others = [("d2", Focus::Here), ("d3", Focus::Prey), ("e3", Focus::Other)];
    let others = others.map(|(name, focus)| (square(name), focus));
    positions::named("plankton").scene().focused(&around).focused(&others)
}

/// Returns every mark on a row of its own, on pieces and on free squares.
pub(crate) fn every_mark() -> Vec<(Square, Focus)> {
    let every =
        [Focus::Actor, Focus::Here, Focus::Goal, Focus::Prey, Focus::Other, Focus::Change, Focus::Dies];
    (0..8).flat_map(|col| (0..).zip(every).map(move |(row, focus)| (Square::new(col, row), focus))).collect()
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn gallery() {
    let folder = PathBuf::from(std::env::var("GALLERY").expect("GALLERY names the folder to write to"));
    fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    let painters = Theme::ALL.map(|theme| (theme, Painter::new(theme)));
    let paint = |name: &str, draw: &dyn Fn(&Painter) -> Vec<u8>| {
        for (theme, painter) in &painters {
            let file = |suffix: &str| folder.join(format!("{name}-{}{suffix}.png", theme.name()));
            let picture = draw(painter);
            let large = image::load_from_memory(&picture).unwrap();
            fs::write(file(""), picture).unwrap();
            // The size at which a phone shows the picture.
            large.resize(400, 2000, FilterType::Triangle).save(file("-phone")).unwrap();
        }
    };
    let show = |name: &str, scene: &Scene| {
        if !name.contains(&only) {
            return;
        }
        paint(name, &|painter| painter.png(scene, Profile::Post).unwrap());
        fs::write(folder.join(format!("{name}.txt")), text::of(scene) + &scene.alt()).unwrap();
    };
    for (name, chart) in charts::all().into_iter().filter(|(name, _)| name.contains(&only)) {
        paint(name, &|painter| painter.chart(&chart, Profile::Post).unwrap());
        fs::write(folder.join(format!("{name}.txt")), chart.alt()).unwrap();
    }
    for (kind, showcase) in positions::all() {
        show(showcase.name, &positions::scene(kind, showcase));
    }
    show("plankton-focus", &focused());
    for (kind, showcase) in positions::all().filter(|(_, showcase)| showcase.name.contains(&only)) {
        let scene = positions::scene(kind, showcase).turned();
        for (theme, painter) in &painters {
            let look = Look { patterns: true, big: true, ..Look::from(*theme) };
            let picture = painter.with(look).png(&scene, Profile::Post).unwrap();
            fs::write(folder.join(format!("{}-wishes-{}.png", showcase.name, theme.name())), picture)
                .unwrap();
        }
    }
    let ring = |name: &str, focus| (name.parse().unwrap(), focus);
    let protozoa = positions::named("protozoa").scene();
    show("protozoa-focus", &protozoa.clone().focused(&[ring("d4", Focus::Here), ring("d5", Focus::Prey)]));
    show("protozoa-marks", &protozoa.clone().focused(&every_mark()));
    show("plankton-marks", &positions::named("plankton").scene().focused(&every_mark()));
    for &kind in Kind::ALL {
        for (page, diagram) in diagrams::all(kind) {
            show(&format!("rules-{kind}-{page}"), &diagrams::scene(kind, diagram));
        }
    }
    for &kind in Kind::ALL {
        for (name, options) in typical(kind).into_iter().chain(extremes(kind)) {
            let name = format!("{kind}-{name}");
            if !name.contains(&only) {
                continue;
            }
            let moments = playout(kind, &options, 7, MOST, sensible);
            let last = moments.len() - 1;
            for (stage, at) in [("start", 0), ("early", last / 4), ("middle", last * 3 / 5), ("end", last)] {
                show(&format!("{name}-{stage}"), &moments[at].scene());
            }
        }
    }
}
