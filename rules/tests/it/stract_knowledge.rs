//! Tests of a seat's knowledge of hidden pieces in Stract, and of the positions that are drawn from it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{
    Any, Game, Kind, Options, Searchable, Seat, Viewer,
    games::stract::{Event, Knowledge, Move, Pool, Stract, Team},
    grid::Square,
};

use crate::{
    stract::{legal, seat, seats},
    walk::{self, Dice},
};

/// A game with the events that each team has seen.
struct Seen {
    game: Stract,
    events: Vec<Event>,
}

impl Seen {
    fn new(options: &Options) -> Option<Seen> {
        match Kind::Stract.new_game(options) {
            Ok(Any::Stract(game)) => Some(Seen { game, events: Vec::new() }),
            _ => None,
        }
    }

    fn order(&mut self, by: Seat, order: Move) {
        let events = &mut self.events;
        self.game.play(by, &order, &mut |event| events.push(event)).unwrap();
    }

    fn knowledge(&self, by: Seat) -> Knowledge {
        let to = Viewer::Seat(by);
        let seen: Vec<Event> = self.events.iter().filter_map(|event| Stract::visible_to(event, to)).collect();
        Stract::knowledge(self.game.view(to), &seen, by)
    }
}

fn world(knowledge: &Knowledge, dice: &mut Dice) -> Stract {
    Stract::world(knowledge, &mut |n| dice.roll(n as usize) as u32)
}

/// Returns what a piece on a tile really is, as its own team sees it.
fn letter(game: &Stract, at: Square) -> char {
    let team = game.view(Viewer::Public).piece(at).unwrap().team;
    let own = game.view(Viewer::Seat(seat(team as u8 + 1))).piece(at).unwrap();
    own.element.unwrap().letter()
}

/// Plays turns of two seats and checks the elements that seat 2 draws for the piece on a tile.
#[track_caller]
fn check(options: &[(&str, i64)], turns: &str, tile: &str, expected: &str) {
    let mut setup = Options::new().with("preset", "correspondence");
    options.iter().for_each(|&(name, value)| setup.set(name, value));
    let mut seen = Seen::new(&setup).unwrap();
    for turn in turns.split(' ') {
        for (by, order) in seats(&seen.game).into_iter().zip(turn.split(',')) {
            seen.order(by, order.parse().unwrap());
        }
    }
    let knowledge = seen.knowledge(seat(2));
    let mut dice = Dice::new(1);
    let at = tile.parse().unwrap();
    let drawn: BTreeSet<char> = (0..400).map(|_| letter(&world(&knowledge, &mut dice), at)).collect();
    assert_eq!(drawn.into_iter().collect::<String>(), expected, "{turns}");
}

#[test]
fn moves_show_what_a_piece_is() {
    check(&[], "f+c6,pass c6-c4,pass", "c4", "f");
    check(&[], "w+c6,pass c6-d5,pass", "d5", "w");
    check(&[], "w+c6,pass e+d6,pass d6=c6,pass", "d6", "efw");
    check(&[], "w+c6,pass e+d6,pass d6=c6,pass", "c6", "e");
    check(&[], "w+c6,pass c6-c5,pass", "c5", "efw");
}

#[test]
fn shown_elements_follow_their_pieces() {
    check(&[], "f+c6,pass c6-c4,pass c4-c5,pass c5-d5,pass", "d5", "f");
    // Another piece's switch carries the fire along.
    check(&[], "f+c6,pass c6-c4,pass e+c6,pass c6=c4,pass", "c6", "f");
    // A piece that has scored comes back as any other.
    check(&[], "f+c6,pass c6-c4,pass c4-c2,pass c2-c1,pass w+c6,pass", "c6", "efw");
}

#[test]
fn clashes_within_a_team_leave_clues() {
    // Either the fire beat an earth, or a water beat the fire.
    check(&[("players", 4)], "f+c6,pass,e+d6,pass c6-c4,pass,pass,pass c4-c6,pass,d6-c6,pass", "c6", "fw");
    check(&[("players", 4)], "f+c6,pass,w+d6,pass c6-c4,pass,pass,pass c4-c6,pass,d6-c6,pass", "c6", "fw");
}

#[test]
fn numbers_of_pieces_bound_what_is_left() {
    check(&[("water", 1), ("fire", 1), ("earth", 0)], "f+c6,pass c6-c4,pass w+d6,pass", "d6", "w");
    check(&[("water", 0), ("fire", 3), ("earth", 2)], "f+c6,pass", "c6", "ef");
}

#[test]
fn single_steps_make_earth_likelier() {
    let mut seen = Seen::new(&Options::new().with("preset", "correspondence")).unwrap();
    // The chance of earth among 5 pieces of each element, after each turn.
    let turns = [
        ("w+c6", "c6", 5.0 / 15.0),
        ("c6-c5", "c5", 10.0 / 20.0),
        ("c5-c4", "c4", 20.0 / 30.0),
        ("c4-c3", "c3", 40.0 / 50.0),
        ("c3-b3", "b3", 40.0 / 50.0),
    ];
    let mut dice = Dice::new(5);
    for (order, tile, expected) in turns {
        seen.order(seat(1), order.parse().unwrap());
        seen.order(seat(2), "pass".parse().unwrap());
        let knowledge = seen.knowledge(seat(2));
        let at = tile.parse().unwrap();
        let draws = 20_000;
        let earths = (0..draws).filter(|_| letter(&world(&knowledge, &mut dice), at) == 'e').count();
        let share = earths as f64 / f64::from(draws);
        let deviation = f64::sqrt(expected * (1.0 - expected) / f64::from(draws));
        assert!((share - expected).abs() < 3.5 * deviation, "{order}: {share}");
    }
}

