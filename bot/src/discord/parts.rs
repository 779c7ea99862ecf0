//! Encodes posts in serenity's types, and converts serenity's errors.

use messages::view::{Card, Form, Look, Menu, PickOf, Picture, Post, Row, Several, cut};
use serenity::{
    all::{
        ActionRow, ActionRowComponent, ButtonStyle, ChannelType, CreateActionRow, CreateAllowedMentions,
        CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter, CreateInputText,
        CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal, CreateSelectMenu,
        CreateSelectMenuKind, CreateSelectMenuOption, InputTextStyle, UserId,
    },
    http::HttpError,
};

use crate::{
    causes::in_words,
    mentions::{LONGEST_BODY, LONGEST_FIELD, LONGEST_TEXT, Mentions},
};

/// The name of the picture's file, always the same, so that it reveals nothing.
pub(super) const PICTURE: &str = "board.png";
/// The name of a film's file.
pub(super) const FILM: &str = "replay.gif";
/// The names of the files of a post's further pictures.
const SECOND: &str = "second.png";
const THIRD: &str = "third.png";
/// The custom id of the field of a form.
const FIELD: &str = "text";
/// The most characters of such a field.
const FIELD_LENGTH: u16 = 100;
/// The kinds of channels in which people can open a game, or in whose threads.
const WRITABLE: [ChannelType; 4] =
    [ChannelType::Text, ChannelType::News, ChannelType::Forum, ChannelType::Voice];
/// The colour of an embed's edge.
const EDGE: u32 = 0x0035_8C7B;

/// A post in serenity's types. Every message, response and edit is built from these parts.
pub(super) struct Parts {
    pub(super) content: String,
    pub(super) mentions: CreateAllowedMentions,
    pub(super) embeds: Vec<CreateEmbed>,
    pub(super) rows: Vec<CreateActionRow>,
    pub(super) files: Vec<CreateAttachment>,
}

impl From<&Post> for Parts {
    fn from(post: &Post) -> Self {
        Parts::linked(post, &Mentions::default())
    }
}

impl Parts {
    /// Returns the parts of a post in whose texts these commands can be tapped.
    pub(super) fn linked(post: &Post, commands: &Mentions) -> Parts {
        let pings = post.pings.iter().filter(|person| !person.is_machine());
        let pings = pings.map(|person| UserId::new(person.get().max(1)));
        let pictures = cards(post).filter_map(|(card, name)| Some((card.picture.as_ref()?, name)));
        let pictures = pictures.map(|(picture, name)| {
            CreateAttachment::bytes(picture.png.clone(), name).description(picture.alt.clone())
        });
        let file =
            post.file.iter().map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone()));
        Parts {
            content: commands.linked(&cut(&post.content, LONGEST_TEXT), LONGEST_TEXT),
            mentions: CreateAllowedMentions::new().users(pings),
            embeds: cards(post).map(|(card, name)| embed(card, name, commands)).collect(),
            rows: post.rows.iter().map(row).collect(),
            files: pictures.chain(file).collect(),
        }
    }
}

/// Returns the cards of a post, each with the name of its picture's file.
fn cards(post: &Post) -> impl Iterator<Item = (&Card, &'static str)> {
    let cards = [(post.card.as_ref(), PICTURE), (post.second.as_ref(), SECOND), (post.third.as_ref(), THIRD)];
    cards.into_iter().filter_map(|(card, name)| {
        let card = card?;
        let is_film = card.picture.as_ref().is_some_and(Picture::is_film);
        Some((card, if is_film { FILM } else { name }))
    })
}

fn embed(card: &Card, picture: &str, commands: &Mentions) -> CreateEmbed {
    let mut embed = CreateEmbed::new().colour(EDGE);
    if !card.title.is_empty() {
        embed = embed.title(cut(&card.title, 256));
    }
    if !card.body.is_empty() {
        embed = embed.description(commands.linked(&cut(&card.body, LONGEST_BODY), LONGEST_BODY));
    }
    for (name, value) in &card.fields {
        let value = commands.linked(&cut(value, LONGEST_FIELD), LONGEST_FIELD);
        embed = embed.field(cut(name, 256), value, false);
    }
    if !card.footer.is_empty() {
        embed = embed.footer(CreateEmbedFooter::new(cut(&card.footer, 2048)));
    }
    if card.picture.is_some() {
        embed = embed.attachment(picture);
    }
    embed
}

