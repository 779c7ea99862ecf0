//! Feeds the readers with hostile texts: positions and notations that are wrong in every way, or valid by accident.
//!
//! The texts are mutations of the test vectors and of random games. Nothing may panic on them, and a position that is read must
//! behave like any other. Arithmetic overflow panics, as in all tests. With `PETRI_FUZZ_SECONDS` each game runs for that long,
//! with other texts each time.

#![expect(clippy::disallowed_methods, reason = "a fuzz run ends by the clock")]

use std::{
    any::Any as Payload,
    collections::BTreeSet,
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use rules::{Any, Kind, RESIGN, Seat, SeatSet, Table, Viewer, for_each_game};
use serde_json::Value as Json;

use crate::{
    laws::{check_events, check_line, check_offers, check_position, check_refusal, check_views},
    walk::{self, Dice},
};

/// The number of texts in a usual test run. Some of them take much longer than others.
const CASES: u64 = 6000;

/// Texts that once broke something: a game, a position, and a notation for the seats to act.
const FOUND: &[(&str, &str, &str)] = &[
    ("parasites", "9,Q2/10/10/4,A1,5/10/10/10/10/10/Q1,9 2 1 255 e7:0 0 -", ""),
    ("parasites", "9,Q2/10/10/4,A1,5/10/10/10/10/10/Q1,9 2 1 255 a1:0,e7:0 0 -", ""),
    ("protozoa", "8 2 15 1/60 2 4@0,4@0 d4=p1,e4=d2,d5=d2,e5=d1", "d@f4\n"),
    ("semiosphere", "8x11 3/2/0/- 0 1 1 d2:h:99,f1:h:3 -", "drop"),
    ("semiosphere", "8x11 3/2/0/- 8 1 1 S:c11:2,f11:h:3 -", "c11"),
    ("semiosphere", "8x11 3/2/4/- 0 1 1 c1:h:1,e1:h:3,f1:h1:3,a1:h:0 -", "end"),
];

/// The number of texts that are kept for mutation.
const MOST_TEXTS: usize = 4000;

/// Longer texts are not kept, because mutations would make them longer and longer.
const LONGEST_KEPT: usize = 6000;

const NUMBERS: &str = "0 1 2 3 9 10 40 41 99 100 127 128 254 255 256 300 999 1000 32767 32768 65535 65536 99999 100000 \
    2147483647 2147483648 4294967294 4294967295 4294967296 18446744073709551615 18446744073709551616 00 01 -1 -0 +1 1e9 \
    0x10 ٣ ¹";

const LETTERS: &str = "abcdefhjnpqrstvwxzABDNQSTZ012389@+-=*:&/,.?! \t\n\0\u{7f}\u{85}\u{a0}éßİ٣𝟛👩\u{200d}\u{202e}\u{301}\
    \u{feff}\u{10ffff}";

const MARKS: &[char] = &[' ', '/', ',', ':', '=', '@', '-', '+', '*'];

macro_rules! hostile {
    ($($name:ident, $module:ident;)+) => {
        $(
            #[test]
            fn $module() {
                check(Kind::$name);
            }
        )+
    };
}

for_each_game!(hostile);

fn check(kind: Kind) {
    for (_, text, notation) in FOUND.iter().filter(|(slug, ..)| *slug == kind.slug()) {
        check_text(kind, text, &[(*notation).to_owned()], &mut Dice::new(0));
        let Ok(game) = kind.read(text) else { continue };
        for seat in game.to_act().iter() {
            let legal = game.legal(seat);
            check_offers(&game, seat, &legal);
            check_notation(&game, seat, notation, &legal);
        }
    }
    let fuzz = env::var("PETRI_FUZZ_SECONDS").ok().map(|given| Duration::from_secs(given.parse().unwrap()));
    let first = match fuzz {
        Some(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64,
        None => 0,
    };
    let begun = Instant::now();
    let is_running = |done| fuzz.map_or(done < CASES, |time| begun.elapsed() < time);
    let mut texts = Texts::of(kind);
    let mut findings = BTreeSet::new();
    let (mut done, mut read, mut slowest) = (0, 0, (Duration::ZERO, String::new()));
    while is_running(done) {
        let seed = first.wrapping_add(done);
        let text = texts.next(seed);
        let since = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            check_text(kind, &text, &texts.notations, &mut Dice::new(seed))
        }));
        slowest = slowest.max((since.elapsed(), text.clone()));
        match outcome {
            Ok(is_position) => {
                read += u64::from(is_position);
                if is_position {
                    texts.keep(text, &mut Dice::new(seed));
                }
            }
            Err(why) => {
                let why = words_of(why.as_ref());
                // Findings that differ only in numbers are printed once.
                let sort: String = why.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                if findings.insert(sort) {
                    eprintln!("{kind}: {why}\n    read {text:?}, dice {seed}");
                }
            }
        }
        done += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{kind}: {done} texts, {:.0} a second, {read} of them positions", done as f64 / seconds);
    eprintln!("{kind}: the slowest took {:?}: {:.300}", slowest.0, slowest.1);
    assert!(findings.is_empty(), "{kind}: {} findings, printed above", findings.len());
}

