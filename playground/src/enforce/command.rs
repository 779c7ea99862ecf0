//! Limits of application commands: names, descriptions, options, and how many there may be.

use serde_json::Value;

use super::component;
use super::report::Report;
use crate::error::ApiError;

/// The number of commands of each type in one scope: slash, user, message.
const MOST: [(u64, usize); 3] = [(1, 100), (2, 15), (3, 15)];
/// The total length of a command's names, descriptions and values, in characters.
const LONGEST_TOTAL: usize = 8_000;
/// The largest integer that JavaScript represents exactly.
const LARGEST: i64 = (1 << 53) - 1;
const LONGEST_TEXT: i64 = 6_000;
/// Every permission that Discord defines.
const PERMISSIONS: u64 = (1 << 54) - 1;
/// Discord's types of options.
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const CHANNEL: u64 = 7;
const NUMBER: u64 = 10;

/// Checks a bulk overwrite of all commands in a scope.
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

/// Checks the fields of one command.
pub(crate) fn command(body: &Value) -> Result<(), ApiError> {
    let mut report = Report::default();
    check(&mut report, "", body);
    report.done()
}

/// Checks how many commands a scope has.
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
    if !command.is_object() {
        return report.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    }
    let mut total = 0;
    if !command["type"].is_null() {
        report.choice(&at(path, "type"), &command["type"], &[1, 2, 3]);
    }
    if kind(command) == 1 {
        named(report, path, command, &mut total);
        options(report, path, &command["options"], 0, &mut total);
    } else {
        report.text(&at(path, "name"), &command["name"], 1, 32);
        let names = "name_localizations";
        for (locale, text) in translations(report, &at(path, names), &command[names]) {
            report.text(&at(path, &format!("{names}.{locale}")), text, 1, 32);
        }
        if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
            let message = "Context menu commands cannot have description";
            report.add(&at(path, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", message);
        }
        if command["options"].as_array().is_some_and(|options| !options.is_empty()) {
            let message = "Context menu commands cannot have options";
            report.add(&at(path, "options"), "APPLICATION_COMMAND_INVALID_OPTIONS", message);
        }
    }
    permissions(report, &at(path, "default_member_permissions"), &command["default_member_permissions"]);
    for field in ["dm_permission", "nsfw"] {
        report.flag(&at(path, field), &command[field]);
    }
    for (field, known) in [("contexts", &[0, 1, 2][..]), ("integration_types", &[0, 1])] {
        let path = at(path, field);
        let least = if command[field].is_null() { 0 } else { 1 };
        let list = report.list(&path, &command[field], least, known.len());
        for (index, value) in list.iter().enumerate() {
            report.choice(&format!("{path}.{index}"), value, known);
        }
    }
    if total > LONGEST_TOTAL {
        let message = format!("Command exceeds maximum size ({LONGEST_TOTAL})");
        report.add(path, "APPLICATION_COMMAND_TOO_LARGE", &message);
    }
}

/// Checks permission bits, given as a number or as a string of digits.
fn permissions(report: &mut Report, path: &str, value: &Value) {
    let bits = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    if !value.is_null() && bits.is_none_or(|bits| bits > PERMISSIONS) {
        report.add(path, "BITFIELD_TYPE_INVALID", "Value is not a set of permissions.");
    }
}

/// The languages that Discord can be set to.
const LOCALES: [&str; 34] = [
    "ar", "he", "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN",
    "ja", "zh-TW", "ko",
];

