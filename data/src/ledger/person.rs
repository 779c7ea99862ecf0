//! The results of a person: what profiles count, and what a finished game meant for one player's rating.

use ratings::Rating;
use rules::Kind;
use rusqlite::params;

use super::{
    pool::{Pool, Ratings, Shape, pool_from},
    standing::rating_from,
};
use crate::{
    columns::kind_from,
    error::StoreError,
    ids::{GameId, GuildId, PersonId},
    sql,
};

/// A finished game as one person's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PersonResult {
    /// The kind of game.
    pub kind: Kind,
    /// Its shape.
    pub shape: Shape,
    /// Whether it changed the person's rating.
    pub rated: bool,
    /// The person's score in half points: 2 for coming before all others, 1 for a shared first place.
    pub score: u8,
}

/// The change of a person's rating by one game, with what explains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplainedChange {
    /// The pool.
    pub pool: Pool,
    /// The rating before the game.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
    /// The place of the person's side.
    pub place: u32,
    /// How much the game counted, in millionths.
    pub weight: i64,
    /// The mean rating of the opponents in points.
    pub against: i32,
}

/// An opponent of a rated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentMet {
    /// The opponent.
    pub opponent: PersonId,
    /// How many rated games of this kind and shape the two had played in the 30 days before.
    pub earlier: u32,
}

/// How many days earlier games of a pair make a game count less.
pub const PAIR_DAYS: i64 = 30;

impl Ratings<'_> {
    /// Returns a person's results on a server, oldest first. Voided results are left out.
    pub fn results_of(&self, person: PersonId, guild: GuildId) -> Result<Vec<PersonResult>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT min(kind), min(shape), max(rated), min(score) FROM meeting
             WHERE person = ? AND guild = ? AND score IS NOT NULL GROUP BY seq ORDER BY seq",
        )?;
        let mut rows = query.query(params![person, guild])?;
        let mut results = Vec::new();
        while let Some(row) = rows.next()? {
            results.push(PersonResult {
                kind: kind_from(row.get_ref(0)?)?,
                shape: row.get(1)?,
                rated: row.get(2)?,
                score: row.get(3)?,
            });
        }
        Ok(results)
    }

    /// Returns the newest games on a server that were played to an end with this person in a seat, newest first.
    pub fn finished_games(
        &self,
        person: PersonId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .tx
            .sql
            .prepare_cached(
                "SELECT DISTINCT seat.game FROM seat CROSS JOIN game ON game.id = seat.game
                 WHERE person = ? AND guild = ? AND state = 'ended' ORDER BY seat.game DESC LIMIT ?",
            )?
            .query_map(params![person, guild, most], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns how the end of a game changed a person's ratings, that of the server first. The list is empty if it did not.
    pub fn explained_changes(
        &self,
        person: PersonId,
        game: GameId,
    ) -> Result<Vec<ExplainedChange>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT pool.id, pool.guild, pool.kind, pool.shape, mu_before, sigma_before, mu, sigma,
                    place, weight, against
             FROM result CROSS JOIN rating_event ON rating_event.seq = result.seq
             CROSS JOIN pool ON pool.id = rating_event.pool
             WHERE game = ? AND person = ? ORDER BY pool.guild = 0",
        )?;
        let mut rows = query.query(params![game, person])?;
        let mut changes = Vec::new();
        while let Some(row) = rows.next()? {
            changes.push(ExplainedChange {
                pool: pool_from(&row, 0)?,
                before: rating_from(row.get(4)?, row.get(5)?)?,
                after: rating_from(row.get(6)?, row.get(7)?)?,
                place: row.get(8)?,
                weight: row.get(9)?,
                against: row.get(10)?,
            });
        }
        Ok(changes)
    }

    /// Returns the people against whom a game changed a person's rating.
    pub fn opponents_met(&self, person: PersonId, game: GameId) -> Result<Vec<OpponentMet>, StoreError> {
        let met = self
            .tx
            .sql
            .prepare_cached(
                "SELECT own.opponent,
                        (SELECT count(*) FROM meeting AS earlier
                         WHERE earlier.person = own.person AND earlier.opponent = own.opponent
                           AND earlier.seq < own.seq AND earlier.kind = own.kind AND earlier.shape = own.shape
                           AND earlier.rated = 1 AND earlier.score IS NOT NULL AND earlier.day > own.day - ?3)
                 FROM result CROSS JOIN meeting AS own ON own.person = ?1 AND own.seq = result.seq
                 WHERE game = ?2 AND own.rated = 1 ORDER BY own.opponent",
            )?
            .query_map(params![person, game, PAIR_DAYS], |row| {
                Ok(OpponentMet { opponent: row.get(0)?, earlier: row.get(1)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(met)
    }
}