fn words_of(payload: &(dyn Payload + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Checks a text, which either is refused in few words or is a position as good as any other. Returns whether it is a position.
fn check_text(kind: Kind, text: &str, notations: &[String], dice: &mut Dice) -> bool {
    let mut game = match kind.read(text) {
        Ok(game) => game,
        Err(why) => {
            check_line(&why.to_string(), 200);
            return false;
        }
    };
    assert_eq!(game.position(), text, "a position is written as it was read");
    check_table(&game, dice);
    for _ in 0..=dice.roll(6) {
        check_position(&game);
        check_views(&game);
        check_notations(&game, notations, dice);
        if kind.is_simultaneous() && dice.roll(4) == 0 {
            let mut events = Vec::new();
            let is_running = game.outcome().is_none();
            assert_eq!(game.resolve(&mut |event| events.push(event)), is_running);
            check_events(&events);
            continue;
        }
        let Some((seat, notation)) = walk::choice(&game, dice) else { break };
        let mut events = Vec::new();
        let played = game.play(seat, &notation, &mut |event| events.push(event));
        assert!(played.is_ok(), "{seat} {notation}: {}", game.position());
        check_events(&events);
    }
    true
}

/// Checks that a notation is accepted exactly if it is in the list of legal moves, for every seat there can be.
fn check_notations(game: &Any, notations: &[String], dice: &mut Dice) {
    let seats = SeatSet::all(game.seats());
    let legal: Vec<Vec<String>> = SeatSet::all(Seat::MAX).iter().map(|seat| game.legal(seat)).collect();
    let all: Vec<&String> = legal.iter().flatten().chain(notations).collect();
    for seat in SeatSet::all(Seat::MAX).iter() {
        let legal = &legal[seat.index()];
        assert!(legal.is_sorted_by(|a, b| a < b));
        assert!(legal.is_empty() || seats.contains(seat), "only seats of the game have moves");
        let to = Viewer::Seat(seat);
        let _ = (game.view(to), game.log(to), game.status(to));
        if dice.roll(8) == 0 {
            check_offers(game, seat, legal);
        }
        for n in 0..8 {
            let text = match n {
                0 | 1 if !legal.is_empty() => dice.pick(legal).clone(),
                _ if all.is_empty() => continue,
                2 => (*dice.pick(&all)).clone(),
                _ => changed(&all, dice),
            };
            check_notation(game, seat, &text, legal);
        }
    }
}

fn check_notation(game: &Any, seat: Seat, text: &str, legal: &[String]) {
    let mut next = game.clone();
    let mut events = Vec::new();
    let played = next.play(seat, text, &mut |event| events.push(event));
    let is_legal = legal.binary_search_by(|legal| legal.as_str().cmp(text)).is_ok();
    assert_eq!(played.is_ok(), is_legal, "{seat} {text}: {played:?}: {}", game.position());
    check_events(&events);
    match played {
        Ok(_) => check_position(&next),
        Err(refusal) => {
            assert_eq!(&next, game, "a refused move changes nothing");
            assert!(events.is_empty(), "a refused move reports no events");
            check_refusal(game, &refusal);
        }
    }
}

/// Checks that seats can leave any position and the others play on.
fn check_table(game: &Any, dice: &mut Dice) {
    let mut table = Table::from(game.clone());
    for _ in 0..dice.roll(5) {
        let to_act = table.to_act();
        assert_eq!(to_act.is_empty(), table.outcome().is_some());
        let Some(seat) = to_act.iter().nth(dice.roll(to_act.len().max(1))) else { break };
        let legal = table.legal(seat);
        let notation = if dice.roll(2) == 0 { RESIGN } else { dice.pick(&legal).as_str() };
        let played = table.play(seat, notation).unwrap_or_else(|why| panic!("{seat} {notation}: {why}"));
        check_events(&played.events);
        check_position(table.game());
    }
}

/// The texts from which others are made.
struct Texts {
    kind: Kind,
    positions: Vec<String>,
    notations: Vec<String>,
    options: TestRunner,
}

impl Texts {
    /// Collects the texts of the game's vectors, including those that are refused there.
    fn of(kind: Kind) -> Texts {
        let file = format!("{}.vectors.json", kind.slug());
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", &file].iter().collect();
        let vectors: Json = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let options = TestRunner::deterministic();
        let mut texts = Texts { kind, positions: Vec::new(), notations: Vec::new(), options };
        texts.gather(&vectors, "");
        texts.notations.sort_unstable();
        texts.notations.dedup();
        assert!(texts.positions.len() > 10 && texts.notations.len() > 10);
        texts
    }

    fn gather(&mut self, json: &Json, name: &str) {
        match (json, name) {
            (Json::Object(map), _) => map.iter().for_each(|(name, json)| self.gather(json, name)),
            (Json::Array(all), _) => all.iter().for_each(|json| self.gather(json, name)),
            (Json::String(text), "position" | "then" | "final" | "rejected_positions") => {
                self.positions.push(text.clone());
            }
            (Json::String(text), "move" | "moves" | "steps" | "legal") => self.notations.push(text.clone()),
            _ => {}
        }
    }

    fn next(&mut self, seed: u64) -> String {
        let mut dice = Dice::new(!seed);
        if dice.roll(20) == 0 {
            self.play_at_random(&mut dice);
        }
        changed(&self.positions, &mut dice)
    }

    /// Adds a position of a random game with random options.
    fn play_at_random(&mut self, dice: &mut Dice) {
        let options = walk::options(self.kind).new_tree(&mut self.options).unwrap().current();
        let Ok(mut game) = self.kind.new_game(&options) else { return };
        for _ in 0..dice.roll(60) {
            let Some((seat, notation)) = walk::choice(&game, dice) else { break };
            game.play(seat, &notation, &mut |_| {}).unwrap();
        }
        self.keep(game.position(), dice);
    }

    fn keep(&mut self, text: String, dice: &mut Dice) {
        if text.len() > LONGEST_KEPT {
            return;
        }
        if self.positions.len() < MOST_TEXTS {
            self.positions.push(text);
        } else {
            let at = dice.roll(MOST_TEXTS);
            self.positions[at] = text;
        }
    }
}

/// Returns one of the texts, changed in one to four places, sometimes with parts of another one.
fn changed<T: AsRef<str>>(texts: &[T], dice: &mut Dice) -> String {
    let mut text = dice.pick(texts).as_ref().to_owned();
    let other = dice.pick(texts).as_ref();
    for _ in 0..=dice.roll(4).min(dice.roll(4)) {
        text = match dice.roll(10) {
            0 => splice(&text, other, dice),
            1..=3 => with_other_fields(&text, other, dice),
            4 | 5 => with_other_number(&text, dice),
            6 => with_a_run(&text, dice),
            7 => with_a_bit_flipped(text, dice),
            _ => with_other_letter(&text, dice),
        };
    }
    text
}

fn splice(text: &str, other: &str, dice: &mut Dice) -> String {
    let (here, there) = (text.chars().count(), other.chars().count());
    let begin = dice.roll(here + 1);
    // The cut is often at the same place in both, so that the result has the right number of fields.
    let end = if dice.roll(2) == 0 { begin } else { dice.roll(there + 1) };
    text.chars().take(begin).chain(other.chars().skip(end)).collect()
}

/// Doubles, removes or swaps fields, or takes them from another text.
fn with_other_fields(text: &str, other: &str, dice: &mut Dice) -> String {
    let mark = *dice.pick(MARKS);
    let mut fields: Vec<&str> = text.split(mark).collect();
    let others: Vec<&str> = other.split(mark).collect();
    let (at, to) = (dice.roll(fields.len()), dice.roll(fields.len()));
    match dice.roll(6) {
        0 => fields.insert(at, fields[at]),
        1 => drop(fields.remove(at)),
        2 => fields.swap(at, to),
        3 => fields[at] = *dice.pick(&others),
        4 => fields.insert(at, *dice.pick(&others)),
        _ => fields[at] = others[at.min(others.len() - 1)],
    }
    fields.join(mark.encode_utf8(&mut [0; 4]))
}

fn with_other_number(text: &str, dice: &mut Dice) -> String {
    let is_digit = |(_, b): &(usize, u8)| b.is_ascii_digit();
    let digits: Vec<usize> = text.bytes().enumerate().filter(is_digit).map(|(at, _)| at).collect();
    if digits.is_empty() {
        return with_other_letter(text, dice);
    }
    let at = *dice.pick(&digits);
    let begin = text[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let end = text.len() - text[at..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let near = text[begin..end].parse::<u64>().unwrap_or(0);
    let number = match dice.roll(4) {
        0 => near.saturating_add(1).to_string(),
        1 => near.saturating_sub(1).to_string(),
        2 => dice.roll(30).to_string(),
        _ => (*dice.pick(&NUMBERS.split(' ').collect::<Vec<_>>())).to_owned(),
    };
    format!("{}{number}{}", &text[..begin], &text[end..])
}

/// Repeats a part of the text many times.
fn with_a_run(text: &str, dice: &mut Dice) -> String {
    let letters: Vec<char> = text.chars().collect();
    let begin = dice.roll(letters.len() + 1);
    let end = (begin + 1 + dice.roll(12)).min(letters.len());
    let times = match dice.roll(40) {
        0 => 20_000,
        1..=6 => 300,
        _ => 2 + dice.roll(8),
    };
    let piece: String = letters[begin..end].iter().collect();
    let (before, behind): (String, String) =
        (letters[..begin].iter().collect(), letters[end..].iter().collect());
    format!("{before}{}{behind}", piece.repeat(times))
}

fn with_a_bit_flipped(text: String, dice: &mut Dice) -> String {
    let mut bytes = text.into_bytes();
    if !bytes.is_empty() {
        let at = dice.roll(bytes.len());
        bytes[at] ^= 1 << dice.roll(8);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn with_other_letter(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.roll(letters.len() + 1);
    let from =
        if dice.roll(3) == 0 && !letters.is_empty() { letters.clone() } else { LETTERS.chars().collect() };
    let letter = *dice.pick(&from);
    match dice.roll(3) {
        0 if at < letters.len() => drop(letters.remove(at)),
        1 if at < letters.len() => letters[at] = letter,
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}
