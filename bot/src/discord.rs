//! The adapter to Discord: turns posts into its messages, interactions into callers, and its errors into ours.

use jiff::Timestamp;
mod chat;
mod parts;
mod respond;

use data::{ChannelId, GuildId, InteractionId, PersonId, RoleId};
use serenity::all::{
    ChannelId as DiscordChannel, ChannelType, CreateInteractionResponse, EditInteractionResponse,
    Permissions, UserId,
};

use self::parts::{Parts, response_message};
pub use self::{
    chat::Discord,
    parts::{failure, form, typed},
    respond::{Undelivered, edit_response, has_response, lacks_response, message_of_response, respond},
};
use messages::view::Response;
use play::service::{Caller, Member};

/// Returns the interaction response that shows this to the caller.
#[must_use]
pub fn response(response: &Response) -> CreateInteractionResponse {
    let (post, private) = match response {
        Response::Lobby(_, post) | Response::Shown(post) => (post, false),
        Response::Ephemeral(post) | Response::Update(post) | Response::Public(post) => (post, true),
    };
    let message = response_message(Parts::from(post));
    match response {
        Response::Update(_) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message.ephemeral(private)),
    }
}

/// Returns the completion of a deferred interaction.
pub fn completion(response: &Response) -> EditInteractionResponse {
    let (Response::Lobby(_, post)
    | Response::Shown(post)
    | Response::Ephemeral(post)
    | Response::Update(post)
    | Response::Public(post)) = response;
    let Parts { content, mentions, embeds, rows, files } = Parts::from(post);
    let edit = EditInteractionResponse::new().content(content).allowed_mentions(mentions);
    let edit = edit.embeds(embeds).components(rows);
    files.into_iter().fold(edit, EditInteractionResponse::new_attachment)
}

/// Returns the caller of an interaction that arrived at `at`.
#[must_use]
pub fn caller(
    person: UserId,
    guild: Option<serenity::all::GuildId>,
    channel: DiscordChannel,
    interaction: serenity::all::InteractionId,
    at: Timestamp,
) -> Caller {
    Caller {
        person: PersonId::from(person.get()),
        guild: guild.map(|guild| GuildId::from(guild.get())),
        channel: ChannelId::from(channel.get()),
        interaction: InteractionId::from(interaction.get()),
        pressed: None,
        at,
    }
}

/// Returns the roles and rights of an interaction's caller. Discord sends them with every interaction.
#[must_use]
pub fn member(member: Option<&serenity::all::Member>) -> Member {
    let Some(member) = member else { return Member::default() };
    Member {
        roles: member.roles.iter().map(|role| RoleId::from(role.get())).collect(),
        manages: member.permissions.is_some_and(|may| may.contains(Permissions::MANAGE_GUILD)),
    }
}

/// Returns the names of the permissions that the bot needs to play in a channel and does not have.
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

/// Returns the names of the permissions that the bot needs to open a game's thread and does not have.
#[must_use]
pub fn missing_for_threads(have: Permissions) -> Vec<&'static str> {
    not_in(have, &[(Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"), SEND_IN_THREADS])
}

const SEND_IN_THREADS: (Permissions, &str) =
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads");

fn not_in(have: Permissions, needed: &[(Permissions, &'static str)]) -> Vec<&'static str> {
    needed.iter().filter(|(permission, _)| !have.contains(*permission)).map(|&(_, name)| name).collect()
}

/// Returns the kind of thread that a channel can have, or `None` if it has no threads, such as a voice channel.
#[must_use]
pub fn thread_kind(channel: ChannelType) -> Option<ChannelType> {
    match channel {
        ChannelType::Text => Some(ChannelType::PublicThread),
        ChannelType::News => Some(ChannelType::NewsThread),
        _ => None,
    }
}

/// Returns whether a game can be in a thread of such a channel. In forums people open the threads themselves.
#[must_use]
pub fn has_threads(channel: ChannelType) -> bool {
    thread_kind(channel).is_some() || channel == ChannelType::Forum
}

#[cfg(test)]
mod tests {
    use messages::view;

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
    fn threads_need_their_own_permissions() {
        let all = Permissions::all();
        assert!(missing_for_threads(all).is_empty());
        assert_eq!(missing_for_threads(all - Permissions::CREATE_PUBLIC_THREADS), ["Create Public Threads"]);
        assert_eq!(thread_kind(ChannelType::News), Some(ChannelType::NewsThread));
        assert_eq!(thread_kind(ChannelType::Voice), None);
        assert!([ChannelType::Text, ChannelType::News, ChannelType::Forum].into_iter().all(has_threads));
        assert!(!has_threads(ChannelType::Voice));
    }

    #[tokio::test]
    async fn failed_response_is_logged_without_token() {
        let http = serenity::all::HttpBuilder::new("bot-token").proxy("http://127.0.0.1:1");
        let http = http.ratelimiter_disabled(true).build();
        let response = response(&view::ephemeral("hello"));
        let sent = http.create_interaction_response(7.into(), "s3cret", &response, Vec::new()).await;
        let words = format!("{:#}", failure(sent.unwrap_err()));
        assert!(!words.contains("s3cret") && !words.contains("bot-token"), "{words}");
    }
}
