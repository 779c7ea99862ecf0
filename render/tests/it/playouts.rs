//! Every position of random games can be shown.

use std::collections::BTreeSet;

use render::{ALT_MAX, Painter, Profile, Theme};
use rules::{AnyEvent, Kind, Options, PASS, Seat, Viewer};

use crate::play::{Dice, extremes, playout, quick, typical};

/// Returns games of every kind: with the default options, and with every option at its ends.
fn games() -> impl Iterator<Item = (Kind, Options)> {
    Kind::ALL.iter().flat_map(|&kind| {
        let named = typical(kind).into_iter().chain(extremes(kind));
        named.map(move |(_, options)| (kind, options))
    })
}

/// Returns quick games of every kind.
fn quick_games() -> impl Iterator<Item = (Kind, Options)> {
    Kind::ALL.iter().flat_map(|&kind| quick(kind).map(move |options| (kind, options)))
}

#[test]
fn every_position_has_a_picture_and_an_alt_text() {
    let painters = Theme::ALL.map(Painter::new);
    let mut ended = BTreeSet::new();
    // Some games end early only if all players pass.
    let quick = quick_games().flat_map(|(kind, options)| [(kind, options.clone(), 0), (kind, options, 1)]);
    let quick = quick.map(|(kind, options, liking)| (kind, options, liking, 120));
    let games = games().map(|(kind, options)| (kind, options, 0, 50)).chain(quick);
    for (seed, (kind, options, liking, most)) in games.enumerate() {
        let prefers = |notation: &str, _: &str| if notation == PASS { liking } else { 0 };
        for (ply, moment) in playout(kind, &options, seed as u64, most, prefers).iter().enumerate() {
            let seat = Seat::from_index(ply % usize::from(moment.table.game().seats())).unwrap();
            let viewer = if ply % 3 == 0 { Viewer::Seat(seat) } else { Viewer::Public };
            let scene = moment.seen_by(viewer);
            let at = format!("{} ply {ply}: {}", kind.slug(), moment.table.game().position());
            let alt = scene.alt();
            assert!(alt.chars().count() <= ALT_MAX && alt.starts_with(kind.title()), "{at}: {alt}");
            let seen = moment.recent.iter().filter_map(|event| event.visible_to(moment.table.viewer(viewer)));
            let who = |seat| kind.colour(seat).name().to_owned();
            if let Some(newest) = AnyEvent::describe_all(&seen.collect::<Vec<_>>(), &who).last() {
                assert!(alt.contains(newest), "{at}: {alt} does not contain {newest}");
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
    assert_eq!(
        ended, all,
        "at least one game of each kind must end; the options QUICK of its showcase.rs are for that"
    );
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
