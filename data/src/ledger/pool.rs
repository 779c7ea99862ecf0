//! Pools, days and seasons, the terms of a game, and the settings of people.

use jiff::Timestamp;
use rules::{Kind, Table};
use rusqlite::{
    ToSql, params,
    types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef},
};

use crate::{
    columns::kind_from,
    error::StoreError,
    ids::{GameId, GuildId, PersonId},
    sql::{OptionalExtension as _, Row},
    tx::Tx,
    words::words,
};

words! {
    /// How many sides meet, and whether they are teams. Ratings of different shapes are kept apart.
    #[derive(PartialOrd, Ord, Hash)]
    Shape {
        /// One person against another.
        Duel = "duel",
        /// Three to eight sides.
        Table = "table",
        /// Two sides of several seats.
        Team = "team",
    }

    /// Why a game is not rated.
    Casual {
        /// A player chose so in the lobby.
        Chosen = "chosen",
        /// Its host allowed hints.
        Hints = "hints",
        /// The options have no rated class.
        Options = "options",
        /// The seats are given in the order of joining.
        Order = "order",
        /// The game has no clock.
        NoClock = "no_clock",
        /// A person has several seats.
        SeveralSeats = "several_seats",
        /// A machine plays.
        Machines = "machines",
        /// A person at the table has ratings off. Nobody learns who.
        Person = "person",
        /// The server has ratings off.
        Server = "server",
        /// The game began before there were ratings.
        Earlier = "earlier",
    }

    /// A person's wish about their ratings.
    #[derive(Default)]
    RatingsWish {
        /// New games are rated, and the person is listed on boards.
        #[default]
        On = "on",
        /// New games are rated, and the person is not listed.
        Hidden = "hidden",
        /// New games are casual, and the person is not listed.
        Off = "off",
    }
}

impl Shape {
    /// Returns the shape of the game at a table.
    pub fn of(table: &Table) -> Shape {
        let sides = table.game().sides();
        match sides.len() {
            2 if sides.iter().all(|side| side.len() == 1) => Shape::Duel,
            2 => Shape::Team,
            _ => Shape::Table,
        }
    }
}

/// The terms on which a game counts. They are settled when it starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The rated class of its options.
    pub class: Option<String>,
    /// Why it is not rated.
    pub casual: Option<Casual>,
    /// Whether it also counts for the ratings of the world.
    pub world: bool,
}

impl Terms {
    /// Returns whether the game is rated.
    pub fn is_rated(&self) -> bool {
        self.class.is_some() && self.casual.is_none()
    }
}

/// The settings about ratings of a server and of the people in a lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consent {
    /// Whether the server has ratings on.
    pub server: bool,
    /// Whether everybody who joined has ratings on or hidden.
    pub people: bool,
    /// Whether the games of everybody who joined may count for the world.
    pub world: bool,
}

/// The id of a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PoolId(i64);

impl PoolId {
    /// Returns the id as a number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl From<i64> for PoolId {
    fn from(id: i64) -> Self {
        PoolId(id)
    }
}

impl ToSql for PoolId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for PoolId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(PoolId)
    }
}

/// A pool: people whose ratings are comparable, because they come from the same game in the same shape and scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// The id of the pool.
    pub id: PoolId,
    /// The server of the pool, or `None` for the world.
    pub guild: Option<GuildId>,
    /// The kind of game.
    pub kind: Kind,
    /// The shape of its games.
    pub shape: Shape,
}

impl Pool {
    /// Returns how many opponents a person must have met to be listed in the pool.
    pub(crate) fn scope(&self) -> ratings::Scope {
        if self.guild.is_some() { ratings::Scope::Server } else { ratings::Scope::World }
    }
}

