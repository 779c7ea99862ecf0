//! The worker that sends what is in the outbox.
//!
//! A row is leased, looked at again (what it tells may be out of date), sent, and settled. Each step is repeated after a
//! crash, so everything is sent at least once; a nonce keeps Discord from showing a repeated post twice. One message of a
//! game is under way at a time, so that its posts keep their order; games do not wait for each other.

use std::{collections::HashMap, sync::Arc, time::Duration};

use anyhow::Context as _;
use data::{Due, Game, GameId, StoreError, Topic};
use rules::{Played, Viewer};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Chat, ChatError},
    posts,
    service::{Service, why_closed},
    trouble::Trouble,
};

mod offer;
#[cfg(test)]
mod tests;

/// How long a row stays with a worker that does not come back.
const LEASE_MS: i64 = 60_000;
/// How long a message may be under way; less than a lease, so that a row is never in two hands.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long what is under way may take when the worker is to end. What is cut off is sent again after the next start.
const FAREWELL: Duration = Duration::from_secs(10);
/// How many messages are under way at once.
const AT_ONCE: usize = 8;
/// The longest sleep between two looks; a notification ends it at once.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// The sleep while the rows that are due wait for others of their games.
const SHORT_SLEEP: Duration = Duration::from_secs(1);
/// The longest wait between two tries of a message.
const LONGEST_BACKOFF_MS: i64 = 10 * 60_000;
/// How often lobbies are looked at for their age.
const SWEEP: Duration = Duration::from_secs(3600);

/// Sends what is in the outbox until `stop`; what is under way then is finished.
pub async fn run<C: Chat + 'static>(
    service: Service,
    chat: Arc<C>,
    wake: Arc<Notify>,
    stop: CancellationToken,
) {
    // What a worker before this one did not finish does not wait for its lease to run out.
    if let Err(error) = {
        let at = service.now();
        service.store().write(move |tx| tx.release(at)).await
    } {
        tracing::error!(%error, "the outbox cannot be taken over");
    }
    let mut under_way = JoinSet::new();
    let mut busy: HashMap<tokio::task::Id, GameId> = HashMap::new();
    let mut sweep = tokio::time::interval(SWEEP);
    let mut jumps = service.clock().jumps();
    loop {
        while under_way.len() < AT_ONCE {
            match lease(&service, busy.values().copied().collect()).await {
                Ok(Some(due)) => {
                    let task = under_way.spawn(deliver(service.clone(), chat.clone(), due, PATIENCE));
                    busy.insert(task.id(), due.game);
                }
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(%error, "the outbox cannot be read");
                    break;
                }
            }
        }
        let sleep = until_next(&service).await;
        tokio::select! {
            () = stop.cancelled() => break,
            () = wake.notified() => {}
            Ok(()) = jumps.changed() => {}
            Some(ended) = under_way.join_next_with_id() => {
                let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                busy.remove(&id);
            }
            _ = sweep.tick() => {
                if let Err(error) = service.tidy().await {
                    tracing::error!(%error, "old lobbies cannot be closed");
                }
            }
            () = tokio::time::sleep(sleep) => {}
        }
    }
    let all = async { while under_way.join_next().await.is_some() {} };
    if tokio::time::timeout(FAREWELL, all).await.is_err() {
        tracing::warn!("some posts are cut off; they are made after the next start");
    }
}

async fn lease(service: &Service, busy: Vec<GameId>) -> Result<Option<Due>, StoreError> {
    let at = service.now();
    service.store().write(move |tx| tx.lease(at, at.plus_ms(LEASE_MS), &busy)).await
}

/// How long until the next row is due. Rows that are due already wait for their game, or for a place: the end of what is
/// under way wakes the worker, but a row of another game may become due before.
async fn until_next(service: &Service) -> Duration {
    match service.store().read(|tx| tx.next_due()).await {
        Ok(Some(due)) if due > service.now() => {
            Duration::from_millis((due.0 - service.now().0).max(0).unsigned_abs()).min(LONGEST_SLEEP)
        }
        Ok(Some(_)) => SHORT_SLEEP,
        _ => LONGEST_SLEEP,
    }
}

