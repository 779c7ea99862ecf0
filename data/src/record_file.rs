//! Game records as files: one game from its options to its end, in JSON. `docs/record-format.md` describes the format.

use std::{collections::BTreeMap, fmt::Write as _};

use clock::from_millis;
use engine::Level;
use jiff::Timestamp;
use rules::{Kind, Options, Outcome, Played, Seat, SeatSet, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{
    columns::ranking_groups,
    game::{RULES_VERSION, position_hash},
    options::{options_from_json, options_to_json},
};

/// The version of the file format.
const VERSION: u64 = 1;
/// The most plies in a file. No real game comes near.
const MOST_PLIES: usize = 20_000;

/// Why a file is not a record, or why its game differs from what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file is larger than any record.
    #[error("the file is larger than {} bytes", RecordFile::LARGEST)]
    TooLarge,
    /// The file is not JSON, or its JSON does not have the form of a record.
    #[error("the file is no game record: {0}")]
    Form(String),
    /// The format has a version that this program does not know.
    #[error("the record's format is version {0}, but this program knows version {VERSION}")]
    Version(u64),
    /// The game's name is unknown.
    #[error("there is no game called {0:?}")]
    Game(String),
    /// The rules have a later version than this program knows.
    #[error("the record was played by rules of version {0}, but this program knows version {RULES_VERSION}")]
    Rules(u32),
    /// The rules refuse the options.
    #[error("the options are refused: {0}")]
    Options(String),
    /// The seats are not those of a game with these options.
    #[error("the record must name the seats 1 to {0} in order")]
    Seats(u8),
    /// The record has more plies than any game.
    #[error("the record has more than {MOST_PLIES} plies")]
    TooLong,
    /// The plies are not numbered 1, 2, 3 and so on.
    #[error("ply {0} is missing")]
    Missing(u32),
    /// The number of a seat or a position hash cannot be read.
    #[error("the {what} of ply {ply} cannot be read")]
    Unreadable {
        /// The number of the ply.
        ply: u32,
        /// The field that cannot be read.
        what: &'static str,
    },
    /// The rules refuse a ply.
    #[error("ply {ply}, {notation:?} of seat {seat}, is refused: {why}")]
    Refused {
        /// The number of the ply.
        ply: u32,
        /// The seat that played it.
        seat: Seat,
        /// The ply in notation.
        notation: String,
        /// The reason that the rules give.
        why: String,
    },
    /// A ply leads to another position than recorded.
    #[error(
        "ply {ply}, {notation:?}, leads to another position (hash {found:08x}) than recorded (hash {recorded:08x})"
    )]
    Position {
        /// The number of the ply.
        ply: u32,
        /// The ply in notation.
        notation: String,
        /// The hash in the record.
        recorded: u32,
        /// The hash that these rules give.
        found: u32,
    },
    /// The game ended differently than recorded.
    #[error("the game has ended otherwise than recorded: {found}")]
    Outcome {
        /// The result that these rules give.
        found: String,
    },
    /// The last position is not the recorded one.
    #[error("the last position is not the recorded one, but {found}")]
    FinalPosition {
        /// The position that these rules give.
        found: String,
    },
}

/// A game from its options to its end, or as far as it has come. It contains seats, but no people.
///
/// ```
/// use data::RecordFile;
/// use rules::{Kind, Options, Table};
///
/// let options = Options::new().with("players", 2);
/// let table = Table::new(Kind::Protozoa, &options)?;
/// let seat = table.to_act().first().ok_or("nobody to act")?;
/// let first = table.legal(seat)[0].clone();
///
/// let file = RecordFile::of(Kind::Protozoa, data::RULES_VERSION, &options, [(seat, first, None)])?;
/// let read = RecordFile::read(file.write().as_bytes())?;
/// assert_eq!(read.replay()?.table.ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RecordFile {
    /// The kind of game.
    pub kind: Kind,
    /// The version of its rules.
    pub rules_version: u32,
    /// The options, including the number of players.
    pub options: Options,
    /// The levels of the seats that machines play.
    pub machines: BTreeMap<Seat, Level>,
    /// The entries in order.
    pub plies: Vec<RecordedPly>,
    /// How the game ended, or `None` for a game in progress.
    pub outcome: Option<RecordedOutcome>,
    /// The text of the last position.
    pub final_position: String,
}

/// One entry of a record file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The seat that acted.
    pub seat: Seat,
    /// The move in canonical notation, or an entry of the table such as [`rules::RESIGN`].
    pub notation: String,
    /// When it was played, if the file says so.
    pub at: Option<Timestamp>,
    /// The hash of the position after it ([`position_hash`]), if the file has one.
    pub position_hash: Option<u32>,
}

