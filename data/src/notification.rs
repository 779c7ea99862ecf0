//! Calls to move, by pings and reminders, and what becomes of them once the move is made.

use rules::Seat;
use rusqlite::params;

use crate::{
    ChannelId, Game, GameId, MessageId, OutboxId, OutboxKind, PersonId, StoreError, Time, Tx, outbox::New,
};

/// Which move a person is called to make: that of a seat in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notification {
    /// The turn, counted from 0.
    pub turn: u32,
    /// The seat's index.
    pub seat: u8,
}

impl Notification {
    const SEATS: i64 = 8;
    /// How many reminders of one call there can be: who is given more time is reminded anew.
    pub const REMINDERS: i64 = 256;

    /// The key of the ping.
    #[must_use]
    pub const fn ping(self) -> i64 {
        self.turn as i64 * Notification::SEATS + self.seat as i64
    }

    /// The key of the reminder with this number, which is less than [`Notification::REMINDERS`].
    #[must_use]
    pub const fn reminder(self, number: i64) -> i64 {
        self.ping() * Notification::REMINDERS + number
    }

    /// Which reminder of its call the one with this key is, counted from 0.
    #[must_use]
    pub const fn number(key: i64) -> i64 {
        key % Notification::REMINDERS
    }

    /// The call that a ping or reminder is about.
    #[must_use]
    pub fn of(kind: OutboxKind, key: i64) -> Notification {
        let ping = if kind == OutboxKind::Remind { key / Notification::REMINDERS } else { key };
        let turn = u32::try_from(ping / Notification::SEATS).unwrap_or(u32::MAX);
        Notification { turn, seat: (ping % Notification::SEATS).unsigned_abs() as u8 }
    }
}

impl Game {
    /// Whether the game waits in this turn for the person that was called: one call is for all their seats.
    #[must_use]
    pub fn notifications(&self, notification: Notification, person: PersonId) -> bool {
        self.table.turn() == notification.turn && self.awaited().contains(&person)
    }
}

impl Tx<'_> {
    /// Queues a ping of one person, who finds the board in message `board`.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_ping(
        &self,
        game: &Game,
        notification: Notification,
        board: MessageId,
        due: Time,
    ) -> Result<(), StoreError> {
        self.queue_notification(game, notification, (OutboxKind::Ping, notification.ping()), board, due)
    }

    /// Queues a further reminder of this call. Nothing is queued while the board of that turn has not been shown.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn queue_reminder(
        &self,
        game: &Game,
        notification: Notification,
        due: Time,
    ) -> Result<(), StoreError> {
        let Some((board, _)) = game.board.filter(|&(_, turn)| turn == notification.turn) else {
            return Ok(());
        };
        let (first, last) = (notification.reminder(0), notification.reminder(Notification::REMINDERS - 1));
        let next: i64 = self
            .sql
            .prepare_cached(
                "SELECT coalesce(max(ref) + 1, ?3) FROM outbox
                 WHERE game = ?1 AND kind = ?2 AND ref BETWEEN ?3 AND ?4",
            )?
            .query_row(params![game.id, OutboxKind::Remind, first, last], |row| row.get(0))?;
        if next > last {
            return Ok(());
        }
        self.queue_notification(game, notification, (OutboxKind::Remind, next), board, due)
    }

    fn queue_notification(
        &self,
        game: &Game,
        notification: Notification,
        (kind, key): (OutboxKind, i64),
        board: MessageId,
        due: Time,
    ) -> Result<(), StoreError> {
        let person = Seat::from_index(notification.seat.into()).and_then(|seat| game.person_in(seat));
        let Some(person) = person else { return Ok(()) };
        let board = board.to_string();
        // The seat may have had another player in this turn, whose call is over.
        self.sql
            .prepare_cached(
                "DELETE FROM outbox
                 WHERE game = ? AND kind = ? AND ref = ? AND person <> ? AND message IS NULL
                   AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .execute(params![game.id, kind, key, person])?;
        self.insert(game.id, kind, &New { key, person: Some(person), text: Some(&board), channel: None }, due)
    }

    /// Takes back the calls of turn `since` and later that the game no longer has reason for: those that nobody has tried to
    /// make are dropped, the messages of those that were made are queued to be deleted. What may have been made is looked
    /// after by the worker.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn end_notifications(&self, game: &Game, since: u32, at: Time) -> Result<(), StoreError> {
        let first = Notification { turn: since, seat: 0 };
        for (kind, key) in [(OutboxKind::Ping, first.ping()), (OutboxKind::Remind, first.reminder(0))] {
            for (id, key, person, shown) in self.open_notifications(game, kind, key)? {
                if game.notifications(Notification::of(kind, key), person) {
                    continue;
                }
                if let Some(shown) = shown {
                    self.queue_unping(game.id, shown, at)?;
                }
                self.settle(id, None, at)?;
            }
        }
        Ok(())
    }

    /// Drops the calls of a game that nobody has tried to make.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn drop_notifications(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind IN ('ping', 'remind') AND sent IS NULL AND failed IS NULL AND tries = 0",
            )?
            .execute(params![at, game])?;
        Ok(())
    }

    /// Forgets all calls of a game, so that everybody can be called anew; the messages of those that were made are queued to be
    /// deleted.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub(crate) fn forget_notifications(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        let shown: Vec<(ChannelId, MessageId)> = self
            .sql
            .prepare_cached(
                "SELECT channel, message FROM outbox
                 WHERE game = ? AND kind IN ('ping', 'remind') AND channel IS NOT NULL AND message IS NOT NULL",
            )?
            .query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for message in shown {
            self.queue_unping(game, message, at)?;
        }
        self.sql
            .prepare_cached("DELETE FROM outbox WHERE game = ? AND kind IN ('ping', 'remind')")?
            .execute([game])?;
        Ok(())
    }

    /// The calls from `key` on that are still to be made, or whose message stands.
    #[allow(clippy::type_complexity)]
    fn open_notifications(
        &self,
        game: &Game,
        kind: OutboxKind,
        key: i64,
    ) -> Result<Vec<(OutboxId, i64, PersonId, Option<(ChannelId, MessageId)>)>, StoreError> {
        let open = self
            .sql
            .prepare_cached(
                "SELECT id, ref, person, channel, message FROM outbox
                 WHERE game = ? AND kind = ? AND ref >= ?
                   AND (sent IS NULL AND failed IS NULL AND tries = 0 OR message IS NOT NULL)",
            )?
            .query_map(params![game.id, kind, key], |row| {
                let message: Option<MessageId> = row.get(4)?;
                let shown = row.get::<_, Option<ChannelId>>(3)?.zip(message);
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, shown))
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(open)
    }
}
