//! Pictures keep secrets: games that differ only in what a viewer may not know look the same to that viewer, in words and byte
//! by byte.

use render::{Frame, Painter, Profile, Scene, Step, Theme};
use rules::{ABORT, AnyEvent, Kind, Options, RESIGN, Seat, Table, Viewer};

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

/// Steps, replays and sheets of games that differ only in what a viewer may not know are the same, in words and byte by byte.
#[test]
fn films_of_different_secrets_are_the_same() {
    let painter = Painter::new(Theme::Dark);
    let viewers = [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::from_index(2).unwrap())];
    let mut different = 0;
    for seed in 0..400 {
        if different >= 250 {
            break;
        }
        let hidden = |[one, other]: &[Moment; 2]| {
            // Pieces that a fight has shown and destroyed are in no later view.
            let shown = |moment: &Moment| -> Vec<AnyEvent> {
                moment.recent.iter().filter_map(|event| event.visible_to(Viewer::Public)).collect()
            };
            let [mine, theirs] = [one, other].map(|moment| moment.table.game().view(Viewer::Public));
            mine == theirs && shown(one) == shown(other)
        };
        let moments: Vec<[Moment; 2]> = twins(seed).into_iter().take_while(hidden).collect();
        let ends = moments.windows(2).filter(|pair| pair[0][0].table.turn() < pair[1][0].table.turn());
        let ends: Vec<&[Moment; 2]> = ends.map(|pair| &pair[1]).collect();
        for last in 1..ends.len() {
            let differ = ends[last][0].table.game().position() != ends[last][1].table.game().position();
            different += usize::from(differ);
            for viewer in viewers {
                let [mine, theirs] = [0, 1].map(|twin: usize| {
                    let turn = |end: &&[Moment; 2]| (end[twin].table.clone(), end[twin].recent.clone());
                    let turns: Vec<_> = ends[1..=last].iter().map(turn).collect();
                    let (first, steps) = render::steps(&ends[0][twin].table, viewer, &turns, 12);
                    let scenes: Vec<Scene> =
                        ends[..=last].iter().map(|end| end[twin].seen_by(viewer)).collect();
                    (first, steps, scenes)
                });
                let captions = |steps: &[Step]| -> Vec<String> {
                    steps.iter().map(|step| step.caption.clone()).collect()
                };
                assert_eq!(captions(&mine.1), captions(&theirs.1), "{viewer:?} of game {seed}");
                assert!(mine.0 == theirs.0, "{viewer:?} of game {seed}: the first frame");
                assert!(mine.1 == theirs.1, "{viewer:?} of game {seed}: {:?}", captions(&mine.1));
                assert!(mine.2 == theirs.2, "{viewer:?} of game {seed}: a turn of the replay");
                if mine.1.is_empty() {
                    // Everybody passed.
                    continue;
                }
                // Equal scenes give equal files, so it is enough to draw a few of them.
                if different % 40 == 1 {
                    let [mine, theirs] = [mine, theirs].map(|(_, steps, scenes)| {
                        let label = String::new;
                        let film = |scenes: Vec<Scene>| {
                            let frames: Vec<Frame> = scenes
                                .into_iter()
                                .map(|scene| Frame { scene, label: label(), millis: 900 })
                                .collect();
                            painter.film(&frames, 300, None).unwrap()
                        };
                        let pictures: Vec<_> = scenes.iter().map(|scene| (label(), scene.clone())).collect();
                        let sheet = painter.sheet(&pictures, Profile::Quick).unwrap();
                        (sheet, film(scenes), film(steps.into_iter().map(|step| step.scene).collect()))
                    });
                    assert!(mine == theirs, "{viewer:?} of game {seed}");
                }
            }
        }
    }
    assert!(different >= 200, "only {different} pairs of games differ");
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
