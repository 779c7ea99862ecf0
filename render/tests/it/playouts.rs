//! Every position of random games can be shown.

use std::collections::BTreeSet;

use render::{ALT_MAX, Painter, Profile, Theme};
use rules::{Kind, Options, PASS, Seat, Viewer};

use crate::play::{Dice, playout};

fn games() -> Vec<(Kind, Options)> {
    let mut games = Vec::new();
    for players in 2..=4 {
        for size in [6, 8, 10] {
            games.push((Kind::Protozoa, Options::new().with("players", players).with("size", size)));
        }
        for (columns, rows) in [(4, 5), (8, 11), (12, 15), (12, 5), (4, 15)] {
            let options = Options::new().with("players", players).with("columns", columns).with("rows", rows);
            games.push((Kind::Semiosphere, options.with("preset", "balanced")));
        }
    }
    for teams in ["own", "mixed"] {
        games.push((Kind::Protozoa, Options::new().with("players", 4).with("teams", teams)));
    }
    for (preset, loss) in
        [("standard", "all"), ("standard", "first"), ("correspondence", "all"), ("correspondence", "first")]
    {
        games.push((Kind::PlanktonSynapse, Options::new().with("preset", preset).with("loss", loss)));
    }
    let short = Options::new().with("turn_limit", 20);
    games.push((Kind::PlanktonSynapse, short.clone()));
    games.push((Kind::PlanktonSynapse, short.with("tiebreak", "cells")));
    for (players, columns, rows) in [(2, 7, 8), (2, 3, 4), (4, 5, 6), (6, 12, 12), (8, 3, 12), (8, 12, 4)] {
        let options = Options::new().with("players", players).with("columns", columns).with("rows", rows);
        games.push((Kind::Stract, options.with("turns", 20)));
    }
    for (players, size) in
        [(2, 8), (2, 10), (3, 12), (4, 14), (5, 16), (6, 18), (7, 20), (8, 22), (8, 27), (2, 40)]
    {
        games.push((Kind::Parasites, Options::new().with("players", players).with("size", size)));
    }
    games
}

#[test]
fn every_position_has_a_picture_and_an_alt_text() {
    let painters = Theme::ALL.map(Painter::new);
    let mut ended = BTreeSet::new();
    // A game of Parasites ends early only if all players pass.
    let passing = (Kind::Parasites, Options::new(), 1);
    let games = games().into_iter().map(|(kind, options)| (kind, options, 0)).chain([passing]);
    for (seed, (kind, options, liking)) in games.enumerate() {
        let prefers = |notation: &str, _: &str| if notation == PASS { liking } else { 0 };
        for (ply, moment) in playout(kind, &options, seed as u64, 120, prefers).iter().enumerate() {
            let seat = Seat::from_index(ply % usize::from(moment.table.game().seats())).unwrap();
            let viewer = if ply % 3 == 0 { Viewer::Seat(seat) } else { Viewer::Public };
            let scene = moment.seen_by(viewer);
            let at = format!("{} ply {ply}: {}", kind.slug(), moment.table.game().position());
            let alt = scene.alt();
            assert!(alt.chars().count() <= ALT_MAX && alt.starts_with(kind.title()), "{at}: {alt}");
            let news = moment.recent.iter().filter_map(|event| event.visible_to(moment.table.viewer(viewer)));
            let news = news.map(|event| event.describe(&|seat| kind.colour(seat).name().to_owned()));
            if let Some(newest) = news.rev().find(|said| !said.is_empty()) {
                assert!(alt.contains(&newest), "{at}: {alt} does not contain {newest}");
            }
            if let Some(outcome) = moment.table.outcome() {
                let words = kind.about().ending(outcome.reason).unwrap();
                assert!(scene.headline().ends_with(words) && alt.contains(words), "{at}: {alt}");
                ended.insert(kind.slug());
            }
            assert_eq!(scene.cards.len(), usize::from(moment.table.game().seats()), "{at}");
            painters[ply % 2].png(&scene, Profile::Quick).expect(&at);
        }
    }
    let all: BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.slug()).collect();
    assert_eq!(ended, all, "at least one game of each kind must end");
}

#[test]
fn pictures_have_the_requested_width() {
    let painter = Painter::new(Theme::Light);
    let mut dice = Dice::new(5);
    for (kind, options) in games() {
        let moments = playout(kind, &options, 3, 30, |_, _| 0);
        let scene = moments[dice.roll(moments.len())].scene();
        for width in [200, 201 + dice.roll(1799) as u32, 2000] {
            let picture = painter.png_wide(&scene, width, Profile::Quick).unwrap();
            let info = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
            assert_eq!(info.info().width, width);
        }
    }
}
