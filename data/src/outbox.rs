//! The outbox: everything that is still to be posted, edited or deleted on Discord.
//!
//! A transaction that changes a game also writes the outbox entries that announce the change. The worker leases an entry in a
//! short transaction of its own. It settles the entry when it is delivered, out of date or hopeless. If the worker dies, the
//! lease runs out and the entry is due again.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{
    params,
    types::{FromSql, FromSqlResult, ValueRef},
};

use crate::{
    columns::time_or_null,
    error::StoreError,
    ids::{ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, OfferId, PersonId, in_ms},
    notice::Notice,
    payload::Payload,
    slices::{Slices, in_slices},
    sql::{self, OptionalExtension as _, Row},
    tx::Tx,
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

/// A leased outbox entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The id of the entry.
    pub id: OutboxId,
    /// The game of the entry.
    pub game: GameId,
    /// The server of the game.
    pub guild: GuildId,
    /// The message or edit to send.
    pub payload: Payload,
    /// The number of attempts, this one included.
    pub tries: u32,
    /// The interaction whose response is the first attempt, if this is the first.
    pub reply: Option<InteractionId>,
}

/// The timestamp from which Discord's ids count.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
/// How long after an interaction a response to it can still create a message. Discord accepts a response for three seconds, and
/// one that is under way then takes a moment longer.
pub const REPLY: SignedDuration = SignedDuration::from_secs(4);

/// How long an entry that is the response to an interaction goes before all others. Afterwards the player has another response.
const URGENT: SignedDuration = SignedDuration::from_millis(1500);

/// How many due entries a query returns at most. A server sends all rows of a query, and thousands can be due after an outage.
const PAGE: usize = 64;
/// How many it returns at least, if there are so many. One game may have several.
const SHORT_PAGE: usize = 16;

/// A query for a page of the due entries in some slices, behind an entry: their ids, games, payloads, attempts, replies, servers and due
/// times. It leaves out games for which [`Tx::release`] waits until a response can no longer arrive.
///
/// Other entries of a game are counted and not joined, so that PostgreSQL finds them by the index of the game: a join could compare all
/// entries with each other. Where a game is known, `sent + 0` keeps PostgreSQL from the indexes of due entries, which look small until
/// thousands are due.
macro_rules! page_of_due {
    ($condition:literal) => {
        concat!(
            "SELECT id, game, payload, tries + 1, reply, (SELECT guild FROM game WHERE game.id = outbox.game), due FROM outbox
             WHERE due <= ?1 AND (due, id) > (?3, ?4) AND sent IS NULL AND failed IS NULL
               AND (SELECT count(*) FROM outbox AS pending WHERE pending.game = outbox.game AND pending.reply IS NOT NULL
                           AND pending.tries > 0 AND pending.sent + 0 IS NULL AND pending.failed IS NULL
                           AND pending.due > ?1 AND pending.due <= ?1 + ?6) = 0
               AND ",
            $condition,
            " AND ",
            in_slices!("(SELECT guild FROM game WHERE game.id = outbox.game)", "?2"),
            " ORDER BY due, id LIMIT ?5"
        )
    };
}

