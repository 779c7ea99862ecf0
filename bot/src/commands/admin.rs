//! `/admin`: settings of a server, and decisions of the people who manage it.

use messages::choices;
use play::{Response, error::Error, rejected::Rejected};
use poise::serenity_prelude::{CreateAutocompleteResponse, User};

use super::context::{Context, Done, caller, complete_clock, completed, completions, member, respond};

/// Change this server's settings
#[poise::command(
    slash_command,
    guild_only,
    subcommands("setup", "clock", "games", "end", "void", "block", "unblock", "ratings", "log"),
    subcommand_required,
    default_member_permissions = "MANAGE_GUILD"
)]
pub(super) async fn admin(_: Context<'_>) -> Done {
    Ok(())
}

/// Show and change what this server allows: channels, roles, limits and defaults
#[poise::command(slash_command, guild_only)]
async fn setup(ctx: Context<'_>) -> Done {
    manage(ctx, ctx.data().service.server(&caller(ctx))).await
}

/// Show or set the default clock for games on this server
#[poise::command(slash_command, guild_only)]
async fn clock(
    ctx: Context<'_>,
    #[description = "Such as 72h+12h/120h hard, 3d/turn soft weekends, or none; leave empty to see the current one"]
    #[autocomplete = "complete_clock"]
    clock: Option<String>,
) -> Done {
    let (service, caller) = (&ctx.data().service, caller(ctx));
    let work = async {
        match clock {
            Some(clock) => service.set_usual_clock(&caller, &clock).await,
            None => service.usual_clock(&caller).await,
        }
    };
    manage(ctx, work).await
}

/// List the games and lobbies on this server
#[poise::command(slash_command, guild_only)]
async fn games(ctx: Context<'_>) -> Done {
    manage(ctx, ctx.data().service.games_underway(&caller(ctx), 0)).await
}

/// End a game without a result, or close a lobby
#[poise::command(slash_command, guild_only)]
async fn end(
    ctx: Context<'_>,
    #[description = "The number of the game"]
    #[autocomplete = "complete_underway"]
    game: String,
    #[description = "Why; the players read it"]
    #[max_length = 200]
    reason: String,
) -> Done {
    manage(ctx, ctx.data().service.end_game(&caller(ctx), &game, &reason)).await
}

/// Take back what a rated game changed
#[poise::command(slash_command, guild_only)]
async fn void(
    ctx: Context<'_>,
    #[description = "The number of the game; its board's footer has it"] game: String,
    #[description = "Why; the players read it"]
    #[max_length = 200]
    reason: String,
) -> Done {
    manage(ctx, ctx.data().service.void_game(&caller(ctx), &game, &reason)).await
}

/// Keep someone from opening and joining games on this server
#[poise::command(slash_command, guild_only)]
async fn block(
    ctx: Context<'_>,
    #[description = "Whom; their running games continue"] user: User,
    #[description = "Why; they read it"]
    #[max_length = 200]
    reason: String,
) -> Done {
    manage(ctx, ctx.data().service.block(&caller(ctx), user.id.get().into(), user.bot, &reason)).await
}

/// Let someone open and join games on this server again
#[poise::command(slash_command, guild_only)]
async fn unblock(ctx: Context<'_>, #[description = "Whom"] user: User) -> Done {
    manage(ctx, ctx.data().service.unblock(&caller(ctx), user.id.get().into())).await
}

/// List pairs of players who may play rated games for points only
#[poise::command(slash_command, guild_only)]
async fn ratings(ctx: Context<'_>) -> Done {
    manage(ctx, ctx.data().service.review(&caller(ctx), 0)).await
}

/// Show what has been set, blocked, ended and voided on this server, and by whom
#[poise::command(slash_command, guild_only)]
async fn log(
    ctx: Context<'_>,
    #[description = "Which page; the first has the newest"]
    #[min = 1]
    page: Option<u32>,
) -> Done {
    let page = page.unwrap_or(1).saturating_sub(1);
    manage(ctx, ctx.data().service.audit_log(&caller(ctx), page)).await
}

/// Runs the use case of a command for a caller who may manage the server. Discord hides these commands from everyone else, unless
/// the server has changed that.
async fn manage(ctx: Context<'_>, work: impl Future<Output = Result<Response, Error>>) -> Done {
    let work =
        async { if member(ctx).manages { work.await } else { Err(Error::rejected(Rejected::NotAdmin)) } };
    respond(ctx, work).await
}

/// Completes the number of a lobby or running game.
async fn complete_underway(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    if !member(ctx).manages {
        return completions(Vec::new());
    }
    let games = ctx.data().service.complete_underway(&caller(ctx), typed).await;
    completed("games", games.map(|games| choices::underway(&games)))
}
