//! The outbox: everything that is still to be posted, edited or deleted on Discord.
//!
//! A transaction that changes a game also writes the outbox entries that announce the change. The worker leases an entry in a
//! short transaction of its own. It settles the entry when it is delivered, out of date or hopeless. If the worker dies, the
//! lease runs out and the entry is due again.

use rusqlite::{
    OptionalExtension as _, Row, named_params, params,
    types::{FromSql, FromSqlResult, ValueRef},
};

use crate::{
    error::StoreError,
    ids::{ChannelId, GameId, InteractionId, MessageId, OfferId, PersonId, Time},
    notice::Notice,
    tx::Tx,
    words::words,
};

/// The id of an outbox entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OutboxId(i64);

impl OutboxId {
    /// Returns the id as a number, for the nonce of the message.
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
    /// The kind of an outbox entry.
    OutboxKind {
        /// The board after a turn or a ply. The key is the ply.
        Board = "board",
        /// An edit of the newest board post, because its clocks have changed.
        Refresh = "refresh",
        /// The message of the lobby in its current state.
        Lobby = "lobby",
        /// A message to the host that the lobby can start.
        Ready = "ready",
        /// Another name for the game's thread.
        Rename = "rename",
        /// An edit of a board post that a newer one has replaced: its mentions and buttons go. The key is the message.
        Retire = "retire",
        /// A notification to move that is not part of the board post. The key is that of a [`crate::Notification`].
        Ping = "ping",
        /// A reminder to a player who is running out of time. The key is that of a [`crate::Notification`] and a number.
        Remind = "remind",
        /// The deletion of a notification whose move was made. The key is the message.
        Unping = "unping",
        /// A notification that the game has ended, to a player whom the last board post does not mention. The key is the
        /// person.
        Ended = "ended",
        /// An offer in its current state, or its result.
        Offer = "offer",
        /// A private notice to one person.
        Notice = "note",
        /// The digest of one person's waiting games. The entry belongs to one of them.
        Digest = "digest",
    }
}

/// A leased outbox entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The id of the entry.
    pub id: OutboxId,
    /// The game of the entry.
    pub game: GameId,
    /// The kind of the entry.
    pub kind: OutboxKind,
    /// The key among the entries of its kind in the game.
    pub key: i64,
    /// The recipient, if it is for one person.
    pub person: Option<PersonId>,
    /// The text, if it was known when the entry was queued. [`Due::notice`] reads that of a notice.
    pub text: Option<String>,
    /// The channel of the message that is to be edited or deleted.
    pub channel: Option<ChannelId>,
    /// The number of attempts, this one included.
    pub tries: u32,
    /// The interaction whose response is the first attempt, if this is the first.
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

/// The timestamp from which Discord's ids count.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
/// How long after an interaction a response to it can still create a message. Discord accepts a response for three seconds, and
/// one that is under way then takes a moment longer.
pub const REPLY_MS: i64 = 4_000;

pub(crate) const NOTHING: New<'static> = New { key: 0, person: None, text: None, channel: None };

/// The columns of a new entry, apart from game, kind and time.
pub(crate) struct New<'t> {
    pub(crate) key: i64,
    pub(crate) person: Option<PersonId>,
    pub(crate) text: Option<&'t str>,
    pub(crate) channel: Option<ChannelId>,
}