/// Sends a row, or puts it off when that takes longer than `patience`.
async fn deliver<C: Chat>(service: Service, chat: Arc<C>, due: Due, patience: Duration) {
    let sent = tokio::time::timeout(patience, send(&service, chat.as_ref(), &due)).await;
    let settled = match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(failure)) => after_failure(&service, &due, failure).await,
        Err(_) => {
            let hangs = ChatError::Unavailable(format!("no answer in {patience:?}"));
            after_failure(&service, &due, hangs.into()).await
        }
    };
    if let Err(error) = settled {
        tracing::error!(game.id = %due.game, %error, "the outbox cannot be written");
    }
}

/// Why a row could not be sent, by whose side it was.
enum Failure {
    Chat(ChatError),
    Ours(anyhow::Error),
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

async fn send<C: Chat>(service: &Service, chat: &C, due: &Due) -> Result<(), Failure> {
    match due.topic {
        Topic::Board => send_board(service, chat, due).await,
        Topic::Lobby => send_lobby(service, chat, due).await,
        Topic::Ready => send_ready(service, chat, due).await,
        Topic::Offer => offer::send(service, chat, due).await,
    }
}

/// Posts the board as it is now. Within a turn the turn's post is changed; a new turn, the end and a resignation get a post
/// of their own, since a change notifies nobody.
async fn send_board<C: Chat>(service: &Service, chat: &C, due: &Due) -> Result<(), Failure> {
    let id = due.game;
    let game = service.store().read(move |tx| tx.open(id)).await?;
    let ply = game.table.ply();
    let turn = game.table.turn();
    let told = game.board.is_some() && game.board_ply >= ply;
    if told {
        return settle(service, due, ply.into()).await;
    }
    let untold = &game.record[game.board_ply as usize..];
    let news = untold.iter().any(|played| !played.is_move()) || game.table.outcome().is_some();
    let same_turn = game.board.filter(|&(_, shown)| shown == turn);
    // The turn that is told is told from its beginning, also where the board has shown a part of it already.
    let told_turn = match untold.first() {
        Some(played) if same_turn.is_none() || news => played.turn,
        _ => turn,
    };
    let since = game.record.iter().position(|played| played.turn == told_turn).unwrap_or(game.record.len());
    let mut post = service.board_post(&game, Viewer::Public, since).await?;
    let edited = match same_turn {
        Some((message, _)) if !news => match chat.edit(game.channel, message, &post).await {
            Ok(()) => Some(message),
            // Somebody deleted the message: the board gets a new one.
            Err(ChatError::Gone) => None,
            Err(error) => return Err(error.into()),
        },
        _ => None,
    };
    let message = match edited {
        Some(message) => message,
        None => {
            if same_turn.is_some() {
                // They were told that it is their turn already.
                post.pings.clear();
            }
            chat.post(game.channel, &post, nonce(id, &format!("{:x}", public_step(&game)))).await?
        }
    };
    tracing::info!(game.id = %id, ply, "showed the board of game {id} at ply {ply}");
    let at = service.now();
    service
        .store()
        .write(move |tx| {
            tx.set_board(id, message, turn, ply)?;
            tx.settle(id, Topic::Board, ply, at)
        })
        .await?;
    Ok(())
}

/// Brings the lobby's message up to date, also that of a lobby which is none any more; posts it if it has none.
async fn send_lobby<C: Chat>(service: &Service, chat: &C, due: &Due) -> Result<(), Failure> {
    let (id, at) = (due.game, service.now());
    let (channel, message, post, open) = service
        .store()
        .read(move |tx| -> Result<_, StoreError> {
            Ok(match tx.lobby_or_closed(id)? {
                Some((lobby, true)) => (lobby.channel, lobby.message, posts::lobby(&lobby), true),
                Some((lobby, false)) => (
                    lobby.channel,
                    lobby.message,
                    posts::closed_lobby(&lobby, &why_closed(&lobby, at)),
                    false,
                ),
                None => {
                    let game = tx.open(id)?;
                    (game.channel, game.lobby_message, posts::started_lobby(&game), false)
                }
            })
        })
        .await?;
    match message {
        Some(message) => chat.edit(channel, message, &post).await?,
        None if open => {
            let message = chat.post(channel, &post, nonce(id, "lobby")).await?;
            service.store().write(move |tx| tx.set_lobby_message(id, message)).await?;
        }
        None => {}
    }
    settle(service, due, due.key).await
}

/// Tells the host that everybody has answered, unless the lobby is no more.
async fn send_ready<C: Chat>(service: &Service, chat: &C, due: &Due) -> Result<(), Failure> {
    let id = due.game;
    match service.store().read(move |tx| tx.lobby(id)).await {
        Ok(lobby) => {
            chat.post(lobby.channel, &posts::ready(&lobby), nonce(id, "ready")).await?;
        }
        Err(StoreError::NoSuchGame(_)) => {}
        Err(error) => return Err(error.into()),
    }
    settle(service, due, due.key).await
}

async fn settle(service: &Service, due: &Due, key: i64) -> Result<(), Failure> {
    let Due { game, topic, .. } = *due;
    let at = service.now();
    service.store().write(move |tx| tx.settle(game, topic, key, at)).await?;
    Ok(())
}

/// What a message is known by when it is posted again: the same for every try of the same message, never the same for
/// another one. A board goes by what it shows, not by its row: a row that is tried again tells what has been played since,
/// too. At most 25 characters.
fn nonce(game: GameId, what: &str) -> String {
    format!("{:x}-{what}", game.get())
}

/// Rises with everything that everybody can see of a game. It is no count of plies, as everybody can read a nonce, and
/// nobody is to know how often a secret order was changed.
fn public_step(game: &Game) -> usize {
    let shows = |played: &&Played| {
        !played.is_move() || played.events.iter().any(|event| event.witness(Viewer::Public).is_some())
    };
    game.table.turn() as usize + game.record.iter().filter(shows).count()
}

/// Puts a row off, or gives it up where trying again cannot help.
async fn after_failure(service: &Service, due: &Due, failure: Failure) -> Result<(), StoreError> {
    let Due { id, game, key, .. } = *due;
    let wait_ms = match failure {
        Failure::Chat(ChatError::Limited { after }) => {
            i64::try_from(after.as_millis()).unwrap_or(LONGEST_BACKOFF_MS)
        }
        Failure::Chat(error @ ChatError::Unavailable(_)) => {
            tracing::warn!(game.id = %game, key, "a post is put off: {error}");
            backoff_ms(due.tries)
        }
        Failure::Ours(error) => {
            tracing::error!(game.id = %game, key, "a post could not be made: {error:#}");
            backoff_ms(due.tries)
        }
        Failure::Chat(error @ (ChatError::Gone | ChatError::Forbidden | ChatError::Refused(_))) => {
            tracing::warn!(game.id = %game, key, "a post is given up: {error}");
            return service.store().write(move |tx| tx.give_up(id, &error.to_string())).await;
        }
    };
    let again = service.now().plus_ms(wait_ms);
    service.store().write(move |tx| tx.retry(id, again)).await
}

/// Twice as long after every try, give or take a half, so that what failed together does not come back together.
fn backoff_ms(tries: u32) -> i64 {
    let base = 500_i64.saturating_mul(1_i64.checked_shl(tries.min(20)).unwrap_or(1)).min(LONGEST_BACKOFF_MS);
    rand::random_range(base / 2..=base)
}

impl Service {
    /// Closes lobbies that are too old, and forgets interactions that cannot come again.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tidy(&self) -> Result<(), Trouble> {
        const DAY_MS: i64 = 24 * 3600 * 1000;
        self.close_old_lobbies().await?;
        let before = self.now().plus_ms(-DAY_MS);
        self.store().write(move |tx| tx.forget_done(before)).await.context("forgetting old interactions")?;
        Ok(())
    }
}
