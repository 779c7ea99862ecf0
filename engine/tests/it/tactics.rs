//! Wins and losses in one move.

use engine::{Level, Request, Stop, think};
use rules::{Kind, Options, Seat, Table};

use crate::positions::{Place, visit};

/// The number of positions of each game.
const POSITIONS: usize = 40;

/// The number of random positions among which they are searched for.
const SEARCHED: usize = 60_000;

fn has_won(table: &Table, seat: Seat) -> bool {
    table.outcome().is_some_and(|outcome| outcome.ranking.place(seat) == Some(1) && !outcome.is_draw())
}

fn after(table: &Table, seat: Seat, notation: &str) -> Table {
    let mut after = table.clone();
    after.play(seat, notation).unwrap();
    after
}

/// Whether a single move of the seat to act wins the game.
fn can_win(table: &Table) -> bool {
    let Some(seat) = table.to_act().first() else { return false };
    table.legal(seat).iter().any(|notation| has_won(&after(table, seat, notation), seat))
}

/// Returns the table after the turn that a level chooses.
fn played(place: &Place, level: Level) -> Table {
    let sight = place.table.sight(place.seat, &place.record).unwrap();
    let thought = think(&Request { sight, level, seed: 5 }, &Stop::new());
    thought.turn.iter().fold(place.table.clone(), |table, notation| after(&table, place.seat, notation))
}

/// Returns the games in which one move of a turn can win at once, and options with which that happens often.
fn sudden() -> [(Kind, Options); 2] {
    [
        (Kind::Protozoa, Options::new().with("size", 6).with("goal", 9)),
        (Kind::PlanktonSynapse, Options::new().with("loss", "first")),
    ]
}

#[test]
fn drifter_takes_a_win_in_one() {
    for (kind, options) in sudden() {
        let (mut found, mut searched) = (0, 0);
        visit(kind, &options, &mut |place| {
            if can_win(&place.table) {
                found += 1;
                let table = played(place, Level::Drifter);
                assert!(has_won(&table, place.seat), "{kind}: {}", place.table.game().position());
            }
            searched += 1;
            found < POSITIONS && searched < SEARCHED
        });
        assert_eq!(found, POSITIONS, "{kind} after {searched} positions");
    }
}

#[test]
fn grazer_blocks_a_loss_in_one() {
    for (kind, options) in sudden() {
        let (mut found, mut searched) = (0, 0);
        visit(kind, &options, &mut |place| {
            searched += 1;
            if !can_win(&place.table) {
                let replies: Vec<bool> = place
                    .table
                    .legal(place.seat)
                    .iter()
                    .map(|notation| after(&place.table, place.seat, notation))
                    .filter(|table| table.to_act().first().is_some_and(|seat| seat != place.seat))
                    .map(|table| can_win(&table))
                    .collect();
                let losing = replies.iter().filter(|&&loses| loses).count();
                // Most moves lose, and some do not.
                if losing * 2 > replies.len() && losing < replies.len() {
                    found += 1;
                    let table = played(place, Level::Grazer);
                    assert!(
                        !can_win(&table) || table.outcome().is_some(),
                        "{kind}: {}",
                        place.table.game().position()
                    );
                }
            }
            found < POSITIONS && searched < SEARCHED
        });
        assert_eq!(found, POSITIONS, "{kind} after {searched} positions");
    }
}
