//! Discord's side of things: posts become its messages, its interactions become askers, its errors become ours.

use std::time::Duration;

use data::{ChannelId, GuildId, InteractionId, MessageId, PersonId};
use serenity::{
    all::{
        ButtonStyle, ChannelId as DiscordChannel, ChannelType, CreateActionRow, CreateAllowedMentions,
        CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter, CreateInteractionResponse,
        CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
        CreateSelectMenuOption, CreateThread, EditAttachments, EditMessage, Http,
        MessageId as DiscordMessage, Nonce, Permissions, UserId,
    },
    http::HttpError,
};

use crate::{
    chat::{Chat, ChatError},
    service::Asker,
    view::{Answer, Card, Look, Post, Row, cut},
};

/// The name of the picture's file. Always the same, so that it tells nothing.
const PICTURE: &str = "board.png";
/// The colour at the edge of a card.
const EDGE: u32 = 0x0035_8C7B;
/// How long to wait after a 429 whose headers are not known.
const LIMITED: Duration = Duration::from_secs(5);

/// A post in Discord's terms; every message, answer and edit is made from these same parts.
struct Parts {
    content: String,
    mentions: CreateAllowedMentions,
    embeds: Vec<CreateEmbed>,
    rows: Vec<CreateActionRow>,
    file: Option<CreateAttachment>,
}

impl From<&Post> for Parts {
    fn from(post: &Post) -> Self {
        let pings = post.pings.iter().map(|person| UserId::new(person.get().max(1)));
        let picture = post.card.as_ref().and_then(|card| card.picture.as_ref());
        Parts {
            content: cut(&post.content, 2000),
            mentions: CreateAllowedMentions::new().users(pings),
            embeds: post.card.iter().map(embed).collect(),
            rows: post.rows.iter().map(row).collect(),
            file: picture.map(|picture| {
                CreateAttachment::bytes(picture.png.clone(), PICTURE).description(picture.alt.clone())
            }),
        }
    }
}

fn embed(card: &Card) -> CreateEmbed {
    let mut embed = CreateEmbed::new().colour(EDGE);
    if !card.title.is_empty() {
        embed = embed.title(cut(&card.title, 256));
    }
    if !card.body.is_empty() {
        embed = embed.description(cut(&card.body, 4096));
    }
    for (name, value) in &card.fields {
        embed = embed.field(cut(name, 256), cut(value, 1024), false);
    }
    if !card.footer.is_empty() {
        embed = embed.footer(CreateEmbedFooter::new(cut(&card.footer, 2048)));
    }
    if card.picture.is_some() {
        embed = embed.attachment(PICTURE);
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
                    CreateButton::new(button.action.to_string()).label(button.label.clone()).style(style)
                })
                .collect(),
        ),
        Row::Menu(menu) => {
            let options = menu.choices.iter().map(|choice| {
                let option = CreateSelectMenuOption::new(cut(&choice.label, 100), choice.value.clone());
                if choice.hint.is_empty() { option } else { option.description(cut(&choice.hint, 100)) }
            });
            let kind = CreateSelectMenuKind::String { options: options.collect() };
            CreateActionRow::SelectMenu(
                CreateSelectMenu::new(menu.action.to_string(), kind).placeholder(cut(&menu.prompt, 150)),
            )
        }
    }
}

/// How an interaction is answered in Discord's terms.
#[must_use]
pub fn response(answer: &Answer) -> CreateInteractionResponse {
    let (post, private) = match answer {
        Answer::Lobby(_, post) => (post, false),
        Answer::Whisper(post) | Answer::Replace(post) => (post, true),
    };
    let Parts { content, mentions, embeds, rows, file } = Parts::from(post);
    let message = CreateInteractionResponseMessage::new()
        .content(content)
        .allowed_mentions(mentions)
        .embeds(embeds)
        .components(rows)
        .files(file);
    match answer {
        Answer::Replace(_) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message.ephemeral(private)),
    }
}

