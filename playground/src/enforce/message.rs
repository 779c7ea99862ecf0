//! Limits of messages: what may be sent, and what may be edited.

use serde_json::{Value, json};

use super::report::Report;
use super::{component, embed};
use crate::error::ApiError;
use crate::model::message::{COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, stored_name};
use crate::model::{Attachment, Id, Message};
use crate::payload::{LARGEST_FILE, LARGEST_REQUEST, Payload};

/// The longest content, in characters.
const LONGEST_CONTENT: usize = 2_000;
/// The number of files in a message.
const MOST_FILES: usize = 10;

/// Where a message is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Channel,
    /// A message that responds to an interaction.
    Interaction,
}

/// Checks a new message.
pub(crate) fn message(body: &Payload, place: Place) -> Result<(), ApiError> {
    let mut report = Report::default();
    check_message(&mut report, "", body, place)?;
    report.done()?;
    if is_empty(&body.json, body.files.len()) {
        return Err(ApiError::empty_message());
    }
    Ok(())
}

/// Checks a new message that forwards another one.
pub(crate) fn forward(body: &Payload) -> Result<(), ApiError> {
    let mut report = Report::default();
    check_message(&mut report, "", body, Place::Channel)?;
    if !is_empty(&body.json, body.files.len()) {
        let message = "A forwarded message cannot have content of its own.";
        report.add("message_reference", "MESSAGE_REFERENCE_FORWARD_NOT_EMPTY", message);
    }
    report.done()
}

/// Checks a new message whose fields are at `path`.
pub(super) fn check_message(
    report: &mut Report,
    path: &str,
    body: &Payload,
    place: Place,
) -> Result<(), ApiError> {
    let mut known = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2;
    if place == Place::Interaction {
        known |= EPHEMERAL;
    }
    let flags = &body.json["flags"];
    let bits = flags.as_u64().unwrap_or(0);
    if !flags.is_null() && (flags.as_u64().is_none() || bits & !known & 0xffff != 0) {
        let message = "Value must be a combination of flags that can be set here.";
        report.add(&at(path, "flags"), "BITFIELD_TYPE_INVALID", message);
    }
    fields(report, path, body, bits & COMPONENTS_V2 != 0, &[]);
    legacy_fields(report, path, &body.json, bits & COMPONENTS_V2 != 0);
    nonce(report, path, &body.json);
    report.flag(&at(path, "tts"), &body.json["tts"]);
    files(report, path, body, &[])
}

/// Checks an edit of a message.
pub(crate) fn edit(body: &Payload, message: &Message) -> Result<(), ApiError> {
    let mut report = Report::default();
    check_edit(&mut report, "", body, message)?;
    report.done()?;
    leaves_something(body, message)
}

/// Checks an edit whose fields are at `path`.
pub(super) fn check_edit(
    report: &mut Report,
    path: &str,
    body: &Payload,
    message: &Message,
) -> Result<(), ApiError> {
    let had_layout = message.flags & COMPONENTS_V2 != 0;
    let flags = &body.json["flags"];
    let wants_layout = flags.as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
    if !flags.is_null() && flags.as_u64().is_none() {
        report.add(&at(path, "flags"), "NUMBER_TYPE_COERCE", "Value is not int.");
    } else if !flags.is_null() && had_layout && !wants_layout {
        let message = "The IS_COMPONENTS_V2 flag cannot be removed from a message";
        report.add(&at(path, "flags"), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message);
    }
    let layout = had_layout || wants_layout;
    fields(report, path, body, layout, &message.attachments);
    legacy_fields(report, path, &after(body, message), layout);
    files(report, path, body, &message.attachments)
}

/// Returns the fields of a message as they are after an edit.
fn after(body: &Payload, message: &Message) -> Value {
    let mut after = body.json.clone();
    let current = [
        ("content", json!(message.content)),
        ("embeds", json!(message.embeds)),
        ("components", json!(message.components)),
    ];
    for (field, value) in current {
        if after.get(field).is_none() && after.is_object() {
            after[field] = value;
        }
    }
    after
}

/// Rejects a checked edit that would leave nothing of the message.
pub(super) fn leaves_something(body: &Payload, message: &Message) -> Result<(), ApiError> {
    let mut after = after(body, message);
    let flags = body.json["flags"].as_u64().unwrap_or(0) | message.flags;
    if after.is_object() {
        after["flags"] = json!(flags);
    }
    let files = kept(body, &message.attachments).count() + body.files.len();
    if is_empty(&after, files) { Err(ApiError::empty_message()) } else { Ok(()) }
}

/// Checks what new messages and edits have in common. `old` are the files that the message already has.
fn fields(report: &mut Report, path: &str, body: &Payload, layout: bool, old: &[Attachment]) {
    let json = &body.json;
    if !json.is_object() {
        return report.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    }
    // Rejecting these is better than silently dropping them.
    for field in ["poll", "sticker_ids"] {
        if !json[field].is_null() && json[field] != json!([]) {
            report.add(&at(path, field), "BASE_TYPE_CHOICES", "The playground has no polls and no stickers.");
        }
    }
    report.text(&at(path, "content"), &json["content"], 0, LONGEST_CONTENT);
    embed::embeds(report, &at(path, "embeds"), &json["embeds"]);
    let uploads = body.files.iter().map(|(number, file)| {
        let entry = entries(body).iter().find(|entry| number_of(entry) == Some(*number));
        stored_name(entry.and_then(|entry| entry["filename"].as_str()).unwrap_or(&file.filename))
    });
    let names: Vec<String> = uploads.chain(kept(body, old).map(|file| file.filename.clone())).collect();
    component::message(report, &at(path, "components"), &json["components"], layout, &names);
    allowed_mentions(report, &at(path, "allowed_mentions"), &json["allowed_mentions"]);
}

