//! Channels and threads: creating, changing and removing them.

use serde_json::{Value, json};

use super::events::{Scope, with_guild};
use super::running::State;
use crate::clock::Millis;
use crate::error::{ApiError, Unknown};
use crate::model::intent::GUILDS;
use crate::model::message::{self, Message};
use crate::model::{Channel, Id, Reference, Thread, channel};

/// The settings of a new thread.
#[derive(Debug)]
pub(crate) struct NewThread<'a> {
    pub(crate) parent: Id,
    pub(crate) kind: u8,
    pub(crate) name: &'a str,
    pub(crate) owner: Id,
    /// Minutes without activity after which the thread archives itself.
    pub(crate) auto_archive: u64,
    pub(crate) invitable: bool,
    /// The message that the thread is attached to.
    pub(crate) message: Option<Id>,
}

impl State {
    /// Adds a channel and notifies bots and pages.
    pub(crate) fn add_channel(&mut self, channel: Channel) -> Id {
        let (id, direct) = (channel.id, channel.is_direct());
        self.world.channels.insert(id, channel);
        // Discord sends bots no event when a direct message is opened.
        if direct {
            self.send_channel_to_pages("channel_create", id)
        } else {
            self.send_channel("CHANNEL_CREATE", id)
        }
        id
    }

    /// Returns the direct messages of a person and a bot, which are opened if necessary.
    pub(crate) fn open_direct(&mut self, person: Id, bot: Id) -> Id {
        let now = self.now();
        let (id, new) = self.world.direct(person, bot, now);
        if new {
            self.send_channel_to_pages("channel_create", id);
        }
        id
    }

    /// Unarchives a thread, as using something in it does. Rejects the use if the thread is locked.
    pub(crate) fn unarchive(&mut self, id: Id) -> Result<(), ApiError> {
        let now = self.now();
        let channel = self.world.channels.get_mut(&id);
        let Some(thread) =
            channel.and_then(|channel| channel.thread.as_mut()).filter(|thread| thread.archived)
        else {
            return Ok(());
        };
        if thread.locked {
            return Err(ApiError::bad(50083, "Thread is archived"));
        }
        (thread.archived, thread.changed) = (false, now);
        self.send_channel("THREAD_UPDATE", id);
        Ok(())
    }

    /// Rejects what cannot be done in an archived thread. Only sending a message and using a component unarchive it.
    pub(crate) fn require_unarchived(&self, id: Id) -> Result<(), ApiError> {
        match self.world.channels.get(&id) {
            Some(channel) if channel.is_archived() => Err(ApiError::bad(50083, "Thread is archived")),
            _ => Ok(()),
        }
    }

    /// Starts a thread, with a starter message if it is attached to one.
    pub(crate) fn add_thread(&mut self, new: &NewThread<'_>) -> Result<Id, ApiError> {
        let now = self.now();
        let parent =
            self.world.channels.get(&new.parent).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let (guild, nsfw) = (parent.guild, parent.nsfw);
        // A thread attached to a message has the id of the message.
        let id = match new.message {
            Some(message) => message,
            None => self.next_id(),
        };
        if self.world.channels.contains_key(&id) {
            return Err(ApiError::bad(160_004, "A thread has already been created for this message"));
        }
        let thread = Thread {
            owner: new.owner,
            archived: false,
            changed: now,
            auto_archive: new.auto_archive,
            locked: false,
            invitable: new.invitable,
            members: [(new.owner, now)].into(),
            sent: 0,
        };
        let channel = Channel {
            parent: Some(new.parent),
            nsfw,
            thread: Some(thread),
            ..Channel::new(id, new.kind, guild, new.name)
        };
        self.world.channels.insert(id, channel);
        self.send_channel("THREAD_CREATE", id);
        if let Some(message) = new.message {
            let parent = self.world.channels.get_mut(&new.parent);
            let starter = parent.and_then(|parent| parent.messages.get_mut(&message));
            if let Some(starter) = starter {
                starter.flags |= message::HAS_THREAD;
                let starter = starter.clone();
                self.send_message("MESSAGE_UPDATE", &starter);
            }
            self.post(Message {
                channel: id,
                author: new.owner,
                kind: message::THREAD_STARTER,
                reference: Some(Reference { channel: new.parent, message }),
                ..Message::default()
            })?;
        }
        Ok(id)
    }

