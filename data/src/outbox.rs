//! The outbox: what is still to be told on Discord.
//!
//! A row is written in the transaction of what it tells, leased by the worker in a short one of its own, and settled when
//! it is delivered, out of date, or hopeless. A worker that dies leaves a lease that runs out, and the row is due again.

use rusqlite::{
    OptionalExtension as _, Row, named_params, params,
    types::{FromSql, FromSqlResult, ValueRef},
};

use crate::{
    ChannelId, GameId, InteractionId, MessageId, Notice, OfferId, PersonId, StoreError, Time, Tx,
    words::words,
};

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

impl FromSql for OutboxId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(OutboxId)
    }
}

words! {
    /// What is to be told, or to be taken back.
    OutboxKind {
        /// The board after a turn or a ply; its key is the ply.
        Board = "board",
        /// The newest board post as it is now: its clocks have changed.
        Refresh = "refresh",
        /// The lobby's message as it is now.
        Lobby = "lobby",
        /// That a lobby can start, to its host.
        Ready = "ready",
        /// A board that a newer one has followed: it calls nobody any more, and its buttons go. Its key is the message.
        Retire = "retire",
        /// The call to one person to move that is no part of the board post; its key is that of a [`crate::Notification`].
        Ping = "ping",
        /// The call to one person whose time runs out; its key is that of a [`crate::Notification`] and a number.
        Remind = "remind",
        /// A call whose move was made: its message is deleted. Its key is the message.
        Unping = "unping",
        /// That a game has ended, to one player whom its last board post does not notify. Its key is the person.
        Ended = "ended",
        /// An offer as it is now, or what came of it.
        Offer = "offer",
        /// A private line to one person.
        Notice = "note",
        /// The list of the games that wait for one person. It hangs on one of them.
        Digest = "digest",
    }
}

/// A leased row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The row.
    pub id: OutboxId,
    /// The game it is about.
    pub game: GameId,
    /// What is to be told.
    pub kind: OutboxKind,
    /// Which of its kind.
    pub key: i64,
    /// Whom it is for, if it is for one.
    pub person: Option<PersonId>,
    /// What it says, where that was known when it was queued. [`Due::notice`] reads that of a notice.
    pub text: Option<String>,
    /// Where the message is that is to be changed.
    pub channel: Option<ChannelId>,
    /// How often it was tried, this time included.
    pub tries: u32,
    /// The interaction whose answer is the first try, if this is the first.
    pub reply: Option<InteractionId>,
}

impl Due {
    /// Returns the notice that this entry delivers, if it is one.
    #[must_use]
    pub fn notice(&self) -> Option<Notice> {
        let text = self.text.as_deref().filter(|_| self.kind == OutboxKind::Notice);
        text.map(Notice::from_stored)
    }
}

/// The moment that the ids of Discord count from.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
/// How long after an interaction an answer to it can still make a message: it can be answered for three seconds, and what is
/// under way then takes a while.
pub const REPLY_MS: i64 = 4_000;

const NOTHING: New<'static> = New { key: 0, person: None, text: None, channel: None };

/// What a new row holds besides its game, topic and time.
pub(crate) struct New<'t> {
    pub(crate) key: i64,
    pub(crate) person: Option<PersonId>,
    pub(crate) text: Option<&'t str>,
    pub(crate) channel: Option<ChannelId>,
}

