//! Tests Stract against a second, slow implementation of its rules, at the table, and in words.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rules::{
    Any, AnyEvent, Game, Kind, MOST_FEATURES, Options, RESIGN, Refusal, Searchable as _, Seat, SeatSet,
    Table, Turn, Viewer,
    games::stract::{Element, Event, Move, Pool, Stract, Team},
    grid::Square,
};

use crate::walk::{self, Dice};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn seats(game: &Stract) -> Vec<Seat> {
    SeatSet::all(game.seats()).iter().collect()
}

pub(crate) fn legal(game: &Stract, seat: Seat) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    moves
}

/// Returns the events that a viewer gets to see, with their sentences.
pub(crate) fn witnessed(events: &[Event], to: Viewer) -> Vec<(Event, String)> {
    let seen = events.iter().filter_map(|event| Stract::visible_to(event, to));
    seen.map(|event| (event.clone(), Stract::describe(&event, &|seat| format!("seat {seat}")))).collect()
}

/// Returns the game after its turn is ended from outside, and the events of the turn.
pub(crate) fn resolved(position: &str) -> (Stract, Vec<Event>) {
    let mut game: Stract = position.parse().unwrap();
    let mut events = Vec::new();
    assert!(game.resolve(&mut |event| events.push(event)));
    (game, events)
}

/// A piece in the slow implementation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    team: Team,
    element: Element,
    known: bool,
    /// The square of the piece at the beginning of the turn.
    start: Option<Square>,
}

/// Everything that a turn changes: tiles with any number of pieces, points and pools.
#[derive(Clone, PartialEq, Debug)]
struct Slow {
    tiles: BTreeMap<Square, Vec<Piece>>,
    points: [i32; 2],
    pools: [[i32; 3]; 2],
}

impl Slow {
    /// Builds the position from what each team sees of its own pieces.
    fn of(game: &Stract) -> Slow {
        let mut tiles = BTreeMap::new();
        let mut slow = Slow { tiles: BTreeMap::new(), points: [0; 2], pools: [[0; 3]; 2] };
        for team in Team::BOTH {
            let view = game.view(Viewer::Seat(seat(team as u8 + 1)));
            for (at, piece) in view.pieces().filter(|(_, piece)| piece.team == team) {
                let element = piece.element.unwrap();
                tiles.insert(at, vec![Piece { team, element, known: piece.known, start: Some(at) }]);
            }
            slow.points[team as usize] = view.points(team);
            let Pool::Open(pool) = view.pool(team) else { panic!("a team knows its pool: {view}") };
            slow.pools[team as usize] = pool.map(i32::from);
        }
        Slow { tiles, ..slow }
    }

    fn take(&mut self, which: impl Fn(Square, &Piece) -> bool) -> Vec<Piece> {
        let mut taken = Vec::new();
        for (&at, pieces) in &mut self.tiles {
            taken.extend(pieces.extract_if(.., |piece| which(at, piece)));
        }
        self.tiles.retain(|_, pieces| !pieces.is_empty());
        taken
    }

    fn put(&mut self, at: Square, pieces: impl IntoIterator<Item = Piece>) {
        self.tiles.entry(at).or_default().extend(pieces);
    }

    /// Carries out section 6 of the rules, step by step.
    fn carry_out(&mut self, orders: &[(Seat, Move)], rows: u8) {
        for &(by, order) in orders {
            if let Move::Spawn { element, at } = order {
                let team = Team::of(by);
                self.pools[team as usize][element as usize] -= 1;
                self.put(at, [Piece { team, element, known: false, start: None }]);
            }
        }
        let mut moving = Vec::new();
        for &(_, order) in orders {
            if let Move::Go { from, to } = order {
                moving.push((to, self.take(|_, piece| piece.start == Some(from))));
            }
        }
        for (to, pieces) in moving {
            self.put(to, pieces);
        }
        for &(_, order) in orders {
            let Move::Switch { from, to } = order else { continue };
            let there = self.tiles.get(&from).is_some_and(|all| all.iter().any(|p| p.start == Some(from)));
            if there && self.tiles.contains_key(&to) {
                let earth = self.take(|at, piece| at == from && piece.start == Some(from));
                let others = self.take(|at, _| at == to);
                self.put(from, others);
                self.put(to, earth);
            }
        }
        for pieces in self.tiles.values_mut() {
            destroy(pieces, &mut self.points);
        }
        let goals = self.take(|at, piece| at.row == piece.team.goal_row(rows));
        for piece in goals {
            self.points[piece.team as usize] += 10;
            self.pools[piece.team as usize][piece.element as usize] += 1;
        }
        for (&at, pieces) in &mut self.tiles {
            assert_eq!(pieces.len(), 1);
            pieces[0].start = Some(at);
        }
    }
}

