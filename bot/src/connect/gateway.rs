//! One connection to the gateway, with all its shards.
//!
//! serenity keeps the connection and resumes it when it breaks. But if a resume cannot connect, serenity's shard reads from the
//! dead socket in a loop that never waits, and nothing can shut it down. Therefore each connection has a thread of its own, on
//! which nothing else of the bot runs. The bot watches it from outside and closes it when a resume has failed.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, OnceLock},
    time::Duration,
};

use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::select_all};
use poise::serenity_prelude::{
    ConnectionStage, Context, FullEvent, GatewayError, GatewayIntents, Http, OnlineStatus, ShardId,
    ShardManager, ShardManagerOptions, ShardMessenger,
};
use serenity::{framework::Framework, prelude::TypeMap};
use tokio::{
    runtime::{Builder, Runtime},
    sync::{Mutex, RwLock},
    time::{Instant, sleep, timeout},
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::AbortOnDropHandle,
};

use super::{
    events::Source,
    inbox::Inbox,
    starts::{Door, Starts},
};
use crate::link::Link;

/// The intents of every connection.
pub(super) const INTENTS: GatewayIntents = GatewayIntents::GUILDS;

/// How often the bot checks the shards.
const LOOK: Duration = Duration::from_millis(250);
/// How long the connection may be incomplete without any progress, unless a shard waits for its turn to begin a session.
const INCOMPLETE: Duration = Duration::from_secs(20);
/// How long the connection's thread may be busy. The largest event takes far less.
const BUSY: Duration = Duration::from_secs(5);
/// How long the shards may take to close their connections.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a connection has ended.
pub(super) enum End {
    /// Discord refuses the bot as it is.
    Refused(GatewayError),
    /// It broke and could not be resumed.
    Lost(&'static str),
}

/// How many shards Discord lets a bot have, and how many of them it may start at once.
#[derive(Clone, Copy)]
pub(super) struct ShardPlan {
    pub(super) total: u32,
    pub(super) at_once: u32,
}

/// A connection. Dropping it also ends its thread, but without a close frame.
pub(super) struct Gateway {
    runtime: Option<Runtime>,
    shards: Arc<[Arc<ShardManager>]>,
    total: u32,
    starts: Arc<Starts>,
    /// For each shard, the task that lets it begin its sessions in turn.
    doors: Vec<AbortOnDropHandle<()>>,
    /// The report of serenity when Discord refuses the bot.
    refused: BoxFuture<'static, Option<Result<(), GatewayError>>>,
    /// The handles that send commands to the shards, as of the last look.
    messengers: Vec<ShardMessenger>,
    /// When all shards were connected for the first time.
    complete: Option<Instant>,
    _gone: DropGuard,
}

impl Gateway {
    /// Begins to connect shards to the gateway at `url`. Their events go to `inbox`.
    pub(super) fn open(
        url: &str,
        ShardPlan { total, at_once }: ShardPlan,
        http: &Arc<Http>,
        inbox: Arc<Inbox>,
        starts: Arc<Starts>,
    ) -> io::Result<Gateway> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("gateway").enable_all().build()?;
        let framework = Arc::new(OnceLock::new());
        let urls: Vec<_> = (0..total).map(|_| Arc::new(Mutex::new(url.to_owned()))).collect();
        let (shards, refused): (Vec<_>, Vec<_>) = {
            // serenity starts its tasks on the runtime that is current here.
            let _inside = runtime.enter();
            let manager = |(shard, url): (u32, &Arc<Mutex<String>>)| {
                ShardManager::new(ShardManagerOptions {
                    data: Arc::new(RwLock::new(TypeMap::new())),
                    event_handlers: Vec::new(),
                    raw_event_handlers: Vec::new(),
                    framework: framework.clone(),
                    shard_index: shard,
                    shard_init: 1,
                    shard_total: total,
                    ws_url: url.clone(),
                    http: http.clone(),
                    intents: INTENTS,
                    presence: None,
                })
            };
            (0..total).zip(&urls).map(manager).unzip()
        };
        let shards: Arc<[Arc<ShardManager>]> = shards.into();
        let gone = CancellationToken::new();
        let receiver = Receiver { inbox, from: Arc::new(Source::new(shards.clone(), gone.clone())) };
        let framework: &OnceLock<Arc<dyn Framework>> = &framework;
        framework.get_or_init(|| Arc::new(receiver));
        let door = |((shard, url), manager): ((u32, Arc<Mutex<String>>), &Arc<ShardManager>)| {
            let door =
                Door { shard: ShardId(shard), bucket: shard % at_once.max(1), url, manager: manager.clone() };
            AbortOnDropHandle::new(tokio::spawn(starts.clone().keep(door)))
        };
        let doors = (0..total).zip(urls).zip(&*shards).map(door).collect();
        let mut refused = select_all(refused);
        Ok(Gateway {
            runtime: Some(runtime),
            shards,
            total,
            starts,
            doors,
            refused: async move { refused.next().await }.boxed(),
            messengers: Vec::new(),
            complete: None,
            _gone: gone.drop_guard(),
        })
    }

