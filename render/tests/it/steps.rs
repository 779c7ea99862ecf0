//! Steps of random games. `STEPS=<folder>` writes a film of each game.

use render::{ALT_MAX, Change, Frame, Painter, Piece, Scene, State, Step, Theme, Way};
use rules::{AnyEvent, Kind, Options, PASS, Table, Viewer};

use crate::play::{Dice, quick, typical};

/// Returns what identifies the pieces of a scene, without those that were lost or are only planned.
fn pieces(scene: &Scene) -> Vec<String> {
    let living = scene.pieces.iter().filter(|piece| !matches!(piece.state, State::Ghost | State::Planned));
    let mut pieces: Vec<String> =
        living.map(|Piece { on, art, owner, .. }| format!("{on} {art:?} {}", owner.seat)).collect();
    pieces.sort();
    pieces
}

fn viewers(table: &Table) -> Vec<Viewer> {
    let seats = rules::SeatSet::all(table.game().seats());
    [Viewer::Public, Viewer::Open].into_iter().chain(seats.iter().map(Viewer::Seat)).collect()
}

/// Plays a random entry: one that captures something if a few tries find it.
fn play(table: &mut Table, dice: &mut Dice) -> Option<Vec<AnyEvent>> {
    let seat = table.to_act().first()?;
    let moves = table.legal(seat);
    let mut best: Option<(i32, Table, Vec<AnyEvent>)> = None;
    for _ in 0..4 {
        let notation = &moves[dice.roll(moves.len())];
        let mut then = table.clone();
        let events = then.play(seat, notation).unwrap().events;
        let takes = render::changes(table, Viewer::Open, &events).iter().any(|step| step.takes);
        let liking = i32::from(takes) * 2 - i32::from(notation == PASS);
        if best.as_ref().is_none_or(|(most, ..)| liking > *most) {
            best = Some((liking, then, events));
        }
    }
    let (_, then, events) = best?;
    *table = then;
    Some(events)
}

/// The steps of an entry lead from the scene before it to the scene after it, for every viewer.
#[test]
fn last_step_has_the_pieces_of_the_real_scene() {
    for &kind in Kind::ALL {
        let (mut turns, mut seed, mut captures) = (0, 0, 0);
        let all: Vec<_> =
            typical(kind).into_iter().map(|(_, options)| options).take(1).chain(quick(kind)).collect();
        while turns < 1000 {
            let mut dice = Dice::new(seed);
            let mut table = Table::new(kind, &all[seed as usize % all.len()]).unwrap();
            seed += 1;
            let to_all = if kind.has_secrets() { viewers(&table) } else { vec![Viewer::Public] };
            for _ in 0..150 {
                let before = table.clone();
                let Some(events) = play(&mut table, &mut dice) else { break };
                // Once the game is over everybody sees everything, so the scenes of the running game belong to other viewers.
                if table.outcome().is_some() {
                    break;
                }
                turns += u32::from(before.turn() != table.turn());
                for &to in &to_all {
                    let steps = render::changes(&before, to, &events);
                    captures += steps.iter().filter(|step| step.takes).count();
                    let real = pieces(&render::scene(&table, to, &[]));
                    let may_be_steps = events.iter().filter_map(|event| event.visible_to(to));
                    let may_be_steps = may_be_steps.filter(render::is_step).count();
                    assert!(steps.len() <= may_be_steps, "{kind}: {events:?}");
                    let still = || pieces(&render::scene(&before, to, &[]));
                    let shown = steps.last().map_or_else(still, |step| pieces(&step.scene));
                    assert_eq!(shown, real, "{kind} {} for {to:?}: {events:?}", before.game().position());
                }
            }
        }
        assert!(captures > 50, "{kind}: {captures} captures");
    }
}

fn entries(kind: Kind, seed: u64, most: usize) -> (Table, Vec<(Table, Vec<AnyEvent>)>) {
    let mut dice = Dice::new(seed);
    let mut table = Table::new(kind, &typical(kind)[0].1).unwrap();
    let start = table.clone();
    let mut entries = Vec::new();
    while entries.len() < most {
        let Some(events) = play(&mut table, &mut dice) else { break };
        entries.push((table.clone(), events));
    }
    (start, entries)
}

