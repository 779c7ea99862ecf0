//! Leaderboards: pages, places and the snapshots of Mondays.

use ratings::Rating;
use rusqlite::params;

use super::{
    pool::{PoolId, Ratings},
    standing::{BUCKET, rating_from},
};
use crate::{
    error::StoreError,
    ids::PersonId,
    sql::{Bind, OptionalExtension as _, Statement},
};

/// How many places of each board a snapshot holds.
pub const SNAPSHOT: u32 = 100;
/// How many weeks the snapshots are kept: a quarter of a year.
const WEEKS: i64 = 14;

/// A row of a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The place. People with the same points share it: 1, 2, 2, 4.
    pub place: u32,
    /// The person.
    pub person: PersonId,
    /// The rating after the last rated game.
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
    /// The day of the last one.
    pub day: i64,
}

impl Ratings<'_> {
    /// Returns the number of people on a board.
    pub fn listed(&self, pool: PoolId) -> Result<u32, StoreError> {
        self.listed_from(pool, i32::MIN)
    }

    fn listed_from(&self, pool: PoolId, bucket: i32) -> Result<u32, StoreError> {
        let people = self
            .tx
            .sql
            .prepare_cached(
                "SELECT CAST(coalesce(sum(people), 0) AS BIGINT) FROM rank_bucket WHERE pool = ? AND bucket >= ?",
            )?
            .query_row(params![pool, bucket], |row| row.get(0))?;
        Ok(people)
    }

    /// Returns the place of a person with this many points, listed or not.
    pub fn place(&self, pool: PoolId, shown: i32) -> Result<u32, StoreError> {
        let bucket = shown >> BUCKET;
        let above = self.listed_from(pool, bucket + 1)?;
        let inside: u32 = self
            .tx
            .sql
            .prepare_cached(
                "SELECT count(*) FROM rating WHERE pool = ? AND listed = 1 AND shown > ? AND shown < ?",
            )?
            .query_row(params![pool, shown, (bucket + 1) << BUCKET], |row| row.get(0))?;
        Ok(above + inside + 1)
    }

    /// Returns `most` rows of a board after the first `skip` rows.
    pub fn board(&self, pool: PoolId, skip: u32, most: u32) -> Result<Vec<Ranked>, StoreError> {
        let query = self.tx.sql.prepare_cached(
            "SELECT shown, person, mu, sigma, games, day FROM rating WHERE pool = ? AND listed = 1
             ORDER BY shown DESC, person LIMIT ? OFFSET ?",
        )?;
        let rows = read(query, params![pool, most, skip])?;
        self.with_places(pool, rows, skip)
    }

    /// Returns the rows around a person: at most `above` rows before theirs, theirs, and at most `below` rows after it. The list
    /// is empty if the person is not listed.
    pub fn board_around(
        &self,
        pool: PoolId,
        person: PersonId,
        above: u32,
        below: u32,
    ) -> Result<Vec<Ranked>, StoreError> {
        let Some(own) = self.standing(pool, person)?.filter(|own| own.listed) else { return Ok(Vec::new()) };
        let shown = own.rating.shown();
        // Four ranges of the index. A single range with OR would read the whole board.
        let query = self.tx.sql.prepare_cached(
            "SELECT shown, person, mu, sigma, games, day FROM rating
             WHERE pool = ? AND listed = 1 AND shown = ? AND person < ? ORDER BY person DESC LIMIT ?",
        )?;
        let mut rows = read(query, params![pool, shown, person, above])?;
        let query = self.tx.sql.prepare_cached(
            "SELECT shown, person, mu, sigma, games, day FROM rating
             WHERE pool = ? AND listed = 1 AND shown > ? ORDER BY shown, person DESC LIMIT ?",
        )?;
        rows.extend(read(query, params![pool, shown, above - rows.len() as u32])?);
        rows.reverse();
        let own_row = rows.len() as u32;
        let query = self.tx.sql.prepare_cached(
            "SELECT shown, person, mu, sigma, games, day FROM rating
             WHERE pool = ? AND listed = 1 AND shown = ? AND person >= ? ORDER BY person LIMIT ?",
        )?;
        rows.extend(read(query, params![pool, shown, person, below + 1])?);
        let query = self.tx.sql.prepare_cached(
            "SELECT shown, person, mu, sigma, games, day FROM rating
             WHERE pool = ? AND listed = 1 AND shown < ? ORDER BY shown DESC, person LIMIT ?",
        )?;
        rows.extend(read(query, params![pool, shown, below + 1 + own_row - rows.len() as u32])?);
        let tied: u32 = self
            .tx
            .sql
            .prepare_cached(
                "SELECT count(*) FROM rating WHERE pool = ? AND listed = 1 AND shown = ? AND person < ?",
            )?
            .query_row(params![pool, shown, person], |row| row.get(0))?;
        let skip = self.place(pool, shown)? - 1 + tied - own_row;
        self.with_places(pool, rows, skip)
    }

    /// Gives rows of a board their places, of which `skip` rows come before the first one.
    fn with_places(&self, pool: PoolId, mut rows: Vec<Ranked>, skip: u32) -> Result<Vec<Ranked>, StoreError> {
        // The first row can share its place with rows before it.
        let mut place = match rows.first() {
            Some(first) if skip > 0 => self.place(pool, first.rating.shown())?,
            _ => 1,
        };
        let mut last = rows.first().map(|row| row.rating.shown());
        for (before, row) in (skip..).zip(&mut rows) {
            if last != Some(row.rating.shown()) {
                place = before + 1;
                last = Some(row.rating.shown());
            }
            row.place = place;
        }
        Ok(rows)
    }

    /// Returns a person's place in the snapshot of a week, if they were among the first hundred.
    pub fn place_in_week(
        &self,
        pool: PoolId,
        week: i64,
        person: PersonId,
    ) -> Result<Option<u32>, StoreError> {
        let place = self
            .tx
            .sql
            .prepare_cached("SELECT place FROM board_week WHERE pool = ? AND week = ? AND person = ?")?
            .query_row(params![pool, week, person], |row| row.get(0))
            .optional()?;
        Ok(place)
    }

    /// Returns the week of a pool's newest snapshot. A new pool counts as having that of its first week.
    pub fn snapshot_week(&self, pool: PoolId) -> Result<i64, StoreError> {
        let week = self
            .tx
            .sql
            .prepare_cached("SELECT week FROM pool WHERE id = ?")?
            .query_row([pool], |row| row.get(0))?;
        Ok(week)
    }

    /// Returns the week of a pool's newest snapshot before `week`, if it has one with people on it.
    pub fn week_before(&self, pool: PoolId, week: i64) -> Result<Option<i64>, StoreError> {
        let before = self
            .tx
            .sql
            .prepare_cached("SELECT max(week) FROM board_week WHERE pool = ? AND week < ?")?
            .query_row(params![pool, week], |row| row.get(0))?;
        Ok(before)
    }

    /// Returns how many rated games the people of a pool have played, each counted by everyone in it.
    pub fn games_in(&self, pool: PoolId) -> Result<i64, StoreError> {
        let games = self
            .tx
            .sql
            .prepare_cached("SELECT CAST(coalesce(sum(games), 0) AS BIGINT) FROM rating WHERE pool = ?")?
            .query_row([pool], |row| row.get(0))?;
        Ok(games)
    }

    /// Stores the first hundred places of one pool that has no snapshot of this week yet, and forgets its old snapshots. Returns
    /// whether there was such a pool.
    pub fn snapshot(&self, week: i64) -> Result<bool, StoreError> {
        let pool: Option<PoolId> = self
            .tx
            .sql
            .prepare_cached("SELECT id FROM pool WHERE week < ? ORDER BY week LIMIT 1")?
            .query_row([week], |row| row.get(0))
            .optional()?;
        let Some(pool) = pool else { return Ok(false) };
        let mut insert = self
            .tx
            .sql
            .prepare_cached("INSERT INTO board_week (pool, week, person, place) VALUES (?, ?, ?, ?)")?;
        for row in self.board(pool, 0, SNAPSHOT)? {
            insert.send(params![pool, week, row.person, row.place])?;
        }
        self.tx
            .sql
            .prepare_cached("DELETE FROM board_week WHERE pool = ? AND week < ?")?
            .send(params![pool, week - WEEKS])?;
        self.tx.sql.prepare_cached("UPDATE pool SET week = ? WHERE id = ?")?.send(params![week, pool])?;
        Ok(true)
    }
}

/// Reads rows of a board that have no places yet. The first column only makes the index fit.
fn read(mut query: Statement<'_>, of: impl Bind) -> Result<Vec<Ranked>, StoreError> {
    let mut rows = query.query(of)?;
    let mut ranked = Vec::new();
    while let Some(row) = rows.next()? {
        ranked.push(Ranked {
            place: 0,
            person: row.get(1)?,
            rating: rating_from(row.get(2)?, row.get(3)?)?,
            games: row.get(4)?,
            day: row.get(5)?,
        });
    }
    Ok(ranked)
}