    /// Watches the connection until it ends.
    pub(super) async fn watch(&mut self, link: &Link) -> End {
        let (mut stages, mut since) = (BTreeMap::new(), Instant::now());
        loop {
            let looked = tokio::select! {
                refused = &mut self.refused => {
                    return match refused {
                        Some(Err(error)) => End::Refused(error),
                        _ => End::Lost("the shards have ended"),
                    };
                }
                looked = timeout(BUSY, look(&self.shards)) => looked,
            };
            let Ok((now, messengers)) = looked else { return End::Lost("its thread is stuck") };
            self.messengers = messengers;
            // While a shard tries to resume, serenity still reports its previous stage. `Connecting` therefore means that a
            // resume has failed.
            if now.values().any(|stage| *stage == ConnectionStage::Connecting) {
                return End::Lost("the connection broke and could not be resumed");
            }
            if !self.is_responsive().await {
                return End::Lost("its thread is stuck");
            }
            let connected = now.values().filter(|stage| **stage == ConnectionStage::Connected).count();
            let complete = connected == self.total as usize;
            if complete && self.complete.is_none() {
                self.complete = Some(Instant::now());
            }
            link.set_connected(u32::try_from(connected).unwrap_or(self.total), self.total);
            // Any change of a stage is progress and restarts the time limit. A shard that waits for its turn is no failure.
            if complete || now != stages || self.starts.has_waiting() {
                (stages, since) = (now, Instant::now());
            } else if since.elapsed() > INCOMPLETE {
                return End::Lost("some shards failed to connect");
            }
            sleep(LOOK).await;
        }
    }

    /// Returns how long ago all shards were connected for the first time, or zero if they never were.
    pub(super) fn lasted(&self) -> Duration {
        self.complete.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Returns whether the thread still runs other tasks. A shard in a loop that never waits blocks all others.
    async fn is_responsive(&self) -> bool {
        match &self.runtime {
            Some(runtime) => timeout(BUSY, runtime.spawn(async {})).await.is_ok(),
            None => false,
        }
    }

    /// Closes the connection and ends its thread.
    pub(super) async fn close(mut self) {
        self.doors.clear();
        for messenger in &self.messengers {
            // After its close frame a shard cannot send anything, and a failed send makes it return from any state.
            messenger.shutdown_clean();
            messenger.set_status(OnlineStatus::Online);
        }
        let Some(runtime) = &self.runtime else { return };
        let ended = async {
            // The last tasks are those that start shards.
            while runtime.metrics().num_alive_tasks() > self.shards.len() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        // The thread ends with `self`, also if the caller stops waiting here.
        let _ = timeout(FAREWELL, ended).await;
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // A runtime may not block on its threads inside another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Returns the stages of the shards that have a socket, and the handles that send commands to them.
async fn look(managers: &[Arc<ShardManager>]) -> (BTreeMap<u32, ConnectionStage>, Vec<ShardMessenger>) {
    let (mut stages, mut messengers) = (BTreeMap::new(), Vec::new());
    for manager in managers {
        let runners = manager.runners.lock().await;
        stages.extend(runners.iter().map(|(id, runner)| (id.0, runner.stage)));
        messengers.extend(runners.values().map(|runner| runner.runner_tx.clone()));
    }
    (stages, messengers)
}

/// Passes the events of one connection to the handlers, which run on another thread.
struct Receiver {
    inbox: Arc<Inbox>,
    from: Arc<Source>,
}

#[poise::async_trait]
impl Framework for Receiver {
    async fn dispatch(&self, ctx: Context, event: FullEvent) {
        self.inbox.receive(self.from.clone(), ctx, event);
    }
}
