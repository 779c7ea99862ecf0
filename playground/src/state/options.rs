//! The commands available to a person, and the options given with them. Both are checked as Discord's client does.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::error::ApiError;
use crate::model::permission::Bits;
use crate::model::{Attachment, Bot, Channel, Id, Target, World};

const SUBCOMMAND: u64 = 1;
const SUBCOMMAND_GROUP: u64 = 2;
const ATTACHMENT: u64 = 11;
/// The largest integer that JavaScript represents exactly.
const LARGEST: f64 = 9_007_199_254_740_992.0;
/// The longest text that an option accepts, in UTF-16 units.
const LONGEST_TEXT: u64 = 6_000;

/// A command that a person has named, with its bot.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) bot: Id,
    pub(crate) command: Value,
    /// The names of the subcommand group and subcommand, if there are any.
    pub(crate) path: Vec<String>,
}

/// Returns the commands of every type that a person may use in a channel, with their bots.
pub(crate) fn available<'a>(world: &'a World, person: Id, channel: &Channel) -> Vec<(&'a Bot, &'a Value)> {
    let may = world.permissions(person, channel);
    let bots = world.bots.values().filter(|bot| !channel.is_direct() || channel.recipients.contains(&bot.id));
    bots.flat_map(|bot| {
        let of_guild = channel.guild.map_or(&[][..], |guild| bot.scope(Some(guild)));
        // A guild's command hides the global one of the same name.
        let global = bot.commands.iter().filter(|command| {
            !of_guild.iter().any(|own| own["name"] == command["name"] && own["type"] == command["type"])
        });
        of_guild.iter().chain(global).map(move |command| (bot, command))
    })
    .filter(|(_, command)| usable(command, channel, may))
    .collect()
}

/// Returns whether a command is available in a channel to a person with the permissions `may`.
fn usable(command: &Value, channel: &Channel, may: Bits) -> bool {
    let context = if channel.is_direct() { 1 } else { 0 };
    let here = match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|known| known.as_u64() == Some(context)),
        None => !channel.is_direct() || command["dm_permission"].as_bool().unwrap_or(true),
    };
    let needed = command["default_member_permissions"].as_str().and_then(|bits| bits.parse::<Bits>().ok());
    let allowed = channel.is_direct()
        || match needed {
            None => true,
            Some(0) => may == crate::model::permission::ALL,
            Some(bits) => may & bits == bits,
        };
    here && allowed
}

/// Finds a command by its full name, such as `"admin settings"` for a subcommand.
pub(crate) fn find_command(
    world: &World,
    person: Id,
    channel: &Channel,
    name: &str,
    application: Option<Id>,
) -> Result<Found, ApiError> {
    let mut words = name.trim_start_matches('/').split_whitespace();
    let first = words.next().unwrap_or_default();
    let path: Vec<String> = words.map(str::to_owned).collect();
    let (bot, command) = find(world, person, channel, 1, first, application)?
        .ok_or_else(|| rejected(format!("You can't use a command /{first} here.")))?;
    leaf(&command["options"], &path)
        .ok_or_else(|| rejected(format!("/{name} is incomplete or has no such subcommand.")))?;
    Ok(Found { bot, command: command.clone(), path })
}

/// Finds a command that is used on a user or a message. Returns its bot, too.
pub(crate) fn find_on<'a>(
    world: &'a World,
    person: Id,
    channel: &Channel,
    name: &str,
    target: Target,
    application: Option<Id>,
) -> Result<(Id, &'a Value), ApiError> {
    let of = match target {
        Target::User(_) => "users",
        Target::Message(_) => "messages",
    };
    find(world, person, channel, target.command_type(), name, application)?
        .ok_or_else(|| rejected(format!("You can't use a command \"{name}\" on {of} here.")))
}

/// Finds a command by type and name, among those that a person may use in a channel.
fn find<'a>(
    world: &'a World,
    person: Id,
    channel: &Channel,
    kind: u64,
    name: &str,
    application: Option<Id>,
) -> Result<Option<(Id, &'a Value)>, ApiError> {
    if channel.is_archived() {
        return Err(rejected(
            "Commands don't work in an archived thread. Send a message first to reopen it.",
        ));
    }
    let found = available(world, person, channel).into_iter().find(|(bot, command)| {
        command["type"] == kind
            && command["name"] == name
            && application.is_none_or(|application| application == bot.id)
    });
    Ok(found.map(|(bot, command)| (bot.id, command)))
}

