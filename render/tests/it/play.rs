//! Random games that are the same for the same seed.

use render::Scene;
use rules::{AnyEvent, Kind, Options, PLAYERS, Table, Takes, Value, Viewer, grid::Square};

/// Random numbers that are the same for the same seed (splitmix64). The seeds of `playouts` are chosen for this sequence, so it
/// stays.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Returns a number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

/// A position with the events of the last turn.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) table: Table,
    pub(crate) recent: Vec<AnyEvent>,
}

impl Moment {
    pub(crate) fn scene(&self) -> Scene {
        self.seen_by(Viewer::Public)
    }

    pub(crate) fn seen_by(&self, to: Viewer) -> Scene {
        render::scene(&self.table, to, &self.recent)
    }
}

/// Returns the default options for every number of seats, with names for files.
pub(crate) fn typical(kind: Kind) -> Vec<(String, Options)> {
    let seats = kind.about().seats.iter();
    seats.map(|&seats| (seats.to_string(), Options::new().with(PLAYERS, i64::from(seats)))).collect()
}

/// Returns options that keep a game short, for every number of seats.
pub(crate) fn quick(kind: Kind) -> impl Iterator<Item = Options> {
    kind.about().seats.iter().map(move |&seats| kind.quick(seats).with(PLAYERS, i64::from(seats)))
}

/// Returns options with one of them at one of its ends, with names for files. Each end is there for the fewest and for the most
/// seats that can play with it.
pub(crate) fn extremes(kind: Kind) -> Vec<(String, Options)> {
    let mut games: Vec<(String, Options)> = Vec::new();
    for option in kind.about().options {
        let ends: Vec<Value> = match option.takes {
            Takes::Int { min, max } => [min, max].map(Value::Int).into(),
            Takes::IntOf(values) => values.iter().map(|&value| Value::Int(value)).collect(),
            Takes::TextOf(texts) => texts.iter().map(|&text| text.into()).collect(),
            Takes::Flag => vec![true.into()],
            Takes::Seats(_) => Vec::new(),
        };
        for (nth, end) in ends.into_iter().enumerate() {
            let given =
                |&seats: &u8| Options::new().with(PLAYERS, i64::from(seats)).with(option.name, end.clone());
            let fits = |seats: &&u8| kind.new_game(&given(seats)).is_ok();
            let seats = kind.about().seats;
            let counts = [seats.iter().find(fits), seats.iter().rfind(fits)];
            assert!(counts[0].is_some(), "{kind}: nobody can play with {} {end:?}", option.name);
            let most = if counts[0] == counts[1] { 1 } else { 2 };
            for seats in counts.into_iter().flatten().take(most) {
                games.push((format!("{seats}-{}-{nth}", option.name), given(seats)));
            }
        }
    }
    games
}

/// Returns every position of a random game with at most `most` entries, from the start to the end. It picks some random moves and
/// plays the one for which `prefers` returns the most, given its notation and description.
pub(crate) fn playout(
    kind: Kind,
    options: &Options,
    seed: u64,
    most: usize,
    prefers: impl Fn(&str, &str) -> i32,
) -> Vec<Moment> {
    let mut dice = Dice::new(seed);
    let mut table = Table::new(kind, options).unwrap();
    let mut moments = vec![Moment { table: table.clone(), recent: Vec::new() }];
    let mut recent: Vec<AnyEvent> = Vec::new();
    let mut turn = table.turn();
    // If all seats order at once, the last turn stays visible while they do.
    let mut before = 0;
    while moments.len() <= most {
        let Some(seat) = table.to_act().first() else { break };
        let moves = table.legal_moves(seat);
        let picked = (0..40).map(|_| &moves[dice.roll(moves.len())]);
        let picked = picked.max_by_key(|offer| prefers(&offer.notation, &offer.words)).unwrap();
        if table.turn() != turn {
            turn = table.turn();
            recent.drain(..if kind.is_simultaneous() { before } else { recent.len() });
            before = recent.len();
        }
        recent.extend(table.play(seat, &picked.notation).unwrap().events);
        moments.push(Moment { table: table.clone(), recent: recent.clone() });
    }
    moments
}

/// Prefers moves that make games look like real ones.
pub(crate) fn sensible(notation: &str, words: &str) -> i32 {
    let grown: i32 =
        words.split("grows to ").nth(1).and_then(|rest| rest.split(';').next()?.parse().ok()).unwrap_or(0);
    let mut liking = grown * 3;
    liking += if words.contains("wins") { 100 } else { 0 };
    liking -= if words.contains(": dies") { 50 } else { 0 };
    liking += if words.contains(" die") { 6 } else { 0 };
    liking -= if notation == "end" { 20 } else { 0 };
    liking += if notation == "enter" { 40 } else { 0 };
    liking +=
        if words.contains("destroys") || words.contains("eats") || words.contains("scores") { 30 } else { 0 };
    liking -= if notation.starts_with('x') || notation == "pass" { 30 } else { 0 };
    liking += notation.parse::<Square>().map_or(0, |to| i32::from(to.row) * 3);
    liking
}