/// How a recorded game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedOutcome {
    /// Seat numbers by place, best first. Seats in one list share a place.
    pub ranking: Vec<Vec<u8>>,
    /// The reason, as one word.
    pub reason: String,
}

impl From<Outcome> for RecordedOutcome {
    fn from(outcome: Outcome) -> Self {
        RecordedOutcome { ranking: ranking_groups(&outcome.ranking), reason: outcome.reason.to_owned() }
    }
}

/// A record that was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The table after the record.
    pub table: Table,
    /// The entries that were carried out.
    pub record: Vec<Played>,
    /// The number of positions that were compared with their recorded hashes.
    pub compared: u32,
}

/// The JSON form of a file.
#[derive(Deserialize)]
struct Form {
    game: String,
    rules_version: u32,
    options: Map<String, Json>,
    seats: Vec<SeatForm>,
    plies: Vec<PlyForm>,
    outcome: Option<RecordedOutcome>,
    final_position: String,
}

#[derive(Serialize, Deserialize)]
struct SeatForm {
    seat: u8,
    #[serde(default)]
    colour: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<u8>,
}

#[derive(Serialize, Deserialize)]
struct PlyForm {
    ply: u32,
    seat: u8,
    #[serde(rename = "move")]
    notation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position_hash: Option<String>,
}

impl RecordFile {
    /// The largest file that is read, in bytes.
    pub const LARGEST: usize = 16 << 20;

    /// Makes the record of a game from its options and entries. The game need not be over.
    ///
    /// # Errors
    /// [`RecordError::Rules`], [`RecordError::Options`] or [`RecordError::Refused`] if this program cannot replay it.
    pub fn of(
        kind: Kind,
        rules_version: u32,
        options: &Options,
        entries: impl IntoIterator<Item = (Seat, String, Option<Timestamp>)>,
    ) -> Result<RecordFile, RecordError> {
        let mut file = RecordFile {
            kind,
            rules_version,
            options: options.clone(),
            machines: BTreeMap::new(),
            plies: Vec::new(),
            outcome: None,
            final_position: String::new(),
        };
        let mut replayed = file.begin()?;
        for (seat, notation, at) in entries {
            let mut ply = RecordedPly { seat, notation, at, position_hash: None };
            replayed.enter(&ply)?;
            ply.position_hash = Some(position_hash(&replayed.table));
            file.plies.push(ply);
        }
        file.outcome = replayed.table.outcome().map(Into::into);
        file.final_position = replayed.table.game().position();
        Ok(file)
    }

    /// Reads a file. A file that can be read may still hold an illegal game: see [`RecordFile::replay`].
    ///
    /// ```
    /// use data::{RecordError, RecordFile};
    ///
    /// let error = RecordFile::read(br#"{"petri_record": 99}"#).unwrap_err();
    /// assert_eq!(error, RecordError::Version(99));
    /// ```
    ///
    /// # Errors
    /// The variant for the first thing that is wrong with the file, from [`RecordError::TooLarge`] to
    /// [`RecordError::Unreadable`].
    pub fn read(bytes: &[u8]) -> Result<RecordFile, RecordError> {
        #[derive(Deserialize)]
        struct Version {
            petri_record: u64,
        }
        if bytes.len() > RecordFile::LARGEST {
            return Err(RecordError::TooLarge);
        }
        let form = |error: serde_json::Error| RecordError::Form(error.to_string());
        let Version { petri_record } = serde_json::from_slice(bytes).map_err(form)?;
        if petri_record != VERSION {
            return Err(RecordError::Version(petri_record));
        }
        let Form { game, rules_version, options, seats, plies, outcome, final_position } =
            serde_json::from_slice(bytes).map_err(form)?;
        let kind = Kind::from_slug(&game).ok_or(RecordError::Game(game))?;
        if plies.len() > MOST_PLIES {
            return Err(RecordError::TooLong);
        }
        let plies = (1..).zip(plies).map(|(ply, form)| form.read(ply)).collect::<Result<_, _>>()?;
        let options = options_from_json(&options);
        let machine =
            |form: &SeatForm| Some((Seat::new(form.seat)?, form.machine.and_then(Level::from_number)?));
        let machines = seats.iter().filter_map(machine).collect();
        let file = RecordFile { kind, rules_version, options, machines, plies, outcome, final_position };
        let count = file.begin()?.table.game().seats();
        if !seats.iter().map(|form| form.seat).eq(1..=count) {
            return Err(RecordError::Seats(count));
        }
        Ok(file)
    }

