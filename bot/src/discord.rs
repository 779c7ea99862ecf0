//! Discord's side of things: posts become its messages, its interactions become askers, its errors become ours.

use std::time::Duration;

use data::{ChannelId, GuildId, InteractionId, MessageId, PersonId, Time};
use serenity::{
    all::{
        ButtonStyle, ChannelId as DiscordChannel, ChannelType, CreateActionRow, CreateAllowedMentions,
        CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter, CreateInteractionResponse,
        CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
        CreateSelectMenuOption, CreateThread, EditAttachments, EditMessage, Http,
        MessageId as DiscordMessage, Nonce, Permissions, UserId,
    },
    http::{HttpError, LightMethod, Request, Route},
};
use tokio::sync::OnceCell;

use crate::{
    chat::{Chat, ChatError, Posted},
    service::Asker,
    view::{Answer, Card, Look, Post, Row, cut},
};

/// The name of the picture's file. Always the same, so that it tells nothing.
const PICTURE: &str = "board.png";
/// The colour at the edge of a card.
const EDGE: u32 = 0x0035_8C7B;
/// How many messages are looked through in one request, which is the most that Discord gives.
const PAGE: usize = 100;
/// How many requests are made to find a message: people may have talked since.
const PAGES: usize = 5;
/// How long to wait after a 429 whose headers are not known.
const LIMITED: Duration = Duration::from_secs(5);

/// A post in Discord's terms; every message, answer and edit is made from these same parts.
struct Parts {
    content: String,
    mentions: CreateAllowedMentions,
    embeds: Vec<CreateEmbed>,
    rows: Vec<CreateActionRow>,
    files: Vec<CreateAttachment>,
}

impl From<&Post> for Parts {
    fn from(post: &Post) -> Self {
        let pings = post.pings.iter().map(|person| UserId::new(person.get().max(1)));
        let picture = post.card.iter().filter_map(|card| card.picture.as_ref()).map(|picture| {
            CreateAttachment::bytes(picture.png.clone(), PICTURE).description(picture.alt.clone())
        });
        let file =
            post.file.iter().map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone()));
        Parts {
            content: cut(&post.content, 2000),
            mentions: CreateAllowedMentions::new().users(pings),
            embeds: post.card.iter().map(embed).collect(),
            rows: post.rows.iter().map(row).collect(),
            files: picture.chain(file).collect(),
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
                    let made = CreateButton::new(button.action.to_string()).label(button.label.clone());
                    made.style(style).disabled(!button.on)
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
    let Parts { content, mentions, embeds, rows, files } = Parts::from(post);
    let message = CreateInteractionResponseMessage::new()
        .content(content)
        .allowed_mentions(mentions)
        .embeds(embeds)
        .components(rows)
        .files(files);
    match answer {
        Answer::Replace(_) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message.ephemeral(private)),
    }
}

/// Who asks, by an interaction's fields and when it arrived.
#[must_use]
pub fn asker(
    person: UserId,
    guild: Option<serenity::all::GuildId>,
    channel: DiscordChannel,
    interaction: serenity::all::InteractionId,
    at: Time,
) -> Asker {
    Asker {
        person: PersonId::from(person.get()),
        guild: guild.map(|guild| GuildId::from(guild.get())),
        channel: ChannelId::from(channel.get()),
        interaction: InteractionId::from(interaction.get()),
        pressed: None,
        at,
    }
}

