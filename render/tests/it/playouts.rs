//! Every position of games played at random can be shown.

use render::{ALT_MAX, Painter, Profile, Theme};
use rules::{Kind, Options, Seat, Viewer};

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
fn every_position_has_a_picture_and_words() {
    let painters = Theme::ALL.map(Painter::new);
    for (seed, (kind, options)) in games().into_iter().enumerate() {
        for (ply, moment) in playout(kind, &options, seed as u64, 120, |_, _| 0).iter().enumerate() {
            let seat = Seat::from_index(ply % usize::from(moment.table.game().seats())).unwrap();
            let scene = if ply % 3 == 0 { moment.seen_by(Viewer::Seat(seat)) } else { moment.scene() };
            let at = format!("{} ply {ply}: {}", kind.slug(), moment.table.game().position());
            let alt = scene.alt();
            assert!(alt.chars().count() <= ALT_MAX && alt.starts_with(kind.title()), "{at}: {alt}");
            assert_eq!(scene.cards.len(), usize::from(moment.table.game().seats()), "{at}");
            painters[ply % 2].png(&scene, Profile::Quick).expect(&at);
        }
    }
}

#[test]
fn pictures_of_any_width_are_that_wide() {
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
