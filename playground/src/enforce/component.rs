//! Limits of components: rows of buttons and select menus, forms, and the newer layout components.

use serde_json::Value;

use super::emoji::emoji;
use super::report::Report;
use crate::model::Id;
use crate::model::message::stored_name;

const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const USER_SELECT: u64 = 5;
const ROLE_SELECT: u64 = 6;
const MENTIONABLE_SELECT: u64 = 7;
const CHANNEL_SELECT: u64 = 8;
const SECTION: u64 = 9;
const TEXT_DISPLAY: u64 = 10;
const THUMBNAIL: u64 = 11;
const GALLERY: u64 = 12;
const FILE: u64 = 13;
const SEPARATOR: u64 = 14;
const CONTAINER: u64 = 17;
const LABEL: u64 = 18;

/// The number of components in a message with the newer layout, nested ones included.
const MOST_COMPONENTS: usize = 40;
/// The total length of the text in them, in characters.
const LONGEST_TEXTS: usize = 4_000;

/// The largest number that a component can have.
const LARGEST_ID: i64 = i32::MAX as i64;
/// The longest address of a link button, in characters.
const LONGEST_LINK: usize = 512;

/// Counts that span a whole message or form.
#[derive(Default)]
struct Count<'a> {
    custom_ids: Vec<String>,
    ids: Vec<u64>,
    components: usize,
    characters: usize,
    /// The names of the files that the message will have.
    files: &'a [String],
}

/// Checks the components of a message. `layout` allows the newer ones, and `files` names the files that they may show.
pub(super) fn message(report: &mut Report, path: &str, value: &Value, layout: bool, files: &[String]) {
    let mut count = Count { files, ..Count::default() };
    let most = if layout { MOST_COMPONENTS } else { 5 };
    for (index, component) in report.list(path, value, 0, most).iter().enumerate() {
        let path = format!("{path}.{index}");
        match component["type"].as_u64() {
            Some(ROW) => row(report, &path, component, &mut count),
            Some(_) if layout => block(report, &path, component, &mut count),
            _ => report.choice(&format!("{path}.type"), &component["type"], &[ROW]),
        }
    }
    if layout && count.components > MOST_COMPONENTS {
        let message = format!("The total number of components cannot exceed {MOST_COMPONENTS}");
        report.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", &message);
    }
    if count.characters > LONGEST_TEXTS {
        let message = format!("The total length of displayable text cannot exceed {LONGEST_TEXTS}");
        report.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", &message);
    }
}

/// Checks a form, the `data` of a callback of type 9.
pub(super) fn modal(report: &mut Report, path: &str, value: &Value) {
    report.text(&format!("{path}.custom_id"), &value["custom_id"], 1, 100);
    report.text(&format!("{path}.title"), &value["title"], 1, 45);
    let path = format!("{path}.components");
    let mut count = Count::default();
    if value["components"].is_null() {
        return report.required(&path);
    }
    for (index, component) in report.list(&path, &value["components"], 1, 5).iter().enumerate() {
        let path = format!("{path}.{index}");
        number_of(report, &path, component, &mut count);
        match component["type"].as_u64() {
            Some(ROW) => {
                let path = format!("{path}.components");
                for (index, input) in report.list(&path, &component["components"], 1, 1).iter().enumerate() {
                    let path = format!("{path}.{index}");
                    report.text(&format!("{path}.label"), &input["label"], 1, 45);
                    field(report, &path, input, &mut count);
                }
            }
            Some(LABEL) => {
                report.text(&format!("{path}.label"), &component["label"], 1, 45);
                report.text(&format!("{path}.description"), &component["description"], 0, 100);
                field(report, &format!("{path}.component"), &component["component"], &mut count);
            }
            Some(TEXT_DISPLAY) => report.text(&format!("{path}.content"), &component["content"], 1, 4_000),
            _ => report.choice(&format!("{path}.type"), &component["type"], &[ROW, TEXT_DISPLAY, LABEL]),
        }
    }
}

