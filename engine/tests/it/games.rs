//! Whole games of machines of all levels, with all kinds of options.

use std::time::Duration;

use engine::{
    Level, Mind,
    arena::{Match, Player},
};
use rand::Rng as _;
use rules::{RESIGN, Table};

use crate::positions::{dice, options, searchable, wanted};

/// The number of sets of options of each game. `PETRI_OPTION_SETS` asks for another number.
const OPTION_SETS: usize = 24;

/// The nodes of a turn, so that many games fit into a test. The noise is that of the level.
const NODES: u32 = 30;

#[test]
fn machines_end_every_game_by_legal_moves() {
    for kind in searchable() {
        for seed in 0..wanted("PETRI_OPTION_SETS", OPTION_SETS) as u64 {
            let options = options(kind, &mut dice(seed));
            let level = |n: u64| Level::ALL[((seed + n) % 5) as usize];
            let machine = |n| Player::Machine(Mind { nodes: Some(NODES), ..level(n).into() });
            let players = [machine(0), machine(2)];
            let play = Match { kind, options: options.clone(), players, openings: 1, seed, sprt: None };
            let report = play.play(&|| Duration::ZERO, &mut |_| {}).unwrap();
            assert_eq!(report.refused, 0, "{kind} with {options:?}");
            assert!(!report.ends.contains_key("refused"), "{kind} with {options:?}: {report}");
        }
    }
}

#[test]
fn machines_play_on_when_seats_have_left() {
    for kind in searchable() {
        let seats = *kind.about().seats.last().unwrap();
        for seed in 0..6 {
            let mut dice = dice(seed);
            let mut table = Table::new(kind, &kind.quick(seats).with("players", i64::from(seats))).unwrap();
            let mut record = Vec::new();
            let mut turns = 0;
            while let Some(seat) = table.to_act().first() {
                if turns == 3 || turns == 8 {
                    let here: Vec<_> = table.here().iter().collect();
                    let leaver = here[dice.random_range(0..here.len())];
                    record.push(table.play(leaver, RESIGN).unwrap());
                    turns += 1;
                    continue;
                }
                let sight = table.sight(seat, &record).unwrap();
                let request = engine::Request { sight, level: Level::Spore, seed };
                for notation in engine::think(&request, &engine::Stop::new()).turn {
                    record.push(table.play(seat, &notation).unwrap());
                }
                turns += 1;
            }
            assert!(table.outcome().is_some(), "{kind}");
        }
    }
}
