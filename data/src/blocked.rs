//! People who may not open or join games on a server.

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, named_params, params};

use crate::{
    error::StoreError,
    ids::{GuildId, Millis, PersonId},
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
                 ON CONFLICT DO UPDATE SET actor = :actor, at = :at, reason = :reason",
            )?
            .execute(named_params! {
                ":guild": blocked.guild,
                ":person": blocked.person,
                ":actor": blocked.actor,
                ":at": Millis(blocked.at),
                ":reason": blocked.reason,
            })?;
        Ok(())
    }

    /// Lets a person play again.
    pub fn unblock(&self, guild: GuildId, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM blocked WHERE guild = ? AND person = ?")?
            .execute(params![guild, person])?;
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

    /// Returns the people who are blocked on a server, ordered by id.
    pub fn all_blocked(&self, guild: GuildId) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .sql
            .prepare_cached("SELECT person FROM blocked WHERE guild = ? ORDER BY person")?
            .query_map([guild], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(people)
    }
}
