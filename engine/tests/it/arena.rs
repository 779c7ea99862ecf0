//! Matches, tuning and balance: the same command gives the same result.

use std::time::Duration;

use engine::{
    Level, Mind, Weights, WeightsError,
    arena::{Balance, Match, Player},
    tune::Lessons,
};
use rules::{Kind, Options};

fn machine(nodes: u32) -> Player {
    Player::Machine(Mind { nodes: Some(nodes), ..Level::Hunter.into() })
}

fn play(kind: Kind, options: &Options, players: [Player; 2]) -> (Vec<f64>, String) {
    let play = Match { kind, options: options.clone(), players, openings: 4, seed: 3, sprt: None };
    let mut shares = Vec::new();
    let report = play.play(&|| Duration::ZERO, &mut |game| shares.push(game.share)).unwrap();
    (shares, report.to_string())
}

#[test]
fn match_can_be_repeated() {
    for kind in Kind::ALL.iter().copied().filter(|kind| kind.is_searchable()) {
        let mut options = kind.quick(2);
        if kind.is_simultaneous() {
            // The shortest games are over before an opening is.
            options.set("turns", 12);
        }
        // Apex has a search of its own in most games.
        let apex = Mind { nodes: Some(1000), ..Level::Apex.into() };
        for first in [machine(60), Player::Machine(apex)] {
            let again = [first.clone(), Player::GREEDY];
            let (shares, report) = play(kind, &options, [first, Player::GREEDY]);
            assert_eq!(shares.len(), 8, "{kind}: four openings from two sides");
            assert_eq!(play(kind, &options, again), (shares, report), "{kind}");
        }
    }
}

#[test]
fn every_side_is_played_once() {
    let options = Kind::Protozoa.quick(4).with("players", 3);
    let play = Match {
        kind: Kind::Protozoa,
        options,
        players: [machine(40), Player::Random],
        openings: 2,
        seed: 1,
        sprt: None,
    };
    let mut sides = Vec::new();
    let report = play.play(&|| Duration::ZERO, &mut |game| sides.push((game.opening, game.side))).unwrap();
    assert_eq!(sides, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    assert!(report.pairs.is_empty() && report.shares.len() == 2);
}

#[test]
fn thinking_beats_random_moves() {
    let (shares, report) = play(Kind::Protozoa, &Options::new(), [machine(300), Player::Random]);
    assert!(shares.iter().sum::<f64>() >= 7.0, "{report}");
}

#[test]
fn tuning_learns_the_same_again() {
    // Without weights, all positions look the same.
    let kind = Kind::Protozoa;
    let without = |line: &str| match line.split_once(' ').filter(|_| !line.starts_with('#')) {
        Some((name, _)) => format!("{name} 0\n"),
        None => format!("{line}\n"),
    };
    let text: String = Weights::of(kind).to_string().lines().map(without).collect();
    let bad = Weights::read(kind, &text).unwrap();
    let (options, weights) = (vec![Options::new()], Some(bad.clone()));
    let lessons = Lessons { kind, options, openings: 300, nodes: 30, seed: 5, weights };
    let better = lessons.learn(&mut |_| {}).unwrap();
    assert_eq!(lessons.learn(&mut |_| {}).unwrap(), better);
    let player = |weights| {
        Player::Machine(Mind { nodes: Some(30), weights: Some(weights), ..Mind::from(Level::Hunter) })
    };
    let players = [player(better), player(bad)];
    let contest = Match { kind, options: Options::new(), players, openings: 20, seed: 3, sprt: None };
    let mut shares = Vec::new();
    let report = contest.play(&|| Duration::ZERO, &mut |game| shares.push(game.share)).unwrap();
    assert!(shares.iter().sum::<f64>() > 0.6 * shares.len() as f64, "{report}");
}

#[test]
fn balance_counts_every_seat() {
    let balance =
        Balance { kind: Kind::Protozoa, options: Options::new(), player: machine(40), games: 10, seed: 2 };
    let tally = balance.play(&mut |_| {}).unwrap();
    assert_eq!(tally.ends.values().sum::<u32>(), 10);
    let [first, second] = tally.shares.as_slice() else { panic!("two seats") };
    assert!(first.iter().zip(second).all(|(a, b)| (a + b - 1.0).abs() < 1e-9));
}

#[test]
fn files_of_weights_are_checked() {
    let text = Weights::of(Kind::Protozoa).to_string();
    let read = |text: &str| Weights::read(Kind::Protozoa, text);
    assert_eq!(read(&text), Ok(Weights::of(Kind::Protozoa)));
    assert_eq!(read(""), Err(WeightsError::Order("tempo")));
    assert_eq!(read(&text.replace("record ", "rekord ")), Err(WeightsError::Order("record")));
    assert_eq!(read(&format!("{text}more 1\n")), Err(WeightsError::Long));
    let broken: String =
        text.lines().map(|line| format!("{}\n", line.replace("record ", "record x"))).collect();
    assert_eq!(read(&broken), Err(WeightsError::Line(3)));
}
