//! Moves that would look silly to people.

use engine::{Level, Request, Stop, think};
use rules::{Kind, Options, Table};

/// The turns of each seat from the start.
const TURNS: u32 = 4;

#[test]
fn parasites_spread_instead_of_passing() {
    for (seed, level) in (0..).zip(Level::ALL[..3].iter().cycle().take(12)) {
        let options = Kind::Parasites.quick(2).with("players", 2);
        let mut table = Table::new(Kind::Parasites, &options).unwrap();
        let mut record = Vec::new();
        while table.turn() < 2 * TURNS {
            let Some(seat) = table.to_act().first() else { break };
            let sight = table.sight(seat, &record).unwrap();
            let thought = think(&Request { sight, level: *level, seed }, &Stop::new());
            assert_ne!(thought.turn, ["pass"], "{level:?} in {}", table.game().position());
            for notation in thought.turn {
                record.push(table.play(seat, &notation).unwrap());
            }
        }
    }
}

#[test]
fn apex_brings_pieces_in_early_in_stract() {
    let options = Options::new().with("preset", "correspondence");
    for seed in 0..8 {
        let mut table = Table::new(Kind::Stract, &options).unwrap();
        let mut record = Vec::new();
        while table.turn() < 2 {
            let Some(seat) = table.to_act().first() else { break };
            let sight = table.sight(seat, &record).unwrap();
            let thought = think(&Request { sight, level: Level::Apex, seed }, &Stop::new());
            assert_ne!(thought.turn, ["pass"], "{}", table.game().position());
            for notation in thought.turn {
                record.push(table.play(seat, &notation).unwrap());
            }
        }
    }
}
