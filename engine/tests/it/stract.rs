//! Machines that play Stract: they do not know more than their seats, and they play every game that can be set up.

use engine::{Level, Request, Stop, Thought, think};
use rules::{
    Any, Game as _, Kind, Known, Options, Played, Searchable as _, Seat, SeatSet, Table, Viewer,
    games::stract::{Move, Stract},
    grid::Square,
};

/// Random numbers that are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let mixed = (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed >> 32) as usize * n) >> 32
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A table with its record.
struct Play {
    table: Table,
    record: Vec<Played>,
}

impl Play {
    fn new(options: &Options) -> Option<Play> {
        Some(Play { table: Table::new(Kind::Stract, options).ok()?, record: Vec::new() })
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

    fn random(&mut self, turns: u32, dice: &mut Dice) {
        while self.table.turn() < turns
            && let Some(seat) = self.table.to_act().first()
        {
            let order = dice.pick(&self.table.legal(seat));
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

/// Plays two games in which the elements of all pieces of North differ, and which South cannot tell apart.
fn twins(options: &Options, dice: &mut Dice) -> Option<[Play; 2]> {
    let mut plays = [Play::new(options)?, Play::new(options)?];
    let turns = 2 + dice.below(8) as u32;
    // At the end some seats of North have ordered, each in its own way.
    while plays[0].table.turn() < turns || plays[0].table.to_act().len() > 2 {
        let by = plays[0].table.to_act().first()?;
        let legal = plays[0].table.legal(by);
        let north = by.number() % 2 == 1;
        let may: Vec<String> = legal.into_iter().filter(|order| !north || is_common(order)).collect();
        let order = dice.pick(&may);
        plays[0].enter(by, &order);
        plays[1].enter(by, &if north { turned(&order) } else { order });
        // A clash between the teams shows what the pieces are.
        if plays[0].view(seat(2)) != plays[1].view(seat(2)) {
            return None;
        }
    }
    if plays[0].table.to_act().contains(seat(1)) && dice.below(2) == 0 {
        for play in &mut plays {
            let order = dice.pick(&play.table.legal(seat(1)));
            play.enter(seat(1), &order);
        }
    }
    let open = |play: &Play| play.table.game().position();
    (open(&plays[0]) != open(&plays[1]) && plays[0].table.to_act().contains(seat(2))).then_some(plays)
}

#[test]
fn hidden_twins_get_the_same_order() {
    let mut dice = Dice(1);
    let mut pairs = 0;
    while pairs < 800 {
        let players = dice.pick(&[2, 2, 2, 4]);
        let options = Options::new().with("preset", "correspondence").with("players", players);
        let Some([one, other]) = twins(&options, &mut dice) else { continue };
        let level = dice.pick(&[Level::Spore, Level::Drifter, Level::Grazer]);
        let thoughts = [one, other].map(|play| play.thought(seat(2), level, pairs));
        assert_eq!(thoughts[0], thoughts[1]);
        pairs += 1;
    }
}

#[test]
fn twins_from_positions_get_the_same_order() {
    let mut dice = Dice(2);
    let mut pairs = 0;
    while pairs < 200 {
        let mut play = Play::new(&Options::new().with("preset", "correspondence")).unwrap();
        play.random(3 + dice.below(14) as u32, &mut dice);
        // The seat's own knowledge makes the twin.
        let Known::Stract(known) = play.table.sight(seat(2), &play.record).unwrap().known else {
            panic!("the game is Stract")
        };
        let twin = Any::Stract(Stract::world(&known, &mut |n| dice.below(n as usize) as u32));
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

fn options(dice: &mut Dice) -> Options {
    let mut options = Options::new().with("players", dice.pick(&[2, 4, 6, 8]));
    for (name, from, to) in
        [("columns", 3, 12), ("rows", 4, 12), ("turns", 1, 99), ("water", 0, 30), ("fire", 0, 30), ("earth", 0, 30)]
    {
        if dice.below(2) == 0 {
            options.set(name, from + dice.below(to - from + 1) as i64);
        }
    }
    options
}

#[test]
fn every_level_plays_every_game() {
    let mut dice = Dice(3);
    for n in 0..40 {
        let Some(mut play) = Play::new(&options(&mut dice)) else { continue };
        play.random(dice.below(30) as u32, &mut dice);
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
fn weak_machines_bring_games_to_an_end() {
    for (n, players) in [2, 4, 8].into_iter().enumerate() {
        let options = Options::new().with("players", players).with("preset", "correspondence");
        let mut play = Play::new(&options).unwrap();
        while let Some(by) = play.table.to_act().first() {
            let order = play.thought(by, Level::Spore, n as u64 + u64::from(play.table.ply())).turn.remove(0);
            play.enter(by, &order);
        }
        assert_eq!(play.table.outcome().unwrap().reason, "turns");
    }
}

#[test]
fn the_same_request_gets_the_same_thought() {
    let mut dice = Dice(4);
    let options = Options::new().with("players", 4);
    for level in [Level::Spore, Level::Grazer, Level::Hunter] {
        let mut play = Play::new(&options).unwrap();
        play.random(9, &mut dice);
        let [one, other] = [(); 2].map(|()| play.thought(seat(3), level, 17));
        assert_eq!(one, other);
    }
}

#[test]
fn the_seed_draws_the_order() {
    let mut play = Play::new(&Options::new().with("preset", "correspondence")).unwrap();
    play.random(8, &mut Dice(5));
    let orders: std::collections::BTreeSet<String> =
        (0..40).map(|seed| play.thought(seat(1), Level::Grazer, seed).turn.remove(0)).collect();
    assert!(orders.len() > 1, "a machine that always orders the same is easy to beat: {orders:?}");
}

#[test]
fn stopped_thoughts_give_a_legal_order() {
    let mut play = Play::new(&Options::new().with("players", 8)).unwrap();
    play.random(12, &mut Dice(6));
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
fn seats_that_left_are_not_reckoned_with() {
    let mut play = Play::new(&Options::new().with("players", 4)).unwrap();
    play.random(6, &mut Dice(7));
    play.enter(seat(1), rules::RESIGN);
    play.enter(seat(4), rules::TIMEOUT);
    for by in SeatSet::all(4).iter().filter(|by| play.table.here().contains(*by)) {
        let thought = play.thought(by, Level::Grazer, 1);
        assert!(play.table.legal(by).contains(&thought.turn[0]));
    }
}
