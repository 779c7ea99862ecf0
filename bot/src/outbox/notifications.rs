//! Calls to move, and notifications that a game has ended: by the board post for those who are awake and want them in the
//! channel, by messages of their own for the others. A call lasts no longer than the move is to be made.

use clock::{Control, Instant};
use data::{
    ChannelId, Due, Game, GameId, MessageId, Notice, Notification, OutboxKind, Person, PersonId, StoreError,
    Time, Tx,
};
use rules::SeatSet;

use super::{Desk, Failure, row_nonce};
use crate::{
    chat::{Chat, ChatError},
    posts, text,
    view::Post,
};

/// Returns whom a board concerns: those whose move it is, except players who were skipped again and again; once the game is over,
/// all who have a seat, except the one whose own action has ended it.
fn concerned(tx: &Tx<'_>, game: &Game) -> Result<Vec<PersonId>, StoreError> {
    if game.table.outcome().is_none() {
        return Ok(game.awaited().into_iter().filter(|&person| !game.is_away(person)).collect());
    }
    let ended_by = tx.ended_by(game.id, game.table.ply())?;
    let mut people = game.people_in(SeatSet::all(game.table.game().seats()));
    people.retain(|&person| Some(person) != ended_by);
    Ok(people)
}

/// Returns whom a board post notifies itself.
pub(super) fn by_board(tx: &Tx<'_>, game: &Game, at: Time) -> Result<Vec<PersonId>, StoreError> {
    let mut called = Vec::new();
    for person in concerned(tx, game)? {
        let person = tx.person(person)?;
        if !person.by_dm() && next_wake(&game.clocks.control, &person, at) == at {
            called.push(person.person);
        }
    }
    Ok(called)
}

/// Queues a call to everybody else whom the game waits for and who is to be called, for when they are awake.
pub(super) fn queue_others(
    tx: &Tx<'_>,
    game: &Game,
    board: MessageId,
    is_called: impl Fn(&PersonId) -> bool,
    by_board: &[PersonId],
    at: Time,
) -> Result<(), StoreError> {
    let mut called = by_board.to_vec();
    for seat in game.table.to_act().iter() {
        let person = game.person_in(seat).filter(|person| is_called(person) && !called.contains(person));
        let Some(person) = person.filter(|&person| !game.is_away(person)) else { continue };
        called.push(person);
        let due = next_wake(&game.clocks.control, &tx.person(person)?, at);
        let notification = Notification { turn: game.table.turn(), seat: seat.index() as u8 };
        tx.queue_ping(game, notification, board, due)?;
    }
    Ok(())
}

/// Queues a notification that the game has ended to everybody whom its last board post has not notified, for when they are awake.
pub(super) fn queue_end(
    tx: &Tx<'_>,
    game: &Game,
    board: MessageId,
    by_board: &[PersonId],
    at: Time,
) -> Result<(), StoreError> {
    for person in concerned(tx, game)?.into_iter().filter(|person| !by_board.contains(person)) {
        let due = next_wake(&game.clocks.control, &tx.person(person)?, at);
        tx.queue_ended(game.id, person, board, due)?;
    }
    Ok(())
}

/// Queues a note that the game has ended to everybody, if the board that cannot be posted, of this ply, is its last one: the
/// channel may be gone.
pub(super) fn queue_end_notices(tx: &Tx<'_>, game: GameId, ply: i64, at: Time) -> Result<(), StoreError> {
    let game = match tx.open(game) {
        // The board may be given up for that very reason.
        Err(error) if error.is_broken_record() => return Ok(()),
        game => game?,
    };
    let shown = game.board.is_some() && game.board_ply >= game.table.ply();
    if game.table.outcome().is_none() || shown || ply != i64::from(game.table.ply()) {
        return Ok(());
    }
    for person in concerned(tx, &game)? {
        tx.queue_notice(game.id, person, &Notice::Text(text::notification(&game)), at)?;
    }
    Ok(())
}

/// From when on somebody may be called to move or told something; now, unless they sleep or have their weekend.
fn next_wake(control: &Control, person: &Person, at: Time) -> Time {
    Time(control.calendar(&person.hours).next_wake(Instant(at.0)).0)
}

/// The board that a row names.
fn message_in(due: &Due) -> Option<MessageId> {
    due.text.as_deref().and_then(|board| board.parse::<u64>().ok()).map(MessageId::from)
}

