//! What all use cases share: the service, the caller, and one transaction per use case.

use std::{collections::BTreeSet, sync::Arc};

use data::{ChannelId, Game, GameId, GuildId, InteractionId, MessageId, PersonId, Store, Time, Tx};
use rules::Viewer;
use tokio::sync::{Mutex, Notify};

use crate::{
    error::Error,
    link::Link,
    pictures::Pictures,
    posts,
    steps::{Step, Steps},
    time::Clock,
    view::{Post, Response},
};

/// Who asks, where, and by which interaction.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// Who.
    pub person: PersonId,
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The interaction, by which a second delivery of the same one is known.
    pub interaction: InteractionId,
    /// The message for everybody whose button was pressed or whose menu was used, if it may be that of the lobby or offer that
    /// the button is about.
    pub pressed: Option<MessageId>,
    /// When the interaction arrived.
    pub at: Time,
}

/// The use cases and what they need. Clones share everything.
#[derive(Clone)]
pub struct Service {
    pub(super) store: Store,
    pub(super) pictures: Pictures,
    pub(super) outbox: Arc<Notify>,
    pub(super) clock: Clock,
    pub(super) steps: Steps,
    pub(super) heartbeat: Arc<Mutex<Option<Heartbeat>>>,
    /// The games that were found not to come out as they were played.
    pub(super) differing: Arc<std::sync::Mutex<BTreeSet<GameId>>>,
    pub(super) link: Link,
}

impl Service {
    /// The use cases over a store; `outbox` is notified when there is something to be sent.
    #[must_use]
    pub fn new(store: Store, pictures: Pictures, outbox: Arc<Notify>, clock: Clock) -> Service {
        Service {
            store,
            pictures,
            outbox,
            clock,
            steps: Steps::default(),
            heartbeat: Arc::default(),
            differing: Arc::default(),
            link: Link::default(),
        }
    }

    /// The same, with the steps it takes told to somebody.
    #[must_use]
    pub fn watched(self, steps: Steps) -> Service {
        Service { steps, ..self }
    }

    /// Now, by the service's clock.
    #[must_use]
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// The board of a game as `to` may see it, with what happened since ply `since`.
    pub(crate) async fn board_post(&self, game: &Game, to: Viewer, since: usize) -> anyhow::Result<Post> {
        let picture = self.pictures.board(game, to).await?;
        Ok(posts::board(game, to, since, self.now(), picture))
    }

    /// The state of the connection to Discord.
    #[must_use]
    pub fn link(&self) -> &Link {
        &self.link
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(crate) fn steps(&self) -> &Steps {
        &self.steps
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Does this in one transaction and then wakes the outbox, in which it may have queued something.
    pub(super) async fn act<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let done = self.store.write(work).await?;
        self.wake_outbox();
        Ok(done)
    }

    /// Wakes the worker that sends what is in the outbox.
    pub(super) fn wake_outbox(&self) {
        self.steps.pass(Step::Committed);
        self.outbox.notify_one();
    }
}

/// The answer to a private question with nothing more to press.
pub(super) fn done(text: impl Into<String>) -> Response {
    Response::update(text)
}

/// The bot's last sign of life.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heartbeat {
    /// The last heartbeat by the machine's clock.
    pub(super) machine: Time,
    /// The last heartbeat on disk by the service's clock.
    pub(super) written: Time,
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