impl Tx<'_> {
    /// Queues an entry for a game. A second call with the same game, kind and key does nothing. Lobby messages, offers, board
    /// refreshes and weekly posts are the exception: they become due again.
    pub fn queue(&self, game: GameId, payload: &Payload, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO outbox (game, kind, key, payload, due) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game, kind, key) DO UPDATE SET payload = excluded.payload, due = excluded.due, tries = 0, sent = NULL,
                                           failed = NULL, reply = NULL
                 WHERE outbox.kind IN ('lobby', 'offer', 'refresh', 'weekly')",
            )?
            .send(params![game, payload.kind(), payload.key(), payload, Millis(due)])?;
        Ok(())
    }

    /// Makes the response to an interaction the first attempt for an entry that was just queued. If an attempt was made
    /// already, nothing happens.
    pub fn reply_with(
        &self,
        game: GameId,
        payload: &Payload,
        reply: InteractionId,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET reply = ?
                 WHERE game = ? AND kind = ? AND key = ? AND tries = 0 AND sent + 0 IS NULL AND failed IS NULL",
            )?
            .send(params![reply, game, payload.kind(), payload.key()])?;
        Ok(())
    }

    /// Makes an entry that waits due at `due`, if it would be due later.
    pub fn hasten(&self, game: GameId, payload: &Payload, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET due = ?1
                 WHERE game = ?2 AND kind = ?3 AND key = ?4 AND due > ?1 AND tries = 0 AND sent IS NULL",
            )?
            .send(params![Millis(due), game, payload.kind(), payload.key()])?;
        Ok(())
    }

    /// Records in the queued board of this ply who ended the game. That player needs no notification.
    pub fn set_ended_by(&self, game: GameId, ply: u32, person: PersonId) -> Result<(), StoreError> {
        let board = Payload::Board { ply, ended_by: Some(person) };
        self.sql
            .prepare_cached("UPDATE outbox SET payload = ? WHERE game = ? AND kind = ? AND key = ?")?
            .send(params![board, game, board.kind(), board.key()])?;
        Ok(())
    }

    /// Returns the player whose action ended a game at this ply, or `None` if a clock or a planned move did.
    pub fn ended_by(&self, game: GameId, ply: u32) -> Result<Option<PersonId>, StoreError> {
        let board = Payload::board(ply);
        let board = self
            .sql
            .prepare_cached("SELECT payload FROM outbox WHERE game = ? AND kind = ? AND key = ?")?
            .query_row(params![game, board.kind(), board.key()], |row| row.get(0))
            .optional()?;
        Ok(if let Some(Payload::Board { ended_by, .. }) = board { ended_by } else { None })
    }

    /// Queues a private notice about a game.
    pub fn queue_notice(
        &self,
        game: GameId,
        person: PersonId,
        notice: Notice,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let number = self.next_notice(game)?;
        self.queue(game, &Payload::Notice { number, person, notice, channel: None }, at)
    }

    /// Queues a notice of an open offer, which the player gets by direct message or in `channel`, as they wish.
    pub fn queue_offer_notice(
        &self,
        game: GameId,
        person: PersonId,
        offer: OfferId,
        channel: ChannelId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (number, notice) = (self.next_notice(game)?, Notice::Offer(offer));
        self.queue(game, &Payload::Notice { number, person, notice, channel: Some(channel) }, at)
    }

    /// Queues a notification that the player asked for, which they get by direct message or in `channel`, as they wish.
    pub fn queue_test(
        &self,
        game: GameId,
        person: PersonId,
        channel: ChannelId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let number = self.next_notice(game)?;
        self.queue(
            game,
            &Payload::Notice { number, person, notice: Notice::Test, channel: Some(channel) },
            at,
        )
    }

    /// Queues an invitation to a lobby in `channel`, which the player gets there or by direct message, as they wish.
    pub fn queue_invitation(
        &self,
        game: GameId,
        person: PersonId,
        channel: ChannelId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (number, notice) = (self.next_notice(game)?, Notice::Invited);
        self.queue(game, &Payload::Notice { number, person, notice, channel: Some(channel) }, at)
    }

    fn next_notice(&self, game: GameId) -> Result<u32, StoreError> {
        let number = self
            .sql
            .prepare_cached(
                "SELECT coalesce(max(json_extract(payload, '$.number')), 0) + 1 FROM outbox
                 WHERE game = ? AND kind = 'notice'",
            )?
            .query_row([game], |row| row.get(0))?;
        Ok(number)
    }

    /// Returns whether [`lease`](Tx::lease) would find an entry.
    pub fn can_lease(&self, now: Timestamp, busy: &[GameId]) -> Result<bool, StoreError> {
        Ok(!self.next_due_entries(now, busy, 1)?.is_empty())
    }

    /// Returns at most `most` due entries in the order of delivery, each of another game. If an entry cannot be read, its error takes its
    /// place.
    fn next_due_entries(
        &self,
        now: Timestamp,
        busy: &[GameId],
        most: usize,
    ) -> Result<Vec<(OutboxId, sql::Result<Due>)>, StoreError> {
        // A player waits for each of these. While more entries become due than Discord accepts, the oldest would all be late.
        let urgent = self.sql.prepare_cached(page_of_due!(
            "reply IS NOT NULL AND tries = 0
             AND (SELECT count(*) FROM outbox AS earlier WHERE earlier.game = outbox.game AND earlier.due < outbox.due
                         AND earlier.sent + 0 IS NULL AND earlier.failed IS NULL) = 0"
        ))?;
        let first = self.sql.prepare_cached(page_of_due!("kind <> 'refresh'"))?;
        // Thousands of board refreshes can be due at once, and nobody waits for them.
        let last = self.sql.prepare_cached(page_of_due!("kind = 'refresh'"))?;
        let urgent_after = clock::earlier(now, URGENT).as_millisecond();
        let (mut busy, mut due) = (busy.to_vec(), Vec::new());
        for (mut query, after) in [(urgent, urgent_after), (first, i64::MIN), (last, i64::MIN)] {
            let page = (most + busy.len()).clamp(SHORT_PAGE, PAGE);
            let (mut behind, mut found) = ((after, i64::MIN), page);
            while found == page && due.len() < most {
                found = 0;
                let bits = self.slices.bits();
                let mut rows =
                    query.query(params![Millis(now), bits, behind.0, behind.1, page as i64, in_ms(REPLY)])?;
                while due.len() < most
                    && let Some(row) = rows.next()?
                {
                    let game = row.get(1)?;
                    if !busy.contains(&game) {
                        due.push((row.get(0)?, due_from(&row)));
                        busy.push(game);
                    }
                    (behind, found) = ((row.get(6)?, row.get(0)?), found + 1);
                }
            }
        }
        Ok(due)
    }

    /// Leases the oldest due entry of a game that is not in `busy`, until `until`, as [`lease_some`](Tx::lease_some) does.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use data::{Payload, StoreError};
    /// use clock::from_millis;
    ///
    /// store.write(move |tx| {
    ///     let board = Payload::board(0);
    ///     tx.queue(id, &board, from_millis(10))?;
    ///     let due = tx.lease(from_millis(10), from_millis(40), &[])?.expect("the board is due");
    ///     assert_eq!((due.game, due.payload), (id, board));
    ///     // The post is message 8 in channel 2.
    ///     tx.settle(due.id, Some((2.into(), 8.into())), from_millis(11))?;
    ///     assert_eq!(tx.next_due()?, None);
    ///     Ok::<_, StoreError>(())
    /// }).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn lease(
        &self,
        now: Timestamp,
        until: Timestamp,
        busy: &[GameId],
    ) -> Result<Option<Due>, StoreError> {
        Ok(self.lease_some(now, until, busy, 1)?.pop())
    }

    /// Leases the oldest due entries until `until`, at most `most`, each of another game that is not in `busy`. Their servers are in the
    /// store's slices. Responses that players still wait for come first, unless an older entry of their game is due. Board refreshes
    /// come last.
    pub fn lease_some(
        &self,
        now: Timestamp,
        until: Timestamp,
        busy: &[GameId],
        most: usize,
    ) -> Result<Vec<Due>, StoreError> {
        let mut leased = Vec::new();
        loop {
            let found = self.next_due_entries(now, busy, most)?;
            let is_end = found.is_empty();
            for (id, due) in found {
                match due {
                    // No entry may keep the worker from all others. The error could quote a secret.
                    Err(sql::Error::Sqlite(rusqlite::Error::FromSqlConversionFailure(..))) => {
                        tracing::error!(entry = id.0, "reading an outbox entry failed; it is given up");
                        self.give_up(id, "its content is unreadable", now)?;
                    }
                    due => leased.push(due?),
                }
            }
            if is_end || !leased.is_empty() {
                break;
            }
        }
        let mut lease =
            self.sql.prepare_cached("UPDATE outbox SET due = ?, tries = tries + 1 WHERE id = ?")?;
        for due in &leased {
            lease.send(params![Millis(until), due.id.0])?;
        }
        Ok(leased)
    }

    /// Settles all boards of a game up to `ply`: they are delivered or out of date. Boards that had failed need no more
    /// reports.
    pub fn settle_boards(&self, game: GameId, ply: u32, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind = 'board' AND json_extract(payload, '$.ply') <= ? AND sent IS NULL",
            )?
            .send(params![Millis(at), game, ply])?;
        Ok(())
    }

    /// Settles an entry. `shown` is the delivered message, or `None` if nothing had to be posted. An entry that `queue` made
    /// due again after it was leased stays due.
    pub fn settle(
        &self,
        id: OutboxId,
        shown: Option<(ChannelId, MessageId)>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (channel, message) = shown.unzip();
        self.sql
            .prepare_cached(
                // `queue` sets the attempts of these entries back to 0.
                "UPDATE outbox SET sent = ?, channel = coalesce(?, channel), message = ?
                 WHERE id = ? AND (kind NOT IN ('lobby', 'offer', 'refresh', 'weekly') OR tries > 0)",
            )?
            .send(params![Millis(at), channel, message, id.0])?;
        Ok(())
    }

    /// Makes all entries of `slices` due now that an earlier worker had leased or put off. If the response to an interaction may still be
    /// under way as their first attempt, they become due when that is over, and the other entries of their game wait for them. Call it
    /// only when the earlier worker is gone.
    pub fn release(&self, slices: Slices, now: Timestamp) -> Result<(), StoreError> {
        let reply_ms = in_ms(REPLY);
        self.sql
            .prepare_cached(concat!(
                // The id of an interaction contains its creation time, by Discord's clock.
                "UPDATE outbox SET due = max(?1, coalesce(min((reply >> 22) + ?2, ?1 + ?3), ?1))
                 WHERE due > ?1 AND tries > 0 AND sent IS NULL AND failed IS NULL AND ",
                in_slices!("(SELECT guild FROM game WHERE game.id = outbox.game)", "?4")
            ))?
            .send(params![Millis(now), DISCORD_EPOCH_MS + reply_ms, reply_ms, slices.bits()])?;
        Ok(())
    }

    /// Makes an entry due again at a later time.
    pub fn retry(&self, id: OutboxId, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET due = ? WHERE id = ?")?
            .send(params![Millis(due), id.0])?;
        Ok(())
    }

    /// Postpones an entry whose delivery was not attempted.
    pub fn postpone(&self, id: OutboxId, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE outbox SET due = ?, tries = 0 WHERE id = ?")?
            .send(params![Millis(due), id.0])?;
        Ok(())
    }

    /// Marks an entry as failed, with a reason that people can read.
    pub fn give_up(&self, id: OutboxId, why: &str, at: Timestamp) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE outbox SET failed = ?, due = ? WHERE id = ?")?.send(params![
            why,
            Millis(at),
            id.0
        ])?;
        Ok(())
    }

    /// Makes the failed entries of a lobby or game due again, except offers and private notices.
    pub fn revive(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE failed IS NOT NULL AND kind IN ('board', 'lobby', 'ready', 'ping') AND game = ?",
            )?
            .send(params![Millis(at), game])?;
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
    pub fn queue_again(&self, game: GameId, payload: &Payload, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET failed = NULL, sent = NULL, tries = 0, reply = NULL, due = ?
                 WHERE game = ? AND kind = ? AND key = ? AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .send(params![Millis(at), game, payload.kind(), payload.key()])?;
        Ok(())
    }

    /// Returns when the next entry is due, or `None` if nothing waits.
    pub fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM outbox WHERE sent IS NULL AND failed IS NULL")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Deletes entries that were settled or failed before `before`, with two exceptions. A notification whose message still
    /// exists is kept, since the message is to be deleted one day. A notice that failed is kept until `unread`, since the next
    /// response shows it.
    pub fn forget_delivered(&self, before: Timestamp, unread: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "DELETE FROM outbox WHERE sent < ? AND (message IS NULL OR kind NOT IN ('ping', 'remind'))",
            )?
            .send([Millis(before)])?;
        self.sql
            .prepare_cached(
                "DELETE FROM outbox
                 WHERE due < ?1 AND failed IS NOT NULL AND (kind <> 'notice' OR sent IS NOT NULL OR due < ?2)",
            )?
            .send([Millis(before), Millis(unread)])?;
        Ok(())
    }
}

fn due_from(row: &Row<'_>) -> sql::Result<Due> {
    let (tries, reply): (u32, Option<InteractionId>) = (row.get(3)?, row.get(4)?);
    Ok(Due {
        id: row.get(0)?,
        game: row.get(1)?,
        guild: row.get(5)?,
        payload: row.get(2)?,
        tries,
        reply: reply.filter(|_| tries == 1),
    })
}
