//! How often a player touches the screen for a whole turn, from **Move** to **Confirm**.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap},
};

use data::Game;
use messages::{
    action::Action,
    posts::{self, GROUP},
    text,
    view::{Post, Row},
};
use play::fixture::{self, chance};
use rules::{END, Kind, Options, PASS, Seat, Table};

/// The number of random turns of each game.
const TURNS: usize = 24;

/// The moves chosen so far, and the choices for the next one.
type Screen = (Vec<String>, String);

/// Returns the screens that the controls of a panel lead to, with the touches that each costs: a button takes one, a menu two.
fn onward(panel: &Post) -> Vec<(Screen, usize)> {
    let mut ways = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => ways.extend(buttons.iter().filter_map(|button| match &button.action {
                Action::Screen { draft, path, .. } => Some(((draft.clone(), path.clone()), 1)),
                _ => None,
            })),
            Row::Menu(menu) => {
                let Action::Screen { draft, path, .. } = &menu.action else { continue };
                let words = menu.choices.iter().filter_map(|line| line.value.strip_prefix(GROUP));
                ways.extend(words.map(|word| ((draft.clone(), format!("{path}.{word}")), 2)));
            }
            _ => {}
        }
    }
    ways
}

/// Returns whether a button of a panel plays exactly this turn.
fn plays(panel: &Post, turn: &[String]) -> bool {
    panel.rows.iter().any(|row| {
        let Row::Buttons(buttons) = row else { return false };
        buttons.iter().any(|button| match &button.action {
            Action::Confirm { notations, .. } => notations == turn,
            Action::Order { notation, .. } => {
                button.label == text::CONFIRM && [notation.clone()].as_slice() == turn
            }
            _ => false,
        })
    })
}

/// Returns the fewest touches that play a turn. `None` if its ids have no room for all of its moves.
fn touches(game: &Game, seat: Seat, turn: &[String]) -> Option<usize> {
    let mut queue = BinaryHeap::from([(Reverse(1), (Vec::new(), String::new()))]);
    let mut seen: BTreeSet<Screen> = BTreeSet::new();
    let mut longest = 0;
    while let Some((Reverse(cost), (draft, path))) = queue.pop() {
        if draft.len() < longest || !seen.insert((draft.clone(), path.clone())) {
            continue;
        }
        longest = draft.len();
        let panel = posts::moves_panel(game, seat, &draft, &path, false).post;
        if plays(&panel, turn) {
            return Some(cost + 1);
        }
        if panel.content.contains(text::CONFIRM_FIRST) {
            return None;
        }
        let next = turn.get(draft.len()).map_or("", String::as_str);
        for ((draft, path), taps) in onward(&panel) {
            // A word with a number is a square, which the move names.
            let word = path.rsplit('.').next().unwrap_or_default();
            let fits =
                word.contains('-') || !word.contains(|c: char| c.is_ascii_digit()) || next.contains(word);
            if turn.starts_with(&draft) && (fits || draft.len() > longest) {
                queue.push((Reverse(cost + taps), (draft, path)));
            }
        }
    }
    panic!("no way leads to {turn:?} of {}", game.table.game().position());
}

/// Returns a random game before its next turn, and a random turn of the seat to act.
fn random_turn(kind: Kind, choose: &mut impl FnMut(usize) -> usize) -> Option<(Game, Seat, Vec<String>)> {
    let mut table = Table::new(kind, &Options::new()).unwrap();
    let (seats, plies) = (table.game().seats(), choose(24));
    let mut any = |table: &Table, seat: Seat| {
        let mut legal = table.legal(seat);
        // Random players would pass too often.
        if legal.len() > 1 && choose(6) > 0 {
            legal.retain(|notation| ![PASS, END].contains(&notation.as_str()));
        }
        legal.swap_remove(choose(legal.len()))
    };
    for _ in 0..plies {
        let seat = table.to_act().first()?;
        let notation = any(&table, seat);
        table.play(seat, &notation).unwrap();
    }
    let begun = table.turn();
    while table.turn() == begun && !kind.is_simultaneous() {
        let seat = table.to_act().first()?;
        // A game that stopped in the middle of a turn finishes it first.
        let notation = any(&table, seat);
        table.play(seat, &notation).unwrap();
    }
    let seat = table.to_act().first()?;
    let game = fixture::game(seats, seats.into(), table.clone());
    let mut turn = Vec::new();
    let before = table.turn();
    while table.turn() == before && table.to_act().first() == Some(seat) {
        let notation = any(&table, seat);
        table.play(seat, &notation).unwrap();
        turn.push(notation);
        if kind.is_simultaneous() {
            break;
        }
    }
    Some((game, seat, turn))
}

#[test]
fn whole_turns_take_few_choices() {
    println!("| game | turns | actions, mean | touches: mean | median | most |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for &kind in Kind::ALL {
        let mut choose = chance(5);
        let (mut all, mut actions) = (Vec::new(), 0);
        for _ in 0..TURNS * 20 {
            if all.len() == TURNS {
                break;
            }
            let Some((game, seat, turn)) = random_turn(kind, &mut choose) else { continue };
            let Some(touches) = touches(&game, seat, &turn) else { continue };
            actions += turn.len();
            all.push(touches);
        }
        all.sort_unstable();
        let mean = all.iter().sum::<usize>() as f64 / all.len() as f64;
        let each = actions as f64 / all.len() as f64;
        println!(
            "| {} | {} | {each:.1} | {mean:.1} | {} | {} |",
            kind.title(),
            all.len(),
            all[all.len() / 2],
            all[all.len() - 1]
        );
        assert_eq!(all.len(), TURNS, "{kind}");
        assert!(mean <= 2.0 + 4.5 * each, "{kind}: {mean} touches for {each} actions");
    }
}
