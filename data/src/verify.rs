//! Checks that the rules of this program still replay every stored record as it was played.

use jiff::Timestamp;
use rules::{Seat, Table};
use rusqlite::params;

use crate::{
    columns::{kind_from, options_from, seat_from, time_at, time_or_null},
    derived::Derived,
    error::StoreError,
    game::{RULES_VERSION, position_hash},
    ids::GameId,
    sql,
    tx::Tx,
};

/// The range of ids that one query looks at.
const IDS_AT_ONCE: i64 = 1000;

/// The first difference between a stored game and what its record gives by the rules of this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Difference {
    /// The game has rules of a later version.
    #[error("it is played by rules of version {found}, but this program knows version {RULES_VERSION}")]
    Rules {
        /// The version of the game's rules.
        found: u32,
    },
    /// The rules refuse the options of the game.
    #[error("its options are refused: {0}")]
    Options(String),
    /// A stored value is not one that this program writes.
    #[error("its stored {0} cannot be read")]
    Unreadable(&'static str),
    /// An entry of the record is missing.
    #[error("ply {ply} is missing")]
    Missing {
        /// The number of the ply.
        ply: u32,
    },
    /// The rules refuse an entry.
    #[error("ply {ply}, `{notation}` of seat {seat}, is refused: {why}")]
    Refused {
        /// The number of the ply.
        ply: u32,
        /// The seat that played it.
        seat: Seat,
        /// The entry in notation.
        notation: String,
        /// The reason that the rules give.
        why: String,
    },
    /// An entry leads to another position than when it was written.
    #[error(
        "ply {ply}, `{notation}`, leads to another position (hash {found:08x}) than it did (hash {recorded:08x})"
    )]
    Position {
        /// The number of the ply.
        ply: u32,
        /// The entry in notation.
        notation: String,
        /// The hash that was written with the entry ([`position_hash`]).
        recorded: u32,
        /// The hash that the rules give now.
        found: u32,
    },
    /// A column does not agree with the record.
    #[error("its column `{column}` is {stored}, but its record gives {derived}")]
    Derived {
        /// The name of the column.
        column: &'static str,
        /// The value in the database.
        stored: String,
        /// The value that follows from the record.
        derived: String,
    },
}

/// A part of the games to verify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Games that are being played.
    Running,
    /// Games that are over.
    Over,
}

/// The result of verifying some games in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// How many games were replayed.
    pub games: u32,
    /// The games that differ.
    pub differing: Vec<(GameId, Difference)>,
    /// The id after which the next call should continue, or `None` when all games are done.
    pub after: Option<GameId>,
}