#[test]
fn drawn_elements_are_even() {
    let mut seen = Seen::new(&Options::new().with("water", 6).with("fire", 3).with("earth", 2)).unwrap();
    for (order, answer) in [("w+a8", "pass"), ("f+b8", "pass"), ("b8-b6", "pass"), ("e+c8", "pass")] {
        seen.order(seat(1), order.parse().unwrap());
        seen.order(seat(2), answer.parse().unwrap());
    }
    let knowledge = seen.knowledge(seat(2));
    let mut dice = Dice::new(3);
    let draws = 30_000;
    // One fire has shown itself, so two of the other ten pieces are fire.
    let mut counts = [[0.0; 3]; 2];
    for _ in 0..draws {
        let drawn = world(&knowledge, &mut dice);
        for (count, tile) in counts.iter_mut().zip(["a8", "c8"]) {
            let n = "wfe".find(letter(&drawn, tile.parse().unwrap())).unwrap();
            count[n] += 1.0 / f64::from(draws);
        }
    }
    for count in counts {
        for (share, expected) in count.into_iter().zip([0.6, 0.2, 0.2]) {
            let deviation = (expected * (1.0 - expected) / f64::from(draws)).sqrt();
            assert!((share - expected).abs() < 3.0 * deviation, "{count:?}");
        }
    }
}

#[test]
fn pairs_of_elements_are_drawn_evenly() {
    // The survivor is the fire that beat an earth, or a water that beat the fire. The loser was an earth or the fire.
    let options = Options::new().with("players", 4).with("water", 2).with("fire", 1).with("earth", 6);
    let mut seen = Seen::new(&options).unwrap();
    for orders in [["f+c8", "e+d8"], ["c8-c6", "pass"], ["c6-c8", "d8-c8"]] {
        for (by, order) in [(1, orders[0]), (3, orders[1]), (2, "pass"), (4, "pass")] {
            seen.order(seat(by), order.parse().unwrap());
        }
    }
    let knowledge = seen.knowledge(seat(2));
    let mut dice = Dice::new(4);
    let at = "c8".parse().unwrap();
    let draws = 20_000;
    let fires = (0..draws).filter(|_| letter(&world(&knowledge, &mut dice), at) == 'f').count();
    // The two places are a water and an earth (2 × 6 ways), a water and the fire (2), or the fire and an earth (6).
    let (share, expected) = (fires as f64 / f64::from(draws), 0.3);
    let deviation = f64::sqrt(expected * (1.0 - expected) / f64::from(draws));
    assert!((share - expected).abs() < 3.0 * deviation, "{share}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_global_rejects: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn worlds_give_the_same_view_back(options in walk::options(Kind::Stract), seed in any::<u64>()) {
        let Some(mut seen) = Seen::new(&options) else { return Err(TestCaseError::reject("options clash")) };
        let mut dice = Dice::new(seed);
        for _ in 0..400 {
            if seen.game.to_act().is_empty() {
                break;
            }
            let able: Vec<Seat> = seats(&seen.game).into_iter().filter(|&by| !legal(&seen.game, by).is_empty()).collect();
            let by = *dice.pick(&able);
            let order = *dice.pick(&legal(&seen.game, by));
            seen.order(by, order);
            let to = Viewer::Seat(by);
            let view = seen.game.view(to);
            let drawn = world(&seen.knowledge(by), &mut dice);
            prop_assert_eq!(&drawn.view(to), &view, "{}", &seen.game);
            // A world can be written and read, so it is a position of the game.
            prop_assert_eq!(drawn.to_string().parse::<Stract>(), Ok(drawn.without_past()));
            // Without events, as in a game from a position text, the view is all that is known.
            let blind = Stract::knowledge(view.clone(), &[], by);
            prop_assert_eq!(world(&blind, &mut dice).view(to).to_string(), view.to_string());
        }
    }

    #[test]
    fn the_truth_is_always_possible(seed in any::<u64>()) {
        let options = Options::new().with("preset", "correspondence").with("players", 4);
        let Some(mut seen) = Seen::new(&options) else { return Err(TestCaseError::reject("options clash")) };
        let mut dice = Dice::new(seed);
        for _ in 0..8 {
            for by in seats(&seen.game) {
                let order = *dice.pick(&legal(&seen.game, by));
                seen.order(by, order);
            }
        }
        let by = seat(1);
        let knowledge = seen.knowledge(by);
        let worlds: Vec<Stract> = (0..300).map(|_| world(&knowledge, &mut dice)).collect();
        let view = seen.game.view(Viewer::Seat(by));
        for (at, _) in view.pieces().filter(|(_, piece)| piece.team == Team::South) {
            let truth = letter(&seen.game, at);
            prop_assert!(worlds.iter().any(|world| letter(world, at) == truth), "{} on {}", truth, at);
        }
        let Pool::Total(total) = view.pool(Team::South) else { panic!("the pool is hidden") };
        for world in &worlds {
            prop_assert_eq!(world.view(Viewer::Open).pool(Team::South).total(), total);
        }
    }
}