impl<C: Chat> Desk<C> {
    /// Calls somebody to move, by a direct message or in the channel.
    pub(super) async fn send_notification(&self, due: &Due) -> Result<(), Failure> {
        let (id, notification) = (due.game, Notification::of(due.kind, due.key));
        let Some(person) = due.person else { return self.settle(due, None).await };
        let (game, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.open(id)?, tx.person(person)?)))
            .await?;
        let board = message_in(due);
        let post = match due.kind {
            OutboxKind::Remind => {
                posts::reminder(&game, notification, Notification::number(due.key), person.person, board)
            }
            _ => posts::notification(&game, person.person, board),
        };
        if !game.notifications(notification, person.person) {
            return self.recall(due, &game, &person, &post).await;
        }
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        let shown = self.post_as_wished(due, &game, &person, &post).await?;
        let (row, person, at) = (due.id, person.person, self.service.now());
        self.service
            .store()
            .write(move |tx| -> Result<(), StoreError> {
                // The move may have been made while the call was under way.
                let at_once_over = !tx.open(id)?.notifications(notification, person);
                if at_once_over {
                    tx.queue_unping(id, shown, at)?;
                }
                tx.settle(row, Some(shown).filter(|_| !at_once_over), at)
            })
            .await?;
        Ok(())
    }

    /// Notifies one player that a game has ended, by a direct message or in the channel.
    pub(super) async fn send_ended(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let (Some(person), Some(board)) = (due.person, message_in(due)) else {
            return self.settle(due, None).await;
        };
        let (game, person) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.open(id)?, tx.person(person)?)))
            .await?;
        if self.lets_sleep(due, &game.clocks.control, &person).await? {
            return Ok(());
        }
        let shown =
            self.post_as_wished(due, &game, &person, &posts::ended(&game, person.person, board)).await?;
        self.settle(due, Some(shown)).await
    }

    /// Posts a message to one person: by a direct message if they want and take those, or else in the game's channel.
    async fn post_as_wished(
        &self,
        due: &Due,
        game: &Game,
        person: &Person,
        post: &Post,
    ) -> Result<(ChannelId, MessageId), Failure> {
        let by_dm = if person.by_dm() { self.post_dm(due, person, post).await? } else { None };
        match by_dm {
            Some(shown) => Ok(shown),
            None => Ok((game.channel, self.post(due, game.channel, post, row_nonce(due), None).await?)),
        }
    }

    /// Takes those out of a post's pings who sleep, or want to be told by direct messages, and answers who that is.
    pub(super) async fn spare(&self, game: &Game, post: &mut Post) -> Result<Vec<PersonId>, StoreError> {
        let (people, control, at) = (post.pings.clone(), game.clocks.control, self.service.now());
        let spared = self.service.store().read(move |tx| -> Result<Vec<PersonId>, StoreError> {
            let mut spared = Vec::new();
            for person in people {
                let person = tx.person(person)?;
                if person.by_dm() || next_wake(&control, &person, at) > at {
                    spared.push(person.person);
                }
            }
            Ok(spared)
        });
        let spared = spared.await?;
        post.pings.retain(|person| !spared.contains(person));
        Ok(spared)
    }

    /// Puts a message to somebody who sleeps, or has their weekend, off until they wake; tells whether it did. One that may
    /// have been made before is not: it has to be found soon.
    pub(super) async fn lets_sleep(
        &self,
        due: &Due,
        control: &Control,
        person: &Person,
    ) -> Result<bool, Failure> {
        let (row, at) = (due.id, self.service.now());
        let wake = if due.tries > 1 { at } else { next_wake(control, person, at) };
        if wake > at {
            self.service.store().write(move |tx| tx.postpone(row, wake)).await?;
        }
        Ok(wake > at)
    }

    /// Settles a call that is out of date, and deletes its message if it was made after all.
    async fn recall(&self, due: &Due, game: &Game, person: &Person, post: &Post) -> Result<(), Failure> {
        let dm = person.dm.filter(|_| person.by_dm());
        let channel = dm.unwrap_or(game.channel);
        let made = if due.tries > 1 { self.chat.find(channel, post.mark(), None).await } else { Ok(None) };
        let made = match made {
            // Only that of the game is one that the game cannot do without.
            Err(ChatError::NoChannel) if dm.is_some() => None,
            made => made?,
        };
        if let Some(message) = made {
            let (id, at) = (due.game, self.service.now());
            self.service.store().write(move |tx| tx.queue_unping(id, (channel, message), at)).await?;
        }
        self.settle(due, None).await
    }

    /// Deletes the message of a call.
    pub(super) async fn delete_notification(&self, due: &Due) -> Result<(), Failure> {
        if let Some(channel) = due.channel {
            match self.chat.delete(channel, MessageId::from(due.key.cast_unsigned())).await {
                // It is gone, or stays; nobody needs to know.
                Ok(())
                | Err(
                    ChatError::Gone | ChatError::NoChannel | ChatError::Forbidden | ChatError::Refused(_),
                ) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.settle(due, None).await
    }

    /// Posts a direct message; `None` when they take none from us, which is noted.
    pub(super) async fn post_dm(
        &self,
        due: &Due,
        person: &Person,
        post: &Post,
    ) -> Result<Option<(ChannelId, MessageId)>, Failure> {
        let posted = match self.dm_channel(person).await {
            Ok(channel) => {
                self.post(due, channel, post, row_nonce(due), None).await.map(|message| (channel, message))
            }
            Err(failure) => Err(failure),
        };
        match posted {
            Ok(shown) => Ok(Some(shown)),
            // Whatever Discord calls it: what is refused here is refused next time, too.
            Err(Failure::Chat(error))
                if error.nothing_done() && !matches!(error, ChatError::Limited { .. }) =>
            {
                tracing::info!("a direct message was refused: {error}");
                let (person, at) = (person.person, self.service.now());
                self.service.store().write(move |tx| tx.set_dm_closed(person, at)).await?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    async fn dm_channel(&self, person: &Person) -> Result<ChannelId, Failure> {
        if let Some(channel) = person.dm {
            return Ok(channel);
        }
        let person = person.person;
        let channel = self.chat.dm(person).await?;
        self.service.store().write(move |tx| tx.set_dm(person, channel)).await?;
        Ok(channel)
    }
}
