//! Pictures to look at: `GALLERY=/an/absolute/folder cargo test -p render -- --ignored gallery`. With `ONLY=stract`, only
//! pictures with this in their names are written.

use std::{fs, path::PathBuf};

use image::imageops::FilterType;
use render::{Painter, Profile, Scene, Theme};
use rules::{Focus, Kind, Options, Seat, Viewer};

use crate::{
    diagrams,
    play::{playout, sensible},
    positions, text,
};

fn games() -> Vec<(&'static str, Kind, Options)> {
    let protozoa = |players: i64, size: i64| Options::new().with("players", players).with("size", size);
    let semiosphere = |players: i64, columns: i64, rows: i64| {
        Options::new()
            .with("players", players)
            .with("columns", columns)
            .with("rows", rows)
            .with("preset", "balanced")
    };
    let parasites = |players: i64, size: i64| Options::new().with("players", players).with("size", size);
    vec![
        ("protozoa-2-8", Kind::Protozoa, protozoa(2, 8)),
        ("protozoa-3-6", Kind::Protozoa, protozoa(3, 6)),
        ("protozoa-4-10", Kind::Protozoa, protozoa(4, 10)),
        ("protozoa-4-8-teams", Kind::Protozoa, protozoa(4, 8).with("teams", "own")),
        ("semiosphere-2-8x11", Kind::Semiosphere, semiosphere(2, 8, 11)),
        ("semiosphere-3-4x5", Kind::Semiosphere, semiosphere(3, 4, 5)),
        ("semiosphere-4-12x15", Kind::Semiosphere, semiosphere(4, 12, 15)),
        ("semiosphere-2-12x5", Kind::Semiosphere, semiosphere(2, 12, 5)),
        ("plankton", Kind::PlanktonSynapse, Options::new()),
        (
            "plankton-slow",
            Kind::PlanktonSynapse,
            Options::new().with("preset", "correspondence").with("loss", "first"),
        ),
        ("stract-2", Kind::Stract, Options::new()),
        ("stract-2-5x6", Kind::Stract, Options::new().with("preset", "correspondence")),
        (
            "stract-8-12x12",
            Kind::Stract,
            Options::new().with("players", 8).with("columns", 12).with("rows", 12),
        ),
        (
            "stract-4-3x12",
            Kind::Stract,
            Options::new().with("players", 4).with("columns", 3).with("rows", 12),
        ),
        ("parasites-2-8", Kind::Parasites, parasites(2, 8)),
        ("parasites-2-10", Kind::Parasites, parasites(2, 10)),
        ("parasites-4-14", Kind::Parasites, parasites(4, 14)),
        ("parasites-8-22", Kind::Parasites, parasites(8, 22)),
        ("parasites-8-40", Kind::Parasites, parasites(8, 40)),
    ]
}

/// Returns the scene for a player who asked about a tetraphyte.
fn focused() -> Scene {
    let square = |name: &str| name.parse().unwrap();
    let around = ["c1", "d1", "e1", "c2", "c3"].map(|name| (square(name), Focus::Goal));
    let others = [("d2", Focus::Here), ("d3", Focus::Prey), ("e3", Focus::Other)];
    let others = others.map(|(name, focus)| (square(name), focus));
    positions::plankton().scene().focused(&around).focused(&others)
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn gallery() {
    let folder = PathBuf::from(std::env::var("GALLERY").expect("GALLERY names the folder to write to"));
    fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    let painters = Theme::ALL.map(|theme| (theme, Painter::new(theme)));
    let show = |name: &str, scene: &Scene| {
        if !name.contains(&only) {
            return;
        }
        for (theme, painter) in &painters {
            let file = |suffix: &str| folder.join(format!("{name}-{}{suffix}.png", theme.name()));
            let picture = painter.png(scene, Profile::Post).unwrap();
            let large = image::load_from_memory(&picture).unwrap();
            fs::write(file(""), picture).unwrap();
            // The size at which a phone shows the picture.
            large.resize(400, 2000, FilterType::Triangle).save(file("-phone")).unwrap();
        }
        fs::write(folder.join(format!("{name}.txt")), text::of(scene) + &scene.alt()).unwrap();
    };
    show("protozoa", &positions::protozoa().scene());
    show("semiosphere", &positions::semiosphere().scene());
    show("semiosphere-won", &positions::semiosphere_won().scene());
    show("plankton", &positions::plankton().scene());
    show("plankton-free", &positions::plankton_free().scene());
    show("plankton-eaten", &positions::plankton_eaten().scene());
    show("plankton-fused", &positions::plankton_fused().scene());
    show("stract", &positions::stract().scene());
    show("stract-won", &positions::stract_won().scene());
    show("stract-north", &positions::stract_ordered().seen_by(Viewer::Seat(Seat::FIRST)));
    show("parasites", &positions::parasites().scene());
    show("parasites-of-eight", &positions::parasites_of_eight().scene());
    show("parasites-placing", &positions::parasites_placing().scene());
    show("plankton-focus", &focused());
    for &kind in Kind::ALL {
        for (page, diagram) in diagrams::all(kind) {
            show(&format!("rules-{kind}-{page}"), &diagrams::scene(kind, diagram));
        }
    }
    for (name, kind, options) in games().into_iter().filter(|(name, ..)| name.contains(&only)) {
        let most = if kind == Kind::Parasites { 1500 } else { 400 };
        let moments = playout(kind, &options, 7, most, sensible);
        let last = moments.len() - 1;
        for (stage, at) in [("start", 0), ("early", last / 4), ("middle", last * 3 / 5), ("end", last)] {
            show(&format!("{name}-{stage}"), &moments[at].scene());
        }
    }
}
