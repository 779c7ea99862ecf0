//! Messages: posting, editing, deleting, and who gets to know of it.

use serde_json::{Value, json};

use super::{Allowed, Mentions, Scope, State, with_guild};
use crate::error::{ApiError, Unknown};
use crate::gateway::{self, DIRECT_MESSAGES, GUILD_MESSAGES};
use crate::model::message::{self, SUPPRESS_NOTIFICATIONS};
use crate::model::person::Buzz;
use crate::model::{Attachment, Id, Message, Notification, World, channel};
use crate::rest::Payload;

/// What an edit changes; `None` leaves as it is.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) attachments: Option<Vec<Attachment>>,
    pub(crate) flags: Option<u64>,
    pub(crate) mentions: Option<Mentions>,
}

impl State {
    /// The message that a checked body describes, not yet posted: files are kept, mentions found.
    pub(crate) fn draft(
        &mut self,
        body: &Payload,
        author: Id,
        channel: Id,
        allowed: &Allowed,
        replied: Option<Id>,
    ) -> Message {
        let content = body.json["content"].as_str().unwrap_or_default().trim().to_owned();
        let mentions = self.mentions(&content, author, channel, allowed, replied);
        Message {
            channel,
            author,
            content,
            tts: body.json["tts"].as_bool().unwrap_or(false),
            flags: body.json["flags"].as_u64().unwrap_or(0),
            everyone: mentions.everyone,
            mentions: mentions.users,
            mention_roles: mentions.roles,
            attachments: self.store_files(body, &[]),
            embeds: embeds(&body.json["embeds"]),
            components: components(&body.json["components"]),
            nonce: Some(body.json["nonce"].clone()).filter(|nonce| !nonce.is_null()),
            ..Message::default()
        }
    }

    /// The change that a checked body describes.
    pub(crate) fn change(&mut self, body: &Payload, message: &Message, allowed: &Allowed) -> Change {
        let json = &body.json;
        let content = json.get("content").map(|text| text.as_str().unwrap_or_default().trim().to_owned());
        let listed = json.get("attachments").is_some() || !body.files.is_empty();
        Change {
            mentions: content
                .as_ref()
                .map(|text| self.mentions(text, message.author, message.channel, allowed, None)),
            content,
            embeds: json.get("embeds").map(embeds),
            components: json.get("components").map(components),
            attachments: listed.then(|| self.store_files(body, &message.attachments)),
            flags: json["flags"].as_u64(),
        }
    }

    fn mentions(
        &self,
        content: &str,
        author: Id,
        channel: Id,
        allowed: &Allowed,
        replied: Option<Id>,
    ) -> Mentions {
        let may =
            self.world.channels.get(&channel).map_or(0, |channel| self.world.permissions(author, channel));
        Mentions::find(&self.world, content, allowed, may, replied)
    }

    /// The attachments after a request: those of `old` that its list names (all of them without a list), then the new
    /// files in their order.
    fn store_files(&mut self, body: &Payload, old: &[Attachment]) -> Vec<Attachment> {
        let list = body.json["attachments"].as_array();
        let entry =
            |id: u64| list.and_then(|list| list.iter().find(|entry| number(&entry["id"]) == Some(id)));
        let mut files: Vec<Attachment> =
            old.iter().filter(|file| list.is_none() || entry(file.id.0).is_some()).cloned().collect();
        for file in &mut files {
            if let Some(text) = entry(file.id.0).and_then(|entry| entry["description"].as_str()) {
                file.description = Some(text.to_owned());
            }
        }
        for (index, upload) in &body.files {
            let entry = entry(*index);
            let name = entry.and_then(|entry| entry["filename"].as_str()).unwrap_or(&upload.filename);
            let id = self.next_id();
            files.push(Attachment {
                description: entry.and_then(|entry| entry["description"].as_str()).map(str::to_owned),
                ..Attachment::new(id, name, &upload.content_type, &upload.bytes)
            });
            self.world.keep_file(id, upload.bytes.clone());
        }
        files
    }

    /// Posts a message: bots and pages hear of it, threads wake up, phones buzz.
    pub(crate) fn post(&mut self, mut message: Message) -> Result<Message, ApiError> {
        message.id = self.next_id();
        message.sent = self.now();
        let now = message.sent;
        let channel = self
            .world
            .channels
            .get_mut(&message.channel)
            .ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let mut woken = false;
        if let Some(thread) = &mut channel.thread {
            if thread.locked && thread.archived {
                return Err(ApiError::bad(50083, "Thread is archived"));
            }
            if !message.is_ephemeral() {
                thread.sent += u64::from(message.counts());
                woken = std::mem::take(&mut thread.archived);
                thread.changed = if woken { now } else { thread.changed };
                for user in message.mentions.iter().chain([&message.author]) {
                    thread.members.entry(*user).or_insert(now);
                }
            }
        }
        if !message.is_ephemeral() {
            channel.last_message = Some(message.id);
        }
        channel.messages.insert(message.id, message.clone());
        for old in channel.forget_oldest() {
            self.world.forget_files(&old.attachments);
        }
        if woken {
            self.tell_channel("THREAD_UPDATE", message.channel);
        }
        self.tell_message("MESSAGE_CREATE", &message);
        self.count_unread(&message);
        Ok(message)
    }

