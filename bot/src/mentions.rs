//! Turns the names of commands in messages into mentions that a user can tap.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use messages::view::Post;
use serenity::all::{Command, CommandId, CommandOptionType};

/// The most characters of a message's text.
pub(crate) const LONGEST_TEXT: usize = 2000;
/// The most characters of a card's text.
pub(crate) const LONGEST_BODY: usize = 4096;
/// The most characters of a card's field.
pub(crate) const LONGEST_FIELD: usize = 1024;

/// The registered commands by their full names, such as `admin setup`. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Mentions(Arc<RwLock<HashMap<String, CommandId>>>);

impl Mentions {
    /// Records the commands as Discord has registered them.
    pub(crate) fn learn(&self, commands: &[Command]) {
        let mut known = HashMap::new();
        for command in commands {
            let parts = command.options.iter().filter(|option| option.kind == CommandOptionType::SubCommand);
            let names: Vec<String> =
                parts.map(|option| format!("{} {}", command.name, option.name)).collect();
            // A command with subcommands cannot be used alone.
            let names = if names.is_empty() { vec![command.name.clone()] } else { names };
            known.extend(names.into_iter().map(|name| (name, command.id)));
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// Makes mentions of the commands between backticks in a post's texts, as far as there is room. Names with options
    /// stay as they are, because a mention cannot have any.
    pub(crate) fn link(&self, post: &mut Post) {
        post.content = self.linked(&post.content, LONGEST_TEXT);
        if let Some(card) = &mut post.card {
            card.body = self.linked(&card.body, LONGEST_BODY);
            for (_, value) in &mut card.fields {
                *value = self.linked(value, LONGEST_FIELD);
            }
        }
    }

    /// Makes mentions of the commands between backticks in a text, unless it would get longer than `limit` characters.
    pub(crate) fn linked(&self, text: &str, limit: usize) -> String {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let parts: Vec<&str> = text.split('`').collect();
        // Between an odd and an even backtick is code. Texts with blocks of code keep their commands as they are.
        if known.is_empty() || parts.len().is_multiple_of(2) || text.contains("```") {
            return text.to_owned();
        }
        let mut linked = String::with_capacity(text.len());
        for (index, part) in parts.iter().enumerate() {
            if index.is_multiple_of(2) {
                linked.push_str(part);
                continue;
            }
            match part.strip_prefix('/').and_then(|name| Some((name, known.get(name)?))) {
                Some((name, id)) => linked.push_str(&format!("</{name}:{id}>")),
                None => linked.push_str(&format!("`{part}`")),
            }
        }
        if linked.chars().count() > limit { text.to_owned() } else { linked }
    }
}

/// Returns a text with the names of commands in place of their mentions, as it was before [`Mentions::linked`].
pub(crate) fn unlinked(text: &str) -> String {
    let mut parts = text.split("</");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mention = part.split_once('>').and_then(|(inner, rest)| {
            let (name, id) = inner.split_once(':')?;
            id.parse::<u64>().is_ok().then_some((name, rest))
        });
        match mention {
            Some((name, rest)) => plain.push_str(&format!("`/{name}`{rest}")),
            None => plain.push_str(&format!("</{part}")),
        }
    }
    plain
}

#[cfg(test)]
pub(crate) mod tests {
    use messages::view::Card;
    use serde_json::json;

    use super::*;

    pub(crate) fn mentions() -> Mentions {
        let command = |id: u64, name: &str, options: serde_json::Value| {
            let json = json!({
                "id": id.to_string(), "application_id": "1", "name": name, "description": "?", "type": 1,
                "version": "1", "options": options, "default_member_permissions": null
            });
            serde_json::from_value::<Command>(json).unwrap()
        };
        let sub = json!([{ "type": 1, "name": "setup", "description": "?" }]);
        let with_option = json!([{ "type": 3, "name": "game", "description": "?" }]);
        let mentions = Mentions::default();
        mentions.learn(&[command(7, "play", with_option), command(8, "admin", sub)]);
        mentions
    }

    #[test]
    fn known_commands_become_mentions() {
        for (text, linked) in [
            ("Use `/play` to open one.", "Use </play:7> to open one."),
            ("`/admin setup` or `/admin`", "</admin setup:8> or `/admin`"),
            ("`/play game:x`, `size` and /play", "`/play game:x`, `size` and /play"),
            ("```\n/play\n```", "```\n/play\n```"),
            ("a lonely ` and `/play`", "a lonely ` and `/play`"),
        ] {
            assert_eq!(mentions().linked(text, 2000), linked);
            assert_eq!(unlinked(linked), text, "posts are found by their text without mentions");
        }
        assert_eq!(unlinked("2 </ 3, </a> and </a:b>"), "2 </ 3, </a> and </a:b>");
        assert_eq!(Mentions::default().linked("`/play`", 2000), "`/play`", "nothing is registered yet");
    }

    #[test]
    fn mentions_never_make_a_text_too_long() {
        let long = format!("{}`/play`", "x".repeat(1993));
        let mut post = Post {
            content: long.clone(),
            card: Some(Card { body: "`/play`".to_owned(), ..Card::default() }),
            ..Post::default()
        };
        mentions().link(&mut post);
        assert_eq!((post.content, post.card.unwrap().body), (long, "</play:7>".to_owned()));
    }
}