/// Reads a pool from the four columns that begin at `first`: id, guild, kind and shape.
pub(super) fn pool_from(row: &Row<'_>, first: usize) -> Result<Pool, StoreError> {
    let guild: GuildId = row.get(first + 1)?;
    Ok(Pool {
        id: row.get(first)?,
        guild: (guild != world()).then_some(guild),
        kind: kind_from(row.get_ref(first + 2)?)?,
        shape: row.get(first + 3)?,
    })
}

/// Returns the stored server of the world's pools. No server of Discord has this id.
pub(super) fn world() -> GuildId {
    GuildId::from(0)
}

/// Returns the day in UTC, counted from 1970.
///
/// ```
/// use clock::from_millis;
///
/// assert_eq!(data::day_of(from_millis(86_400_000 - 1)), 0);
/// assert_eq!(data::day_of(from_millis(86_400_000)), 1);
/// ```
pub fn day_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(24 * 60 * 60)
}

/// Returns the week of a day. Weeks begin on Monday.
///
/// ```
/// // 4 January 1970 was a Sunday.
/// assert_eq!([3, 4, 10, 11].map(data::week_of), [0, 1, 1, 2]);
/// ```
pub const fn week_of(day: i64) -> i64 {
    (day + 3).div_euclid(7)
}

/// Returns the season of a day: four times the year, plus 0 to 3 for its quarter.
///
/// ```
/// // 31 December 2025 and 1 January 2026.
/// assert_eq!([20_453, 20_454].map(data::season_of), [4 * 2025 + 3, 4 * 2026]);
/// ```
pub fn season_of(day: i64) -> i64 {
    month_of(day).div_euclid(3)
}

/// Returns the month of a day: twelve times the year, plus 0 to 11. Days that jiff does not know give its first or last month.
fn month_of(day: i64) -> i64 {
    let second = day.saturating_mul(24 * 60 * 60);
    let (least, most) = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let at = jiff::Timestamp::from_second(second).unwrap_or(if second < 0 { least } else { most });
    let date = at.to_zoned(jiff::tz::TimeZone::UTC).date();
    12 * i64::from(date.year()) + i64::from(date.month()) - 1
}

/// The queries of the ledger. [`Tx::ratings`] returns it.
///
/// # Errors
///
/// Every method that returns a `Result` returns [`StoreError::Database`] if SQLite fails, and [`StoreError::Unreadable`] if a stored
/// value is not one that this program writes.
///
/// ```
/// # #[tokio::main]
/// # async fn main() -> Result<(), data::StoreError> {
/// # let dir = tempfile::tempdir().map_err(data::StoreError::SetUp)?;
/// # let store = data::Store::open(&dir.path().join("petri.sqlite")).await?;
/// // A server without rated games has no pools.
/// assert!(store.read(|tx| tx.ratings().pools_on(Some(1.into()))).await?.is_empty());
/// # Ok(())
/// # }
/// ```
pub struct Ratings<'t> {
    pub(super) tx: &'t Tx<'t>,
}

impl Tx<'_> {
    /// Returns the queries of the ledger of ratings.
    pub fn ratings(&self) -> Ratings<'_> {
        Ratings { tx: self }
    }

    /// Returns the settings about ratings of a lobby's server and of the people who have joined.
    pub(crate) fn consent(
        &self,
        guild: GuildId,
        joined: impl Iterator<Item = PersonId>,
    ) -> Result<Consent, StoreError> {
        let mut consent =
            Consent { server: self.settings(guild)?.ratings != Some(false), people: true, world: true };
        for person in joined {
            let (wish, world) = self.ratings_wish(person)?;
            consent.people &= wish != RatingsWish::Off;
            consent.world &= world;
        }
        Ok(consent)
    }

    /// Sets the terms of a game or lobby. A lobby has only the wish that it be casual.
    pub fn set_terms(&self, game: GameId, terms: &Terms) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET class = ?, casual = ?, world = ? WHERE id = ?")?
            .send(params![terms.class, terms.casual, terms.world, game])?;
        Ok(())
    }

    /// Returns a person's wish about their ratings, and whether their games may count for the world.
    pub fn ratings_wish(&self, person: PersonId) -> Result<(RatingsWish, bool), StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT ratings, world FROM person WHERE person = ?")?
            .query_row([person], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Records a person's wish about their ratings. The boards follow at once, and games that have started stay as they are.
    pub fn set_ratings_wish(
        &self,
        person: PersonId,
        wish: RatingsWish,
        world: bool,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, ratings, world) VALUES (?1, ?2, ?3)
                 ON CONFLICT (person) DO UPDATE SET ratings = ?2, world = ?3",
            )?
            .send(params![person, wish, world])?;
        self.ratings().relist(person)
    }
}

