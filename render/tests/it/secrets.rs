//! Pictures keep secrets: games that differ only in what a viewer may not know look the same to that viewer, in words and byte
//! by byte.

use render::{Painter, Profile, Theme};
use rules::{ABORT, Kind, Options, RESIGN, Seat, Table, Viewer};

use crate::{
    play::{Dice, Moment},
    text,
};

const TURNS: usize = 14;

/// Plays two games with the same orders, except that the even seats spawn different elements. Returns both after every entry.
fn twins(seed: u64) -> Vec<[Moment; 2]> {
    let options = Options::new().with("players", 4).with("columns", 5).with("rows", 6);
    let table = Table::new(Kind::Stract, &options).unwrap();
    let mut twins =
        [Moment { table: table.clone(), recent: Vec::new() }, Moment { table, recent: Vec::new() }];
    let mut dice = Dice::new(seed);
    let mut all = Vec::new();
    for _ in 0..TURNS * 4 {
        let Some(seat) = twins[0].table.to_act().first() else { break };
        let [one, other] = [0, 1].map(|twin: usize| twins[twin].table.legal(seat));
        // Only orders that are legal in both games. Earth and fire both step one tile up, down, left or right.
        let both: Vec<&String> = one.iter().filter(|mv| other.contains(mv) || mv.starts_with("e+")).collect();
        let order = both[dice.roll(both.len())].clone();
        let disguised = if seat.number() % 2 == 0 { order.replace("e+", "f+") } else { order.clone() };
        if !other.contains(&disguised) {
            break;
        }
        for (moment, order) in twins.iter_mut().zip([order, disguised]) {
            if moment.table.to_act().len() == 4 {
                moment.recent.clear();
            }
            moment.recent.extend(moment.table.play(seat, &order).unwrap().events);
        }
        all.push(twins.clone());
    }
    all
}

#[test]
fn games_with_different_secrets_look_the_same() {
    let painter = Painter::new(Theme::Light);
    let viewers = [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::from_index(2).unwrap())];
    let mut different = 0;
    for seed in 0..12 {
        for [one, other] in twins(seed) {
            let positions = [&one, &other].map(|moment| moment.table.game().position());
            let views = [&one, &other].map(|moment| moment.table.game().view(Viewer::Public));
            if views[0] != views[1] {
                // A fight has shown the elements of the pieces.
                break;
            }
            different += usize::from(positions[0] != positions[1]);
            for viewer in viewers {
                let [mine, theirs] = [&one, &other].map(|moment| moment.seen_by(viewer));
                assert_eq!(text::of(&mine), text::of(&theirs), "{viewer:?} of {positions:?}");
                assert_eq!(mine.alt(), theirs.alt());
                let [mine, theirs] = [mine, theirs].map(|scene| painter.png(&scene, Profile::Quick).unwrap());
                assert!(mine == theirs, "{viewer:?} of {positions:?}");
            }
            let own = Viewer::Seat(Seat::from_index(1).unwrap());
            let [mine, theirs] = [&one, &other].map(|moment| text::of(&moment.seen_by(own)));
            assert_eq!(mine == theirs, positions[0] == positions[1], "{positions:?}");
        }
    }
    assert!(different > 100, "only {different} pairs of games differ");
}

/// The pairs above are games of Stract. Another game with hidden information needs pairs of its own, here and in
/// `rules/tests/it`.
#[test]
fn every_game_with_secrets_has_twins() {
    let secret: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| kind.has_secrets()).collect();
    assert_eq!(secret, [Kind::Stract], "add pairs of the other games that differ only in what is hidden");
}

#[test]
fn events_keep_secrets_from_the_viewer() {
    let mut table = Table::new(Kind::Stract, &Options::new()).unwrap();
    let played = table.play(Seat::FIRST, "e+c8").unwrap();
    let scene = render::scene(&table, Viewer::Public, &played.events);
    assert!(!text::of(&scene).contains("c8"), "{}", text::of(&scene));
    assert!(text::of(&scene).contains("Blue has ordered"), "{}", text::of(&scene));
}

#[test]
fn finished_game_looks_the_same_to_everybody() {
    for ending in [RESIGN, ABORT] {
        let viewers = [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::from_index(1).unwrap())];
        let unlike = |moment: &Moment| {
            let [public, north, south] = viewers.map(|viewer| text::of(&moment.seen_by(viewer)));
            (public != north, public != south)
        };
        let hiding = twins(7).into_iter().map(|[one, _]| one).find(|one| unlike(one) == (true, true));
        let mut moment = hiding.unwrap();
        for seat in [0, 2] {
            let played = moment.table.play(Seat::from_index(seat).unwrap(), ending);
            moment.recent.extend(played.map(|played| played.events).unwrap_or_default());
        }
        assert!(moment.table.outcome().is_some());
        assert_eq!(unlike(&moment), (false, false), "{ending}");
        assert!(!moment.seen_by(Viewer::Public).alt().contains("unknown"), "{ending}");
    }
}
