//! The parts that all use cases share: the service, the caller, and one transaction per use case.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use data::{ChannelId, GameId, GuildId, InteractionId, MessageId, PersonId, Store, Tx};
use jiff::Timestamp;
use tokio::sync::{Mutex, Notify};

use super::{costly::Costly, habits::Paces, hint::Hints};
use crate::{
    error::Error,
    failpoint::{Failpoint, Failpoints},
    time::Clock,
};

/// The user who invoked an interaction, and the place.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The user.
    pub person: PersonId,
    /// The server, or `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel or thread of the interaction.
    pub channel: ChannelId,
    /// The interaction. A second delivery has the same id.
    pub interaction: InteractionId,
    /// The public message whose button or menu was used, if it may be the message of the button's lobby or offer.
    pub pressed: Option<MessageId>,
    /// When the interaction arrived.
    pub at: Timestamp,
}

/// The use cases with the store and the clock that they need. Clones share everything.
///
/// Every method returns [`Error::Internal`] if the store fails.
#[derive(Clone)]
pub struct Service {
    pub(super) store: Store,
    pub(super) outbox: Arc<Notify>,
    pub(super) clock: Clock,
    pub(super) failpoints: Failpoints,
    pub(super) heartbeat: Arc<Mutex<Option<Heartbeat>>>,
    /// When people were last sent a file of their data, for a minute.
    pub(super) files: Arc<std::sync::Mutex<BTreeMap<PersonId, Timestamp>>>,
    /// The costly requests of the last minute.
    pub(super) costly: Arc<std::sync::Mutex<Costly>>,
    /// How fast people moved in finished games.
    pub(super) paces: Paces,
    /// The hints of this day.
    pub(super) hints: Arc<std::sync::Mutex<Hints>>,
    /// The games that no longer replay correctly.
    pub(super) differing: Arc<std::sync::Mutex<BTreeSet<GameId>>>,
    /// Whether machines are offered.
    pub(super) machines: bool,
    /// Wakes the thinkers.
    pub(super) thinkers: Arc<Notify>,
}

impl Service {
    /// Creates the use cases over a store. They wake `outbox` when they have queued something.
    #[must_use]
    pub fn new(store: Store, outbox: Arc<Notify>, clock: Clock) -> Service {
        Service {
            store,
            outbox,
            clock,
            failpoints: Failpoints::default(),
            heartbeat: Arc::default(),
            files: Arc::default(),
            costly: Arc::default(),
            paces: Paces::default(),
            hints: Arc::default(),
            differing: Arc::default(),
            machines: true,
            thinkers: Arc::default(),
        }
    }

    /// Returns the same service with these failpoints.
    #[must_use]
    pub fn watched(self, failpoints: Failpoints) -> Service {
        Service { failpoints, ..self }
    }

    /// Returns the current time by the service's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the service's clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns how fast people move, for lobbies that the outbox posts.
    pub fn paces(&self) -> &Paces {
        &self.paces
    }

    /// Returns the failpoints. The code that continues after a use case passes them, too.
    pub fn failpoints(&self) -> &Failpoints {
        &self.failpoints
    }

    /// Returns the store, for the worker that delivers the outbox.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Runs `work` in one transaction, then wakes the outbox.
    pub(super) async fn act<T: Send + 'static>(
        &self,
        work: impl Fn(&Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let done = self.store.write(work).await?;
        self.wake_outbox();
        Ok(done)
    }

    /// Checks that the caller and their server may make another costly request, and counts it.
    ///
    /// # Errors
    /// [`LimitRejected::Costly`](crate::rejected::LimitRejected::Costly).
    pub(super) fn admit_costly(&self, caller: &Caller) -> Result<(), Error> {
        let mut costly = self.costly.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        costly.admit((caller.person, caller.guild), self.now()).map_err(Error::rejected)
    }

    /// Wakes the outbox worker and the thinkers.
    pub(super) fn wake_outbox(&self) {
        self.failpoints.pass(Failpoint::Committed);
        self.outbox.notify_one();
        self.thinkers.notify_waiters();
    }
}

/// The bot's last sign of life.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heartbeat {
    /// The last heartbeat by the machine's clock.
    pub(super) machine: Timestamp,
    /// The last heartbeat on disk by the service's clock.
    pub(super) written: Timestamp,
}

/// Runs `work` once per interaction, since Discord can deliver one twice. `work` returns the response and the game and ply that it
/// led to, or `None` if it wrote nothing; a second delivery gets the response of `again` for that game and ply.
pub(super) fn once<T>(
    tx: &Tx<'_>,
    caller: &Caller,
    again: impl FnOnce(GameId, u32) -> Result<T, Error>,
    work: impl FnOnce() -> Result<(T, Option<(GameId, u32)>), Error>,
) -> Result<T, Error> {
    if let Some((game, ply)) = tx.done(caller.interaction)? {
        return again(game, ply);
    }
    let (response, done) = work()?;
    if let Some((game, ply)) = done {
        tx.set_done(caller.interaction, game, ply, caller.at)?;
    }
    Ok(response)
}
