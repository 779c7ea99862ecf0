//! The worker that delivers outbox entries.
//!
//! The worker leases an entry, checks whether it is still up to date, sends it and settles it. After a crash it repeats the
//! whole delivery, so each entry is sent at least once. Two things keep players from seeing it twice. A nonce stops Discord
//! from creating the same message again within a few minutes. Interaction responses carry no nonce, and nonces expire, so the
//! worker also looks in the channel for a message that an earlier attempt may have posted. Only one message per game is on its
//! way at a time, so a game's posts keep their order. Games do not wait for each other.

use clock::later;
use jiff::Timestamp;
mod boards;
mod lobbies;
mod notices;
mod notifications;
mod offers;
mod puzzles;
mod recipients;
#[cfg(test)]
mod tests;
mod threads;
mod weekly;

use std::{collections::HashMap, sync::Arc, time::Duration};

use clock::MINUTE;
use data::{ChannelId, Due, GameId, InteractionId, MessageId, Notice, Payload, Slices, StoreError, Tx};
use jiff::SignedDuration;
use messages::{Writer, view::Post};
use meters::Meters;
use play::{failpoint::Failpoint, game::suspension::suspend, service::Service};
use tokio::{
    sync::Notify,
    task::{self, JoinError, JoinSet},
};
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Chat, ChatError, Posted},
    replies::Replies,
    under_way::UnderWay,
};

/// How long a worker that died keeps its leases.
const LEASE: SignedDuration = MINUTE;
/// Time limit for one delivery. It is shorter than a lease, so two workers never hold the same entry.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long deliveries may still take when the worker ends. It sends the rest after the next start, and the program ends within
/// ten seconds.
const FAREWELL: Duration = Duration::from_secs(7);
/// How many entries are delivered at once. If Discord takes a third of a second for each, that is as many as it accepts.
const AT_ONCE: usize = 16;
/// The longest sleep between two looks at the outbox. `wake` ends it at once.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// The sleep while all due entries wait for another delivery of their game.
const SHORT_SLEEP: Duration = Duration::from_secs(1);
/// The sleep after a lease has failed, for example because the disk is full.
const TROUBLED_SLEEP: Duration = Duration::from_secs(10);
/// The longest pause between two attempts to deliver an entry.
const LONGEST_BACKOFF_MS: i64 = 10 * 60_000;
/// The longest wait that a rate limit may ask for.
const LONGEST_LIMIT_MS: i64 = 24 * 3600 * 1000;
/// The most attempts for an internal error, or when something other than Discord responds. They span about three hours.
const MOST_TRIES: u32 = 30;
/// How often the worker closes old lobbies and deletes old rows.
const SWEEP: Duration = Duration::from_secs(3600);

/// Delivers outbox entries until `stop`, then finishes the deliveries in progress. If `replies` still holds the interaction
/// behind an entry, the first attempt is the response to it.
pub async fn run<C: Chat + 'static>(desk: Desk<C>, wake: Arc<Notify>, stop: CancellationToken) {
    let (service, replies) = (desk.service.clone(), desk.replies.clone());
    let alive = desk.meters.worker().begin();
    // Other bots queue entries, too, and cannot wake this one.
    let longest_sleep = if service.store().is_shared() { SHORT_SLEEP } else { LONGEST_SLEEP };
    let mut under_way = JoinSet::new();
    let mut busy: HashMap<task::Id, GameId> = HashMap::new();
    let mut sweep = tokio::time::interval(SWEEP);
    let mut jumps = service.clock().jumps();
    let mut expects_more = false;
    loop {
        alive.beat();
        let mut troubled = false;
        // All that have ended meanwhile are replaced together.
        while let Some(ended) = under_way.try_join_next_with_id() {
            busy.remove(&task_of(ended));
        }
        // The entries that this finds may be in any slice.
        let looking = desk.delivering.begin(Slices::ALL);
        let free = AT_ONCE - under_way.len();
        match lease(&service, busy.values().copied().collect(), free, expects_more).await {
            Ok(leased) => {
                expects_more = leased.len() == free && (free > 0 || expects_more);
                for due in leased {
                    let (game, piece) = (due.game, desk.delivering.begin(Slices::of(Some(due.guild))));
                    let delivered = desk.clone().deliver(due, PATIENCE);
                    let task = under_way.spawn(async move {
                        delivered.await;
                        drop(piece);
                    });
                    busy.insert(task.id(), game);
                }
            }
            Err(error) => {
                tracing::error!("outbox lease failed: {error}");
                troubled = true;
            }
        }
        drop(looking);
        let sleep = if troubled {
            TROUBLED_SLEEP
        } else if under_way.len() == AT_ONCE {
            LONGEST_SLEEP
        } else {
            until_next(&service).await.min(longest_sleep)
        };
        tokio::select! {
            () = stop.cancelled() => break,
            () = wake.notified() => {}
            Ok(()) = jumps.changed() => {}
            Some(ended) = under_way.join_next_with_id() => {
                busy.remove(&task_of(ended));
            }
            _ = sweep.tick() => {
                if service.store().held().borrow().served().has_first() && let Err(error) = service.tidy().await {
                    tracing::error!("outbox cleanup failed: {error}");
                }
            }
            () = tokio::time::sleep(sleep) => {}
        }
    }
    // No further delivery starts, so the use cases must send their responses themselves.
    replies.close();
    let all = async { while under_way.join_next().await.is_some() {} };
    if tokio::time::timeout(FAREWELL, all).await.is_err() {
        tracing::warn!("shutdown timed out; unfinished posts are retried after the next start");
    }
}

