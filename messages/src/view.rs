//! Posts and responses without Discord's types: a post has a text, a card with a picture, and rows of buttons and menus.
//!
//! [`crate::Writer`] makes them of what a use case returns, and the crate `bot` encodes them. A test there checks every post
//! against Discord's limits.

use data::PersonId;
pub use play::{LONGEST_CHOICE, MOST_CHOICES, cut};

use crate::action::Action;

/// A message to post or to edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Post {
    /// The text above the card. Only mentions in it can notify.
    pub content: String,
    /// The users to notify. Other mentions only show a name.
    pub pings: Vec<PersonId>,
    /// The embed below the text.
    pub card: Option<Card>,
    /// Another embed below it, for a second picture.
    pub second: Option<Card>,
    /// A third one.
    pub third: Option<Card>,
    /// At most five rows of buttons or menus.
    pub rows: Vec<Row>,
    /// A file attached to the message.
    pub file: Option<File>,
    /// Whether the user has done what they wanted to do in a game, so that a link to their next game may follow.
    pub leads_on: bool,
}

/// A file to download.
#[derive(Clone, PartialEq)]
pub struct File {
    /// The name of the file.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("name", &self.name).field("bytes", &self.bytes.len()).finish()
    }
}

impl Post {
    /// Returns the cards from the top.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        [&self.card, &self.second, &self.third].into_iter().flatten()
    }

    /// Returns the mark that identifies the post's message, as in [`mark`].
    pub fn mark(&self) -> &str {
        mark(&self.content, self.card.as_ref().map(|card| card.footer.as_str()))
    }
}

/// Returns the mark that distinguishes a message from the bot's other messages: the last part of its card's footer or, without a
/// card, the first line of its text. Later lines may change while the message is on its way.
#[must_use]
pub fn mark<'m>(content: &'m str, footer: Option<&'m str>) -> &'m str {
    match footer {
        Some(footer) => footer.rsplit(" · ").next().unwrap_or_default(),
        None => content.trim_start().lines().next().unwrap_or_default(),
    }
    .trim()
}

/// The embed of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// The heading of the card.
    pub title: String,
    /// The text in Discord's markdown.
    pub body: String,
    /// Headed paragraphs below the text.
    pub fields: Vec<(String, String)>,
    /// The small print below the card.
    pub footer: String,
    /// The picture of the card.
    pub picture: Option<Picture>,
}

/// A picture and its description.
#[derive(Clone, PartialEq)]
pub struct Picture {
    /// The picture as a PNG, or as a GIF if it is a film.
    pub png: Vec<u8>,
    /// The description for people who cannot see the picture.
    pub alt: String,
}

impl Picture {
    /// Returns whether the picture is a film.
    pub fn is_film(&self) -> bool {
        self.png.starts_with(b"GIF8")
    }
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
    /// A menu, which fills its row.
    Menu(Menu),
    /// A menu of which the user picks any number of choices.
    Several(Several),
    /// A menu of the server's channels, roles or users, which fills its row, too.
    Pick(Pick),
    /// A button that opens a message.
    Link(Link),
}

/// A button with its action.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// The text on the button.
    pub label: String,
    /// The colour of the button.
    pub look: Look,
    /// The action of a press.
    pub action: Action,
    /// Whether the button is enabled.
    pub on: bool,
}

impl Button {
    /// Creates an enabled button.
    #[must_use]
    pub fn new(label: &str, look: Look, action: Action) -> Button {
        Button { label: label.to_owned(), look, action, on: true }
    }

    /// Returns a copy that is enabled only if `on`.
    #[must_use]
    pub fn only_if(self, on: bool) -> Button {
        Button { on, ..self }
    }
}

/// The style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The recommended choice of a row.
    Main,
    /// One choice of several.
    Plain,
    /// A choice that agrees to something.
    Yes,
    /// Something that cannot be undone.
    Danger,
}

/// A button that opens a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The text on the button.
    pub label: String,
    /// The address of the message.
    pub url: String,
}

/// A menu from which the user picks one choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// The text shown before a choice.
    pub prompt: String,
    /// The action of a choice, whose value comes with it.
    pub action: Action,
    /// The choices, 1 to 25.
    pub choices: Vec<Choice>,
}

/// A menu from which the user picks any number of choices, which also says what is chosen now.
#[derive(Clone, Debug, PartialEq)]
pub struct Several {
    /// The menu.
    pub menu: Menu,
    /// The values of the choices that are chosen now.
    pub chosen: Vec<String>,
}

/// A form with one field, which the user opens with a menu or button.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The heading of the form.
    pub title: String,
    /// The action of the sent form, whose value is the text.
    pub action: Action,
    /// The words above the field, at most 45 characters.
    pub label: String,
    /// The text of the empty field.
    pub example: String,
}

/// A menu that Discord fills with channels, roles or users of the server. The values that come with the action are ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The text shown before a choice.
    pub prompt: String,
    /// The action of a choice.
    pub action: Action,
    /// The kind of things in the list.
    pub of: PickOf,
    /// The most of them that the user can choose.
    pub most: u8,
}

/// The things that such a menu lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickOf {
    /// Channels in which people write, without threads.
    Channels,
    /// Roles.
    Roles,
    /// Users.
    Users,
}

/// A choice of a menu or completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The text of the choice.
    pub label: String,
    /// The value that comes with the action, unique in the menu.
    pub value: String,
    /// The small print below the label.
    pub hint: String,
}

/// The response to an interaction, ready to be sent.
pub type Response = play::Response<Post>;

impl Post {
    /// Returns a message of text alone.
    #[must_use]
    pub fn text(content: impl Into<String>) -> Post {
        Post { content: content.into(), ..Post::default() }
    }
}

/// Returns a private message.
#[must_use]
pub fn ephemeral(text: impl Into<String>) -> Response {
    Response::Ephemeral(Post::text(text))
}

/// Returns an edit that replaces the pressed message by text without buttons.
#[must_use]
pub fn update(text: impl Into<String>) -> Response {
    Response::Update(Post::text(text))
}

/// Returns the response as a private message if it is an edit. A private message notifies nobody.
#[must_use]
pub fn in_private(response: Response) -> Response {
    match response {
        Response::Update(post) => Response::Ephemeral(Post { pings: Vec::new(), ..post }),
        other => other,
    }
}