    /// Changes a message. Nobody is notified: Discord does not notify of edits.
    pub(crate) fn edit(&mut self, channel: Id, id: Id, change: Change) -> Result<Message, ApiError> {
        let now = self.now();
        let message = self
            .world
            .channels
            .get_mut(&channel)
            .and_then(|channel| channel.messages.get_mut(&id))
            .ok_or_else(|| ApiError::unknown(Unknown::Message))?;
        let loading = message.flags & message::LOADING != 0;
        let mut gone = Vec::new();
        if let Some(content) = change.content {
            message.content = content;
        }
        if let Some(embeds) = change.embeds {
            message.embeds = embeds;
        }
        if let Some(components) = change.components {
            message.components = components;
        }
        if let Some(files) = change.attachments {
            gone = std::mem::replace(&mut message.attachments, files);
            gone.retain(|old| message.attachments.iter().all(|file| file.id != old.id));
        }
        if let Some(flags) = change.flags {
            let settable = message::SUPPRESS_EMBEDS;
            message.flags = message.flags & !settable | flags & settable | flags & message::COMPONENTS_V2;
        }
        if let Some(mentions) = change.mentions {
            message.everyone = mentions.everyone;
            message.mentions = mentions.users;
            message.mention_roles = mentions.roles;
        }
        message.flags &= !message::LOADING;
        // completing a deferred answer does not count as an edit
        if !loading {
            message.edited = Some(now);
        }
        let message = message.clone();
        self.world.forget_files(&gone);
        self.tell_message("MESSAGE_UPDATE", &message);
        Ok(message)
    }

    /// Deletes a message.
    pub(crate) fn delete(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        let (gone, scope) = self.take_message(channel, id)?;
        if !gone.is_ephemeral() {
            let told = with_guild(json!({"id": id, "channel_id": channel}), scope.guild);
            self.tell_bots("MESSAGE_DELETE", scope, |_, _, _| Some(told.clone()));
        }
        Ok(())
    }

    /// Deletes those of some messages that are there and everybody sees; bots are told at once of all.
    pub(crate) fn delete_all(&mut self, channel: Id, ids: &[Id]) -> Result<(), ApiError> {
        let known = self.world.channels.get(&channel).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let scope = Scope::channel(known, GUILD_MESSAGES, DIRECT_MESSAGES);
        let there = |id: &&Id| known.messages.get(id).is_some_and(|message| !message.is_ephemeral());
        let there: Vec<Id> = ids.iter().filter(there).copied().collect();
        for id in &there {
            self.take_message(channel, *id)?;
        }
        let told = with_guild(json!({"ids": there, "channel_id": channel}), scope.guild);
        self.tell_bots("MESSAGE_DELETE_BULK", scope, |_, _, _| Some(told.clone()));
        Ok(())
    }

    /// Takes a message out of its channel and off the pages.
    fn take_message(&mut self, channel: Id, id: Id) -> Result<(Message, Scope), ApiError> {
        let known =
            self.world.channels.get_mut(&channel).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let gone = known.messages.remove(&id).ok_or_else(|| ApiError::unknown(Unknown::Message))?;
        let scope = Scope::channel(known, GUILD_MESSAGES, DIRECT_MESSAGES);
        self.world.forget_files(&gone.attachments);
        let data = json!({"id": id, "channel_id": channel});
        self.tell_people("message_delete", |world, person| {
            (sees(world, person, channel) && gone.visible_to(person)).then(|| data.clone())
        });
        Ok((gone, scope))
    }

