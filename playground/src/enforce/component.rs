//! Components: rows of buttons and select menus, forms, and the newer layout components.

use serde_json::Value;

use super::Report;

const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const SECTION: u64 = 9;
const TEXT_DISPLAY: u64 = 10;
const THUMBNAIL: u64 = 11;
const GALLERY: u64 = 12;
const FILE: u64 = 13;
const SEPARATOR: u64 = 14;
const CONTAINER: u64 = 17;
const LABEL: u64 = 18;

/// Components of a message in the newer layout, nested ones included.
const MOST_COMPONENTS: usize = 40;
/// Characters of text in them.
const LONGEST_TEXTS: usize = 4_000;

/// What is counted over a whole message or form.
#[derive(Default)]
struct Count {
    custom_ids: Vec<String>,
    components: usize,
    characters: usize,
}

/// Checks the components of a message; `layout` says whether the newer ones are allowed.
pub(super) fn message(report: &mut Report, path: &str, value: &Value, layout: bool) {
    let mut count = Count::default();
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

/// A field of a form.
fn field(report: &mut Report, path: &str, input: &Value, count: &mut Count) {
    match input["type"].as_u64() {
        Some(TEXT_INPUT) => {
            custom_id(report, path, input, count);
            report.choice(&format!("{path}.style"), &input["style"], &[1, 2]);
            report.text(&format!("{path}.placeholder"), &input["placeholder"], 0, 100);
            report.text(&format!("{path}.value"), &input["value"], 0, 4_000);
            number(report, &format!("{path}.min_length"), &input["min_length"], 0, 4_000);
            number(report, &format!("{path}.max_length"), &input["max_length"], 1, 4_000);
        }
        Some(3 | 5..=8) if !path.ends_with(".components.0") => select(report, path, input, count),
        _ => report.choice(&format!("{path}.type"), &input["type"], &[TEXT_INPUT]),
    }
}

fn row(report: &mut Report, path: &str, row: &Value, count: &mut Count) {
    count.components += 1;
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

fn button(report: &mut Report, path: &str, button: &Value, count: &mut Count) {
    report.choice(&format!("{path}.style"), &button["style"], &[1, 2, 3, 4, 5, 6]);
    report.text(&format!("{path}.label"), &button["label"], 0, 80);
    match button["style"].as_u64() {
        Some(5) => {
            if button["url"].is_null() {
                report.required(&format!("{path}.url"));
            }
            report.url(&format!("{path}.url"), &button["url"], false);
            if !button["custom_id"].is_null() {
                let message = "A custom id and url cannot both be specified";
                report.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        Some(6) => {}
        _ => {
            custom_id(report, path, button, count);
            let no_label = button["label"].as_str().is_none_or(|label| label.trim().is_empty());
            if no_label && button["emoji"].is_null() {
                report.required(&format!("{path}.label"));
            }
        }
    }
}

fn select(report: &mut Report, path: &str, menu: &Value, count: &mut Count) {
    custom_id(report, path, menu, count);
    report.text(&format!("{path}.placeholder"), &menu["placeholder"], 0, 150);
    number(report, &format!("{path}.min_values"), &menu["min_values"], 0, 25);
    number(report, &format!("{path}.max_values"), &menu["max_values"], 1, 25);
    if menu["type"] != STRING_SELECT {
        return;
    }
    let path = format!("{path}.options");
    if menu["options"].is_null() {
        return report.required(&path);
    }
    let options = report.list(&path, &menu["options"], 1, 25);
    for (index, option) in options.iter().enumerate() {
        let path = format!("{path}.{index}");
        report.text(&format!("{path}.label"), &option["label"], 1, 100);
        report.text(&format!("{path}.value"), &option["value"], 1, 100);
        report.text(&format!("{path}.description"), &option["description"], 0, 100);
        if options
            .get(..index)
            .is_some_and(|before| before.iter().any(|other| other["value"] == option["value"]))
        {
            let message = "The specified option value is already used";
            report.add(&format!("{path}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
}

/// One of the newer layout components.
fn block(report: &mut Report, path: &str, block: &Value, count: &mut Count) {
    count.components += 1;
    match block["type"].as_u64() {
        Some(TEXT_DISPLAY) => {
            report.text(&format!("{path}.content"), &block["content"], 1, LONGEST_TEXTS);
            count.characters += block["content"].as_str().map_or(0, |text| text.chars().count());
        }
        Some(SECTION) => {
            let inside = format!("{path}.components");
            for (index, part) in report.list(&inside, &block["components"], 1, 3).iter().enumerate() {
                self::block(report, &format!("{inside}.{index}"), part, count);
            }
            count.components += 1;
            let path = format!("{path}.accessory");
            match block["accessory"]["type"].as_u64() {
                Some(BUTTON) => button(report, &path, &block["accessory"], count),
                Some(THUMBNAIL) => {
                    report.url(&format!("{path}.media.url"), &block["accessory"]["media"]["url"], true)
                }
                _ => report.required(&path),
            }
        }
        Some(GALLERY) => {
            let path = format!("{path}.items");
            for (index, item) in report.list(&path, &block["items"], 1, 10).iter().enumerate() {
                report.url(&format!("{path}.{index}.media.url"), &item["media"]["url"], true);
                report.text(&format!("{path}.{index}.description"), &item["description"], 0, 1_024);
            }
        }
        Some(FILE) => report.url(&format!("{path}.file.url"), &block["file"]["url"], true),
        Some(SEPARATOR) => {}
        Some(CONTAINER) => {
            let path = format!("{path}.components");
            for (index, part) in report.list(&path, &block["components"], 1, 39).iter().enumerate() {
                let path = format!("{path}.{index}");
                if part["type"] == ROW {
                    row(report, &path, part, count)
                } else {
                    self::block(report, &path, part, count)
                }
            }
        }
        _ => {
            let known = [ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER];
            report.choice(&format!("{path}.type"), &block["type"], &known);
        }
    }
}

fn custom_id(report: &mut Report, path: &str, component: &Value, count: &mut Count) {
    let path = format!("{path}.custom_id");
    report.text(&path, &component["custom_id"], 1, 100);
    if let Some(id) = component["custom_id"].as_str() {
        if count.custom_ids.iter().any(|known| known == id) {
            report.add(&path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
        }
        count.custom_ids.push(id.to_owned());
    }
}

fn number(report: &mut Report, path: &str, value: &Value, least: u64, most: u64) {
    if !value.is_null() && !value.as_u64().is_some_and(|number| (least..=most).contains(&number)) {
        let message = format!("int value should be between {least} and {most}.");
        report.add(path, "NUMBER_TYPE_MINMAX", &message);
    }
}
