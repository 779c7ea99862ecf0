//! Reads for the review of rated games: pairs of people of whom one wins every game, and how long games of a class last.

use rules::Kind;
use rusqlite::params;

use super::pool::Ratings;
use crate::{
    columns::kind_from,
    error::StoreError,
    ids::{GameId, GuildId, PersonId},
    sql,
};

/// Two people of whom one has won all rated games of a kind on a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneSided {
    /// The person who won.
    pub winner: PersonId,
    /// The person who lost.
    pub loser: PersonId,
    /// The kind of game.
    pub kind: Kind,
    /// The number of games.
    pub games: u32,
}

impl Ratings<'_> {
    /// Returns the pairs on a server of whom one person has won all rated games of a kind that ended after `day`, and at least
    /// `least` of them. Pairs with more games come first. It returns at most `most` pairs.
    pub fn one_sided(
        &self,
        guild: GuildId,
        day: i64,
        least: u32,
        most: u32,
    ) -> Result<Vec<OneSided>, StoreError> {
        let mut query = self.tx.sql.prepare_cached(
            "SELECT person, opponent, kind, count(*) FROM meeting AS won
             WHERE guild = ?1 AND day > ?2 AND rated = 1 AND score = 2
             GROUP BY person, opponent, kind
             HAVING count(*) >= ?3 AND NOT EXISTS (
                 SELECT 1 FROM meeting AS other
                 WHERE other.person = won.opponent AND other.opponent = won.person AND other.kind = won.kind
                   AND other.guild = ?1 AND other.day > ?2 AND other.rated = 1 AND other.score > 0)
             ORDER BY count(*) DESC, max(seq) DESC LIMIT ?4",
        )?;
        let mut rows = query.query(params![guild, day, least, most])?;
        let mut pairs = Vec::new();
        while let Some(row) = rows.next()? {
            pairs.push(OneSided {
                winner: row.get(0)?,
                loser: row.get(1)?,
                kind: kind_from(row.get_ref(2)?)?,
                games: row.get(3)?,
            });
        }
        Ok(pairs)
    }

    /// Returns the rated games of a pair on a server that ended after `day` and that the winner has won, newest first.
    pub fn games_won(
        &self,
        pair: &OneSided,
        guild: GuildId,
        day: i64,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .tx
            .sql
            .prepare_cached(
                "SELECT game FROM meeting CROSS JOIN result ON result.seq = meeting.seq
                 WHERE person = ?1 AND opponent = ?2 AND kind = ?3 AND guild = ?4 AND meeting.day > ?5
                   AND meeting.rated = 1 AND score = 2
                 ORDER BY meeting.seq DESC LIMIT ?6",
            )?
            .query_map(params![pair.winner, pair.loser, pair.kind.slug(), guild, day, most], |row| {
                row.get(0)
            })?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the newest games of a class that the rules have ended, on a server or on all servers (`None`).
    pub fn played_out(
        &self,
        guild: Option<GuildId>,
        (kind, class): (Kind, &str),
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let games = match guild {
            Some(guild) => self
                .tx
                .sql
                .prepare_cached(
                    "SELECT id FROM game WHERE guild = ? AND kind = ? AND class = ? AND state = 'ended'
                       AND reason NOT IN ('resigned', 'timeout', 'agreed', 'late') ORDER BY id DESC LIMIT ?",
                )?
                .query_map(params![guild, kind.slug(), class, most], |row| row.get(0))?
                .collect::<sql::Result<_>>()?,
            None => self
                .tx
                .sql
                .prepare_cached(
                    "SELECT id FROM game WHERE kind = ? AND class = ? AND state = 'ended'
                       AND reason NOT IN ('resigned', 'timeout', 'agreed', 'late') ORDER BY id DESC LIMIT ?",
                )?
                .query_map(params![kind.slug(), class, most], |row| row.get(0))?
                .collect::<sql::Result<_>>()?,
        };
        Ok(games)
    }
}