/// Returns which delivery has ended.
fn task_of(ended: Result<(task::Id, ()), JoinError>) -> task::Id {
    match ended {
        Ok((id, ())) => id,
        Err(error) => {
            tracing::error!("outbox delivery panicked: {error}");
            error.id()
        }
    }
}

/// Leases up to `most` due entries in one transaction, each of another game that is not in `busy`: a game has one delivery at a time.
/// `expects_more` says whether the look before this one filled all places, so that more may be due.
async fn lease(
    service: &Service,
    busy: Vec<GameId>,
    most: usize,
    expects_more: bool,
) -> Result<Vec<Due>, StoreError> {
    let (at, looked) = (service.now(), busy.clone());
    // On a server even an empty transaction takes a commit, and the worker looks often. While much is due, a read would only cost time.
    let is_due =
        most > 0 && (expects_more || service.store().read(move |tx| tx.can_lease(at, &looked)).await?);
    if !is_due {
        return Ok(Vec::new());
    }
    let lease = move |tx: &Tx<'_>| tx.lease_some(at, later(at, LEASE), &busy, most);
    let leased = service.store().write(lease).await?;
    if !leased.is_empty() {
        service.failpoints().pass(Failpoint::Leased);
    }
    Ok(leased)
}

/// Returns the time until the next entry is due. If entries are due already, they wait for their game or for a free slot. The
/// end of a delivery wakes the worker, but an entry of another game may become due sooner, so the sleep is short.
async fn until_next(service: &Service) -> Duration {
    match service.store().read(|tx| tx.next_due()).await {
        Ok(Some(due)) if due > service.now() => {
            Duration::try_from(due.duration_since(service.now())).unwrap_or_default().min(LONGEST_SLEEP)
        }
        Ok(Some(_)) => SHORT_SLEEP,
        _ => LONGEST_SLEEP,
    }
}

/// Why an entry was not delivered, and who is at fault.
enum Failure {
    Chat(ChatError),
    Ours(anyhow::Error),
    /// The interaction response was not sent, and finding that out may have taken seconds. Players may have moved meanwhile, so
    /// the worker looks at the game again before it posts anything.
    Unanswered,
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Self {
        Failure::Chat(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Ours(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Ours(error.into())
    }
}

/// The parts that a delivery needs: the store, the chat, and the interactions that wait for a response.
pub struct Desk<C> {
    /// The use cases, with their store and clock.
    pub service: Service,
    /// Makes the posts.
    pub writer: Writer,
    /// Where posts go.
    pub chat: Arc<C>,
    /// The interactions that the worker may respond to.
    pub replies: Replies,
    /// The deliveries under way.
    pub delivering: UnderWay,
    /// Counts what the worker gives up.
    pub meters: Meters,
}

impl<C> Clone for Desk<C> {
    fn clone(&self) -> Self {
        Desk {
            service: self.service.clone(),
            writer: self.writer.clone(),
            chat: self.chat.clone(),
            replies: self.replies.clone(),
            delivering: self.delivering.clone(),
            meters: self.meters.clone(),
        }
    }
}

impl<C: Chat> Desk<C> {
    /// Delivers an entry, or puts it off if that takes longer than `patience`.
    async fn deliver(self, due: Due, patience: Duration) {
        let sent = tokio::time::timeout(patience, self.send(&due)).await;
        // The entry needed no new post, so this hands the interaction back to the code that handles it.
        drop(due.reply.and_then(|reply| self.replies.take(reply)));
        let settled = match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(failure)) => self.after_failure(&due, failure).await,
            Err(_) => {
                let hangs = ChatError::Unavailable(format!("no answer in {patience:?}"));
                self.after_failure(&due, hangs.into()).await
            }
        };
        match settled {
            Ok(()) => self.pass(Failpoint::Noted),
            Err(error) => tracing::error!(game = %due.game, "settling an outbox entry failed: {error}"),
        }
    }