/// Returns the options of the subcommand at `path`, or `None` if the path does not lead to one.
fn leaf<'a>(options: &'a Value, path: &[String]) -> Option<&'a [Value]> {
    let options = options.as_array().map_or(&[][..], Vec::as_slice);
    let is_branch = |option: &Value| matches!(option["type"].as_u64(), Some(SUBCOMMAND | SUBCOMMAND_GROUP));
    match path.split_first() {
        None => (!options.iter().any(is_branch)).then_some(options),
        Some((word, rest)) => {
            let branch = options.iter().find(|option| is_branch(option) && option["name"] == *word)?;
            leaf(&branch["options"], rest)
        }
    }
}

/// The options that a person filled in, in the form that an interaction's `data` has.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) options: Vec<Value>,
    pub(crate) resolved: Map<String, Value>,
    /// The type of the option that is being typed.
    pub(crate) focused: Option<u64>,
}

/// Checks the options that a person gave. For autocomplete, `focused` names the option being typed; the others may be missing
/// or incomplete.
pub(crate) fn check_options(
    world: &World,
    found: &Found,
    given: &Map<String, Value>,
    files: &BTreeMap<u64, Attachment>,
    focused: Option<&str>,
) -> Result<Given, ApiError> {
    let known = leaf(&found.command["options"], &found.path).unwrap_or_default();
    if let Some(extra) = given.keys().find(|name| !known.iter().any(|option| option["name"] == ***name)) {
        return Err(rejected(format!("There is no option {extra}.")));
    }
    let mut checked = Given::default();
    let mut unused: Vec<u64> = files.keys().copied().collect();
    for option in known {
        let name = option["name"].as_str().unwrap_or_default();
        let is_focused = focused == Some(name);
        let Some(value) = given.get(name).filter(|value| !value.is_null()) else {
            if is_focused {
                checked
                    .options
                    .push(json!({"name": name, "type": option["type"], "value": "", "focused": true}));
            } else if focused.is_none() && option["required"] == true {
                return Err(rejected(format!("The option {name} is required.")));
            }
            continue;
        };
        // The client uploads a file only with the finished command.
        if focused.is_some() && option["type"] == ATTACHMENT {
            continue;
        }
        let value = if is_focused {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            json!(text)
        } else if option["type"] == ATTACHMENT {
            let file = value.as_u64().and_then(|number| Some((number, files.get(&number)?)));
            let (number, file) = file.ok_or_else(|| {
                rejected(format!("The option {name} takes the number of an uploaded file."))
            })?;
            unused.retain(|left| *left != number);
            let url = file.given_url(&world.base, found.bot);
            checked.insert("attachments", &file.id.to_string(), file.json(&url, true));
            json!(file.id)
        } else {
            checked
                .value(world, option, value)
                .map_err(|why| rejected(format!("The option {name} {why}.")))?
        };
        let mut entry = json!({"name": name, "type": option["type"], "value": value});
        if is_focused {
            entry["focused"] = json!(true);
        }
        checked.options.push(entry);
    }
    if let Some(number) = unused.first() {
        return Err(rejected(format!("No option takes the uploaded file {number}.")));
    }
    if let Some(focused) = focused {
        let field = known.iter().find(|option| option["name"] == focused);
        if !field.is_some_and(|option| option["autocomplete"] == true) {
            return Err(rejected(format!("The option {focused} has no autocomplete.")));
        }
        checked.focused = field.and_then(|option| option["type"].as_u64());
    }
    // Subcommands nest, so their options are wrapped from the inside out.
    for (depth, word) in found.path.iter().enumerate().rev() {
        let kind = if found.path.len() == 2 && depth == 0 { SUBCOMMAND_GROUP } else { SUBCOMMAND };
        let inside = std::mem::take(&mut checked.options);
        checked.options = vec![json!({"name": word, "type": kind, "options": inside})];
    }
    Ok(checked)
}

