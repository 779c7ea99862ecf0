//! Meetings of two people, and their results.

use ratings::KNOWN_OPPONENTS;
use rules::Kind;
use rusqlite::params;

use super::pool::{Pool, Ratings, Shape, world};
use crate::{
    columns::kind_from,
    error::StoreError,
    ids::{GameId, GuildId, PersonId},
    sql,
};

/// The most earlier meetings that [`Ratings::meetings_since`] counts. Later games of a pair do not count at all.
const MOST_MEETINGS: u32 = 9;

/// How often a person won, drew and lost against another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadToHead {
    /// The kind of game.
    pub kind: Kind,
    /// The shape of the games.
    pub shape: Shape,
    /// Whether these games changed the person's rating.
    pub rated: bool,
    /// The games in which the person came before the other.
    pub won: u32,
    /// The games in which both shared a place.
    pub drawn: u32,
    /// The games in which the other came first.
    pub lost: u32,
}

/// One game of two people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The game.
    pub game: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// Its shape.
    pub shape: Shape,
    /// The server on which it was played.
    pub guild: GuildId,
    /// The day on which it ended.
    pub day: i64,
    /// Whether it changed the person's rating.
    pub rated: bool,
    /// The person's score in half points: 2 for coming before the other, 1 for a shared place.
    pub score: u8,
}

impl Ratings<'_> {
    /// Returns a person's results against another one, by kind and shape. With `guild`, only games of that server count. Voided
    /// results never count.
    pub fn head_to_head(
        &self,
        person: PersonId,
        opponent: PersonId,
        guild: Option<GuildId>,
    ) -> Result<Vec<HeadToHead>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT kind, shape, rated, count(*) FILTER (WHERE score = 2),
                    count(*) FILTER (WHERE score = 1), count(*) FILTER (WHERE score = 0)
             FROM meeting
             WHERE person = ?1 AND opponent = ?2 AND score IS NOT NULL AND guild = coalesce(?3, guild)
             GROUP BY kind, shape, rated ORDER BY kind, shape, rated DESC",
        )?;
        let mut rows = query.query(params![person, opponent, guild])?;
        let mut results = Vec::new();
        while let Some(row) = rows.next()? {
            results.push(HeadToHead {
                kind: kind_from(row.get_ref(0)?)?,
                shape: row.get(1)?,
                rated: row.get(2)?,
                won: row.get(3)?,
                drawn: row.get(4)?,
                lost: row.get(5)?,
            });
        }
        Ok(results)
    }

    /// Returns the last games of two people, newest first. With `guild`, only games of that server count.
    pub fn last_meetings(
        &self,
        person: PersonId,
        opponent: PersonId,
        guild: Option<GuildId>,
        most: u32,
    ) -> Result<Vec<Meeting>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT game, kind, shape, guild, meeting.day, meeting.rated, score
             FROM meeting CROSS JOIN result ON result.seq = meeting.seq
             WHERE person = ?1 AND opponent = ?2 AND score IS NOT NULL AND guild = coalesce(?3, guild)
             ORDER BY meeting.seq DESC LIMIT ?4",
        )?;
        let mut rows = query.query(params![person, opponent, guild, most])?;
        let mut meetings = Vec::new();
        while let Some(row) = rows.next()? {
            meetings.push(Meeting {
                game: row.get(0)?,
                kind: kind_from(row.get_ref(1)?)?,
                shape: row.get(2)?,
                guild: row.get(3)?,
                day: row.get(4)?,
                rated: row.get(5)?,
                score: row.get(6)?,
            });
        }
        Ok(meetings)
    }

    /// Returns how many games of this kind and shape that ended after `day` changed a person's rating against an opponent, on all
    /// servers. It stops counting at nine, because later games of a pair do not count.
    pub fn meetings_since(
        &self,
        person: PersonId,
        opponent: PersonId,
        (kind, shape): (Kind, Shape),
        day: i64,
    ) -> Result<u32, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT seq FROM meeting
             WHERE person = ?1 AND opponent = ?2 AND kind = ?3 AND shape = ?4 AND rated = 1
               AND score IS NOT NULL AND day > ?5
             ORDER BY seq DESC LIMIT ?6",
        )?;
        let mut rows = query.query(params![person, opponent, kind.slug(), shape, day, MOST_MEETINGS])?;
        let mut count = 0;
        while rows.next()?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    /// Returns whether a result other than `seq` counts as a meeting of two people in a pool.
    pub(super) fn have_met(
        &self,
        pool: &Pool,
        person: PersonId,
        opponent: PersonId,
        seq: i64,
    ) -> Result<bool, StoreError> {
        let met = self
            .tx
            .sql
            .prepare_cached(
                "SELECT EXISTS (
                     SELECT 1 FROM meeting
                     WHERE person = ?1 AND opponent = ?2 AND kind = ?3 AND shape = ?4 AND rated = 1
                       AND score IS NOT NULL AND (guild = ?5 OR ?5 = 0 AND world = 1) AND seq <> ?6)",
            )?
            .query_row(
                params![person, opponent, pool.kind.slug(), pool.shape, pool.guild.unwrap_or(world()), seq],
                |row| row.get(0),
            )?;
        Ok(met)
    }

    /// Returns whether a person has met enough opponents to be listed in a pool. An opponent counts only after meeting another person, too.
    pub(super) fn has_known_opponents(&self, pool: &Pool, person: PersonId) -> Result<bool, StoreError> {
        let needed = pool.scope().opponents();
        let mut query = self.tx.sql.prepare_cached(
            "SELECT opponent FROM meeting CROSS JOIN rating ON rating.pool = ?1 AND rating.person = opponent
             WHERE meeting.person = ?2 AND kind = ?3 AND shape = ?4 AND rated = 1 AND score IS NOT NULL
               AND (guild = ?5 OR ?5 = 0 AND world = 1) AND rating.opponents >= ?6
             GROUP BY opponent LIMIT ?7",
        )?;
        let (kind, guild) = (pool.kind.slug(), pool.guild.unwrap_or(world()));
        let mut rows =
            query.query(params![pool.id, person, kind, pool.shape, guild, KNOWN_OPPONENTS, needed])?;
        let mut count = 0;
        while rows.next()?.is_some() {
            count += 1;
        }
        Ok(count >= needed)
    }

    /// Returns the people whose rating in a pool a game with this opponent has changed, even if its result was voided.
    pub(super) fn rated_against(&self, pool: &Pool, opponent: PersonId) -> Result<Vec<PersonId>, StoreError> {
        // A substitute's own direction of a meeting is not rated.
        let people = self
            .tx
            .sql
            .prepare_cached(
                "SELECT DISTINCT own.opponent FROM meeting AS own CROSS JOIN meeting AS other
                     ON other.person = own.opponent AND other.opponent = own.person AND other.seq = own.seq
                 WHERE own.person = ?1 AND own.kind = ?2 AND own.shape = ?3 AND other.rated = 1
                   AND (own.guild = ?4 OR ?4 = 0 AND own.world = 1)",
            )?
            .query_map(
                params![opponent, pool.kind.slug(), pool.shape, pool.guild.unwrap_or(world())],
                |row| row.get(0),
            )?
            .collect::<sql::Result<_>>()?;
        Ok(people)
    }
}
