//! The outbox: what is still to be told on Discord.
//!
//! A row is written in the transaction of what it tells, leased by the worker in a short one of its own, and settled when
//! it is delivered, out of date, or hopeless. A worker that dies leaves a lease that runs out, and the row is due again.

use rusqlite::{
    params,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};

use crate::{GameId, PersonId, StoreError, Time, Tx};

/// A row of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OutboxId(i64);

impl OutboxId {
    /// The id as a number, for the message's nonce.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// What is to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The board after a turn or a ply.
    Board,
    /// The lobby's message as it is now.
    Lobby,
    /// That a lobby can start, to its host.
    Ready,
    /// An offer as it is now, or what came of it.
    Offer,
}

impl Topic {
    const fn word(self) -> &'static str {
        match self {
            Topic::Board => "board",
            Topic::Lobby => "lobby",
            Topic::Ready => "ready",
            Topic::Offer => "offer",
        }
    }
}

impl FromSql for Topic {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "board" => Ok(Topic::Board),
            "lobby" => Ok(Topic::Lobby),
            "ready" => Ok(Topic::Ready),
            "offer" => Ok(Topic::Offer),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// A leased row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The row.
    pub id: OutboxId,
    /// The game it is about.
    pub game: GameId,
    /// What is to be told.
    pub topic: Topic,
    /// Which of its kind: of boards the ply after which it was written.
    pub key: i64,
    /// Whom it is for, if it is for one.
    pub person: Option<PersonId>,
    /// How often it was tried, this time included.
    pub tries: u32,
}

impl Tx<'_> {
    /// Queues a topic of a game; once per game, topic and key, however often it is called, except that the message
    /// of a lobby or an offer becomes due again.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue(
        &self,
        game: GameId,
        key: impl Into<i64>,
        topic: Topic,
        due: Time,
    ) -> Result<(), StoreError> {
        self.queue_for(game, key, topic, None, due)
    }

    /// As [`Tx::queue`], for one person.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_for(
        &self,
        game: GameId,
        key: impl Into<i64>,
        topic: Topic,
        person: Option<PersonId>,
        due: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO outbox (game, kind, ref, person, due) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT DO UPDATE SET due = excluded.due, tries = 0, sent = NULL, failed = NULL
                 WHERE kind IN ('lobby', 'offer')",
            )?
            .execute(params![game, topic.word(), key.into(), person, due])?;
        Ok(())
    }

    /// Leases the oldest due row of a game that is not in `busy`, until `until`.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lease(&self, now: Time, until: Time, busy: &[GameId]) -> Result<Option<Due>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT id, game, kind, ref, person, tries + 1 FROM outbox
             WHERE due <= ? AND sent IS NULL AND failed IS NULL ORDER BY due, id",
        )?;
        let mut rows = query.query([now])?;
        while let Some(row) = rows.next()? {
            let due = Due {
                id: OutboxId(row.get(0)?),
                game: row.get(1)?,
                topic: row.get(2)?,
                key: row.get(3)?,
                person: row.get(4)?,
                tries: row.get(5)?,
            };
            if !busy.contains(&due.game) {
                self.sql
                    .prepare_cached("UPDATE outbox SET due = ?, tries = tries + 1 WHERE id = ?")?
                    .execute(params![until, due.id.0])?;
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// Settles a row, and with it all rows of its game and topic with a lower key: they are told or out of date. A lobby that
    /// has changed since its row was leased stays due.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn settle(
        &self,
        game: GameId,
        topic: Topic,
        key: impl Into<i64>,
        at: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                // `queue` sets the tries of a lobby's row back to 0.
                "UPDATE outbox SET sent = ?1
                 WHERE game = ?2 AND kind = ?3 AND ref <= ?4 AND sent IS NULL AND failed IS NULL
                   AND (kind NOT IN ('lobby', 'offer') OR tries > 0) AND (kind <> 'offer' OR ref = ?4)",
            )?
            .execute(params![at, game, topic.word(), key.into()])?;
        Ok(())
    }

    /// Makes everything due now that a worker which is no more had leased or put off. Only for the one that takes its place.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn release(&self, now: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET due = ?1 WHERE due > ?1 AND sent IS NULL AND failed IS NULL")?
            .execute([now])?;
        Ok(())
    }

    /// Makes a row due again at a later time.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn retry(&self, id: OutboxId, due: Time) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE outbox SET due = ? WHERE id = ?")?.execute(params![due, id.0])?;
        Ok(())
    }

    /// Gives a row up, with the reason for people to see.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn give_up(&self, id: OutboxId, why: &str) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE outbox SET failed = ? WHERE id = ?")?.execute(params![why, id.0])?;
        Ok(())
    }

    /// When the next row is due; `None` when nothing waits.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn next_due(&self) -> Result<Option<Time>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM outbox WHERE sent IS NULL AND failed IS NULL")?
            .query_row([], |row| row.get(0))?;
        Ok(due)
    }
}
