//! The laws that hold for every game, whatever its rules.

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prelude::*, test_runner::TestRunner};
use rules::{
    Any, AnyEvent, Focus, Kind, LegalMove, Options, Path, Refusal, Seat, SeatSet, Step, Viewer, for_each_game,
};

use crate::walk::{self, Dice};

/// More entries than any game has.
const LONGEST_GAME: usize = 20_000;

/// The number of plies of a walk at which the slow checks run.
const THOROUGH: usize = 12;

macro_rules! laws {
    ($($name:ident, $module:ident;)+) => {
        $(
            #[test]
            fn $module() {
                check(Kind::$name);
            }
        )+
    };
}

for_each_game!(laws);

fn check(kind: Kind) {
    let config = ProptestConfig {
        cases: 64,
        max_global_rejects: 10_000,
        failure_persistence: None,
        ..Default::default()
    };
    TestRunner::new(config)
        .run(&(walk::options(kind), any::<u64>()), |(options, seed)| {
            let Ok(start) = kind.new_game(&options) else {
                return Err(TestCaseError::reject("options clash"));
            };
            walk_through(kind, &options, start, &mut Dice::new(seed));
            Ok(())
        })
        .unwrap();
}

fn walk_through(kind: Kind, options: &Options, start: Any, dice: &mut Dice) {
    let mut game = start;
    let mut record = Vec::new();
    check_position(&game);
    while let Some((seat, notation)) = walk::choice(&game, dice) {
        if record.len() < THOROUGH || dice.roll(8) == 0 && record.len() < 20 * THOROUGH {
            check_moves(&game, dice);
            check_views(&game);
            check_readers(&game, dice);
        }
        let mut events = Vec::new();
        game.play(seat, &notation, &mut |event| events.push(event)).unwrap();
        check_events(&events);
        check_position(&game);
        record.push((seat, notation));
        assert!(record.len() < LONGEST_GAME, "the game ends");
    }
    check_moves(&game, dice);
    check_views(&game);

    let mut again = kind.new_game(options).unwrap();
    for (seat, notation) in &record {
        again.play(*seat, notation, &mut |_| {}).unwrap();
    }
    assert_eq!(again, game, "the same moves give the same position");
}

/// Checks that everything a position says about itself is consistent.
pub(crate) fn check_position(game: &Any) {
    let everybody = SeatSet::all(game.seats());
    let text = game.position();
    assert_eq!(
        game.to_act().is_empty(),
        game.outcome().is_some(),
        "a seat is to act exactly until the game is over: {text}"
    );
    assert!(game.to_act().without(everybody).is_empty(), "{text}");
    assert_eq!(game.kind().read(&text), Ok(game.without_past()), "the text holds the whole position");

    let sides = game.sides();
    assert_eq!(sides.iter().map(|side| side.len()).sum::<usize>(), everybody.len());
    assert_eq!(sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side)), everybody);
    let out = game.eliminated();
    let is_out = |seat| out.iter().any(|group| group.contains(seat));
    assert!(!game.to_act().iter().any(is_out), "eliminated seats do not act: {text}");
    if let Some(outcome) = game.outcome() {
        assert!(outcome.ranking.groups().ends_with(&out), "eliminated seats rank behind the others: {text}");
        let ranked: Vec<Seat> = outcome.ranking.groups().iter().flat_map(|group| group.iter()).collect();
        assert_eq!(ranked.len(), everybody.len(), "the ranking names each seat once: {text}");
        assert_eq!(ranked.into_iter().collect::<SeatSet>(), everybody);
        assert!(game.kind().about().ending(outcome.reason).is_some(), "{} has words", outcome.reason);
        assert!(
            everybody.iter().all(|seat| game.legal(seat).is_empty()),
            "a finished game has no legal moves: {text}"
        );
    }
}

/// Checks that the texts of a position fit where they are shown.
pub(crate) fn check_views(game: &Any) {
    assert_eq!(game.scores().len(), usize::from(game.seats()), "{}", game.position());
    check_line(&game.figures(), 150);
    assert!(game.figures().ends_with('.'), "{}", game.figures());
    for viewer in SeatSet::all(game.seats()).iter().map(Viewer::Seat).chain([Viewer::Public]) {
        check_line(&game.status(viewer), 250);
        assert!(!game.view(viewer).contains('\n'));
        assert!(game.kind().has_secrets() || game.view(viewer) == game.position(), "{}", game.position());
    }
}

