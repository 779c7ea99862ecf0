//! The share of this bot in the work of all bots on its database.

use std::{sync::Arc, time::Duration};

use data::{Held, Slices, StoreError};
use play::service::Service;
use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{events::Events, inbox::Inbox};
use crate::{link::Link, under_way::UnderWay};

/// How often this looks whether people can reach the bot.
const LOOK: Duration = Duration::from_secs(1);
/// How long a connection may be lost before other bots take the slices of this one.
const LOST: Duration = Duration::from_secs(10);
/// How long posts may take to arrive on slices that another bot waits for, before this looks again whether it still does.
const DELIVERING: Duration = Duration::from_secs(5);
/// How long handlers may take to finish their work in slices that another bot waits for. It would find what was left for longer too old.
const HANDLING: Duration = Duration::from_millis(1200);

/// The parts of a bot that begin and end with its share.
pub(super) struct Share {
    pub(super) service: Service,
    pub(super) link: Link,
    pub(super) inbox: Arc<Inbox>,
    /// The handlers of the events, while this bot holds their slice.
    pub(super) events: Arc<Events>,
    /// The outbox entries that are being delivered.
    pub(super) delivering: UnderWay,
    /// Wakes the outbox worker.
    pub(super) wake: Arc<Notify>,
    /// The slices whose work this bot has begun.
    pub(super) open: Slices,
    /// When people could last reach the bot.
    pub(super) online: Option<Instant>,
}

impl Share {
    /// Takes the slices that the store holds, and lets those go that another bot waits for, until `stop`.
    pub(super) async fn run(mut self, stop: CancellationToken) {
        let mut held = self.service.store().held();
        while !stop.is_cancelled() {
            let now = *held.borrow_and_update();
            self.follow(now).await;
            tokio::select! {
                () = stop.cancelled() => {}
                _ = held.changed() => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    /// Begins and ends work as the store's slices want it.
    pub(super) async fn follow(&mut self, held: Held) {
        if self.link.is_online() {
            self.online = Some(Instant::now());
        }
        let is_reachable = self.online.is_some_and(|online| online.elapsed() < LOST);
        self.service.store().set_reachable(is_reachable);
        let gained = held.served().without(self.open);
        if !gained.is_empty() {
            self.take(gained, held).await;
        }
        self.open = self.open.with(gained).among(held.slices);
        let leaving = held.leaving.among(self.open);
        if !leaving.is_empty() && self.finish(leaving).await {
            self.service.store().let_go(leaving);
            self.open = self.open.without(leaving);
            tracing::info!(slices = %leaving, "let another bot have slices of the servers");
        }
    }

    /// Begins the work of slices. Entries and thoughts that the bot before has left unfinished are due at once.
    async fn take(&self, slices: Slices, held: Held) {
        let (at, store) = (self.service.now(), self.service.store());
        let released = async {
            store.write(move |tx| tx.release(slices, at)).await?;
            self.service.release_thoughts().await?;
            Ok::<_, StoreError>(())
        };
        if let Err(error) = released.await {
            tracing::error!("taking over unfinished work failed: {error}");
        }
        self.inbox.open(slices, &self.events);
        self.wake.notify_one();
        self.service.thinkers().notify_waiters();
        if store.is_shared() {
            tracing::info!(taken = %slices, held = %held.served(), bots = held.sharers.max(1), "took slices of the servers");
        }
    }

    /// Ends the work of slices. If some of it takes too long, this bot keeps them, and the result is `false`.
    async fn finish(&self, slices: Slices) -> bool {
        // People are still served while posts are on their way.
        if timeout(DELIVERING, self.delivering.none_in(slices)).await.is_err() {
            return false;
        }
        self.inbox.close(slices);
        let finished = timeout(HANDLING, self.events.none_in(slices)).await.is_ok();
        if !finished {
            self.inbox.open(slices, &self.events);
        }
        finished
    }
}
