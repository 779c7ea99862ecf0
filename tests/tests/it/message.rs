//! A message as a person reads it.

use std::fmt;

use serde_json::{Value, json};

/// Flag of a message that only one person sees.
const EPHEMERAL: u64 = 64;

/// A message in Discord's format.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Message(pub(crate) Value);

/// A menu of a message.
#[derive(Debug)]
pub(crate) struct Menu {
    /// Label and value of each line.
    pub(crate) lines: Vec<(String, String)>,
}

impl Message {
    pub(crate) fn id(&self) -> &str {
        self.0["id"].as_str().expect("an id")
    }

    pub(crate) fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// Returns whether only one person sees it.
    pub(crate) fn private(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0
    }

    /// Returns the picture of its card, as Discord describes it.
    pub(crate) fn picture(&self) -> Option<&Value> {
        self.0["embeds"].get(0)?.get("image")
    }

    pub(crate) fn has_picture(&self) -> bool {
        self.picture().is_some()
    }

    /// Returns everything that can be read: the text, the cards, and the labels of buttons and menus.
    pub(crate) fn words(&self) -> String {
        let mut words = vec![self.content().to_owned()];
        for card in list(&self.0["embeds"]) {
            let parts = [&card["title"], &card["description"], &card["footer"]["text"]];
            words.extend(parts.into_iter().filter_map(Value::as_str).map(ToOwned::to_owned));
            for field in list(&card["fields"]) {
                words.extend(
                    [&field["name"], &field["value"]].map(|part| part.as_str().unwrap_or("").to_owned()),
                );
            }
        }
        words.retain(|part| !part.is_empty());
        words.join("\n")
    }

    /// Returns [`Message::words`] with the names of commands as the bot's texts have them, without mentions.
    pub(crate) fn words_without_mentions(&self) -> String {
        let words = self.words();
        let mut parts = words.split("</");
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once('>').and_then(|(mention, rest)| Some((mention.split_once(':')?.0, rest))) {
                Some((name, rest)) => plain.push_str(&format!("`/{name}`{rest}")),
                None => plain.push_str(part),
            }
        }
        plain
    }

    fn controls(&self) -> impl Iterator<Item = &Value> {
        list(&self.0["components"]).iter().flat_map(|row| list(&row["components"]))
    }

    /// Returns the labels of its buttons.
    pub(crate) fn buttons(&self) -> Vec<&str> {
        self.controls()
            .filter(|control| control["type"] == 2)
            .filter_map(|button| button["label"].as_str())
            .collect()
    }

    /// Returns the addresses that its buttons open.
    pub(crate) fn links(&self) -> Vec<&str> {
        self.controls().filter_map(|button| button["url"].as_str()).collect()
    }

    /// Returns the custom ids of its buttons and menus, in their order.
    pub(crate) fn custom_ids(&self) -> Vec<&str> {
        self.controls().filter_map(|control| control["custom_id"].as_str()).collect()
    }

    /// Returns the custom id of the button with this label.
    #[track_caller]
    pub(crate) fn button(&self, label: &str) -> String {
        let found = self.controls().find(|control| control["type"] == 2 && control["label"] == label);
        let found = found.unwrap_or_else(|| panic!("no button {label:?} on:\n{self}"));
        found["custom_id"].as_str().expect("a custom id").to_owned()
    }

    /// Returns the custom id of its first menu, also one of users, roles or channels.
    pub(crate) fn any_menu(&self) -> Option<String> {
        let menu = self
            .controls()
            .find(|control| control["type"].as_u64().is_some_and(|of| (3..=8).contains(&of)))?;
        Some(menu["custom_id"].as_str().expect("a custom id").to_owned())
    }

    /// Returns the ways onward from a screen on which a player chooses moves or plans them: each button and each menu line with its
    /// word, which is a move if it is the last choice of a plan.
    pub(crate) fn ways(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        for control in self.controls() {
            let Some(custom_id) = control["custom_id"].as_str() else { continue };
            if control["disabled"] == true {
                continue;
            }
            let part = |index: usize| custom_id.split(':').nth(index).unwrap_or_default();
            let path = match part(2) {
                "g" => part(6),
                "sg" | "sp" => part(4),
                _ => continue,
            };
            let way = |word: &str, value: Option<String>| Way {
                word: word.to_owned(),
                custom_id: custom_id.to_owned(),
                value,
            };
            if control["type"] == 2 {
                // Buttons to earlier screens lead nowhere new.
                let onward = !["Undo", "Back", "Start over", "Show danger", "Hide danger"]
                    .contains(&control["label"].as_str().unwrap_or_default());
                let last = path.split('.').rfind(|word| !word.is_empty());
                ways.extend(last.filter(|_| onward).map(|word| way(word, None)));
            }
            for value in list(&control["options"]).iter().filter_map(|line| line["value"].as_str()) {
                let word = value.strip_prefix("go ").or_else(|| value.strip_prefix("play "));
                ways.extend(word.map(|word| way(word, Some(value.to_owned()))));
            }
        }
        ways
    }

    pub(crate) fn menu(&self) -> Option<Menu> {
        let menu = self.controls().find(|control| control["type"] == 3)?;
        let word = |value: &Value| value.as_str().expect("a text").to_owned();
        let lines = list(&menu["options"]).iter().map(|line| (word(&line["label"]), word(&line["value"])));
        Some(Menu { lines: lines.collect() })
    }
}

/// A choice on a screen of the panel.
pub(crate) struct Way {
    /// The word of the choice, such as a square or a column.
    pub(crate) word: String,
    pub(crate) custom_id: String,
    /// The value of the menu line, if it is one.
    pub(crate) value: Option<String>,
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let author = self.0["author"]["username"].as_str().unwrap_or("?");
        let private = if self.private() { " (only you can see this)" } else { "" };
        let edited = if self.0["edited_timestamp"].is_null() { "" } else { " (edited)" };
        writeln!(f, "{author}{private}{edited} · {}", self.id())?;
        for line in self.words().lines() {
            writeln!(f, "  {line}")?;
        }
        if let Some(picture) = self.picture() {
            writeln!(f, "  [picture: {}]", picture["description"].as_str().unwrap_or("without words"))?;
        }
        for control in self.controls() {
            match self.menu() {
                Some(menu) if control["type"] == 3 => writeln!(f, "  [menu of {}]", menu.lines.len())?,
                _ => writeln!(f, "  [{}]", control["label"].as_str().unwrap_or_default())?,
            }
        }
        Ok(())
    }
}

/// Writes a `#` for every number that is long enough to be an id or a timestamp.
pub(crate) fn without_ids(words: &str) -> String {
    let (mut plain, mut digits) = (String::new(), String::new());
    for letter in words.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        plain.push_str(if digits.len() >= 10 { "#" } else { &digits });
        digits.clear();
        plain.push(letter);
    }
    plain
}

/// Replaces each time of a message by whether it exists: an edit time must not reveal anything either.
pub(crate) fn timeless(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name.ends_with("timestamp") {
                    *value = json!(!value.is_null());
                } else {
                    timeless(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(timeless),
        _ => {}
    }
}
