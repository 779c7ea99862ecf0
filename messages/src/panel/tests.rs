//! The laws of the panel, for every game: all moves are reached, with few choices, and every screen fits into a message.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ops::RangeInclusive,
};

use play::fixture::chance;
use rules::{END, Kind, LegalMove, Options, PASS, PLAYERS, Seat, Step, Table};

use super::*;
use crate::{
    action::Action,
    posts::GROUP,
    text,
    view::{Button, Row},
};

/// The number of random positions of each game.
const POSITIONS: usize = 200;

/// Ids with the longest numbers.
struct Longest;

impl Ids for Longest {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        Action::Screen {
            game: i64::MAX.cast_unsigned().into(),
            revision: u32::MAX,
            seat: Seat::FIRST,
            draft: Vec::new(),
            path: format!("{}{}", to.path(), mark.text()),
        }
    }
}

/// The effort that leads to a move: how many choices, and how many touches of a screen from **Move** to **Confirm**.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    choices: usize,
    taps: usize,
}

/// Returns the paths that the controls of these rows lead to, with the touches that each costs.
fn onward(rows: &[Row]) -> Vec<(String, usize)> {
    let path = |action: &Action| match action {
        Action::Screen { path, .. } => path.clone(),
        other => panic!("{other:?}"),
    };
    let mut ways = Vec::new();
    let mut ids = BTreeSet::new();
    for row in rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=5).contains(&buttons.len()), "{buttons:?}");
                for button in buttons {
                    assert!((1..=34).contains(&button.label.chars().count()), "{button:?}");
                    assert!(ids.insert(button.action.to_string()), "an id occurs twice: {rows:?}");
                    if button.on {
                        ways.push((path(&button.action), 1));
                    }
                }
            }
            Row::Menu(menu) => {
                assert!(ids.insert(menu.action.to_string()), "an id occurs twice: {rows:?}");
                assert!((1..=25).contains(&menu.choices.len()), "{menu:?}");
                for line in &menu.choices {
                    let word = line.value.strip_prefix(GROUP).unwrap();
                    ways.push((format!("{}.{word}", path(&menu.action)), 2));
                }
            }
            other => panic!("{other:?}"),
        }
    }
    for id in ids {
        assert!(id.len() <= 100, "{id}");
    }
    ways
}

/// Walks through all screens for a seat, and returns how much effort each legal move takes. Each move has one way: a kind that is
/// chosen in advance can be chosen again, but nothing else leads to the same move.
fn walk(table: &Table, seat: Seat, latest: Option<&LegalMove>) -> BTreeMap<String, Effort> {
    let offers = Offers::of_seat(table, seat).behind(latest);
    let mut reached: BTreeMap<String, (Effort, Vec<String>)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(String::new(), Effort { choices: 0, taps: 2 })]);
    while let Some((path, effort)) = queue.pop_front() {
        let place = Place::read(&offers, &path);
        let again = Place::read(&offers, &place.path());
        assert_eq!((&again.steps, &again.narrow), (&place.steps, &place.narrow), "{path}");
        if !seen.insert(place.path()) {
            continue;
        }
        let rows = match place.stage(true) {
            Stage::Move(end) => {
                let notation = end.end().unwrap().notation.clone();
                let mut way = end.words();
                way.pop_if(|word| word.starts_with('='));
                let (_, known) = reached.entry(notation).or_insert((effort, way.clone()));
                assert_eq!(known, &way, "another way leads to the same move");
                let kinds: Vec<Button> = toggles(&end, &Longest);
                in_rows(kinds)
            }
            Stage::Choose { .. } => {
                let shown = choices(&place, &Longest, true);
                assert!(shown.last.len() <= 1, "{:?}", shown.last);
                assert!(shown.rows.len() <= 4, "there is a row for the end of the turn");
                let last = (!shown.last.is_empty()).then_some(Row::Buttons(shown.last));
                shown.rows.into_iter().chain(last).collect()
            }
        };
        for (path, taps) in onward(&rows) {
            queue.push_back((path, Effort { choices: effort.choices + 1, taps: effort.taps + taps }));
        }
    }
    let legal: BTreeSet<String> = table.legal(seat).into_iter().collect();
    let found: BTreeSet<String> = reached.keys().cloned().collect();
    assert_eq!(found, legal, "{}: {}", table.kind(), table.game().position());
    reached.into_iter().map(|(notation, (effort, _))| (notation, effort)).collect()
}

