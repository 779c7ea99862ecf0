//! `/play`: opens a lobby.

use data::{ChannelId, Lobby};
use poise::serenity_prelude::{
    ChannelType, CreateAllowedMentions, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage, EditInteractionResponse, Permissions, ResolvedValue, User,
};

use super::{Context, Done, answer, asker, complete_clock, complete_game, completions};
use crate::{
    app::excuse,
    chat::ChatError,
    discord, posts,
    service::{Invitee, Request, Wish},
    setup, text,
    trouble::Trouble,
    view::Answer,
};

/// Open a game in this channel and invite people to it
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn play(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "Somebody to invite"] invite: Option<User>,
    #[description = "Options, such as size=6 goal=12; leave empty for the usual game"]
    #[autocomplete = "complete_options"]
    options: Option<String>,
    #[description = "The clock, such as 72h+12h/120h, 3d/turn or none, hard or soft; leave empty for the usual one"]
    #[autocomplete = "complete_clock"]
    clock: Option<String>,
    #[description = "Somebody else to invite"] invite2: Option<User>,
    #[description = "Somebody else to invite"] invite3: Option<User>,
    #[description = "Somebody else to invite"] invite4: Option<User>,
    #[description = "Somebody else to invite"] invite5: Option<User>,
    #[description = "Somebody else to invite"] invite6: Option<User>,
    #[description = "Somebody else to invite"] invite7: Option<User>,
) -> Done {
    let invited = [invite, invite2, invite3, invite4, invite5, invite6, invite7];
    let members = &ctx.interaction.data.resolved.members;
    let invited = invited.into_iter().flatten().map(|user| Invitee {
        person: user.id.get().into(),
        bot: user.bot,
        here: members.contains_key(&user.id),
    });
    let wish = Wish {
        game,
        options: options.unwrap_or_default(),
        clock: clock.unwrap_or_default(),
        invited: invited.collect(),
    };
    let asker = asker(ctx);
    let thread = in_thread(channel_kind(ctx));
    let service = &ctx.data().service;
    let request = service.consider(&asker, &wish).and_then(|request| {
        allowed(&discord::missing(permissions(ctx), thread))?;
        Ok(request)
    });
    let request = match request {
        Ok(request) => request,
        Err(trouble) => return answer(ctx, Err(trouble)).await,
    };
    match service.open_lobby(&asker, &request, asker.channel).await {
        Err(Trouble::ChannelTaken) => match service.lobby_in(asker.channel).await {
            Ok(waiting) if thread => {
                answer(ctx, Err(Trouble::asker(text::thread_taken(waiting.as_ref())))).await
            }
            Ok(waiting) => in_new_thread(ctx, &request, waiting.as_ref()).await,
            Err(trouble) => answer(ctx, Err(trouble)).await,
        },
        opened => answer(ctx, opened.map(|lobby| Answer::Lobby(lobby.id, posts::lobby(&lobby)))).await,
    }
}

fn channel_kind(ctx: Context<'_>) -> ChannelType {
    ctx.interaction.channel.as_ref().map_or(ChannelType::Text, |channel| channel.kind)
}

const fn in_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

/// What the bot may do in the channel.
fn permissions(ctx: Context<'_>) -> Permissions {
    ctx.interaction.app_permissions.unwrap_or(Permissions::all())
}

fn allowed(missing: &[&str]) -> Result<(), Trouble> {
    if missing.is_empty() { Ok(()) } else { Err(Trouble::asker(text::missing_permissions(missing))) }
}

/// The channel has a game or a lobby that is `waiting`, so the new one gets a thread. That takes a request of its own, so the
/// answer is put off.
async fn in_new_thread(ctx: Context<'_>, request: &Request, waiting: Option<&Lobby>) -> Done {
    let (id, token) = (ctx.interaction.id, &ctx.interaction.token);
    let later = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
    ctx.data().respond(ctx.http(), id, token, &later).await?;
    let said = match open_in_thread(ctx, request).await {
        Ok(thread) => text::opened_thread(thread, request.kind(), waiting),
        Err(trouble) => excuse(&trouble),
    };
    let edit = EditInteractionResponse::new().content(said).allowed_mentions(CreateAllowedMentions::new());
    discord::edit_answer(ctx.http(), token, &edit).await
}

/// Opens a thread and the lobby in it; where it is then.
async fn open_in_thread(ctx: Context<'_>, request: &Request) -> Result<ChannelId, Trouble> {
    let kind = discord::thread_kind(channel_kind(ctx)).ok_or_else(|| Trouble::asker(text::NO_THREADS))?;
    allowed(&discord::missing_for_threads(permissions(ctx)))?;
    let asker = asker(ctx);
    let app = ctx.data();
    let name = format!("{} · {}", request.kind().title(), ctx.interaction.user.display_name());
    let thread = app.discord.open_thread(asker.channel, kind, &name).await.map_err(|error| match error {
        ChatError::Refused(why) => Trouble::asker(text::no_thread(&why)),
        ChatError::Forbidden => Trouble::asker(text::missing_permissions(&["Create Public Threads"])),
        ChatError::Limited { .. } => Trouble::asker(text::THREADS_LIMITED),
        other => Trouble::Ours(other.into()),
    })?;
    let opened = app.service.open_lobby(&asker, request, thread).await;
    if !opened.as_ref().is_ok_and(|lobby| lobby.channel == thread)
        && let Err(error) = app.discord.remove_thread(thread).await
    {
        tracing::warn!("a thread without a game is left behind: {error}");
    }
    Ok(opened?.channel)
}

async fn complete_options(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let named =
        ctx.interaction.data.options().into_iter().find_map(|option| match (option.name, option.value) {
            ("game", ResolvedValue::String(name)) => Some(name),
            _ => None,
        });
    let kind = named.and_then(setup::find_game);
    completions(kind.map(|kind| setup::complete(kind, typed)).unwrap_or_default())
}
