//! How interactions begin, what people do with components and forms, and when an interaction fails.

use serde_json::{Map, Value, json};

use super::events::Scope;
use super::options::{Given, rejected};
use super::running::State;
use crate::error::{ApiError, Unknown};
use crate::model::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL};
use crate::model::{Id, Interaction, Message, Phase, Target};
use crate::payload::LARGEST_FILE;

/// A person's use of a button or a select menu.
#[derive(Debug)]
pub(crate) struct ComponentUse<'a> {
    pub(crate) person: Id,
    pub(crate) message: Id,
    pub(crate) custom_id: &'a str,
    pub(crate) values: &'a [String],
}

/// A form that a person submits.
#[derive(Debug)]
pub(crate) struct SubmittedForm<'a> {
    pub(crate) person: Id,
    /// The interaction that the bot responded to with this form.
    pub(crate) interaction: Id,
    pub(crate) fields: &'a Map<String, Value>,
}

/// The parts of a new interaction.
#[derive(Default)]
pub(super) struct Begin {
    pub(super) application: Id,
    pub(super) kind: u8,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) name: String,
    pub(super) data: Value,
    pub(super) target: Option<Target>,
    pub(super) source: Option<Message>,
    pub(super) trigger: Option<Value>,
    pub(super) option_type: Option<u64>,
}

impl State {
    /// Presses a button or uses a select menu.
    pub(crate) fn use_component(&mut self, act: &ComponentUse<'_>) -> Result<Interaction, ApiError> {
        self.person(act.person)?;
        let message =
            self.world.channels.values().filter_map(|channel| channel.messages.get(&act.message)).find(
                |message| {
                    message.visible_to(act.person) && self.world.sees_channel(act.person, message.channel)
                },
            );
        let message = message.ok_or_else(|| ApiError::unknown(Unknown::Message))?.clone();
        self.unarchive(message.channel)?;
        let component = find_component(&message.components, act.custom_id)
            .ok_or_else(|| rejected(format!("The message has no component {}.", act.custom_id)))?;
        if component["disabled"] == true {
            return Err(rejected("This component is disabled."));
        }
        let kind = component["type"].as_u64().unwrap_or_default();
        let mut data = json!({"custom_id": act.custom_id, "component_type": kind, "id": component["id"]});
        match kind {
            2 if act.values.is_empty() => {}
            2 => return Err(rejected("A button takes no values.")),
            _ => {
                let mut given = Given::default();
                check_values(&self.world, component, kind, act.values, &mut given)?;
                data["values"] = json!(act.values);
                if !given.resolved.is_empty() {
                    data["resolved"] = Value::Object(given.resolved);
                }
            }
        }
        Ok(self.begin(Begin {
            application: message.author,
            kind: COMPONENT,
            user: act.person,
            channel: message.channel,
            name: act.custom_id.to_owned(),
            data,
            source: Some(message),
            ..Begin::default()
        }))
    }

    /// Submits a form that a bot responded with.
    pub(crate) fn submit_form(&mut self, form: &SubmittedForm<'_>) -> Result<Interaction, ApiError> {
        self.person(form.person)?;
        let opener = self.world.interactions.get(&form.interaction);
        let opener = opener.filter(|opener| opener.user == form.person);
        let opener = opener.ok_or_else(|| ApiError::unknown(Unknown::Interaction))?;
        let modal = opener
            .modal
            .as_ref()
            .ok_or_else(|| rejected("The bot did not respond to this interaction with a form."))?;
        let mut left = form.fields.clone();
        let mut given = Given::default();
        let components = filled_in(&self.world, &modal["components"], &mut left, &mut given)?;
        if let Some(extra) = left.keys().next() {
            return Err(rejected(format!("The form has no field {extra}.")));
        }
        let mut data = json!({"custom_id": modal["custom_id"], "components": components});
        if !given.resolved.is_empty() {
            data["resolved"] = Value::Object(given.resolved);
        }
        let source = opener.source.and_then(|id| self.world.message(opener.channel, id)).cloned();
        let begin = Begin {
            application: opener.application,
            kind: MODAL,
            user: form.person,
            channel: opener.channel,
            name: modal["custom_id"].as_str().unwrap_or_default().to_owned(),
            data,
            source,
            trigger: Some(opener.metadata.clone()),
            ..Begin::default()
        };
        Ok(self.begin(begin))
    }

