//! Application commands: names, descriptions, options and how many of them there may be.

use serde_json::Value;

use super::Report;
use crate::error::ApiError;

/// Commands of each type in one scope: slash, user, message.
const MOST: [(u64, usize); 3] = [(1, 100), (2, 15), (3, 15)];
/// Characters of a command's names, descriptions and values.
const LONGEST_TOTAL: usize = 8_000;

/// Checks a bulk overwrite.
pub(crate) fn commands(body: &Value) -> Result<(), ApiError> {
    let mut report = Report::default();
    if !body.is_array() {
        report.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    }
    let list = body.as_array().map_or(&[][..], Vec::as_slice);
    for (index, one) in list.iter().enumerate() {
        check(&mut report, &index.to_string(), one);
        let twice =
            list.iter().take(index).any(|other| other["name"] == one["name"] && kind(other) == kind(one));
        if twice {
            let message = "Application command names must be unique";
            report.add(&format!("{index}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    report.done()?;
    command_count(list)
}

/// Checks one command.
pub(crate) fn command(body: &Value) -> Result<(), ApiError> {
    let mut report = Report::default();
    check(&mut report, "", body);
    report.done()
}

/// Checks how many commands there are in a scope.
pub(crate) fn command_count(commands: &[Value]) -> Result<(), ApiError> {
    for (wanted, most) in MOST {
        if commands.iter().filter(|command| kind(command) == wanted).count() > most {
            let message = format!("Maximum number of application commands reached ({most})");
            return Err(ApiError::bad(30032, message));
        }
    }
    Ok(())
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn at(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

fn check(report: &mut Report, path: &str, command: &Value) {
    let mut total = 0;
    if !command["type"].is_null() {
        report.choice(&at(path, "type"), &command["type"], &[1, 2, 3]);
    }
    if kind(command) == 1 {
        named(report, path, command, &mut total);
        options(report, path, &command["options"], 0, &mut total);
    } else {
        report.text(&at(path, "name"), &command["name"], 1, 32);
        if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
            let message = "Context menu commands cannot have description";
            report.add(&at(path, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", message);
        }
    }
    for (index, context) in report.list(&at(path, "contexts"), &command["contexts"], 0, 3).iter().enumerate()
    {
        report.choice(&at(path, &format!("contexts.{index}")), context, &[0, 1, 2]);
    }
    if total > LONGEST_TOTAL {
        let message = format!("Command exceeds maximum size ({LONGEST_TOTAL})");
        report.add(path, "APPLICATION_COMMAND_TOO_LARGE", &message);
    }
}

/// The languages that Discord can be set to.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

/// Name and description, with their translations, of which the longest counts.
fn named(report: &mut Report, path: &str, part: &Value, total: &mut usize) {
    name(report, &at(path, "name"), &part["name"]);
    report.text(&at(path, "description"), &part["description"], 1, 100);
    for (field, translations) in
        [("name", "name_localizations"), ("description", "description_localizations")]
    {
        let mut longest = part[field].as_str().map_or(0, |text| text.chars().count());
        for (locale, text) in part[translations].as_object().into_iter().flatten() {
            if !LOCALES.contains(&locale.as_str()) {
                let message = format!("Value must be one of {{{}}}.", LOCALES.join(", "));
                report.add(&at(path, translations), "BASE_TYPE_CHOICES", &message);
                continue;
            }
            let path = at(path, &format!("{translations}.{locale}"));
            if field == "name" {
                name(report, &path, text)
            } else {
                report.text(&path, text, 1, 100)
            }
            longest = longest.max(text.as_str().map_or(0, |text| text.chars().count()));
        }
        *total += longest;
    }
}

/// A lower-case word of at most 32 characters.
fn name(report: &mut Report, path: &str, value: &Value) {
    report.text(path, value, 1, 32);
    let text = value.as_str().unwrap_or_default();
    let fits = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'')) || !text.is_ascii();
    if !fits || text.contains(char::is_whitespace) || text.to_lowercase() != text {
        report.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn options(report: &mut Report, path: &str, list: &Value, depth: usize, total: &mut usize) {
    let path = at(path, "options");
    let list = report.list(&path, list, 0, 25);
    let mut optional = false;
    for (index, option) in list.iter().enumerate() {
        let path = format!("{path}.{index}");
        named(report, &path, option, total);
        if list.iter().take(index).any(|other| other["name"] == option["name"]) {
            let message = "Option name must be unique";
            report.add(&format!("{path}.name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", message);
        }
        // a group holds subcommands, a subcommand holds values
        match option["type"].as_u64() {
            Some(1) if depth < 2 => options(report, &path, &option["options"], 2, total),
            Some(2) if depth == 0 => options(report, &path, &option["options"], 1, total),
            Some(3..=11) if depth != 1 => leaf(report, &path, option, total),
            _ => report.choice(
                &format!("{path}.type"),
                &option["type"],
                if depth == 1 { &[1] } else { &[3, 4, 5, 6, 7, 8, 9, 10, 11] },
            ),
        }
        let required = option["required"] == true;
        if required && optional {
            let message = "Required options must be placed before non-required options";
            report.add(&path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional |= !required;
    }
    let branches = list.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).count();
    if branches > 0 && branches < list.len() {
        let message =
            "Sub-command and sub-command group option types are mutually exclusive to all other types";
        report.add(&path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
}

fn leaf(report: &mut Report, path: &str, option: &Value, total: &mut usize) {
    let choices = report.list(&format!("{path}.choices"), &option["choices"], 0, 25);
    if !choices.is_empty() && option["autocomplete"] == true {
        let message = "Choices and autocomplete are mutually exclusive";
        report.add(
            &format!("{path}.autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_INVALID",
            message,
        );
    }
    for (index, choice) in choices.iter().enumerate() {
        let path = format!("{path}.choices.{index}");
        report.text(&format!("{path}.name"), &choice["name"], 1, 100);
        *total += choice["name"].as_str().map_or(0, |text| text.chars().count());
        let value = format!("{path}.value");
        match option["type"].as_u64() {
            Some(3) => {
                report.text(&value, &choice["value"], 1, 100);
                *total += choice["value"].as_str().map_or(0, |text| text.chars().count());
            }
            Some(4) if choice["value"].as_i64().is_none() => {
                report.add(&value, "NUMBER_TYPE_COERCE", "Value is not int.");
            }
            Some(10) if choice["value"].as_f64().is_none() => {
                report.add(&value, "NUMBER_TYPE_COERCE", "Value is not float.");
            }
            _ => {}
        }
    }
    if let (Some(least), Some(most)) = (option["min_value"].as_f64(), option["max_value"].as_f64())
        && least > most
    {
        report.add(&format!("{path}.min_value"), "NUMBER_TYPE_MAX", "min_value is greater than max_value");
    }
}
