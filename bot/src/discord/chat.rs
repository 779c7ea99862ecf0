//! The chat in which games are played, on Discord's REST interface.

use std::time::Duration;

use data::{ChannelId, Held, MessageId, PersonId};
use messages::view::{Post, cut, mark};
use meters::Meters;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serenity::{
    all::{
        AttachmentId, AutoArchiveDuration, Channel, ChannelId as DiscordChannel, ChannelType,
        CreateAttachment, CreateInteractionResponse, CreateMessage, CreateThread, EditAttachments,
        EditMessage, GuildChannel, Http, Member, MessageFlags, MessageId as DiscordMessage, Nonce,
        PartialGuild, PermissionOverwrite, PermissionOverwriteType, Permissions, RoleId, UserId,
    },
    http::{HttpError, LightMethod, Multipart, MultipartUpload, Request, Route},
};
use tokio::{
    sync::{OnceCell, watch},
    time::Instant,
};

use super::parts::{PICTURE, Parts, failure, response_message};
use crate::{
    budget::Budget,
    chat::{Chat, ChatError, Posted},
    mentions::{LONGEST_TEXT, Mentions, unlinked},
    replies::Reply,
};

/// Messages per request in a search: the most that Discord returns.
const PAGE: usize = 100;
/// Requests per search. People may have talked since the message was posted.
const PAGES: usize = 5;
/// How long to wait after a 429 that names no time.
const LIMITED: Duration = Duration::from_secs(5);

/// How long a response may take after the last moment to start one. The task that left the interaction to the outbox
/// needs the rest of the three seconds for another response.
const TO_THE_END: Duration = Duration::from_millis(600);
/// The age at which a request for a response has certainly succeeded or failed.
const OVER: Duration = Duration::from_secs(data::REPLY.as_secs().unsigned_abs());

/// Discord through serenity's REST client.
///
/// # Errors
/// A method fails if Discord rejects one of its requests, or the network fails.
pub struct Discord {
    http: std::sync::Arc<Http>,
    /// For requests when serenity's ratelimiter is off.
    client: reqwest::Client,
    /// The bot's own user, looked up on first use.
    me: OnceCell<UserId>,
    /// The commands that texts can mention.
    commands: Mentions,
    /// Counts the requests.
    meters: Meters,
    /// Spreads the requests, if there is a limit for them.
    budget: Option<Budget>,
}

impl Discord {
    /// Creates the chat on this client. People can tap these commands in its messages.
    #[must_use]
    pub fn new(http: std::sync::Arc<Http>, commands: Mentions) -> Discord {
        let meters = Meters::default();
        Discord { http, client: reqwest::Client::new(), me: OnceCell::new(), commands, meters, budget: None }
    }

    /// Returns the same chat, which sends no more requests to Discord than its share with the other bots of a database. A server with a
    /// base URL of its own has its own limits.
    #[must_use]
    pub fn sharing(self, held: watch::Receiver<Held>) -> Discord {
        let budget = self.http.proxy.is_none().then(|| Budget::new(held));
        Discord { budget, ..self }
    }

    /// Returns the same chat, which counts its requests in these meters.
    #[must_use]
    pub fn measured(self, meters: Meters) -> Discord {
        Discord { meters, ..self }
    }

    fn parts(&self, post: &Post) -> Parts {
        Parts::linked(post, &self.commands)
    }

