//! Plays whole games of every kind, the same ones every time, and writes their records into a folder.
//!
//! Usage:
//!
//! ```sh
//! cargo run -p data --example record_games -- data/tests/data/games/0.1.0
//! ```
//!
//! Each release adds such a folder, named after its version. Existing folders are never written again. The tests replay all of
//! them, which proves that games from earlier releases continue unchanged.

use std::{env, fs, path::PathBuf};

use data::{RULES_VERSION, RecordFile, options_from_json};
use jiff::Timestamp;
use rules::{
    ABORT, ALL_LATE, BACK, DRAW, Kind, Options, PLAYERS, Played, RESIGN, SKIP, SUBSTITUTE, Seat, TIMEOUT,
    Table,
};

/// A game to record in addition to those of [`of_every_kind`]: file name, kind, options, table entries to mix in, and the ply
/// after which the game is ended by a draw or another table entry.
type Wish = (&'static str, Kind, &'static str, &'static [&'static str], usize);

const WISHES: &[Wish] = &[
    ("plankton-first-loss", Kind::PlanktonSynapse, r#"{"players":2,"loss":"first"}"#, &[BACK], 400),
    (
        "plankton-cells",
        Kind::PlanktonSynapse,
        r#"{"players":2,"turn_limit":20,"tiebreak":"cells"}"#,
        &[SKIP],
        400,
    ),
    ("plankton-draw", Kind::PlanktonSynapse, r#"{"players":2,"preset":"correspondence"}"#, &[BACK, SKIP], 60),
    ("semiosphere-three", Kind::Semiosphere, r#"{"players":3,"preset":"balanced"}"#, &[SKIP, TIMEOUT], 400),
    ("semiosphere-four", Kind::Semiosphere, r#"{"players":4,"rotate":true,"first":3}"#, &[BACK, SKIP], 400),
    (
        "semiosphere-small",
        Kind::Semiosphere,
        r#"{"players":2,"columns":4,"rows":5,"points":6,"lost_bonus":2,"reach":0}"#,
        &[RESIGN],
        400,
    ),
    ("protozoa-four", Kind::Protozoa, r#"{"players":4,"size":10}"#, &[RESIGN, TIMEOUT], 200),
    ("protozoa-teams", Kind::Protozoa, r#"{"players":4,"teams":"mixed","first":2}"#, &[BACK], 120),
    ("protozoa-pawns", Kind::Protozoa, r#"{"players":3,"size":6,"goal":6,"start":"pawns"}"#, &[SKIP], 200),
    ("stract-two", Kind::Stract, r#"{"players":2}"#, &[SKIP], 400),
    (
        "stract-eight",
        Kind::Stract,
        r#"{"players":8,"columns":12,"rows":12,"turns":12}"#,
        &[SKIP, RESIGN],
        400,
    ),
    (
        "stract-four",
        Kind::Stract,
        r#"{"players":4,"rows":4,"water":3,"fire":3,"earth":3}"#,
        &[BACK, TIMEOUT],
        300,
    ),
    ("stract-fire", Kind::Stract, r#"{"players":2,"preset":"correspondence","water":0,"earth":0}"#, &[], 400),
    ("parasites-two", Kind::Parasites, r#"{"players":2}"#, &[SKIP], 250),
    ("parasites-eight", Kind::Parasites, r#"{"players":8,"size":24}"#, &[RESIGN, TIMEOUT], 250),
    ("parasites-three", Kind::Parasites, r#"{"players":3,"size":8,"first":2}"#, &[BACK], 250),
    ("protozoa-called-off", Kind::Protozoa, r#"{"players":2}"#, &[ABORT], 12),
    ("stract-substitute", Kind::Stract, r#"{"players":4}"#, &[SUBSTITUTE], 120),
    ("stract-late", Kind::Stract, r#"{"players":4}"#, &[ALL_LATE], 30),
];

/// Returns games of every kind, with names for their files: with default options for the fewest and for the most players, and
/// with quick options for the fewest.
fn of_every_kind() -> impl Iterator<Item = (String, Kind, Options)> {
    Kind::ALL.iter().flat_map(|&kind| {
        let (fewest, most) = (kind.about().fewest(), kind.about().most());
        let players = |options: Options, seats: u8| options.with(PLAYERS, i64::from(seats));
        let mut games = vec![
            (format!("{kind}-{fewest}"), kind, players(Options::new(), fewest)),
            (format!("{kind}-{fewest}-quick"), kind, players(kind.quick(fewest), fewest)),
        ];
        if most > fewest {
            games.push((format!("{kind}-{most}"), kind, players(Options::new(), most)));
        }
        games
    })
}

/// Random numbers that are the same for the same seed (splitmix64). The recorded games depend on this sequence, so it stays.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides as u64) as usize
    }
}

/// Returns the next entry: usually a random legal move, sometimes the best of several by the scores after it.
fn next(table: &Table, record: &[Played], besides: &[&str], most: usize, dice: &mut Dice) -> (Seat, String) {
    let to_act: Vec<Seat> = table.to_act().iter().collect();
    let seat = to_act[dice.roll(to_act.len())];
    if record.len() >= most {
        let end = besides.iter().find(|entry| [ABORT, ALL_LATE].contains(entry)).unwrap_or(&DRAW);
        return (seat, (*end).to_owned());
    }
    match besides.get(dice.roll(8)) {
        Some(&SUBSTITUTE) => return (seat, SUBSTITUTE.to_owned()),
        Some(&SKIP) if table.can_skip(seat) => return (seat, SKIP.to_owned()),
        Some(&BACK) if !record.is_empty() => {
            return (seat, format!("{BACK}{}", record.len() - 1 - dice.roll(record.len().min(9))));
        }
        Some(&leaves @ (RESIGN | TIMEOUT)) if record.len() > 20 && dice.roll(3) == 0 => {
            return (seat, leaves.to_owned());
        }
        _ => {}
    }
    let legal = table.legal(seat);
    let many = if dice.roll(3) == 0 { 8 } else { 1 };
    let some: Vec<&String> = (0..many).map(|_| &legal[dice.roll(legal.len())]).collect();
    let worth = |notation: &str| {
        let mut after = table.clone();
        after.play(seat, notation).ok()?;
        let scores = after.game().scores();
        Some(2 * scores[seat.index()] - scores.iter().sum::<i32>())
    };
    let best = some.iter().max_by_key(|notation| worth(notation)).unwrap_or(&some[0]);
    (seat, (*best).clone())
}

fn play(
    seed: usize,
    kind: Kind,
    options: &Options,
    besides: &[&str],
    most: usize,
) -> anyhow::Result<RecordFile> {
    let mut dice = Dice(seed as u64);
    let mut table = Table::new(kind, options).map_err(|error| anyhow::anyhow!("{kind}: {error}"))?;
    let mut record = Vec::new();
    while table.outcome().is_none() {
        let (seat, notation) = next(&table, &record, besides, most, &mut dice);
        record.push(table.enter(&record, seat, &notation)?);
    }
    let entries = record.into_iter().map(|played| (played.seat, played.notation, None::<Timestamp>));
    Ok(RecordFile::of(kind, RULES_VERSION, options, entries)?)
}

fn main() -> anyhow::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        anyhow::bail!("name the folder for the records");
    };
    // Fails for an existing folder, so that recorded games are never overwritten.
    fs::create_dir(&folder)?;
    for (seed, &(name, kind, options, besides, most)) in WISHES.iter().enumerate() {
        let options = options_from_json(&serde_json::from_str(options)?);
        let file = play(seed, kind, &options, besides, most)?;
        fs::write(folder.join(format!("{name}.json")), file.write())?;
    }
    for (nth, (name, kind, options)) in of_every_kind().enumerate() {
        let file = play(WISHES.len() + nth, kind, &options, &[], 300)?;
        fs::write(folder.join(format!("{name}.json")), file.write())?;
    }
    Ok(())
}
