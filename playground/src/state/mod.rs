//! The running playground: the world, who is connected, and every change that others get to know of.
//!
//! One lock guards all of it, so that events reach everybody in the order in which things happened. No method waits.

mod answer;
mod channels;
mod commands;
mod interact;
mod mention;
mod messages;
mod options;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

pub(crate) use channels::{NewThread, text_name};
pub(crate) use commands::{Act, Target};
pub(crate) use interact::{ATTACHMENT_LIMIT, Form, Use};
pub(crate) use mention::{Allowed, Mentions, Rule};
pub(crate) use messages::sees;
pub(crate) use options::available;

use crate::clock::{Clock, Millis};
use crate::fault::{Faults, Record};
use crate::feed::Feeds;
use crate::gateway::Sessions;
use crate::keep::{Keep, Place};
use crate::model::permission::Bits;
use crate::model::{Channel, Id, World};
use crate::rest::Limits;
use crate::server::Options;

/// What every request handler holds.
pub(crate) struct App {
    state: Mutex<State>,
    pub(crate) clock: Clock,
    pub(crate) stop: CancellationToken,
    pub(crate) keep: Keep,
}

pub(crate) type Shared = Arc<App>;

/// Everything behind the lock.
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) sessions: Sessions,
    pub(crate) feeds: Feeds,
    pub(crate) faults: Faults,
    pub(crate) record: Record,
    /// The requests counted so far, if rate limits are on.
    pub(crate) limits: Option<Limits>,
    clock: Clock,
    changes: watch::Sender<u64>,
    /// Names that bots get when they are first seen, by token.
    names: HashMap<String, String>,
    /// What bots may do beyond what everybody may.
    bot_permissions: Bits,
    /// What the page says in an empty channel.
    pub(crate) welcome: Vec<String>,
}

/// Which bots an event is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub(crate) guild: Option<Id>,
    /// Only bots that see this channel.
    pub(crate) channel: Option<Id>,
    /// Any of these intents is needed; none when 0.
    pub(crate) intents: u64,
}

impl App {
    pub(crate) fn new(world: World, options: &Options, place: Place, stop: CancellationToken) -> Self {
        let clock = Clock::new();
        let state = State {
            world,
            sessions: Sessions::default(),
            feeds: Feeds::default(),
            faults: Faults::default(),
            record: Record::default(),
            limits: options.rate_limits.then(Limits::default),
            clock: clock.clone(),
            changes: watch::channel(0).0,
            names: options.bot_names.clone(),
            bot_permissions: options.bot_permissions,
            welcome: options.welcome.clone(),
        };
        Self { state: Mutex::new(state), clock, stop, keep: Keep::new(place) }
    }

    /// The state. A panic elsewhere while it was held does not spread: the state stays usable.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when everything up to now is on the disk that shall be there; what cannot be saved is logged.
    pub(crate) async fn kept(&self) {
        if let Err(error) = self.keep.save(self).await {
            let path = self.keep.place().path();
            tracing::error!(%error, path = %path.display(), "the state could not be kept: {error}");
        }
    }

    /// A number that grows whenever something changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.lock().changes.subscribe()
    }

    /// Sees to it that an interaction fails in time when nobody answers it.
    pub(crate) fn watch_deadline(self: &Arc<Self>, at: Millis) {
        let app = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = app.clock.sleep_until(at) => app.lock().expire(),
                () = app.stop.cancelled() => {}
            }
        });
    }
}

impl State {
    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(crate) fn next_id(&mut self) -> Id {
        let now = self.now();
        self.world.next_id(now)
    }

    /// Tells those who wait for news that there are some.
    pub(crate) fn touch(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Sends an event to every connected bot that may know of it.
    pub(crate) fn tell_bots(
        &mut self,
        event: &str,
        scope: Scope,
        data: impl Fn(&World, Id, u64) -> Option<Value>,
    ) {
        let world = &self.world;
        let channel = scope.channel.and_then(|id| world.channels.get(&id));
        self.sessions.send(event, scope.guild, |bot, intents| {
            let wanted = scope.intents == 0 || scope.intents & intents != 0;
            let seen = channel.is_none_or(|channel| world.sees(bot, channel));
            (wanted && seen).then(|| data(world, bot, intents)).flatten()
        });
    }

    /// Sends something to one person's pages.
    pub(crate) fn tell_person(&mut self, person: Id, kind: &str, data: &Value) {
        self.touch();
        self.feeds.send(person, kind, data);
    }

    /// Sends something to everybody's pages.
    pub(crate) fn tell_people(&mut self, kind: &str, data: impl Fn(&World, Id) -> Option<Value>) {
        self.touch();
        let people: Vec<Id> = self.world.people.keys().copied().collect();
        for person in people {
            if let Some(data) = data(&self.world, person) {
                self.feeds.send(person, kind, &data);
            }
        }
    }

    /// Sends the new list of bots to the pages.
    pub(crate) fn tell_bots_list(&mut self) {
        let bots = self.bots_json();
        self.tell_people("bots", |_, _| Some(bots.clone()));
    }

    pub(crate) fn bots_json(&self) -> Value {
        let base = &self.world.base;
        self.world.bots.values().map(|bot| bot.json(base, self.sessions.online(bot.id))).collect()
    }

    pub(crate) fn people_json(&self) -> Value {
        self.world.people.values().map(|person| person.json(&self.world.base)).collect()
    }

    /// The application of a token, which joins the guild when it is first seen.
    pub(crate) fn sign_in(&mut self, token: &str) -> Id {
        let token = token.trim();
        let token = token.strip_prefix("Bot ").unwrap_or(token).trim();
        let id = crate::model::app::id_of_token(token);
        let now = self.now();
        if self.world.add_bot(id, self.names.get(token).map(String::as_str), self.bot_permissions, now) {
            self.tell_bots_list();
            let member = self.world.member_json(id);
            for guild in self.world.guilds.keys().copied().collect::<Vec<_>>() {
                self.tell_bots(
                    "GUILD_MEMBER_ADD",
                    Scope::guild(guild, crate::gateway::GUILD_MEMBERS),
                    |_, bot, _| (bot != id).then(|| with_guild(member.clone(), Some(guild))),
                );
            }
        }
        id
    }
}

impl Scope {
    pub(crate) fn guild(guild: Id, intents: u64) -> Self {
        Self { guild: Some(guild), channel: None, intents }
    }

    /// Those who see a channel; `direct` are the intents that count when it is a direct message.
    pub(crate) fn channel(channel: &Channel, intents: u64, direct: u64) -> Self {
        let intents = if channel.is_direct() { direct } else { intents };
        Self { guild: channel.guild, channel: Some(channel.id), intents }
    }
}

/// An event's data with `guild_id`, where there is a guild.
pub(crate) fn with_guild(mut data: Value, guild: Option<Id>) -> Value {
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
    }
    data
}