/// Rejects the fields that a message with the newer components cannot have.
fn legacy_fields(report: &mut Report, path: &str, json: &Value, layout: bool) {
    if !layout {
        return;
    }
    let text = json["content"].as_str().is_some_and(|text| !text.is_empty());
    let embeds = json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty());
    for (field, _) in [("content", text), ("embeds", embeds)].into_iter().filter(|(_, used)| *used) {
        let message = format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
        report.add(&at(path, field), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", &message);
    }
}

/// Checks a nonce, which is an integer or a text of at most 25 characters.
fn nonce(report: &mut Report, path: &str, json: &Value) {
    match &json["nonce"] {
        Value::Null => {}
        Value::String(text) if text.chars().count() <= 25 => {}
        Value::Number(number) if number.is_i64() || number.is_u64() => {}
        Value::String(_) => {
            report.add(&at(path, "nonce"), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.");
        }
        _ => report.add(&at(path, "nonce"), "NONCE_TYPE_INVALID", "Must be an integer or a string."),
    }
    report.flag(&at(path, "enforce_nonce"), &json["enforce_nonce"]);
}

fn allowed_mentions(report: &mut Report, path: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    if !report.object(path, value) {
        return;
    }
    report.flag(&at(path, "replied_user"), &value["replied_user"]);
    let parse = report.list(&at(path, "parse"), &value["parse"], 0, 3);
    for (index, kind) in parse.iter().enumerate() {
        if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
            let message = "Value must be one of ('users', 'roles', 'everyone').";
            report.add(&format!("{path}.parse.{index}"), "BASE_TYPE_CHOICES", message);
        }
    }
    for kind in ["users", "roles"] {
        let ids = report.list(&at(path, kind), &value[kind], 0, 100);
        if !ids.is_empty() && parse.iter().any(|parsed| parsed == kind) {
            let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            report.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &message);
        }
        for (index, id) in ids.iter().enumerate() {
            if serde_json::from_value::<crate::model::Id>(id.clone()).is_err() {
                let message = format!("Value \"{id}\" is not snowflake.");
                report.add(&format!("{path}.{kind}.{index}"), "NUMBER_TYPE_COERCE", &message);
            }
        }
    }
}

/// Returns the entries of a body's list of attachments.
fn entries(body: &Payload) -> &[Value] {
    body.json["attachments"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the number of an entry: that of an upload, or the id of an existing file.
fn number_of(entry: &Value) -> Option<u64> {
    serde_json::from_value(entry["id"].clone()).ok().map(|Id(number)| number)
}

/// Returns the `old` files that stay: the listed ones, or all without a list.
fn kept<'a>(body: &'a Payload, old: &'a [Attachment]) -> impl Iterator<Item = &'a Attachment> {
    let all = !body.json["attachments"].is_array();
    old.iter()
        .filter(move |file| all || entries(body).iter().any(|entry| number_of(entry) == Some(file.id.0)))
}

/// Checks the files of a request, and the list that describes them and the `old` ones that stay.
fn files(report: &mut Report, path: &str, body: &Payload, old: &[Attachment]) -> Result<(), ApiError> {
    let list = report.list(&at(path, "attachments"), &body.json["attachments"], 0, MOST_FILES);
    for (index, entry) in list.iter().enumerate() {
        let path = at(path, &format!("attachments.{index}"));
        report.text(&format!("{path}.description"), &entry["description"], 0, 1_024);
        let known = |id| body.files.contains_key(&id) || old.iter().any(|file| file.id.0 == id);
        match number_of(entry) {
            None => report.required(&format!("{path}.id")),
            Some(id) if !known(id) => {
                report.add(&path, "ATTACHMENT_NOT_FOUND", "Attachment data not found");
            }
            Some(_) => {}
        }
    }
    if body.files.len() + kept(body, old).count() > MOST_FILES {
        return Err(ApiError::bad(
            30015,
            format!("Maximum number of attachments in a message reached ({MOST_FILES})"),
        ));
    }
    let largest = body.files.values().map(|file| file.bytes.len()).max().unwrap_or(0);
    let total: usize = body.files.values().map(|file| file.bytes.len()).sum();
    if largest > LARGEST_FILE || total > LARGEST_REQUEST {
        return Err(ApiError::too_large());
    }
    Ok(())
}

/// Returns whether a message would show nothing. Files are visible by themselves unless the message has the newer components.
pub(super) fn is_empty(json: &Value, files: usize) -> bool {
    let some = |field: &str| json[field].as_array().is_some_and(|list| !list.is_empty());
    if json["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0 {
        return !some("components");
    }
    let text = json["content"].as_str().is_some_and(|text| !text.trim().is_empty());
    !(text || some("embeds") || some("components") || files > 0)
}

fn at(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}
