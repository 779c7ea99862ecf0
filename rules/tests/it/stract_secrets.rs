//! Tests that Stract leaks nothing hidden: games that differ only in what a viewer may not know look the same to that viewer
//! (section 8.4 of the rules).

use proptest::prelude::*;
use rules::{
    ABORT, ALL_LATE, Any, DRAW, Game, Kind, Options, RESIGN, Seat, SeatSet, TIMEOUT, Table, Turn, Viewer,
    games::stract::{Element, Event, Losses, Move, Stract, Team},
};

use crate::{
    stract::{legal, resolved, seat, seats, witnessed},
    walk::Dice,
};

/// Everything that a viewer can get to know of a game.
#[derive(PartialEq, Debug)]
struct Known {
    view: String,
    log: Vec<String>,
    status: String,
    to_act: SeatSet,
    scores: Vec<i32>,
}

fn known(game: &Stract, to: Viewer) -> Known {
    Known {
        view: game.view(to).to_string(),
        log: game.log(to),
        status: game.status(to),
        to_act: game.to_act(),
        scores: game.scores(),
    }
}

/// Checks that two games look the same to `team` and to spectators. The games differ only in what is hidden from them.
#[track_caller]
fn check_alike(one: &Stract, other: &Stract, team: Team) {
    let own = seats(one).into_iter().filter(|&seat| Team::of(seat) == team);
    for to in own.map(Viewer::Seat).chain([Viewer::Public]) {
        assert_eq!(one.view(to), other.view(to), "{one}\n{other}");
        assert_eq!(known(one, to), known(other, to), "{one}\n{other}");
        let Viewer::Seat(seat) = to else { continue };
        assert_eq!(
            Any::Stract(one.clone()).legal_moves(seat),
            Any::Stract(other.clone()).legal_moves(seat),
            "{one}\n{other}"
        );
        for text in ["w+a1", "f+a8", "c3-c4", "c3=c4", "a2-a3", "a5-a4", "b2=b3", "pass", "d9-d8"] {
            let refusal = |game: &Stract| {
                Any::Stract(game.clone()).play(seat, text, &mut |_| {}).map(drop).map_err(|e| e.to_string())
            };
            assert_eq!(refusal(one), refusal(other), "{text}: {one}\n{other}");
        }
    }
}

fn turned(element: Element) -> Element {
    match element {
        Element::Water => Element::Fire,
        Element::Fire => Element::Earth,
        Element::Earth => Element::Water,
    }
}

/// Returns the orders that look the same to the other team for every element: passing, spawning, and one step straight.
fn plain_orders(game: &Stract, by: Seat) -> Vec<Move> {
    let plain = |mv: &Move| match mv {
        Move::Pass | Move::Spawn { .. } => true,
        Move::Go { from, to } => from.col.abs_diff(to.col) + from.row.abs_diff(to.row) == 1,
        Move::Switch { .. } => false,
    };
    legal(game, by).into_iter().filter(plain).collect()
}

/// Returns the same order in the twin game.
fn twin_order(order: Move) -> Move {
    match order {
        Move::Spawn { element, at } => Move::Spawn { element: turned(element), at },
        order => order,
    }
}

/// A game and its twin, in which South has fire for water, earth for fire and water for earth. Turned pieces fight each other
/// as before, so nothing shows until one of them meets an enemy.
struct Twins {
    games: [Stract; 2],
    events: [Vec<Event>; 2],
    turn: Turn,
}

impl Twins {
    fn play(&mut self, by: Seat, orders: [Move; 2]) {
        for ((game, events), order) in self.games.iter_mut().zip(&mut self.events).zip(orders) {
            self.turn = game.play(by, &order, &mut |event| events.push(event)).unwrap();
        }
    }