    /// Fails an interaction if it has no response in time.
    pub(crate) fn expire(&mut self, id: Id) {
        let now = self.now();
        let deadline = self.world.interactions.get(&id).and_then(Interaction::deadline);
        if deadline.is_some_and(|at| at <= now) {
            self.set_phase(id, Phase::Failed, |interaction| {
                interaction.error = Some("The application did not respond".to_owned());
            });
        }
    }

    /// Fails all interactions without a response in time.
    pub(crate) fn expire_all(&mut self) {
        let ids: Vec<Id> = self.world.interactions.keys().copied().collect();
        for id in ids {
            self.expire(id);
        }
    }

    /// Moves an interaction to its next phase and shows it to its person.
    pub(crate) fn set_phase(&mut self, id: Id, phase: Phase, change: impl FnOnce(&mut Interaction)) {
        let Some(interaction) = self.world.interactions.get_mut(&id) else { return };
        interaction.phase = phase;
        change(interaction);
        let (person, shown, is_seen) =
            (interaction.user, interaction.json(), interaction.kind != AUTOCOMPLETE);
        self.wake_next_phase(id);
        if is_seen {
            self.send_to_person(person, "interaction", &shown);
        }
    }

    pub(super) fn person(&self, id: Id) -> Result<(), ApiError> {
        self.world.people.get(&id).map(|_| ()).ok_or_else(|| ApiError::unknown(Unknown::User))
    }

    /// Records an interaction and sends it to its bot.
    pub(super) fn begin(&mut self, begin: Begin) -> Interaction {
        let id = self.next_id();
        let guild = self.world.channels.get(&begin.channel).and_then(|channel| channel.guild);
        let owners = guild.map_or_else(|| json!({"0": "0"}), |guild| json!({"0": guild}));
        let mut metadata = json!({
            "id": id,
            "type": begin.kind,
            "user": self.world.user_json(begin.user),
            "authorizing_integration_owners": owners,
        });
        match (begin.kind, &begin.source) {
            (COMMAND, _) => metadata["name"] = json!(begin.name),
            (COMPONENT, Some(source)) => metadata["interacted_message_id"] = json!(source.id),
            (MODAL, _) => metadata["triggering_interaction_metadata"] = begin.trigger.unwrap_or_default(),
            _ => {}
        }
        match begin.target {
            Some(Target::User(id)) => metadata["target_user"] = self.world.user_json(id),
            Some(Target::Message(id)) => metadata["target_message_id"] = json!(id),
            None => {}
        }
        let interaction = Interaction {
            id,
            // The record of requests recognises a token by its 64 characters.
            token: format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>()),
            application: begin.application,
            kind: begin.kind,
            user: begin.user,
            channel: begin.channel,
            created: self.now(),
            name: begin.name,
            phase: Phase::Pending,
            error: None,
            original: None,
            target: begin.target.map(Target::id),
            source: begin.source.as_ref().map(|message| message.id),
            modal: None,
            option_type: begin.option_type,
            choices: None,
            metadata,
        };
        let payload = self.interaction_json(&interaction, begin.data, begin.source.as_ref());
        for dropped in self.world.keep_interaction(interaction.clone()) {
            self.wake_next_phase(dropped);
        }
        self.set_phase(id, Phase::Pending, |_| {});
        let scope = Scope { guild, channel: None, intents: 0 };
        self.send_to_bots("INTERACTION_CREATE", scope, |_, bot, _| {
            (bot == begin.application).then(|| payload.clone())
        });
        interaction
    }

    /// Returns the payload of `INTERACTION_CREATE`.
    fn interaction_json(&self, interaction: &Interaction, data: Value, source: Option<&Message>) -> Value {
        let world = &self.world;
        let channel = world.channels.get(&interaction.channel);
        let guild = channel.and_then(|channel| channel.guild);
        let locale = world.people.get(&interaction.user).map_or("en-US", |person| person.locale.as_str());
        let may = |user: Id| channel.map_or(0, |channel| world.permissions(user, channel)).to_string();
        let mut shown_channel =
            channel.map(|channel| world.channel_json(channel, Some(interaction.application)));
        if let Some(shown) = &mut shown_channel {
            shown["permissions"] = json!(may(interaction.user));
        }
        let mut payload = json!({
            "id": interaction.id,
            "application_id": interaction.application,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "channel_id": interaction.channel,
            "channel": shown_channel,
            "locale": locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": LARGEST_FILE,
            "app_permissions": may(interaction.application),
            "authorizing_integration_owners": interaction.metadata["authorizing_integration_owners"],
            "context": if guild.is_some() { 0 } else { 1 },
            "data": data,
        });
        if let Some(guild) = guild {
            payload["guild_id"] = json!(guild);
            payload["guild_locale"] = json!("en-US");
            payload["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
            let mut member = world.member_json(interaction.user);
            member["permissions"] = json!(may(interaction.user));
            payload["member"] = member;
        } else {
            payload["user"] = world.user_json(interaction.user);
        }
        if let Some(message) = source {
            payload["message"] = world.message_json(message, interaction.application);
        }
        payload
    }
}