    async fn send(&self, due: &Due) -> Result<(), Failure> {
        match due.payload.clone() {
            Payload::Board { .. } => self.send_board(due).await,
            Payload::Refresh => self.refresh_board(due).await,
            Payload::Retire { channel, message, since, ply } => {
                self.retire_board(due, (channel, message), (since, ply)).await
            }
            Payload::Lobby => self.send_lobby(due).await,
            Payload::Ready { number } => self.send_ready(due, number).await,
            Payload::Rename { channel, name } => self.rename_thread(due, channel, &name).await,
            Payload::Ping { notification, person, board } => {
                self.send_notification(due, notification, None, person, board).await
            }
            Payload::Remind { notification, number, person, board } => {
                self.send_notification(due, notification, Some(number), person, board).await
            }
            Payload::Unping { channel, message } => self.delete_notification(due, channel, message).await,
            Payload::Ended { person, board } => self.send_ended(due, person, board).await,
            Payload::Offer { offer, post } => self.send_offer(due, offer, post).await,
            Payload::Notice { number, person, notice, channel: None } => {
                self.send_notice(due, number, person, &notice).await
            }
            Payload::Notice { person, notice: Notice::Invited, channel: Some(channel), .. } => {
                self.send_invitation(due, person, channel).await
            }
            Payload::Notice { person, notice, channel: Some(channel), .. } => {
                self.send_offer_notice(due, person, &notice, channel).await
            }
            Payload::Digest { person, day } => self.send_digest(due, person, &day).await,
            Payload::Result { channel, board } => self.send_result(due, channel, board).await,
            Payload::Weekly { guild, channel, week } => self.send_weekly(due, (guild, channel), week).await,
            Payload::Puzzle { guild, channel, day } => self.send_puzzle(due, (guild, channel), day).await,
        }
    }

    fn pass(&self, step: Failpoint) {
        self.service.failpoints().pass(step);
    }

    /// Posts a message. A nonce works for a few minutes only, so every later attempt first looks for the message in the
    /// channel. If `post` carries no unique mark, `after` is the newest message that cannot be it.
    async fn post(
        &self,
        due: &Due,
        channel: ChannelId,
        post: &Post,
        nonce: String,
        after: Option<MessageId>,
    ) -> Result<MessageId, Failure> {
        if due.tries > 1
            && let Some(message) = self.chat.find(channel, post.mark(), after).await?
        {
            return Ok(message);
        }
        Ok(self.post_new(due.reply, channel, post, nonce).await?.message)
    }