impl Tx<'_> {
    /// Queues a topic of a game; once per game, topic and key, however often it is called, except that the message
    /// of a lobby or an offer and a board's refreshing become due again.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue(
        &self,
        game: GameId,
        key: impl Into<i64>,
        kind: OutboxKind,
        due: Time,
    ) -> Result<(), StoreError> {
        self.insert(game, kind, &New { key: key.into(), ..NOTHING }, due)
    }

    /// Lets the answer to an interaction be the first try of what was just queued, if that was not tried yet.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn reply_with(
        &self,
        game: GameId,
        key: impl Into<i64>,
        kind: OutboxKind,
        reply: InteractionId,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET reply = ?
                 WHERE game = ? AND kind = ? AND ref = ? AND tries = 0 AND sent IS NULL AND failed IS NULL",
            )?
            .execute(params![reply, game, kind, key.into()])?;
        Ok(())
    }

    /// Notes whose own action has ended a game, in the queued board of this ply: they need no notification.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_ended_by(&self, game: GameId, ply: u32, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET person = ? WHERE game = ? AND kind = 'board' AND ref = ?")?
            .execute(params![person, game, ply])?;
        Ok(())
    }

    /// Returns whose own action has ended a game at this ply; `None` if a clock or a planned move did.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn ended_by(&self, game: GameId, ply: u32) -> Result<Option<PersonId>, StoreError> {
        let person = self
            .sql
            .prepare_cached("SELECT person FROM outbox WHERE game = ? AND kind = 'board' AND ref = ?")?
            .query_row(params![game, ply], |row| row.get(0))
            .optional()?;
        Ok(person.flatten())
    }

    /// Queues a notification to `person` that a game has ended, once a game; `board` is the post that shows how.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_ended(
        &self,
        game: GameId,
        person: PersonId,
        board: MessageId,
        due: Time,
    ) -> Result<(), StoreError> {
        let (key, board) = (person.get().cast_signed(), board.to_string());
        let new = New { key, person: Some(person), text: Some(&board), channel: None };
        self.insert(game, OutboxKind::Ended, &new, due)
    }

    /// Queues a private notice about a game.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_notice(
        &self,
        game: GameId,
        person: PersonId,
        notice: &Notice,
        at: Time,
    ) -> Result<(), StoreError> {
        self.queue_line(game, OutboxKind::Notice, (person, None), &notice.to_stored(), at)
    }

    /// Queues a notice of an open offer, which the player gets by direct message or in `channel`, as they wish.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_offer_notice(
        &self,
        game: GameId,
        person: PersonId,
        offer: OfferId,
        channel: ChannelId,
        at: Time,
    ) -> Result<(), StoreError> {
        let notice = Notice::Offer(offer).to_stored();
        self.queue_line(game, OutboxKind::Notice, (person, Some(channel)), &notice, at)
    }

    /// Queues somebody's digest of `day`; it is no more than a line about `game` to the outbox, though it tells of others.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_digest(
        &self,
        game: GameId,
        person: PersonId,
        day: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        self.queue_line(game, OutboxKind::Digest, (person, None), day, at)
    }

    fn queue_line(
        &self,
        game: GameId,
        kind: OutboxKind,
        (person, channel): (PersonId, Option<ChannelId>),
        text: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        let key: i64 = self
            .sql
            .prepare_cached("SELECT coalesce(max(ref), 0) + 1 FROM outbox WHERE game = ? AND kind = ?")?
            .query_row(params![game, kind], |row| row.get(0))?;
        self.insert(game, kind, &New { key, person: Some(person), text: Some(text), channel }, at)
    }

    /// Queues that a board post calls nobody any more; `tells` says which entries of the record it tells.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_retire(
        &self,
        game: GameId,
        (channel, board): (ChannelId, MessageId),
        tells: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        let key = board.get().cast_signed();
        self.insert(
            game,
            OutboxKind::Retire,
            &New { key, channel: Some(channel), text: Some(tells), ..NOTHING },
            at,
        )
    }

    /// Queues that the message of a ping or reminder is deleted.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_unping(
        &self,
        game: GameId,
        (channel, message): (ChannelId, MessageId),
        at: Time,
    ) -> Result<(), StoreError> {
        let key = message.get().cast_signed();
        self.insert(game, OutboxKind::Unping, &New { key, channel: Some(channel), ..NOTHING }, at)
    }

    pub(crate) fn insert(
        &self,
        game: GameId,
        kind: OutboxKind,
        new: &New<'_>,
        due: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO outbox (game, kind, ref, person, text, channel, due)
                 VALUES (:game, :kind, :ref, :person, :text, :channel, :due)
                 ON CONFLICT DO UPDATE SET due = excluded.due, tries = 0, sent = NULL, failed = NULL, reply = NULL
                 WHERE kind IN ('lobby', 'offer', 'refresh')",
            )?
            .execute(named_params! {
                ":game": game,
                ":kind": kind,
                ":ref": new.key,
                ":person": new.person,
                ":text": new.text,
                ":channel": new.channel,
                ":due": due,
            })?;
        Ok(())
    }

    /// Leases the oldest due row of a game that is not in `busy`, until `until`. Boards whose clocks have changed come after all
    /// else: thousands of them can be due at once, and nobody waits for them.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lease(&self, now: Time, until: Time, busy: &[GameId]) -> Result<Option<Due>, StoreError> {
        let first = self.sql.prepare_cached(
            "SELECT id, game, kind, ref, person, text, channel, tries + 1, reply FROM outbox
             WHERE due <= ? AND sent IS NULL AND failed IS NULL AND kind <> 'refresh' ORDER BY due, id",
        )?;
        let refreshes = self.sql.prepare_cached(
            "SELECT id, game, kind, ref, person, text, channel, tries + 1, reply FROM outbox
             WHERE due <= ? AND sent IS NULL AND failed IS NULL AND kind = 'refresh' ORDER BY due, id",
        )?;
        for mut query in [first, refreshes] {
            let mut rows = query.query([now])?;
            while let Some(row) = rows.next()? {
                if busy.contains(&row.get(1)?) {
                    continue;
                }
                let due = due_from(row)?;
                self.sql
                    .prepare_cached("UPDATE outbox SET due = ?, tries = tries + 1 WHERE id = ?")?
                    .execute(params![until, due.id.0])?;
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// Settles all boards of a game up to ply `ply`: they are told or out of date. Nobody needs to know any more of those that
    /// were given up.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn settle_boards(&self, game: GameId, ply: u32, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind = 'board' AND ref <= ? AND sent IS NULL",
            )?
            .execute(params![at, game, ply])?;
        Ok(())
    }

    /// Settles a row: delivered as a message in a channel, or, without one, done or out of date. What `queue` makes due again
    /// and has changed since its row was leased stays due.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn settle(
        &self,
        id: OutboxId,
        shown: Option<(ChannelId, MessageId)>,
        at: Time,
    ) -> Result<(), StoreError> {
        let (channel, message) = shown.unzip();
        self.sql
            .prepare_cached(
                // `queue` sets the tries of these rows back to 0.
                "UPDATE outbox SET sent = ?, channel = coalesce(?, channel), message = ?
                 WHERE id = ? AND (kind NOT IN ('lobby', 'offer', 'refresh') OR tries > 0)",
            )?
            .execute(params![at, channel, message, id.0])?;
        Ok(())
    }

    /// Makes everything due now that a worker which is no more had leased or put off. A row whose first try, as the answer to an
    /// interaction, may still be under way becomes due when that is over. Only for the one that takes its place.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn release(&self, now: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                // An interaction's id holds the moment in which it was made, by Discord's clock.
                "UPDATE outbox SET due = max(?1, coalesce(min((reply >> 22) + ?2, ?1 + ?3), ?1))
                 WHERE due > ?1 AND tries > 0 AND sent IS NULL AND failed IS NULL",
            )?
            .execute(params![now, DISCORD_EPOCH_MS + REPLY_MS, REPLY_MS])?;
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

    /// Puts a row off that nothing was tried for: it is not for now.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn postpone(&self, id: OutboxId, due: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET due = ?, tries = 0 WHERE id = ?")?
            .execute(params![due, id.0])?;
        Ok(())
    }

    /// Gives a row up, with the reason for people to see.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn give_up(&self, id: OutboxId, why: &str, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET failed = ?, due = ? WHERE id = ?")?
            .execute(params![why, at, id.0])?;
        Ok(())
    }

    /// Makes what was given up in a lobby or game due again, except offers and private lines.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn revive(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE failed IS NOT NULL AND kind IN ('board', 'lobby', 'ready', 'ping') AND game = ?",
            )?
            .execute(params![at, game])?;
        Ok(())
    }

    /// The ply of a running game, if its newest board is of an earlier one, or it has none.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn behind(&self, game: GameId) -> Result<Option<u32>, StoreError> {
        let ply = self
            .sql
            .prepare_cached(
                "SELECT ply FROM game
                 WHERE id = ? AND state = 'running' AND (board_message IS NULL OR board_ply < ply)",
            )?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(ply)
    }

    /// Makes a row due again that was settled or given up; nothing happens where it is due still.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_again(&self, game: GameId, key: i64, kind: OutboxKind, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE game = ? AND kind = ? AND ref = ? AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .execute(params![at, game, kind, key])?;
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

    /// Forgets what was settled or given up before `before`. A call whose message still stands is kept, since the message is
    /// to be deleted one day, and a private line that was given up before `unread`, since it is told with the next answer.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn forget_delivered(&self, before: Time, unread: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "DELETE FROM outbox WHERE sent < ? AND (message IS NULL OR kind NOT IN ('ping', 'remind'))",
            )?
            .execute([before])?;
        self.sql
            .prepare_cached(
                "DELETE FROM outbox
                 WHERE due < ?1 AND failed IS NOT NULL AND (kind <> 'note' OR sent IS NOT NULL OR due < ?2)",
            )?
            .execute([before, unread])?;
        Ok(())
    }
}

fn due_from(row: &Row<'_>) -> Result<Due, StoreError> {
    let (tries, reply): (u32, Option<InteractionId>) = (row.get(7)?, row.get(8)?);
    Ok(Due {
        id: row.get(0)?,
        game: row.get(1)?,
        kind: row.get(2)?,
        key: row.get(3)?,
        person: row.get(4)?,
        text: row.get(5)?,
        channel: row.get(6)?,
        tries,
        reply: reply.filter(|_| tries == 1),
    })
}
