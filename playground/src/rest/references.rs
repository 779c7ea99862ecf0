//! References of new messages: the message to reply to, or the one to forward.

use serde_json::{Value, json};

use super::access::Caller;
use super::access::shared;
use crate::enforce::Report;
use crate::error::ApiError;
use crate::model::message::LOADING;
use crate::model::permission::READ_MESSAGE_HISTORY;
use crate::model::{Channel, Id, Message};
use crate::state::State;

/// Discord's type of a reference that forwards.
const FORWARD: u64 = 1;

pub(super) fn is_forward(field: &Value) -> bool {
    field["type"] == FORWARD
}

/// Finds the message that a bot forwards, which it must be able to read.
pub(super) fn forwarded(state: &State, caller: Caller, field: &Value) -> Result<Message, ApiError> {
    let mut report = Report::default();
    let mut id = |name: &str| {
        let id: Option<Id> = serde_json::from_value(field[name].clone()).ok();
        if id.is_none() {
            report.required(&format!("message_reference.{name}"));
        }
        id.unwrap_or_default()
    };
    let (channel, message) = (id("channel_id"), id("message_id"));
    report.done()?;
    let source = state.channel_for(caller.0, channel, READ_MESSAGE_HISTORY)?;
    let original = shared(source, message)?;
    if original.is_system() || original.flags & LOADING != 0 {
        let mut report = Report::default();
        let message = "This message cannot be forwarded";
        report.add("message_reference", "MESSAGE_REFERENCE_CANNOT_FORWARD", message);
        return Err(report.into_error());
    }
    // Forwarding a forwarded message shows the first original.
    Ok(original.forwarded.as_deref().unwrap_or(original).clone())
}

/// Finds the message to reply to. Returns `None` if it is gone and the body says that this does not matter.
pub(super) fn reply(channel: &Channel, field: &Value) -> Result<Option<Id>, ApiError> {
    if field.is_null() {
        return Ok(None);
    }
    let mut report = Report::default();
    let id: Option<Id> = serde_json::from_value(field["message_id"].clone()).ok();
    if report.object("message_reference", field) {
        if id.is_none() {
            report.required("message_reference.message_id");
        }
        if !field["type"].is_null() {
            report.choice("message_reference.type", &field["type"], &[0, 1]);
        }
        report.flag("message_reference.fail_if_not_exists", &field["fail_if_not_exists"]);
    }
    report.done()?;
    let elsewhere = field.get("channel_id").is_some_and(|id| *id != json!(channel.id) && !id.is_null());
    let found = id.filter(|id| !elsewhere && shared(channel, *id).is_ok());
    if found.is_none() && field["fail_if_not_exists"].as_bool().unwrap_or(true) {
        let mut report = Report::default();
        report.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
        return Err(report.into_error());
    }
    let system = |id| channel.messages.get(&id).is_some_and(Message::is_system);
    if found.is_some_and(system) {
        let mut report = Report::default();
        let message = "Cannot reply to a system message";
        report.add("message_reference", "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", message);
        return Err(report.into_error());
    }
    Ok(found)
}
