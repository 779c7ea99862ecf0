//! Guilds: adding them, and what bots learn about one.

use serde_json::{Value, json};

use super::events::Scope;
use super::running::State;
use crate::clock::iso;
use crate::model::intent::{self, GUILDS};
use crate::model::{Channel, Guild, Id, World, channel};

impl State {
    /// Adds guilds with one text channel each, and notifies bots and pages. Returns the ids of both.
    ///
    /// The guilds belong to the owner of the first one. Their ids are a millisecond apart, so a bot of any number of shards
    /// gets an equal part of them on each.
    pub(crate) fn add_guilds(&mut self, count: u64) -> Vec<(Id, Id)> {
        let now = self.now();
        let Some(first) = self.world.first_guild().and_then(|id| self.world.guilds.get(&id)) else {
            return Vec::new();
        };
        let owner = first.owner;
        let of_bots: Vec<_> = first.roles.iter().filter(|role| role.bot.is_some()).cloned().collect();
        let mut added = Vec::new();
        for _ in 0..count {
            let id = self.world.next_guild_id(now);
            let name = format!("Playground {}", self.world.guilds.len() + 1);
            let mut guild = Guild::new(id, &name, owner);
            guild.roles.extend(of_bots.iter().cloned());
            self.world.guilds.insert(id, guild);
            let general = self.world.next_id(now);
            self.world.channels.insert(general, Channel::new(general, channel::TEXT, Some(id), "general"));
            self.send_to_bots("GUILD_CREATE", Scope::guild(id, GUILDS), |world, bot, intents| {
                Some(guild_create(world, id, bot, intents))
            });
            added.push((id, general));
        }
        for (_, channel) in &added {
            self.send_channel_to_pages("channel_create", *channel);
        }
        added
    }
}

/// Returns the data of `GUILD_CREATE` for one bot.
pub(crate) fn guild_create(world: &World, guild: Id, bot: Id, intents: u64) -> Value {
    let Some(known) = world.guilds.get(&guild) else { return json!({"id": guild, "unavailable": true}) };
    let mut data = known.json();
    let here = || world.channels.values().filter(|channel| channel.guild == Some(guild));
    let threads = here().filter(|channel| {
        channel.thread.as_ref().is_some_and(|thread| !thread.archived) && world.sees(bot, channel)
    });
    // Without the members intent a bot receives only itself.
    let members = world.member_ids().filter(|user| intents & intent::GUILD_MEMBERS != 0 || *user == bot);
    data["channels"] =
        here().filter(|c| !c.is_thread()).map(|channel| world.channel_json(channel, Some(bot))).collect();
    data["threads"] = threads.map(|channel| world.channel_json(channel, Some(bot))).collect();
    data["members"] = members.map(|user| world.member_json(user)).collect();
    let joined = world.bots.get(&bot).map_or_else(|| guild.created(), |bot| bot.joined);
    data["joined_at"] = json!(iso(joined));
    data["member_count"] = json!(world.member_ids().count());
    data["large"] = json!(false);
    data["unavailable"] = json!(false);
    for empty in
        ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
    {
        data[empty] = json!([]);
    }
    data
}
