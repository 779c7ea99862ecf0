//! Everything that exists in the playground, and Discord's objects made of it.

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::app::Bot;
use super::channel::{self, Channel};
use super::guild::{Guild, Role};
use super::id::Id;
use super::interaction::Interaction;
use super::lengths::Lengths;
use super::message::{self, Attachment, Message};
use super::permission::{self, Bits};
use super::person::{Person, avatar_url};
use crate::clock::{Millis, iso};

/// The total size of all kept files, in bytes. The oldest files are dropped first.
const KEPT_BYTES: usize = 512 * 1024 * 1024;
/// The fields of the original that a forwarded message shows.
const SNAPSHOT: [&str; 10] = [
    "type",
    "content",
    "mentions",
    "mention_roles",
    "attachments",
    "embeds",
    "timestamp",
    "edited_timestamp",
    "flags",
    "components",
];
/// The type of the component that shows a file.
const FILE: u64 = 13;
/// The number of kept files given with commands. The oldest are dropped first.
const KEPT_GIVEN: usize = 1_000;
/// The number of interactions kept for lookups.
const KEPT_INTERACTIONS: usize = 5_000;

/// Everything that outlives a connection, and mostly a restart.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct World {
    last_id: u64,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) people: BTreeMap<Id, Person>,
    pub(crate) bots: BTreeMap<Id, Bot>,
    /// The files that people gave with commands.
    #[serde(default)]
    pub(crate) given: BTreeMap<Id, Attachment>,
    #[serde(skip)]
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// The lengths of the uploaded files.
    #[serde(skip)]
    pub(crate) files: Lengths,
    /// The bytes of the files that are not on disk yet.
    #[serde(skip)]
    pub(crate) fresh: BTreeMap<Id, Bytes>,
    /// The flags that every application has.
    #[serde(skip)]
    pub(crate) granted: u64,
    /// The address of this playground, `http://127.0.0.1:PORT`.
    #[serde(skip)]
    pub(crate) base: String,
}

impl World {
    /// Makes a guild with three channels and two people.
    pub(crate) fn fresh(now: Millis) -> Self {
        let mut world = Self::default();
        let guild = world.next_id(now);
        let ann = Person::new(world.next_id(now), "Ann", "en-US");
        let ben = Person::new(world.next_id(now), "Ben", "en-GB");
        world.guilds.insert(guild, Guild::new(guild, "Playground", ann.id));
        for (position, name) in ["general", "games", "games-2"].into_iter().enumerate() {
            let id = world.next_id(now);
            let channel = Channel { position, ..Channel::new(id, channel::TEXT, Some(guild), name) };
            world.channels.insert(id, channel);
        }
        for person in [ann, ben] {
            world.people.insert(person.id, person);
        }
        world
    }

    /// Returns a copy of everything that outlives a restart. The copy shares the messages, so it takes little time.
    pub(crate) fn kept(&self) -> Self {
        Self {
            last_id: self.last_id,
            guilds: self.guilds.clone(),
            channels: self.channels.clone(),
            people: self.people.clone(),
            bots: self.bots.clone(),
            given: self.given.clone(),
            files: self.files.clone(),
            ..Self::default()
        }
    }

    /// Returns an id that was never used before. Ids grow even if the clock does not.
    pub(crate) fn next_id(&mut self, now: Millis) -> Id {
        self.last_id = Id::at(now).0.max(self.last_id + 1);
        Id(self.last_id)
    }

    /// Returns an id for a guild, from a later millisecond than every other id. The shard of a guild is made of that.
    pub(crate) fn next_guild_id(&mut self, now: Millis) -> Id {
        let later = Id::at(Id(self.last_id).created() + 1);
        self.last_id = Id::at(now).max(later).0;
        Id(self.last_id)
    }

    /// Returns the guild that new people, bots and channels join.
    pub(crate) fn first_guild(&self) -> Option<Id> {
        self.guilds.keys().next().copied()
    }

    /// Makes an application known and a member of every guild. Returns whether it is new.
    pub(crate) fn add_bot(&mut self, id: Id, name: Option<&str>, permissions: Bits, now: Millis) -> bool {
        if self.bots.contains_key(&id) {
            return false;
        }
        let name = name.map_or_else(|| format!("Bot {}", self.bots.len() + 1), str::to_owned);
        let role = self.next_id(now);
        for guild in self.guilds.values_mut() {
            guild.roles.push(Role { id: role, name: name.clone(), permissions, bot: Some(id) });
        }
        let bot = Bot {
            id,
            name,
            description: String::new(),
            joined: now,
            flags: 0,
            role,
            commands: Vec::new(),
            guild_commands: BTreeMap::new(),
        };
        self.bots.insert(id, bot);
        true
    }

