//! Messages: what may be sent, and what edited.

use serde_json::{Value, json};

use super::{Report, component, embed};
use crate::error::ApiError;
use crate::model::Message;
use crate::model::message::{COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS};
use crate::rest::{LARGEST_REQUEST, Payload};

/// The longest content, in characters.
const LONGEST_CONTENT: usize = 2_000;
/// Files of a message.
const MOST_FILES: usize = 10;

/// Where a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Channel,
    /// As the answer to an interaction.
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

/// Checks a new message whose fields are found at `path`.
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
    fields(report, path, &body.json, bits & COMPONENTS_V2 != 0);
    let nonce = &body.json["nonce"];
    if nonce.as_str().is_some_and(|text| text.chars().count() > 25) {
        report.add(&at(path, "nonce"), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.");
    }
    files(report, path, body, 0)
}

/// Checks the edit of a message.
pub(crate) fn edit(body: &Payload, message: &Message) -> Result<(), ApiError> {
    let mut report = Report::default();
    check_edit(&mut report, "", body, message.flags & COMPONENTS_V2 != 0, message.attachments.len())?;
    report.done()?;
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
    let listed = body.json["attachments"].as_array().map_or(message.attachments.len(), Vec::len);
    if is_empty(&after, listed.max(body.files.len())) {
        return Err(ApiError::empty_message());
    }
    Ok(())
}

/// Checks an edit whose fields are found at `path`; `layout` says whether the message has the newer components.
pub(super) fn check_edit(
    report: &mut Report,
    path: &str,
    body: &Payload,
    layout: bool,
    old_files: usize,
) -> Result<(), ApiError> {
    let wants_layout = body.json["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
    fields(report, path, &body.json, layout || wants_layout);
    let kept = if body.json["attachments"].is_array() { 0 } else { old_files };
    files(report, path, body, kept)
}

/// What new messages and edits have in common.
fn fields(report: &mut Report, path: &str, json: &Value, layout: bool) {
    if !json.is_object() {
        return report.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    }
    report.text(&at(path, "content"), &json["content"], 0, LONGEST_CONTENT);
    embed::embeds(report, &at(path, "embeds"), &json["embeds"]);
    component::message(report, &at(path, "components"), &json["components"], layout);
    allowed_mentions(report, &at(path, "allowed_mentions"), &json["allowed_mentions"]);
    if layout {
        let text = json["content"].as_str().is_some_and(|text| !text.is_empty());
        let embeds = json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty());
        for (field, used) in [("content", text), ("embeds", embeds)] {
            if used {
                let message =
                    format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
                report.add(&at(path, field), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", &message);
            }
        }
    }
}

fn allowed_mentions(report: &mut Report, path: &str, value: &Value) {
    if value.is_null() {
        return;
    }
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

fn files(report: &mut Report, path: &str, body: &Payload, kept: usize) -> Result<(), ApiError> {
    let list = report.list(&at(path, "attachments"), &body.json["attachments"], 0, MOST_FILES);
    for (index, entry) in list.iter().enumerate() {
        let path = at(path, &format!("attachments.{index}.description"));
        report.text(&path, &entry["description"], 0, 1_024);
    }
    if body.files.len() + kept > MOST_FILES {
        return Err(ApiError::bad(
            30015,
            format!("Maximum number of attachments in a message reached ({MOST_FILES})"),
        ));
    }
    let largest = body.files.values().map(|file| file.bytes.len()).max().unwrap_or(0);
    let total: usize = body.files.values().map(|file| file.bytes.len()).sum();
    if largest > crate::state::ATTACHMENT_LIMIT || total > LARGEST_REQUEST {
        return Err(ApiError::too_large());
    }
    Ok(())
}

/// Whether there is nothing to show.
pub(super) fn is_empty(json: &Value, files: usize) -> bool {
    let some = |field: &str| json[field].as_array().is_some_and(|list| !list.is_empty());
    let text = json["content"].as_str().is_some_and(|text| !text.trim().is_empty());
    !(text
        || some("embeds")
        || some("components")
        || some("sticker_ids")
        || json["poll"].is_object()
        || files > 0)
}

fn at(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}
