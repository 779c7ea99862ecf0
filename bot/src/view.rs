//! What is shown, without Discord's types: a post is a text, a card with a picture, and rows of things to press.
//!
//! The service makes posts, [`crate::discord`] encodes them. Discord's limits on a post are checked by a test over every
//! post there is.

use data::{GameId, PersonId};

use crate::action::Action;

/// A message to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Post {
    /// The text above the card; the only place whose mentions can notify.
    pub content: String,
    /// Who is notified; everybody else mentioned is merely named.
    pub pings: Vec<PersonId>,
    /// The card.
    pub card: Option<Card>,
    /// Rows of buttons or a menu, five at the most.
    pub rows: Vec<Row>,
    /// A file beside it.
    pub file: Option<File>,
}

/// A file to be kept.
#[derive(Clone, PartialEq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("name", &self.name).field("bytes", &self.bytes.len()).finish()
    }
}

impl Post {
    /// What its message is known by, as [`mark`].
    #[must_use]
    pub fn mark(&self) -> &str {
        mark(&self.content, self.card.as_ref().map(|card| card.footer.as_str()))
    }
}

/// What a message is known by among others of ours: the last part of its card's small print or, without a card, the first line
/// of its text. What follows that line may change while the message is under way.
#[must_use]
pub fn mark<'m>(content: &'m str, footer: Option<&'m str>) -> &'m str {
    match footer {
        Some(footer) => footer.rsplit(" · ").next().unwrap_or_default(),
        None => content.trim_start().lines().next().unwrap_or_default(),
    }
    .trim()
}

/// The framed part of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Its heading.
    pub title: String,
    /// Its text, in Discord's markdown.
    pub body: String,
    /// Headed paragraphs below the text.
    pub fields: Vec<(String, String)>,
    /// Small print.
    pub footer: String,
    /// The picture.
    pub picture: Option<Picture>,
}

/// A picture and its words.
#[derive(Clone, PartialEq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// What it shows, for those who do not see it.
    pub alt: String,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture").field("bytes", &self.png.len()).field("alt", &self.alt).finish()
    }
}

/// One row of a message's components.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// A menu.
    Menu(Menu),
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What is written on it.
    pub label: String,
    /// How it looks.
    pub look: Look,
    /// What it does.
    pub action: Action,
    /// Whether it can be pressed.
    pub on: bool,
}

impl Button {
    /// A button.
    #[must_use]
    pub fn new(label: &str, look: Look, action: Action) -> Button {
        Button { label: label.to_owned(), look, action, on: true }
    }

    /// The same, which can be pressed only if `on`.
    #[must_use]
    pub fn only_if(self, on: bool) -> Button {
        Button { on, ..self }
    }
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The one to press.
    Main,
    /// One among others.
    Plain,
    /// Agreement.
    Yes,
    /// Something that cannot be undone.
    Danger,
}

/// A menu from which one thing is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// What is written on it while nothing is chosen.
    pub prompt: String,
    /// What choosing does; the choice's value comes with it.
    pub action: Action,
    /// What can be chosen, 1 to 25.
    pub choices: Vec<Choice>,
}

/// How many lines of a menu, or completions, Discord shows.
pub const MOST_CHOICES: usize = 25;
/// How long the label and the value of a line or completion may be, in characters.
pub const LONGEST_CHOICE: usize = 100;

/// One line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is written on it.
    pub label: String,
    /// What comes with the action, unique in the menu.
    pub value: String,
    /// Small print.
    pub hint: String,
}

/// How an interaction is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// With a message that everybody sees and that shows this lobby from now on.
    Lobby(GameId, Post),
    /// With a message that only the caller sees.
    Ephemeral(Post),
    /// By changing the message whose button was pressed.
    Update(Post),
    /// With what waits in the outbox for everybody to see; where that does not come to it, with this message that only the
    /// caller sees.
    Public(Post),
}

impl Response {
    /// A private line.
    #[must_use]
    pub fn ephemeral(text: impl Into<String>) -> Response {
        Response::Ephemeral(Post { content: text.into(), ..Post::default() })
    }

    /// What waits for everybody to see, or else a private line.
    #[must_use]
    pub fn public(text: impl Into<String>) -> Response {
        Response::Public(Post { content: text.into(), ..Post::default() })
    }

    /// The same without changing a message that others see.
    #[must_use]
    pub fn in_private(self) -> Response {
        match self {
            Response::Update(post) => Response::Ephemeral(Post { pings: Vec::new(), ..post }),
            other => other,
        }
    }

    /// The message where a component's was, with nothing left but a line.
    #[must_use]
    pub fn update(text: impl Into<String>) -> Response {
        Response::Update(Post { content: text.into(), ..Post::default() })
    }
}

/// Cuts `text` to at most `limit` characters, the last one an ellipsis if anything was cut.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(limit.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_by_characters() {
        assert_eq!(cut("käfer", 5), "käfer");
        assert_eq!(cut("käfer!", 5), "käfe…");
        assert_eq!(cut("a b c", 3), "a…");
        assert_eq!(cut("", 0), "");
    }
}
