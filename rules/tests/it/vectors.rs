//! Runs the test vectors of every game: `tests/data/<slug>.vectors.json`.

use std::{collections::BTreeMap, fs, path::PathBuf};

use rules::{Any, Kind, Options, Outcome, Seat, Value, Viewer};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// Counts with more nodes than this are left to the benches.
const MOST_NODES: u64 = 8_000_000;

#[derive(Deserialize)]
struct Vectors {
    game: String,
    cases: Vec<Case>,
    perft: Vec<Perft>,
    rejected_positions: Vec<String>,
    rejected_new: Vec<Map<String, Json>>,
    playouts: Vec<Playout>,
}

/// A position, one or more moves, and the expected result.
#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(flatten)]
    from: From,
    seat: Option<u8>,
    #[serde(rename = "move")]
    notation: Option<String>,
    /// The moves before `move`, or all moves if there is no `move`.
    #[serde(default)]
    steps: Vec<Step>,
    /// Whether the turn is ended from outside after the moves.
    #[serde(default)]
    resolve: bool,
    legal: Option<Vec<String>>,
    then: Option<String>,
    error: bool,
    outcome: Option<Ended>,
    to_act: Option<Vec<u8>>,
    scores: Option<Vec<i32>>,
    #[serde(default)]
    views: PerViewer<String>,
    #[serde(default)]
    logs: PerViewer<Vec<String>>,
}

/// A seat and its move. Seat 0 ends the turn from outside.
type Step = (u8, String);

/// One value per viewer. Seat 0 is a spectator.
type PerViewer<T> = BTreeMap<u8, T>;

#[derive(Deserialize)]
struct Perft {
    #[serde(flatten)]
    from: From,
    depth: u32,
    nodes: u64,
}

#[derive(Deserialize)]
struct Playout {
    new: Map<String, Json>,
    moves: Vec<Step>,
    #[serde(rename = "final")]
    last: String,
    outcome: Option<Ended>,
    scores: Option<Vec<i32>>,
    #[serde(default)]
    final_logs: PerViewer<Vec<String>>,
}

/// The start of a case: the options of a new game, or a position.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum From {
    New(Map<String, Json>),
    Position(String),
}

#[derive(Deserialize, PartialEq, Debug)]
struct Ended {
    ranking: Vec<Vec<u8>>,
    reason: String,
}

impl From {
    fn start(&self, kind: Kind) -> Any {
        match self {
            From::New(given) => kind.new_game(&options(given)).unwrap(),
            From::Position(text) => read(kind, text),
        }
    }
}

/// Reads a position and checks that it is written in the same way.
#[track_caller]
fn read(kind: Kind, text: &str) -> Any {
    let game = kind.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.position(), text);
    game
}

fn options(given: &Map<String, Json>) -> Options {
    let value = |json: &Json| match json {
        Json::Number(number) => number.as_i64().map_or(Value::Other, Value::Int),
        Json::Bool(flag) => Value::Flag(*flag),
        Json::String(text) => Value::Text(text.clone()),
        _ => Value::Other,
    };
    given.iter().map(|(name, json)| (name.clone(), value(json))).collect()
}

fn ended(outcome: &Outcome) -> Ended {
    let group = |group: &rules::SeatSet| group.iter().map(Seat::number).collect();
    Ended { ranking: outcome.ranking.groups().iter().map(group).collect(), reason: outcome.reason.to_owned() }
}

fn for_each_kind(check: impl Fn(Kind, Vectors)) {
    for &kind in Kind::ALL {
        let file = format!("{}.vectors.json", kind.slug());
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", &file].iter().collect();
        let vectors: Vectors = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(vectors.game, kind.slug());
        check(kind, vectors);
    }
}

#[test]
fn cases_give_the_expected_results() {
    for_each_kind(|kind, vectors| {
        assert!(!vectors.cases.is_empty());
        for case in vectors.cases {
            check_case(kind, &case);
        }
    });
}

