//! Commands as people use them: sent, half typed, or picked from the menu of a user or message.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::interact::Begin;
use super::options::{Given, check_options, find_command, find_on, rejected};
use super::running::State;
use crate::error::{ApiError, Unknown};
use crate::model::interaction::{AUTOCOMPLETE, COMMAND};
use crate::model::{Attachment, Channel, Id, Interaction, Target};
use crate::payload::{LARGEST_FILE, Upload};

/// A command that a person sends, or is still typing if `focused` is set.
#[derive(Debug)]
pub(crate) struct CommandUse<'a> {
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) name: &'a str,
    pub(crate) options: &'a Map<String, Value>,
    /// The files by number. An attachment option's value is such a number.
    pub(crate) files: &'a BTreeMap<u64, Upload>,
    /// The user or message that the command is used on.
    pub(crate) target: Option<Id>,
    pub(crate) application: Option<Id>,
    pub(crate) focused: Option<&'a str>,
}

impl State {
    /// Sends a command, or requests its autocomplete.
    pub(crate) fn use_command(&mut self, act: &CommandUse<'_>) -> Result<Interaction, ApiError> {
        self.person(act.person)?;
        match act.target {
            None => self.use_typed(act),
            Some(target) => self.use_on(act, target),
        }
    }

    fn use_typed(&mut self, act: &CommandUse<'_>) -> Result<Interaction, ApiError> {
        let files = self.attachments(act)?;
        let channel = self.place(act)?;
        let found = find_command(&self.world, act.person, channel, act.name, act.application)?;
        let mut given = check_options(&self.world, &found, act.options, &files, act.focused)?;
        let mut data = data_of(&found.command);
        let options = std::mem::take(&mut given.options);
        if !options.is_empty() {
            data["options"] = Value::Array(options);
        }
        for (number, file) in files {
            if let Some(upload) = act.files.get(&number) {
                self.world.keep_given(file, upload.bytes.clone());
            }
        }
        let mut words = vec![found.command["name"].as_str().unwrap_or_default().to_owned()];
        words.extend(found.path);
        Ok(self.begin_command(act, found.bot, words.join(" "), data, given, None))
    }

    /// Uses a command on a user or a message.
    fn use_on(&mut self, act: &CommandUse<'_>, id: Id) -> Result<Interaction, ApiError> {
        if !act.options.is_empty() || !act.files.is_empty() || act.focused.is_some() {
            return Err(rejected("A command on a user or a message takes no options."));
        }
        let channel = self.place(act)?;
        let message = channel.messages.get(&id).filter(|message| message.visible_to(act.person));
        let target = match message {
            Some(message) if message.is_ephemeral() => {
                return Err(rejected("You can't use commands on a message that only you can see."));
            }
            Some(_) => Target::Message(id),
            None => Target::User(id),
        };
        let mut given = Given::default();
        if message.is_none() {
            given
                .resolve(&self.world, 6, id, &Value::Null)
                .map_err(|_| rejected(format!("{id} is neither a user nor a message in this channel.")))?;
        }
        let (bot, command) = find_on(&self.world, act.person, channel, act.name, target, act.application)?;
        if let Some(message) = message {
            given.insert("messages", &id.to_string(), self.world.message_json(message, bot));
        }
        let mut data = data_of(command);
        data["target_id"] = json!(id);
        Ok(self.begin_command(act, bot, act.name.to_owned(), data, given, Some(target)))
    }

    /// Finds the channel, which the person must see.
    fn place(&self, act: &CommandUse<'_>) -> Result<&Channel, ApiError> {
        let channel = self.world.channels.get(&act.channel);
        let seen = channel.filter(|channel| self.world.sees(act.person, channel));
        seen.ok_or_else(|| ApiError::unknown(Unknown::Channel))
    }

    /// Gives ids to the files of a command and checks their sizes.
    fn attachments(&mut self, act: &CommandUse<'_>) -> Result<BTreeMap<u64, Attachment>, ApiError> {
        let mut files = BTreeMap::new();
        for (number, upload) in act.files {
            if upload.bytes.len() > LARGEST_FILE {
                return Err(ApiError::too_large());
            }
            let id = self.next_id();
            let file = Attachment::new(id, &upload.filename, &upload.content_type, &upload.bytes);
            files.insert(*number, file);
        }
        Ok(files)
    }

    fn begin_command(
        &mut self,
        act: &CommandUse<'_>,
        application: Id,
        name: String,
        mut data: Value,
        mut given: Given,
        target: Option<Target>,
    ) -> Interaction {
        // Discord has no members in direct messages.
        if self.world.channels.get(&act.channel).is_some_and(Channel::is_direct) {
            given.resolved.remove("members");
        }
        if !given.resolved.is_empty() {
            data["resolved"] = Value::Object(given.resolved);
        }
        self.begin(Begin {
            application,
            kind: if act.focused.is_some() { AUTOCOMPLETE } else { COMMAND },
            user: act.person,
            channel: act.channel,
            name,
            data,
            target,
            option_type: given.focused,
            ..Begin::default()
        })
    }
}

/// Returns the start of an interaction's `data`.
fn data_of(command: &Value) -> Value {
    let mut data = json!({"id": command["id"], "name": command["name"], "type": command["type"]});
    if let Some(guild) = command.get("guild_id") {
        data["guild_id"] = guild.clone();
    }
    data
}