    /// Returns the channel whose permissions count: the parent of a thread, otherwise the channel itself.
    fn ruling<'a>(&'a self, channel: &'a Channel) -> &'a Channel {
        match channel.parent {
            Some(parent) if channel.is_thread() => self.channels.get(&parent).unwrap_or(channel),
            _ => channel,
        }
    }

    /// Returns what a bot or person may do in a channel.
    pub(crate) fn permissions(&self, user: Id, channel: &Channel) -> Bits {
        let Some(guild) = channel.guild.and_then(|id| self.guilds.get(&id)) else {
            return permission::DIRECT;
        };
        if guild.owner == user {
            return permission::ALL;
        }
        let denied = self.ruling(channel).denied.get(&user).copied().unwrap_or_default();
        let roles = self.people.get(&user).map_or(&[][..], |person| &person.roles);
        permission::reduced(guild.permissions(user, roles), denied)
    }

    /// Returns whether a bot or person sees a channel at all.
    pub(crate) fn sees(&self, user: Id, channel: &Channel) -> bool {
        if channel.is_direct() {
            return channel.recipients.contains(&user);
        }
        if !self.is_member(user) {
            return false;
        }
        let permissions = self.permissions(user, channel);
        let joined = channel.thread.as_ref().is_some_and(|thread| thread.members.contains_key(&user));
        permissions & permission::VIEW_CHANNEL != 0
            && (channel.kind != channel::PRIVATE_THREAD
                || joined
                || permissions & permission::MANAGE_THREADS != 0)
    }

    /// Returns whether a bot or person sees the channel with this id; `false` if there is no such channel.
    pub(crate) fn sees_channel(&self, user: Id, channel: Id) -> bool {
        self.channels.get(&channel).is_some_and(|channel| self.sees(user, channel))
    }

    /// Returns the direct messages of a person and a bot, and whether they were just created.
    pub(crate) fn direct(&mut self, person: Id, bot: Id, now: Millis) -> (Id, bool) {
        let known = self.channels.values().find(|c| c.is_direct() && c.recipients == [person, bot]);
        if let Some(channel) = known {
            return (channel.id, false);
        }
        let id = self.next_id(now);
        let channel =
            Channel { recipients: vec![person, bot], ..Channel::new(id, channel::DIRECT, None, "") };
        self.channels.insert(id, channel);
        (id, true)
    }

