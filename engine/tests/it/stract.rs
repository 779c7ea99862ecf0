//! Machines that play Stract: they do not know more than their seats, and they play every game that can be set up.

use std::collections::BTreeSet;

use engine::{Level, Request, Stop, Thought, think};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;
use rules::{
    Any, Kind, Known, Options, Played, Searchable as _, Seat, Table, Viewer,
    games::stract::{Move, Stract},
    grid::Square,
};

use crate::positions::{dice, options};

fn pick<T: Clone>(dice: &mut Pcg64Mcg, from: &[T]) -> T {
    from[dice.random_range(0..from.len())].clone()
}

/// A table with its record.
struct Play {
    table: Table,
    record: Vec<Played>,
}

impl Play {
    fn new(options: &Options) -> Play {
        Play { table: Table::new(Kind::Stract, options).unwrap(), record: Vec::new() }
    }

    fn enter(&mut self, seat: Seat, order: &str) {
        self.record.push(self.table.play(seat, order).unwrap());
    }

    fn view(&self, seat: Seat) -> String {
        self.table.game().view(self.table.viewer(Viewer::Seat(seat)))
    }

    fn thought(&self, seat: Seat, level: Level, seed: u64) -> Thought {
        let sight = self.table.sight(seat, &self.record).unwrap();
        think(&Request { sight, level, seed }, &Stop::new())
    }

