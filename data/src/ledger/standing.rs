//! Single ratings, and who is listed on the boards.

use std::collections::BTreeMap;

use ratings::{Entry, KNOWN_OPPONENTS, Rating};
use rusqlite::{named_params, params};

use super::pool::{Pool, PoolId, Ratings, RatingsWish, pool_from};
use crate::{
    error::StoreError,
    ids::PersonId,
    sql::{self, OptionalExtension as _, Row},
};

/// A person's rating in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The pool.
    pub pool: PoolId,
    /// The person.
    pub person: PersonId,
    /// The rating after the last rated game.
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
    /// The number of different opponents in these games.
    pub opponents: u32,
    /// The day of the last rated game.
    pub day: i64,
    /// The day on which the person leaves the board without another game.
    pub due: i64,
    /// Whether the person is on the board.
    pub listed: bool,
}

impl Standing {
    /// Returns the rating of a person who has no rated game in the pool.
    pub(super) fn new(pool: PoolId, person: PersonId, day: i64) -> Standing {
        Standing { pool, person, rating: Rating::START, games: 0, opponents: 0, day, due: day, listed: false }
    }

    /// Returns the entry that decides who is listed.
    pub fn entry(&self, pool: &Pool) -> Entry {
        Entry { rating: self.rating, day: self.day, opponents: self.opponents, scope: pool.scope() }
    }
}

/// Reads a rating from the columns mu and sigma.
pub(super) fn rating_from(mu: i64, sigma: i64) -> Result<Rating, StoreError> {
    Rating::new(mu, sigma).map_err(|_| StoreError::Unreadable("rating"))
}

/// Reads a standing from the eight columns that begin at `first`, without its pool: person, mu, sigma, games, opponents, day, due
/// and listed.
fn standing_from(pool: PoolId, row: &Row<'_>, first: usize) -> Result<Standing, StoreError> {
    Ok(Standing {
        pool,
        person: row.get(first)?,
        rating: rating_from(row.get(first + 1)?, row.get(first + 2)?)?,
        games: row.get(first + 3)?,
        opponents: row.get(first + 4)?,
        day: row.get(first + 5)?,
        due: row.get(first + 6)?,
        listed: row.get(first + 7)?,
    })
}

/// The width of a bucket in points, as a shift: 8.
pub(super) const BUCKET: u32 = 3;

