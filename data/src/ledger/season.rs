//! Seasons: the boards of a quarter.

use rusqlite::params;

use super::pool::{PoolId, Ratings};
use crate::{
    error::StoreError,
    ids::PersonId,
    sql::{self, OptionalExtension as _},
};

/// How many rated games put a person on the board of a season.
pub const SEASON_GAMES: u32 = 3;

/// A person's season.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeasonRow {
    /// The place on the season's board. People with the same points share it. `None` for a person who is not on it.
    pub place: Option<u32>,
    /// The person.
    pub person: PersonId,
    /// The number of rated games in the season.
    pub games: u32,
    /// The points before the first of them.
    pub began: i32,
    /// The points after the last of them.
    pub shown: i32,
}

impl Ratings<'_> {
    /// Returns `most` rows of a season's board after the first `skip` rows.
    pub fn season_board(
        &self,
        pool: PoolId,
        season: i64,
        skip: u32,
        most: u32,
    ) -> Result<Vec<SeasonRow>, StoreError> {
        let mut rows: Vec<SeasonRow> = self
            .tx
            .sql
            .prepare_cached(
                "SELECT person, games, began, shown FROM season WHERE pool = ? AND season = ? AND ready = 1
                 ORDER BY shown DESC, person LIMIT ? OFFSET ?",
            )?
            .query_map(params![pool, season, most, skip], |row| {
                let (person, games) = (row.get(0)?, row.get(1)?);
                Ok(SeasonRow { place: None, person, games, began: row.get(2)?, shown: row.get(3)? })
            })?
            .collect::<sql::Result<_>>()?;
        let mut last: Option<(i32, u32)> = None;
        for (before, row) in (skip..).zip(&mut rows) {
            let place = match last {
                Some((shown, place)) if shown == row.shown => place,
                Some(_) => before + 1,
                None => self.season_place(pool, season, row.shown)?,
            };
            last = Some((row.shown, place));
            row.place = Some(place);
        }
        Ok(rows)
    }

    /// Returns a person's season, or `None` without rated games in it.
    pub fn season_of_person(
        &self,
        pool: PoolId,
        season: i64,
        person: PersonId,
    ) -> Result<Option<SeasonRow>, StoreError> {
        let found = self
            .tx
            .sql
            .prepare_cached(
                "SELECT games, began, shown, ready FROM season WHERE pool = ? AND season = ? AND person = ?",
            )?
            .query_row(params![pool, season, person], |row| {
                let (began, shown) = (row.get(1)?, row.get(2)?);
                Ok((SeasonRow { place: None, person, games: row.get(0)?, began, shown }, row.get(3)?))
            })
            .optional()?;
        let Some((mut row, ready)) = found else { return Ok(None) };
        if ready {
            row.place = Some(self.season_place(pool, season, row.shown)?);
        }
        Ok(Some(row))
    }

    /// Returns the number of people on a season's board.
    pub fn season_listed(&self, pool: PoolId, season: i64) -> Result<u32, StoreError> {
        Ok(self.season_place(pool, season, i32::MIN)? - 1)
    }

    fn season_place(&self, pool: PoolId, season: i64, shown: i32) -> Result<u32, StoreError> {
        let above: u32 = self
            .tx
            .sql
            .prepare_cached(
                "SELECT count(*) FROM season WHERE pool = ? AND season = ? AND ready = 1 AND shown > ?",
            )?
            .query_row(params![pool, season, shown], |row| row.get(0))?;
        Ok(above + 1)
    }

    /// Counts a rated game in a person's season. `before` and `after` are the points around the game; `wanted` says whether the person
    /// wants to be on the boards.
    pub(super) fn add_to_season(
        &self,
        (pool, season): (PoolId, i64),
        person: PersonId,
        (before, after): (i32, i32),
        wanted: bool,
    ) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached(
                "INSERT INTO season (pool, season, person, games, began, shown, ready)
                 VALUES (?1, ?2, ?3, 1, ?4, ?5, 0)
                 ON CONFLICT (pool, season, person) DO UPDATE SET games = season.games + 1, shown = ?5, 
                     ready = CASE WHEN ?6 = 1 AND season.games + 1 >= ?7 THEN 1 ELSE 0 END",
            )?
            .send(params![pool, season, person, before, after, wanted, SEASON_GAMES])?;
        Ok(())
    }

    /// Takes a voided game out of the season it was played in. The person's last season shows the new points.
    pub(super) fn undo_in_season(
        &self,
        pool: PoolId,
        season: i64,
        person: PersonId,
        after: i32,
    ) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached(
                "UPDATE season SET games = games - 1, ready = CASE WHEN ready <> 0 AND games - 1 >= ?4 THEN 1 ELSE 0 END
                 WHERE pool = ?1 AND season = ?2 AND person = ?3",
            )?
            .send(params![pool, season, person, SEASON_GAMES])?;
        self.tx
            .sql
            .prepare_cached(
                "UPDATE season SET shown = ?3 WHERE pool = ?1 AND person = ?2
                 AND season = (SELECT max(season) FROM season WHERE person = ?2 AND pool = ?1)",
            )?
            .send(params![pool, person, after])?;
        Ok(())
    }

    /// Lists a person on the boards of all seasons, or takes them off, after their wish has changed.
    pub(super) fn ready_seasons(&self, person: PersonId) -> Result<(), StoreError> {
        let wanted = self.wants_listing(person)?;
        self.tx
            .sql
            .prepare_cached("UPDATE season SET ready = CASE WHEN ?1 = 1 AND games >= ?2 THEN 1 ELSE 0 END WHERE person = ?3")?
            .send(params![wanted, SEASON_GAMES, person])?;
        Ok(())
    }
}