    pub(crate) fn message(&self, channel: Id, message: Id) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&message)
    }

    /// Stores an uploaded file, then drops the oldest files until the total is within bounds.
    pub(crate) fn keep_file(&mut self, id: Id, bytes: Bytes) {
        self.files.insert(id, bytes.len());
        self.fresh.insert(id, bytes);
        for id in self.files.shrink(KEPT_BYTES) {
            self.fresh.remove(&id);
            self.given.remove(&id);
        }
    }

    /// Stores a file that a person gave with a command, then drops the oldest ones over the limit.
    pub(crate) fn keep_given(&mut self, file: Attachment, bytes: Bytes) {
        let id = file.id;
        self.given.insert(id, file);
        self.keep_file(id, bytes);
        while self.given.len() > KEPT_GIVEN {
            let Some((_, gone)) = self.given.pop_first() else { break };
            self.forget_files(&[gone]);
        }
    }

    pub(crate) fn forget_files(&mut self, files: &[Attachment]) {
        for file in files {
            self.files.remove(file.id);
            self.fresh.remove(&file.id);
        }
    }

    /// Stores an interaction, then drops the oldest ones over the limit. Returns their ids.
    pub(crate) fn keep_interaction(&mut self, interaction: Interaction) -> Vec<Id> {
        self.interactions.insert(interaction.id, interaction);
        let mut dropped = Vec::new();
        while self.interactions.len() > KEPT_INTERACTIONS
            && let Some((id, _)) = self.interactions.pop_first()
        {
            dropped.push(id);
        }
        dropped
    }

    /// Finds the interaction with this token, newest first.
    pub(crate) fn by_token(&self, token: &str) -> Option<&Interaction> {
        self.interactions.values().rev().find(|interaction| interaction.token == token)
    }

    pub(crate) fn user_name(&self, user: Id) -> Option<&str> {
        let person = self.people.get(&user).map(|person| person.name.as_str());
        person.or_else(|| self.bots.get(&user).map(|bot| bot.name.as_str()))
    }

    /// Returns Discord's user object; that of a deleted user if the id is unknown.
    pub(crate) fn user_json(&self, user: Id) -> Value {
        let (username, shown, discriminator) = match (self.people.get(&user), self.bots.get(&user)) {
            (Some(person), _) => (person.username(), Some(person.name.as_str()), "0".to_owned()),
            (_, Some(bot)) => (bot.name.clone(), None, format!("{:04}", user.0 % 9_999 + 1)),
            _ => ("deleted_user".to_owned(), None, "0".to_owned()),
        };
        let mut json = json!({
            "id": user,
            "username": username,
            "discriminator": discriminator,
            "global_name": shown,
            "avatar": null,
            "banner": null,
            "accent_color": null,
            "avatar_decoration_data": null,
            "primary_guild": null,
            "flags": 0,
            "public_flags": 0,
        });
        if self.bots.contains_key(&user) {
            json["bot"] = json!(true);
        }
        json
    }

    /// Returns Discord's guild member object without `user`.
    pub(crate) fn bare_member_json(&self, user: Id) -> Value {
        let (joined, roles) = match self.bots.get(&user) {
            Some(bot) => (bot.joined, vec![bot.role]),
            None => (
                user.created(),
                self.people.get(&user).map(|person| person.roles.clone()).unwrap_or_default(),
            ),
        };
        json!({
            "avatar": null,
            "banner": null,
            "communication_disabled_until": null,
            "flags": 0,
            "joined_at": iso(joined),
            "nick": null,
            "pending": false,
            "premium_since": null,
            "roles": roles,
            "mute": false,
            "deaf": false,
        })
    }

    /// Returns Discord's guild member object.
    pub(crate) fn member_json(&self, user: Id) -> Value {
        let mut member = self.bare_member_json(user);
        member["user"] = self.user_json(user);
        member
    }

    /// Lists the members of the guilds, people first.
    pub(crate) fn member_ids(&self) -> impl Iterator<Item = Id> {
        let people = self.people.values().filter(|person| !person.gone).map(|person| person.id);
        people.chain(self.bots.keys().copied())
    }

    /// Returns whether a bot or person is a member of the guilds.
    pub(crate) fn is_member(&self, user: Id) -> bool {
        self.bots.contains_key(&user) || self.people.get(&user).is_some_and(|person| !person.gone)
    }

    /// Returns Discord's channel object as `viewer` sees it.
    pub(crate) fn channel_json(&self, channel: &Channel, viewer: Option<Id>) -> Value {
        let mut json = channel.json();
        if channel.is_direct() {
            let others = channel.recipients.iter().filter(|user| Some(**user) != viewer);
            json["recipients"] = others.map(|user| self.user_json(*user)).collect();
        }
        if let (Some(thread), Some(viewer)) = (&channel.thread, viewer)
            && let Some(member) = thread.member_json(channel.id, viewer)
        {
            json["member"] = member;
        }
        json
    }

    /// Returns Discord's message object as `viewer` sees it.
    pub(crate) fn message_json(&self, message: &Message, viewer: Id) -> Value {
        let mut json = self.basic_message_json(message, viewer);
        if let Some(reference) = message.reference {
            let guild = self.channels.get(&reference.channel).and_then(|channel| channel.guild);
            json["message_reference"] = json!({
                "type": u8::from(message.forwarded.is_some()),
                "message_id": reference.message,
                "channel_id": reference.channel,
            });
            if let Some(guild) = guild {
                json["message_reference"]["guild_id"] = json!(guild);
            }
            if message.forwarded.is_none() {
                json["referenced_message"] = match self.message(reference.channel, reference.message) {
                    Some(original) if original.visible_to(viewer) => {
                        self.basic_message_json(original, viewer)
                    }
                    _ => Value::Null,
                };
            }
        }
        if let Some(original) = &message.forwarded {
            let mut snapshot = self.basic_message_json(original, viewer);
            if let Some(fields) = snapshot.as_object_mut() {
                fields.retain(|field, _| SNAPSHOT.contains(&field.as_str()));
            }
            json["message_snapshots"] = json!([{"message": snapshot}]);
        }
        json
    }

    fn basic_message_json(&self, message: &Message, viewer: Id) -> Value {
        let mut embedded = Vec::new();
        let embeds: Vec<Value> =
            message.embeds.iter().map(|embed| self.embed_json(embed, message, &mut embedded)).collect();
        let mut components = Value::Array(message.components.clone());
        self.resolve_media(&mut components, message, &mut embedded);
        let attachments = message.attachments.iter().filter(|file| !embedded.contains(&file.id));
        let mut json = json!({
            "id": message.id,
            "type": message.kind,
            "channel_id": message.channel,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": iso(message.sent),
            "edited_timestamp": message.edited.map(iso),
            "tts": message.tts,
            "flags": message.flags,
            "mention_everyone": message.everyone,
            "mentions": message.mentions.iter().map(|user| self.user_json(*user)).collect::<Vec<_>>(),
            "mention_roles": message.mention_roles,
            "attachments": attachments
                .map(|file| file.json(&file.url(&self.base, message.channel), message.is_ephemeral()))
                .collect::<Vec<_>>(),
            "embeds": embeds,
            "components": components,
            "pinned": message.pinned,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(application) = message.application {
            json["application_id"] = json!(application);
            json["webhook_id"] = json!(application);
        }
        if let Some(metadata) = &message.interaction {
            json["interaction_metadata"] = metadata.clone();
        }
        if !message.reactions.is_empty() {
            json["reactions"] = message.reactions.iter().map(|reaction| reaction.json(viewer)).collect();
        }
        if message.flags & message::HAS_THREAD != 0
            && let Some(thread) = self.channels.get(&message.id)
        {
            json["thread"] = thread.json();
        }
        json
    }

    /// Returns an embed with the addresses of its uploaded pictures, and adds their ids to `used`.
    fn embed_json(&self, embed: &Value, message: &Message, used: &mut Vec<Id>) -> Value {
        let mut embed = embed.clone();
        for (part, field) in
            [("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")]
        {
            let Some(holder) = embed.get_mut(part).filter(|holder| holder.is_object()) else { continue };
            let Some(file) = holder[field].as_str().and_then(|url| uploaded(url, message)) else { continue };
            let url = file.url(&self.base, message.channel);
            holder[format!("proxy_{field}")] = json!(url);
            holder[field] = json!(url);
            if field == "url" {
                if let (Some(width), Some(height)) = (file.width, file.height) {
                    holder["width"] = json!(width);
                    holder["height"] = json!(height);
                }
                holder["content_type"] = json!(file.content_type);
                if let Some(text) = &file.description {
                    holder["description"] = json!(text);
                }
            }
            used.push(file.id);
        }
        embed
    }

    /// Fills in the addresses of uploaded media in components at any depth, and adds their ids to `used`.
    fn resolve_media(&self, part: &mut Value, message: &Message, used: &mut Vec<Id>) {
        match part {
            Value::Array(parts) => parts.iter_mut().for_each(|part| self.resolve_media(part, message, used)),
            Value::Object(fields) => {
                if fields.get("type").and_then(Value::as_u64) == Some(FILE)
                    && let Some(url) = fields.get("file").and_then(|file| file["url"].as_str())
                    && let Some(file) = uploaded(url, message)
                {
                    fields.insert("name".to_owned(), json!(file.filename));
                    fields.insert("size".to_owned(), json!(file.size));
                }
                let file = fields.get("url").and_then(Value::as_str).and_then(|url| uploaded(url, message));
                if let Some(file) = file {
                    fields.insert("id".to_owned(), json!(file.id));
                    let url = file.url(&self.base, message.channel);
                    fields.insert("url".to_owned(), json!(url));
                    fields.insert("proxy_url".to_owned(), json!(url));
                    fields.insert("content_type".to_owned(), json!(file.content_type));
                    fields.insert("width".to_owned(), json!(file.width));
                    fields.insert("height".to_owned(), json!(file.height));
                    fields.insert("attachment_id".to_owned(), json!(file.id));
                    used.push(file.id);
                } else {
                    fields.values_mut().for_each(|part| self.resolve_media(part, message, used));
                }
            }
            _ => {}
        }
    }

    /// Returns Discord's application object.
    pub(crate) fn application_json(&self, bot: &Bot) -> Value {
        let owner = self.guilds.values().next().map_or(Id(0), |guild| guild.owner);
        bot.application_json(self.user_json(owner), self.user_json(bot.id), self.flags(bot.id))
    }

    /// Returns the flags of an application, including those that every application has.
    pub(crate) fn flags(&self, bot: Id) -> u64 {
        self.granted | self.bots.get(&bot).map_or(0, |bot| bot.flags)
    }

    /// Returns the gateway's address for a node of a bot. It has no query, since libraries append theirs.
    pub(crate) fn gateway_url(&self, node: Option<&str>) -> String {
        let base = self.base.replacen("http", "ws", 1);
        node.map_or_else(|| format!("{base}/gateway"), |node| format!("{base}/node/{node}/gateway"))
    }

    pub(crate) fn avatar_url(&self, user: Id) -> String {
        avatar_url(&self.base, user)
    }
}

/// Finds the attachment that an `attachment://name` address refers to.
fn uploaded<'a>(url: &str, message: &'a Message) -> Option<&'a Attachment> {
    let name = message::stored_name(url.strip_prefix("attachment://")?);
    message.attachments.iter().find(|file| file.filename == name)
}

impl message::Reaction {
    fn json(&self, viewer: Id) -> Value {
        json!({
            "emoji": emoji_json(&self.emoji),
            "count": self.users.len(),
            "count_details": {"burst": 0, "normal": self.users.len()},
            "burst_colors": [],
            "me_burst": false,
            "me": self.users.contains(&viewer),
        })
    }
}

/// Returns Discord's partial emoji object. A guild's own emoji is written `name:id`.
pub(crate) fn emoji_json(emoji: &str) -> Value {
    match emoji.split_once(':') {
        Some((name, id)) => json!({"id": id, "name": name}),
        None => json!({"id": null, "name": emoji}),
    }
}