/// Checks one field of a form.
fn field(report: &mut Report, path: &str, input: &Value, count: &mut Count<'_>) {
    number_of(report, path, input, count);
    report.flag(&format!("{path}.required"), &input["required"]);
    match input["type"].as_u64() {
        Some(TEXT_INPUT) => {
            custom_id(report, path, input, count);
            report.choice(&format!("{path}.style"), &input["style"], &[1, 2]);
            report.text(&format!("{path}.placeholder"), &input["placeholder"], 0, 100);
            report.text(&format!("{path}.value"), &input["value"], 0, 4_000);
            report.number(&format!("{path}.min_length"), &input["min_length"], 0, 4_000);
            report.number(&format!("{path}.max_length"), &input["max_length"], 1, 4_000);
            if input["min_length"].as_u64() > input["max_length"].as_u64().or(Some(4_000)) {
                let message = "min_length must be less than or equal to max_length.";
                report.add(&format!("{path}.min_length"), "NUMBER_TYPE_MAX", message);
            }
        }
        Some(3 | 5..=8) if !path.ends_with(".components.0") => {
            select(report, path, input, count);
            if input["disabled"] == true {
                let message = "A select menu of a form cannot be disabled";
                report.add(&format!("{path}.disabled"), "COMPONENT_DISABLED_IN_MODAL", message);
            }
        }
        _ => {
            let in_row = path.ends_with(".components.0");
            let known: &[u64] = if in_row { &[TEXT_INPUT] } else { &[3, TEXT_INPUT, 5, 6, 7, 8] };
            report.choice(&format!("{path}.type"), &input["type"], known);
        }
    }
}

