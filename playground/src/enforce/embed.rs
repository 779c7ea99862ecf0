//! Limits of embeds: at most ten, with 6000 characters in total.

use serde_json::Value;

use super::report::Report;

/// The total length of all embeds of a message, in characters.
const LONGEST_TOTAL: usize = 6_000;

/// Checks the list of embeds at `path`.
pub(super) fn embeds(report: &mut Report, path: &str, value: &Value) {
    let mut total = 0;
    for (index, embed) in report.list(path, value, 0, 10).iter().enumerate() {
        total += check(report, &format!("{path}.{index}"), embed);
    }
    if total > LONGEST_TOTAL {
        report.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

/// Checks one embed and returns how many of its characters count.
fn check(report: &mut Report, path: &str, embed: &Value) -> usize {
    if !embed.is_object() {
        report.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        return 0;
    }
    for part in ["footer", "author", "image", "thumbnail"] {
        report.object(&format!("{path}.{part}"), &embed[part]);
    }
    let shown = ["title", "description", "footer", "author", "image", "thumbnail", "timestamp"];
    let fields = embed["fields"].as_array().is_some_and(|fields| !fields.is_empty());
    if !fields && shown.iter().all(|part| embed[*part].is_null() || embed[*part] == "") {
        report.required(&format!("{path}.description"));
    }
    let mut total = 0;
    let mut text = |report: &mut Report, field: &str, value: &Value, least, most| {
        report.text(&format!("{path}.{field}"), value, least, most);
        total += value.as_str().map_or(0, |text| text.trim().chars().count());
    };
    text(report, "title", &embed["title"], 0, 256);
    text(report, "description", &embed["description"], 0, 4_096);
    if embed["footer"].is_object() {
        text(report, "footer.text", &embed["footer"]["text"], 1, 2_048);
    }
    if embed["author"].is_object() {
        text(report, "author.name", &embed["author"]["name"], 1, 256);
    }
    for (index, field) in report.list(&format!("{path}.fields"), &embed["fields"], 0, 25).iter().enumerate() {
        text(report, &format!("fields.{index}.name"), &field["name"], 1, 256);
        text(report, &format!("fields.{index}.value"), &field["value"], 1, 1_024);
    }
    for (field, uploads) in [
        ("url", false),
        ("image.url", true),
        ("thumbnail.url", true),
        ("footer.icon_url", true),
        ("author.icon_url", true),
        ("author.url", false),
    ] {
        let value = field.split('.').fold(embed, |value, step| &value[step]);
        report.url(&format!("{path}.{field}"), value, uploads);
    }
    if let Some(colour) = embed.get("color").filter(|colour| !colour.is_null())
        && colour.as_u64().is_none_or(|colour| colour > 0xff_ffff)
    {
        let message = "int value should be less than or equal to 16777215.";
        report.add(&format!("{path}.color"), "NUMBER_TYPE_MAX", message);
    }
    if let Some(time) = embed.get("timestamp").filter(|time| !time.is_null())
        && !time.as_str().is_some_and(is_iso8601)
    {
        let message = format!("Could not parse {time}. Should be ISO8601.");
        report.add(&format!("{path}.timestamp"), "DATE_TIME_TYPE_PARSE", &message);
    }
    total
}

/// Returns whether every client can parse this time. A zone name, which jiff accepts, breaks some of them.
fn is_iso8601(text: &str) -> bool {
    !text.contains('[') && text.parse::<jiff::Timestamp>().is_ok()
}
