//! Whole games of machines of all levels, with all kinds of options.

use engine::{
    Level, Mind,
    arena::{Balance, Player},
};
use rand::Rng as _;
use rules::{PLAYERS, RESIGN, Table};

use crate::positions::{dice, options, searchable, wanted};

/// The number of sets of options of each game. `PETRI_OPTION_SETS` asks for another number.
const OPTION_SETS: usize = 40;

/// The nodes of a turn, so that many games fit into a test. The noise is that of the level.
const NODES: u32 = 30;

#[test]
fn machines_end_every_game_by_legal_moves() {
    for kind in searchable() {
        let sets = wanted("PETRI_OPTION_SETS", OPTION_SETS) as u64;
        let (mut games, mut played) = (0, 0);
        for seed in 0..sets {
            let options = options(kind, &mut dice(seed));
            // A game of many seats is long, so it has one level.
            let one = (seed % 5) as usize;
            let levels = if options.int(PLAYERS, 2) > 4 { &Level::ALL[one..=one] } else { &Level::ALL };
            for &level in levels {
                let player = Player::Machine(Mind { nodes: Some(NODES), ..level.into() });
                let game = Balance { kind, options: options.clone(), player, games: 1, seed };
                let tally = game.play(&mut |_| {}).unwrap();
                assert_eq!(tally.refused, 0, "{level:?} plays {kind} with {options:?}");
                played += tally.ends.values().sum::<u32>();
                games += 1;
            }
        }
        // A game that is over after a few turns has no opening.
        assert!(played > games / 4, "{kind}: {played} of {games}");
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