fn row(report: &mut Report, path: &str, row: &Value, count: &mut Count<'_>) {
    count.components += 1;
    number_of(report, path, row, count);
    let path = format!("{path}.components");
    let parts = report.list(&path, &row["components"], 1, 5);
    let menus = parts.iter().filter(|part| matches!(part["type"].as_u64(), Some(3 | 5..=8))).count();
    if menus > 0 && parts.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        report.add(&path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
    for (index, part) in parts.iter().enumerate() {
        count.components += 1;
        let path = format!("{path}.{index}");
        match part["type"].as_u64() {
            Some(BUTTON) => button(report, &path, part, count),
            Some(3 | 5..=8) => select(report, &path, part, count),
            _ => report.choice(&format!("{path}.type"), &part["type"], &[2, 3, 5, 6, 7, 8]),
        }
    }
}

fn button(report: &mut Report, path: &str, button: &Value, count: &mut Count<'_>) {
    number_of(report, path, button, count);
    report.choice(&format!("{path}.style"), &button["style"], &[1, 2, 3, 4, 5, 6]);
    report.text(&format!("{path}.label"), &button["label"], 0, 80);
    report.flag(&format!("{path}.disabled"), &button["disabled"]);
    emoji(report, &format!("{path}.emoji"), &button["emoji"]);
    let style = button["style"].as_u64();
    let no_label = button["label"].as_str().is_none_or(|label| label.trim().is_empty());
    if no_label && button["emoji"].is_null() && style != Some(6) {
        report.required(&format!("{path}.label"));
    }
    match style {
        Some(5) => {
            if button["url"].is_null() {
                report.required(&format!("{path}.url"));
            }
            report.url(&format!("{path}.url"), &button["url"], false);
            report.text(&format!("{path}.url"), &button["url"], 0, LONGEST_LINK);
            if !button["custom_id"].is_null() {
                let message = "A custom id and url cannot both be specified";
                report.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        Some(6) if serde_json::from_value::<Id>(button["sku_id"].clone()).is_err() => {
            report.required(&format!("{path}.sku_id"));
        }
        Some(6) => {}
        _ => {
            custom_id(report, path, button, count);
            if !button["url"].is_null() {
                let message = "A custom id and url cannot both be specified";
                report.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
    }
}

fn select(report: &mut Report, path: &str, menu: &Value, count: &mut Count<'_>) {
    number_of(report, path, menu, count);
    custom_id(report, path, menu, count);
    report.text(&format!("{path}.placeholder"), &menu["placeholder"], 0, 150);
    report.flag(&format!("{path}.disabled"), &menu["disabled"]);
    report.number(&format!("{path}.min_values"), &menu["min_values"], 0, 25);
    report.number(&format!("{path}.max_values"), &menu["max_values"], 1, 25);
    let (least, most) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
    if least > most {
        let message = "min_values must be less than or equal to max_values.";
        report.add(&format!("{path}.min_values"), "NUMBER_TYPE_MAX", message);
    }
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if menu["type"] == STRING_SELECT {
        options(report, &format!("{path}.options"), &menu["options"], most);
    } else {
        let least = usize::try_from(least).unwrap_or(usize::MAX);
        defaults(report, path, menu, least, most);
    }
}

/// Checks the options of a menu in which `most` may be selected.
fn options(report: &mut Report, path: &str, value: &Value, most: usize) {
    if value.is_null() {
        return report.required(path);
    }
    let options = report.list(path, value, most.clamp(1, 25), 25);
    for (index, option) in options.iter().enumerate() {
        let path = format!("{path}.{index}");
        report.text(&format!("{path}.label"), &option["label"], 1, 100);
        report.text(&format!("{path}.value"), &option["value"], 1, 100);
        report.text(&format!("{path}.description"), &option["description"], 0, 100);
        report.flag(&format!("{path}.default"), &option["default"]);
        emoji(report, &format!("{path}.emoji"), &option["emoji"]);
        if options.iter().take(index).any(|other| other["value"] == option["value"]) {
            let message = "The specified option value is already used";
            report.add(&format!("{path}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    if options.iter().filter(|option| option["default"] == true).count() > most {
        let message = format!("At most {most} options may be chosen from the start");
        report.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", &message);
    }
}

/// Checks the default selection of a menu of users, roles or channels, and the channel types that it lists.
fn defaults(report: &mut Report, path: &str, menu: &Value, least: usize, most: usize) {
    let kinds: &[&str] = match menu["type"].as_u64() {
        Some(USER_SELECT) => &["user"],
        Some(ROLE_SELECT) => &["role"],
        Some(MENTIONABLE_SELECT) => &["user", "role"],
        _ => &["channel"],
    };
    let values = format!("{path}.default_values");
    let chosen = match &menu["default_values"] {
        Value::Array(none) if none.is_empty() => &[],
        Value::Null => &[][..],
        some => report.list(&values, some, least, most),
    };
    for (index, value) in chosen.iter().enumerate() {
        let path = format!("{values}.{index}");
        if !value["type"].as_str().is_some_and(|kind| kinds.contains(&kind)) {
            let message = format!("Value must be one of ('{}').", kinds.join("', '"));
            report.add(&format!("{path}.type"), "BASE_TYPE_CHOICES", &message);
        }
        if serde_json::from_value::<Id>(value["id"].clone()).is_err() {
            let message = format!("Value \"{}\" is not snowflake.", value["id"]);
            report.add(&format!("{path}.id"), "NUMBER_TYPE_COERCE", &message);
        }
    }
    if menu["type"] == CHANNEL_SELECT {
        channel_types(report, &format!("{path}.channel_types"), &menu["channel_types"]);
    }
}

/// Checks a list of Discord's channel types.
pub(super) fn channel_types(report: &mut Report, path: &str, value: &Value) {
    for (index, kind) in report.list(path, value, 0, 25).iter().enumerate() {
        report.choice(&format!("{path}.{index}"), kind, &[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]);
    }
}

/// Checks one of the newer layout components.
fn block(report: &mut Report, path: &str, block: &Value, count: &mut Count<'_>) {
    count.components += 1;
    number_of(report, path, block, count);
    report.flag(&format!("{path}.spoiler"), &block["spoiler"]);
    match block["type"].as_u64() {
        Some(TEXT_DISPLAY) => text_display(report, path, block, count),
        Some(SECTION) => section(report, path, block, count),
        Some(GALLERY) => {
            let path = format!("{path}.items");
            for (index, item) in report.list(&path, &block["items"], 1, 10).iter().enumerate() {
                let path = format!("{path}.{index}");
                media(report, &format!("{path}.media"), &item["media"], count);
                report.text(&format!("{path}.description"), &item["description"], 0, 1_024);
                report.flag(&format!("{path}.spoiler"), &item["spoiler"]);
            }
        }
        Some(FILE) => {
            let address = format!("{path}.file.url");
            if block["file"]["url"].as_str().is_some_and(|url| !url.starts_with("attachment://")) {
                let message = "Scheme is not supported. Scheme must be one of ('attachment').";
                report.add(&address, "URL_TYPE_INVALID_SCHEME", message);
            }
            media(report, &format!("{path}.file"), &block["file"], count);
        }
        Some(SEPARATOR) => {
            report.flag(&format!("{path}.divider"), &block["divider"]);
            if !block["spacing"].is_null() {
                report.choice(&format!("{path}.spacing"), &block["spacing"], &[1, 2]);
            }
        }
        Some(CONTAINER) => {
            report.number(&format!("{path}.accent_color"), &block["accent_color"], 0, 0xff_ffff);
            let path = format!("{path}.components");
            for (index, part) in report.list(&path, &block["components"], 1, 39).iter().enumerate() {
                let path = format!("{path}.{index}");
                match part["type"].as_u64() {
                    Some(ROW) => row(report, &path, part, count),
                    // A container cannot be inside a container.
                    Some(SECTION | TEXT_DISPLAY | GALLERY | FILE | SEPARATOR) => {
                        self::block(report, &path, part, count);
                    }
                    _ => {
                        let known = [ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR];
                        report.choice(&format!("{path}.type"), &part["type"], &known);
                    }
                }
            }
        }
        _ => {
            let known = [ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER];
            report.choice(&format!("{path}.type"), &block["type"], &known);
        }
    }
}

fn text_display(report: &mut Report, path: &str, text: &Value, count: &mut Count<'_>) {
    report.text(&format!("{path}.content"), &text["content"], 1, LONGEST_TEXTS);
    count.characters += text["content"].as_str().map_or(0, |text| text.chars().count());
}

/// Checks a section: texts with a button or picture beside them.
fn section(report: &mut Report, path: &str, section: &Value, count: &mut Count<'_>) {
    let inside = format!("{path}.components");
    for (index, part) in report.list(&inside, &section["components"], 1, 3).iter().enumerate() {
        count.components += 1;
        let path = format!("{inside}.{index}");
        number_of(report, &path, part, count);
        match part["type"].as_u64() {
            Some(TEXT_DISPLAY) => text_display(report, &path, part, count),
            _ => report.choice(&format!("{path}.type"), &part["type"], &[TEXT_DISPLAY]),
        }
    }
    count.components += 1;
    let path = format!("{path}.accessory");
    let accessory = &section["accessory"];
    match accessory["type"].as_u64() {
        Some(BUTTON) => button(report, &path, accessory, count),
        Some(THUMBNAIL) => {
            number_of(report, &path, accessory, count);
            media(report, &format!("{path}.media"), &accessory["media"], count);
            report.text(&format!("{path}.description"), &accessory["description"], 0, 1_024);
        }
        _ if accessory.is_null() => report.required(&path),
        _ => report.choice(&format!("{path}.type"), &accessory["type"], &[BUTTON, THUMBNAIL]),
    }
}

/// Checks the address of a picture or file, which may be one uploaded with the message.
fn media(report: &mut Report, path: &str, media: &Value, count: &Count<'_>) {
    let path = format!("{path}.url");
    if media["url"].is_null() {
        return report.required(&path);
    }
    report.url(&path, &media["url"], true);
    let named = media["url"].as_str().and_then(|url| url.strip_prefix("attachment://"));
    if named.is_some_and(|name| !count.files.contains(&stored_name(name))) {
        let message = "The referenced attachment was not found";
        report.add(&path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message);
    }
}

/// Checks the number of a component. Discord assigns missing numbers but rejects duplicates.
fn number_of(report: &mut Report, path: &str, component: &Value, count: &mut Count<'_>) {
    let path = format!("{path}.id");
    report.number(&path, &component["id"], 0, LARGEST_ID);
    if let Some(id) = component["id"].as_u64().filter(|id| *id != 0) {
        if count.ids.contains(&id) {
            report.add(&path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
        }
        count.ids.push(id);
    }
}

fn custom_id(report: &mut Report, path: &str, component: &Value, count: &mut Count<'_>) {
    let path = format!("{path}.custom_id");
    report.text(&path, &component["custom_id"], 1, 100);
    if let Some(id) = component["custom_id"].as_str() {
        if count.custom_ids.iter().any(|known| known == id) {
            report.add(&path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
        }
        count.custom_ids.push(id.to_owned());
    }
}