fn row(row: &Row) -> CreateActionRow {
    match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(
            buttons
                .iter()
                .map(|button| {
                    let style = match button.look {
                        Look::Main => ButtonStyle::Primary,
                        Look::Plain => ButtonStyle::Secondary,
                        Look::Yes => ButtonStyle::Success,
                        Look::Danger => ButtonStyle::Danger,
                    };
                    let made = CreateButton::new(button.action.to_string()).label(button.label.clone());
                    made.style(style).disabled(!button.on)
                })
                .collect(),
        ),
        Row::Menu(menu) => CreateActionRow::SelectMenu(select_menu(menu, &[])),
        Row::Several(Several { menu, chosen }) => {
            let most = u8::try_from(menu.choices.len()).unwrap_or(u8::MAX);
            CreateActionRow::SelectMenu(select_menu(menu, chosen).min_values(0).max_values(most))
        }
        Row::Link(link) => {
            CreateActionRow::Buttons(vec![CreateButton::new_link(&link.url).label(link.label.clone())])
        }
        Row::Pick(pick) => {
            let kind = match pick.of {
                PickOf::Channels => CreateSelectMenuKind::Channel {
                    channel_types: Some(WRITABLE.to_vec()),
                    default_channels: None,
                },
                PickOf::Roles => CreateSelectMenuKind::Role { default_roles: None },
                PickOf::Users => CreateSelectMenuKind::User { default_users: None },
            };
            let menu =
                CreateSelectMenu::new(pick.action.to_string(), kind).placeholder(cut(&pick.prompt, 150));
            CreateActionRow::SelectMenu(menu.max_values(pick.most))
        }
    }
}

/// Returns a menu in which these values are chosen already.
fn select_menu(menu: &Menu, chosen: &[String]) -> CreateSelectMenu {
    let options = menu.choices.iter().map(|choice| {
        let option = CreateSelectMenuOption::new(cut(&choice.label, 100), choice.value.clone())
            .default_selection(chosen.contains(&choice.value));
        if choice.hint.is_empty() { option } else { option.description(cut(&choice.hint, 100)) }
    });
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    CreateSelectMenu::new(menu.action.to_string(), kind).placeholder(cut(&menu.prompt, 150))
}

/// Returns the response that opens a form.
#[must_use]
pub fn form(form: &Form) -> CreateInteractionResponse {
    let field = CreateInputText::new(InputTextStyle::Short, cut(&form.label, 45), FIELD)
        .placeholder(cut(&form.example, 100))
        .max_length(FIELD_LENGTH);
    let modal = CreateModal::new(form.action.to_string(), cut(&form.title, 45))
        .components(vec![CreateActionRow::InputText(field)]);
    CreateInteractionResponse::Modal(modal)
}

/// Returns the text that was typed into a form.
#[must_use]
pub fn typed(components: &[ActionRow]) -> Option<&str> {
    components.iter().flat_map(|row| &row.components).find_map(|component| match component {
        ActionRowComponent::InputText(field) => field.value.as_deref(),
        _ => None,
    })
}

pub(super) fn response_message(parts: Parts) -> CreateInteractionResponseMessage {
    let Parts { content, mentions, embeds, rows, files } = parts;
    CreateInteractionResponseMessage::new()
        .content(content)
        .allowed_mentions(mentions)
        .embeds(embeds)
        .components(rows)
        .files(files)
}

/// Converts an error and leaves out the request's address, because the address of an interaction contains its token.
#[must_use]
pub fn failure(error: serenity::Error) -> anyhow::Error {
    let error = match error {
        serenity::Error::Http(HttpError::Request(error)) => {
            serenity::Error::Http(HttpError::Request(error.without_url()))
        }
        other => other,
    };
    anyhow::Error::msg(in_words(&error))
}