    /// Returns the text of the file, with one line for each ply.
    pub fn write(&self) -> String {
        let line = |value: Json| value.to_string();
        let mut text = format!(
            "{{\"petri_record\": {VERSION},\n\"game\": {},\n\"rules_version\": {},\n\"options\": {},\n\"seats\": [",
            line(self.kind.slug().into()),
            self.rules_version,
            line(options_to_json(&self.options).into()),
        );
        // A record that was read or made has options that a game can begin with.
        let seats = self.begin().map_or(0, |begun| begun.table.game().seats());
        let seats = SeatSet::all(seats).iter().map(|seat| SeatForm {
            seat: seat.number(),
            colour: self.kind.colour(seat).name().to_lowercase(),
            machine: self.machines.get(&seat).map(|level| level.number()),
        });
        rows(&mut text, seats);
        text.push_str("],\n\"plies\": [");
        let plies = (1..).zip(&self.plies).map(|(number, ply)| PlyForm {
            ply: number,
            seat: ply.seat.number(),
            notation: ply.notation.clone(),
            at: ply.at.map(Timestamp::as_millisecond),
            position_hash: ply.position_hash.map(|hash| format!("{hash:08x}")),
        });
        rows(&mut text, plies);
        let outcome = serde_json::to_string(&self.outcome).unwrap_or_default();
        let position = line(self.final_position.as_str().into());
        let _ = writeln!(text, "],\n\"outcome\": {outcome},\n\"final_position\": {position}}}");
        text
    }

    /// Replays the whole record and compares every position, the result and the last position with the recorded ones.
    ///
    /// # Errors
    /// The variant for the first entry that is refused or the first value that differs.
    pub fn replay(&self) -> Result<Replayed, RecordError> {
        let replayed = self.replay_to(self.plies.len())?;
        let outcome = replayed.table.outcome().map(RecordedOutcome::from);
        if outcome != self.outcome {
            let found = outcome.map_or("it goes on".to_owned(), |outcome| {
                format!("places {:?} ({})", outcome.ranking, outcome.reason)
            });
            return Err(RecordError::Outcome { found });
        }
        let found = replayed.table.game().position();
        if found != self.final_position {
            return Err(RecordError::FinalPosition { found });
        }
        Ok(replayed)
    }

    /// Replays the first `plies` entries, or all if there are fewer, and compares the positions.
    ///
    /// # Errors
    /// [`RecordError::Refused`] or [`RecordError::Position`] for the first entry that fails.
    pub fn replay_to(&self, plies: usize) -> Result<Replayed, RecordError> {
        let mut replayed = self.begin()?;
        for ply in self.plies.iter().take(plies) {
            replayed.enter(ply)?;
        }
        Ok(replayed)
    }

    fn begin(&self) -> Result<Replayed, RecordError> {
        if self.rules_version > RULES_VERSION {
            return Err(RecordError::Rules(self.rules_version));
        }
        let table = Table::new(self.kind, &self.options).map_err(|e| RecordError::Options(e.to_string()))?;
        Ok(Replayed { table, record: Vec::new(), compared: 0 })
    }
}

impl Replayed {
    fn enter(&mut self, next: &RecordedPly) -> Result<(), RecordError> {
        let (ply, notation) = (self.record.len() as u32 + 1, next.notation.clone());
        match self.table.enter(&self.record, next.seat, &notation) {
            Ok(played) => self.record.push(played),
            Err(why) => {
                return Err(RecordError::Refused { ply, seat: next.seat, notation, why: why.to_string() });
            }
        }
        let Some(recorded) = next.position_hash else { return Ok(()) };
        let found = position_hash(&self.table);
        if found != recorded {
            return Err(RecordError::Position { ply, notation, recorded, found });
        }
        self.compared += 1;
        Ok(())
    }
}

impl PlyForm {
    fn read(self, ply: u32) -> Result<RecordedPly, RecordError> {
        if self.ply != ply {
            return Err(RecordError::Missing(ply));
        }
        let unreadable = |what| RecordError::Unreadable { ply, what };
        let hash = |text: String| {
            // `from_str_radix` would accept a sign.
            let digits = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
            let hash = u32::from_str_radix(&text, 16).ok().filter(|_| digits);
            hash.ok_or_else(|| unreadable("position_hash"))
        };
        Ok(RecordedPly {
            seat: Seat::new(self.seat).ok_or_else(|| unreadable("seat"))?,
            notation: self.notation,
            at: self.at.map(from_millis),
            position_hash: self.position_hash.map(hash).transpose()?,
        })
    }
}

/// Writes the values as a list with one line each.
fn rows(text: &mut String, values: impl Iterator<Item = impl Serialize>) {
    for (index, value) in values.enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(&value).unwrap_or_default());
    }
}
