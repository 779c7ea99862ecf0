//! Notifications and reminders to move, and their end once the move is made.

use jiff::Timestamp;
use rules::Seat;
use rusqlite::params;

use crate::{
    error::StoreError,
    game::Game,
    ids::{ChannelId, GameId, MessageId, Millis, PersonId},
    outbox::OutboxId,
    payload::{Notification, Payload},
    sql::{self, Statement},
    tx::Tx,
};

impl Game {
    /// Returns whether the game is still in the turn of a notification and waits for `person`. One notification covers all seats
    /// of a person.
    pub fn still_waits(&self, notification: Notification, person: PersonId) -> bool {
        self.table.turn() == notification.turn && self.awaited().contains(&person)
    }

    fn person_of(&self, notification: Notification) -> Option<PersonId> {
        Seat::from_index(notification.seat.into()).and_then(|seat| self.person_in(seat))
    }
}

impl Tx<'_> {
    /// Queues a notification to one person, with a link to the board in message `board`.
    pub fn queue_ping(
        &self,
        game: &Game,
        notification: Notification,
        board: MessageId,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(person) = game.person_of(notification) else { return Ok(()) };
        self.queue_notification(game, person, &Payload::Ping { notification, person, board }, due)
    }

    /// Queues another reminder of this move. If the board of that turn has not been posted, nothing is queued.
    pub fn queue_reminder(
        &self,
        game: &Game,
        notification: Notification,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        let Some((board, _)) = game.board.filter(|&(_, turn)| turn == notification.turn) else {
            return Ok(());
        };
        let Some(person) = game.person_of(notification) else { return Ok(()) };
        let number: u32 = self
            .sql
            .prepare_cached(
                "SELECT coalesce(max(json_extract(payload, '$.number')) + 1, 0) FROM outbox
                 WHERE game = ? AND kind = 'remind' AND json_extract(payload, '$.notification.turn') = ?
                   AND json_extract(payload, '$.notification.seat') = ?",
            )?
            .query_row(params![game.id, notification.turn, notification.seat], |row| row.get(0))?;
        if number >= Notification::REMINDERS {
            return Ok(());
        }
        self.queue_notification(game, person, &Payload::Remind { notification, number, person, board }, due)
    }

    fn queue_notification(
        &self,
        game: &Game,
        person: PersonId,
        payload: &Payload,
        due: Timestamp,
    ) -> Result<(), StoreError> {
        // The seat may have changed hands in this turn, and the earlier player's call is over.
        self.sql
            .prepare_cached(
                "DELETE FROM outbox
                 WHERE game = ? AND kind = ? AND key = ? AND json_extract(payload, '$.person') <> ?
                   AND message IS NULL AND (sent IS NOT NULL OR failed IS NOT NULL)",
            )?
            .send(params![game.id, payload.kind(), payload.key(), person])?;
        self.queue(game.id, payload, due)
    }

    /// Cancels the calls since turn `since` that the game no longer needs. Calls without a delivery attempt are dropped, and
    /// delivered messages are queued for deletion. The worker takes care of calls whose delivery is uncertain.
    pub fn end_notifications(&self, game: &Game, since: u32, at: Timestamp) -> Result<(), StoreError> {
        for (id, payload, shown) in self.open_notifications(game.id, since)? {
            if payload
                .notification()
                .is_some_and(|(notification, person)| game.still_waits(notification, person))
            {
                continue;
            }
            if let Some((channel, message)) = shown {
                self.queue(game.id, &Payload::Unping { channel, message }, at)?;
            }
            self.settle(id, None, at)?;
        }
        Ok(())
    }

    /// Drops the calls of a game whose delivery was never attempted.
    pub fn drop_notifications(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET sent = ?
                 WHERE game = ? AND kind IN ('ping', 'remind') AND sent + 0 IS NULL AND failed IS NULL AND tries = 0",
            )?
            .send(params![Millis(at), game])?;
        Ok(())
    }

    /// Deletes all calls of a game, so that everybody can be notified again. Delivered messages are queued for deletion.
    pub(crate) fn forget_notifications(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        let shown: Vec<(ChannelId, MessageId)> = self
            .sql
            .prepare_cached(
                "SELECT channel, message FROM outbox
                 WHERE game = ? AND kind IN ('ping', 'remind') AND channel IS NOT NULL AND message IS NOT NULL",
            )?
            .query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<sql::Result<_>>()?;
        for (channel, message) in shown {
            self.queue(game, &Payload::Unping { channel, message }, at)?;
        }
        self.sql
            .prepare_cached("DELETE FROM outbox WHERE game = ? AND kind IN ('ping', 'remind')")?
            .send([game])?;
        Ok(())
    }

    /// Prepares the query for the notifications of a game since a turn that are waiting for their first attempt, or whose message still exists.
    pub(crate) fn notifications_of_game(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached(
            "SELECT id, payload, channel, message FROM outbox
             WHERE game = ? AND kind IN ('ping', 'remind') AND json_extract(payload, '$.notification.turn') >= ?
               AND (sent IS NULL AND failed IS NULL AND tries = 0 OR message IS NOT NULL)",
        )
    }

    /// Returns the calls since turn `since` that are waiting for their first attempt, or whose message still exists.
    #[allow(clippy::type_complexity)]
    fn open_notifications(
        &self,
        game: GameId,
        since: u32,
    ) -> Result<Vec<(OutboxId, Payload, Option<(ChannelId, MessageId)>)>, StoreError> {
        let open = self
            .notifications_of_game()?
            .query_map(params![game, since], |row| {
                let message: Option<MessageId> = row.get(3)?;
                let shown = row.get::<Option<ChannelId>>(2)?.zip(message);
                Ok((row.get(0)?, row.get(1)?, shown))
            })?
            .collect::<sql::Result<_>>()?;
        Ok(open)
    }
}
