//! Keeps the events that Discord sends before the bot plays.
//!
//! A bot that waits beside the one that plays is connected already, so that it can begin at once. Discord sends every event to both. The
//! one that waits keeps what the other may leave undone when it ends.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use poise::serenity_prelude::{Context, FullEvent, GuildId};
use tokio::time::Instant;

use super::events::{Events, Source};
use crate::seen::Seen;

/// How old an interaction may be that is handled later. After three seconds its user reads that nobody responded, and may do it again.
const ANSWERABLE: Duration = Duration::from_secs(2);
/// How long after its beginning Discord shows the user of an interaction that nobody responded.
const FAILED: Duration = Duration::from_secs(3);
/// How long a bot may be silent before another one takes its place, and a little longer.
const SILENT: Duration = Duration::from_secs(30);

/// An event with the connection that it comes from.
pub(super) struct Received {
    pub(super) from: Arc<Source>,
    pub(super) ctx: Context,
    pub(super) event: FullEvent,
    pub(super) arrived: Instant,
}

/// Passes events to their handlers, once there are any.
pub(super) struct Inbox {
    /// Whether another bot plays at first.
    waits: bool,
    /// The interactions that have arrived.
    arrivals: Seen,
    state: Mutex<State>,
}

enum State {
    /// The bot does not play yet.
    Waiting(Kept),
    /// The bot plays.
    Open(Opened),
}

/// Where the events of a bot that plays go.
struct Opened {
    events: Arc<Events>,
    /// When it took the place of another bot, if it did.
    taken_over: Option<Instant>,
}

/// The events and servers that a bot keeps while it waits.
#[derive(Default)]
pub(super) struct Kept {
    /// The newest `READY` of each shard.
    pub(super) sessions: BTreeMap<u32, Received>,
    /// How the list of servers has changed since then.
    pub(super) servers: Servers,
    /// Events that the bot that plays may not have handled, oldest first.
    pub(super) recent: VecDeque<Received>,
}

/// Servers that Discord has reported since the last `READY`.
#[derive(Clone, Default)]
pub(super) struct Servers {
    /// Those that the bot is on.
    pub(super) here: BTreeSet<GuildId>,
    /// Those that have removed the bot.
    pub(super) gone: BTreeSet<GuildId>,
}

impl Inbox {
    /// Creates an inbox. `waits` says whether another bot plays at first, to which Discord sends the same events.
    pub(super) fn new(waits: bool) -> Inbox {
        Inbox { waits, arrivals: Seen::default(), state: Mutex::new(State::Waiting(Kept::default())) }
    }

    /// Passes an event on, or keeps it, unless its user knows already that nobody responded. They may have done it again since, so doing
    /// it now could do it twice, or in the next game.
    pub(super) fn receive(&self, from: Arc<Source>, ctx: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event {
            let interaction = interaction.id().get();
            let (repeated, late) = self.arrivals.note(interaction);
            // The handlers know the repeated ones, but not those that came while another bot played.
            if repeated && self.waits || !repeated && late >= FAILED {
                tracing::info!(interaction, repeated, "ignored an interaction that arrived too late");
                return;
            }
        }
        let received = Received { from, ctx, event, arrived: Instant::now() };
        match &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Waiting(kept) => kept.add(received),
            State::Open(opened) => opened.receive(received),
        }
    }

    /// Passes all further events to these handlers, and first what was kept.
    pub(super) fn open(&self, events: &Arc<Events>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = Opened { events: events.clone(), taken_over: self.waits.then(Instant::now) };
        if let State::Waiting(kept) = mem::replace(&mut *state, State::Open(opened)) {
            events.catch_up(kept);
        }
    }
}

impl Opened {
    /// Passes an event on. The bot before this one may have handled it, or refused it, which must not be done now.
    fn receive(&self, received: Received) {
        match self.taken_over {
            Some(taken_over) if received.is_older_than(taken_over) => {
                if received.is_recent() {
                    self.events.recover(received);
                }
            }
            _ => self.events.receive(received),
        }
    }
}

impl Kept {
    fn add(&mut self, received: Received) {
        match &received.event {
            FullEvent::Ready { .. } => {
                tracing::info!(shard = received.ctx.shard_id.0, "connected beside the bot that plays");
                self.sessions.insert(received.ctx.shard_id.0, received);
            }
            FullEvent::GuildCreate { guild, .. } => {
                self.servers.gone.remove(&guild.id);
                self.servers.here.insert(guild.id);
            }
            FullEvent::GuildDelete { incomplete, .. } => {
                self.servers.here.remove(&incomplete.id);
                if !incomplete.unavailable {
                    self.servers.gone.insert(incomplete.id);
                }
            }
            event if kept_for(event).is_some() => self.recent.push_back(received),
            _ => {}
        }
        self.recent.retain(Received::is_recent);
    }
}

impl Received {
    /// Returns whether it is not too late to handle this.
    pub(super) fn is_recent(&self) -> bool {
        kept_for(&self.event).is_some_and(|long| self.age() < long)
    }

    /// Returns whether Discord sent this before `instant`.
    fn is_older_than(&self, instant: Instant) -> bool {
        self.age() > instant.elapsed()
    }

    /// Returns the time since Discord sent this. It may have arrived late, for example because the bot was stopped.
    fn age(&self) -> Duration {
        let here = self.arrived.elapsed();
        match &self.event {
            FullEvent::InteractionCreate { interaction } => {
                let began =
                    u64::try_from(interaction.id().created_at().timestamp_millis()).unwrap_or_default();
                let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default();
                here.max(Duration::from_millis(now.saturating_sub(began)))
            }
            _ => here,
        }
    }
}

/// Returns how long a bot that waits keeps an event, or `None` for one that it need not handle later.
fn kept_for(event: &FullEvent) -> Option<Duration> {
    match event {
        FullEvent::InteractionCreate { .. } => Some(ANSWERABLE),
        FullEvent::ChannelDelete { .. } | FullEvent::ThreadDelete { .. } => Some(SILENT),
        _ => None,
    }
}
