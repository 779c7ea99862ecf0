//! Limits of the first response to an interaction.

use super::command::choice_value;
use super::component;
use super::message::{Place, check_edit, check_message, is_empty, leaves_something};
use super::report::Report;
use crate::error::{ApiError, Unknown};
use crate::model::interaction::{AUTOCOMPLETE, COMMAND, MODAL};
use crate::model::message::EPHEMERAL;
use crate::model::{Interaction, Message};
use crate::payload::Payload;

/// Checks a callback to an interaction and returns its type. `source` is the message whose component was used.
pub(crate) fn callback(body: &Payload, to: &Interaction, source: Option<&Message>) -> Result<u64, ApiError> {
    let mut report = Report::default();
    let fitting: &[u64] = match to.kind {
        AUTOCOMPLETE => &[8],
        COMMAND => &[4, 5, 9],
        MODAL if to.source.is_some() => &[4, 5, 6, 7],
        MODAL => &[4, 5],
        _ => &[4, 5, 6, 7, 9],
    };
    report.choice("type", &body.json["type"], fitting);
    let kind = body.json["type"].as_u64().unwrap_or_default();
    if !fitting.contains(&kind) {
        return Err(report.into_error());
    }
    let data = body.part("data");
    match kind {
        4 => check_message(&mut report, "data", &data, Place::Interaction)?,
        5 => {
            let flags = &data.json["flags"];
            if !flags.is_null() && flags.as_u64().is_none_or(|flags| flags & !EPHEMERAL != 0) {
                let message = "Only MessageFlags.EPHEMERAL can be set on a deferred answer.";
                report.add("data.flags", "BITFIELD_TYPE_INVALID", message);
            }
        }
        7 => {
            let source = source.ok_or_else(|| ApiError::unknown(Unknown::Message))?;
            check_edit(&mut report, "data", &data, source)?;
        }
        8 => choices(&mut report, &data, to.option_type),
        9 => component::modal(&mut report, "data", &data.json),
        _ => {}
    }
    report.done()?;
    if kind == 4 && is_empty(&data.json, data.files.len()) {
        return Err(ApiError::empty_message());
    }
    if let Some(source) = source.filter(|_| kind == 7) {
        leaves_something(&data, source)?;
    }
    Ok(kind)
}

/// Checks what autocomplete suggests for an option of type `option_type`.
fn choices(report: &mut Report, data: &Payload, option_type: Option<u64>) {
    if data.json["choices"].is_null() {
        return report.required("data.choices");
    }
    for (index, choice) in report.list("data.choices", &data.json["choices"], 0, 25).iter().enumerate() {
        let path = format!("data.choices.{index}");
        report.text(&format!("{path}.name"), &choice["name"], 1, 100);
        choice_value(report, &format!("{path}.value"), &choice["value"], option_type);
    }
}