impl Ratings<'_> {
    /// Returns a pool by its id.
    pub fn pool(&self, id: PoolId) -> Result<Option<Pool>, StoreError> {
        let mut query = self.tx.sql.prepare_cached("SELECT id, guild, kind, shape FROM pool WHERE id = ?")?;
        let mut rows = query.query([id])?;
        rows.next()?.map(|row| pool_from(&row, 0)).transpose()
    }

    /// Returns the pool of a server, or of the world (`None`), in which games of this kind and shape are rated. It does not exist
    /// before the first rated game.
    pub fn find_pool(
        &self,
        guild: Option<GuildId>,
        kind: Kind,
        shape: Shape,
    ) -> Result<Option<Pool>, StoreError> {
        let id = self
            .tx
            .sql
            .prepare_cached("SELECT id FROM pool WHERE guild = ? AND kind = ? AND shape = ?")?
            .query_row(params![guild.unwrap_or(world()), kind.slug(), shape], |row| row.get(0))
            .optional()?;
        Ok(id.map(|id| Pool { id, guild, kind, shape }))
    }

    /// Returns the pools of a server, or of the world (`None`).
    pub fn pools_on(&self, guild: Option<GuildId>) -> Result<Vec<Pool>, StoreError> {
        let mut query = self
            .tx
            .sql
            .prepare_cached("SELECT id, guild, kind, shape FROM pool WHERE guild = ? ORDER BY kind, shape")?;
        let mut rows = query.query([guild.unwrap_or(world())])?;
        let mut pools = Vec::new();
        while let Some(row) = rows.next()? {
            pools.push(pool_from(&row, 0)?);
        }
        Ok(pools)
    }

    /// Returns the pools of a server, or of the world (`None`), in the order of their newest results, the newest first.
    pub fn pools_by_activity(&self, guild: Option<GuildId>) -> Result<Vec<Pool>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT id, guild, kind, shape FROM pool WHERE guild = ? ORDER BY seq DESC, id",
        )?;
        let mut rows = query.query([guild.unwrap_or(world())])?;
        let mut pools = Vec::new();
        while let Some(row) = rows.next()? {
            pools.push(pool_from(&row, 0)?);
        }
        Ok(pools)
    }

    /// Records that a result has changed a rating in a pool.
    pub(crate) fn played_in(&self, pool: PoolId, seq: i64) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached("UPDATE pool SET seq = max(seq, ?) WHERE id = ?")?
            .send(params![seq, pool])?;
        Ok(())
    }

    /// Returns a pool, which is created if it does not exist. A new pool counts as having its snapshot of this week.
    pub(crate) fn ensure_pool(
        &self,
        guild: Option<GuildId>,
        kind: Kind,
        shape: Shape,
        day: i64,
    ) -> Result<Pool, StoreError> {
        if let Some(pool) = self.find_pool(guild, kind, shape)? {
            return Ok(pool);
        }
        let id = self
            .tx
            .sql
            .prepare_cached("INSERT INTO pool (guild, kind, shape, week) VALUES (?, ?, ?, ?) RETURNING id")?
            .query_row(params![guild.unwrap_or(world()), kind.slug(), shape, week_of(day)], |row| {
                row.get(0)
            })?;
        Ok(Pool { id, guild, kind, shape })
    }
}
