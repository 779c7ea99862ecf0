//! Reads moves that are typed as the bot describes them, such as `pawn on e3` for `p@e3`.

use std::collections::BTreeSet;

use rules::{LegalMove, Seat, Table, grid::Square};

use super::sentence::{Sentence, words};
use crate::game::turn::moves_in;

/// The most characters of a description. Longer texts are read as notations only.
const LONGEST: usize = 300;

/// The characters beyond ASCII in descriptions.
const OTHER_SIGNS: [char; 3] = ['’', '·', '×'];

/// The characters between described moves.
const PARTS: [char; 3] = [',', ';', '\n'];

/// Words that do not help to identify a move.
const FILLERS: [&str; 20] = [
    "a", "an", "the", "on", "onto", "to", "at", "from", "with", "of", "my", "your", "their", "i", "they",
    "it", "and", "then", "order", "s",
];

/// The meaning of a typed text.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meant {
    /// These moves, or unreadable words.
    Moves(Vec<String>),
    /// One of several moves of a seat.
    OneOf {
        /// The words that describe them.
        typed: String,
        /// The seat that would move.
        seat: Seat,
        /// The moves that match.
        legal_moves: Vec<LegalMove>,
        /// Whether no other move comes before them.
        first: bool,
    },
}

/// The legal moves that match a description.
enum Described {
    None,
    One(String),
    Several(Seat, Vec<LegalMove>),
}

/// Reads typed text: notations, descriptions of moves, or both with commas between them.
pub(super) fn read(sentence: &impl Sentence, typed: &str) -> Meant {
    let kind = sentence.kind();
    let all: Vec<String> = words(typed).map(str::to_owned).collect();
    let plain = |c: char| c.is_ascii() || c.is_alphanumeric() || OTHER_SIGNS.contains(&c);
    let descriptive = typed.chars().count() <= LONGEST && typed.chars().all(plain);
    if !descriptive || all.iter().all(|word| kind.is_notation(word)) {
        return Meant::Moves(all);
    }
    // A text with commas is one move only if the whole description matches.
    let ways = if typed.contains(PARTS) { &WAYS[..1] } else { &WAYS };
    match described(sentence, typed, ways) {
        Described::One(notation) => return Meant::Moves(vec![notation]),
        Described::Several(seat, legal_moves) => {
            return Meant::OneOf { typed: typed.to_owned(), seat, legal_moves, first: true };
        }
        Described::None => {}
    }
    read_parts(sentence.clone(), typed).unwrap_or(Meant::Moves(all))
}

/// Reads the parts one after the other. Returns `None` if one cannot be read or played.
fn read_parts(mut sentence: impl Sentence, typed: &str) -> Option<Meant> {
    let kind = sentence.kind();
    let mut moves = Vec::new();
    for part in typed.split(PARTS) {
        let mut rest: Vec<&str> = words(part).collect();
        while !rest.is_empty() {
            let typed = rest.join(" ");
            let notations = rest.iter().all(|word| kind.is_notation(word));
            let found = if notations { Described::None } else { described(&sentence, &typed, &WAYS) };
            match found {
                Described::One(notation) => {
                    let fits = sentence.read(&notation);
                    moves.push(notation);
                    if !fits {
                        // The caller says why.
                        return Some(Meant::Moves(moves));
                    }
                    break;
                }
                Described::Several(seat, legal_moves) => {
                    return Some(Meant::OneOf { typed, seat, legal_moves, first: moves.is_empty() });
                }
                Described::None => {
                    let notation = rest.remove(0);
                    moves.push(sentence.read(notation).then(|| notation.to_owned())?);
                }
            }
        }
    }
    Some(Meant::Moves(moves))
}

/// A way in which a text can match the forms of a move.
type Way = fn(&Forms, &[String]) -> bool;

/// All ways, strictest first.
const WAYS: [Way; 3] = [Forms::is, Forms::follows, Forms::contains];

/// Returns the moves that match a text in the strictest of these ways, for the first seat that has any.
fn described(sentence: &impl Sentence, typed: &str, ways: &[Way]) -> Described {
    let typed = tokens(typed);
    if typed.is_empty() {
        return Described::None;
    }
    for (seat, tables) in sentence.places() {
        let forms: Vec<(LegalMove, Forms)> = moves_in(seat, tables)
            .into_iter()
            .map(|(legal_move, table)| {
                let forms = Forms::new(table, seat, &legal_move);
                (legal_move, forms)
            })
            .collect();
        let fitting = |fits: &Way| -> Vec<&LegalMove> {
            forms.iter().filter(|(_, forms)| fits(forms, &typed)).map(|(legal_move, _)| legal_move).collect()
        };
        if let [only] = fitting(&WAYS[0])[..] {
            return Described::One(only.notation.clone());
        }
        let Some(found) = ways.iter().map(fitting).find(|found| !found.is_empty()) else { continue };
        // A single word, or squares alone, is too little to play a move without asking.
        let says_what = typed.len() > 1 && typed.iter().any(|token| token.parse::<Square>().is_err());
        if let ([only], true) = (found.as_slice(), says_what) {
            return Described::One(only.notation.clone());
        }
        return Described::Several(seat, found.into_iter().cloned().collect());
    }
    Described::None
}

