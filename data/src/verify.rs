//! Checking that the rules of this program still make of every stored record what was made of it when it was written.

use rules::{Seat, Table};

use crate::{
    GameId, RULES_VERSION, StoreError, Time, Tx,
    derived::Derived,
    game::{kind_from, options_from, position_hash, seat_from},
};

/// How many ids are looked at in one query.
const IDS_AT_ONCE: i64 = 1000;

/// The first thing in which a stored game differs from what its record gives by the rules of this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Difference {
    /// Its rules are of a later version.
    #[error("it is played by rules of version {found}, but this program knows version {RULES_VERSION}")]
    Rules {
        /// The version it is played by.
        found: u32,
    },
    /// What it was set up with is refused.
    #[error("its options are refused: {0}")]
    Options(String),
    /// Something stored is not what this program writes.
    #[error("its stored {0} cannot be read")]
    Unreadable(&'static str),
    /// An entry is missing.
    #[error("ply {ply} is missing")]
    Missing {
        /// Which.
        ply: u32,
    },
    /// An entry is refused.
    #[error("ply {ply}, `{notation}` of seat {seat}, is refused: {why}")]
    Refused {
        /// Which.
        ply: u32,
        /// Whose.
        seat: Seat,
        /// The entry.
        notation: String,
        /// Why.
        why: String,
    },
    /// An entry leads to another position than when it was written.
    #[error(
        "ply {ply}, `{notation}`, leads to another position (hash {found:08x}) than it did (hash {recorded:08x})"
    )]
    Position {
        /// Which.
        ply: u32,
        /// The entry.
        notation: String,
        /// The hash that was written with it ([`position_hash`]).
        recorded: u32,
        /// The hash now.
        found: u32,
    },
    /// A column that follows from the record says something else.
    #[error("its column `{column}` is {stored}, but its record gives {derived}")]
    Derived {
        /// Which column.
        column: &'static str,
        /// What is stored.
        stored: String,
        /// What the record gives.
        derived: String,
    },
}

/// Which games are verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Those that are being played.
    Running,
    /// Those that were played.
    Over,
}

/// What one stretch of verifying has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// How many games were replayed.
    pub games: u32,
    /// Those that differ.
    pub differing: Vec<(GameId, Difference)>,
    /// After which id to go on; `None` when all were looked at.
    pub after: Option<GameId>,
}

impl Tx<'_> {
    /// Replays the games of a part whose ids are higher than `after` (`None`: all), by rising id, as long as `go_on` says so.
    ///
    /// # Errors
    /// Only those of SQLite; what cannot be read of a game is a difference.
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
                .query_map((last, upto, part == Part::Running), |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
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

    /// Replays a game that has started, and compares the position after every ply and all that follows from the record
    /// with what is stored; the first difference, if there is one.
    ///
    /// # Errors
    /// Only those of SQLite, and [`StoreError::NoSuchGame`].
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
            ended: row.get(5)?,
            ranking: row.get(6)?,
            reason: row.get(7)?,
            waiting: self.waiting(id)?,
            state: row.get(3)?,
        };
        stored.compare(&Derived::of(&table, last))
    }

    /// Carries out the stored record of a game at its table; answers when its last entry was made.
    fn replay_record(&self, id: GameId, table: &mut Table) -> Result<Option<Time>, Found> {
        let mut query = self.entries()?;
        let mut rows = query.query([id])?;
        let (mut record, mut last) = (Vec::new(), None);
        while let Some(row) = rows.next()? {
            let ply = record.len() as u32 + 1;
            if row.get::<_, u32>(0)? != ply {
                return Err(Difference::Missing { ply }.into());
            }
            let seat = seat_from(row.get(1)?).map_err(|_| Difference::Unreadable("seat of an entry"))?;
            let notation: String = row.get(2)?;
            last = Some(row.get(3)?);
            let played = table.enter(&record, seat, &notation).map_err(|error| Difference::Refused {
                ply,
                seat,
                notation: notation.clone(),
                why: error.to_string(),
            })?;
            record.push(played);
            let (recorded, found) = (row.get::<_, Option<i64>>(4)?, position_hash(table));
            let recorded = recorded.map(u32::try_from).transpose();
            let recorded = recorded.map_err(|_| Difference::Unreadable("hash of an entry"))?;
            if let Some(recorded) = recorded.filter(|&recorded| recorded != found) {
                return Err(Difference::Position { ply, notation, recorded, found }.into());
            }
        }
        Ok(last)
    }

    /// The seats that a game waits for, as stored: a bit for each, the lowest for seat 1.
    fn waiting(&self, id: GameId) -> Result<u32, Found> {
        let bits = self
            .sql
            .prepare_cached("SELECT coalesce(sum(waiting << (seat - 1)), 0) FROM seat WHERE game = ?")?
            .query_row([id], |row| row.get(0))?;
        Ok(bits)
    }
}

impl Derived {
    /// Compares what is stored with what the record gives.
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

/// Why a replay went no further.
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

impl From<rusqlite::Error> for Found {
    fn from(error: rusqlite::Error) -> Self {
        Found::Failed(error.into())
    }
}
