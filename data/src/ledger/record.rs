//! Writes the result of a game, and the reversal of a result, with everything that follows.

use ratings::{Change, Forecast, MODEL};
use rules::Kind;
use rusqlite::{named_params, params};

use super::{
    pool::{PoolId, Ratings, Shape, season_of},
    standing::{Standing, rating_from},
};
use crate::{
    error::StoreError,
    ids::{GameId, GuildId, PersonId},
    sql::{self, OptionalExtension as _},
};

/// The result of a game, with everything that it changes.
#[derive(Clone, PartialEq, Debug)]
pub struct NewResult {
    /// The game.
    pub game: GameId,
    /// Its server.
    pub guild: GuildId,
    /// Its kind.
    pub kind: Kind,
    /// Its shape.
    pub shape: Shape,
    /// The day on which it ended.
    pub day: i64,
    /// Whether it is rated.
    pub rated: bool,
    /// Whether it also counts for the world.
    pub world: bool,
    /// The changed ratings, each person at most once on the server and once in the world.
    pub changes: Vec<NewChange>,
    /// The pairs of people who met, each direction once.
    pub meetings: Vec<NewMeeting>,
    /// The predictions of the server's ratings.
    pub forecast: Forecast,
}

/// A changed rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewChange {
    /// Whether it is a rating of the world. Otherwise it is one of the server.
    pub world: bool,
    /// The person.
    pub person: PersonId,
    /// The place of the person's side.
    pub place: u32,
    /// The rating before and after the game.
    pub change: Change,
    /// The mean rating of the opponents in points.
    pub against: i32,
}

/// The outcome of a game between two people, seen from one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewMeeting {
    /// The person.
    pub person: PersonId,
    /// The other one.
    pub opponent: PersonId,
    /// Whether the meeting changes the person's rating.
    pub rated: bool,
    /// The person's score in half points.
    pub score: u8,
}

/// A row of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    /// The number of the row. Rows are ordered as the ends of games were committed.
    pub seq: i64,
    /// The game that ended or, in a reversal, whose result was voided.
    pub game: GameId,
    /// The model that rated it.
    pub model: u32,
    /// The day of the row.
    pub day: i64,
    /// Whether the game is rated.
    pub rated: bool,
    /// The row that this one reverses.
    pub voids: Option<i64>,
}

