//! People who may not open or join games on a server.

use jiff::Timestamp;
use rusqlite::{named_params, params};

use crate::{
    error::StoreError,
    ids::{GameId, GuildId, Millis, PersonId},
    sql::{self, OptionalExtension as _},
    tx::Tx,
};

/// A person who may not open or join games on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// The server.
    pub guild: GuildId,
    /// The person.
    pub person: PersonId,
    /// The manager of the server who blocked them.
    pub actor: PersonId,
    /// The time of the block.
    pub at: Timestamp,
    /// The reason, which the person reads.
    pub reason: String,
}

impl Tx<'_> {
    /// Blocks a person, or replaces the reason.
    pub fn block(&self, blocked: &Blocked) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO blocked (guild, person, actor, at, reason) VALUES (:guild, :person, :actor, :at, :reason)
                 ON CONFLICT (guild, person) DO UPDATE SET actor = :actor, at = :at, reason = :reason",
            )?
            .send(named_params! {
                ":guild": blocked.guild,
                ":person": blocked.person,
                ":actor": blocked.actor,
                ":at": Millis(blocked.at),
                ":reason": blocked.reason,
            })?;
        Ok(())
    }

    /// Withdraws the notices of earlier blocks on a server that a person has not received yet.
    pub fn withdraw_block_notices(
        &self,
        guild: GuildId,
        person: PersonId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?3
                 WHERE game IN (SELECT game FROM seat WHERE person = ?2 UNION SELECT game FROM guest WHERE person = ?2
                                UNION SELECT game FROM substitution WHERE before = ?2)
                   AND kind = 'notice' AND sent IS NULL AND json_extract(payload, '$.person') = ?2
                   AND json_type(payload, '$.notice.blocked') IS NOT NULL
                   AND EXISTS (SELECT 1 FROM game WHERE game.id = outbox.game AND guild = ?1)",
            )?
            .send(params![guild, person, Millis(at)])?;
        Ok(())
    }

    /// Lets a person play again.
    pub fn unblock(&self, guild: GuildId, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM blocked WHERE guild = ? AND person = ?")?
            .send(params![guild, person])?;
        Ok(())
    }

    /// Returns why a person is blocked on a server, or `None` if they may play there.
    pub fn blocked(&self, guild: GuildId, person: PersonId) -> Result<Option<String>, StoreError> {
        let reason = self
            .sql
            .prepare_cached("SELECT reason FROM blocked WHERE guild = ? AND person = ?")?
            .query_row(params![guild, person], |row| row.get(0))
            .optional()?;
        Ok(reason)
    }

    /// Returns the newest game or lobby of a server that a person has or had to do with.
    pub fn newest_with(&self, guild: GuildId, person: PersonId) -> Result<Option<GameId>, StoreError> {
        let newest = self
            .sql
            .prepare_cached(
                "SELECT max(id) FROM game
                 WHERE id IN (SELECT game FROM seat WHERE person = ?2 UNION SELECT game FROM guest WHERE person = ?2
                              UNION SELECT game FROM substitution WHERE before = ?2)
                   AND guild = ?1",
            )?
            .query_row(params![guild, person], |row| row.get(0))?;
        Ok(newest)
    }

    /// Returns the people who are blocked on a server, ordered by id.
    pub fn all_blocked(&self, guild: GuildId) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .sql
            .prepare_cached("SELECT person FROM blocked WHERE guild = ? ORDER BY person")?
            .query_map([guild], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(people)
    }
}