#[test]
fn merged_steps_keep_every_capture() {
    for &kind in Kind::ALL {
        for seed in 0..4 {
            let (start, entries) = entries(kind, seed, 60);
            let (first, all) = render::steps(&start, Viewer::Open, &entries, usize::MAX);
            let (merged_first, merged) = render::steps(&start, Viewer::Open, &entries, 12);
            assert_eq!(first, merged_first);
            assert!(merged.len() < 12, "{kind}");
            let words = |steps: &[Step]| -> String {
                let all: String = steps.iter().map(|step| step.caption.clone() + " ").collect();
                all.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            assert_eq!(words(&all), words(&merged), "{kind}");
            let takes = |steps: &[Step]| steps.iter().filter(|step| step.takes).count();
            assert_eq!(takes(&all) > 0, takes(&merged) > 0, "{kind}");
            if takes(&all) < 11 {
                assert_eq!(takes(&merged), takes(&all), "{kind}: captures are merged last");
            }
            // A frame keeps the marks of all steps that were merged into it.
            let mut parts = all.iter();
            for whole in &merged {
                let mut length = 0;
                while length < whole.caption.len() {
                    let Some(part) = parts.next() else { break };
                    assert!(whole.caption.contains(&part.caption), "{kind}: {}", whole.caption);
                    length += part.caption.len() + 1;
                    let marked = |scene: &Scene| -> Vec<bool> {
                        scene.board.cells.iter().map(|cell| cell.fresh).collect()
                    };
                    let kept = marked(&part.scene).into_iter().zip(marked(&whole.scene));
                    assert!(kept.into_iter().all(|(before, now)| now || !before), "{kind}: {}", part.caption);
                    assert!(whole.takes || !part.takes, "{kind}: {}", part.caption);
                }
            }
            assert_eq!(
                all.last().map(|step| pieces(&step.scene)),
                merged.last().map(|step| pieces(&step.scene))
            );
        }
    }
}

#[test]
fn missing_piece_changes_nothing() {
    let (start, _) = entries(Kind::Protozoa, 1, 0);
    let scene = render::scene(&start, Viewer::Public, &[]);
    let nowhere = Piece { on: "a1".parse().unwrap(), ..scene.pieces[0] };
    let to = "b2".parse().unwrap();
    for change in [
        Change::Remove(nowhere),
        Change::Move { piece: nowhere, to, way: Way::Went },
        Change::Become { piece: nowhere, into: nowhere },
    ] {
        let mut changed = scene.clone();
        changed.apply(change);
        assert_eq!(changed, scene, "{change:?}");
    }
    assert!(scene.alt().len() < ALT_MAX);
}

/// Twelve frames of the busiest entries make a small file, and with a folder in `STEPS` they can be looked at.
#[test]
fn film_of_steps_is_small() {
    for &kind in Kind::ALL {
        let (start, entries) = entries(kind, 2, 34);
        let recent = entries.len().saturating_sub(5);
        let before = recent.checked_sub(1).map_or(&start, |last| &entries[last].0);
        let (first, steps) = render::steps(before, Viewer::Public, &entries[recent..], 12);
        let scenes = [first].into_iter().chain(steps.iter().map(|step| step.scene.clone()));
        let frames: Vec<Frame> = scenes
            .enumerate()
            .map(|(number, scene)| Frame { scene, label: format!("{number} of 11"), millis: 900 })
            .collect();
        assert!((2..=12).contains(&frames.len()), "{kind}: {} frames", frames.len());
        let film = Painter::new(Theme::Dark).film(&frames, 600, Some(3)).unwrap();
        assert!(film.len() <= 200 * 1024, "{kind}: {} bytes", film.len());
        if let Some(folder) = std::env::var_os("STEPS") {
            let words: Vec<&str> = steps.iter().map(|step| step.caption.as_str()).collect();
            let folder = std::path::Path::new(&folder);
            std::fs::write(folder.join(format!("{kind}.gif")), &film).unwrap();
            std::fs::write(folder.join(format!("{kind}.txt")), words.join("\n")).unwrap();
        }
    }
}

#[test]
fn piece_that_leaves_takes_its_shields_with_it() {
    let mut scene =
        render::scene(&Table::new(Kind::PlanktonSynapse, &Options::new()).unwrap(), Viewer::Public, &[]);
    let shields = |scene: &Scene| {
        let lines = scene.arrows.iter().filter(|arrow| arrow.way == Way::Shields);
        lines.map(|arrow| format!("{}-{}", arrow.from, arrow.to)).collect::<Vec<_>>()
    };
    assert_eq!(shields(&scene), ["b1-a1", "g1-h1", "b8-a8", "g8-h8"]);
    let on = |scene: &Scene, name: &str| {
        let at = name.parse().unwrap();
        *scene.pieces.iter().find(|piece| piece.on == at).unwrap()
    };
    let phytorb = on(&scene, "b1");
    scene.apply(Change::Move { piece: phytorb, to: "b4".parse().unwrap(), way: Way::Went });
    let zoorb = on(&scene, "h8");
    scene.apply(Change::Remove(zoorb));
    assert_eq!(shields(&scene), ["g1-h1", "b8-a8"]);
}