fn destroy(pieces: &mut Vec<Piece>, points: &mut [i32; 2]) {
    if pieces.len() < 2 {
        return;
    }
    let hostile = Team::BOTH.iter().all(|&team| pieces.iter().any(|piece| piece.team == team));
    let beats = |a: Element, b: Element| {
        let order = [Element::Water, Element::Fire, Element::Earth, Element::Water];
        order.windows(2).any(|pair| pair == [a, b])
    };
    let all = pieces.clone();
    pieces.retain(|piece| all.len() == 2 && all.iter().any(|other| beats(piece.element, other.element)));
    for piece in &mut *pieces {
        piece.known |= hostile;
    }
    let mut survivors = pieces.iter().map(|piece| piece.team).collect::<Vec<_>>();
    for piece in all {
        if let Some(n) = survivors.iter().position(|&team| team == piece.team) {
            survivors.remove(n);
        } else if hostile {
            points[1 - piece.team as usize] += 2;
        } else {
            points[piece.team as usize] -= 2;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_global_rejects: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn agrees_with_the_slow_implementation(options in walk::options(Kind::Stract), seed in any::<u64>()) {
        let Ok(Any::Stract(mut game)) = Kind::Stract.new_game(&options) else {
            return Err(TestCaseError::reject("options clash"));
        };
        let mut dice = Dice::new(seed);
        while !game.to_act().is_empty() {
            let mut slow = Slow::of(&game);
            let mut queue: Vec<(Seat, Move)> = Vec::new();
            let mut turn = Turn::Open;
            while turn == Turn::Open {
                let by = *dice.pick(&seats(&game));
                let orders = legal(&game, by);
                if orders.is_empty() {
                    continue;
                }
                // Passing makes dull games, switches make wild ones.
                let wild: Vec<Move> = orders.iter().copied().filter(|mv| matches!(mv, Move::Switch { .. })).collect();
                let tame = wild.is_empty() || dice.roll(3) == 0;
                let order = *dice.pick(if tame { &orders } else { &wild });
                if !queue.contains(&(by, order)) {
                    queue.retain(|pending| pending.0 != by);
                    queue.push((by, order));
                }
                turn = game.play(by, &order, &mut |_| {}).unwrap();
            }
            slow.carry_out(&queue, game.view(Viewer::Public).rows());
            prop_assert_eq!(&Slow::of(&game), &slow, "{}", game);
        }
    }
}

#[test]
fn orders_arrive_in_any_order_and_end_turns() {
    let options = Options::new().with("players", 4).with("preset", "correspondence");
    let mut table = Table::new(Kind::Stract, &options).unwrap();
    assert!(table.kind().is_simultaneous() && !Kind::Protozoa.is_simultaneous());
    for (by, order) in [(4, "w+c1"), (1, "f+a6"), (4, "e+c1"), (3, "pass")] {
        let legal_move = table.revision();
        let played = table.play(seat(by), order).unwrap();
        assert_eq!(
            (played.turn, table.turn(), table.revision()),
            (0, 0, legal_move),
            "the legal moves of other seats stay current"
        );
    }
    assert_eq!(table.to_act(), SeatSet::one(seat(2)));
    assert!(
        table.legal(seat(4)).contains(&"w+d1".to_owned()),
        "a seat that has ordered may change its order"
    );
    assert!(!table.legal(seat(2)).contains(&"w+c1".to_owned()), "a teammate spawns there");
    let played = table.play(seat(2), "f+d1").unwrap();
    assert_eq!((played.turn, table.turn(), table.revision(), table.ply()), (0, 1, 1, 5));
    let seen: Vec<AnyEvent> =
        played.events.iter().filter_map(|event| event.visible_to(Viewer::Public)).collect();
    let words: Vec<String> =
        seen.iter().map(|event| event.describe(&|seat| format!("seat {seat}"))).collect();
    assert_eq!(
        words,
        [
            "seat 2 has ordered.",
            "Turn 1 is carried out.",
            "An unknown piece of South is spawned on c1.",
            "An unknown piece of South is spawned on d1.",
            "An unknown piece of North is spawned on a6.",
            "",
        ]
    );
}

#[test]
fn teams_play_on_without_seats_that_left() {
    let options = Options::new().with("players", 4).with("preset", "correspondence");
    let mut table = Table::new(Kind::Stract, &options).unwrap();
    table.play(seat(1), "w+a6").unwrap();
    table.play(seat(2), "w+a1").unwrap();
    table.play(seat(3), RESIGN).unwrap();
    assert_eq!(table.to_act(), SeatSet::one(seat(4)));
    assert!(matches!(table.play(seat(3), "pass"), Err(Refusal::NotYourTurn { .. })));
    assert!(table.legal(seat(3)).is_empty());
    table.play(seat(4), RESIGN).unwrap();
    assert_eq!(table.turn(), 1, "nobody is left to order");
    assert_eq!(table.to_act(), [seat(1), seat(2)].into_iter().collect());
    table.play(seat(1), RESIGN).unwrap();
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.ranking.place(seat(4)), Some(1));
    assert_eq!(outcome.ranking.place(seat(3)), Some(3));
}

#[test]
fn points_stay_within_five_digits() {
    for (position, points) in [
        ("5/5/5/5/2Nw2/5 3/20 2 99998:0 4,5,5:5,5,5 1:c2-c1", "99999:0"),
        ("5/5/5/2Sw2/2Sw2/5 3/20 2 0:-99997 5,5,5:5,5,5 2:c2-c3", "0:-99999"),
    ] {
        let text = resolved(position).0.to_string();
        assert!(text.contains(points), "{text}");
        assert!(text.parse::<Stract>().is_ok());
    }
}

#[track_caller]
fn check_explained(position: &str, by: u8, rows: &[(&str, &str, &[&str])]) {
    let game: Stract = position.parse().unwrap();
    for (order, explained, steps) in rows {
        let order: Move = order.parse().unwrap();
        assert_eq!(game.explain(seat(by), &order), *explained);
        let labels: Vec<String> =
            game.path(seat(by), &order).into_iter().map(|step| game.label(seat(by), step)).collect();
        assert_eq!(labels, *steps, "{order}");
    }
}

#[test]
fn words_describe_an_order() {
    check_explained(
        "5/1Sf1Se1/Nw1NF1NE/1Sw1SF1/Sw4/Se4 3/20 4 0:0 5,5,5:5,5,5 2:a2-b2",
        4,
        &[
            ("pass", "do nothing this turn", &["Pass"]),
            ("w+c1", "spawn water on c1", &["Spawn water 5", "c1"]),
            ("w+a1", "spawn water on a1: clashes with your earth there", &["Spawn water 5", "a1"]),
            ("b3-a4", "move water b3 to a4: an unknown enemy is there", &["b3 water", "a4"]),
            ("b3-a2", "move water b3 to a2: your water is leaving it", &["b3 water", "a2"]),
            ("b3-b2", "move water b3 to b2: clashes with what a teammate brings there", &["b3 water", "b2"]),
            ("b3-c4", "move water b3 to c4: destroys the fire there if it stays", &["b3 water", "c4"]),
            ("b5-b6", "move fire b5 to b6: scores 10 points", &["b5 fire", "b6"]),
            ("d3-d4", "move fire d3 to d4", &["d3 fire · known to all", "d4"]),
            ("d5-c5", "move earth d5 to c5", &["d5 earth", "c5", "Move"]),
            ("d5=c4", "switch earth d5 with c4: an enemy fire is there", &["d5 earth", "c4"]),
            ("d5=d3", "switch earth d5 with d3: your fire is there", &["d5 earth", "d3"]),
            ("d5=d4", "switch earth d5 with d4: nothing is there yet", &["d5 earth", "d4", "Switch"]),
            ("a4-a3", "there's no piece of your team on a4", &["a4", "a3"]),
        ],
    );
    check_explained(
        "7/7/Ne6/SfSf5/SwSw5/7/1SE5/SeSeSeSeSeSeSe 3/20 2 0:0 5,5,5:5,5,5 -",
        2,
        &[
            ("a5-a6", "move fire a5 to a6: an unknown enemy is there", &["a5 fire", "a6"]),
            ("b2=a1", "switch earth b2 with a1: your earth is there", &["b2 earth · known to all", "a1"]),
        ],
    );
    check_explained(
        "3/SwSwSw/SwSwSw/SwSwSw/SwSwSw/SwSwSw/SwSwSw/SwSwSw/SwSwSw 3/20 2 0:0 5,5,5:2,5,5 -",
        2,
        &[("b2-b1", "move water b2 to b1: clashes with your water there", &["b2 water", "b1"])],
    );
}

#[track_caller]
#[test]
fn label_counts_the_spawns_of_teammates() {
    let options = Options::new().with("players", 4).with("columns", 5).with("rows", 6);
    let mut game = Kind::Stract.new_game(&options).unwrap();
    let spawn = |game: &Any, seat: Seat| {
        let path = game.legal_move(seat, "w+b1").or(game.legal_move(seat, "w+b6")).unwrap().path;
        path[0].label.clone()
    };
    let before = spawn(&game, seat(3));
    let left: u8 = before.strip_prefix("Spawn water ").unwrap().parse().unwrap();
    let order = game.legal(Seat::FIRST).into_iter().find(|order| order.starts_with("w+a")).unwrap();
    game.play(Seat::FIRST, &order, &mut |_| {}).unwrap();
    assert_eq!(spawn(&game, seat(3)), format!("Spawn water {}", left - 1));
    assert_eq!(spawn(&game, Seat::FIRST), before, "another order would replace this one");
    assert_eq!(spawn(&game, seat(2)), before, "the other team knows nothing of it");
}

fn check_said(position: &str, to: Viewer, words: &[&str]) {
    let (_, events) = resolved(position);
    let heard: Vec<String> = witnessed(&events, to).into_iter().map(|(_, words)| words).collect();
    assert_eq!(heard, words);
}

#[test]
fn events_are_described_as_each_viewer_sees_them() {
    let runner = "5/5/5/5/2Nf2/5 3/20 4 0:0 5,4,5:5,5,5 1:c2-c1,2:w+c1";
    check_said(
        runner,
        Viewer::Public,
        &[
            "Turn 4 is carried out.",
            "An unknown piece of South is spawned on c1.",
            "An unknown piece of North goes from c2 to c1.",
            "North's fire and South's water clash on c1; South's water survives: 2 points for South.",
            "The score is 0 for North, 2 for South.",
        ],
    );
    // How it goes says what it is.
    let fire = "5/5/1Nf3/5/2Sw2/5 3/20 4 0:0 5,4,5:5,5,5 1:b4-b2,2:c2-d3";
    check_said(
        fire,
        Viewer::Public,
        &[
            "Turn 4 is carried out.",
            "South's water goes from c2 to d3.",
            "North's fire goes from b4 to b2.",
            "",
        ],
    );
    let missing = "5/5/2Nf2/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 1:c4-c3,2:c2=c4";
    check_said(
        missing,
        Viewer::Seat(seat(2)),
        &[
            "Turn 4 is carried out.",
            "An unknown piece of North goes from c4 to c3.",
            "South's earth on c2 finds nothing on c4 to switch with.",
            "",
        ],
    );
    let heap = "5/5/1Nw1Nf1/5/2Se2/5 3/20 4 0:0 5,5,5:5,5,5 1:b4-c4,2:c2=c4,3:d4-c4";
    check_said(
        heap,
        Viewer::Seat(seat(4)),
        &[
            "Turn 4 is carried out.",
            "An unknown piece of North goes from b4 to c4.",
            "An unknown piece of North goes from d4 to c4.",
            "South's earth on c2 switches with what is on c4.",
            "2 unknown pieces of North clash on c2; an unknown piece of North survives: North loses 2 points.",
            "The score is -2 for North, 0 for South.",
        ],
    );
    let carried = "5/5/2Ne2/1NfSe2/5/5 3/20 4 0:0 5,5,5:5,5,5 1:c4=c3,2:c3=b3";
    check_said(
        carried,
        Viewer::Seat(seat(2)),
        &[
            "Turn 4 is carried out.",
            "North's earth on c4 switches with what is on c3.",
            "South's earth was carried off c3 before it could switch with b3.",
            "",
        ],
    );
    let scoring = "5/5/5/5/1NwNwSf1/5 3/20 6 0:0 4,5,5:5,5,5 1:c2-c1,3:b2-c2,2:d2-c2,4:w+c1";
    check_said(
        scoring,
        Viewer::Seat(seat(3)),
        &[
            "Turn 4 is carried out.",
            "An unknown piece of South is spawned on c1.",
            "North's water goes from b2 to c2.",
            "North's water goes from c2 to c1.",
            "An unknown piece of South goes from d2 to c2.",
            "North's water and South's water clash on c1; none survives: 2 points for North and 2 points for South.",
            "North's water and South's fire clash on c2; North's water survives: 2 points for North.",
            "The score is 4 for North, 2 for South.",
        ],
    );
    let goal = "5/5/5/5/2Nw2/5 3/20 4 0:0 4,5,5:5,5,5 1:c2-b1";
    check_said(
        goal,
        Viewer::Seat(seat(2)),
        &[
            "Turn 4 is carried out.",
            "North's water goes from c2 to b1.",
            "An unknown piece of North reaches b1: 10 points for North!",
            "The score is 10 for North, 0 for South.",
        ],
    );
}

#[test]
fn goal_names_a_kind_that_the_move_gave_away() {
    for (position, goal) in [
        ("5/5/5/5/2Nw2/5 3/20 4 0:0 4,5,5:5,5,5 1:c2-b1", "North's water reaches b1"),
        ("5/5/5/2Nf2/5/5 3/20 4 0:0 5,4,5:5,5,5 1:c3-c1", "North's fire reaches c1"),
        ("5/5/5/5/2Nf2/5 3/20 4 0:0 5,4,5:5,5,5 1:c2-c1", "An unknown piece of North reaches c1"),
        ("5/5/5/5/2Ne2/2Sw2 3/20 4 0:0 5,5,4:4,5,5 1:c2=c1", "North's earth reaches c1"),
        // The switch carries the water on.
        ("5/5/5/2Nw2/5/1Se3 3/20 4 0:0 4,5,5:5,5,4 1:c3-b2,2:b1=b2", "North's water reaches b1"),
        // One of the two is left, and only North knows which.
        ("5/5/5/1Nf3/2Nw2/5 3/20 4 0:0 4,4,5:5,5,5 1:b3-b1,3:c2-b1", "An unknown piece of North reaches b1"),
    ] {
        let (_, events) = resolved(position);
        let seen: Vec<Event> =
            events.iter().filter_map(|event| Stract::visible_to(event, Viewer::Public)).collect();
        let seen: Vec<&Event> = seen.iter().collect();
        let words = Stract::describe_all(&seen, &|seat| format!("seat {seat}"));
        let goals: Vec<&str> =
            words.iter().filter(|line| line.contains("reaches")).map(|line| &line[..]).collect();
        assert_eq!(goals, [format!("{goal}: 10 points for North!")], "{position}");
    }
}

#[test]
fn status_depends_on_the_viewer() {
    let game: Stract = "5/5/2Nw2/5/1NF1Se1/5 3/20 2 0:2 5,5,5:5,0,4 2:d2=d3".parse().unwrap();
    for (to, status) in [
        (Viewer::Public, "Turn 4 of 20 · North 0, South 2 · 1 of 2 have ordered"),
        (
            Viewer::Seat(seat(1)),
            "Turn 4 of 20 · North 0, South 2 · you are North, pool 5 water, 5 fire, 5 earth",
        ),
        (
            Viewer::Seat(seat(2)),
            "Turn 4 of 20 · North 0, South 2 · you are South, pool 5 water, 4 earth · ordered d2=d3, can be changed · an enemy may reach row 1",
        ),
    ] {
        assert_eq!(game.status(to), status);
    }
}

/// Whether a piece that moves, and does not switch, can go from one tile to the other.
fn can_move(element: Element, from: Square, to: Square) -> bool {
    match (element, from.col.abs_diff(to.col), from.row.abs_diff(to.row)) {
        (Element::Water, cols, rows) => cols.max(rows) == 1,
        (Element::Fire, cols, rows) => matches!((cols, rows), (0, 1 | 2) | (1 | 2, 0)),
        (Element::Earth, cols, rows) => cols + rows == 1,
    }
}

/// Counts the facts about neighbours again, piece by piece: `hunted`, `hunted-runners`, `paired`, `open`, `lanes` and `far-leaps`.
fn slow_facts(game: &Stract, team: Team) -> [i16; 6] {
    let view = game.view(Viewer::Open);
    let goal = team.goal_row(view.rows());
    let (mut facts, mut lanes) = ([0; 6], BTreeSet::new());
    for (at, piece) in view.pieces().filter(|(_, piece)| piece.team == team) {
        let element = piece.element.unwrap();
        let rows = goal.abs_diff(at.row).max(1);
        let orders = if element == Element::Fire { rows.div_ceil(2) } else { rows };
        if orders > view.turns() - view.done() {
            continue;
        }
        let enemies: Vec<Element> = view
            .pieces()
            .filter(|(_, enemy)| enemy.team != team)
            .filter_map(|(from, enemy)| enemy.element.filter(|&element| can_move(element, from, at)))
            .collect();
        let hunted = enemies.iter().any(|enemy| enemy.beats(element));
        facts[if orders > 2 { 0 } else { 1 }] += i16::from(hunted);
        facts[2] += i16::from(enemies.contains(&element));
        let can_leap = element == Element::Earth && goal.abs_diff(at.row) == 2;
        facts[5] += i16::from(can_leap && view.piece(Square::new(at.col, goal)).is_some());
        if orders == 1 {
            let side = u8::from(element == Element::Water);
            let free: Vec<u8> = (0..view.columns())
                .filter(|col| col.abs_diff(at.col) <= side)
                .filter(|&col| view.piece(Square::new(col, goal)).is_none())
                .collect();
            facts[3] += i16::from(!free.is_empty());
            lanes.extend(free);
        }
    }
    facts[4] = lanes.len() as i16;
    facts
}

#[test]
fn facts_about_neighbours_are_counted_well() {
    let names = ["hunted", "hunted-runners", "paired", "open", "lanes", "far-leaps"];
    let places = names.map(|name| Stract::FEATURES.iter().position(|fact| fact.name == name).unwrap());
    for (seed, columns, rows) in [(1, 5, 6), (2, 7, 8), (3, 12, 12), (4, 3, 4)] {
        let options = Options::new().with("columns", columns).with("rows", rows);
        let mut game = Stract::new(&options).unwrap();
        let mut dice = Dice::new(seed);
        while let Some(seat) = game.to_act().first() {
            let order = *dice.pick(&legal(&game, seat));
            game.play(seat, &order, &mut |_| {}).unwrap();
            let mut facts = [[0; MOST_FEATURES]; 8];
            game.features(&mut facts);
            for team in Team::BOTH {
                let row = facts[usize::from(team == Team::South)];
                assert_eq!(places.map(|place| row[place]), slow_facts(&game, team), "{game}");
            }
        }
    }
}