/// Returns whether the text typed so far may become a description of this move.
pub(super) fn may_become(legal_move: &LegalMove, typed: &str) -> bool {
    let known = all_tokens(legal_move);
    let mut typed = tokens(typed);
    let last = typed.pop().unwrap_or_default();
    typed.iter().all(|token| known.contains(token)) && known.iter().any(|token| token.starts_with(&last))
}

/// The forms in which the bot describes a move.
struct Forms {
    /// The words in lists: the action and its effects.
    words: Vec<String>,
    /// The same words after the notation.
    labelled: Vec<String>,
    /// The action after its menu choices, the action alone, and the sentence of the receipt.
    plain: [Vec<String>; 3],
    all: BTreeSet<String>,
}

impl Forms {
    fn new(table: &Table, seat: Seat, legal_move: &LegalMove) -> Forms {
        let head = tokens(head(&legal_move.words));
        let steps = tokens(&legal_move.path_words());
        Forms {
            words: tokens(&legal_move.words),
            labelled: tokens(&format!("{} {}", legal_move.notation, legal_move.words)),
            plain: [
                [steps, head.clone()].concat(),
                head,
                tokens(&first_event(table, seat, &legal_move.notation)),
            ],
            all: all_tokens(legal_move),
        }
    }

    fn is(&self, typed: &[String]) -> bool {
        self.words == typed || self.labelled == typed || self.plain.iter().any(|form| form == typed)
    }

    /// Returns whether the text leaves words out but keeps their order.
    fn follows(&self, typed: &[String]) -> bool {
        self.plain.iter().any(|form| {
            let mut form = form.iter();
            typed.iter().all(|token| form.any(|known| known == token))
        })
    }

    /// Returns whether the text has the right words in any order.
    fn contains(&self, typed: &[String]) -> bool {
        typed.iter().all(|token| self.all.contains(token))
    }
}

/// Returns the action of a move without its effects.
fn head(words: &str) -> &str {
    words.split([':', ';', ',', '(']).next().unwrap_or_default()
}

fn all_tokens(legal_move: &LegalMove) -> BTreeSet<String> {
    let steps = tokens(&legal_move.path_words()).into_iter();
    steps.chain(tokens(&legal_move.notation)).chain(tokens(head(&legal_move.words))).collect()
}

/// Returns the first sentence of the receipt for a move.
fn first_event(table: &Table, seat: Seat, notation: &str) -> String {
    let mut first_event = None;
    let mut game = table.game().clone();
    let _ = game.play(seat, notation, &mut |event| {
        first_event.get_or_insert_with(|| event.describe(&|_| String::new()));
    });
    first_event.unwrap_or_default()
}