    /// Sends a message as it is now to bots and pages that see it.
    pub(crate) fn tell_message(&mut self, event: &str, message: &Message) {
        let Some(channel) = self.world.channels.get(&message.channel) else { return };
        let (scope, kind) = (Scope::channel(channel, GUILD_MESSAGES, DIRECT_MESSAGES), channel.kind);
        if !message.is_ephemeral() {
            self.tell_bots(event, scope, |world, bot, intents| {
                let mut data = with_guild(world.message_json(message, bot), scope.guild);
                data["channel_type"] = json!(kind);
                if scope.guild.is_some() {
                    data["member"] = world.bare_member_json(message.author);
                }
                let readable = intents & gateway::MESSAGE_CONTENT != 0
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
        self.tell_people(kind, |world, person| {
            (sees(world, person, message.channel) && message.visible_to(person))
                .then(|| with_guild(world.message_json(message, person), scope.guild))
        });
    }

    /// Counts a new message as unread, and lets phones buzz as Discord does.
    fn count_unread(&mut self, message: &Message) {
        let Some(channel) = self.world.channels.get(&message.channel) else { return };
        let direct = channel.is_direct();
        let replied = message.reference.filter(|_| message.kind == message::REPLY).and_then(|reference| {
            self.world.message(reference.channel, reference.message).map(|original| original.author)
        });
        let concerned: Vec<Id> = self
            .world
            .people
            .keys()
            .copied()
            .filter(|person| *person != message.author && message.visible_to(*person))
            .filter(|person| self.world.sees(*person, channel))
            .filter(|person| channel.thread.as_ref().is_none_or(|thread| thread.members.contains_key(person)))
            .collect();
        for id in concerned {
            let mentioned = message.everyone || message.mentions.contains(&id);
            let kind = match mentioned {
                _ if direct => Some(Buzz::Dm),
                true if replied == Some(id) => Some(Buzz::Reply),
                true => Some(Buzz::Mention),
                false => None,
            };
            let Some(person) = self.world.people.get_mut(&id) else { continue };
            let counts = person.unread.entry(message.channel).or_default();
            counts.unread += 1;
            counts.mentions += u32::from(kind.is_some() && !message.is_ephemeral());
            let shown =
                json!({"channel_id": message.channel, "unread": counts.unread, "mentions": counts.mentions});
            let silent = message.is_ephemeral() || message.flags & SUPPRESS_NOTIFICATIONS != 0;
            let note = kind.filter(|_| !silent).map(|kind| Notification {
                message_id: message.id,
                channel_id: message.channel,
                kind,
                at: message.sent,
                text: message.content.clone(),
            });
            if let Some(note) = &note {
                person.notify(note.clone());
            }
            self.tell_person(id, "unread", &shown);
            if let Some(note) = note {
                self.tell_person(id, "notification", &note.json());
            }
        }
    }

    /// Clears a person's badges of a channel.
    pub(crate) fn mark_read(&mut self, person: Id, channel: Id) -> Result<(), ApiError> {
        let known = self.world.people.get_mut(&person).ok_or_else(|| ApiError::unknown(Unknown::User))?;
        known.unread.remove(&channel);
        self.tell_person(person, "unread", &json!({"channel_id": channel, "unread": 0, "mentions": 0}));
        Ok(())
    }
}

/// Whether a person sees a channel.
pub(crate) fn sees(world: &World, person: Id, channel: Id) -> bool {
    world.channels.get(&channel).is_some_and(|channel| world.sees(person, channel))
}

/// A number, or digits in a string.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Embeds as Discord gives them back.
fn embeds(field: &Value) -> Vec<Value> {
    let embeds = field.as_array().into_iter().flatten();
    embeds
        .map(|embed| {
            let mut embed = embed.clone();
            embed["type"] = json!("rich");
            if let Some(fields) = embed.get_mut("fields").and_then(Value::as_array_mut) {
                for field in fields {
                    let inline = field["inline"].as_bool().unwrap_or(false);
                    field["inline"] = json!(inline);
                }
            }
            if let Some(fields) = embed.as_object_mut() {
                fields.retain(|_, value| !value.is_null());
            }
            embed
        })
        .collect()
}

/// Components as Discord gives them back: each with a number, select menus with their defaults.
pub(crate) fn components(field: &Value) -> Vec<Value> {
    let mut components = field.as_array().cloned().unwrap_or_default();
    let mut given = Vec::new();
    components.iter().for_each(|component| ids(component, &mut given));
    let mut free = (1..).filter(|id| !given.contains(id));
    for component in &mut components {
        fill_in(component, &mut free);
    }
    components
}

/// The numbers that components have been given, those inside of them included.
fn ids(component: &Value, found: &mut Vec<u64>) {
    found.extend(component["id"].as_u64());
    component["components"].as_array().into_iter().flatten().for_each(|part| ids(part, found));
    for nested in ["accessory", "component"] {
        if component[nested].is_object() {
            ids(&component[nested], found);
        }
    }
}

fn fill_in(component: &mut Value, free: &mut dyn Iterator<Item = u64>) {
    let Some(fields) = component.as_object_mut() else { return };
    fields.retain(|name, value| !(value.is_null() || name == "id" && *value == 0));
    if !fields.contains_key("id") {
        fields.insert("id".to_owned(), json!(free.next()));
    }
    let usual: &[(&str, Value)] = match fields.get("type").and_then(Value::as_u64) {
        Some(3 | 5..=8) => &[("min_values", json!(1)), ("max_values", json!(1))],
        Some(11) => &[("description", Value::Null), ("spoiler", json!(false))],
        Some(13) => &[("name", Value::Null), ("size", Value::Null), ("spoiler", json!(false))],
        Some(14) => &[("spacing", json!(1)), ("divider", json!(true))],
        Some(17) => &[("accent_color", Value::Null), ("spoiler", json!(false))],
        _ => &[],
    };
    for (field, value) in usual {
        fields.entry(*field).or_insert_with(|| value.clone());
    }
    for item in fields.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(item) = item.as_object_mut() {
            item.entry("description").or_insert(Value::Null);
            item.entry("spoiler").or_insert_with(|| json!(false));
        }
    }
    if let Some(parts) = fields.get_mut("components").and_then(Value::as_array_mut) {
        for part in parts {
            fill_in(part, free);
        }
    }
    for nested in ["accessory", "component"] {
        if let Some(part) = fields.get_mut(nested) {
            fill_in(part, free);
        }
    }
}