impl Ratings<'_> {
    /// Returns a person's rating in a pool, or `None` without rated games.
    pub fn standing(&self, pool: PoolId, person: PersonId) -> Result<Option<Standing>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT person, mu, sigma, games, opponents, day, due, listed FROM rating
             WHERE pool = ? AND person = ?",
        )?;
        let mut rows = query.query(params![pool, person])?;
        rows.next()?.map(|row| standing_from(pool, &row, 0)).transpose()
    }

    /// Returns a person's ratings with their pools, those of servers before those of the world.
    pub fn standings_of(&self, person: PersonId) -> Result<Vec<(Pool, Standing)>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT pool.id, pool.guild, pool.kind, pool.shape,
                    person, mu, sigma, games, opponents, day, due, listed
             FROM rating CROSS JOIN pool ON pool.id = rating.pool WHERE person = ?
             ORDER BY pool.guild = 0, pool.guild, pool.kind, pool.shape",
        )?;
        let mut rows = query.query([person])?;
        let mut standings = Vec::new();
        while let Some(row) = rows.next()? {
            let pool = pool_from(&row, 0)?;
            standings.push((pool, standing_from(pool.id, &row, 4)?));
        }
        Ok(standings)
    }

    /// Returns whether a person wants to be on the boards.
    pub(super) fn wants_listing(&self, person: PersonId) -> Result<bool, StoreError> {
        Ok(self.tx.ratings_wish(person)?.0 == RatingsWish::On)
    }

    /// Writes a person's rating in place of the stored one, with everything that follows from it. `due` and `listed` are computed;
    /// `wanted` says whether the person wants to be on the boards.
    pub(super) fn put(
        &self,
        pool: &Pool,
        before: Option<Standing>,
        standing: Standing,
        wanted: bool,
    ) -> Result<(), StoreError> {
        let entry = standing.entry(pool);
        // Further games add opponents and take none away, so a person on the board need not be checked again.
        let has_known = before.is_some_and(|before| before.listed && before.games < standing.games);
        // The daily job takes people off the boards. The list depends only on stored rows, so a rebuild gives the same one.
        let listed = wanted
            && entry.is_listed(standing.day.max(self.unlisted()?))
            && (has_known || self.has_known_opponents(pool, standing.person)?);
        let shown = standing.rating.shown();
        let from = before.filter(|before| before.listed).map(|before| before.rating.shown() >> BUCKET);
        let to = listed.then_some(shown >> BUCKET);
        // Most games leave a person in the same bucket.
        if from != to {
            for (bucket, people) in [(from, -1), (to, 1)] {
                if let Some(bucket) = bucket {
                    self.count_in_bucket(pool.id, bucket, people)?;
                }
            }
        }
        self.tx
            .sql
            .prepare_cached(
                "INSERT INTO rating (pool, person, mu, sigma, shown, games, opponents, day, due, listed)
                 VALUES (:pool, :person, :mu, :sigma, :shown, :games, :opponents, :day, :due, :listed)
                 ON CONFLICT (pool, person) DO UPDATE SET mu = :mu, sigma = :sigma, shown = :shown, games = :games,
                                           opponents = :opponents, day = :day, due = :due, listed = :listed",
            )?
            .send(named_params! {
                ":pool": pool.id,
                ":person": standing.person,
                ":mu": standing.rating.mu(),
                ":sigma": standing.rating.sigma(),
                ":shown": shown,
                ":games": standing.games,
                ":opponents": standing.opponents,
                ":day": standing.day,
                ":due": entry.due(),
                ":listed": listed,
            })?;
        let is_known = |opponents| opponents >= KNOWN_OPPONENTS;
        if is_known(standing.opponents) != is_known(before.map_or(0, |before| before.opponents)) {
            self.relist_opponents(pool, standing.person)?;
        }
        Ok(())
    }

    /// Lists the opponents of a person, or takes them off, after the person began or ceased to count as one.
    fn relist_opponents(&self, pool: &Pool, person: PersonId) -> Result<(), StoreError> {
        for opponent in self.rated_against(pool, person)? {
            if let Some(standing) = self.standing(pool.id, opponent)? {
                self.put(pool, Some(standing), standing, self.wants_listing(opponent)?)?;
            }
        }
        Ok(())
    }

    /// Lists a person on the boards, or takes them off, after their wish has changed.
    pub(super) fn relist(&self, person: PersonId) -> Result<(), StoreError> {
        let wanted = self.wants_listing(person)?;
        for (pool, standing) in self.standings_of(person)? {
            self.put(&pool, Some(standing), standing, wanted)?;
        }
        self.ready_seasons(person)
    }

    /// Takes people off the boards whose ratings have become too uncertain by this day, at most `most` of them. Returns how many
    /// it found; call it again if they were `most`.
    pub fn unlist(&self, today: i64, most: u32) -> Result<u32, StoreError> {
        self.tx.sql.prepare_cached("UPDATE unlisted SET day = max(day, ?) WHERE one = 1")?.send([today])?;
        let unlisted: Vec<(PoolId, i32)> = self
            .tx
            .sql
            .prepare_cached(
                "UPDATE rating SET listed = 0 WHERE (pool, person) IN
                 (SELECT pool, person FROM rating WHERE listed = 1 AND due <= ? ORDER BY due LIMIT ?)
                 RETURNING pool, shown",
            )?
            .query_map(params![today, most], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<sql::Result<_>>()?;
        let mut gone: BTreeMap<(PoolId, i32), i32> = BTreeMap::new();
        for (pool, shown) in &unlisted {
            *gone.entry((*pool, shown >> BUCKET)).or_default() += 1;
        }
        for ((pool, bucket), people) in gone {
            self.count_in_bucket(pool, bucket, -people)?;
        }
        Ok(unlisted.len() as u32)
    }

    /// Returns the last day for which [`Ratings::unlist`] was called, or 0.
    pub fn unlisted(&self) -> Result<i64, StoreError> {
        let day = self
            .tx
            .sql
            .prepare_cached("SELECT day FROM unlisted WHERE one = 1")?
            .query_row([], |row| row.get(0))
            .optional()?;
        Ok(day.unwrap_or(0))
    }

    /// Adds to the number of listed people in a bucket. Empty buckets have no row, so that rebuilt tables have the same rows.
    fn count_in_bucket(&self, pool: PoolId, bucket: i32, people: i32) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached(
                "INSERT INTO rank_bucket (pool, bucket, people) VALUES (?, ?, ?)
                 ON CONFLICT (pool, bucket) DO UPDATE SET people = rank_bucket.people + excluded.people",
            )?
            .send(params![pool, bucket, people])?;
        if people < 0 {
            self.tx
                .sql
                .prepare_cached("DELETE FROM rank_bucket WHERE pool = ? AND bucket = ? AND people = 0")?
                .send(params![pool, bucket])?;
        }
        Ok(())
    }
}