/// Returns positions of random games of this kind, in which each seat to act plays any move.
fn positions(kind: Kind, count: usize, seed: u64) -> Vec<(Table, Seat)> {
    let mut choose = chance(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let seats = kind.about().seats[choose(kind.about().seats.len())];
        let mut table = Table::new(kind, &Options::new().with(PLAYERS, i64::from(seats))).unwrap();
        for _ in 0..choose(160) {
            let Some(seat) = table.to_act().first() else { break };
            let mut legal = table.legal(seat);
            if choose(8) > 0 {
                legal.retain(|notation| ![PASS, END].contains(&notation.as_str()));
            }
            let Some(notation) = legal.get(choose(legal.len().max(1))) else { break };
            table.play(seat, notation).unwrap();
        }
        positions.extend(table.to_act().first().map(|seat| (table.clone(), seat)));
    }
    positions
}

/// Prints a line of the table of choices and taps (`cargo test -p messages few_choices -- --nocapture`).
fn print_row(name: &str, efforts: &[Effort]) {
    let shares = |of: &dyn Fn(&Effort) -> usize, counts: RangeInclusive<usize>| {
        let share = |count| share(efforts, |effort| of(effort) == count);
        counts.map(|count| format!("{:.1}", share(count))).collect::<Vec<_>>().join(" / ")
    };
    let choices = shares(&|effort| effort.choices, 0..=5);
    let taps = shares(&|effort| effort.taps, 2..=9);
    println!("| {name} | {} | {choices} | {taps} |", efforts.len());
}

/// Returns how many percent of the moves fulfil a condition.
fn share(efforts: &[Effort], condition: impl Fn(&Effort) -> bool) -> f64 {
    efforts.iter().filter(|effort| condition(effort)).count() as f64 * 100.0 / efforts.len() as f64
}

#[test]
fn all_moves_are_reached_with_few_choices() {
    println!("| game | legal moves | choices: 0 to 5, in % | taps from Move to Confirm: 2 to 9, in % |");
    println!("| --- | --- | --- | --- |");
    for &kind in Kind::ALL {
        let showcase = kind.showcase().iter().filter_map(|showcase| {
            let (table, _) = showcase.set_up(kind).unwrap();
            table.to_act().first().map(|seat| (table, seat))
        });
        let (mut small, mut large) = (Vec::new(), Vec::new());
        for (table, seat) in positions(kind, POSITIONS, 11).into_iter().chain(showcase) {
            let columns = render::scene(&table, rules::Viewer::Seat(seat), &[]).board.cols;
            let efforts = if columns <= 15 { &mut small } else { &mut large };
            efforts.extend(walk(&table, seat, None).into_values());
        }
        let name = kind.title();
        print_row(name, &small);
        if !large.is_empty() {
            print_row(&format!("{name}, over 15 columns"), &large);
        }
        assert!(share(&small, |effort| effort.choices <= 3) >= 90.0, "{kind}");
        assert!(small.iter().all(|effort| effort.choices <= 4), "{kind}");
        assert!(share(&small, |effort| effort.taps <= 6) >= 95.0, "{kind}");
    }
}