    fn random(&mut self, turns: u32, dice: &mut Pcg64Mcg) {
        while self.table.turn() < turns
            && let Some(seat) = self.table.to_act().first()
        {
            let order = pick(dice, &self.table.legal(seat));
            self.enter(seat, &order);
        }
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Returns the same order for pieces whose elements go round: water becomes fire, fire earth, and earth water.
fn turned(order: &str) -> String {
    match order.split_at(1) {
        ("w", rest) if rest.starts_with('+') => format!("f{rest}"),
        ("f", rest) if rest.starts_with('+') => format!("e{rest}"),
        ("e", rest) if rest.starts_with('+') => format!("w{rest}"),
        _ => order.to_owned(),
    }
}

/// Whether pieces of all elements can do this.
fn is_common(order: &str) -> bool {
    let beside = |a: Square, b: Square| a.col.abs_diff(b.col) + a.row.abs_diff(b.row) == 1;
    match order.parse().unwrap() {
        Move::Pass | Move::Spawn { .. } => true,
        Move::Go { from, to } => beside(from, to),
        Move::Switch { .. } => false,
    }
}

/// Plays two games in which the elements of all pieces of North differ. South sees the same in both.
fn twins(options: &Options, dice: &mut Pcg64Mcg) -> Option<[Play; 2]> {
    let mut plays = [Play::new(options), Play::new(options)];
    let turns = 2 + dice.random_range(0..8);
    // At the end some seats of North have ordered, each in its own way.
    while plays[0].table.turn() < turns || plays[0].table.to_act().len() > 2 {
        let by = plays[0].table.to_act().first()?;
        let legal = plays[0].table.legal(by);
        let north = by.number() % 2 == 1;
        let may: Vec<String> = legal.into_iter().filter(|order| !north || is_common(order)).collect();
        let order = pick(dice, &may);
        plays[0].enter(by, &order);
        plays[1].enter(by, &if north { turned(&order) } else { order });
        // A clash between the teams shows what the pieces are.
        if plays[0].view(seat(2)) != plays[1].view(seat(2)) {
            return None;
        }
    }
    if plays[0].table.to_act().contains(seat(1)) && dice.random() {
        for play in &mut plays {
            let order = pick(dice, &play.table.legal(seat(1)));
            play.enter(seat(1), &order);
        }
    }
    let open = |play: &Play| play.table.game().position();
    (open(&plays[0]) != open(&plays[1]) && plays[0].table.to_act().contains(seat(2))).then_some(plays)
}

#[test]
fn hidden_twins_get_the_same_order() {
    let mut dice = dice(1);
    let mut pairs = 0;
    while pairs < 800 {
        let players = pick(&mut dice, &[2, 2, 2, 4]);
        let options = Options::new().with("preset", "correspondence").with("players", players);
        let Some([one, other]) = twins(&options, &mut dice) else { continue };
        // Hunter compares many orders and Apex looks a turn further, so both take their time.
        let level = match pairs % 20 {
            0 => Level::Apex,
            1 | 2 => Level::Hunter,
            _ => pick(&mut dice, &[Level::Spore, Level::Drifter, Level::Grazer]),
        };
        let thoughts = [one, other].map(|play| play.thought(seat(2), level, pairs));
        assert_eq!(thoughts[0], thoughts[1]);
        pairs += 1;
    }
}

#[test]
fn twins_from_positions_get_the_same_order() {
    let mut dice = dice(2);
    let mut pairs = 0;
    while pairs < 200 {
        let mut play = Play::new(&Options::new().with("preset", "correspondence"));
        play.random(3 + dice.random_range(0..14), &mut dice);
        // The seat's own knowledge makes the twin.
        let Known::Stract(known) = play.table.sight(seat(2), &play.record).unwrap().known else {
            panic!("the game is Stract")
        };
        let twin = Any::Stract(Stract::world(&known, &mut |n| dice.random_range(0..n))).without_past();
        let truth = play.table.game().without_past();
        if truth == twin {
            continue;
        }
        let thoughts = [truth, twin].map(|game| {
            let play = Play { table: Table::from(game), record: Vec::new() };
            play.thought(seat(2), Level::Drifter, pairs)
        });
        assert_eq!(thoughts[0], thoughts[1]);
        pairs += 1;
    }
}

#[test]
fn every_level_plays_every_game() {
    let mut dice = dice(3);
    for n in 0..40 {
        let mut play = Play::new(&options(Kind::Stract, &mut dice));
        play.random(dice.random_range(0..30), &mut dice);
        let level = Level::ALL[n % 5];
        // The strongest levels take their time, so only two seats play them.
        let seats = if level >= Level::Hunter { 2 } else { 8 };
        let to_act: Vec<Seat> = play.table.to_act().iter().take(seats).collect();
        for by in to_act {
            let thought = play.thought(by, level, n as u64);
            assert!(!thought.stopped && thought.value <= 1000 && thought.best.len() <= 3, "{thought:?}");
            let [order] = thought.turn.as_slice() else { panic!("one order: {thought:?}") };
            play.enter(by, order);
        }
    }
}

#[test]
fn the_seed_draws_the_order() {
    let mut dice = dice(5);
    let mixed = (0..20).filter(|_| {
        let mut play = Play::new(&Options::new().with("preset", "correspondence"));
        play.random(8, &mut dice);
        let seat = play.table.to_act().first().unwrap();
        let orders: BTreeSet<String> =
            (0..20).map(|seed| play.thought(seat, Level::Grazer, seed).turn.remove(0)).collect();
        orders.len() > 1
    });
    assert!(mixed.count() > 10, "a machine that always orders the same is easy to beat");
}

#[test]
fn stopped_thoughts_give_a_legal_order() {
    let mut play = Play::new(&Options::new().with("players", 8));
    play.random(12, &mut dice(6));
    let stop = Stop::new();
    stop.stop();
    for by in play.table.to_act().iter() {
        let sight = play.table.sight(by, &play.record).unwrap();
        let thought = think(&Request { sight, level: Level::Apex, seed: 1 }, &stop);
        assert!(thought.stopped && thought.nodes < 100);
        assert!(play.table.legal(by).contains(&thought.turn[0]));
    }
}

#[test]
fn apex_scores_when_the_result_is_certain() {
    let cases = [
        ("5/5/5/5/2Nw2/5 19/20 2 0:40 4,5,5:5,5,5 -", 1, ["c2-b1", "c2-c1", "c2-d1"].as_slice()),
        ("5/5/5/5/2Nw2/5 19/20 2 40:0 4,5,5:5,5,5 -", 1, ["c2-b1", "c2-c1", "c2-d1"].as_slice()),
        ("5/5/5/4Nf/5/5 19/20 2 0:40 5,4,5:5,5,5 -", 1, ["e3-e1"].as_slice()),
        ("5/5/4Sf/5/5/5 19/20 2 40:0 5,5,5:5,4,5 -", 2, ["e4-e6"].as_slice()),
        ("Nf4/2Sw2/5/5/5/2Se2 19/20 2 12:50 5,4,5:4,5,4 -", 2, ["c5-b6", "c5-c6", "c5-d6"].as_slice()),
    ];
    for (position, by, scoring) in cases {
        let game = Kind::Stract.read(position).unwrap();
        let play = Play { table: Table::from(game), record: Vec::new() };
        for seed in 0..8 {
            let thought = play.thought(seat(by), Level::Apex, seed);
            assert!(scoring.contains(&thought.turn[0].as_str()), "{position}: {thought:?}");
        }
    }
}