/// The permissions that are needed to play in a channel and are missing there, by their names in Discord.
#[must_use]
pub fn missing(have: Permissions, thread: bool) -> Vec<&'static str> {
    let send = if thread { SEND_IN_THREADS } else { (Permissions::SEND_MESSAGES, "Send Messages") };
    let needed = [
        (Permissions::VIEW_CHANNEL, "View Channel"),
        send,
        (Permissions::EMBED_LINKS, "Embed Links"),
        (Permissions::ATTACH_FILES, "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ];
    not_in(have, &needed)
}

/// The permissions that are needed to open a thread for a game and are missing in its channel.
#[must_use]
pub fn missing_for_threads(have: Permissions) -> Vec<&'static str> {
    not_in(have, &[(Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"), SEND_IN_THREADS])
}

const SEND_IN_THREADS: (Permissions, &str) =
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads");

fn not_in(have: Permissions, needed: &[(Permissions, &'static str)]) -> Vec<&'static str> {
    needed.iter().filter(|(permission, _)| !have.contains(*permission)).map(|&(_, name)| name).collect()
}

/// The kind of thread that a channel of this kind can have; `None` where there are no threads, as in voice channels.
#[must_use]
pub fn thread_kind(channel: ChannelType) -> Option<ChannelType> {
    match channel {
        ChannelType::Text => Some(ChannelType::PublicThread),
        ChannelType::News => Some(ChannelType::NewsThread),
        _ => None,
    }
}

/// An error without the address that was asked: an interaction's address holds its token.
#[must_use]
pub fn failure(error: serenity::Error) -> anyhow::Error {
    match error {
        serenity::Error::Http(HttpError::Request(error)) => error.without_url().into(),
        other => other.into(),
    }
}

/// Discord as the chat that games are played in.
pub struct Discord {
    http: std::sync::Arc<Http>,
    /// Who the bot is.
    me: OnceCell<UserId>,
}

impl Discord {
    /// Discord behind this client.
    #[must_use]
    pub fn new(http: std::sync::Arc<Http>) -> Discord {
        Discord { http, me: OnceCell::new() }
    }

    /// Whether somebody is on a server.
    ///
    /// # Errors
    /// As every request.
    pub async fn is_member(&self, guild: GuildId, person: PersonId) -> Result<bool, ChatError> {
        /// Unknown member, unknown user.
        const NOBODY: [isize; 2] = [10_007, 10_013];
        let guild = serenity::all::GuildId::new(guild.get().max(1));
        match self.http.get_member(guild, UserId::new(person.get().max(1))).await {
            Ok(_) => Ok(true),
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)))
                if NOBODY.contains(&answer.error.code) =>
            {
                Ok(false)
            }
            Err(error) => Err(chat_error(error)),
        }
    }

    /// Opens a thread in a channel, of a kind that the channel can have.
    ///
    /// # Errors
    /// As every request.
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        kind: ChannelType,
        name: &str,
    ) -> Result<ChannelId, ChatError> {
        let thread = CreateThread::new(cut(name, 100)).kind(kind);
        let opened = discord_channel(channel).create_thread(&self.http, thread).await.map_err(chat_error)?;
        Ok(ChannelId::from(opened.id.get()))
    }
}

impl Chat for Discord {
    async fn post(&self, channel: ChannelId, post: &Post, nonce: String) -> Result<Posted, ChatError> {
        let Parts { content, mentions, embeds, rows, files } = Parts::from(post);
        let message = CreateMessage::new()
            .content(&content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .files(files)
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true);
        let posted = discord_channel(channel).send_message(&self.http, message).await.map_err(chat_error)?;
        let embed = posted.embeds.first();
        let shown = [Some(&posted.content), embed.and_then(|embed| embed.description.as_ref())];
        let sent = [Some(&content), post.card.as_ref().map(|card| &card.body)];
        Ok(Posted { message: MessageId::from(posted.id.get()), as_sent: squeezed(shown) == squeezed(sent) })
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let Parts { content, mentions, embeds, rows, files } = Parts::from(post);
        // The list of attachments replaces the old picture by the new one.
        let attachments = files.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new()
            .content(content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .attachments(attachments);
        self.edit_message(channel, message, edit).await
    }

    async fn edit_words(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let Parts { content, mentions, embeds, rows, .. } = Parts::from(post);
        // Without a list of attachments they stay, and the card goes on showing its picture.
        let embeds = embeds.into_iter().map(|embed| embed.attachment(PICTURE)).collect();
        let edit =
            EditMessage::new().content(content).allowed_mentions(mentions).embeds(embeds).components(rows);
        self.edit_message(channel, message, edit).await
    }

    async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), ChatError> {
        discord_channel(channel)
            .delete_message(&self.http, DiscordMessage::new(message.get().max(1)))
            .await
            .map_err(chat_error)
    }

    async fn find(&self, channel: ChannelId, mark: &str) -> Result<Option<MessageId>, ChatError> {
        let me = self.me().await?;
        let route = Route::ChannelMessages { channel_id: discord_channel(channel) };
        let mut before = None;
        for _ in 0..PAGES {
            let mut page = vec![("limit", PAGE.to_string())];
            page.extend(before.map(|id: DiscordMessage| ("before", id.to_string())));
            let request = Request::new(route, LightMethod::Get).params(Some(page));
            let messages: Vec<Seen> = match self.http.request(request).await.map_err(chat_error) {
                Ok(answer) => answer.json().await.map_err(|error| {
                    ChatError::Unavailable(format!("unreadable messages: {}", error.without_url()))
                })?,
                // What may not be read cannot be found.
                Err(ChatError::Forbidden | ChatError::Gone) => return Ok(None),
                Err(error) => return Err(error),
            };
            if let Some(seen) =
                messages.iter().find(|seen| seen.author.id == me && seen.mark() == mark.trim())
            {
                return Ok(Some(MessageId::from(seen.id.get())));
            }
            before = messages.last().map(|seen| seen.id).filter(|_| messages.len() == PAGE);
            if before.is_none() {
                break;
            }
        }
        Ok(None)
    }

    async fn dm(&self, person: PersonId) -> Result<ChannelId, ChatError> {
        let opened = UserId::new(person.get().max(1)).create_dm_channel(&self.http).await;
        Ok(ChannelId::from(opened.map_err(chat_error)?.id.get()))
    }
}

impl Discord {
    async fn edit_message(
        &self,
        channel: ChannelId,
        message: MessageId,
        edit: EditMessage,
    ) -> Result<(), ChatError> {
        discord_channel(channel)
            .edit_message(&self.http, DiscordMessage::new(message.get().max(1)), edit)
            .await
            .map_err(chat_error)?;
        Ok(())
    }

    async fn me(&self) -> Result<UserId, ChatError> {
        let ask = async || Ok(self.http.get_current_user().await.map_err(chat_error)?.id);
        self.me.get_or_try_init(ask).await.copied()
    }
}

/// What is read of a message that is looked for.
#[derive(serde::Deserialize)]
struct Seen {
    id: DiscordMessage,
    author: Author,
    content: String,
    embeds: Vec<SeenCard>,
}

#[derive(serde::Deserialize)]
struct Author {
    id: UserId,
}

#[derive(serde::Deserialize)]
struct SeenCard {
    footer: Option<Footer>,
}

#[derive(serde::Deserialize)]
struct Footer {
    text: String,
}

impl Seen {
    /// As [`Post::mark`].
    fn mark(&self) -> &str {
        match self.embeds.first() {
            Some(card) => {
                let footer = card.footer.as_ref().map_or("", |footer| footer.text.as_str());
                footer.rsplit(" · ").next().unwrap_or_default()
            }
            None => self.content.trim(),
        }
    }
}

/// Texts without their white space, of which not all comes back as it was sent.
fn squeezed(texts: [Option<&String>; 2]) -> String {
    texts.into_iter().flatten().flat_map(|text| text.chars()).filter(|c| !c.is_whitespace()).collect()
}

fn discord_channel(channel: ChannelId) -> DiscordChannel {
    // Discord's own ids are never 0; one that is would make the constructor panic.
    DiscordChannel::new(channel.get().max(1))
}

/// Sorts an error by what is to be done about it.
fn chat_error(error: serenity::Error) -> ChatError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            refusal(answer.status_code.as_u16(), answer.error.code, &answer.error.message)
        }
        serenity::Error::Model(error) => ChatError::Refused(error.to_string()),
        _ => ChatError::Unavailable(format!("{:#}", failure(error))),
    }
}