#[test]
fn piece_of_the_move_before_acts_again() {
    let mut again = 0;
    for (mut table, seat) in positions(Kind::Parasites, POSITIONS, 13) {
        let Some(latest) = table.legal_moves(seat).pop() else { continue };
        table.play(seat, &latest.notation).unwrap();
        if !table.to_act().contains(seat) {
            continue;
        }
        let effort = |latest| walk(&table, seat, latest).into_iter();
        let piece = latest.path.iter().map(|choice| choice.step).find(|step| matches!(step, Step::From(_)));
        let is_its = |notation: &str| piece.is_some_and(|piece| notation.starts_with(&format!("{piece}+")));
        // All kinds together, since another kind can be chosen in advance.
        let taps = |latest| -> usize {
            effort(latest).filter(|(notation, _)| is_its(notation)).map(|(_, effort)| effort.taps).sum()
        };
        let (as_ever, now) = (taps(None), taps(Some(&latest)));
        assert!(now <= as_ever, "{}", table.game().position());
        again += usize::from(now < as_ever);
    }
    assert!(again > 0, "in some positions, a piece that has acted can act again beside others");
}

#[test]
fn fuzzed_paths_lead_somewhere() {
    const LETTERS: [char; 14] = ['a', 'e', 'h', '1', '4', '9', '.', '-', '=', '!', '*', 'p', 'é', ','];
    let mut choose = chance(3);
    for &kind in Kind::ALL {
        for (table, seat) in positions(kind, 10, 5) {
            let offers = Offers::of_seat(&table, seat);
            for _ in 0..300 {
                let mut path: String = (0..choose(12)).map(|_| LETTERS[choose(LETTERS.len())]).collect();
                let known = &offers.paths[choose(offers.paths.len())];
                if choose(2) == 0 {
                    path = format!("{}.{path}", known.steps[0]);
                }
                let place = Place::read(&offers, &path);
                assert!(place.end().is_some() || !place.next().is_empty(), "{kind}: {path}");
                let shown = choices(&place, &Longest, true);
                assert!(matches!(place.stage(true), Stage::Move(_)) || !shown.rows.is_empty(), "{path}");
            }
        }
    }
}

#[test]
fn useful_choices_come_first() {
    let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let offers = Offers::of_seat(&table, Seat::FIRST);
    let pawns = Place::find(&offers, &["=p"]);
    let shown = choices(&pawns, &Longest, true);
    let label = |row: &Row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
        _ => Vec::new(),
    };
    let squares: BTreeSet<String> = shown.rows[1..].iter().flat_map(label).collect();
    let living = pawns.moves().filter(|path| !path.dies).map(|path| path.steps[1].to_string());
    assert_eq!(squares, living.collect(), "the squares on which pawns live");
    assert_eq!(shown.last.iter().map(|button| button.label.as_str()).collect::<Vec<_>>(), [text::ELSEWHERE]);
}

#[test]
fn kinds_keep_their_places() {
    let labels = |table: &Table, path: &[&str]| {
        let offers = Offers::of_seat(table, table.to_act().first().unwrap());
        let shown = choices(&Place::find(&offers, path), &Longest, true);
        let Row::Buttons(buttons) = &shown.rows[0] else { panic!("{:?}", shown.rows) };
        let label = |button: &Button| match button.on {
            true => button.label.clone(),
            false => format!("({})", button.label),
        };
        buttons.iter().map(label).collect::<Vec<_>>()
    };
    let first = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    assert_eq!(labels(&first, &[]), ["Pawn 5", "Drone 3", "Queen 5", "Promote", "Demote"]);
    let drones = "8 2 15 10/60 1 10@10,4@0 d4=d1,e4=d1,f4=d1,d5=d1,e5=d1,f5=d2";
    let all_placed = Table::from(Kind::Protozoa.read(drones).unwrap());
    assert_eq!(labels(&all_placed, &[]), ["Pawn 5", "(Drone 0)", "Queen 5", "Promote", "Demote"]);
}

#[test]
fn legend_names_the_marks_in_use() {
    let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let offers = Offers::of_seat(&table, Seat::FIRST);
    let scene = render::scene(&table, rules::Viewer::Public, &[]);
    let explained = |words: &[&str]| {
        let marks = marks(&Place::find(&offers, words), &scene);
        legend(Kind::Protozoa, &marks)
    };
    assert_eq!(explained(&[]), "dot: a new piece can go here");
    assert_eq!(explained(&["=q"]), "cross: dies at once");
    assert!(explained(&["=-"]).starts_with("corners: changes its kind"), "{}", explained(&["=-"]));
}
