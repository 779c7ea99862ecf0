//! The log of acts by the people who manage a server.

use jiff::Timestamp;
use rusqlite::{
    named_params, params,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef},
};

use crate::{
    columns::time_at,
    error::StoreError,
    ids::{GameId, GuildId, Millis, PersonId},
    setting::Setting,
    sql,
    tx::Tx,
    words::words,
};

words! {
    /// An act that the audit log records.
    AuditAction {
        /// A setting was changed.
        Set = "set",
        /// A person was blocked.
        Block = "block",
        /// A person is no longer blocked.
        Unblock = "unblock",
        /// A game was ended without a result, or a lobby was closed.
        End = "end",
        /// The result of a rated game was voided.
        Void = "void",
    }
}

/// The object of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditTarget {
    /// A setting of the server.
    Setting(Setting),
    /// A person.
    Person(PersonId),
    /// A game or lobby.
    Game(GameId),
}

impl AuditTarget {
    fn text(self) -> String {
        match self {
            AuditTarget::Setting(setting) => format!("setting:{}", setting.word()),
            AuditTarget::Person(person) => format!("person:{person}"),
            AuditTarget::Game(game) => format!("game:{game}"),
        }
    }

    fn read(text: &str) -> Option<AuditTarget> {
        let (kind, rest) = text.split_once(':')?;
        let id = || rest.parse::<u64>().ok();
        match kind {
            "setting" => Setting::from_word(rest).map(AuditTarget::Setting),
            "person" => id().map(|id| AuditTarget::Person(id.into())),
            "game" => id().map(|id| AuditTarget::Game(id.into())),
            _ => None,
        }
    }
}

impl ToSql for AuditTarget {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.text().into())
    }
}

impl FromSql for AuditTarget {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        AuditTarget::read(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

/// One act in the audit log of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    /// The server.
    pub guild: GuildId,
    /// The time of the act.
    pub at: Timestamp,
    /// The person who acted, or `None` for the operator of the bot.
    pub actor: Option<PersonId>,
    /// The kind of act.
    pub action: AuditAction,
    /// The setting, person or game that it changed.
    pub target: AuditTarget,
    /// The text form of a setting before; `None` was the default.
    pub before: Option<String>,
    /// The same after the act.
    pub after: Option<String>,
    /// The reason that the person gave.
    pub reason: Option<String>,
}

impl Tx<'_> {
    /// Adds an act to the audit log of its server.
    pub fn add_audit(&self, act: &Audit) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO audit (guild, at, actor, action, target, before, after, reason)
                 VALUES (:guild, :at, :actor, :action, :target, :before, :after, :reason)",
            )?
            .send(named_params! {
                ":guild": act.guild,
                ":at": Millis(act.at),
                ":actor": act.actor,
                ":action": act.action,
                ":target": act.target,
                ":before": act.before,
                ":after": act.after,
                ":reason": act.reason,
            })?;
        Ok(())
    }

    /// Returns at most `most` acts of a server, newest first, after the `skip` newest.
    pub fn audits(&self, guild: GuildId, skip: u32, most: u32) -> Result<Vec<Audit>, StoreError> {
        let acts = self
            .sql
            .prepare_cached(
                "SELECT at, actor, action, target, before, after, reason FROM audit
                 WHERE guild = ? ORDER BY id DESC LIMIT ? OFFSET ?",
            )?
            .query_map(params![guild, most, skip], |row| {
                Ok(Audit {
                    guild,
                    at: time_at(row, 0)?,
                    actor: row.get(1)?,
                    action: row.get(2)?,
                    target: row.get(3)?,
                    before: row.get(4)?,
                    after: row.get(5)?,
                    reason: row.get(6)?,
                })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(acts)
    }

    /// Returns the number of acts in the audit log of a server.
    pub fn count_audits(&self, guild: GuildId) -> Result<u32, StoreError> {
        let count = self
            .sql
            .prepare_cached("SELECT count(*) FROM audit WHERE guild = ?")?
            .query_row([guild], |row| row.get(0))?;
        Ok(count)
    }

    /// Returns whether a person who manages the server has ended this game or closed this lobby.
    pub fn was_ended(&self, game: GameId) -> Result<bool, StoreError> {
        let was_ended = self
            .sql
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM audit WHERE target = ? AND action = 'end')")?
            .query_row([AuditTarget::Game(game)], |row| row.get(0))?;
        Ok(was_ended)
    }

    /// Deletes acts before `before`.
    pub fn forget_audits(&self, before: Timestamp) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM audit WHERE at < ?")?.send([Millis(before)])?;
        Ok(())
    }
}
