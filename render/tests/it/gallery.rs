//! Pictures to look at: `GALLERY=folder cargo test -p render -- --ignored gallery`.

use std::{fs, path::PathBuf};

use image::imageops::FilterType;
use render::{Painter, Profile, Scene, Theme};
use rules::{Kind, Options};

use crate::{
    play::{playout, sensible},
    positions,
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
    vec![
        ("protozoa-2-8", Kind::Protozoa, protozoa(2, 8)),
        ("protozoa-3-6", Kind::Protozoa, protozoa(3, 6)),
        ("protozoa-4-10", Kind::Protozoa, protozoa(4, 10)),
        ("protozoa-4-8-teams", Kind::Protozoa, protozoa(4, 8).with("teams", "own")),
        ("semiosphere-2-8x11", Kind::Semiosphere, semiosphere(2, 8, 11)),
        ("semiosphere-3-4x5", Kind::Semiosphere, semiosphere(3, 4, 5)),
        ("semiosphere-4-12x15", Kind::Semiosphere, semiosphere(4, 12, 15)),
        ("semiosphere-2-12x5", Kind::Semiosphere, semiosphere(2, 12, 5)),
    ]
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn gallery() {
    let folder = PathBuf::from(std::env::var("GALLERY").expect("GALLERY names the folder to write to"));
    fs::create_dir_all(&folder).unwrap();
    let painters = Theme::ALL.map(|theme| (theme, Painter::new(theme)));
    let show = |name: &str, scene: &Scene| {
        for (theme, painter) in &painters {
            let file = |suffix: &str| folder.join(format!("{name}-{}{suffix}.png", theme.name()));
            let picture = painter.png(scene, Profile::Post).unwrap();
            let large = image::load_from_memory(&picture).unwrap();
            fs::write(file(""), picture).unwrap();
            // As a phone shows it.
            large.resize(400, 2000, FilterType::Triangle).save(file("-phone")).unwrap();
        }
        fs::write(folder.join(format!("{name}.txt")), scene.to_text() + &scene.alt()).unwrap();
    };
    show("protozoa", &positions::protozoa().scene());
    show("semiosphere", &positions::semiosphere().scene());
    show("semiosphere-won", &positions::semiosphere_won().scene());
    for (name, kind, options) in games() {
        let moments = playout(kind, &options, 7, 400, sensible);
        let last = moments.len() - 1;
        for (stage, at) in [("start", 0), ("early", last / 4), ("middle", last * 3 / 5), ("end", last)] {
            show(&format!("{name}-{stage}"), &moments[at].scene());
        }
    }
}