impl Tx<'_> {
    /// Replays the games of a part with ids above `after` (`None`: all), ordered by id, while `go_on` returns true. A stored
    /// value that cannot be read counts as a difference.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, _) = world().await?;
    /// use data::Part;
    ///
    /// let stretch = store.read(|tx| tx.verify_some(Part::Running, None, || true)).await?;
    /// assert_eq!((stretch.games, stretch.after), (1, None));
    /// assert!(stretch.differing.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn verify_some(
        &self,
        part: Part,
        after: Option<GameId>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Stretch, StoreError> {
        let mut stretch = Stretch { games: 0, differing: Vec::new(), after };
        let mut last = after.map_or(0, |id| id.get().cast_signed());
        let end: i64 = self
            .sql
            .prepare_cached("SELECT coalesce(max(id), 0) FROM game")?
            .query_row([], |row| row.get(0))?;
        while last < end {
            let upto = last.saturating_add(IDS_AT_ONCE);
            let ids: Vec<GameId> = self
                .sql
                .prepare_cached(
                    "SELECT id FROM game WHERE id > ? AND id <= ? AND started IS NOT NULL
                     AND (state = 'running') = ? ORDER BY id",
                )?
                .query_map(params![last, upto, part == Part::Running], |row| row.get(0))?
                .collect::<sql::Result<_>>()?;
            for id in ids {
                if !go_on() {
                    return Ok(stretch);
                }
                stretch.games += 1;
                stretch.after = Some(id);
                stretch.differing.extend(self.verify(id)?.map(|difference| (id, difference)));
            }
            last = upto;
            stretch.after = Some(GameId::from(last.cast_unsigned()));
            if !go_on() {
                return Ok(stretch);
            }
        }
        stretch.after = None;
        Ok(stretch)
    }

    /// Replays a game that has started. Compares the position after every ply, and all columns that follow from the record,
    /// with what is stored. Returns the first difference, if any.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the game does not exist or has not started.
    pub fn verify(&self, id: GameId) -> Result<Option<Difference>, StoreError> {
        match self.replay(id) {
            Ok(()) => Ok(None),
            Err(Found::Differs(difference)) => Ok(Some(difference)),
            Err(Found::Failed(StoreError::Unreadable(what))) => Ok(Some(Difference::Unreadable(what))),
            Err(Found::Failed(error)) => Err(error),
        }
    }

    fn replay(&self, id: GameId) -> Result<(), Found> {
        let mut query = self.sql.prepare_cached(
            "SELECT kind, options, rules_version, state, ply, ended, ranking, reason
             FROM game WHERE id = ? AND started IS NOT NULL",
        )?;
        let mut rows = query.query([id])?;
        let row = rows.next()?.ok_or(StoreError::NoSuchGame(id))?;
        let rules = row.get(2)?;
        if rules > RULES_VERSION {
            return Err(Difference::Rules { found: rules }.into());
        }
        let kind = kind_from(row.get_ref(0)?)?;
        let mut table = Table::new(kind, &options_from(row.get_ref(1)?)?)
            .map_err(|error| Difference::Options(error.to_string()))?;
        let last = self.replay_record(id, &mut table)?;

        let stored = Derived {
            ply: row.get(4)?,
            ended: time_or_null(&row, 5)?,
            ranking: row.get(6)?,
            reason: row.get(7)?,
            waiting: self.waiting(id)?,
            state: row.get(3)?,
        };
        stored.compare(&Derived::of(&table, last))
    }

    /// Replays the stored record of a game at its table. Returns when its last entry was made.
    fn replay_record(&self, id: GameId, table: &mut Table) -> Result<Option<Timestamp>, Found> {
        let mut query = self.entries()?;
        let mut rows = query.query([id])?;
        let (mut record, mut last) = (Vec::new(), None);
        while let Some(row) = rows.next()? {
            let ply = record.len() as u32 + 1;
            if row.get::<u32>(0)? != ply {
                return Err(Difference::Missing { ply }.into());
            }
            let seat = seat_from(row.get(1)?).map_err(|_| Difference::Unreadable("seat of an entry"))?;
            let notation: String = row.get(2)?;
            last = Some(time_at(&row, 3)?);
            let played = table.enter(&record, seat, &notation).map_err(|error| Difference::Refused {
                ply,
                seat,
                notation: notation.clone(),
                why: error.to_string(),
            })?;
            record.push(played);
            let (recorded, found) = (row.get::<Option<i64>>(4)?, position_hash(table));
            let recorded = recorded.map(u32::try_from).transpose();
            let recorded = recorded.map_err(|_| Difference::Unreadable("hash of an entry"))?;
            if let Some(recorded) = recorded.filter(|&recorded| recorded != found) {
                return Err(Difference::Position { ply, notation, recorded, found }.into());
            }
        }
        Ok(last)
    }

    /// Returns the stored seats to act: one bit each, the lowest for seat 1.
    fn waiting(&self, id: GameId) -> Result<u32, Found> {
        let bits = self
            .sql
            .prepare_cached("SELECT CAST(coalesce(sum(waiting << CAST(seat - 1 AS INTEGER)), 0) AS BIGINT) FROM seat WHERE game = ?")?
            .query_row([id], |row| row.get(0))?;
        Ok(bits)
    }
}

impl Derived {
    /// Compares the stored values with those that the record gives.
    fn compare(&self, derived: &Derived) -> Result<(), Found> {
        fn same<T: PartialEq + std::fmt::Debug>(
            column: &'static str,
            stored: &T,
            derived: &T,
        ) -> Result<(), Found> {
            if stored == derived {
                return Ok(());
            }
            let (stored, derived) = (format!("{stored:?}"), format!("{derived:?}"));
            Err(Difference::Derived { column, stored, derived }.into())
        }
        same("ply", &self.ply, &derived.ply)?;
        same("state", &self.state, &derived.state)?;
        same("ended", &self.ended, &derived.ended)?;
        same("ranking", &self.ranking, &derived.ranking)?;
        same("reason", &self.reason, &derived.reason)?;
        same("waiting", &self.waiting, &derived.waiting)
    }
}

/// Why a replay stopped early.
enum Found {
    Differs(Difference),
    Failed(StoreError),
}

impl From<Difference> for Found {
    fn from(difference: Difference) -> Self {
        Found::Differs(difference)
    }
}

impl From<StoreError> for Found {
    fn from(error: StoreError) -> Self {
        Found::Failed(error)
    }
}

impl From<sql::Error> for Found {
    fn from(error: sql::Error) -> Self {
        Found::Failed(error.into())
    }
}