/// Checks that exactly the listed moves are accepted, and that their descriptions fit.
fn check_moves(game: &Any, dice: &mut Dice) {
    for seat in SeatSet::all(game.seats()).iter() {
        let legal = game.legal(seat);
        assert!(legal.is_sorted_by(|a, b| a < b), "sorted by bytes, without doubles: {}", game.position());
        assert!(
            !legal.is_empty() || !game.to_act().contains(seat),
            "a seat to act has a legal move: {}",
            game.position()
        );
        for notation in &legal {
            let mut next = game.clone();
            next.play(seat, notation, &mut |_| {}).unwrap_or_else(|why| panic!("{notation}: {why}"));
        }
        let accepted: BTreeSet<&str> = legal.iter().map(String::as_str).collect();
        for text in other_texts(game, &legal, dice) {
            let mut next = game.clone();
            let mut silent = true;
            match next.play(seat, &text, &mut |_| silent = false) {
                Ok(_) => assert!(
                    accepted.contains(text.as_str()),
                    "{text} is not in the list: {}",
                    game.position()
                ),
                Err(refusal) => {
                    assert!(!accepted.contains(text.as_str()), "{text}: {refusal}: {}", game.position());
                    assert_eq!(&next, game, "a refused move changes nothing");
                    assert!(silent, "a refused move reports no events");
                    check_refusal(game, &refusal);
                }
            }
        }
        check_offers(game, seat, &legal);
    }
}

/// Returns texts that look like moves: moves of other seats, moves with a letter changed, and noise.
fn other_texts(game: &Any, legal: &[String], dice: &mut Dice) -> Vec<String> {
    const LETTERS: &[char] = &[
        'a', 'b', 'd', 'e', 'h', 'p', 'q', 's', 'x', '0', '1', '3', '9', '@', '+', '-', '=', '*', ':', '&',
        '/', ' ', 'A', 'é', '\0',
    ];
    let theirs: Vec<String> = SeatSet::all(game.seats()).iter().flat_map(|seat| game.legal(seat)).collect();
    let mut texts: Vec<String> =
        ["", " ", "!resign", "pass", "end", "a0", "a1", "zz99", "+", "-"].map(str::to_owned).to_vec();
    for _ in 0..60 {
        let from = if dice.roll(2) == 0 { legal } else { &theirs };
        let mut letters: Vec<char> =
            if from.is_empty() { Vec::new() } else { dice.pick(from).chars().collect() };
        for _ in 0..dice.roll(3) {
            let at = dice.roll(letters.len() + 1);
            match dice.roll(3) {
                0 => letters.insert(at, *dice.pick(LETTERS)),
                1 if at < letters.len() => letters[at] = *dice.pick(LETTERS),
                _ if at < letters.len() => drop(letters.remove(at)),
                _ => letters.push(*dice.pick(LETTERS)),
            }
        }
        texts.push(letters.into_iter().collect());
    }
    texts
}

/// Checks texts with some letters changed. The reader either refuses such a text, or it is a position like any other that can
/// be written and played on.
fn check_readers(game: &Any, dice: &mut Dice) {
    const LETTERS: &[char] = &[
        '0', '1', '2', '9', 'a', 'd', 'h', 'p', 'q', 's', 'S', 'x', '-', '*', '@', ':', ',', '=', '/', ' ',
        'ß',
    ];
    for _ in 0..40 {
        let mut letters: Vec<char> = game.position().chars().collect();
        for _ in 0..=dice.roll(2) {
            let at = dice.roll(letters.len());
            match dice.roll(4) {
                0 => letters.insert(at, *dice.pick(LETTERS)),
                1 => drop(letters.remove(at)),
                _ => letters[at] = *dice.pick(LETTERS),
            }
        }
        let text: String = letters.into_iter().collect();
        let Ok(mut other) = game.kind().read(&text) else { continue };
        assert_eq!(other.position(), text);
        check_views(&other);
        for _ in 0..30 {
            check_position(&other);
            let Some((seat, notation)) = walk::choice(&other, dice) else { break };
            let played = other.play(seat, &notation, &mut |_| {});
            assert!(played.is_ok(), "{seat} {notation}: {}", other.position());
        }
    }
}

