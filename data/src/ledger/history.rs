//! The changes of ratings that results made.

use ratings::Rating;
use rules::{Kind, Options, Seat};
use rusqlite::params;

use super::{
    pool::{Pool, PoolId, Ratings, pool_from},
    standing::rating_from,
};
use crate::{
    columns::{kind_from, options_from, seat_from},
    error::StoreError,
    ids::{GameId, PersonId},
    sql::OptionalExtension as _,
};

/// A change of a person's rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingEvent {
    /// The game whose result changed the rating or, if it was voided, gave the change back.
    pub game: GameId,
    /// The day of the change.
    pub day: i64,
    /// The person's place in the game, or `None` if the result was voided.
    pub place: Option<u32>,
    /// The rating before the change.
    pub before: Rating,
    /// The rating after the change.
    pub after: Rating,
    /// How much the game counted, in millionths.
    pub weight: i64,
    /// The mean rating of the opponents in points, or `None` if the result was voided.
    pub against: Option<i32>,
}

/// The change of one person's rating in one pool by the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameChange {
    /// The pool.
    pub pool: Pool,
    /// The person.
    pub person: PersonId,
    /// The rating before the game.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
    /// How much the game counted, in millionths.
    pub weight: i64,
    /// Whether the person is on the board of the pool now.
    pub listed: bool,
}

/// How a person finished a rated game, with the rating on the server that they began it with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// The number of the result in the ledger.
    pub seq: i64,
    /// The kind of game.
    pub kind: Kind,
    /// The rated class of its options.
    pub class: String,
    /// The options with which it started.
    pub options: Options,
    /// The seat.
    pub seat: Seat,
    /// The place.
    pub place: u32,
    /// The rating before the game.
    pub before: Rating,
}

impl Ratings<'_> {
    /// Returns how people finished the rated games with results after `seq`, up to and including `last`, in order of result and
    /// seat. Voided results and people who were replaced are left out.
    pub fn placings(&self, seq: i64, last: i64) -> Result<Vec<Placing>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT result.seq, game.kind, game.class, game.options, seat.seat, place, mu_before, sigma_before
             FROM result CROSS JOIN game ON game.id = result.game CROSS JOIN seat ON seat.game = game.id
             CROSS JOIN rating_event ON rating_event.seq = result.seq AND rating_event.person = seat.person
             CROSS JOIN pool ON pool.id = rating_event.pool AND pool.guild = game.guild
             WHERE result.seq > ? AND result.seq <= ? AND result.rated = 1
               AND NOT EXISTS (SELECT 1 FROM result AS reversal WHERE reversal.voids = result.seq)
             ORDER BY result.seq, seat.seat",
        )?;
        let mut rows = query.query(params![seq, last])?;
        let mut placings = Vec::new();
        while let Some(row) = rows.next()? {
            placings.push(Placing {
                seq: row.get(0)?,
                kind: kind_from(row.get_ref(1)?)?,
                class: row.get(2)?,
                options: options_from(row.get_ref(3)?)?,
                seat: seat_from(row.get(4)?)?,
                place: row.get(5)?,
                before: rating_from(row.get(6)?, row.get(7)?)?,
            });
        }
        Ok(placings)
    }

    /// Returns the newest changes of a person's rating in a pool, oldest first.
    pub fn events(&self, person: PersonId, pool: PoolId, most: u32) -> Result<Vec<RatingEvent>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT coalesce(result.game, voided.game), result.day, place, mu_before, sigma_before, mu, sigma,
                    weight, against
             FROM rating_event CROSS JOIN result ON result.seq = rating_event.seq
             LEFT JOIN result AS voided ON voided.seq = result.voids
             WHERE person = ? AND pool = ? ORDER BY rating_event.seq DESC LIMIT ?",
        )?;
        let mut rows = query.query(params![person, pool, most])?;
        let mut events = Vec::new();
        while let Some(row) = rows.next()? {
            events.push(RatingEvent {
                game: row.get(0)?,
                day: row.get(1)?,
                place: row.get(2)?,
                before: rating_from(row.get(3)?, row.get(4)?)?,
                after: rating_from(row.get(5)?, row.get(6)?)?,
                weight: row.get(7)?,
                against: row.get(8)?,
            });
        }
        events.reverse();
        Ok(events)
    }

    /// Returns the newest ratings of a person in a pool, oldest first.
    pub fn last_ratings(&self, person: PersonId, pool: PoolId, most: u32) -> Result<Vec<Rating>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT mu, sigma FROM rating_event WHERE person = ? AND pool = ? ORDER BY seq DESC LIMIT ?",
        )?;
        let mut rows = query.query(params![person, pool, most])?;
        let mut ratings = Vec::new();
        while let Some(row) = rows.next()? {
            ratings.push(rating_from(row.get(0)?, row.get(1)?)?);
        }
        ratings.reverse();
        Ok(ratings)
    }

    /// Returns the changes that the end of a game made, ordered by person. The list is empty for casual games.
    pub fn changes_of(&self, game: GameId) -> Result<Vec<GameChange>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT pool.id, pool.guild, pool.kind, pool.shape, rating_event.person, mu_before, sigma_before,
                    rating_event.mu, rating_event.sigma, weight, listed
             FROM result CROSS JOIN rating_event ON rating_event.seq = result.seq
             CROSS JOIN pool ON pool.id = rating_event.pool
             CROSS JOIN rating ON rating.pool = rating_event.pool AND rating.person = rating_event.person
             WHERE game = ? ORDER BY rating_event.person, pool.guild = 0",
        )?;
        let mut rows = query.query([game])?;
        let mut changes = Vec::new();
        while let Some(row) = rows.next()? {
            changes.push(GameChange {
                pool: pool_from(&row, 0)?,
                person: row.get(4)?,
                before: rating_from(row.get(5)?, row.get(6)?)?,
                after: rating_from(row.get(7)?, row.get(8)?)?,
                weight: row.get(9)?,
                listed: row.get(10)?,
            });
        }
        Ok(changes)
    }

    /// Returns whether the result of a game was voided.
    pub fn is_voided(&self, game: GameId) -> Result<bool, StoreError> {
        let voided = self
            .tx
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM result AS reversal WHERE reversal.voids = result.seq)
                 FROM result WHERE game = ?",
            )?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(voided.unwrap_or(false))
    }
}
