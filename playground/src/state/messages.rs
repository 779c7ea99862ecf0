//! Messages: posting, editing and deleting them, and counting what people have not read.

use serde_json::{Value, json};

use super::events::{Scope, with_guild};
use super::mention::{Allowed, Mentions};
use super::running::State;
use crate::error::{ApiError, Unknown};
use crate::model::intent::{DIRECT_MESSAGES, GUILD_MESSAGES};
use crate::model::message::{self, SUPPRESS_NOTIFICATIONS};
use crate::model::person::NotificationKind;
use crate::model::{Attachment, Id, Message, Notification};
use crate::payload::Payload;

/// The fields that an edit changes. `None` leaves a field as it is.
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
    /// Makes an unposted message of a checked body. Stores its files and finds its mentions.
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

    /// Makes a change of a checked body. Stores its files and finds its mentions.
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

    /// Returns the attachments after a request: the `old` ones that its list names, or all of them without a list, then the new
    /// files.
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

    /// Posts a message: notifies bots and pages, unarchives the thread, and counts it as unread.
    pub(crate) fn post(&mut self, mut message: Message) -> Result<Message, ApiError> {
        message.id = self.next_id();
        message.sent = self.now();
        let now = message.sent;
        let channel = self
            .world
            .channels
            .get_mut(&message.channel)
            .ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let mut unarchived = false;
        if let Some(thread) = &mut channel.thread {
            if thread.locked && thread.archived {
                return Err(ApiError::bad(50083, "Thread is archived"));
            }
            if !message.is_ephemeral() {
                thread.sent += u64::from(message.counts());
                unarchived = std::mem::take(&mut thread.archived);
                thread.changed = if unarchived { now } else { thread.changed };
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
        if unarchived {
            self.send_channel("THREAD_UPDATE", message.channel);
        }
        self.send_message("MESSAGE_CREATE", &message);
        self.count_unread(&message);
        Ok(message)
    }

    /// Edits a message. Like Discord, this notifies nobody on their phone.
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
            // An edit can add the layout flag but never remove it.
            let settable = message::SUPPRESS_EMBEDS;
            message.flags = message.flags & !settable | flags & settable | flags & message::COMPONENTS_V2;
        }
        if let Some(mentions) = change.mentions {
            message.everyone = mentions.everyone;
            message.mentions = mentions.users;
            message.mention_roles = mentions.roles;
        }
        message.flags &= !message::LOADING;
        // Completing a deferred response does not count as an edit.
        if !loading {
            message.edited = Some(now);
        }
        let message = message.clone();
        self.world.forget_files(&gone);
        self.send_message("MESSAGE_UPDATE", &message);
        Ok(message)
    }

    /// Deletes a message and notifies bots and pages.
    pub(crate) fn delete(&mut self, channel: Id, id: Id) -> Result<(), ApiError> {
        let (gone, scope) = self.take_message(channel, id)?;
        if !gone.is_ephemeral() {
            let data = with_guild(json!({"id": id, "channel_id": channel}), scope.guild);
            self.send_to_bots("MESSAGE_DELETE", scope, |_, _, _| Some(data.clone()));
        }
        Ok(())
    }

    /// Deletes those of some messages that exist and are not ephemeral. Bots receive one event for all of them.
    pub(crate) fn delete_all(&mut self, channel: Id, ids: &[Id]) -> Result<(), ApiError> {
        let known = self.world.channels.get(&channel).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let scope = Scope::channel(known, GUILD_MESSAGES, DIRECT_MESSAGES);
        let there = |id: &&Id| known.messages.get(id).is_some_and(|message| !message.is_ephemeral());
        let there: Vec<Id> = ids.iter().filter(there).copied().collect();
        for id in &there {
            self.take_message(channel, *id)?;
        }
        let data = with_guild(json!({"ids": there, "channel_id": channel}), scope.guild);
        self.send_to_bots("MESSAGE_DELETE_BULK", scope, |_, _, _| Some(data.clone()));
        Ok(())
    }

    /// Removes a message from its channel and from the pages.
    fn take_message(&mut self, channel: Id, id: Id) -> Result<(Message, Scope), ApiError> {
        let known =
            self.world.channels.get_mut(&channel).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let gone = known.messages.remove(&id).ok_or_else(|| ApiError::unknown(Unknown::Message))?;
        let scope = Scope::channel(known, GUILD_MESSAGES, DIRECT_MESSAGES);
        self.world.forget_files(&gone.attachments);
        let data = json!({"id": id, "channel_id": channel});
        self.send_to_people("message_delete", |world, person| {
            (world.sees_channel(person, channel) && gone.visible_to(person)).then(|| data.clone())
        });
        Ok((gone, scope))
    }

    /// Counts a new message as unread, and notifies people as Discord does.
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
                _ if direct => Some(NotificationKind::Dm),
                true if replied == Some(id) => Some(NotificationKind::Reply),
                true => Some(NotificationKind::Mention),
                false => None,
            };
            let Some(person) = self.world.people.get_mut(&id) else { continue };
            let counts = person.unread.entry(message.channel).or_default();
            counts.unread += 1;
            // As on Discord, an ephemeral message adds no badge.
            counts.mentions += u32::from(kind.is_some() && !message.is_ephemeral());
            let counts = *counts;
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
            // There may be hundreds of people, and few of them have a page open.
            if !self.feeds.has(id) {
                continue;
            }
            let shown =
                json!({"channel_id": message.channel, "unread": counts.unread, "mentions": counts.mentions});
            self.send_to_person(id, "unread", &shown);
            if let Some(note) = note {
                self.send_to_person(id, "notification", &note.json());
            }
        }
    }

    /// Clears a person's badges in a channel.
    pub(crate) fn mark_read(&mut self, person: Id, channel: Id) -> Result<(), ApiError> {
        let known = self.world.people.get_mut(&person).ok_or_else(|| ApiError::unknown(Unknown::User))?;
        known.unread.remove(&channel);
        self.send_to_person(person, "unread", &json!({"channel_id": channel, "unread": 0, "mentions": 0}));
        Ok(())
    }
}

/// Reads a number, or digits in a string.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Returns embeds in the form in which Discord returns them.
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

/// Returns components in the form in which Discord returns them: numbered, and with the defaults of select menus.
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

/// Collects the numbers that components were given, nested ones included.
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
