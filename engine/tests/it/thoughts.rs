//! The promises of a thought, in every game.

use std::{sync::Arc, thread};

use engine::{Level, Request, Stop, Thought, think};
use rules::{Kind, Seat, Table};

use crate::positions::{duel, searchable, visit};

fn ask(table: &Table, record: &[rules::Played], seat: Seat, level: Level, seed: u64) -> Thought {
    think(&Request { sight: table.sight(seat, record).unwrap(), level, seed }, &Stop::new())
}

#[test]
fn same_request_gets_the_same_thought() {
    for kind in searchable() {
        let mut left = 30;
        visit(kind, &duel(kind), &mut |place| {
            let level = Level::ALL[left % 4];
            let ask = || ask(&place.table, &place.record, place.seat, level, 9);
            let first = ask();
            assert_eq!(ask(), first, "{kind} after {:?}", place.table.game().position());
            // Another thread with other memory makes no difference.
            assert_eq!(thread::scope(|scope| scope.spawn(ask).join().unwrap()), first);
            left -= 1;
            left > 0
        });
    }
}

#[test]
fn thoughts_are_whole_turns_with_candidates() {
    for kind in searchable() {
        let mut left = 60;
        visit(kind, &duel(kind), &mut |place| {
            let thought = ask(&place.table, &place.record, place.seat, Level::Drifter, 3);
            assert!(!thought.stopped && thought.value <= 1000);
            assert_eq!((&thought.best[0].turn, thought.best[0].value), (&thought.turn, thought.value));
            assert!(thought.best.len() <= 3);
            let mut positions = std::collections::BTreeSet::new();
            for candidate in &thought.best {
                let (mut table, before) = (place.table.clone(), place.table.turn());
                for notation in &candidate.turn {
                    table.play(place.seat, notation).unwrap();
                }
                let has_ended = table.turn() > before || !table.to_act().contains(place.seat);
                assert!(has_ended, "{kind}: {:?} is a whole turn", candidate.turn);
                // Where all order at once, the position changes only when the turn ends.
                let is_new = positions.insert(table.game().position());
                assert!(
                    is_new || kind.is_simultaneous(),
                    "{kind}: {:?} is the same turn again",
                    thought.best
                );
            }
            left -= 1;
            left > 0
        });
    }
}

#[test]
fn seed_changes_what_weak_levels_play() {
    let table = Table::new(Kind::Protozoa, &rules::Options::new()).unwrap();
    let turns = |level| -> std::collections::HashSet<Vec<String>> {
        (0..20).map(|seed| ask(&table, &[], Seat::FIRST, level, seed).turn).collect()
    };
    let (weak, strong) = (turns(Level::Spore).len(), turns(Level::Grazer).len());
    assert!(weak > 3 && strong < weak, "{weak} and {strong}: strong levels choose among equal turns only");
}

#[test]
fn apex_begins_games_on_different_squares() {
    let mut table = Table::new(Kind::Semiosphere, &duel(Kind::Semiosphere)).unwrap();
    let record = [table.play(Seat::FIRST, "d1").unwrap()];
    let seat = table.to_act().first().unwrap();
    let turns = (0..4).map(|seed| ask(&table, &record, seat, Level::Apex, seed).turn);
    assert!(turns.collect::<std::collections::HashSet<_>>().len() > 1);
}

#[test]
fn stopped_thought_returns_a_legal_turn() {
    for kind in searchable() {
        let table = Table::new(kind, &duel(kind)).unwrap();
        let seat = table.to_act().first().unwrap();
        let request = Request { sight: table.sight(seat, &[]).unwrap(), level: Level::Apex, seed: 1 };
        let stop = Stop::new();
        stop.stop();
        let thought = think(&request, &stop);
        let mut after = table.clone();
        assert!(thought.stopped && !thought.turn.is_empty(), "{kind}");
        for notation in &thought.turn {
            after.play(seat, notation).unwrap();
        }
        assert!(thought.nodes < 20_000, "{kind} used {} nodes after the stop", thought.nodes);
    }
}

#[test]
fn another_thread_can_stop_a_thought() {
    let table = Table::new(Kind::Protozoa, &rules::Options::new()).unwrap();
    let request = Request { sight: table.sight(Seat::FIRST, &[]).unwrap(), level: Level::Apex, seed: 1 };
    let whole = think(&request, &Stop::new()).nodes;
    let stop = Arc::new(Stop::new());
    let thinker = {
        let stop = Arc::clone(&stop);
        thread::spawn(move || think(&request, &stop))
    };
    stop.stop();
    let thought = thinker.join().unwrap();
    assert!(thought.stopped && thought.nodes < whole, "{} of {whole} nodes", thought.nodes);
}

/// These levels judge positions without errors, so only equal turns can make a difference. For Semiosphere see
/// [`apex_begins_games_on_different_squares`].
#[test]
fn machine_does_not_play_every_game_alike() {
    for (kind, level) in [(Kind::Protozoa, Level::Hunter), (Kind::Parasites, Level::Grazer)] {
        let opening = |seed| {
            let mut table = Table::new(kind, &rules::Options::new()).unwrap();
            let mut record: Vec<rules::Played> = Vec::new();
            for _ in 0..3 {
                let seat = table.to_act().first().unwrap();
                for notation in ask(&table, &record, seat, level, seed).turn {
                    record.push(table.play(seat, &notation).unwrap());
                }
            }
            table.game().position()
        };
        let first = opening(0);
        assert_eq!(opening(0), first, "{kind}");
        assert!((1..12).any(|seed| opening(seed) != first), "{kind} always begins with {first}");
    }
}