impl Given {
    /// Returns one value in the form that its registered type wants, or why it does not fit.
    fn value(&mut self, world: &World, option: &Value, value: &Value) -> Result<Value, String> {
        let value = chosen(option, value)?;
        match option["type"].as_u64() {
            Some(3) => {
                let length = value.as_str().ok_or("must be a text")?.encode_utf16().count() as u64;
                let shortest = option["min_length"].as_u64().unwrap_or(0);
                let longest = option["max_length"].as_u64().unwrap_or(LONGEST_TEXT).min(LONGEST_TEXT);
                within(length as f64, Some(shortest as f64), Some(longest as f64), "characters")?;
            }
            Some(4) => {
                let number = value.as_i64().ok_or("must be a whole number")? as f64;
                within(number, option["min_value"].as_f64(), option["max_value"].as_f64(), "")?;
                within(number, Some(-LARGEST), Some(LARGEST), "")?;
            }
            Some(5) => drop(value.as_bool().ok_or("must be true or false")?),
            Some(10) => {
                let number = value.as_f64().ok_or("must be a number")?;
                within(number, option["min_value"].as_f64(), option["max_value"].as_f64(), "")?;
            }
            Some(kind @ 6..=9) => {
                let id: Id = serde_json::from_value(value).map_err(|_| "must be an id")?;
                self.resolve(world, kind, id, &option["channel_types"])?;
                return Ok(json!(id));
            }
            _ => return Err("has a type that cannot be filled in here".to_owned()),
        }
        Ok(value)
    }

    /// Adds the object with this id to `resolved`: a user (6), channel (7), role (8), or user or role (9).
    pub(crate) fn resolve(
        &mut self,
        world: &World,
        kind: u64,
        id: Id,
        channel_types: &Value,
    ) -> Result<(), String> {
        let key = id.to_string();
        if matches!(kind, 6 | 9) && world.user_name(id).is_some() {
            self.insert("users", &key, world.user_json(id));
            if world.is_member(id) {
                let mut member = world.bare_member_json(id);
                let any = world.channels.values().find(|channel| channel.guild.is_some());
                member["permissions"] = json!(any.map_or(0, |any| world.permissions(id, any)).to_string());
                self.insert("members", &key, member);
            }
            return Ok(());
        }
        if kind == 7
            && let Some(channel) = world.channels.get(&id).filter(|channel| channel.guild.is_some())
        {
            let allowed = channel_types.as_array();
            if allowed
                .is_some_and(|kinds| !kinds.iter().any(|kind| kind.as_u64() == Some(u64::from(channel.kind))))
            {
                return Err("takes only other types of channels".to_owned());
            }
            let mut shown = channel.json();
            shown["permissions"] = json!(crate::model::permission::EVERYONE.to_string());
            self.insert("channels", &key, shown);
            return Ok(());
        }
        let role =
            world.guilds.values().flat_map(|guild| guild.roles_json()).find(|role| role["id"] == json!(id));
        if matches!(kind, 8 | 9)
            && let Some(role) = role
        {
            self.insert("roles", &key, role);
            return Ok(());
        }
        Err(format!("names something unknown: {id}"))
    }

    pub(crate) fn insert(&mut self, section: &str, key: &str, value: Value) {
        self.resolved.entry(section).or_insert_with(|| json!({}))[key] = value;
    }
}

/// Returns the value itself, or the value of the choice with this name. Fails if the option has choices and
/// the value is not among them.
fn chosen(option: &Value, value: &Value) -> Result<Value, String> {
    let Some(choices) = option["choices"].as_array().filter(|choices| !choices.is_empty()) else {
        return Ok(value.clone());
    };
    let same = |choice: &&Value| {
        choice["value"] == *value || choice["value"].as_f64().is_some_and(|n| value.as_f64() == Some(n))
    };
    let found = choices.iter().find(same).or_else(|| choices.iter().find(|choice| choice["name"] == *value));
    found.map(|choice| choice["value"].clone()).ok_or_else(|| "must be one of the choices".to_owned())
}

fn within(number: f64, least: Option<f64>, most: Option<f64>, unit: &str) -> Result<(), String> {
    if let Some(least) = least.filter(|least| number < *least) {
        return Err(format!("must be at least {least} {unit}").trim_end().to_owned());
    }
    if let Some(most) = most.filter(|most| number > *most) {
        return Err(format!("must be at most {most} {unit}").trim_end().to_owned());
    }
    Ok(())
}

/// Makes the error of a client that does not even send the request.
pub(crate) fn rejected(why: impl Into<String>) -> ApiError {
    ApiError::bad(50035, why)
}