/// Returns the significant words in lower case, without a plural `s`.
fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let all = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let telling = all.filter(|word| !FILLERS.contains(word));
    telling.map(|word| if word.len() > 3 { word.trim_end_matches('s') } else { word }.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use rules::{END, Kind, Options, PASS};

    use super::*;
    use crate::{fixture::chance, service::sentence::Turn};

    /// Checks that the text means this move, or one of several moves that include it.
    #[track_caller]
    fn check(turn: &Turn, typed: &str, legal_move: &LegalMove) {
        match read(turn, &typed.to_lowercase()) {
            Meant::Moves(moves) => assert_eq!(moves, [legal_move.notation.as_str()], "{typed}"),
            Meant::OneOf { legal_moves, .. } => {
                assert!(legal_moves.contains(legal_move), "{typed}: {legal_moves:?}")
            }
        }
    }

    /// Returns how many descriptions of moves are unambiguous, and how many there are.
    fn walk(kind: Kind, options: &Options, seed: u64) -> (usize, usize) {
        let mut table = Table::new(kind, options).unwrap();
        let mut choose = chance(seed);
        let (mut clear, mut all) = (0, 0);
        for ply in 0..80 {
            let Some(seat) = table.to_act().first() else { break };
            let legal_moves = table.legal_moves(seat);
            let turn = Turn { table: table.clone(), seats: vec![seat] };
            for _ in 0..if ply % 8 == 0 { 4 } else { 0 } {
                let legal_move = &legal_moves[choose(legal_moves.len())];
                check(&turn, &legal_move.notation, legal_move);
                check(&turn, &legal_move.words, legal_move);
                check(&turn, &legal_move.words.to_uppercase(), legal_move);
                check(&turn, &format!("{} {}", legal_move.notation, legal_move.words), legal_move);
                check(&turn, head(&legal_move.words), legal_move);
                check(&turn, &format!("{} {}", legal_move.path_words(), head(&legal_move.words)), legal_move);
                check(&turn, &first_event(&table, seat, &legal_move.notation), legal_move);
                all += 1;
                let whole_description = format!("{} {}", legal_move.path_words(), legal_move.words);
                clear +=
                    usize::from(matches!(read(&turn, &whole_description.to_lowercase()), Meant::Moves(_)));
            }
            // Passing and ending the turn would end the games too soon.
            let going_on: Vec<&LegalMove> = legal_moves
                .iter()
                .filter(|legal_move| ![PASS, END].contains(&legal_move.notation.as_str()))
                .collect();
            let next = if going_on.is_empty() { &legal_moves[0] } else { going_on[choose(going_on.len())] };
            table.play(seat, &next.notation).unwrap();
        }
        (clear, all)
    }

    #[test]
    fn descriptions_are_read_as_their_moves() {
        for &kind in Kind::ALL {
            let (mut clear, mut all) = (0, 0);
            for seed in 0..3 {
                let seats = kind.about().seats[seed as usize % kind.about().seats.len()];
                let options = Options::new().with(rules::PLAYERS, i64::from(seats));
                let (some, of) = walk(kind, &options, seed);
                clear += some;
                all += of;
            }
            assert!(all > 20, "{kind}: {all}");
            assert!(clear * 2 > all, "{kind}: {clear} of {all} descriptions are clear");
        }
    }

    fn protozoa() -> Turn {
        Turn { table: Table::new(Kind::Protozoa, &Options::new()).unwrap(), seats: vec![Seat::FIRST] }
    }

    #[test]
    fn moves_are_read_in_everyday_words() {
        for (typed, notation) in [
            ("pawn on e3", "p@e3"),
            ("pawn e3", "p@e3"),
            ("e3 pawn", "p@e3"),
            ("place a pawn on e3", "p@e3"),
            ("i place the queen at e3", "q@e3"),
            ("e3 drone.", "d@e3"),
            ("p@e3", "p@e3"),
        ] {
            assert_eq!(read(&protozoa(), typed), Meant::Moves(vec![notation.to_owned()]), "{typed}");
        }
        for typed in ["rook on e3", "hello", "pawn z9", "\u{202e}q@a1", ""] {
            let words = words(typed).map(str::to_owned).collect();
            assert_eq!(read(&protozoa(), typed), Meant::Moves(words), "{typed}");
        }
    }

    #[test]
    fn notations_without_their_signs_are_read() {
        let table = Table::new(Kind::Stract, &Options::new().with("preset", "correspondence")).unwrap();
        let turn = Turn { table, seats: vec![Seat::new(2).unwrap()] };
        for typed in ["w c1", "c1 w", "w + c1", "spawn w c1", "water c1"] {
            assert_eq!(read(&turn, typed), Meant::Moves(vec!["w+c1".to_owned()]), "{typed}");
        }
    }

    #[test]
    fn square_alone_asks_which_move() {
        let notations = |typed| match read(&protozoa(), typed) {
            Meant::OneOf { legal_moves, .. } => {
                legal_moves.into_iter().map(|legal_move| legal_move.notation).collect()
            }
            Meant::Moves(moves) => moves,
        };
        assert_eq!(notations("e3"), ["d@e3", "p@e3", "q@e3"]);
        // The square holds one of the mover's pieces, which can change in one way or in two.
        assert!(
            matches!(read(&protozoa(), "d4"), Meant::OneOf { legal_moves, .. } if !legal_moves.is_empty())
        );
    }

    #[test]
    fn several_moves_of_a_turn_are_read() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        for (seat, mv) in [(1, "d1"), (2, "f1")] {
            table.play(Seat::new(seat).unwrap(), mv).unwrap();
        }
        let turn = Turn { table, seats: vec![Seat::FIRST] };
        for (typed, moves) in [
            ("step up to d2, mark e5", vec!["d2", "+e5"]),
            ("d2 and mark e5", vec!["d2", "+e5"]),
            ("d2, then end the turn", vec!["d2", "end"]),
            ("d2, drop your planet", vec!["d2", "drop"]),
        ] {
            let moves: Vec<String> = moves.into_iter().map(str::to_owned).collect();
            assert_eq!(read(&turn, typed), Meant::Moves(moves), "{typed}");
        }
        let meant = read(&turn, "d2, mark");
        assert!(matches!(meant, Meant::OneOf { first: false, .. }), "{meant:?}");
    }
}