/// Checks a name and a description with their translations. The longest translation counts.
fn named(report: &mut Report, path: &str, part: &Value, total: &mut usize) {
    name(report, &at(path, "name"), &part["name"]);
    report.text(&at(path, "description"), &part["description"], 1, 100);
    for (field, translations) in
        [("name", "name_localizations"), ("description", "description_localizations")]
    {
        let mut longest = part[field].as_str().map_or(0, |text| text.chars().count());
        for (locale, text) in self::translations(report, &at(path, translations), &part[translations]) {
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

/// Checks the languages of translations and returns those that Discord has.
fn translations<'a>(report: &mut Report, path: &str, value: &'a Value) -> Vec<(&'a String, &'a Value)> {
    report.object(path, value);
    let (known, unknown): (Vec<_>, Vec<_>) =
        value.as_object().into_iter().flatten().partition(|(locale, _)| LOCALES.contains(&locale.as_str()));
    if !unknown.is_empty() {
        let message = format!("Value must be one of {{{}}}.", LOCALES.join(", "));
        report.add(path, "BASE_TYPE_CHOICES", &message);
    }
    known
}

/// Checks a lower-case name of at most 32 characters. Devanagari and Thai have signs that are neither letters nor digits.
fn name(report: &mut Report, path: &str, value: &Value) {
    report.text(path, value, 1, 32);
    let text = value.as_str().unwrap_or_default();
    let fits = text.chars().all(|c| {
        c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    });
    if !fits || text.to_lowercase() != text {
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
        report.flag(&format!("{path}.required"), &option["required"]);
        if list.iter().take(index).any(|other| other["name"] == option["name"]) {
            let message = "Option name must be unique";
            report.add(&format!("{path}.name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", message);
        }
        // A group holds subcommands, and a subcommand holds values.
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
    let kind = option["type"].as_u64();
    let listed = format!("{path}.choices");
    let choices = report.list(&listed, &option["choices"], 0, 25);
    let suggests = format!("{path}.autocomplete");
    report.flag(&suggests, &option["autocomplete"]);
    if !choices.is_empty() && option["autocomplete"] == true {
        let message = "Choices and autocomplete are mutually exclusive";
        report.add(&suggests, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_INVALID", message);
    }
    if !matches!(kind, Some(STRING | INTEGER | NUMBER)) {
        let message = "Only options of type string, integer and number have this";
        for (path, used) in [(&listed, !choices.is_empty()), (&suggests, option["autocomplete"] == true)] {
            if used {
                report.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
            }
        }
    }
    for (index, choice) in choices.iter().enumerate() {
        let path = format!("{listed}.{index}");
        report.text(&format!("{path}.name"), &choice["name"], 1, 100);
        let names = format!("{path}.name_localizations");
        for (locale, text) in translations(report, &names, &choice["name_localizations"]) {
            report.text(&format!("{names}.{locale}"), text, 1, 100);
        }
        choice_value(report, &format!("{path}.value"), &choice["value"], kind);
        *total += choice["name"].as_str().map_or(0, |text| text.chars().count());
        *total += choice["value"].as_str().map_or(0, |text| text.chars().count());
    }
    bounds(report, path, option, kind);
    if kind == Some(CHANNEL) {
        component::channel_types(report, &format!("{path}.channel_types"), &option["channel_types"]);
    }
}

/// Checks the limits that an option sets for its value.
fn bounds(report: &mut Report, path: &str, option: &Value, kind: Option<u64>) {
    match kind {
        Some(STRING) => {
            report.number(&format!("{path}.min_length"), &option["min_length"], 0, LONGEST_TEXT);
            report.number(&format!("{path}.max_length"), &option["max_length"], 1, LONGEST_TEXT);
        }
        Some(kind @ (INTEGER | NUMBER)) => {
            for field in ["min_value", "max_value"] {
                if !option[field].is_null() {
                    number(report, &format!("{path}.{field}"), &option[field], kind);
                }
            }
        }
        _ => {}
    }
    for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
        if let (Some(low), Some(high)) = (option[least].as_f64(), option[most].as_f64())
            && low > high
        {
            let message = format!("{least} is greater than {most}");
            report.add(&format!("{path}.{least}"), "NUMBER_TYPE_MAX", &message);
        }
    }
}

/// Checks the value of a choice for an option of type `kind`. An unknown type accepts any value that a choice can have.
pub(super) fn choice_value(report: &mut Report, path: &str, value: &Value, kind: Option<u64>) {
    match kind {
        Some(kind @ (INTEGER | NUMBER)) => number(report, path, value, kind),
        None if value.is_number() => {}
        _ => report.text(path, value, 1, 100),
    }
}

/// Checks a number for an option of this type.
fn number(report: &mut Report, path: &str, value: &Value, kind: u64) {
    if kind == INTEGER {
        // Libraries send the bounds of integers as 1.0, so that counts as whole.
        let whole = |number: &f64| number.fract() == 0.0 && number.abs() <= LARGEST as f64;
        if !value.as_f64().as_ref().is_some_and(whole) {
            report.add(path, "NUMBER_TYPE_COERCE", "Value is not int.");
        }
    } else if value.as_f64().is_none() {
        report.add(path, "NUMBER_TYPE_COERCE", "Value is not float.");
    }
}
