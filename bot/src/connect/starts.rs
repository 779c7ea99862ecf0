//! The session starts of the shards. Discord lets a bot begin one session in each of its buckets in five seconds, and counts those that
//! it refuses, too.

use std::{array, sync::Arc, time::Duration};

use data::{BETWEEN_SESSIONS, SessionStart, Store};
use poise::serenity_prelude::{ShardId, ShardManager};
use tokio::{
    sync::{Mutex, OwnedMutexGuard},
    time::{Instant, sleep, sleep_until, timeout},
};

/// How long a shard waits for sessions that other bots begin. After that it tries, and Discord decides.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How long a shard waits at most at its door when it resumes its session.
const OPEN: Duration = Duration::from_millis(100);
/// How many buckets have turns of their own. Few bots have more than 16.
const BUCKETS: usize = 64;

/// The turns of all shards of this process.
pub(super) struct Starts {
    /// If others share its database, their bots begin their sessions at other times.
    store: Option<Store>,
    /// When the newest session of each bucket began.
    begun: [Arc<Mutex<Option<Instant>>>; BUCKETS],
    /// Each shard that waits for its turn has a clone.
    waiting: Arc<()>,
}

/// Lets a shard connect or wait. serenity asks for the gateway's URL before each connection, so a shard waits as long as the URL is locked.
pub(super) struct Door {
    pub(super) shard: ShardId,
    pub(super) bucket: u32,
    pub(super) url: Arc<Mutex<String>>,
    /// The manager of this shard alone.
    pub(super) manager: Arc<ShardManager>,
}

/// The turn of a shard, until it is dropped.
struct Turn {
    begun: OwnedMutexGuard<Option<Instant>>,
    /// Keeps other bots waiting.
    _right: Option<SessionStart>,
}

impl Starts {
    pub(super) fn new(store: Option<Store>) -> Starts {
        Starts { store, begun: array::from_fn(|_| Arc::default()), waiting: Arc::default() }
    }

    /// Returns whether a shard waits for its turn.
    pub(super) fn has_waiting(&self) -> bool {
        Arc::strong_count(&self.waiting) > 1
    }

    /// Starts a shard, and lets it begin each session in its turn. It resumes sessions at any time.
    pub(super) async fn keep(self: Arc<Self>, door: Door) {
        let mut closed = door.url.clone().lock_owned().await;
        // This only sends messages to serenity's own task and cannot fail.
        let _ = door.manager.initialize();
        loop {
            let mut turn = self.next(door.bucket).await;
            drop(closed);
            // serenity tries again until it has a connection.
            while !door.manager.has(door.shard).await {
                sleep(OPEN).await;
            }
            closed = door.url.clone().lock_owned().await;
            *turn.begun = Some(Instant::now());
            closed = door.until_gone(closed, turn).await;
        }
    }

    /// Waits for the next turn in a bucket.
    async fn next(&self, bucket: u32) -> Turn {
        let _waits = self.waiting.clone();
        let begun = self.begun[bucket as usize % BUCKETS].clone().lock_owned().await;
        if let Some(begun) = *begun {
            sleep_until(begun + BETWEEN_SESSIONS).await;
        }
        let right = match &self.store {
            Some(store) => timeout(LONGEST_WAIT, store.session_start(bucket)).await.ok(),
            None => None,
        };
        Turn { begun, _right: right }
    }
}

impl Door {
    /// Opens the door for connections that resume the session, until serenity gives the session up. The turn ends meanwhile.
    async fn until_gone(&self, mut closed: OwnedMutexGuard<String>, turn: Turn) -> OwnedMutexGuard<String> {
        let (until, mut turn) = (Instant::now() + BETWEEN_SESSIONS, Some(turn));
        loop {
            sleep(OPEN).await;
            if Instant::now() >= until {
                turn = None;
            }
            // serenity removes a session that it gives up from this list before it begins another one.
            let sessions = self.manager.runners.lock().await;
            if !sessions.contains_key(&self.shard) {
                drop(sessions);
                if turn.is_some() {
                    sleep_until(until).await;
                }
                return closed;
            }
            // Those who wait get the lock in turn, so this has it again when a waiting shard has passed.
            drop(closed);
            closed = self.url.clone().lock_owned().await;
        }
    }
}