    /// Returns whether a person is a member of a server.
    pub async fn is_member(&self, guild: data::GuildId, person: PersonId) -> Result<bool, ChatError> {
        /// Discord's codes for an unknown member and an unknown user.
        const NOBODY: [isize; 2] = [10_007, 10_013];
        let guild = serenity::all::GuildId::new(guild.get().max(1));
        self.turn().await;
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

    /// Returns whether a member of a server can see a channel or thread. For a thread the permissions of its channel count. A
    /// private thread is also limited to its members and to those who manage threads.
    pub async fn sees(&self, member: &Member, channel: ChannelId) -> Result<bool, ChatError> {
        let Some((place, ruling)) = self.ruling(member.guild_id, channel).await? else { return Ok(false) };
        let guild = self.guild(member.guild_id).await?;
        let may = guild.user_permissions_in(&ruling, member);
        if !may.view_channel() {
            return Ok(false);
        }
        if place.kind != ChannelType::PrivateThread || may.manage_threads() {
            return Ok(true);
        }
        let route = Route::ChannelThreadMember { channel_id: place.id, user_id: member.user.id };
        match self.ask(Request::new(route, LightMethod::Get)).await {
            Ok(_) => Ok(true),
            Err(ChatError::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns whether everyone on a server sees a channel or thread. Nobody counts as everyone in a private thread.
    pub async fn everyone_sees(&self, guild: data::GuildId, channel: ChannelId) -> Result<bool, ChatError> {
        let guild = serenity::all::GuildId::new(guild.get().max(1));
        let Some((place, ruling)) = self.ruling(guild, channel).await? else { return Ok(false) };
        if place.kind == ChannelType::PrivateThread {
            return Ok(false);
        }
        let (server, everyone) = (self.guild(guild).await?, guild.everyone_role());
        let role = server.roles.get(&everyone).map(|role| role.permissions);
        Ok(role.is_some_and(|role| shows(role, everyone, &ruling.permission_overwrites)))
    }

    /// Returns a channel or thread of a server, and the channel whose permissions count there: that of a thread. `None` if there is no
    /// such channel, it is not on this server, or the bot cannot see it.
    async fn ruling(
        &self,
        guild: serenity::all::GuildId,
        channel: ChannelId,
    ) -> Result<Option<(GuildChannel, GuildChannel)>, ChatError> {
        let Some(place) = self.guild_channel(discord_channel(channel)).await? else { return Ok(None) };
        let above = place.parent_id.filter(|_| place.thread_metadata.is_some());
        let ruling = match above {
            Some(above) => self.guild_channel(above).await?,
            None => Some(place.clone()),
        };
        Ok(ruling.filter(|ruling| ruling.guild_id == guild).map(|ruling| (place, ruling)))
    }

    async fn guild(&self, guild_id: serenity::all::GuildId) -> Result<PartialGuild, ChatError> {
        self.read(Request::new(Route::Guild { guild_id }, LightMethod::Get)).await
    }

    /// Returns a channel or thread of a server; `None` if there is no such channel or the bot cannot see it.
    async fn guild_channel(&self, channel_id: DiscordChannel) -> Result<Option<GuildChannel>, ChatError> {
        match self.read(Request::new(Route::Channel { channel_id }, LightMethod::Get)).await {
            Ok(Channel::Guild(channel)) => Ok(Some(channel)),
            Ok(_) | Err(ChatError::NoChannel | ChatError::Forbidden) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens a thread of this kind in a channel. Games are slow, so it stays listed for a week without messages, the longest
    /// that Discord offers.
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        kind: ChannelType,
        name: &str,
    ) -> Result<ChannelId, ChatError> {
        let thread =
            CreateThread::new(cut(name, 100)).kind(kind).auto_archive_duration(AutoArchiveDuration::OneWeek);
        let body = serde_json::to_vec(&thread).map_err(|error| chat_error(error.into()))?;
        let route = Route::ChannelThreads { channel_id: discord_channel(channel) };
        let opened: GuildChannel = self.read(Request::new(route, LightMethod::Post).body(Some(body))).await?;
        Ok(ChannelId::from(opened.id.get()))
    }

    /// Removes a thread that the bot has opened. If the bot may not delete it, archives it, which hides it from the list of
    /// threads.
    pub async fn remove_thread(&self, thread: ChannelId) -> Result<(), ChatError> {
        let route = Route::Channel { channel_id: discord_channel(thread) };
        let removed = match self.ask(Request::new(route, LightMethod::Delete)).await {
            Err(ChatError::Forbidden) => {
                let body = json!({ "archived": true }).to_string().into_bytes();
                self.ask(Request::new(route, LightMethod::Patch).body(Some(body))).await
            }
            removed => removed,
        };
        removed.map(drop)
    }

    /// Waits until the bot may send its next request.
    async fn turn(&self) {
        if let Some(budget) = &self.budget {
            budget.turn().await;
        }
    }

    /// Sends a request and returns the response if its status is a success.
    ///
    /// Without a base URL, serenity's ratelimiter waits as long as Discord asks. With a base URL it is off, and serenity would
    /// drop the time to wait that a 429 names. This method then sends the request through its own client.
    async fn ask(&self, request: Request<'_>) -> Result<reqwest::Response, ChatError> {
        self.turn().await;
        let (http, base_url) = (&self.http, self.http.proxy.as_deref());
        if http.ratelimiter.is_some() {
            let sent = http.request(request).await;
            self.meters.requested(match &sent {
                Ok(answer) => Some(answer.status().as_u16()),
                Err(serenity::Error::Http(error)) => error.status_code().map(|status| status.as_u16()),
                Err(_) => None,
            });
            return sent.map_err(chat_error);
        }
        let request = request.build(&self.client, http.token(), base_url).map_err(chat_error)?;
        let sent = request.send().await;
        self.meters.requested(sent.as_ref().ok().map(|answer| answer.status().as_u16()));
        let answer = sent.map_err(|error| chat_error(HttpError::Request(error).into()))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status().as_u16();
        let header = answer.headers().get(reqwest::header::RETRY_AFTER);
        let header = header.and_then(|after| after.to_str().ok()?.parse().ok());
        let body: Refusal = answer.json().await.unwrap_or_default();
        let after = body.retry_after.or(header).and_then(|after| Duration::try_from_secs_f64(after).ok());
        Err(refusal(status, body.code, &body.message, after))
    }

    /// Sends a request and parses the body of the response.
    async fn read<T: serde::de::DeserializeOwned>(&self, request: Request<'_>) -> Result<T, ChatError> {
        let answer = self.ask(request).await?.json().await;
        answer.map_err(|error| ChatError::Unavailable(format!("unreadable answer: {}", error.without_url())))
    }

    async fn edit_message(
        &self,
        channel: ChannelId,
        message: MessageId,
        edit: EditMessage,
        files: Vec<CreateAttachment>,
    ) -> Result<(), ChatError> {
        self.ask(with_files(
            Request::new(message_route(channel, message), LightMethod::Patch),
            &edit,
            files,
        )?)
        .await?;
        Ok(())
    }

    /// Returns the public message that an interaction was answered with. The error is `Gone` or `Refused` if there certainly is
    /// none.
    async fn answered(&self, token: &str) -> Result<MessageId, ChatError> {
        let application_id = self
            .http
            .application_id()
            .ok_or_else(|| ChatError::Unavailable("nothing is known of the application".to_owned()))?;
        let route = Route::WebhookOriginalInteractionResponse { application_id, token };
        let answered: Answered = match self.read(Request::new(route, LightMethod::Get)).await {
            Err(error) if !matches!(error, ChatError::Gone | ChatError::Refused(_)) => {
                return Err(ChatError::Unavailable(error.to_string()));
            }
            answered => answered?,
        };
        let private = answered.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        if private {
            return Err(ChatError::Refused("it was answered in private".to_owned()));
        }
        Ok(answered.id.get().into())
    }

    async fn me(&self) -> Result<UserId, ChatError> {
        let ask = async || {
            let me: Author = self.read(Request::new(Route::UserMe, LightMethod::Get)).await?;
            Ok(me.id)
        };
        self.me.get_or_try_init(ask).await.copied()
    }
}

impl Chat for Discord {
    async fn post(&self, channel: ChannelId, post: &Post, nonce: String) -> Result<Posted, ChatError> {
        let Parts { content, mentions, embeds, rows, files } = self.parts(post);
        let message = CreateMessage::new()
            .content(&content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .files(files.iter().cloned())
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true);
        let route = Route::ChannelMessages { channel_id: discord_channel(channel) };
        let request = with_files(Request::new(route, LightMethod::Post), &message, files)?;
        let posted: Found = self.read(request).await?;
        // For a repeated nonce Discord returns the earlier message. Its text shows whether this attempt made it.
        let embed = posted.embeds.first();
        let shown = [Some(&posted.content), embed.and_then(|embed| embed.description.as_ref())];
        let text = cut(&post.content, LONGEST_TEXT);
        let sent = [Some(&text), post.card.as_ref().map(|card| &card.body)];
        Ok(Posted { message: MessageId::from(posted.id.get()), as_sent: squeezed(shown) == squeezed(sent) })
    }

    async fn reply(&self, reply: Reply, post: &Post) -> Result<MessageId, ChatError> {
        #[derive(Deserialize)]
        struct Sent {
            resource: Resource,
        }
        #[derive(Deserialize)]
        struct Resource {
            message: Answered,
        }
        let parts = self.parts(post);
        let files = parts.files.clone();
        let answer = CreateInteractionResponse::Message(response_message(parts));
        let interaction_id = reply.interaction().get().max(1).into();
        let route = Route::InteractionResponse { interaction_id, token: reply.token() };
        let request = Request::new(route, LightMethod::Post);
        let request = request.params(Some(vec![("with_response", true.to_string())]));
        let over = Instant::now() + OVER;
        let sending = self.read::<Sent>(with_files(request, &answer, files)?);
        let sent = tokio::time::timeout_at(reply.until() + TO_THE_END, sending).await;
        let late = || ChatError::Unavailable("no answer in time".to_owned());
        match sent.unwrap_or_else(|_| Err(late())) {
            Ok(sent) => {
                reply.given();
                Ok(sent.resource.message.id.get().into())
            }
            Err(error) if error.nothing_done() => Err(error),
            Err(_) => {
                // The handler may respond to the caller now. A request still on its way would then arrive too late. After
                // `OVER` it has certainly ended.
                let token = reply.hand_back();
                tokio::time::sleep_until(over).await;
                self.answered(&token).await
            }
        }
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let Parts { content, mentions, embeds, rows, files } = self.parts(post);
        // A list of attachments replaces the old picture with the new one.
        let attachments = files.iter().cloned().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new()
            .content(content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .attachments(attachments);
        self.edit_message(channel, message, edit, files).await
    }

    async fn edit_words(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let Parts { content, mentions, embeds, rows, .. } = self.parts(post);
        // Without a list of attachments, the message keeps its picture and the embed still shows it.
        let embeds = embeds.into_iter().map(|embed| embed.attachment(PICTURE)).collect();
        let edit =
            EditMessage::new().content(content).allowed_mentions(mentions).embeds(embeds).components(rows);
        self.edit_message(channel, message, edit, Vec::new()).await
    }

    async fn add_picture(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> Result<(), ChatError> {
        // A request of this client uploads one file, so the earlier pictures stay where they are.
        let request = Request::new(message_route(channel, message), LightMethod::Get);
        let shown: Illustrated = self.read(request).await?;
        let Parts { content, mentions, embeds, rows, mut files } = self.parts(post);
        let Some(last) = files.pop() else { return self.edit(channel, message, post).await };
        let kept = shown.pictures().take(files.len());
        let kept: Vec<AttachmentId> = kept.collect();
        if kept.len() < files.len() {
            // Somebody has removed the pictures. The words can still be right.
            return self.edit(channel, message, &Post { second: None, third: None, ..post.clone() }).await;
        }
        let kept = kept.into_iter().fold(EditAttachments::new(), EditAttachments::keep);
        let edit = EditMessage::new()
            .content(content)
            .allowed_mentions(mentions)
            .embeds(embeds)
            .components(rows)
            .attachments(kept.add(last.clone()));
        self.edit_message(channel, message, edit, vec![last]).await
    }

    async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), ChatError> {
        self.ask(Request::new(message_route(channel, message), LightMethod::Delete)).await?;
        Ok(())
    }

    async fn find(
        &self,
        channel: ChannelId,
        mark: &str,
        after: Option<MessageId>,
    ) -> Result<Option<MessageId>, ChatError> {
        let me = self.me().await?;
        let route = Route::ChannelMessages { channel_id: discord_channel(channel) };
        let mut before = None;
        for _ in 0..PAGES {
            let mut page = vec![("limit", PAGE.to_string())];
            page.extend(before.map(|id: DiscordMessage| ("before", id.to_string())));
            let request = Request::new(route, LightMethod::Get).params(Some(page));
            let mut messages: Vec<Found> = match self.read(request).await {
                Ok(messages) => messages,
                // In a channel that the bot may not read, the message counts as not found.
                Err(ChatError::Forbidden | ChatError::Gone) => return Ok(None),
                Err(error) => return Err(error),
            };
            messages.retain(|found| after.is_none_or(|after| found.id.get() > after.get()));
            let found = messages.iter().find(|found| found.author.id == me && found.mark() == mark);
            if let Some(found) = found {
                return Ok(Some(MessageId::from(found.id.get())));
            }
            // A full page means that there may be older messages.
            before = messages.last().map(|found| found.id).filter(|_| messages.len() == PAGE);
            if before.is_none() {
                break;
            }
        }
        Ok(None)
    }

    async fn rename(&self, thread: ChannelId, name: &str) -> Result<(), ChatError> {
        let route = Route::Channel { channel_id: discord_channel(thread) };
        let body = json!({ "name": cut(name, 100) }).to_string().into_bytes();
        self.ask(Request::new(route, LightMethod::Patch).body(Some(body))).await?;
        Ok(())
    }

    async fn dm(&self, person: PersonId) -> Result<ChannelId, ChatError> {
        #[derive(Deserialize)]
        struct Opened {
            id: DiscordChannel,
        }
        let body = json!({ "recipient_id": person.get().to_string() }).to_string().into_bytes();
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post).body(Some(body));
        let opened: Opened = self.read(request).await?;
        Ok(ChannelId::from(opened.id.get()))
    }
}

/// Returns whether a role with these permissions sees a channel with these overwrites.
fn shows(permissions: Permissions, role: RoleId, overwrites: &[PermissionOverwrite]) -> bool {
    let here = overwrites.iter().find(|overwrite| overwrite.kind == PermissionOverwriteType::Role(role));
    let (denied, allowed) = here.map(|here| (here.deny, here.allow)).unwrap_or_default();
    permissions.administrator() || ((permissions - denied) | allowed).view_channel()
}

/// Adds a body to a request, and the file that the body names. serenity numbers the files itself and only attaches the first
/// one here. That is enough: a post in a channel has at most one picture.
fn with_files<'a>(
    request: Request<'a>,
    body: &impl Serialize,
    files: Vec<CreateAttachment>,
) -> Result<Request<'a>, ChatError> {
    let body = serde_json::to_string(body).map_err(|error| ChatError::Refused(error.to_string()))?;
    if files.is_empty() {
        return Ok(request.body(Some(body.into_bytes())));
    }
    let upload = MultipartUpload::Attachments(files);
    Ok(request.multipart(Some(Multipart { upload, fields: Vec::new(), payload_json: Some(body) })))
}

/// The fields that are read from the message of an interaction response.
#[derive(Deserialize)]
struct Answered {
    id: DiscordMessage,
    flags: Option<MessageFlags>,
}

/// The pictures of a message's cards. Discord does not list them among the files of the message.
#[derive(Deserialize)]
struct Illustrated {
    embeds: Vec<IllustratedCard>,
}

#[derive(Deserialize)]
struct IllustratedCard {
    image: Option<CardPicture>,
}

#[derive(Deserialize)]
struct CardPicture {
    url: String,
}

impl Illustrated {
    /// Returns the ids of the cards' pictures. The id is the last but one part of a picture's address.
    fn pictures(&self) -> impl Iterator<Item = AttachmentId> {
        self.embeds.iter().filter_map(|card| {
            let url = &card.image.as_ref()?.url;
            let id = url.split('?').next()?.rsplit('/').nth(1)?.parse::<u64>().ok()?;
            (id != 0).then(|| AttachmentId::new(id))
        })
    }
}

/// The fields that are read from a message that was posted or searched for.
#[derive(Deserialize)]
struct Found {
    id: DiscordMessage,
    author: Author,
    content: String,
    embeds: Vec<FoundCard>,
}

#[derive(Deserialize)]
struct Author {
    id: UserId,
}

#[derive(Deserialize)]
struct FoundCard {
    description: Option<String>,
    footer: Option<Footer>,
}

impl FoundCard {
    fn footer(&self) -> &str {
        self.footer.as_ref().map_or("", |footer| &footer.text)
    }
}

#[derive(Deserialize)]
struct Footer {
    text: String,
}

impl Found {
    /// Returns the mark of the message. Its first line can mention commands, and marks have their names.
    fn mark(&self) -> String {
        unlinked(mark(&self.content, self.embeds.first().map(FoundCard::footer)))
    }
}

/// Joins texts without mentions of commands, which not every attempt can make, and without whitespace, because Discord changes some
/// of it.
fn squeezed(texts: [Option<&String>; 2]) -> String {
    let texts = texts.into_iter().flatten().map(|text| unlinked(text));
    texts.collect::<String>().chars().filter(|c| !c.is_whitespace()).collect()
}

fn discord_channel(channel: ChannelId) -> DiscordChannel {
    // Discord's own ids are never 0, and serenity's constructor panics on it.
    DiscordChannel::new(channel.get().max(1))
}

fn message_route(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: discord_channel(channel),
        message_id: DiscordMessage::new(message.get().max(1)),
    }
}

/// The body of a response other than success.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Refusal {
    code: isize,
    message: String,
    /// How many seconds to wait, in a 429.
    retry_after: Option<f64>,
}

/// Sorts an error by what the caller should do about it.
fn chat_error(error: serenity::Error) -> ChatError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            refusal(answer.status_code.as_u16(), answer.error.code, &answer.error.message, None)
        }
        serenity::Error::Model(error) => ChatError::Refused(error.to_string()),
        _ => ChatError::Unavailable(format!("{:#}", failure(error))),
    }
}

