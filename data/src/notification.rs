//! Notifications and reminders to move, and their end once the move is made.

use rules::Seat;
use rusqlite::params;

use crate::{
    error::StoreError,
    game::Game,
    ids::{ChannelId, GameId, MessageId, PersonId, Time},
    outbox::{New, OutboxId, OutboxKind},
    tx::Tx,
};

/// The move that a notification asks for: that of one seat in one turn.
///
/// ```
/// use data::{Notification, OutboxKind};
///
/// let notification = Notification { turn: 4, seat: 1 };
/// assert_eq!(Notification::of(OutboxKind::Ping, notification.ping()), notification);
/// assert_eq!(Notification::of(OutboxKind::Remind, notification.reminder(2)), notification);
/// assert_eq!(Notification::number(notification.reminder(2)), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notification {
    /// The turn, counted from 0.
    pub turn: u32,
    /// The index of the seat, counted from 0.
    pub seat: u8,
}

impl Notification {
    const SEATS: i64 = 8;
    /// The most reminders of one call. A player who is given more time is reminded again.
    pub const REMINDERS: i64 = 256;

    /// Returns the key of the notification.
    pub const fn ping(self) -> i64 {
        self.turn as i64 * Notification::SEATS + self.seat as i64
    }

    /// Returns the key of the reminder with this number, which is less than [`Notification::REMINDERS`].
    pub const fn reminder(self, number: i64) -> i64 {
        self.ping() * Notification::REMINDERS + number
    }

    /// Returns the number of the reminder with this key, counted from 0.
    pub const fn number(key: i64) -> i64 {
        key % Notification::REMINDERS
    }

    /// Returns the call of a notification or reminder with this key.
    pub fn of(kind: OutboxKind, key: i64) -> Notification {
        let ping = if kind == OutboxKind::Remind { key / Notification::REMINDERS } else { key };
        let turn = u32::try_from(ping / Notification::SEATS).unwrap_or(u32::MAX);
        Notification { turn, seat: (ping % Notification::SEATS).unsigned_abs() as u8 }
    }
}

impl Game {
    /// Returns whether the game is in the turn of the call and waits for `person`. One call covers all seats of a person.
    pub fn notifications(&self, notification: Notification, person: PersonId) -> bool {
        self.table.turn() == notification.turn && self.awaited().contains(&person)
    }
}

impl Tx<'_> {
    /// Queues a notification to one person, with a link to the board in message `board`.
    pub fn queue_ping(
        &self,
        game: &Game,
        notification: Notification,
        board: MessageId,
        due: Time,
    ) -> Result<(), StoreError> {
        self.queue_notification(game, notification, (OutboxKind::Ping, notification.ping()), board, due)
    }

    /// Queues another reminder for this call. If the board of that turn has not been posted, nothing is queued.
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
        // The seat may have changed hands in this turn, and the earlier player's call is over.
        self.sql
            .prepare_cached(
                "DELETE FROM outbox
                 WHERE game = ? AND kind = ? AND ref = ? AND person <> ? AND message IS NULL
                   AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .execute(params![game.id, kind, key, person])?;
        self.insert(game.id, kind, &New { key, person: Some(person), text: Some(&board), channel: None }, due)
    }

    /// Cancels the calls since turn `since` that the game no longer needs. Calls without a delivery attempt are dropped, and
    /// delivered messages are queued for deletion. The worker takes care of calls whose delivery is uncertain.
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

    /// Drops the calls of a game whose delivery was never attempted.
    pub fn drop_notifications(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind IN ('ping', 'remind') AND sent IS NULL AND failed IS NULL AND tries = 0",
            )?
            .execute(params![at, game])?;
        Ok(())
    }

    /// Deletes all calls of a game, so that everybody can be notified again. Delivered messages are queued for deletion.
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

    /// Returns the calls from `key` on that are waiting for their first attempt, or whose message still exists.
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