    /// Posts a message, as the response to `reply` if that interaction still waits. If Discord rejects the response, this posts
    /// nothing and returns [`Failure::Unanswered`].
    async fn post_new(
        &self,
        reply: Option<InteractionId>,
        channel: ChannelId,
        post: &Post,
        nonce: String,
    ) -> Result<Posted, Failure> {
        self.pass(Failpoint::Sending);
        if let Some(reply) = reply.and_then(|reply| self.replies.take(reply)) {
            // A response carries no nonce, so this attempt must not be followed by a post that could double it.
            match self.chat.reply(reply, post).await {
                Ok(message) => {
                    self.pass(Failpoint::Sent);
                    return Ok(Posted { message, as_sent: true });
                }
                Err(error) if error.nothing_done() => {
                    tracing::info!(%channel, "response refused: {error}");
                    return Err(Failure::Unanswered);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let posted = self.chat.post(channel, post, nonce).await?;
        self.pass(Failpoint::Sent);
        Ok(posted)
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        self.pass(Failpoint::Sending);
        self.chat.edit(channel, message, post).await?;
        self.pass(Failpoint::Sent);
        Ok(())
    }

    async fn add_picture(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> Result<(), ChatError> {
        self.pass(Failpoint::Sending);
        self.chat.add_picture(channel, message, post).await?;
        self.pass(Failpoint::Sent);
        Ok(())
    }

    /// Settles an entry. `shown` is the message that delivered it, or `None` if the entry needed no message of its own.
    async fn settle(&self, due: &Due, shown: Option<(ChannelId, MessageId)>) -> Result<(), Failure> {
        let (id, at) = (due.id, self.service.now());
        self.service.store().write(move |tx| tx.settle(id, shown, at)).await?;
        Ok(())
    }

    /// Puts an entry off, or gives it up if another attempt cannot help.
    async fn after_failure(&self, due: &Due, failure: Failure) -> Result<(), StoreError> {
        // A log names the kind and the key only, since a payload can be secret.
        let (id, game, kind, key) = (due.id, due.game, due.payload.kind(), due.payload.key());
        let wait_ms = match failure {
            Failure::Unanswered => 0,
            Failure::Chat(ChatError::Limited { after }) => limited_ms(after),
            Failure::Chat(ChatError::Astray) if due.tries >= MOST_TRIES => {
                let why = ChatError::Astray.to_string();
                tracing::error!(%game, ?kind, key, "outbox delivery given up: {why}");
                return self.give_up(due, why).await;
            }
            Failure::Chat(error @ (ChatError::Unavailable(_) | ChatError::Astray)) => {
                tracing::warn!(%game, ?kind, key, "outbox delivery postponed: {error}");
                backoff_ms(due.tries)
            }
            Failure::Ours(error) if due.tries >= MOST_TRIES => {
                tracing::error!(%game, ?kind, key, "outbox delivery given up: {error:#}");
                return self.give_up(due, messages::text::MY_FAULT.to_owned()).await;
            }
            Failure::Ours(error) => {
                tracing::error!(%game, ?kind, key, "outbox delivery failed: {error:#}");
                backoff_ms(due.tries)
            }
            Failure::Chat(ChatError::NoChannel) if in_games_channel(&due.payload) => {
                tracing::warn!(%game, ?kind, key, "outbox delivery failed: the channel is gone; the game is suspended");
                let (due, at) = (due.clone(), self.service.now());
                self.service
                    .store()
                    .write(move |tx| {
                        // One transaction, so that a crash cannot leave the entry due for a suspended game.
                        suspend(tx, game, at)?;
                        give_up(tx, &due, &ChatError::NoChannel.to_string(), at)
                    })
                    .await?;
                self.meters.gave_up(kind.word());
                return Ok(());
            }
            Failure::Chat(error) => {
                tracing::warn!(%game, ?kind, key, "outbox delivery given up: {error}");
                return self.give_up(due, error.to_string()).await;
            }
        };
        let again = later(self.service.now(), SignedDuration::from_millis(wait_ms));
        self.service.store().write(move |tx| tx.retry(id, again)).await
    }

    async fn give_up(&self, due: &Due, why: String) -> Result<(), StoreError> {
        let (kind, due, at) = (due.payload.kind(), due.clone(), self.service.now());
        self.service.store().write(move |tx| give_up(tx, &due, &why, at)).await?;
        self.meters.gave_up(kind.word());
        Ok(())
    }
}

/// Gives an entry up. If it was the last board of a game, each player gets a private notice that the game has ended.
fn give_up(tx: &Tx<'_>, due: &Due, why: &str, at: Timestamp) -> Result<(), StoreError> {
    tx.give_up(due.id, why, at)?;
    match due.payload {
        Payload::Board { ply, .. } => recipients::queue_end_notices(tx, due.game, ply, at),
        _ => Ok(()),
    }
}

/// Returns whether an entry is shown in the game's channel. This includes notifications to players whose direct messages are
/// closed.
const fn in_games_channel(payload: &Payload) -> bool {
    !matches!(
        payload,
        Payload::Notice { .. }
            | Payload::Digest { .. }
            | Payload::Result { .. }
            | Payload::Weekly { .. }
            | Payload::Puzzle { .. }
    )
}

/// Returns the nonce of an entry, the same for each attempt.
fn row_nonce(due: &Due) -> String {
    format!("row-{:x}", due.id.get())
}

/// Doubles with each attempt. The random half spreads entries that failed at the same time.
fn backoff_ms(tries: u32) -> i64 {
    let base = 500_i64.saturating_mul(1_i64.checked_shl(tries.min(20)).unwrap_or(1)).min(LONGEST_BACKOFF_MS);
    rand::random_range(base / 2..=base)
}

/// Waits as long as Discord asks, up to a day, plus a random moment that spreads entries that were limited at the same time.
fn limited_ms(after: Duration) -> i64 {
    const SPREAD_MS: i64 = 500;
    let after = i64::try_from(after.as_millis()).unwrap_or(i64::MAX).min(LONGEST_LIMIT_MS);
    after + rand::random_range(0..=SPREAD_MS)
}