/// Who asks, by an interaction's fields.
#[must_use]
pub fn asker(
    person: UserId,
    guild: Option<serenity::all::GuildId>,
    channel: DiscordChannel,
    interaction: serenity::all::InteractionId,
) -> Asker {
    Asker {
        person: PersonId::from(person.get()),
        guild: guild.map(|guild| GuildId::from(guild.get())),
        channel: ChannelId::from(channel.get()),
        interaction: InteractionId::from(interaction.get()),
    }
}

/// The permissions that are needed to play in a channel and are missing there, by their names in Discord.
#[must_use]
pub fn missing(have: Permissions, thread: bool) -> Vec<&'static str> {
    let send = if thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    let needed = [
        (Permissions::VIEW_CHANNEL, "View Channel"),
        (send, if thread { "Send Messages in Threads" } else { "Send Messages" }),
        (Permissions::EMBED_LINKS, "Embed Links"),
        (Permissions::ATTACH_FILES, "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ];
    needed.into_iter().filter(|(permission, _)| !have.contains(*permission)).map(|(_, name)| name).collect()
}

/// Discord as the chat that games are played in.
pub struct Discord {
    http: std::sync::Arc<Http>,
}

impl Discord {
    /// Discord behind this client.
    #[must_use]
    pub fn new(http: std::sync::Arc<Http>) -> Discord {
        Discord { http }
    }

    /// Opens a public thread in a channel.
    ///
    /// # Errors
    /// As every request.
    pub async fn open_thread(&self, channel: ChannelId, name: &str) -> Result<ChannelId, ChatError> {
        let thread = CreateThread::new(cut(name, 100)).kind(ChannelType::PublicThread);
        let opened = discord_channel(channel).create_thread(&self.http, thread).await.map_err(chat_error)?;
        Ok(ChannelId::from(opened.id.get()))
    }
}

impl Chat for Discord {
    async fn post(&self, channel: ChannelId, post: &Post, nonce: String) -> Result<MessageId, ChatError> {
        let Parts { content, mentions, embeds, rows, file } = Parts::from(post);
        let message = CreateMessage::new()
            .content(content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .files(file)
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true);
        let posted = discord_channel(channel).send_message(&self.http, message).await.map_err(chat_error)?;
        Ok(MessageId::from(posted.id.get()))
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let Parts { content, mentions, embeds, rows, file } = Parts::from(post);
        // The list of attachments replaces the old picture by the new one.
        let attachments = file.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new()
            .content(content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .attachments(attachments);
        discord_channel(channel)
            .edit_message(&self.http, DiscordMessage::new(message.get().max(1)), edit)
            .await
            .map_err(chat_error)?;
        Ok(())
    }
}

fn discord_channel(channel: ChannelId) -> DiscordChannel {
    // Discord's own ids are never 0; one that is would make the constructor panic.
    DiscordChannel::new(channel.get().max(1))
}

/// Sorts an error by what is to be done about it.
fn chat_error(error: serenity::Error) -> ChatError {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = &error else {
        return match error {
            serenity::Error::Model(error) => ChatError::Refused(error.to_string()),
            other => ChatError::Unavailable(other.to_string()),
        };
    };
    match response.status_code.as_u16() {
        404 => ChatError::Gone,
        401 | 403 => ChatError::Forbidden,
        429 => ChatError::Limited { after: LIMITED },
        400..=499 => ChatError::Refused(response.error.message.clone()),
        _ => ChatError::Unavailable(response.status_code.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_permissions_are_named() {
        let all = Permissions::all();
        assert!(missing(all, false).is_empty());
        assert_eq!(missing(all - Permissions::ATTACH_FILES, true), ["Attach Files"]);
        assert_eq!(missing(all - Permissions::SEND_MESSAGES, false), ["Send Messages"]);
        assert!(missing(all - Permissions::SEND_MESSAGES, true).is_empty());
        assert_eq!(missing(all - Permissions::SEND_MESSAGES_IN_THREADS, true), ["Send Messages in Threads"]);
    }
}