impl Tx<'_> {
    /// Queues an entry for a game. A second call with the same game, kind and key does nothing. Lobby messages, offers and
    /// board refreshes are the exception: they become due again.
    pub fn queue(
        &self,
        game: GameId,
        key: impl Into<i64>,
        kind: OutboxKind,
        due: Time,
    ) -> Result<(), StoreError> {
        self.insert(game, kind, &New { key: key.into(), ..NOTHING }, due)
    }

    /// Makes the response to an interaction the first attempt for an entry that was just queued. If an attempt was made
    /// already, nothing happens.
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

    /// Records in the queued board of this ply who ended the game. That player needs no notification.
    pub fn set_ended_by(&self, game: GameId, ply: u32, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET person = ? WHERE game = ? AND kind = 'board' AND ref = ?")?
            .execute(params![person, game, ply])?;
        Ok(())
    }

    /// Returns the player whose action ended a game at this ply, or `None` if a clock or a planned move did.
    pub fn ended_by(&self, game: GameId, ply: u32) -> Result<Option<PersonId>, StoreError> {
        let person = self
            .sql
            .prepare_cached("SELECT person FROM outbox WHERE game = ? AND kind = 'board' AND ref = ?")?
            .query_row(params![game, ply], |row| row.get(0))
            .optional()?;
        Ok(person.flatten())
    }

    /// Queues a notification to `person` that a game has ended, once for each game. `board` is the post with the final board.
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

    /// Queues a person's digest for `day`. The outbox treats it as a notice about `game`, though it lists other games, too.
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

    /// Queues the edit that removes mentions and buttons from a board post. `tells` names the record entries that the
    /// post reports.
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

    /// Queues the deletion of a notification or reminder.
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

    /// Leases the oldest due entry of a game that is not in `busy`, until `until`. Board refreshes come last: thousands of them
    /// can be due at once, and nobody waits for them.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use data::{StoreError, Time, OutboxKind};
    ///
    /// store.write(move |tx| {
    ///     tx.queue(id, 0, OutboxKind::Board, Time(10))?;
    ///     let due = tx.lease(Time(10), Time(40), &[])?.expect("the board is due");
    ///     assert_eq!((due.game, due.kind), (id, OutboxKind::Board));
    ///     // The post is message 8 in channel 2.
    ///     tx.settle(due.id, Some((2.into(), 8.into())), Time(11))?;
    ///     assert_eq!(tx.next_due()?, None);
    ///     Ok::<_, StoreError>(())
    /// }).await?;
    /// # Ok(())
    /// # }
    /// ```
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

    /// Settles all boards of a game up to `ply`: they are delivered or out of date. Boards that had failed need no more
    /// reports.
    pub fn settle_boards(&self, game: GameId, ply: u32, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind = 'board' AND ref <= ? AND sent IS NULL",
            )?
            .execute(params![at, game, ply])?;
        Ok(())
    }

    /// Settles an entry. `shown` is the delivered message, or `None` if nothing had to be posted. An entry that `queue` made
    /// due again after it was leased stays due.
    pub fn settle(
        &self,
        id: OutboxId,
        shown: Option<(ChannelId, MessageId)>,
        at: Time,
    ) -> Result<(), StoreError> {
        let (channel, message) = shown.unzip();
        self.sql
            .prepare_cached(
                // `queue` sets the attempts of these entries back to 0.
                "UPDATE outbox SET sent = ?, channel = coalesce(?, channel), message = ?
                 WHERE id = ? AND (kind NOT IN ('lobby', 'offer', 'refresh') OR tries > 0)",
            )?
            .execute(params![at, channel, message, id.0])?;
        Ok(())
    }

    /// Makes all entries due now that an earlier worker had leased or put off. If the response to an interaction may still be
    /// under way as their first attempt, they become due when that is over. Call it only when the earlier worker is gone.
    pub fn release(&self, now: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                // The id of an interaction contains its creation time, by Discord's clock.
                "UPDATE outbox SET due = max(?1, coalesce(min((reply >> 22) + ?2, ?1 + ?3), ?1))
                 WHERE due > ?1 AND tries > 0 AND sent IS NULL AND failed IS NULL",
            )?
            .execute(params![now, DISCORD_EPOCH_MS + REPLY_MS, REPLY_MS])?;
        Ok(())
    }

    /// Makes an entry due again at a later time.
    pub fn retry(&self, id: OutboxId, due: Time) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE outbox SET due = ? WHERE id = ?")?.execute(params![due, id.0])?;
        Ok(())
    }

    /// Postpones an entry whose delivery was not attempted.
    pub fn postpone(&self, id: OutboxId, due: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET due = ?, tries = 0 WHERE id = ?")?
            .execute(params![due, id.0])?;
        Ok(())
    }

    /// Marks an entry as failed, with a reason that people can read.
    pub fn give_up(&self, id: OutboxId, why: &str, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET failed = ?, due = ? WHERE id = ?")?
            .execute(params![why, at, id.0])?;
        Ok(())
    }

    /// Makes the failed entries of a lobby or game due again, except offers and private notices.
    pub fn revive(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE failed IS NOT NULL AND kind IN ('board', 'lobby', 'ready', 'ping') AND game = ?",
            )?
            .execute(params![at, game])?;
        Ok(())
    }

    /// Returns the ply of a running game if its newest board is of an earlier ply or missing.
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

    /// Makes a settled or failed entry due again. An entry that is still due stays as it is.
    pub fn queue_again(&self, game: GameId, key: i64, kind: OutboxKind, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE game = ? AND kind = ? AND ref = ? AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .execute(params![at, game, kind, key])?;
        Ok(())
    }

    /// Returns when the next entry is due, or `None` if nothing waits.
    pub fn next_due(&self) -> Result<Option<Time>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM outbox WHERE sent IS NULL AND failed IS NULL")?
            .query_row([], |row| row.get(0))?;
        Ok(due)
    }

    /// Deletes entries that were settled or failed before `before`, with two exceptions. A notification whose message still
    /// exists is kept, since the message is to be deleted one day. A notice that failed is kept until `unread`, since the next
    /// response shows it.
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