/// Finds the component with this custom id, at any depth.
fn find_component<'a>(components: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    components.iter().find_map(|component| {
        if component["custom_id"] == custom_id {
            return Some(component);
        }
        let inside = component["components"].as_array().map_or(&[][..], Vec::as_slice);
        let accessory = component.get("accessory").map_or(&[][..], std::slice::from_ref);
        find_component(inside, custom_id).or_else(|| find_component(accessory, custom_id))
    })
}

/// Checks the values selected in a menu, and resolves them into `given`.
fn check_values(
    world: &crate::model::World,
    menu: &Value,
    kind: u64,
    values: &[String],
    given: &mut Given,
) -> Result<(), ApiError> {
    let count = values.len() as u64;
    let (least, most) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
    if count < least || count > most {
        return Err(rejected(format!("Select {least} to {most} values.")));
    }
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            return Err(rejected(format!("You selected {value} twice.")));
        }
        if kind == 3 {
            let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
            if !options.iter().any(|option| option["value"] == **value) {
                return Err(rejected(format!("{value} is not one of the options.")));
            }
        } else {
            let id = value.parse().map_err(|_| rejected(format!("{value} is not an id.")))?;
            // Types of menus: user 5, role 6, mentionable 7, channel 8. Types of options: user 6, channel 7, role 8,
            // mentionable 9.
            let option = match kind {
                5 => 6,
                6 => 8,
                7 => 9,
                _ => 7,
            };
            given.resolve(world, option, id, &menu["channel_types"]).map_err(rejected)?;
        }
    }
    Ok(())
}

/// Returns the components of a form with the values that the person entered. Removes the fields it uses from `fields`, and
/// resolves selected users, roles and channels into `given`.
fn filled_in(
    world: &crate::model::World,
    components: &Value,
    fields: &mut Map<String, Value>,
    given: &mut Given,
) -> Result<Vec<Value>, ApiError> {
    let mut shown = Vec::new();
    for component in components.as_array().into_iter().flatten() {
        let mut part = json!({"type": component["type"], "id": component["id"]});
        if let Some(inside) = component.get("components") {
            part["components"] = json!(filled_in(world, inside, fields, given)?);
        }
        if let Some(inside) = component.get("component") {
            let mut inside = filled_in(world, &json!([inside]), fields, given)?;
            part["component"] = inside.pop().unwrap_or_default();
        }
        if let Some(id) = component["custom_id"].as_str() {
            part["custom_id"] = json!(id);
            let field = fields.remove(id).unwrap_or(Value::Null);
            if component["type"] == 4 {
                part["value"] = json!(check_text(component, id, &field)?);
            } else {
                let values: Vec<String> = match field {
                    Value::Null => Vec::new(),
                    Value::String(one) => vec![one],
                    many => serde_json::from_value(many)
                        .map_err(|_| rejected(format!("The field {id} takes a list of texts.")))?,
                };
                if !values.is_empty() {
                    let kind = component["type"].as_u64().unwrap_or_default();
                    check_values(world, component, kind, &values, given)?;
                }
                if values.is_empty() && component["required"] != false {
                    return Err(rejected(format!("The field {id} is required.")));
                }
                part["values"] = json!(values);
            }
        }
        shown.push(part);
    }
    Ok(shown)
}

/// Checks the text entered into a text input.
fn check_text<'a>(input: &'a Value, id: &str, field: &'a Value) -> Result<&'a str, ApiError> {
    let text = match field {
        Value::Null => input["value"].as_str().unwrap_or_default(),
        _ => field.as_str().ok_or_else(|| rejected(format!("The field {id} takes a text.")))?,
    };
    let length = text.chars().count() as u64;
    if length == 0 {
        let required = input["required"].as_bool().unwrap_or(true);
        return if required { Err(rejected(format!("The field {id} is required."))) } else { Ok(text) };
    }
    let (least, most) =
        (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(4_000));
    if length < least || length > most {
        return Err(rejected(format!("The field {id} takes {least} to {most} characters.")));
    }
    Ok(text)
}