    /// Adds a user to a thread, or removes one.
    pub(crate) fn set_thread_member(&mut self, id: Id, user: Id, member: bool) -> Result<(), ApiError> {
        let now = self.now();
        let channel = self.world.channels.get_mut(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let guild = channel.guild;
        let Some(thread) = &mut channel.thread else {
            return Err(ApiError::bad(50024, "Cannot execute action on this channel type"));
        };
        let changed = if member {
            thread.members.insert(user, now).is_none()
        } else {
            thread.members.remove(&user).is_some()
        };
        if !changed {
            return Ok(());
        }
        let count = thread.members.len();
        let added: Vec<Value> = thread.member_json(id, user).into_iter().collect();
        let removed: Vec<Id> = if member { Vec::new() } else { vec![user] };
        let data = json!({
            "id": id,
            "member_count": count.min(50),
            "added_members": added,
            "removed_member_ids": removed,
        });
        let data = with_guild(data, guild);
        let scope = Scope { guild, channel: Some(id), intents: GUILDS };
        self.send_to_bots("THREAD_MEMBERS_UPDATE", scope, |_, bot, intents| {
            let all = intents & crate::model::intent::GUILD_MEMBERS != 0;
            (all || bot == user).then(|| data.clone())
        });
        self.send_channel_to_pages("channel_update", id);
        Ok(())
    }

    /// Removes a channel with its messages and threads. Like Discord, it sends bots no event for the threads.
    pub(crate) fn remove_channel(&mut self, id: Id) -> Result<Value, ApiError> {
        let channel = self.world.channels.get(&id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let event = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let scope = Scope { guild: channel.guild, channel: Some(id), intents: GUILDS };
        let threads: Vec<Id> = self
            .world
            .channels
            .values()
            .filter(|thread| thread.is_thread() && thread.parent == Some(id))
            .map(|thread| thread.id)
            .collect();
        let shown = self.world.channel_json(channel, None);
        for thread in threads {
            self.forget_channel(thread);
        }
        let data = if event == "THREAD_DELETE" {
            json!({"id": id, "guild_id": shown["guild_id"], "parent_id": shown["parent_id"], "type": shown["type"]})
        } else {
            shown.clone()
        };
        self.send_to_bots(event, scope, |_, _, _| Some(data.clone()));
        self.forget_channel(id);
        Ok(shown)
    }

    fn forget_channel(&mut self, id: Id) {
        let shown = self.world.channels.get(&id).map(|channel| self.world.channel_json(channel, None));
        self.send_to_people("channel_delete", |world, person| {
            shown.clone().filter(|_| world.sees_channel(person, id))
        });
        if let Some(gone) = self.world.channels.remove(&id) {
            for message in gone.messages.values() {
                self.world.forget_files(&message.attachments);
            }
        }
        for person in self.world.people.values_mut() {
            person.unread.remove(&id);
        }
    }

    /// Archives threads without activity for as long as they are set to.
    pub(crate) fn archive_idle(&mut self) {
        let now = self.now();
        let idle = |channel: &Channel| -> bool {
            let last: Millis = channel.last_message.unwrap_or(channel.id).created();
            channel.thread.as_ref().is_some_and(|thread| {
                !thread.archived && last.max(thread.changed) + thread.auto_archive * 60_000 <= now
            })
        };
        let idle: Vec<Id> =
            self.world.channels.values().filter(|channel| idle(channel)).map(|channel| channel.id).collect();
        for id in idle {
            if let Some(thread) = self.world.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut())
            {
                thread.archived = true;
                thread.changed = now;
            }
            self.send_channel("THREAD_UPDATE", id);
        }
    }

    /// Makes a channel of a guild, placed last, without adding it.
    pub(crate) fn new_channel(&mut self, kind: u8, guild: Id, name: &str, parent: Option<Id>) -> Channel {
        let position =
            self.world.channels.values().filter(|c| c.guild == Some(guild) && !c.is_thread()).count();
        let name = if kind == channel::CATEGORY { name.to_owned() } else { text_name(name) };
        Channel { position, parent, ..Channel::new(self.next_id(), kind, Some(guild), &name) }
    }
}

/// Returns the name of a text channel as Discord stores it.
pub(crate) fn text_name(name: &str) -> String {
    name.trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}
