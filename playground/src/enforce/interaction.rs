//! The first answer to an interaction.

use super::message::{Place, check_edit, check_message, is_empty};
use super::{Report, component};
use crate::error::ApiError;
use crate::model::interaction::{AUTOCOMPLETE, COMMAND, MODAL};
use crate::model::message::EPHEMERAL;
use crate::rest::Payload;

/// Checks a callback; `asked` is the type of its interaction, `on_message` whether that began at a message. Answers the
/// callback's type.
pub(crate) fn callback(body: &Payload, asked: u8, on_message: bool) -> Result<u64, ApiError> {
    let mut report = Report::default();
    let fitting: &[u64] = match asked {
        AUTOCOMPLETE => &[8],
        COMMAND => &[4, 5, 9],
        MODAL if on_message => &[4, 5, 6, 7],
        MODAL => &[4, 5],
        _ => &[4, 5, 6, 7, 9],
    };
    report.choice("type", &body.json["type"], fitting);
    let kind = body.json["type"].as_u64().unwrap_or_default();
    let data = body.part("data");
    match kind {
        4 => check_message(&mut report, "data", &data, Place::Interaction)?,
        5 => {
            let flags = data.json["flags"].as_u64().unwrap_or(0);
            if flags & !EPHEMERAL != 0 {
                let message = "Only MessageFlags.EPHEMERAL can be set on a deferred answer.";
                report.add("data.flags", "BITFIELD_TYPE_INVALID", message);
            }
        }
        7 => check_edit(&mut report, "data", &data, false, 0)?,
        8 => choices(&mut report, &data),
        9 => component::modal(&mut report, "data", &data.json),
        _ => {}
    }
    report.done()?;
    if kind == 4 && is_empty(&data.json, data.files.len()) {
        return Err(ApiError::empty_message());
    }
    Ok(kind)
}

fn choices(report: &mut Report, data: &Payload) {
    if data.json["choices"].is_null() {
        return report.required("data.choices");
    }
    for (index, choice) in report.list("data.choices", &data.json["choices"], 0, 25).iter().enumerate() {
        report.text(&format!("data.choices.{index}.name"), &choice["name"], 1, 100);
        match &choice["value"] {
            serde_json::Value::Number(_) => {}
            value => report.text(&format!("data.choices.{index}.value"), value, 1, 100),
        }
    }
}