/// What an answer other than success means, by its status, Discord's code in its body, and its message.
fn refusal(status: u16, code: isize, message: &str) -> ChatError {
    const UNKNOWN_CHANNEL: isize = 10_003;
    /// Unknown message; a thread that is archived can have new messages but no edits.
    const GONE: [isize; 2] = [10_008, 50_083];
    /// They take no direct messages, or share no server with us.
    const CLOSED: [isize; 2] = [50_007, 50_278];
    match status {
        400..=499 if code == UNKNOWN_CHANNEL => ChatError::NoChannel,
        400..=499 if GONE.contains(&code) => ChatError::Gone,
        400..=499 if CLOSED.contains(&code) => ChatError::Closed,
        403 => ChatError::Forbidden,
        429 => ChatError::Limited { after: LIMITED },
        // The request never reached what it was about: a token that is being changed, something else at that address. What
        // Discord itself does not know has a code.
        404 if code > 0 => ChatError::Refused(message.to_owned()),
        401 | 404 | 408 => ChatError::Unavailable(format!("{status} {message}")),
        400..=499 => ChatError::Refused(message.to_owned()),
        _ => ChatError::Unavailable(status.to_string()),
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

    #[test]
    fn threads_need_permissions_of_their_own() {
        let all = Permissions::all();
        assert!(missing_for_threads(all).is_empty());
        assert_eq!(missing_for_threads(all - Permissions::CREATE_PUBLIC_THREADS), ["Create Public Threads"]);
        assert_eq!(thread_kind(ChannelType::News), Some(ChannelType::NewsThread));
        assert_eq!(thread_kind(ChannelType::Voice), None);
    }

    #[track_caller]
    fn check_refusal(status: u16, code: isize, want: &str) {
        assert_eq!(refusal(status, code, "says why").to_string(), want, "{status} {code}");
    }

    #[test]
    fn refusals_are_sorted_by_what_is_to_be_done() {
        let gone = "the message is gone";
        check_refusal(404, 10_003, "the channel is gone");
        check_refusal(404, 10_008, gone);
        check_refusal(400, 50_083, gone);
        check_refusal(403, 50_013, "no permission to post there");
        check_refusal(403, 50_001, "no permission to post there");
        check_refusal(403, 50_007, "their direct messages are closed");
        check_refusal(400, 50_278, "their direct messages are closed");
        check_refusal(400, 50_035, "refused: says why");
        check_refusal(429, 0, "rate limited for 5s");
        check_refusal(401, 0, "the chat did not answer: 401 says why");
        check_refusal(404, 10_013, "refused: says why");
        check_refusal(404, 0, "the chat did not answer: 404 says why");
        check_refusal(500, 0, "the chat did not answer: 500");
        check_refusal(503, -1, "the chat did not answer: 503");
    }

    #[tokio::test]
    async fn a_failed_answer_is_logged_without_its_token() {
        let http = serenity::all::HttpBuilder::new("bot-token").proxy("http://127.0.0.1:1");
        let http = http.ratelimiter_disabled(true).build();
        let answer = response(&Answer::whisper("hello"));
        let sent = http.create_interaction_response(7.into(), "s3cret", &answer, Vec::new()).await;
        let said = format!("{:#}", failure(sent.unwrap_err()));
        assert!(!said.contains("s3cret") && !said.contains("bot-token"), "{said}");
    }
}
