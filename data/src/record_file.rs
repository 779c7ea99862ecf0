//! Game records as files: one game from its options to its end, in JSON. `docs/record-format.md` says what is in them.

use std::fmt::Write as _;

use rules::{Kind, Options, Outcome, Played, Seat, SeatSet, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{
    RULES_VERSION, Time,
    game::{position_hash, ranking_groups},
    options_from_json, options_to_json,
};

/// The version of the format.
const VERSION: u64 = 1;
/// The most plies that a file may have; no game comes near.
const MOST_PLIES: usize = 20_000;

/// Why a file is no record, or a record not what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is larger than any record.
    #[error("the file is larger than {} bytes", RecordFile::LARGEST)]
    TooLarge,
    /// It is no JSON, or not of the form that a record has.
    #[error("the file is no game record: {0}")]
    Form(String),
    /// It is of a version that this program does not know.
    #[error("the record's format is version {0}, but this program knows version {VERSION}")]
    Version(u64),
    /// There is no such game.
    #[error("there is no game called {0:?}")]
    Game(String),
    /// It was played by rules of a later version.
    #[error("the record was played by rules of version {0}, but this program knows version {RULES_VERSION}")]
    Rules(u32),
    /// The options are refused.
    #[error("the options are refused: {0}")]
    Options(String),
    /// The seats are not those of a game with these options.
    #[error("the record must name the seats 1 to {0} in order")]
    Seats(u8),
    /// It has more plies than any game.
    #[error("the record has more than {MOST_PLIES} plies")]
    TooLong,
    /// The plies are not numbered 1, 2, 3 and so on.
    #[error("ply {0} is missing")]
    Missing(u32),
    /// The number of a seat or a hash is none.
    #[error("the {what} of ply {ply} cannot be read")]
    Unreadable {
        /// Which ply.
        ply: u32,
        /// What of it.
        what: &'static str,
    },
    /// The rules refuse a ply.
    #[error("ply {ply}, {notation:?} of seat {seat}, is refused: {why}")]
    Refused {
        /// Which.
        ply: u32,
        /// Whose.
        seat: Seat,
        /// What was played.
        notation: String,
        /// Why.
        why: String,
    },
    /// A ply leads to another position.
    #[error(
        "ply {ply}, {notation:?}, leads to another position (hash {found:08x}) than recorded (hash {recorded:08x})"
    )]
    Position {
        /// Which.
        ply: u32,
        /// What was played.
        notation: String,
        /// The recorded hash.
        recorded: u32,
        /// The hash by these rules.
        found: u32,
    },
    /// The game has not ended as recorded.
    #[error("the game has ended otherwise than recorded: {found}")]
    Outcome {
        /// How it has ended by these rules.
        found: String,
    },
    /// The last position is not the recorded one.
    #[error("the last position is not the recorded one, but {found}")]
    FinalPosition {
        /// The position by these rules.
        found: String,
    },
}

/// A game from its options to its end, or as far as it has come. People are not in it, only seats.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordFile {
    /// Which game.
    pub kind: Kind,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// The options, the number of players included.
    pub options: Options,
    /// What was played, in order.
    pub plies: Vec<RecordedPly>,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<RecordedOutcome>,
    /// The position text at the end.
    pub final_position: String,
}

/// One entry of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// Whose.
    pub seat: Seat,
    /// The move in canonical notation, or an entry of the table such as [`rules::RESIGN`].
    pub notation: String,
    /// When it was played, if that is told.
    pub at: Option<Time>,
    /// The hash of the position after it ([`position_hash`]), if that is told.
    pub position_hash: Option<u32>,
}

/// How a recorded game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedOutcome {
    /// Seat numbers by places, best first; those in one list share a place.
    pub ranking: Vec<Vec<u8>>,
    /// The reason word.
    pub reason: String,
}

impl From<Outcome> for RecordedOutcome {
    fn from(outcome: Outcome) -> Self {
        RecordedOutcome { ranking: ranking_groups(&outcome.ranking), reason: outcome.reason.to_owned() }
    }
}

/// A record as it was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The table after it.
    pub table: Table,
    /// What happened.
    pub record: Vec<Played>,
    /// How many positions were compared with their recorded hashes.
    pub compared: u32,
}

/// The file's form.
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

    /// The record of a game with these options, by rules of this version, in which this was played; it may go on.
    ///
    /// # Errors
    /// When the options or an entry are refused.
    pub fn of(
        kind: Kind,
        rules_version: u32,
        options: &Options,
        entries: impl IntoIterator<Item = (Seat, String, Option<Time>)>,
    ) -> Result<RecordFile, RecordError> {
        let mut file = RecordFile {
            kind,
            rules_version,
            options: options.clone(),
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

    /// Reads a file. That it can be read does not say that it can be played: see [`RecordFile::replay`].
    ///
    /// # Errors
    /// When it is too large, no record, or of a version that is not known.
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
        let file = RecordFile { kind, rules_version, options, plies, outcome, final_position };
        let count = file.begin()?.table.game().seats();
        if !seats.iter().map(|form| form.seat).eq(1..=count) {
            return Err(RecordError::Seats(count));
        }
        Ok(file)
    }

    /// The file's text: a line for each ply.
    #[must_use]
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
        });
        rows(&mut text, seats);
        text.push_str("],\n\"plies\": [");
        let plies = (1..).zip(&self.plies).map(|(number, ply)| PlyForm {
            ply: number,
            seat: ply.seat.number(),
            notation: ply.notation.clone(),
            at: ply.at.map(|Time(at)| at),
            position_hash: ply.position_hash.map(|hash| format!("{hash:08x}")),
        });
        rows(&mut text, plies);
        let outcome = serde_json::to_string(&self.outcome).unwrap_or_default();
        let position = line(self.final_position.as_str().into());
        let _ = writeln!(text, "],\n\"outcome\": {outcome},\n\"final_position\": {position}}}");
        text
    }

    /// Carries out the whole record and compares every position, the outcome and the last position with what is recorded.
    ///
    /// # Errors
    /// The first thing that is refused or differs.
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

    /// Carries out the first `plies` entries, or all if there are fewer, and compares the positions.
    ///
    /// # Errors
    /// The first thing that is refused or differs.
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
            // `from_str_radix` would take a sign.
            let digits = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
            let hash = u32::from_str_radix(&text, 16).ok().filter(|_| digits);
            hash.ok_or_else(|| unreadable("position_hash"))
        };
        Ok(RecordedPly {
            seat: Seat::new(self.seat).ok_or_else(|| unreadable("seat"))?,
            notation: self.notation,
            at: self.at.map(Time),
            position_hash: self.position_hash.map(hash).transpose()?,
        })
    }
}

/// Writes values as the lines of a list.
fn rows(text: &mut String, values: impl Iterator<Item = impl Serialize>) {
    for (index, value) in values.enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(&value).unwrap_or_default());
    }
}
