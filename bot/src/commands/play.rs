//! `/play`: opens a lobby.

use poise::serenity_prelude::{
    ChannelType, CreateAutocompleteResponse, EditInteractionResponse, Permissions, ResolvedValue, User,
};

use super::{Context, Done, answer, asker, complete_game, completions, excuse};
use crate::{
    chat::Chat as _,
    discord, posts,
    service::{Invitee, Place, Request, Wish},
    setup, text,
    trouble::Trouble,
    view::Answer,
};

/// Open a game in this channel and ask people to join
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn play(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "Somebody to ask"] invite: Option<User>,
    #[description = "Options, such as size=6 goal=12; leave empty for the usual game"]
    #[autocomplete = "complete_options"]
    options: Option<String>,
    #[description = "Somebody else to ask"] invite2: Option<User>,
    #[description = "Somebody else to ask"] invite3: Option<User>,
    #[description = "Somebody else to ask"] invite4: Option<User>,
    #[description = "Somebody else to ask"] invite5: Option<User>,
    #[description = "Somebody else to ask"] invite6: Option<User>,
    #[description = "Somebody else to ask"] invite7: Option<User>,
) -> Done {
    let invited = [invite, invite2, invite3, invite4, invite5, invite6, invite7];
    let invited = invited.into_iter().flatten();
    let wish = Wish {
        game,
        options: options.unwrap_or_default(),
        invited: invited.map(|user| Invitee { person: user.id.get().into(), bot: user.bot }).collect(),
    };
    let asker = asker(ctx);
    let thread = in_thread(ctx);
    let service = &ctx.data().service;
    let opened = async {
        let request = service.consider(&asker, &wish)?;
        let missing = discord::missing(ctx.interaction.app_permissions.unwrap_or(Permissions::all()), thread);
        if !missing.is_empty() {
            return Err(Trouble::asker(text::missing_permissions(&missing)));
        }
        if service.place(asker.channel).await? == Place::Taken && !thread {
            return Ok(Err(request));
        }
        match service.open_lobby(&asker, &request, asker.channel).await {
            Ok(lobby) => Ok(Ok(Answer::Lobby(lobby.id, posts::lobby(&lobby)))),
            // Somebody else was faster by a moment.
            Err(Trouble::ChannelTaken) if !thread => Ok(Err(request)),
            Err(trouble) => Err(trouble),
        }
    };
    match opened.await {
        Ok(Ok(lobby)) => answer(ctx, Ok(lobby)).await,
        Ok(Err(request)) => in_new_thread(ctx, &request).await,
        Err(trouble) => answer(ctx, Err(trouble)).await,
    }
}

fn in_thread(ctx: Context<'_>) -> bool {
    ctx.interaction.channel.as_ref().is_some_and(|channel| {
        matches!(
            channel.kind,
            ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
        )
    })
}

/// The channel has a game, so the new one gets a thread. That takes requests of its own, so the answer is put off.
async fn in_new_thread(ctx: Context<'_>, request: &Request) -> Done {
    ctx.interaction.defer_ephemeral(ctx.http()).await?;
    let said = match open_in_thread(ctx, request).await {
        Ok(words) => words,
        Err(trouble) => match excuse(&trouble) {
            Answer::Whisper(post) | Answer::Replace(post) | Answer::Lobby(_, post) => post.content,
        },
    };
    ctx.interaction.edit_response(ctx.http(), EditInteractionResponse::new().content(said)).await?;
    Ok(())
}

async fn open_in_thread(ctx: Context<'_>, request: &Request) -> Result<String, Trouble> {
    let have = ctx.interaction.app_permissions.unwrap_or(Permissions::all());
    if !have.contains(Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS) {
        let needed = ["Create Public Threads", "Send Messages in Threads"];
        return Err(Trouble::asker(text::missing_permissions(&needed)));
    }
    let asker = asker(ctx);
    let app = ctx.data();
    let name = format!("{} · {}", request.kind().title(), ctx.interaction.user.display_name());
    let thread = app.discord.open_thread(asker.channel, &name).await.map_err(anyhow::Error::from)?;
    let lobby = app.service.open_lobby(&asker, request, thread).await?;
    let nonce = format!("lobby-{}", lobby.id);
    let message =
        app.discord.post(thread, &posts::lobby(&lobby), nonce).await.map_err(anyhow::Error::from)?;
    app.service.lobby_shown(lobby.id, message).await?;
    Ok(text::opened_thread(thread, request.kind()))
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