    /// Whether a piece of South has met an enemy.
    fn have_met(&self) -> bool {
        self.events[0].iter().any(|event| {
            matches!(event, Event::Clashed { heap, .. } if Team::BOTH.iter().all(|&team| heap.count(team) > 0))
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    /// The law of hidden information, on games that differ only in what South hides.
    #[test]
    fn hidden_information_does_not_leak(pairs in 1i64..=4, columns in 3i64..=7, rows in 4i64..=8, seed in any::<u64>()) {
        let options = Options::new()
            .with("players", 2 * pairs).with("columns", columns).with("rows", rows).with("turns", 30)
            .with("water", 6).with("fire", 6).with("earth", 6);
        let Ok(Any::Stract(game)) = Kind::Stract.new_game(&options) else { panic!("these options fit together") };
        let mut twins = Twins { games: [game.clone(), game], events: [Vec::new(), Vec::new()], turn: Turn::Open };
        let mut dice = Dice::new(seed);
        while !twins.games[0].to_act().is_empty() {
            let by = *dice.pick(&seats(&twins.games[0]));
            for events in &mut twins.events {
                events.clear();
            }
            let plain = Team::of(by) == Team::South;
            let orders = if plain { plain_orders(&twins.games[0], by) } else { legal(&twins.games[0], by) };
            if orders.is_empty() {
                continue;
            }
            let order = *dice.pick(&orders);
            // Sometimes South changes its order in only one of the two games.
            let changed = plain && dice.roll(3) == 0 && twins.games[0].to_act().len() > 1;
            if changed {
                let passing = dice.roll(2);
                let events = &mut twins.events[passing];
                twins.games[passing].play(by, &Move::Pass, &mut |event| events.push(event)).unwrap();
            }
            twins.play(by, if plain { [order, twin_order(order)] } else { [order; 2] });
            if twins.have_met() {
                break;
            }
            for to in [Viewer::Public, Viewer::Seat(seat(1))] {
                prop_assert_eq!(witnessed(&twins.events[0], to), witnessed(&twins.events[1], to), "{}", twins.games[0]);
            }
            if twins.games[0].outcome().is_none() {
                check_alike(&twins.games[0], &twins.games[1], Team::North);
            }
        }
    }
}

/// Checks that positions in the middle of a turn look the same to North and to spectators once the turn is over.
#[track_caller]
fn check_alike_after(positions: &[&str]) {
    let (first, first_events) = resolved(positions[0]);
    for position in &positions[1..] {
        let (other, events) = resolved(position);
        check_alike(&first, &other, Team::North);
        for to in [Viewer::Public, Viewer::Seat(seat(1))] {
            assert_eq!(witnessed(&first_events, to), witnessed(&events, to), "{position}");
        }
    }
}

#[test]
fn all_ways_to_do_nothing_look_alike() {
    check_alike_after(&[
        "5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 1:c4-c3,2:c2=c4",
        "5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 2:pass,1:c4-c3",
        "5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 2:c2=c4,4:pass,1:c4-c3",
        "5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 1:c4-c3",
        "5/5/2Nf2/5/2Sw2/5 3/20 4 0:0 5,5,5:6,4,5 1:c4-c3,4:pass",
    ]);
    check_alike_after(&[
        "5/5/2Ne2/1NfSe2/5/5 3/20 4 0:0 5,5,5:5,5,5 1:c4=c3,2:c3=b3",
        "5/5/2Ne2/1NfSe2/5/5 3/20 4 0:0 5,5,5:5,5,5 1:c4=c3,2:pass",
        "5/5/2Ne2/1NfSw2/5/5 3/20 4 0:0 5,5,5:3,8,4 1:c4=c3",
    ]);
}

#[test]
fn own_clashes_and_event_order_reveal_nothing() {
    check_alike_after(&[
        "5/5/5/5/Sf1Sw1Se/5 3/20 6 0:0 5,5,5:5,5,5 2:a2-a3,4:c2-c3,6:e2-e3",
        "5/5/5/5/Sf1Sf1Se/5 3/20 6 0:0 5,5,5:5,5,5 6:e2-e3,4:c2-c3,2:a2-a3",
        "5/5/5/5/Se1Sf1Sw/5 3/20 6 0:0 5,5,5:4,1,10 4:c2-c3,2:a2-a3,6:e2-e3",
    ]);
    check_alike_after(&[
        "5/5/5/5/5/5 3/20 6 0:0 5,5,5:5,5,5 2:w+a1,4:f+b1,6:e+c1",
        "5/5/5/5/5/5 3/20 6 0:0 5,5,5:5,5,5 6:w+c1,4:f+b1,2:e+a1",
        "5/5/5/5/5/5 3/20 6 0:0 5,5,5:5,5,5 4:w+b1,6:w+c1,2:w+a1",
    ]);
    check_alike_after(&[
        "5/5/1Sf3/1Sw3/5/5 3/20 4 0:0 5,5,5:5,5,5 2:b3-b4",
        "5/5/1Sw3/1Sf3/5/5 3/20 4 0:0 5,5,5:5,5,5 2:b3-b4",
        "5/5/1Se3/1Sw3/5/5 3/20 4 0:0 5,5,5:5,5,5 4:b3-b4,2:pass",
    ]);
    check_alike_after(&[
        "5/5/5/Sf1Se1Sf/Sw1Sf1Se/5 3/20 6 0:0 5,5,5:5,5,5 2:a2-a3,4:c2-c3,6:e2-e3",
        "5/5/5/Sw1Sw1Se/Sf1Se1Sw/5 3/20 6 0:0 5,5,5:5,5,5 6:e2-e3,4:c2-c3,2:a2-a3",
    ]);
    check_alike_after(&[
        "5/2Sw2/1Sf1Se1/5/5/5 3/20 6 0:0 5,5,5:5,5,5 4:b4-b5,6:d4-d5,2:c5-c6",
        "5/2Sf2/1Se1Sw1/5/5/5 3/20 6 0:0 5,5,5:5,5,5 2:c5-c6,6:d4-d5,4:b4-b5",
    ]);
}

#[test]
fn pending_orders_stay_hidden() {
    let positions = [
        "2Nw2/5/1NF3/3Se1/5/Sf4 3/20 4 0:2 4,4,4:5,3,4 3:c6-d5,2:d3=c4",
        "2Nw2/5/1NF3/3Se1/5/Sf4 3/20 4 0:2 4,4,4:5,3,4 2:pass,3:c6-d5",
        "2Nw2/5/1NF3/3Sw1/5/Se4 3/20 4 0:2 4,4,4:5,3,4 2:w+b1,3:c6-d5",
    ];
    let first: Stract = positions[0].parse().unwrap();
    for position in &positions[1..] {
        check_alike(&first, &position.parse().unwrap(), Team::North);
    }
}

#[test]
fn opponents_see_only_the_first_order() {
    let mut game: Stract = "5/5/2Nw2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 -".parse().unwrap();
    let mut play = |by: u8, order: &str| {
        let mut events = Vec::new();
        let turn = game.play(seat(by), &order.parse().unwrap(), &mut |event| events.push(event)).unwrap();
        assert_eq!(turn, Turn::Open);
        let words =
            |to| witnessed(&events, to).into_iter().map(|(_, words)| words).collect::<Vec<_>>().concat();
        [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Seat(seat(4))].map(words)
    };
    let nothing = String::new();
    assert_eq!(
        play(2, "c2=c4"),
        ["seat 2 has ordered.", "seat 2 has ordered.", "seat 2 orders: switch c2 with c4."]
    );
    assert_eq!(play(2, "c2=c4"), [nothing.clone(), nothing.clone(), nothing.clone()]);
    assert_eq!(
        play(2, "pass"),
        [nothing.clone(), nothing.clone(), "seat 2 changes the order: do nothing.".to_owned()]
    );
    assert_eq!(
        play(2, "c2=c4"),
        [nothing.clone(), nothing, "seat 2 changes the order: switch c2 with c4.".to_owned()]
    );
}

#[test]
fn seats_without_a_team_see_the_public_view() {
    let ordered = "5/5/2Nw2/5/2Se2/5 3/20 2 0:0 5,5,5:5,5,5 2:pass".parse().unwrap();
    // South has spawned, and one of its switches has missed.
    let (spawned, _) = resolved("5/5/2Nw2/5/2Se2/5 3/20 2 0:0 5,5,5:5,5,5 2:w+a1");
    let (missed, _) = resolved("5/4Nw/5/5/2Se2/5 3/20 2 0:0 5,5,5:5,5,5 2:c2=c4");
    for game in [ordered, spawned, missed] {
        for stranger in [3, 4, 8] {
            assert_eq!(known(&game, Viewer::Seat(seat(stranger))), known(&game, Viewer::Public), "{game}");
        }
    }
}

/// Losses match the clashes that a viewer saw: all of the own team, and those of the others that were known.
#[test]
fn losses_match_the_clashes_that_were_seen() {
    let options = Options::new().with("players", 4).with("columns", 3).with("rows", 4);
    let viewers = [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Seat(seat(2))];
    let mut unknown = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut game = Stract::new(&options).unwrap();
        let mut shown = [[[0; 4]; 2]; 3];
        while let Some(next) = game.to_act().first() {
            let mut events = Vec::new();
            let order = *dice.pick(&legal(&game, next));
            game.play(next, &order, &mut |event| events.push(event)).unwrap();
            for (viewer, shown) in viewers.into_iter().zip(&mut shown) {
                for (event, _) in witnessed(&events, viewer) {
                    let Event::Clashed { heap, survivor, .. } = event else { continue };
                    let place = |element: Option<Element>| element.map_or(3, |element| element as usize);
                    for (sight, count) in heap.iter() {
                        shown[sight.team as usize][place(sight.element)] += count;
                    }
                    if let Some(sight) = survivor {
                        shown[sight.team as usize][place(sight.element)] -= 1;
                    }
                }
                for team in Team::BOTH.into_iter().filter(|_| game.outcome().is_none()) {
                    let Losses { known: [water, fire, earth], unknown: hidden } =
                        game.view(viewer).losses(team);
                    assert_eq!([water, fire, earth, hidden], shown[team as usize], "{viewer:?}: {game}");
                    unknown += u32::from(hidden);
                }
            }
        }
        for viewer in viewers {
            assert!(Team::BOTH.into_iter().all(|team| game.view(viewer).losses(team).unknown == 0));
        }
    }
    assert!(unknown > 0, "something was lost unseen");
}

/// A position with hidden pieces and an order that has not been carried out.
const HIDDEN: &str = "5/5/2Nf2/5/2Se2/5 3/20 2 0:0 5,5,5:5,5,5 2:pass";

#[test]
fn nothing_is_hidden_once_a_game_is_over() {
    for ending in [RESIGN, TIMEOUT, DRAW, ALL_LATE, ABORT] {
        let mut table = Table::from(Kind::Stract.read(HIDDEN).unwrap());
        for to in [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Seat(seat(2))] {
            assert_eq!(table.viewer(to), to, "the game is not over");
            assert_ne!(table.game().view(table.viewer(to)), HIDDEN);
        }
        table.play(seat(1), ending).unwrap();
        for to in [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Seat(seat(2))] {
            assert_eq!(table.game().view(table.viewer(to)), HIDDEN, "{ending}");
        }
    }
}

#[test]
fn open_views_hide_no_event_and_no_log_line() {
    let (game, events) = resolved("5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 1:c4-c3,2:c2=c4");
    assert_eq!(witnessed(&events, Viewer::Open).len(), events.len());
    assert_eq!(game.log(Viewer::Open), ["turn 4", "move Nf c4-c3", "miss Se c2=c4", "score 0:0"]);
    assert!(!game.log(Viewer::Public).concat().contains("miss"));
}