fn check_case(kind: Kind, case: &Case) {
    let name = &case.name;
    let mut game = case.from.start(kind);
    let seat = case.seat.map(|number| Seat::new(number).unwrap());
    if let (Some(legal), Some(seat)) = (&case.legal, seat) {
        assert_eq!(&game.legal(seat), legal, "{kind}: {name}");
    }
    for step in &case.steps {
        carry_out(&mut game, step);
    }
    if let (Some(notation), Some(seat)) = (&case.notation, seat) {
        check_move(&mut game, seat, notation, case);
    }
    if case.resolve {
        carry_out(&mut game, &(0, "resolve".to_owned()));
    }
    if let Some(then) = &case.then {
        assert_eq!(&game.position(), then, "{kind}: {name}");
        assert_eq!(read(kind, then), game.without_past(), "{kind}: {name}");
    }
    if !case.error {
        assert_eq!(game.outcome().as_ref().map(ended), case.outcome, "{kind}: {name}");
    }
    if let Some(to_act) = &case.to_act {
        assert_eq!(&game.to_act().iter().map(Seat::number).collect::<Vec<_>>(), to_act, "{kind}: {name}");
    }
    if let Some(scores) = &case.scores {
        assert_eq!(&game.scores(), scores, "{kind}: {name}");
    }
    for (&to, view) in &case.views {
        assert_eq!(&game.view(viewer(to)), view, "{kind}: {name}, for {to}");
    }
    check_logs(&game, &case.logs, name);
}

/// Checks that a move is accepted, or refused without changing anything.
fn check_move(game: &mut Any, seat: Seat, notation: &str, case: &Case) {
    let (kind, name) = (game.kind(), &case.name);
    let before = game.clone();
    let accepted = before.legal(seat).iter().any(|legal| legal == notation);
    let played = game.play(seat, notation, &mut |_| {});
    assert_eq!(played.is_err(), case.error, "{kind}: {name}: {played:?}");
    assert_eq!(accepted, !case.error, "{kind}: {name}: the list of legal moves");
    if case.error {
        assert_eq!(*game, before, "{kind}: {name}: a refused move changes nothing");
    }
}

#[track_caller]
fn carry_out(game: &mut Any, (seat, notation): &Step) {
    match Seat::new(*seat) {
        Some(seat) => {
            let played = game.play(seat, notation, &mut |_| {});
            assert!(played.is_ok(), "{seat} {notation}: {played:?}\n{}", game.position());
        }
        None => assert!(game.resolve(&mut |_| {}), "{notation}\n{}", game.position()),
    }
}

fn viewer(number: u8) -> Viewer {
    Seat::new(number).map_or(Viewer::Public, Viewer::Seat)
}

fn check_logs(game: &Any, logs: &PerViewer<Vec<String>>, name: &str) {
    for (&to, log) in logs {
        assert_eq!(&game.log(viewer(to)), log, "{}: {name}, for {to}", game.kind());
    }
}

#[test]
fn perft_counts_match() {
    for_each_kind(|kind, vectors| {
        for Perft { from, depth, nodes } in vectors.perft {
            if nodes <= MOST_NODES {
                assert_eq!(from.start(kind).perft(depth), nodes, "{kind}: depth {depth}");
            }
        }
    });
}

#[test]
fn impossible_positions_are_refused() {
    for_each_kind(|kind, vectors| {
        for text in vectors.rejected_positions {
            assert!(kind.read(&text).is_err(), "{kind}: {text}");
        }
    });
}

#[test]
fn impossible_options_are_refused() {
    for_each_kind(|kind, vectors| {
        for given in vectors.rejected_new {
            assert!(kind.new_game(&options(&given)).is_err(), "{kind}: {given:?}");
        }
    });
}

#[test]
fn playouts_end_as_recorded() {
    for_each_kind(|kind, vectors| {
        assert!(!vectors.playouts.is_empty());
        for playout in vectors.playouts {
            let mut game = kind.new_game(&options(&playout.new)).unwrap();
            for step in &playout.moves {
                carry_out(&mut game, step);
            }
            assert_eq!(game.position(), playout.last, "{kind}");
            assert_eq!(game.outcome().as_ref().map(ended), playout.outcome, "{kind}");
            if let Some(scores) = &playout.scores {
                assert_eq!(&game.scores(), scores, "{kind}");
            }
            check_logs(&game, &playout.final_logs, "playout");
        }
    });
}