/// Sorts a response other than success, by its status, the code and message of its body, and the time to wait.
fn refusal(status: u16, code: isize, message: &str, after: Option<Duration>) -> ChatError {
    const UNKNOWN_CHANNEL: isize = 10_003;
    /// Unknown message, or an edit in an archived thread, which still accepts new messages.
    const GONE: [isize; 2] = [10_008, 50_083];
    /// The user accepts no direct messages, or shares no server with the bot.
    const CLOSED: [isize; 2] = [50_007, 50_278];
    /// The interaction has a response already, perhaps this very one.
    const ANSWERED: isize = 40_060;
    match status {
        400..=499 if code == UNKNOWN_CHANNEL => ChatError::NoChannel,
        400..=499 if GONE.contains(&code) => ChatError::Gone,
        400..=499 if CLOSED.contains(&code) => ChatError::Closed,
        400..=499 if code == ANSWERED => ChatError::Unavailable(message.to_owned()),
        403 => ChatError::Forbidden,
        429 => ChatError::Limited { after: after.unwrap_or(LIMITED) },
        // A 404 without a code does not come from Discord's API: the base URL may be wrong, or the token is being changed.
        404 if code > 0 => ChatError::Refused(message.to_owned()),
        404 => ChatError::Astray,
        401 | 408 => ChatError::Unavailable(format!("{status} {message}")),
        400..=499 => ChatError::Refused(message.to_owned()),
        _ => ChatError::Unavailable(status.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn overwrite_of_a_channel_decides_who_sees_it() {
        let (role, see) = (RoleId::new(5), Permissions::VIEW_CHANNEL);
        let overwrite = |of, allow, deny| {
            let kind = PermissionOverwriteType::Role(of);
            [PermissionOverwrite { allow, deny, kind }]
        };
        let none = Permissions::empty();
        assert!(shows(see, role, &[]) && !shows(none, role, &[]));
        assert!(!shows(see, role, &overwrite(role, none, see)));
        assert!(shows(none, role, &overwrite(role, see, none)));
        assert!(shows(see, role, &overwrite(RoleId::new(6), none, see)), "that is another role");
        assert!(shows(Permissions::ADMINISTRATOR, role, &overwrite(role, none, see)));
    }

    #[track_caller]
    fn check_refusal(status: u16, code: isize, want: &str) {
        assert_eq!(refusal(status, code, "says why", None).to_string(), want, "{status} {code}");
    }

    #[test]
    fn errors_are_sorted_by_what_helps() {
        let gone = "the message is gone";
        check_refusal(404, 10_003, "the channel is gone");
        check_refusal(404, 10_008, gone);
        check_refusal(400, 50_083, gone);
        check_refusal(403, 50_013, messages::text::NO_PERMISSION);
        check_refusal(403, 50_001, messages::text::NO_PERMISSION);
        check_refusal(403, 50_007, "their direct messages are closed");
        check_refusal(400, 50_278, "their direct messages are closed");
        check_refusal(400, 50_035, "Discord refused it: says why");
        check_refusal(429, 0, "rate limited for 5s");
        check_refusal(401, 0, "the chat did not answer: 401 says why");
        check_refusal(404, 10_013, "Discord refused it: says why");
        check_refusal(404, 10_062, "Discord refused it: says why");
        check_refusal(400, 40_060, "the chat did not answer: says why");
        check_refusal(404, 0, messages::text::NOT_DISCORD);
        check_refusal(500, 0, "the chat did not answer: 500");
        check_refusal(503, -1, "the chat did not answer: 503");
    }

    #[test]
    fn posts_mention_commands_and_are_found() {
        let http = Arc::new(crate::connect::http("token", None));
        let discord = Discord::new(http, crate::mentions::tests::mentions());
        let card = messages::view::Card { body: "See `/play`.".to_owned(), ..Default::default() };
        let post = Post { content: "Use `/play` again.\nNow.".to_owned(), ..Post::default() };
        let parts = discord.parts(&Post { card: Some(card), ..post.clone() });
        assert_eq!(parts.content, "Use </play:7> again.\nNow.");
        let sent = serde_json::to_value(&parts.embeds).unwrap();
        assert_eq!(sent[0]["description"], "See </play:7>.");
        let content = parts.content;
        let found = json!({ "id": "9", "author": { "id": "1" }, "content": content, "embeds": [] });
        let found: Found = serde_json::from_value(found).unwrap();
        assert_eq!(found.mark(), post.mark());
        assert_eq!(squeezed([Some(&found.content), None]), squeezed([Some(&post.content), None]));
    }

    /// Returns how long a request waits after a 429 with this header and body.
    async fn retry_after(header: &str, body: &str) -> Duration {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let discord =
            Discord::new(Arc::new(crate::connect::http("token", Some(&base_url))), Mentions::default());
        let answer = format!(
            "HTTP/1.1 429 Slow\r\nRetry-After: {header}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            assert_ne!(stream.read(&mut request).await.unwrap(), 0);
            stream.write_all(answer.as_bytes()).await.unwrap();
        };
        let (channel, ()) = tokio::join!(discord.dm(PersonId::from(7)), server);
        match channel {
            Err(ChatError::Limited { after }) => after,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn rate_limit_takes_as_long_as_it_says() {
        let body = r#"{"message":"slow","retry_after":1.25,"global":false}"#;
        assert_eq!(retry_after("2", body).await, Duration::from_millis(1250), "the body is more exact");
        assert_eq!(retry_after("90", "slow").await, Duration::from_secs(90));
        assert_eq!(retry_after("-3", "").await, LIMITED);
    }

    #[tokio::test]
    async fn lost_response_exists_or_not_or_is_unknown() {
        for (status, body, want) in [
            ("200 OK", r#"{"id":"9","flags":0}"#, Ok(9)),
            ("200 OK", r#"{"id":"9","flags":64}"#, Err(true)),
            ("404 Not Found", r#"{"message":"Unknown Message","code":10008}"#, Err(true)),
            ("404 Not Found", r#"{"message":"Unknown Webhook","code":10015}"#, Err(true)),
            ("429 Too Many Requests", r#"{"message":"slow","retry_after":1}"#, Err(false)),
            ("403 Forbidden", "a page of something in between", Err(false)),
            ("502 Bad Gateway", "", Err(false)),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let base_url = format!("http://{}", listener.local_addr().unwrap());
            let http = crate::connect::http("token", Some(&base_url));
            http.set_application_id(7.into());
            let discord = Discord::new(Arc::new(http), Mentions::default());
            let server = async {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = [0; 4096];
                assert_ne!(stream.read(&mut request).await.unwrap(), 0);
                let answer = format!(
                    "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
            };
            let (answered, ()) = tokio::join!(discord.answered("s3cret"), server);
            let outcome = answered.map(MessageId::get).map_err(|error| error.nothing_done());
            assert_eq!(outcome, want, "{status} {body}");
        }
    }

    #[tokio::test]
    async fn undeletable_thread_is_archived() {
        const DONE: &str = "HTTP/1.1 204 Done\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        const NOT_ALLOWED: &str = "HTTP/1.1 403 No\r\nContent-Length: 31\r\nConnection: close\r\n\r\n{\"code\":50013,\"message\":\"none\"}";
        for (answers, asks) in [
            (vec![DONE], vec!["DELETE /api/v10/channels/7"]),
            (vec![NOT_ALLOWED, DONE], vec!["DELETE /api/v10/channels/7", "PATCH /api/v10/channels/7"]),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let base_url = format!("http://{}", listener.local_addr().unwrap());
            let discord =
                Discord::new(Arc::new(crate::connect::http("token", Some(&base_url))), Mentions::default());
            let server = async {
                let mut requests = Vec::new();
                for answer in answers {
                    let (mut stream, _) = listener.accept().await.unwrap();
                    let mut request = [0; 4096];
                    let read = stream.read(&mut request).await.unwrap();
                    let line = String::from_utf8_lossy(&request[..read]).lines().next().unwrap().to_owned();
                    requests.push(line.trim_end_matches(" HTTP/1.1").to_owned());
                    stream.write_all(answer.as_bytes()).await.unwrap();
                }
                requests
            };
            let (removed, requests) = tokio::join!(discord.remove_thread(7.into()), server);
            removed.unwrap();
            assert_eq!(requests, asks);
        }
    }
}
