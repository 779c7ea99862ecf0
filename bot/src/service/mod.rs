//! The use cases: what people can ask for, without Discord's types.
//!
//! Each takes who asks and what, works in one transaction, and returns an [`Response`]. What everybody is
//! told goes into the outbox in that same transaction.

mod clockwork;
mod complete;
mod describe;
mod due;
mod export;
mod heartbeat;
mod history;
mod info;
mod life;
mod limits;
mod lists;
mod lobby;
mod offers;
mod overdue;
mod picker;
mod plans;
mod play;
mod press;
mod record;
mod rematch;
mod settings;
mod status;
mod substitute;
mod suspension;
#[cfg(test)]
mod tests;
mod timeout;
mod undelivered;
mod verify;

use std::{collections::BTreeSet, sync::Arc};

use data::{ChannelId, Game, GameId, GuildId, InteractionId, MessageId, PersonId, Store, Time, Tx};
use rules::Viewer;
use tokio::sync::{Mutex, Notify};

pub(crate) use clockwork::{unseen_since, wait_for_board};
pub use due::Next;
pub use lobby::{Invitee, Opened, Request, Wish};
pub(crate) use lobby::{LOBBY_DAYS, readiness, why_closed};
pub(crate) use offers::{About, still_asked};
pub(crate) use overdue::{choices, choosers, late};
pub(crate) use plans::{Ahead, MOST_PLANS, MOST_STEPS, Misfit, can_plan};
pub use plans::{Field, WHATEVER, Wished};
pub use press::Pass;
pub(crate) use record::is_undelivered;
pub use settings::Changes;
pub(crate) use suspension::suspend;
pub use verify::Unverified;

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
    store: Store,
    pictures: Pictures,
    outbox: Arc<Notify>,
    clock: Clock,
    steps: Steps,
    heartbeat: Arc<Mutex<Option<heartbeat::Heartbeat>>>,
    /// The games that were found not to come out as they were played.
    differing: Arc<std::sync::Mutex<BTreeSet<GameId>>>,
    link: Link,
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
    async fn act<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let done = self.store.write(work).await?;
        self.wake_outbox();
        Ok(done)
    }

    /// Wakes the worker that sends what is in the outbox.
    fn wake_outbox(&self) {
        self.steps.pass(Step::Committed);
        self.outbox.notify_one();
    }
}

/// What `person` sees of a game: a player their own view, others the spectators', and everybody everything once it is over.
fn viewer(game: &Game, person: PersonId) -> Viewer {
    game.table.viewer(game.seats_of(person).first().map_or(Viewer::Public, Viewer::Seat))
}

/// The answer to a private question with nothing more to press.
fn done(text: impl Into<String>) -> Response {
    Response::update(text)
}
