//! Events: what bots and pages learn about a change.

use serde_json::{Value, json};

use super::running::State;
use crate::model::intent::{self, DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS};
use crate::model::{Channel, Id, Message, World, channel};

/// Which bots receive an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub(crate) guild: Option<Id>,
    /// If set, only bots that see this channel receive it.
    pub(crate) channel: Option<Id>,
    /// A bot needs any one of these intents. With 0 it needs none.
    pub(crate) intents: u64,
}

impl State {
    /// Sends an event to every connected bot in its scope. `data` makes the event for one bot and its intents.
    pub(crate) fn send_to_bots(
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

    /// Sends an event to all pages of one person.
    pub(crate) fn send_to_person(&mut self, person: Id, kind: &str, data: &Value) {
        self.touch();
        self.feeds.send(person, kind, data);
    }

    /// Sends an event to the pages of everybody for whom `data` returns something.
    pub(crate) fn send_to_people(&mut self, kind: &str, data: impl Fn(&World, Id) -> Option<Value>) {
        self.touch();
        for person in self.feeds.people() {
            if let Some(data) = data(&self.world, person) {
                self.feeds.send(person, kind, &data);
            }
        }
    }

    /// Sends a channel in its current form to bots, as `event`, and to pages.
    pub(crate) fn send_channel(&mut self, event: &str, id: Id) {
        let Some(channel) = self.world.channels.get(&id) else { return };
        let scope = Scope { guild: channel.guild, channel: Some(id), intents: GUILDS };
        self.send_to_bots(event, scope, |world, bot, _| {
            world.channels.get(&id).map(|channel| world.channel_json(channel, Some(bot)))
        });
        let kind = if event.ends_with("_CREATE") { "channel_create" } else { "channel_update" };
        self.send_channel_to_pages(kind, id);
    }

    pub(super) fn send_channel_to_pages(&mut self, kind: &str, id: Id) {
        self.send_to_people(kind, |world, person| {
            let channel = world.channels.get(&id).filter(|channel| world.sees(person, channel))?;
            Some(world.channel_json(channel, Some(person)))
        });
    }

    /// Sends a message in its current form to the bots and pages that see it.
    pub(crate) fn send_message(&mut self, event: &str, message: &Message) {
        let Some(channel) = self.world.channels.get(&message.channel) else { return };
        let (scope, kind) = (Scope::channel(channel, GUILD_MESSAGES, DIRECT_MESSAGES), channel.kind);
        if !message.is_ephemeral() {
            self.send_to_bots(event, scope, |world, bot, intents| {
                let mut data = with_guild(world.message_json(message, bot), scope.guild);
                data["channel_type"] = json!(kind);
                if scope.guild.is_some() {
                    data["member"] = world.bare_member_json(message.author);
                }
                let readable = intents & intent::MESSAGE_CONTENT != 0
                    || message.author == bot
                    || message.mentions.contains(&bot)
                    || kind == channel::DIRECT;
                if !readable {
                    data["content"] = json!("");
                    for hidden in ["attachments", "embeds", "components"] {
                        data[hidden] = json!([]);
                    }
                    if message.forwarded.is_some() {
                        data["message_snapshots"] = json!([]);
                    }
                }
                Some(data)
            });
        }
        let kind = if event == "MESSAGE_CREATE" { "message_create" } else { "message_update" };
        self.send_to_people(kind, |world, person| {
            (world.sees_channel(person, message.channel) && message.visible_to(person))
                .then(|| with_guild(world.message_json(message, person), scope.guild))
        });
    }
}

impl Scope {
    pub(crate) fn guild(guild: Id, intents: u64) -> Self {
        Self { guild: Some(guild), channel: None, intents }
    }

    /// Returns the scope of bots that see a channel. In a direct message `direct` are the intents that count.
    pub(crate) fn channel(channel: &Channel, intents: u64, direct: u64) -> Self {
        let intents = if channel.is_direct() { direct } else { intents };
        Self { guild: channel.guild, channel: Some(channel.id), intents }
    }
}

/// Adds `guild_id` to an event's data, if there is a guild.
pub(crate) fn with_guild(mut data: Value, guild: Option<Id>) -> Value {
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
    }
    data
}
