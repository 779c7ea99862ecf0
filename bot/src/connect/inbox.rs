//! Keeps the events that this bot does not handle now, and passes on the others.
//!
//! Bots that share a database divide the servers into slices. Discord sends every event to each of them, and the one that holds the slice
//! of its server handles it. The others keep what that one may leave undone if it ends, so that the next one can begin at once.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use data::Slices;
use jiff::Timestamp;
use poise::serenity_prelude::{self as serenity, Context, FullEvent, GuildId, Interaction};
use tokio::time::Instant;

use super::events::{Events, Source, serves};
use crate::seen::Seen;

/// How old an interaction may be that is handled later. After three seconds its user reads that nobody responded, and may do it again.
const ANSWERABLE: Duration = Duration::from_secs(2);
/// How long after its beginning Discord shows the user of an interaction that nobody responded.
const FAILED: Duration = Duration::from_secs(3);
/// How long a bot may be silent before another one takes its slices, and a little longer.
const SILENT: Duration = Duration::from_secs(30);

/// An event with the connection that it comes from.
#[derive(Clone)]
pub(super) struct Received {
    pub(super) from: Arc<Source>,
    pub(super) ctx: Context,
    pub(super) event: FullEvent,
    pub(super) arrived: Instant,
}

/// A session that a shard has begun.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) from: Arc<Source>,
    pub(super) ctx: Context,
    pub(super) ready: serenity::Ready,
    /// The servers that Discord has reported since then.
    pub(super) since: Servers,
}

impl Session {
    /// Returns the servers that the bot is on, as far as this session has heard.
    pub(super) fn servers(&self) -> impl Iterator<Item = GuildId> {
        let listed = self.ready.guilds.iter().map(|guild| guild.id);
        listed.chain(self.since.here.iter().copied()).filter(|guild| !self.since.gone.contains(guild))
    }
}

/// Servers that Discord has reported since a session has begun.
#[derive(Clone, Default)]
pub(super) struct Servers {
    /// Those that the bot is on.
    pub(super) here: BTreeSet<GuildId>,
    /// Those that have removed the bot.
    pub(super) gone: BTreeSet<GuildId>,
}

/// Passes events to their handlers, once there are any.
pub(super) struct Inbox {
    /// Whether Discord sends the same events to other bots that may handle them.
    is_shared: bool,
    /// The interactions that have arrived.
    arrivals: Seen,
    /// Those that were passed on.
    passed: Seen,
    state: Mutex<State>,
}

/// The sessions and events of an inbox, and the handlers that get them.
#[derive(Default)]
struct State {
    /// The handlers. `None` until the bot may play.
    events: Option<Arc<Events>>,
    /// The slices whose events they get.
    open: Slices,
    /// When slices were taken from other bots, oldest first.
    taken: Vec<(Slices, Instant)>,
    /// The newest session of each shard.
    sessions: BTreeMap<u32, Session>,
    /// Events that another bot may not have handled, oldest first.
    recent: VecDeque<Received>,
}

impl Inbox {
    /// Creates an inbox. `is_shared` says whether Discord sends the same events to other bots that may handle them.
    pub(super) fn new(is_shared: bool) -> Inbox {
        Inbox { is_shared, arrivals: Seen::default(), passed: Seen::default(), state: Mutex::default() }
    }

    /// Passes an event on, or keeps it, unless its user knows already that nobody responded. They may have done it again since, so doing
    /// it now could do it twice, or in the next game.
    pub(super) fn receive(&self, from: Arc<Source>, ctx: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event {
            let interaction = interaction.id().get();
            let (repeated, late) = self.arrivals.note(interaction);
            // The handlers know the repeated ones, but not those that another bot may have handled.
            if repeated && !self.passed.has(interaction) || !repeated && late >= FAILED {
                tracing::info!(interaction, repeated, "ignored an interaction that arrived too late");
                return;
            }
        }
        let received = Received { from, ctx, event, arrived: Instant::now() };
        let mut state = self.state();
        if let Some(session) = state.note(&received) {
            match state.events.clone() {
                Some(events) => events.begin(session, state.open),
                None => tracing::info!("connected beside the bot that plays"),
            }
            return;
        }
        let slice = slice_of(&received.event);
        match state.events.clone().filter(|_| !state.open.among(slice).is_empty()) {
            Some(events) => {
                self.note_passed(&received);
                state.pass(&events, received, slice);
            }
            None => state.keep(received),
        }
    }