impl Ratings<'_> {
    /// Records the result of a game with everything that follows from it.
    ///
    /// # Errors
    /// A constraint violation in [`StoreError::Database`] if the game has a result already.
    pub fn record(&self, new: &NewResult) -> Result<(), StoreError> {
        let seq = self
            .tx
            .sql
            .prepare_cached("INSERT INTO result (game, model, day, rated) VALUES (?, ?, ?, ?) RETURNING seq")?
            .query_row(params![new.game, MODEL, new.day, new.rated], |row| row.get(0))?;
        self.derive(seq, new)
    }

    /// Writes what follows from a row of the ledger.
    pub fn derive(&self, seq: i64, new: &NewResult) -> Result<(), StoreError> {
        let mut meet = self.tx.sql.prepare_cached(
            "INSERT INTO meeting (person, opponent, seq, kind, shape, guild, world, day, rated, score)
             VALUES (:person, :opponent, :seq, :kind, :shape, :guild, :world, :day, :rated, :score)",
        )?;
        for meeting in &new.meetings {
            meet.send(named_params! {
                ":person": meeting.person,
                ":opponent": meeting.opponent,
                ":seq": seq,
                ":kind": new.kind.slug(),
                ":shape": new.shape,
                ":guild": new.guild,
                ":world": new.world,
                ":day": new.day,
                ":rated": meeting.rated,
                ":score": meeting.score,
            })?;
        }
        // The pool of the server and that of the world, once they are needed.
        let mut pools = [None; 2];
        for change in &new.changes {
            let guild = (!change.world).then_some(new.guild);
            let known = &mut pools[usize::from(change.world)];
            let pool = match *known {
                Some(pool) => pool,
                None => {
                    let pool = self.ensure_pool(guild, new.kind, new.shape, new.day)?;
                    self.played_in(pool.id, seq)?;
                    *known.insert(pool)
                }
            };
            let own = new.meetings.iter().filter(|meeting| meeting.rated && meeting.person == change.person);
            let mut unmet = 0;
            for meeting in own {
                unmet += u32::from(!self.have_met(&pool, meeting.person, meeting.opponent, seq)?);
            }
            let stored = self.standing(pool.id, change.person)?;
            let before = stored.unwrap_or(Standing::new(pool.id, change.person, new.day));
            let standing = Standing {
                rating: change.change.after,
                games: before.games + 1,
                opponents: before.opponents + unmet,
                // A clock that ran backwards does not make a person's absence longer.
                day: before.day.max(new.day),
                ..before
            };
            let wanted = self.wants_listing(change.person)?;
            self.put(&pool, stored, standing, wanted)?;
            let points = (change.change.before.shown(), change.change.after.shown());
            self.add_to_season((pool.id, season_of(new.day)), change.person, points, wanted)?;
            let (place, against) = (Some(change.place), Some(change.against));
            self.add_event((change.person, pool.id, seq), place, &change.change, against)?;
        }
        if new.rated {
            self.add_forecast(new.kind, new.shape, &new.forecast)?;
        }
        self.forget_after(seq)
    }

    fn add_event(
        &self,
        (person, pool, seq): (PersonId, PoolId, i64),
        place: Option<u32>,
        change: &Change,
        against: Option<i32>,
    ) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached(
                "INSERT INTO rating_event (person, pool, seq, place, mu_before, sigma_before, mu, sigma, weight, against)
                 VALUES (:person, :pool, :seq, :place, :mu_before, :sigma_before, :mu, :sigma, :weight, :against)",
            )?
            .send(named_params! {
                ":person": person,
                ":pool": pool,
                ":seq": seq,
                ":place": place,
                ":mu_before": change.before.mu(),
                ":sigma_before": change.before.sigma(),
                ":mu": change.after.mu(),
                ":sigma": change.after.sigma(),
                ":weight": change.weight,
                ":against": against,
            })?;
        Ok(())
    }

    /// Returns the row of a game's result, unless it was voided or never written.
    pub fn result_of(&self, game: GameId) -> Result<Option<LedgerEntry>, StoreError> {
        let found = self
            .tx
            .sql
            .prepare_cached(
                "SELECT seq, model, day, rated FROM result
                 WHERE game = ? AND NOT EXISTS (SELECT 1 FROM result AS reversal WHERE reversal.voids = result.seq)",
            )?
            .query_row([game], |row| {
                let (model, day) = (row.get(1)?, row.get(2)?);
                Ok(LedgerEntry { seq: row.get(0)?, game, model, day, rated: row.get(3)?, voids: None })
            })
            .optional()?;
        Ok(found)
    }

    /// Returns the first rows of the ledger after `seq`.
    pub fn ledger(&self, seq: i64, most: u32) -> Result<Vec<LedgerEntry>, StoreError> {
        let entries = self
            .tx
            .sql
            .prepare_cached(
                "SELECT seq, coalesce(game, (SELECT game FROM result AS voided WHERE voided.seq = result.voids)),
                        model, day, rated, voids
                 FROM result WHERE seq > ? ORDER BY seq LIMIT ?",
            )?
            .query_map(params![seq, most], |row| {
                Ok(LedgerEntry {
                    seq: row.get(0)?,
                    game: row.get(1)?,
                    model: row.get(2)?,
                    day: row.get(3)?,
                    rated: row.get(4)?,
                    voids: row.get(5)?,
                })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(entries)
    }

    /// Reverses a result: writes a row that voids it, and gives back what it changed. Later games keep their numbers. Returns the
    /// people whose ratings changed, in order.
    ///
    /// # Errors
    /// A constraint violation in [`StoreError::Database`] if it has been voided already.
    pub fn void(&self, voided: &LedgerEntry, day: i64) -> Result<Vec<PersonId>, StoreError> {
        let seq = self
            .tx
            .sql
            .prepare_cached(
                "INSERT INTO result (model, day, rated, voids) VALUES (?, ?, ?, ?) RETURNING seq",
            )?
            .query_row(params![MODEL, day, voided.rated, voided.seq], |row| row.get(0))?;
        self.derive_void(seq, voided.seq)
    }

    /// Writes what follows from a row of the ledger that voids another one. Returns the people whose ratings change, in order.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if there is no such row.
    pub fn derive_void(&self, seq: i64, voided: i64) -> Result<Vec<PersonId>, StoreError> {
        let (game, played): (GameId, i64) = self
            .tx
            .sql
            .prepare_cached("SELECT game, day FROM result WHERE seq = ? AND game IS NOT NULL")?
            .query_row([voided], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?
            .ok_or(StoreError::Unreadable("reversal of a result"))?;
        let mut forget =
            self.tx.sql.prepare_cached("UPDATE meeting SET score = NULL WHERE person = ? AND seq = ?")?;
        for person in self.people_of(game)? {
            forget.send(params![person, voided])?;
        }
        let mut people = Vec::new();
        for (pool, person, change) in self.changes_in(voided)? {
            let Some(pool) = self.pool(pool)? else { return Err(StoreError::Unreadable("pool of a rating")) };
            let Some(now) = self.standing(pool.id, person)? else {
                return Err(StoreError::Unreadable("rating that a result changed"));
            };
            let mut unmet = 0;
            for opponent in self.opponents_in(person, voided)? {
                unmet += u32::from(!self.have_met(&pool, person, opponent, voided)?);
            }
            let after = change.undo(now.rating);
            let standing = Standing {
                rating: after,
                games: now.games.saturating_sub(1),
                opponents: now.opponents.saturating_sub(unmet),
                ..now
            };
            self.put(&pool, Some(now), standing, self.wants_listing(person)?)?;
            self.undo_in_season(pool.id, season_of(played), person, after.shown())?;
            let undone = Change { before: now.rating, after, weight: change.weight };
            self.add_event((person, pool.id, seq), None, &undone, None)?;
            people.push(person);
        }
        people.dedup();
        self.forget_after(seq)?;
        Ok(people)
    }

    /// Returns everybody who has or had a seat in a game.
    fn people_of(&self, game: GameId) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .tx
            .sql
            .prepare_cached(
                "SELECT person FROM seat WHERE game = ?1 UNION SELECT before FROM substitution WHERE game = ?1",
            )?
            .query_map([game], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(people)
    }

    /// Returns the opponents whom a person met in a rated result.
    fn opponents_in(&self, person: PersonId, seq: i64) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .tx
            .sql
            .prepare_cached("SELECT opponent FROM meeting WHERE person = ? AND seq = ? AND rated = 1")?
            .query_map(params![person, seq], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(people)
    }

    /// Returns what a row of the ledger changed, ordered by person and pool.
    fn changes_in(&self, seq: i64) -> Result<Vec<(PoolId, PersonId, Change)>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT pool, person, mu_before, sigma_before, mu, sigma, weight FROM rating_event
             WHERE seq = ? ORDER BY person, pool",
        )?;
        let mut rows = query.query([seq])?;
        let mut changes = Vec::new();
        while let Some(row) = rows.next()? {
            let change = Change {
                before: rating_from(row.get(2)?, row.get(3)?)?,
                after: rating_from(row.get(4)?, row.get(5)?)?,
                weight: row.get(6)?,
            };
            changes.push((row.get(0)?, row.get(1)?, change));
        }
        Ok(changes)
    }
}