pub(crate) fn check_refusal(game: &Any, refusal: &Refusal) {
    let words = refusal.to_string();
    check_line(&words, 200);
    assert!(!words.is_empty() && !words.ends_with('.'), "{words}");
    if game.to_act().is_empty() {
        assert!(matches!(refusal, Refusal::Over | Refusal::Notation(_)), "{words}");
    }
}

/// Checks that explanations are short, and that choices lead to every legal move.
pub(crate) fn check_offers(game: &Any, seat: Seat, legal: &[String]) {
    let legal_moves = game.legal_moves(seat);
    assert!(
        legal_moves.iter().map(|legal_move| &legal_move.notation).eq(legal),
        "every legal move has a description"
    );
    for legal_move in &legal_moves {
        assert!(
            !legal_move.dies || game.kind().about().survive.is_some(),
            "{}: there is a word for moves that keep the piece",
            game.kind()
        );
        check_line(&legal_move.words, 80);
        assert!(!legal_move.words.is_empty());
        let warning = game.warning(seat, &legal_move.notation).unwrap_or_default();
        check_line(&warning, 80);
        assert!(!warning.ends_with('.'), "{warning}");
        assert!(legal_move.takes > 0 || !matches!(legal_move.route.to, Some((_, Focus::Prey))));
        for choice in &legal_move.path {
            check_line(&choice.label, 34);
            assert!(!choice.label.is_empty(), "{}", legal_move.notation);
        }
        assert_eq!(game.legal_move(seat, &legal_move.notation).as_ref(), Some(legal_move));
    }
    check_paths(game, seat, &legal_moves);
}

/// Checks that every legal move is reached by exactly one path, by its steps and by their words.
fn check_paths(game: &Any, seat: Seat, legal_moves: &[LegalMove]) {
    let mut paths = game.paths(seat);
    paths.sort_by(|a, b| a.notation.cmp(&b.notation));
    let described = legal_moves.iter().map(|mv| {
        let steps = mv.path.iter().map(|choice| choice.step).collect();
        let (notation, route, takes, dies) = (mv.notation.clone(), mv.route, mv.takes, mv.dies);
        Path { notation, steps, route, takes, dies }
    });
    assert_eq!(paths, described.collect::<Vec<_>>(), "{}", game.position());
    let mut menus: BTreeMap<Vec<String>, BTreeMap<String, Step>> = BTreeMap::new();
    let mut ends = BTreeSet::new();
    for path in &paths {
        assert!(!path.steps.is_empty(), "{} has a path: {}", path.notation, game.position());
        let words: Vec<String> = path.steps.iter().map(ToString::to_string).collect();
        for (depth, &step) in path.steps.iter().enumerate() {
            let known = menus.entry(words[..depth].to_vec()).or_default().insert(words[depth].clone(), step);
            assert!(known.is_none_or(|known| known == step), "{words:?}: {}", game.position());
        }
        assert!(ends.insert(words), "{} has a path of its own: {}", path.notation, game.position());
    }
    let open = ends.iter().find(|end| menus.contains_key(*end));
    assert_eq!(open, None, "the choices of a move begin those of another: {}", game.position());
}

pub(crate) fn check_events(events: &[AnyEvent]) {
    for event in events {
        let words = event.describe(&|seat| format!("Seat {seat}"));
        check_line(&words, 1000);
        assert!(words.is_empty() || words.ends_with(['.', '!']), "{words}");
        assert!(
            event
                .visible_to(Viewer::Public)
                .is_none_or(|seen| !seen.describe(&|_| String::new()).contains('\n'))
        );
    }
}

#[track_caller]
pub(crate) fn check_line(text: &str, longest: usize) {
    assert!(text.chars().count() <= longest, "at most {longest} characters: {text}");
    assert!(!text.contains('\n'), "one line: {text}");
}