    /// Passes all further events of these slices to the handlers, and first those that were kept.
    pub(super) fn open(&self, slices: Slices, events: &Arc<Events>) {
        let mut state = self.state();
        state.open = state.open.with(slices);
        if self.is_shared {
            state.taken.retain(|(taken, _)| !taken.without(slices).is_empty());
            state.taken.push((slices, Instant::now()));
        }
        let is_first = state.events.replace(events.clone()).is_none();
        for session in state.sessions.values().cloned() {
            if is_first {
                events.begin(session, slices);
            } else {
                events.look_at_servers(session, slices);
            }
        }
        let (now, later): (VecDeque<_>, _) =
            state.recent.drain(..).partition(|received| !slices.among(slice_of(&received.event)).is_empty());
        state.recent = later;
        for received in now.into_iter().filter(Received::is_recent) {
            self.note_passed(&received);
            events.recover(received);
        }
    }

    /// Keeps all further events of these slices.
    pub(super) fn close(&self, slices: Slices) {
        let mut state = self.state();
        state.open = state.open.without(slices);
    }

    fn note_passed(&self, received: &Received) {
        if let FullEvent::InteractionCreate { interaction } = &received.event {
            let _ = self.passed.note(interaction.id().get());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Passes an event on. The bot that held its slice before may have handled it, or refused it, which must not be done now.
    fn pass(&self, events: &Arc<Events>, received: Received, slice: Slices) {
        let taken = self.taken.iter().rev().find(|(slices, _)| !slices.among(slice).is_empty());
        match taken {
            Some((_, taken)) if received.is_older_than(*taken) => {
                if received.is_recent() {
                    events.recover(received);
                }
            }
            _ => events.receive(received),
        }
    }

    /// Notes a change of the sessions or their servers. Returns the session that has begun, if one has.
    fn note(&mut self, received: &Received) -> Option<Session> {
        match &received.event {
            FullEvent::Ready { data_about_bot } => {
                let session = Session {
                    from: received.from.clone(),
                    ctx: received.ctx.clone(),
                    ready: data_about_bot.clone(),
                    since: Servers::default(),
                };
                self.sessions.insert(received.ctx.shard_id.0, session.clone());
                return Some(session);
            }
            FullEvent::GuildCreate { guild, .. } => {
                if let Some(servers) = self.servers_beside(guild.id) {
                    servers.gone.remove(&guild.id);
                    servers.here.insert(guild.id);
                }
            }
            FullEvent::GuildDelete { incomplete, .. } => {
                if let Some(servers) = self.servers_beside(incomplete.id) {
                    servers.here.remove(&incomplete.id);
                    if !incomplete.unavailable {
                        servers.gone.insert(incomplete.id);
                    }
                }
            }
            _ => {}
        }
        None
    }

    /// Returns the servers that the session of a server's shard has reported.
    fn servers_beside(&mut self, guild: GuildId) -> Option<&mut Servers> {
        let of = |session: &&mut Session| {
            session.ready.shard.is_none_or(|shard| serves(shard, guild.get().into()))
        };
        self.sessions.values_mut().find(of).map(|session| &mut session.since)
    }

    fn keep(&mut self, received: Received) {
        if kept_for(&received.event).is_some() {
            self.recent.push_back(received);
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

/// Returns how long a bot keeps an event of a slice that it does not hold, or `None` for one that it need not handle later.
fn kept_for(event: &FullEvent) -> Option<Duration> {
    match event {
        FullEvent::InteractionCreate { .. } => Some(ANSWERABLE),
        FullEvent::ChannelDelete { .. } | FullEvent::ThreadDelete { .. } => Some(SILENT),
        _ => None,
    }
}

/// Returns the slice of the server that an event is about.
pub(super) fn slice_of(event: &FullEvent) -> Slices {
    Slices::of(server_of(event).map(|guild| guild.get().into()))
}

/// Returns the server that an event is about, or `None` if it is about none.
fn server_of(event: &FullEvent) -> Option<GuildId> {
    match event {
        FullEvent::InteractionCreate { interaction } => match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => command.guild_id,
            Interaction::Component(press) => press.guild_id,
            Interaction::Modal(form) => form.guild_id,
            _ => None,
        },
        FullEvent::ChannelDelete { channel, .. } => Some(channel.guild_id),
        FullEvent::ThreadDelete { thread, .. } => Some(thread.guild_id),
        FullEvent::GuildDelete { incomplete, .. } => Some(incomplete.id),
        FullEvent::GuildCreate { guild, .. } => Some(guild.id),
        FullEvent::ChannelUpdate { new, .. } => Some(new.guild_id),
        FullEvent::GuildRoleUpdate { new, .. } => Some(new.guild_id),
        FullEvent::GuildMemberUpdate { event, .. } => Some(event.guild_id),
        _ => None,
    }
}
